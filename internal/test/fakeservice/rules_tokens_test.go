// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// rightData is data that breaks no rule, for each payment type.
var rightData = map[string]members{
	"card":          {"card_number": cardNumber, "exp_month": "1", "exp_year": "2030"},
	"konbini":       {"customer_name": "Taro", "convenience_store": "lawson", "phone_number": members{"country_code": "81", "local_number": "0312345678"}},
	"online":        {"brand": "pay_pay_online", "call_method": "http_post"},
	"bank_transfer": {"brand": "aozora_bank"},
	"paidy":         {"paidy_token": "x"},
}

// token makes requests for a token of the payment type; change sets what the
// value stands for.
func token(paymentType string, change func(body, data members, value string)) func(string) request {
	return func(value string) request {
		body := members{"payment_type": paymentType, "type": "one_time", "email": "a@example.com"}
		data := maps.Clone(rightData[paymentType])
		change(body, data, value)
		maps.DeleteFunc(data, func(_ string, value any) bool { return value == nil })
		if _, set := body["data"]; !set {
			body["data"] = data
		}
		return request{method: http.MethodPost, path: "/tokens", body: encoded(body)}
	}
}

// in sets a field of the data to the value.
func in(paymentType, field string) func(string) request {
	return token(paymentType, func(_, data members, value string) { data[field] = value })
}

// of sets a field of the request to the value, and leaves it out for an empty one.
func of(paymentType, field string) func(string) request {
	return token(paymentType, func(body, _ members, value string) {
		body[field] = nil
		if value != "" {
			body[field] = value
		}
	})
}

// phone sets one part of a telephone number.
func phone(paymentType, part string) func(string) request {
	return token(paymentType, func(_, data members, value string) {
		number := members{"country_code": "81", "local_number": "0312345678"}
		number[part] = value
		data["phone_number"] = number
	})
}

// raw replaces the whole body of a token.
func raw(value string) request {
	return request{method: http.MethodPost, path: "/tokens", body: value}
}

var fourteen = strings.Repeat("1", 14)

// API description, section 4.1: what all payment types share.
func TestRules_tokens(t *testing.T) {
	t.Parallel()
	runRules(t, map[string]rule{
		"payment_type": {
			of: token("card", func(body, _ members, value string) {
				body["payment_type"], body["data"] = value, rightData[value]
				if rightData[value] == nil {
					body["data"] = members{}
				}
			}),
			obeyed: []string{"card", "paidy", "online", "konbini", "bank_transfer"},
			broken: []string{"", "Card", "cheque"},
		},
		"type": {of: of("card", "type"), obeyed: []string{"one_time", "recurring"}, broken: []string{"", "twice", "ONE_TIME"}},
		"online is one-time": {
			of: of("online", "type"), obeyed: []string{"one_time"}, broken: []string{"recurring"},
		},
		"usage_limit of an account without the permission": {
			of: token("card", func(body, _ members, value string) {
				kind, limit, _ := strings.Cut(value, " ")
				body["type"] = kind
				if limit != "" {
					body["usage_limit"] = limit
				}
			}),
			set:    func(b *fakeservice.Behavior) { b.RequireUsageLimit = true },
			obeyed: []string{"one_time", "recurring monthly", "recurring 10"},
			broken: []string{"recurring"},
		},
		"email": {
			of: of("card", "email"),
			obeyed: []string{
				"a@example.com", "a..b@docomo.ne.jp", "ab.@ezweb.ne.jp", ".a@example.com", "a+b@sub.example.co.jp", "客@例え.jp", "a@EXAMPLE.com", "a@my--shop.example.com",
			},
			broken: []string{
				"", "a", "@example.com", "a@", "a@b@example.com", "A <a@example.com>", "a b@example.com", " a@example.com", "a@example.com ", "a@example.com\n",
				"a@exa mple.com", "a@example..com", "a@.example.com", "a@example.com.", "a@exa<mple.com", "a@example.com:25", "a\x00@example.com", "a\u3000b@example.com",
			},
		},
		"email of an online payment": {of: of("online", "email"), obeyed: []string{"", "a@example.com"}, broken: []string{"nobody"}},
		"ip_address": {
			of: of("card", "ip_address"), obeyed: []string{"", "192.0.2.1", "0.0.0.0", "255.255.255.255"},
			broken: []string{"::1", "::ffff:192.0.2.1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1.2.3.04", "1.2.3.4 ", "1.2.3.4:80", "1.2.3.-4", "localhost"},
		},
		"service-customer-id": {
			of:     token("card", func(body, _ members, value string) { body["metadata"] = members{"service-customer-id": value} }),
			obeyed: []string{webhookID, strings.ToUpper(webhookID)},
			broken: []string{"", "7", "{" + webhookID + "}", strings.ReplaceAll(webhookID, "-", ""), "urn:uuid:" + webhookID, webhookID + "0"},
		},
		"service-reference-id": {
			of: func(value string) request {
				return raw(`{"payment_type":"bank_transfer","type":"one_time","email":"a@example.com","data":{"brand":"aozora_bank"},"metadata":{"service-reference-id":` + value + `}}`)
			},
			obeyed: []string{`""`, `"r 1"`}, broken: []string{`1`, `null`, `["r"]`},
		},
		"data is exactly the payment type's group": {
			of: token("bank_transfer", func(_, data members, value string) {
				if value != "" {
					data[value] = "x"
				}
			}),
			obeyed: []string{""}, broken: []string{"customer_name", "card_number", "phone_number", "data", "Brand"},
		},
		"fields of the request": {
			of: of("card", "nothing-else"), obeyed: []string{""}, broken: []string{"x"},
		},
		"types of JSON": {
			of: func(value string) request {
				return raw(`{"payment_type":"card","type":"one_time","email":"a@example.com","data":{"card_number":"1","exp_month":"1","exp_year":"2030",` + value + `}}`)
			},
			obeyed: []string{`"cvv":"123"`, `"cvv_authorize":{"enabled":true}`, `"three_ds":{"enabled":false}`},
			broken: []string{`"cvv":123`, `"zip":1600022`, `"cvv":null`, `"cvv_authorize":{"enabled":"true"}`, `"cvv_authorize":[]`, `"three_ds":true`, `"phone_number":"0312345678"`},
		},
	})
}

