// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"maps"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The data of a request for each payment type that breaks no rule.
var validData = map[string]object{
	"card": {
		"card_number": "4111111111111234",
		"exp_month":   "01",
		"exp_year":    "2030",
	},
	"konbini": {
		"customer_name":     "Taro Yamada",
		"convenience_store": "lawson",
		"phone_number":      object{"country_code": "81", "local_number": "9012345678"},
	},
	"online":        {"brand": "pay_pay_online", "call_method": "http_post"},
	"bank_transfer": {"brand": "aozora_bank"},
	"paidy":         {"paidy_token": "tok_1"},
}

// tokenRequest is the body of a request for a token: a valid one with changes. A nil takes a
// member out.
type tokenRequest struct {
	payment string // the payment type
	data    object // changes of data
	more    object // changes of the other members
}

func (r tokenRequest) body(t *testing.T) string {
	t.Helper()
	body := object{
		"payment_type": r.payment,
		"type":         "one_time",
		"email":        "a@example.com",
		"data":         changed(validData[r.payment], r.data),
	}
	return inJSON(t, changed(body, r.more))
}

func changed(valid, changes object) object {
	all := maps.Clone(valid)
	maps.Copy(all, changes)
	maps.DeleteFunc(all, func(_ string, v any) bool { return v == nil })
	return all
}

var (
	weChat     = object{"brand": "we_chat_online", "call_method": "web", "user_identifier": "u"}
	japanese   = object{"country_code": "81", "local_number": "9012345678"}
	recurring  = object{"type": "recurring"}
	withSecure = object{"three_ds": object{"enabled": true}, "phone_number": japanese}
)

// TestTokens_accepted has requests that break no rule (API description, section 4.1).
func TestTokens_accepted(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]tokenRequest{
		"card":                   {payment: "card"},
		"konbini":                {payment: "konbini"},
		"online":                 {payment: "online"},
		"bank transfer":          {payment: "bank_transfer"},
		"paidy":                  {payment: "paidy"},
		"online, no e-mail":      {payment: "online", more: object{"email": nil}},
		"recurring card":         {payment: "card", more: recurring},
		"with a limit":           {payment: "card", more: object{"type": "recurring", "usage_limit": "monthly"}},
		"3-D Secure":             {payment: "card", data: withSecure, more: recurring},
		"3-D Secure that is off": {payment: "card", data: object{"three_ds": object{"enabled": false}}},
		"half a phone number of a card": {
			payment: "card",
			data:    object{"phone_number": object{"country_code": "1"}},
		},
		"shortest period":           {payment: "konbini", data: object{"expiration_period": "PT30M"}},
		"longest period":            {payment: "konbini", data: object{"expiration_period": "P60D"}},
		"period of weeks and hours": {payment: "konbini", data: object{"expiration_period": "P8WT12H"}},
		"time shift":                {payment: "konbini", data: object{"expiration_time_shift": "18:00:00+09:00"}},
		"time shift of a day": {
			payment: "konbini",
			data:    object{"expiration_period": "PT24H", "expiration_time_shift": "T18:00Z"},
		},
		"WeChat": {payment: "online", data: weChat, more: object{"ip_address": "8.8.8.8"}},
		"Alipay on a phone": {
			payment: "online",
			data:    object{"brand": "alipay_plus_online", "call_method": "http_get_mobile", "os_type": "ios"},
		},
		"metadata": {
			payment: "card",
			more:    object{"metadata": object{"service-customer-id": otherID, "order": "1"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			got := send(t, s, "POST /tokens", tc.body(t))
			if got.status != http.StatusCreated || len(s.Tokens()) != 1 {
				t.Errorf("status %d: %s", got.status, got.text)
			}
		})
	}
}

