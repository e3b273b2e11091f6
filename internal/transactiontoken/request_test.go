// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"encoding/json"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestOpen_body(t *testing.T) {
	t.Parallel()

	// More digits than a float64 has.
	amount, _, err := big.ParseFloat("12345678901234567890.123", 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"

	for name, tc := range map[string]struct {
		of     string
		change object
		want   string
	}{
		"card": {
			of: "card",
			change: object{
				"type": "recurring", "usage_limit": "monthly", "card/exp_month": "07", "card/country": "JP",
				"card/phone_number":  object{"country_code": "81", "local_number": "09012345678"},
				"card/cvv_authorize": object{"enabled": true, "currency": "JPY"},
				"card/three_ds":      object{"enabled": true, "redirect_endpoint": "https://shop.example.com/?a=1&b=<2>"},
			},
			want: `{"payment_type":"card","type":"recurring","usage_limit":"monthly","email":"customer@example.com","data":{
				"card_number":"4000020000000000","cardholder":"Taro Yamada","country":"JP","cvv":"917",
				"cvv_authorize":{"currency":"JPY","enabled":true},"exp_month":"07","exp_year":"2031","phone_number":{"country_code":"81","local_number":"09012345678"},
				"three_ds":{"enabled":true,"redirect_endpoint":"https://shop.example.com/?a=1&b=<2>"}}}`,
		},
		"card, year of two digits": {
			of:     "card",
			change: object{"card/exp_year": "31"},
			want: `{"payment_type":"card","type":"one_time","email":"customer@example.com","data":{
				"card_number":"4000020000000000","cardholder":"Taro Yamada","cvv":"917","exp_month":"12","exp_year":"31"}}`,
		},
		"card, empty objects": {
			of: "card",
			change: object{
				"card/phone_number":  object{},
				"card/cvv_authorize": object{"enabled": nil, "currency": nil},
				"card/three_ds":      object{"enabled": false, "redirect_endpoint": nil},
			},
			want: `{"payment_type":"card","type":"one_time","email":"customer@example.com","data":{
				"card_number":"4000020000000000","cardholder":"Taro Yamada","cvv":"917","exp_month":"12","exp_year":"2031","three_ds":{"enabled":false}}}`,
		},
		"konbini": {
			of: "konbini",
			change: object{
				"konbini/expiration_period": "P2W", "konbini/expiration_time_shift": "18:00:00+09:00",
				"metadata": object{"service-customer-id": id, "service-reference-id": "<1&2>", "left-out": nil},
			},
			want: `{"payment_type":"konbini","type":"one_time","email":"customer@example.com",
				"metadata":{"service-customer-id":"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d","service-reference-id":"<1&2>"},
				"data":{"convenience_store":"lawson","customer_name":"Taro Yamada","expiration_period":"P2W","expiration_time_shift":"18:00:00+09:00",
				"phone_number":{"country_code":"81","local_number":"9012345678"}}}`,
		},
		"online": {
			of: "online",
			change: object{
				"ip_address": "8.8.8.8", "metadata": object{}, "online/brand": "we_chat_online", "online/call_method": "web", "online/user_identifier": "u 1",
			},
			want: `{"payment_type":"online","type":"one_time","ip_address":"8.8.8.8","metadata":{},
				"data":{"brand":"we_chat_online","call_method":"web","user_identifier":"u 1"}}`,
		},
		"bank transfer": {
			of:   "bank_transfer",
			want: `{"payment_type":"bank_transfer","type":"recurring","email":"customer@example.com","data":{"brand":"aozora_bank"}}`,
		},
		"paidy": {
			of: "paidy",
			change: object{"paidy": object{
				"paidy_token": "<tok>", "amount": amount, "flag": true, "left_out": nil,
				"list": []any{"a", big.NewFloat(1), nil, object{"b": nil}}, "billing_address": object{"zip": nil}, "shipping_address": object{"zip": "0010001"},
			}},
			want: `{"payment_type":"paidy","type":"one_time","email":"customer@example.com","data":{"amount":12345678901234567890.123,"billing_address":{"zip":null},"flag":true,
				"left_out":null,"list":["a",1,null,{"b":null}],"paidy_token":"<tok>","shipping_address":{"zip":"0010001"}}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, data := start(t)
			config := with(tc.of, tc.change)
			config["create"] = true
			if resp := open(t, data, config); resp.Diagnostics.HasError() {
				t.Fatal(resp.Diagnostics)
			}
			requests := service.Requests()
			if len(requests) != 1 || requests[0].Route != "POST /tokens" {
				t.Fatalf("got %v, want one POST /tokens", requests)
			}
			want := strings.NewReplacer("\n", "", "\t", "").Replace(tc.want)
			if got := string(requests[0].Body); got != want {
				t.Errorf("sent %s\nwant %s", got, want)
			}
		})
	}
}

// Whatever is configured reaches the service as it was written, and nothing else.
func FuzzRequest(f *testing.F) {
	f.Add("Taro Yamada", "4000020000000000", "07", "1-2-3", true)
	f.Add("<&>\u2028\x00", "", "\"", "\\u0034", false)
	f.Fuzz(func(t *testing.T, name, number, month, line string, address bool) {
		name, number, month, line = valid(name), valid(number), valid(month), valid(line)
		card := object{"cardholder": name, "card_number": number, "exp_month": month, "exp_year": "2031"}
		if address {
			card["line1"] = line
		}
		config := object{"create": true, "type": "one_time", "email": "customer@example.com", "card": card}
		service := fakeservice.New()
		pipe := fakeservice.Pipe(service)
		defer func() {
			if err := pipe.Close(); err != nil {
				t.Error(err)
			}
		}()
		transport := pipe.Transport()
		defer transport.CloseIdleConnections()

		broken := validate(t, config).HasError()
		open(t, dataFor(t, pipe.URL, transport), config)
		requests := service.Requests()
		if broken {
			if len(requests) != 0 {
				t.Fatal("a broken configuration was sent")
			}
			return
		}
		if len(requests) != 1 {
			t.Fatalf("%d requests, want 1", len(requests))
		}
		var body struct{ Data map[string]string }
		if err := json.Unmarshal(requests[0].Body, &body); err != nil {
			t.Fatal(err)
		}
		want := map[string]string{}
		for key, value := range card {
			want[key], _ = value.(string)
		}
		if !reflect.DeepEqual(body.Data, want) {
			t.Errorf("sent %q, want %q", slices.Sorted(maps.Values(body.Data)), slices.Sorted(maps.Values(want)))
		}
	})
}

func valid(s string) string { return strings.ToValidUTF8(s, "?") }
