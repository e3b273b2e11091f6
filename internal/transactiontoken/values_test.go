// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// The rules of single arguments.
func TestValidate_values(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtocol(t)
	const unknown = acctest.Unknown
	for argument, tt := range map[string]struct {
		payment  string
		accepted []any
		refused  []any
		says     string // of the refused values, after the name of the argument
	}{
		"type": {
			payment:  "bank_transfer",
			accepted: []any{"one_time", "subscription", unknown},
			refused:  []any{"one_time "},
			says:     "must not have white space at its beginning or end",
		},
		"usage_limit": {
			payment:  "bank_transfer",
			accepted: []any{nil, "fortnightly", unknown},
			refused:  []any{"", " "},
			says:     "must not be empty or blank; to leave it unset",
		},
		"email": {
			payment:  "bank_transfer",
			accepted: []any{"a+b@example.com", "a..b@docomo.ne.jp", "日本@例え.jp"},
			refused:  []any{"nobody", "a@", "@b", "a b@c"},
			says:     "must be an e-mail address",
		},
		"ip_address": {
			payment:  "bank_transfer",
			accepted: []any{nil, "8.8.8.8", "127.0.0.1", unknown},
			refused:  []any{"::1", "8.8.8", "08.8.8.8"},
			says:     "must be an IPv4 address",
		},
		"metadata": {
			payment:  "bank_transfer",
			accepted: []any{nil, values{}, values{"a": "b"}},
		},
		"metadata.service-customer-id": {
			payment:  "bank_transfer",
			accepted: []any{nil, "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d", unknown},
			refused:  []any{"c-1"},
			says:     "must be a UUID",
		},
		"paidy": {
			payment:  "paidy",
			accepted: []any{values{}, unknown, values{"paidy_token": unknown}},
			refused:  []any{"tok_918273", true, 7, []any{}, []any{"a"}},
			says:     "must be an object",
		},
		"bank_transfer.brand": {
			payment:  "bank_transfer",
			accepted: []any{unknown},
			refused:  []any{"other", "Aozora_bank"},
			says:     "must be `aozora_bank`",
		},
		"card.card_number": {
			payment:  "card",
			accepted: []any{"x", unknown},
			refused:  []any{" "},
			says:     "must not be empty or blank",
		},
		"card.cvv": {
			payment:  "card",
			accepted: []any{nil, "0", "abc"},
			refused:  []any{"", " ", "\u3000"},
			says:     "must not be empty or blank; to leave it unset",
		},
		"card.exp_month": {
			payment:  "card",
			accepted: []any{"1", "01", "9", "09", "10", "11", "12", unknown},
			refused:  []any{"0", "00", "13", "001", "+1", "x", "１"},
			says:     "must be a month from 1 to 12",
		},
		"card.exp_year": {
			payment:  "card",
			accepted: []any{"31", "00", "2031", "0031", unknown},
			refused:  []any{"1", "031", "20311", "x1", "+031"},
			says:     "must be a year of two or four digits",
		},
		"card.country": {
			payment:  "card",
			accepted: []any{nil, "JP", unknown},
			refused:  []any{"ZZ", "jp", "JPN", "J"},
			says:     "must be an ISO 3166-1 alpha-2 country code",
		},
		"card.phone_number.country_code": {
			payment:  "card",
			accepted: []any{nil, "1", "81", "0049", unknown},
			refused:  []any{"+81", "JP", "8 1"},
			says:     "must be a country code in digits",
		},
		"card.phone_number.local_number": {
			payment:  "card",
			accepted: []any{nil, "0", "012345678901234", "123456789012345", unknown},
			refused:  []any{"1234567890123456", "090-1", "+81", "０３"},
			says:     "must consist of 1 to 15 digits",
		},
		"card.cvv_authorize.currency": {
			payment:  "card",
			accepted: []any{nil, "JPY", unknown},
			refused:  []any{"jpy", "YEN1"},
			says:     "must be an ISO 4217 currency code",
		},
		"card.cvv_authorize.enabled": {
			payment:  "card",
			accepted: []any{nil, true, false, unknown},
		},
		"card.three_ds.redirect_endpoint": {
			payment:  "card",
			accepted: []any{nil, "http://localhost:3000/done?a=b", "https://a.b", unknown},
			refused:  []any{"/done", "ftp://a.b"},
			says:     "must be an absolute http or https URL",
		},
		"konbini.customer_name": {
			payment:  "konbini",
			accepted: []any{"山田 太郎", unknown},
			refused:  []any{""},
			says:     "must not be empty or blank",
		},
		"konbini.phone_number.country_code": {
			payment:  "konbini",
			accepted: []any{"81", unknown},
			refused:  []any{"82", "+81"},
			says:     "must be `81`",
		},
		"konbini.phone_number.local_number": {
			payment:  "konbini",
			accepted: []any{"1", unknown},
			refused:  []any{"1234567890123456"},
			says:     "must consist of 1 to 15 digits",
		},
		"konbini.convenience_store": {
			payment: "konbini",
			accepted: []any{
				"seven_eleven", "family_mart", "lawson", "mini_stop", "seico_mart", "pay_easy", "circle_k", "sunkus",
				"daily_yamazaki", "yamazaki_daily_store", unknown,
			},
			refused: []any{"Lawson"},
			says:    "must be `family_mart`, ",
		},
		"konbini.expiration_period": {
			payment: "konbini",
			accepted: []any{
				nil, "PT30M", "PT1800S", "PT0.5H", "PT0,5H", "P1D", "P1DT1S", "P1DT0H", "P60D", "P60DT0H",
				"P8W", "P0.5W", "PT1440H", unknown,
			},
			refused: []any{"PT29M", "PT1799S", "P60DT1S", "P61D", "P9W", "PT0S"},
			says:    "must be from 30 minutes (PT30M) to 60 days (P60D)",
		},
		"konbini.expiration_time_shift": {
			payment:  "konbini",
			accepted: []any{nil, "18:00:00+09:00", "18:00Z", "T2400Z", unknown},
			refused:  []any{"18:00:00", "25:00Z"},
			says:     "must be an ISO 8601 time of day with a time zone",
		},
		"online.brand": {
			payment:  "online",
			accepted: []any{unknown},
			refused:  []any{"other"},
			says:     "must be `alipay_online`, ",
		},
		"online.call_method": {
			payment:  "online",
			accepted: []any{unknown},
			refused:  []any{"post"},
			says:     "must be `app`, ",
		},
		"online.os_type": {
			payment:  "online",
			accepted: []any{nil, "android", "ios"},
			refused:  []any{"Android"},
			says:     "must be `android` or `ios`",
		},
		"online.user_identifier": {
			payment:  "online",
			accepted: []any{nil, "u", unknown},
		},
	} {
		t.Run(argument, func(t *testing.T) {
			t.Parallel()
			for _, value := range tt.accepted {
				refuses, warns := validate(t, p, with(tt.payment, values{argument: value}))
				if len(refuses) > 0 || len(warns) > 0 {
					t.Errorf("%v: it refuses %q and warns %q", value, refuses, warns)
				}
			}
			for _, value := range tt.refused {
				refuses, _ := validate(t, p, with(tt.payment, values{argument: value}))
				if len(refuses) != 1 || !strings.HasPrefix(refuses[0], "`"+argument+"` "+tt.says) {
					t.Errorf("%v: it refuses %q, want %q", value, refuses, tt.says)
				}
			}
		})
	}
}
