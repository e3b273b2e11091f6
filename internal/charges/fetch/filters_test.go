// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
)

// onlyLenient leaves what a client gives of charges if no field is wanted but the lenient ones.
func onlyLenient(q query, p *page) {
	for i := range p.Items {
		for name, field := range p.Items[i].FieldPointers() {
			if name != "id" && name != "created_on" && !slices.Contains(q.LenientFields, name) {
				reflect.ValueOf(field).Elem().SetZero()
			}
		}
	}
}

// Charges that a filter excludes are counted. A field that a charge lacks is never
// outside of a filter.
func TestRead_mismatches(t *testing.T) {
	t.Parallel()
	number := func(s string) *json.Number { return (*json.Number)(&s) }
	type charge = paymentapi.Charge
	type row struct {
		query   query
		inside  []charge
		outside []charge
	}
	bubble.Each(t, map[string]row{
		"store_id":   {query{StoreID: "ab"}, []charge{{StoreID: new("AB")}}, []charge{{StoreID: new("cd")}}},
		"mode":       {query{Mode: "test"}, []charge{{Mode: new("test")}}, []charge{{Mode: new("live")}, {Mode: new("")}}},
		"both modes": {query{Mode: "live_test"}, []charge{{Mode: new("live")}, {Mode: new("test")}}, nil},
		"transaction_token_id": {
			query{TransactionTokenID: "ab"}, []charge{{TransactionTokenID: new("ab")}}, []charge{{TransactionTokenID: new("cd")}},
		},
		"currency": {
			query{Currency: "JPY"},
			[]charge{
				{RequestedCurrency: new("JPY"), ChargedCurrency: new("USD")}, {RequestedCurrency: new("USD"), ChargedCurrency: new("jpy")},
				{RequestedCurrency: new("JPY")}, {ChargedCurrency: new("JPY")},
			},
			[]charge{{RequestedCurrency: new("USD"), ChargedCurrency: new("EUR")}, {RequestedCurrency: new("USD")}, {RequestedCurrency: new("EUR")}, {ChargedCurrency: new("USD")}, {ChargedCurrency: new("EUR")}},
		},
		"amount_from": {
			query{AmountFrom: new(int64(100))},
			[]charge{{RequestedAmount: number("99"), ChargedAmount: number("100")}, {RequestedAmount: number("100"), ChargedAmount: number("99")}, {RequestedAmount: number("100")}},
			[]charge{{RequestedAmount: number("99"), ChargedAmount: number("-99999999999999999999")}, {RequestedAmount: number("99")}, {RequestedAmount: number("98")}, {ChargedAmount: number("99")}, {ChargedAmount: number("98")}},
		},
		"amount_to": {
			query{AmountTo: new(int64(200))},
			[]charge{{RequestedAmount: number("200"), ChargedAmount: number("201")}, {RequestedAmount: number("200")}, {RequestedAmount: number("99999999999999999999"), ChargedAmount: number("1")}},
			[]charge{{RequestedAmount: number("201"), ChargedAmount: number("99999999999999999999")}, {RequestedAmount: number("201")}, {RequestedAmount: number("202")}, {ChargedAmount: number("201")}, {ChargedAmount: number("202")}},
		},
		"from": {
			query{From: "2025-06-02T00:00:00+09:00"},
			[]charge{{CreatedOn: new("2025-06-01T15:00:00Z")}, {CreatedOn: new("soon")}}, []charge{{CreatedOn: new("2025-06-01T14:59:59.999999Z")}},
		},
		"a fraction of from, whole seconds of the charge": {
			query{From: "2025-06-01T15:00:00.5Z"}, []charge{{CreatedOn: new("2025-06-01T15:00:00Z")}}, nil,
		},
		"to": {
			query{To: "2025-06-02"},
			[]charge{{CreatedOn: new("2025-06-01T23:59:59.999999Z")}}, []charge{{CreatedOn: new("2025-06-02T00:00:00Z")}},
		},
		"no filter":                  {query{}, []charge{{Mode: new("live")}}, nil},
		"one that cannot be checked": {query{Phone: "0312345678"}, []charge{{DescriptorPhoneNumber: new("1")}}, nil},
	}, func(t *testing.T, tt row) {
		m := &memory{ask: func(query) query { return query{PageSize: 100} }, rewrite: onlyLenient} // filters nothing
		for i, c := range slices.Concat([]charge{{}}, tt.inside, tt.outside) {
			c.ID = fmt.Sprint(i)
			m.charges = append(m.charges, &entry{Charge: c})
		}
		result, _, err := m.read(t, tt.query)
		if err != nil || result.Len != len(m.charges) {
			t.Fatalf("%+v, error %v", result, err)
		}
		want := map[string]int{}
		if len(tt.outside) > 0 {
			want[strings.TrimPrefix(t.Name(), "TestRead_mismatches/")] = len(tt.outside)
		}
		if !maps.Equal(result.Mismatches, want) {
			t.Errorf("mismatches are %v, want %v", result.Mismatches, want)
		}
	})
}