// API description, section 4.1: card data.
func TestRules_cards(t *testing.T) {
	t.Parallel()
	secure := func(change func(body, data members, value string)) func(string) request {
		return token("card", func(body, data members, value string) {
			body["type"] = "recurring"
			data["three_ds"] = members{"enabled": true}
			data["phone_number"] = members{"country_code": "81", "local_number": "0312345678"}
			change(body, data, value)
		})
	}
	runRules(t, map[string]rule{
		"card_number": {of: in("card", "card_number"), obeyed: []string{cardNumber, "4111 1111 1111 1234", "1"}, broken: []string{""}},
		"exp_month":   {of: in("card", "exp_month"), obeyed: []string{"1", "01", "12"}, broken: []string{"", "0", "13", "001", "May", "+1", " 1"}},
		"exp_year":    {of: in("card", "exp_year"), obeyed: []string{"2030", "30"}, broken: []string{"", "3", "030", "02030", "20x0"}},
		"free texts": {
			of:     token("card", func(_, data members, value string) { data[value] = "x 1" }),
			obeyed: []string{"cardholder", "cvv", "line1", "line2", "state", "city", "zip"}, broken: []string{"line3", "name"},
		},
		"country": {
			of: in("card", "country"), obeyed: []string{"JP", "US", "AX", "ZW", "SS"},
			broken: []string{"", "jp", "JPN", "XX", "ZZ", "AA", "XK", "EU", "UK", "AN", "SU", "J1", "J"},
		},
		"local_number": {
			of: phone("card", "local_number"), obeyed: []string{"1", "0" + fourteen}, broken: []string{"", "00" + fourteen, "03-1234", "+81312345678", "０３"},
		},
		"country_code": {
			of: phone("card", "country_code"), obeyed: []string{"81", "1", "1246"}, broken: []string{"", "+81", "JP", "8 1"},
		},
		"a number without 3-D Secure may have one part": {
			of:     token("card", func(_, data members, value string) { data["phone_number"] = members{value: "81"} }),
			obeyed: []string{"country_code", "local_number"}, broken: []string{"area_code"},
		},
		"cvv_authorize.currency": {
			of: token("card", func(_, data members, value string) {
				data["cvv_authorize"] = members{"enabled": true, "currency": value}
			}),
			obeyed: []string{"JPY", "USD"}, broken: []string{"", "jpy", "JP", "YENS", "J1Y"},
		},
		"3-D Secure is for recurring tokens": {
			of:     secure(func(body, _ members, value string) { body["type"] = value }),
			obeyed: []string{"recurring"}, broken: []string{"one_time"},
		},
		"3-D Secure needs a telephone number": {
			of: secure(func(_, data members, value string) {
				number := members{}
				for part := range strings.FieldsSeq(value) {
					number[part] = "81"
				}
				data["phone_number"] = nil
				if value != "none" {
					data["phone_number"] = number
				}
			}),
			obeyed: []string{"country_code local_number"}, broken: []string{"country_code", "local_number", "", "none"},
		},
		"redirect_endpoint": {
			of: token("card", func(_, data members, value string) { data["three_ds"] = members{"redirect_endpoint": value} }),
			obeyed: []string{
				"https://shop.example.com/done?order=1", "http://localhost:3000/", "http://[::1]/", "https://example.com", "HTTPS://Example.com/", "https://日本.example/",
				"https://example.com:65535/", "https://my_shop.example/",
			},
			broken: []string{
				"", "/done", "shop.example.com", "//example.com/", "ftp://example.com/", "javascript://x", "https://", "https:///done", "https://:443/", "https:example.com",
				"https://exa<mple.com/", "https://exa mple.com/", "https://example..com/", "https://example.com:0/", "https://example.com:65536/", "https://example.com:x/",
				"https://[::zz]/", "https://[::1/", "https://example.com/a b", "https://example.com/\n", "https://example.com/%zz", `https://exa"mple.com/`,
			},
		},
	})
}