// TestTokens_refused has a row for each rule that a request may break (API description, section
// 4.1).
func TestTokens_refused(t *testing.T) {
	t.Parallel()
	type row struct {
		tokenRequest
		field string
	}
	card := func(field string, value any) row {
		return row{tokenRequest{payment: "card", data: object{field: value}}, "data." + field}
	}
	konbini := func(field string, value any) row {
		return row{tokenRequest{payment: "konbini", data: object{field: value}}, "data." + field}
	}
	online := func(field string, data object) row {
		return row{tokenRequest{payment: "online", data: data}, field}
	}
	body := func(payment, field string, value any) row {
		return row{tokenRequest{payment: payment, more: object{field: value}}, field}
	}
	phone := func(payment, part string, value any) row {
		number := changed(japanese, object{part: value})
		return row{
			tokenRequest{payment: payment, data: object{"phone_number": number}},
			"data.phone_number." + part,
		}
	}

	for name, tc := range map[string]row{
		"unknown payment type":   body("card", "payment_type", "cash"),
		"unknown type":           body("card", "type", "subscription"),
		"no type":                body("card", "type", nil),
		"no data":                body("card", "data", nil),
		"no e-mail":              body("bank_transfer", "email", nil),
		"no e-mail for paidy":    body("paidy", "email", nil),
		"e-mail without a host":  body("card", "email", "a@"),
		"IPv6":                   body("card", "ip_address", "::1"),
		"IPv4 beyond its range":  body("card", "ip_address", "300.1.1.1"),
		"usage limit as number":  body("card", "usage_limit", 3),
		"recurring and online":   body("online", "type", "recurring"),
		"metadata, no object":    body("card", "metadata", "a"),
		"unknown member":         body("card", "currency", "JPY"),
		"data of another method": card("brand", "aozora_bank"),
		"customer id, no UUID": {
			tokenRequest{payment: "card", more: object{"metadata": object{"service-customer-id": "x"}}},
			"metadata.service-customer-id",
		},

		"no card number":         card("card_number", nil),
		"month 13":               card("exp_month", "13"),
		"month as a number":      card("exp_month", 1),
		"year of three digits":   card("exp_year", "203"),
		"unknown country":        card("country", "ZZ"),
		"country in small print": card("country", "jp"),
		"unknown currency": {
			tokenRequest{payment: "card", data: object{"cvv_authorize": object{"currency": "ABC"}}},
			"data.cvv_authorize.currency",
		},
		"authorization as text": {
			tokenRequest{payment: "card", data: object{"cvv_authorize": object{"enabled": "true"}}},
			"data.cvv_authorize.enabled",
		},
		"16 digits of a card's phone": phone("card", "local_number", "1234567890123456"),
		"3-D Secure, one-time": {
			tokenRequest{payment: "card", data: withSecure},
			"data.three_ds.enabled",
		},
		"3-D Secure without a phone number": {
			tokenRequest{payment: "card", data: object{"three_ds": object{"enabled": true}}, more: recurring},
			"data.phone_number.country_code",
		},
		"3-D Secure with half a phone number": {
			tokenRequest{
				payment: "card",
				data:    changed(withSecure, object{"phone_number": object{"country_code": "81"}}),
				more:    recurring,
			},
			"data.phone_number.local_number",
		},
		"redirect to no URL": {
			tokenRequest{payment: "card", data: object{"three_ds": object{"redirect_endpoint": "shop.example.com"}}},
			"data.three_ds.redirect_endpoint",
		},

		"unknown store":         konbini("convenience_store", "seven"),
		"period of 29 minutes":  konbini("expiration_period", "PT29M59S"),
		"period beyond 60 days": konbini("expiration_period", "P60DT1S"),
		"period of two months":  konbini("expiration_period", "P2M"),
		"period that is none":   konbini("expiration_period", "30 minutes"),
		"time without a zone":   konbini("expiration_time_shift", "18:00:00"),
		"time that is none":     konbini("expiration_time_shift", "25:00Z"),
		"time shift, under a day": {
			tokenRequest{payment: "konbini", data: object{
				"expiration_period":     "PT23H",
				"expiration_time_shift": "18:00:00+09:00",
			}},
			"data.expiration_time_shift",
		},
		"phone of another country": phone("konbini", "country_code", "1"),
		"16 digits of a phone":     phone("konbini", "local_number", "1234567890123456"),

		"unknown brand":            online("data.brand", object{"brand": "cash_online"}),
		"method of another brand":  online("data.call_method", object{"call_method": "sdk"}),
		"WeChat without an IP":     online("ip_address", weChat),
		"WeChat, H5 without an IP": online("ip_address", object{"brand": "we_chat_online", "call_method": "http_get"}),
		"Alipay without a system":  online("data.os_type", object{"brand": "alipay_plus_online", "call_method": "app"}),
		"unknown system":           online("data.os_type", object{"os_type": "linux"}),
		"WeChat without a user": online(
			"data.user_identifier",
			changed(weChat, object{"call_method": "sdk", "user_identifier": nil}),
		),

		"unknown bank": {tokenRequest{payment: "bank_transfer", data: object{"brand": "other_bank"}}, "data.brand"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.NewExtended()
			wantRefusal(t, send(t, s, "POST /tokens", tc.body(t)), http.StatusBadRequest, tc.field)
			if len(s.Tokens()) > 0 {
				t.Error("a refused request created a token")
			}
		})
	}
}

