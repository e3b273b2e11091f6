// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows_test

import (
	"errors"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func decoded(t *testing.T, encoder *rows.Encoder, charge paymentapi.Charge) map[string]any {
	t.Helper()
	encoded, err := encoder.Encode([]paymentapi.Charge{charge})
	check(t, err)
	var object map[string]any
	check(t, msgpack.Unmarshal(encoded, &object))
	return object
}

// Chosen fields are encoded as they are without a choice, and all others are null.
func TestEncode_fields(t *testing.T) {
	t.Parallel()
	choices := map[string][]string{"none": {}, "all": rows.Fields()}
	for _, field := range rows.Fields() {
		choices[field] = []string{field}
		choices["all but "+field] = slices.DeleteFunc(rows.Fields(), func(f string) bool { return f == field })
	}
	full := oddCharges()["all fields"]
	all := decoded(t, rows.NewEncoder(nil, math.MaxInt64), full)
	for name, fields := range choices {
		want := maps.Clone(all)
		for field := range want {
			if !slices.Contains(fields, field) {
				want[field] = nil
			}
		}
		if got := decoded(t, rows.NewEncoder(fields, math.MaxInt64), full); !reflect.DeepEqual(got, want) || len(got) != len(rows.Fields()) {
			t.Errorf("%s is encoded as %v, want %v", name, got, want)
		}
	}
}

// The limit counts all that is encoded, for all pages together. Fields that are left
// out do not count.
func TestEncode_limit(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1000)
	page := []paymentapi.Charge{{ID: "a", Descriptor: &long}, {ID: "b", Descriptor: &long}}
	short, err := rows.NewEncoder([]string{"id"}, math.MaxInt64).Encode(page)
	check(t, err)
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
		encoder := rows.NewEncoder(tt.fields, int64(tt.limit))
		_, first := encoder.Encode(page)
		_, second := encoder.Encode(page)
		var tooLong *rows.TooLongError
		if err := errors.Join(first, second); errors.As(err, &tooLong) == tt.fits {
			t.Errorf("%s: error %v", name, err)
		}
		if errors.As(second, &tooLong) && tooLong.Charges != 4 {
			t.Errorf("%s: %+v", name, tooLong)
		}
	}
}
