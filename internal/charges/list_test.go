// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// pages is a source whose list has so many pages of 100 charges.
type pages int

func (n pages) Concurrency() int { return 1 }

func (n pages) ListCharges(context.Context, paymentapi.ChargeQuery) (*paymentapi.Page[paymentapi.Charge], error) {
	return nil, errors.New("not needed by one cursor")
}

func (n pages) ChargePagesAsSent(context.Context, paymentapi.ChargeQuery) iter.Seq2[*paymentapi.Page[paymentapi.Charge], error] {
	return func(yield func(*paymentapi.Page[paymentapi.Charge], error) bool) {
		for number := range int(n) {
			page := &paymentapi.Page[paymentapi.Charge]{HasMore: number+1 < int(n)}
			for i := range 100 {
				page.Items = append(page.Items, paymentapi.Charge{ID: fmt.Sprintf("%06d", 100*number+i)})
			}
			if !yield(page, nil) {
				return
			}
		}
	}
}

// The limit counts what is encoded: without the fields that are left out.
func TestEncodedPart_limitOfFields(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1000)
	charges := []paymentapi.Charge{{ID: "a", Descriptor: &long}, {ID: "b", Descriptor: &long}}
	if err := newRows(nil, 2000)()().Add(charges); err == nil {
		t.Error("all fields fit")
	}
	for name, tt := range map[string]struct {
		fields []string
		fits   bool
	}{"without the long one": {[]string{"id"}, true}, "the long one": {[]string{"descriptor"}, false}, "none": {[]string{}, true}} {
		if err := newRows(tt.fields, 2000)()().Add(charges); (err == nil) != tt.fits {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// The limit of what the CLI takes is met while reading, to the byte, and told
// with what was read so far.
func TestEncodedPart_limit(t *testing.T) {
	t.Parallel()
	whole, err := fetch.Read(t.Context(), pages(5), paymentapi.ChargeQuery{}, newRows(nil, 1<<30))
	if err != nil {
		t.Fatal(err)
	}
	size := int64(encodedList(whole).Size())
	if list := encodedList(whole); list.Len != 500 {
		t.Errorf("%d charges", list.Len)
	}
	if _, err := fetch.Read(t.Context(), pages(5), paymentapi.ChargeQuery{}, newRows(nil, size)); err != nil {
		t.Errorf("a list that fits to the byte: %v", err)
	}
	_, err = fetch.Read(t.Context(), pages(5), paymentapi.ChargeQuery{}, newRows(nil, size-1))
	var diags diag.Diagnostics
	addReadError(&diags, err, true)
	detail := diags[0].Detail()
	for _, text := range []string{"After 500 charges", fmt.Sprintf("%d bytes each", size/500), "256 MiB", "paymentservice_charge_summary", "`fields`", "`max_results`", "`from`"} {
		if !strings.Contains(detail, text) {
			t.Errorf("%q is not in: %s", text, detail)
		}
	}
}