// TestTokens_permissions: an account without a permission is refused what needs it (API
// description, sections 4.1 and 5).
func TestTokens_permissions(t *testing.T) {
	t.Parallel()
	limited := object{"type": "recurring", "usage_limit": "monthly"}
	for name, tc := range map[string]struct {
		account fakeservice.Account
		tokenRequest
		status int
		says   string
	}{
		"recurring without a limit": {
			account:      fakeservice.Account{NoUnlimitedTokens: true},
			tokenRequest: tokenRequest{payment: "card", more: recurring},
			status:       http.StatusBadRequest,
			says:         "RECURRING_USAGE_LIMIT_REQUIRED",
		},
		"recurring with a limit": {
			account:      fakeservice.Account{NoUnlimitedTokens: true},
			tokenRequest: tokenRequest{payment: "card", more: limited},
			status:       http.StatusCreated,
		},
		"one-time without a limit": {
			account:      fakeservice.Account{NoUnlimitedTokens: true},
			tokenRequest: tokenRequest{payment: "card"},
			status:       http.StatusCreated,
		},
		"a card": {
			account:      fakeservice.Account{NoCards: true},
			tokenRequest: tokenRequest{payment: "card"},
			status:       http.StatusUnauthorized,
			says:         "DIRECT_CARD_TOKEN_CREATION_DISABLED",
		},
		"no card": {
			account:      fakeservice.Account{NoCards: true},
			tokenRequest: tokenRequest{payment: "konbini"},
			status:       http.StatusCreated,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.NewExtended()
			account := s.AddAccount(tc.account)
			got := sendWith(t, s, "POST /tokens", tc.body(t), as(account))
			if got.status != tc.status || !strings.Contains(got.text, tc.says) {
				t.Errorf("status %d, want %d: %s", got.status, tc.status, got.text)
			}
		})
	}
}

// TestTokens_answer: the answer has the fields and the types of the API description, section 2.1,
// with the values that were sent, and neither the card number nor the CVV.
func TestTokens_answer(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	account := s.AddAccount(fakeservice.Account{StoreID: otherStore, Mode: "live"})
	request := tokenRequest{
		payment: "card",
		data: object{
			"cardholder":    "TARO YAMADA",
			"cvv":           "917",
			"line1":         "1-2-3",
			"country":       "JP",
			"phone_number":  japanese,
			"cvv_authorize": object{"enabled": true},
		},
		more: object{"type": "recurring", "usage_limit": "monthly", "metadata": object{"order": "1"}},
	}
	got := sendWith(t, s, "POST /tokens", request.body(t), as(account))
	token := got.object()
	for _, ofTheService := range []string{"id", "created_on", "updated_on"} {
		if text, _ := token[ofTheService].(string); text == "" {
			t.Errorf("%s is missing: %s", ofTheService, got.text)
		}
		delete(token, ofTheService)
	}

	want := object{
		"store_id":     otherStore,
		"email":        "a@example.com",
		"payment_type": "card",
		"active":       true,
		"mode":         "live",
		"type":         "recurring",
		"usage_limit":  "monthly",
		"confirmed":    nil,
		"metadata":     object{"order": "1"},
		"last_used_on": nil,
		"data": object{
			"card": object{
				"cardholder": "TARO YAMADA",
				"exp_month":  1.0,
				"exp_year":   2030.0,
				"card_bin":   "411111",
				"last_four":  "1234",
				"brand":      "visa",
				"card_type":  "credit",
				"country":    "JP",
				"category":   nil,
				"issuer":     "Example Bank",
				"sub_brand":  "none",
			},
			"billing": object{
				"line1":        "1-2-3",
				"line2":        nil,
				"state":        nil,
				"city":         nil,
				"country":      "JP",
				"zip":          nil,
				"phone_number": object{"country_code": 81.0, "local_number": "9012345678"},
			},
			"cvv_authorize": object{
				"enabled":        true,
				"status":         nil,
				"charge_id":      nil,
				"credentials_id": nil,
				"currency":       "JPY",
			},
			"cvv_authorize_check": object{"status": nil, "charge_id": nil, "date": nil},
		},
	}
	if !reflect.DeepEqual(token, want) {
		t.Errorf("the token is\n%v, want\n%v", token, want)
	}
}
