// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"encoding/json"
	"strings"
	"testing"

	marks "github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/mark"
)

// chargeJSON is a charge with all its fields.
const chargeJSON = `{"id":"11111111-1111-4111-8111-111111111111",` +
	`"store_id":"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d",` +
	`"transaction_token_id":"22222222-2222-4222-8222-222222222222","transaction_token_type":"one_time",` +
	`"subscription_id":null,"merchant_transaction_id":null,` +
	`"requested_amount":1000,"requested_currency":"JPY","requested_amount_formatted":1000,` +
	`"charged_amount":1000,"charged_currency":"JPY","charged_amount_formatted":1000,` +
	`"fee_amount":36,"fee_currency":"JPY","fee_amount_formatted":36,` +
	`"only_direct_currency":false,"capture_at":null,"descriptor":null,"descriptor_phone_number":null,` +
	`"status":"successful","error":null,` +
	`"metadata":{"service-name":"A Shop","service-phone-number":8012345678,"order":"4711"},` +
	`"mode":"live","created_on":"2025-06-22T16:00:55.436116Z",` +
	`"redirect":{"endpoint":"https://shop.example.com"},"merchant_name":"A Merchant","store_name":"A Store"}`

// decodeCharges decodes a page of charges.
func decodeCharges(body []byte) (*Page[Charge], error) {
	a := &answer{call: &apiCall{}, body: body}
	return decodePage(a, chargeDecoder(nil, nil))
}

// BenchmarkMark_decode compares the time to decode a page, which checks every field,
// with that of encoding/json. Both include the check that all of it is JSON.
func BenchmarkMark_decode(b *testing.B) {
	charges := strings.Repeat(chargeJSON+",", 99) + chargeJSON
	page := []byte(`{"items":[` + charges + `],"has_more":true,"total_hits":100000}`)
	took := marks.Fastest(100, map[string]func(){
		"own": func() {
			if _, err := decodeCharges(page); err != nil || checkJSON(page) != "" {
				b.Fatal(err)
			}
		},
		"encoding/json": func() {
			var usual struct{ Items []map[string]any }
			if err := json.Unmarshal(page, &usual); err != nil {
				b.Fatal(err)
			}
		},
	})
	marks.AtMost(b, "a page of 100, against encoding/json", took["own"]/took["encoding/json"], 0.55)
}

// Whatever a service answers, there is an error, or a page whose charges have ids.
func FuzzDecodePage(f *testing.F) {
	f.Add(`{"items":[{"id":"c","requested_amount":1e3,"metadata":{"a":1}}],"has_more":true,` +
		`"total_hits":1e-9223372036854775808}`)
	f.Add(`{"items":[{"id":"c","fee_amount_formatted":1e20000000}],"has_more":false}`)
	f.Add(`{"items":{},"has_more":"x"}`)
	f.Fuzz(func(t *testing.T, body string) {
		page, err := decodeCharges([]byte(body))
		if (page == nil) != (err != nil) {
			t.Fatalf("page %v, error %v", page, err)
		}
		if err != nil {
			return
		}
		for _, charge := range page.Items {
			if strings.TrimSpace(charge.ID) == "" {
				t.Error("a charge without an id")
			}
		}
	})
}
