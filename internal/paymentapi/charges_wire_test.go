// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// one returns a charge as the client decodes it.
func one(t *testing.T, charge string) (paymentapi.Charge, error) {
	t.Helper()
	client, _ := chargeClient(t, func(int, url.Values) string {
		return `{"items":[` + charge + `],"has_more":false,"total_hits":1.0}`
	})
	page, err := client.ListCharges(t.Context(), paymentapi.ChargeQuery{})
	if err != nil {
		return paymentapi.Charge{}, err
	}
	if page.TotalHits == nil || *page.TotalHits != 1 {
		t.Errorf("total_hits %v", page.TotalHits)
	}
	return page.Items[0], nil
}

func TestListCharges_decodes(t *testing.T) {
	t.Parallel()
	text := func(s string) *string { return &s }
	number := func(s string) *json.Number { n := json.Number(s); return &n }
	tests := map[string]struct {
		json string
		want paymentapi.Charge
	}{
		"nothing but an id": {`{"id":"c"}`, paymentapi.Charge{ID: "c"}},
		"nulls": {
			`{"id":"c","store_id":null,"requested_amount":null,"fee_amount_formatted":null,"error":null,"metadata":null,"redirect":null,"only_direct_currency":null}`,
			paymentapi.Charge{ID: "c"},
		},
		"unknown fields":         {`{"id":"c","email":"x","nested":{"id":"d"}}`, paymentapi.Charge{ID: "c"}},
		"texts":                  {`{"id":"c","store_id":"s","created_on":"2017-06-22T16:00:55.436116Z","status":"","only_direct_currency":false}`, paymentapi.Charge{ID: "c", StoreID: text("s"), CreatedOn: text("2017-06-22T16:00:55.436116Z"), Status: text(""), OnlyDirectCurrency: new(bool)}},
		"beyond 2^53":            {`{"id":"c","requested_amount":9007199254740993}`, paymentapi.Charge{ID: "c", RequestedAmount: number("9007199254740993")}},
		"the largest":            {`{"id":"c","requested_amount":9223372036854775807,"charged_amount":-9223372036854775808}`, paymentapi.Charge{ID: "c", RequestedAmount: number("9223372036854775807"), ChargedAmount: number("-9223372036854775808")}},
		"beyond 64 bits":         {`{"id":"c","requested_amount":99999999999999999999,"charged_amount":"-9223372036854775809","fee_amount":1e19}`, paymentapi.Charge{ID: "c", RequestedAmount: number("99999999999999999999"), ChargedAmount: number("-9223372036854775809"), FeeAmount: number("10000000000000000000")}},
		"whole with a point":     {`{"id":"c","requested_amount":1000.0,"fee_amount":-0.0}`, paymentapi.Charge{ID: "c", RequestedAmount: number("1000"), FeeAmount: number("0")}},
		"whole with an exponent": {`{"id":"c","requested_amount":1e3,"charged_amount":1.25E+2,"fee_amount":12000e-3}`, paymentapi.Charge{ID: "c", RequestedAmount: number("1000"), ChargedAmount: number("125"), FeeAmount: number("12")}},
		"exact decimals": {
			`{"id":"c","requested_amount_formatted":0.10,"charged_amount_formatted":1e2,"fee_amount_formatted":123456789012345678901234567890.123}`,
			paymentapi.Charge{ID: "c", RequestedAmountFormatted: number("0.1"), ChargedAmountFormatted: number("100"), FeeAmountFormatted: number("123456789012345678901234567890.123")},
		},
		"decimals with exponents": {
			`{"id":"c","requested_amount_formatted":1.5e10,"charged_amount_formatted":-25E-4,"fee_amount_formatted":-0.0e+5}`,
			paymentapi.Charge{ID: "c", RequestedAmountFormatted: number("15000000000"), ChargedAmountFormatted: number("-0.0025"), FeeAmountFormatted: number("0")},
		},
		"the farthest decimals": {
			`{"id":"c","requested_amount_formatted":1E+300,"charged_amount_formatted":1e-300}`,
			paymentapi.Charge{ID: "c", RequestedAmountFormatted: number("1" + strings.Repeat("0", 300)), ChargedAmountFormatted: number("0." + strings.Repeat("0", 299) + "1")},
		},
		"decimals as text": {
			`{"id":"c","requested_amount_formatted":"10.50","fee_amount_formatted":"-0.5"}`,
			paymentapi.Charge{ID: "c", RequestedAmountFormatted: number("10.5"), FeeAmountFormatted: number("-0.5")},
		},
		"metadata": {
			`{"id":"c","metadata":{"s":"a\"b","n":8012345678,"f":1.10,"t":true,"z":null,"o":{"a": 1},"l":[1, "x"]},"redirect":{}}`,
			paymentapi.Charge{ID: "c", Redirect: map[string]*string{}, Metadata: map[string]*string{
				"s": text(`a"b`), "n": text("8012345678"), "f": text("1.10"), "t": text("true"), "z": nil, "o": text(`{"a": 1}`), "l": text(`[1, "x"]`),
			}},
		},
		"names that look the same": {
			`{"id":"c","metadata":{"\u00e9":"1","e\u0301":"2"}}`,
			paymentapi.Charge{ID: "c", Metadata: map[string]*string{"\u00e9": text("2")}},
		},
		"an object of PHP":    {`{"id":"c","metadata":[ ]}`, paymentapi.Charge{ID: "c", Metadata: map[string]*string{}}},
		"an empty error":      {`{"id":"c","error":{}}`, paymentapi.Charge{ID: "c", Error: text("{}")}},
		"an error":            {`{"id":"c","error":{"code": 101, "message":"<x>"}}`, paymentapi.Charge{ID: "c", Error: text(`{"code": 101, "message":"<x>"}`)}},
		"an error as a text":  {`{"id":"c","error":"x"}`, paymentapi.Charge{ID: "c", Error: text(`"x"`)}},
		"an id with no shape": {`{"id":"not a uuid / at all"}`, paymentapi.Charge{ID: "not a uuid / at all"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := one(t, tt.json)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestListCharges_refuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ field, value, problem string }{
		"a fraction":               {"requested_amount", "10.5", "not a whole number"},
		"a fraction by exponent":   {"fee_amount", "105e-1", "not a whole number"},
		"a very long amount":       {"charged_amount", strings.Repeat("9", 151), "too long"},
		"a very long power of ten": {"charged_amount", "1e150", "too long"},
		"an absurd exponent":       {"requested_amount", "1e20000000", "exponent"},
		"absurd, formatted":        {"requested_amount_formatted", "1e20000000", "exponent"},
		"absurd, negative":         {"fee_amount_formatted", "1e-20000000", "exponent"},
		"absurd beyond an integer": {"fee_amount_formatted", "1e99999999999999999999", "exponent"},
		"a very long number":       {"fee_amount_formatted", strings.Repeat("9", 200), "too long"},
		"a text as amount":         {"requested_amount", `"1,000"`, "not a number"},
		"a word as amount":         {"fee_amount_formatted", `"10abc"`, "not a number"},
		"an empty text as amount":  {"fee_amount_formatted", `""`, "not a number"},
		"a boolean as text":        {"fee_amount_formatted", `"true"`, "not a number"},
		"a text with a space":      {"requested_amount", `"100 "`, "not a number"},
		"a text with two numbers":  {"requested_amount", `"1 2"`, "not a number"},
		"a boolean as amount":      {"requested_amount", "true", "not a number"},
		"an object as formatted":   {"charged_amount_formatted", "{}", "not a number"},
		"metadata no object":       {"metadata", "[1]", "not an object"},
		"metadata not UTF-8":       {"metadata", "{\"a\":\"\xff\"}", "not valid UTF-8"},
		"a name not UTF-8":         {"metadata", "{\"\xff\":1}", "not valid UTF-8"},
		"redirect no object":       {"redirect", `"x"`, "not an object"},
		"a number as text":         {"status", "7", "status is a number"},
		"a text as boolean":        {"only_direct_currency", `"true"`, "only_direct_currency is a string"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := one(t, fmt.Sprintf(`{%q:%s,"id":"11111111-1111-4111-8111-111111111111"}`, tt.field, tt.value))
			if err == nil {
				t.Fatal("no error")
			}
			for _, part := range []string{"charge 11111111-1111-4111-8111-111111111111: ", tt.field, tt.problem} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q is not in the error: %v", part, err)
				}
			}
		})
	}
}
