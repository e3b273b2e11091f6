// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
)

// onlyLenient leaves what a client gives of charges if no field is wanted but the lenient ones.
func onlyLenient(q query, page *page) {
	given := slices.Concat([]string{"id", "created_on"}, q.LenientFields)
	for i := range page.Items {
		for name, field := range page.Items[i].FieldPointers() {
			if !slices.Contains(given, name) {
				reflect.ValueOf(field).Elem().SetZero()
			}
		}
	}
}

// Charges that a filter excludes are counted. A field that a charge lacks is never
// outside of a filter.
func TestRead_mismatches(t *testing.T) {
	t.Parallel()
	number := func(text string) *json.Number { return new(json.Number(text)) }
	type charge = paymentapi.Charge
	type row struct {
		query   query
		inside  []charge // besides one that has only an id
		outside []charge
		filter  string // the name of the one that counts those outside
	}
	bubble.Each(t, map[string]row{
		"a store": {
			query:   query{StoreID: "ab"},
			inside:  []charge{{StoreID: new("AB")}},
			outside: []charge{{StoreID: new("cd")}},
			filter:  "store_id",
		},
		"a mode": {
			query:   query{Mode: "test"},
			inside:  []charge{{Mode: new("test")}},
			outside: []charge{{Mode: new("live")}, {Mode: new("")}},
			filter:  "mode",
		},
		"both modes": {
			query:  query{Mode: "live_test"},
			inside: []charge{{Mode: new("live")}, {Mode: new("test")}},
		},
		"a token": {
			query:   query{TransactionTokenID: "ab"},
			inside:  []charge{{TransactionTokenID: new("ab")}},
			outside: []charge{{TransactionTokenID: new("cd")}},
			filter:  "transaction_token_id",
		},
		"a currency, requested or charged": {
			query: query{Currency: "JPY"},
			inside: []charge{
				{RequestedCurrency: new("JPY"), ChargedCurrency: new("USD")},
				{RequestedCurrency: new("USD"), ChargedCurrency: new("jpy")},
				{RequestedCurrency: new("JPY")},
				{ChargedCurrency: new("JPY")},
			},
			outside: []charge{
				{RequestedCurrency: new("USD"), ChargedCurrency: new("EUR")},
				{RequestedCurrency: new("USD")},
				{ChargedCurrency: new("USD")},
			},
			filter: "currency",
		},
		"the least amount, which services exclude or not": {
			query: query{AmountFrom: new(int64(100))},
			inside: []charge{
				{RequestedAmount: number("99"), ChargedAmount: number("100")},
				{RequestedAmount: number("100"), ChargedAmount: number("99")},
				{RequestedAmount: number("100")},
			},
			outside: []charge{
				{RequestedAmount: number("99"), ChargedAmount: number("-99999999999999999999")},
				{RequestedAmount: number("99")},
				{ChargedAmount: number("99")},
			},
			filter: "amount_from",
		},
		"the greatest amount": {
			query: query{AmountTo: new(int64(200))},
			inside: []charge{
				{RequestedAmount: number("200"), ChargedAmount: number("201")},
				{RequestedAmount: number("99999999999999999999"), ChargedAmount: number("1")},
				{RequestedAmount: number("200")},
			},
			outside: []charge{
				{RequestedAmount: number("201"), ChargedAmount: number("99999999999999999999")},
				{RequestedAmount: number("201")},
				{ChargedAmount: number("201")},
			},
			filter: "amount_to",
		},
		"from": {
			query: query{From: "2025-06-02T00:00:00+09:00"},
			inside: []charge{
				{CreatedOn: new("2025-06-01T15:00:00Z")},
				{CreatedOn: new("soon")},
			},
			outside: []charge{
				{CreatedOn: new("2025-06-01T14:59:59.999999Z")},
			},
			filter: "from",
		},
		"a fraction of from, whole seconds of the charge": {
			query:  query{From: "2025-06-01T15:00:00.5Z"},
			inside: []charge{{CreatedOn: new("2025-06-01T15:00:00Z")}},
		},
		"to": {
			query:   query{To: "2025-06-02"},
			inside:  []charge{{CreatedOn: new("2025-06-01T23:59:59.999999Z")}},
			outside: []charge{{CreatedOn: new("2025-06-02T00:00:00Z")}},
			filter:  "to",
		},
		"a status": {
			query:   query{Extra: map[string]string{"status": "successful"}},
			inside:  []charge{{Status: new("Successful")}},
			outside: []charge{{Status: new("failed")}, {Status: new("")}},
			filter:  `extra_filters["status"]`,
		},
		"a status by another spelling of its name": {
			query:   query{Extra: map[string]string{"Status": "successful"}},
			inside:  []charge{{Status: new("successful")}},
			outside: []charge{{Status: new("failed")}},
			filter:  `extra_filters["Status"]`,
		},
		"several statuses": {
			query:  query{Extra: map[string]string{"status": "successful,failed"}},
			inside: []charge{{Status: new("error")}},
		},
		"a subscription": {
			query:   query{Extra: map[string]string{"subscription_id": "ab"}},
			inside:  []charge{{SubscriptionID: new("AB")}},
			outside: []charge{{SubscriptionID: new("cd")}},
			filter:  `extra_filters["subscription_id"]`,
		},
		"a type of tokens": {
			query:   query{Extra: map[string]string{"transaction_token_type": "recurring"}},
			inside:  []charge{{TransactionTokenType: new("recurring")}},
			outside: []charge{{TransactionTokenType: new("one_time")}},
			filter:  `extra_filters["transaction_token_type"]`,
		},
		"an id of the merchant": {
			query:   query{Extra: map[string]string{"merchant_transaction_id": "order-7"}},
			inside:  []charge{{MerchantTransactionID: new("order-7")}},
			outside: []charge{{MerchantTransactionID: new("order-8")}},
			filter:  `extra_filters["merchant_transaction_id"]`,
		},
		"no filter": {
			inside: []charge{{Mode: new("live"), Status: new("failed")}},
		},
		"filters that no charge shows": {
			query:  query{Phone: "0312345678", Extra: map[string]string{"email": "taro@example.com"}},
			inside: []charge{{DescriptorPhoneNumber: new("1")}},
		},
	}, func(t *testing.T, tt row) {
		m := &memory{
			ask:     func(query) query { return query{PageSize: 100} }, // it filters nothing
			rewrite: onlyLenient,
		}
		for i, c := range slices.Concat([]charge{{}}, tt.inside, tt.outside) {
			c.ID = fmt.Sprint(i)
			m.charges = append(m.charges, &entry{Charge: c})
		}
		result, _, err := m.read(t, tt.query)
		if err != nil || result.Len != len(m.charges) {
			t.Fatalf("the result is %+v, error %v", result, err)
		}
		want := map[string]int{}
		if len(tt.outside) > 0 {
			want[tt.filter] = len(tt.outside)
		}
		if !maps.Equal(result.Mismatches, want) {
			t.Errorf("mismatches are %v, want %v", result.Mismatches, want)
		}
	})
}
