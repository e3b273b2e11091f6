// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"errors"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// The limit counts what is encoded, over all pages: without the fields that are
// left out.
func TestLimitedRows(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1000)
	page := []paymentapi.Charge{{ID: "a", Descriptor: &long}, {ID: "b", Descriptor: &long}}
	short, err := rows.NewEncoder([]string{"id"}).Encode(page)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		fields []string
		limit  int
		fits   bool
	}{
		"all fields":                   {nil, 2*len(short) + 100, false},
		"without the long one":         {[]string{"id"}, 2 * len(short), true},
		"a byte more than the limit":   {[]string{"id"}, 2*len(short) - 1, false},
		"the long one":                 {[]string{"descriptor"}, 2*len(short) + 100, false},
		"the long one and much to fit": {[]string{"descriptor"}, 2*len(short) + 5000, true},
	} {
		l := &limitedRows{encoder: rows.NewEncoder(tt.fields), maxBytes: int64(tt.limit)}
		_, first := l.keep(page)
		_, second := l.keep(page)
		var tooLong *tooLongError
		if err := errors.Join(first, second); errors.As(err, &tooLong) == tt.fits {
			t.Errorf("%s: error %v", name, err)
		}
		if errors.As(second, &tooLong) && tooLong.charges != 4 {
			t.Errorf("%s: %+v", name, tooLong)
		}
	}
}

func TestAddChargesTooLong(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	addChargesTooLong(&diags, 300_000, 300<<20, 256<<20)
	detail := diags[0].Detail()
	for _, text := range []string{"After 300000 charges", "1048 bytes each", "300 MiB", "256 MiB", "about 256140 such charges", "paymentservice_charge_summary", "`fields`", "`from` and `to`", "max_results"} {
		if !strings.Contains(detail, text) {
			t.Errorf("%q is not in: %s", text, detail)
		}
	}
}
