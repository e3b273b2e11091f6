// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"encoding/json"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A request has what is configured, as it is written. Nulls, and objects with nothing else in them, are
// not sent.
func TestOpen_request(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		payment string
		changes values
		sends   string // JSON
	}{
		"card": {
			payment: "card",
			sends: `{
				"payment_type": "card",
				"type": "one_time",
				"email": "customer@example.com",
				"data": {
					"card_number": "4000020000000000",
					"cardholder": "Taro Yamada",
					"cvv": "917",
					"exp_month": "12",
					"exp_year": "2031"
				}
			}`,
		},
		"card, with all arguments": {
			payment: "card",
			changes: values{
				"type":        "recurring",
				"usage_limit": "monthly",
				"ip_address":  "8.8.8.8",
				"metadata":    values{"service-customer-id": "11EE05AE-6ca3-5a5c-8f52-0b1f2f0b6f5d", "a.b": "c"},
				"card": values{
					"cardholder":    "Taro <&> \u2028\u0000\"\\ 日本 𠮷",
					"card_number":   "4000 0200 0000 0000",
					"exp_month":     "07",
					"exp_year":      "31",
					"cvv":           "007",
					"line1":         "1-2-3",
					"line2":         " x ",
					"state":         "s",
					"city":          "c",
					"country":       "JP",
					"zip":           "z",
					"phone_number":  values{"country_code": "81", "local_number": "09012345678"},
					"cvv_authorize": values{"enabled": true, "currency": "JPY"},
					"three_ds":      values{"enabled": true, "redirect_endpoint": "https://a.example/?a=1&b=<2>"},
				},
			},
			sends: `{
				"payment_type": "card",
				"type": "recurring",
				"usage_limit": "monthly",
				"email": "customer@example.com",
				"ip_address": "8.8.8.8",
				"metadata": {"a.b": "c", "service-customer-id": "11EE05AE-6ca3-5a5c-8f52-0b1f2f0b6f5d"},
				"data": {
					"card_number": "4000 0200 0000 0000",
					"cardholder": "Taro \u003c\u0026\u003e \u2028\u0000\"\\ 日本 𠮷",
					"city": "c",
					"country": "JP",
					"cvv": "007",
					"cvv_authorize": {"currency": "JPY", "enabled": true},
					"exp_month": "07",
					"exp_year": "31",
					"line1": "1-2-3",
					"line2": " x ",
					"phone_number": {"country_code": "81", "local_number": "09012345678"},
					"state": "s",
					"three_ds": {"enabled": true, "redirect_endpoint": "https://a.example/?a=1\u0026b=\u003c2\u003e"},
					"zip": "z"
				}
			}`,
		},
		"card, with nulls, empty objects and false": {
			payment: "card",
			changes: values{
				"metadata":                   nil,
				"card.cardholder":            nil,
				"card.phone_number":          values{},
				"card.three_ds":              values{"enabled": nil},
				"card.cvv_authorize.enabled": false,
			},
			sends: `{
				"payment_type": "card",
				"type": "one_time",
				"email": "customer@example.com",
				"data": {
					"card_number": "4000020000000000",
					"cvv": "917",
					"cvv_authorize": {"enabled": false},
					"exp_month": "12",
					"exp_year": "2031"
				}
			}`,
		},
		"konbini": {
			payment: "konbini",
			sends: `{
				"payment_type": "konbini",
				"type": "one_time",
				"email": "customer@example.com",
				"data": {
					"convenience_store": "lawson",
					"customer_name": "Taro Yamada",
					"phone_number": {"country_code": "81", "local_number": "9012345678"}
				}
			}`,
		},
		"konbini, with all arguments": {
			payment: "konbini",
			changes: values{
				"konbini.expiration_period":     "P2W",
				"konbini.expiration_time_shift": "18:00:00+09:00",
			},
			sends: `{
				"payment_type": "konbini",
				"type": "one_time",
				"email": "customer@example.com",
				"data": {
					"convenience_store": "lawson",
					"customer_name": "Taro Yamada",
					"expiration_period": "P2W",
					"expiration_time_shift": "18:00:00+09:00",
					"phone_number": {"country_code": "81", "local_number": "9012345678"}
				}
			}`,
		},
		"online": {
			payment: "online",
			sends: `{
				"payment_type": "online",
				"type": "one_time",
				"data": {"brand": "pay_pay_online", "call_method": "http_post"}
			}`,
		},
		"online, with all arguments": {
			payment: "online",
			changes: values{
				"email":                  "a@example.com",
				"ip_address":             "8.8.8.8",
				"online.brand":           "we_chat_online",
				"online.call_method":     "web",
				"online.user_identifier": "u",
				"online.os_type":         "ios",
			},
			sends: `{
				"payment_type": "online",
				"type": "one_time",
				"email": "a@example.com",
				"ip_address": "8.8.8.8",
				"data": {"brand": "we_chat_online", "call_method": "web", "os_type": "ios", "user_identifier": "u"}
			}`,
		},
		"bank_transfer": {
			payment: "bank_transfer",
			sends: `{
				"payment_type": "bank_transfer",
				"type": "recurring",
				"email": "customer@example.com",
				"data": {"brand": "aozora_bank"}
			}`,
		},
		"bank_transfer, with empty metadata": {
			payment: "bank_transfer",
			changes: values{"metadata": values{}},
			sends: `{
				"payment_type": "bank_transfer",
				"type": "recurring",
				"email": "customer@example.com",
				"data": {"brand": "aozora_bank"}
			}`,
		},
		"bank_transfer, with null and empty metadata values": {
			payment: "bank_transfer",
			changes: values{"metadata": values{"a": nil, "b": ""}},
			sends: `{
				"payment_type": "bank_transfer",
				"type": "recurring",
				"email": "customer@example.com",
				"metadata": {"b": ""},
				"data": {"brand": "aozora_bank"}
			}`,
		},
		"paidy": {
			payment: "paidy",
			sends: `{
				"payment_type": "paidy",
				"type": "one_time",
				"email": "customer@example.com",
				"data": {"paidy_token": "tok_918273"}
			}`,
		},
		"paidy, empty": {
			payment: "paidy",
			changes: values{"paidy": values{}},
			sends: `{
				"payment_type": "paidy",
				"type": "one_time",
				"email": "customer@example.com",
				"data": {}
			}`,
		},
		"paidy, sent as it is": {
			payment: "paidy",
			changes: values{"paidy": values{
				"a": nil,
				"b": values{},
				"c": []any{},
				"d": []any{1, true, nil, values{"e": values{"f": "<&>"}}},
				"g": json.Number("12345678901234567890.123"),
				"h": json.Number("1e30"),
				"i": json.Number("-1e-7"),
				"j": 0.1,
				"k": "",
				"l": json.Number("1e5000"),
				"m": json.Number("-1e-5000"),
			}},
			sends: `{
				"payment_type": "paidy",
				"type": "one_time",
				"email": "customer@example.com",
				"data": {
					"a": null,
					"b": {},
					"c": [],
					"d": [1, true, null, {"e": {"f": "\u003c\u0026\u003e"}}],
					"g": 12345678901234567890.123,
					"h": 1000000000000000000000000000000,
					"i": -0.0000001,
					"j": 0.1,
					"k": "",
					"l": 1e+5000,
					"m": -1e-5000
				}
			}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, p := start(t)
			service.Inject(fakeservice.Fault{Status: 201, Body: []byte(`{"id":"` + id + `"}`)})
			_, diags := p.Open(t.Context(), tokenType, with(tt.payment, tt.changes))
			if diags.Errors() != "" {
				t.Fatal(diags)
			}
			requests := service.Requests()
			if len(requests) != 1 {
				t.Fatalf("it sends %v", requests)
			}
			if got, want := string(requests[0].Body), compact(t, tt.sends); got != want {
				t.Errorf("it sends\n%s\nwant\n%s", got, want)
			}
		})
	}
}
