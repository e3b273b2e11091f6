// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// ruleCase is a payment type's right configuration with changes, and the
// arguments that must be found wrong then, each with a part of the message.
type ruleCase struct {
	of     string
	change object
	want   []string // "argument part of the message"
}

func runRules(t *testing.T, cases map[string]ruleCase) {
	t.Helper()
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diags := validate(t, with(tc.of, tc.change))
			expectDetails(t, diags.Errors(), tc.want)
			for _, d := range diags {
				if strings.Contains(d.Detail(), cardNumber) || strings.Contains(d.Detail(), cvv) {
					t.Errorf("the message shows a secret: %s", d.Detail())
				}
			}
		})
	}
}

func expectDetails(t *testing.T, diags diag.Diagnostics, want []string) {
	t.Helper()
	var got []string
	for _, d := range diags {
		got = append(got, d.Detail())
	}
	matches := func(detail string, want string) bool {
		argument, part, _ := strings.Cut(want, " ")
		detail = strings.ReplaceAll(detail, "`", "")
		return strings.HasPrefix(detail, argument+" ") && strings.Contains(detail, part)
	}
	if !slices.EqualFunc(got, want, matches) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRules_right(t *testing.T) {
	t.Parallel()

	cases := map[string]ruleCase{}
	for paymentType := range right {
		cases[paymentType] = ruleCase{of: paymentType}
		cases[paymentType+", unknown type"] = ruleCase{of: paymentType, change: object{"type": unknown{}}}
		cases[paymentType+", unknown e-mail"] = ruleCase{of: paymentType, change: object{"email": unknown{}}}
		cases[paymentType+", unknown group"] = ruleCase{of: paymentType, change: object{paymentType: unknown{}}}
	}
	runRules(t, cases)
}

func TestRules_paymentType(t *testing.T) {
	t.Parallel()

	runRules(t, map[string]ruleCase{
		"none":             {of: "online", change: object{"online": nil}, want: []string{"The payment method is missing"}},
		"two":              {of: "konbini", change: object{"bank_transfer/brand": "aozora_bank"}, want: []string{"konbini and bank_transfer cannot be used together"}},
		"one and unknown":  {of: "konbini", change: object{"online": unknown{}}},
		"empty type":       {of: "card", change: object{"type": ""}, want: []string{"type must not be empty"}},
		"blank type":       {of: "card", change: object{"type": " "}, want: []string{"type must not be empty or blank"}},
		"empty limit":      {of: "bank_transfer", change: object{"usage_limit": ""}, want: []string{"usage_limit must not be empty or blank"}},
		"blank limit":      {of: "bank_transfer", change: object{"usage_limit": "\u3000"}, want: []string{"usage_limit must not be empty or blank"}},
		"other type":       {of: "card", change: object{"type": "subscription"}},
		"other limit":      {of: "bank_transfer", change: object{"usage_limit": "fortnightly"}},
		"paidy, a string":  {of: "paidy", change: object{"paidy": "tok_918273"}, want: []string{"paidy must be an object"}},
		"paidy, a list":    {of: "paidy", change: object{"paidy": []any{"tok_918273"}}, want: []string{"paidy must be an object"}},
		"paidy, part open": {of: "paidy", change: object{"paidy/shipping": unknown{}}},
	})
}

func TestRules_email(t *testing.T) {
	t.Parallel()

	cases := map[string]ruleCase{
		"online, none":  {of: "online"},
		"online, wrong": {of: "online", change: object{"email": "nobody"}, want: []string{"email must be an e-mail"}},
		"display name":  {of: "card", change: object{"email": "A <a@example.com>"}, want: []string{"email must be an e-mail"}},
		"empty":         {of: "card", change: object{"email": ""}, want: []string{"email must be an e-mail"}},
		"plus":          {of: "card", change: object{"email": "a+b@example.com"}},
	}
	for _, paymentType := range []string{"card", "paidy", "konbini", "bank_transfer"} {
		cases[paymentType+", none"] = ruleCase{of: paymentType, change: object{"email": nil}, want: []string{"email is required with " + paymentType}}
	}
	runRules(t, cases)
}

func TestRules_metadata(t *testing.T) {
	t.Parallel()

	const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	runRules(t, map[string]ruleCase{
		"unknown":         {of: "online", change: object{"metadata": unknown{}}},
		"empty":           {of: "online", change: object{"metadata": object{}}},
		"both keys":       {of: "online", change: object{"metadata": object{"service-customer-id": id, "service-reference-id": "r 1"}}},
		"other key":       {of: "online", change: object{"metadata": object{"a.b": "c"}}},
		"null customer":   {of: "online", change: object{"metadata": object{"service-customer-id": nil}}},
		"wrong customer":  {of: "online", change: object{"metadata": object{"service-customer-id": "c-1"}}, want: []string{"metadata.service-customer-id must be a UUID"}},
		"unknown element": {of: "online", change: object{"metadata": object{"service-customer-id": unknown{}}}},
	})
}

func TestRules_reportAll(t *testing.T) {
	t.Parallel()

	diags := validate(t, with("konbini", object{
		"email": "nobody", "ip_address": "::1", "konbini/customer_name": nil, "konbini/convenience_store": "kiosk",
		"konbini/phone_number/country_code": "1", "konbini/expiration_period": "PT29M",
	}))
	expectDetails(t, diags, []string{
		"konbini.customer_name is required.", "email must be an e-mail", "ip_address must be an IPv4",
		"konbini.phone_number.country_code must be 81", "konbini.convenience_store must be", "konbini.expiration_period must be from 30 minutes",
	})
}

func TestRules_warnings(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]ruleCase{
		"usage limit, one-time":  {of: "card", change: object{"usage_limit": "monthly"}, want: []string{"usage_limit has no effect if type is one_time"}},
		"usage limit, recurring": {of: "bank_transfer", change: object{"usage_limit": "monthly"}},
		"shift, lawson":          {of: "konbini", change: object{"konbini/expiration_time_shift": "18:00Z"}},
		"shift, seven_eleven": {
			of: "konbini", change: object{"konbini/expiration_time_shift": "18:00Z", "konbini/convenience_store": "seven_eleven"},
			want: []string{"konbini.expiration_time_shift has no effect if konbini.convenience_store is"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diags := validate(t, with(tc.of, tc.change))
			if diags.HasError() {
				t.Fatal(diags)
			}
			expectDetails(t, diags, tc.want)
		})
	}
}

// The sentences as a user reads them.
func TestRules_messages(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		of     string
		change object
		want   string
	}{
		"with a group":     {"konbini", object{"email": nil}, "`email` is required with `konbini`."},
		"inside its group": {"konbini", object{"konbini/customer_name": nil}, "`konbini.customer_name` is required."},
		"3-D Secure": {
			"card", object{"type": "recurring", "card/three_ds/enabled": true, "card/phone_number": object{"country_code": "81"}},
			"`card.phone_number.local_number` is required if `card.three_ds.enabled` is `true`.",
		},
		"a brand's method": {
			"online", object{"online/brand": "we_chat_online", "online/call_method": "http_get"},
			"`ip_address` is required if `online.brand` is `we_chat_online` and `online.call_method` is `web` or `http_get`.",
		},
		"only with another": {"online", object{"type": "recurring"}, "`online` is allowed only if `type` is `one_time`."},
		"a value only then": {"card", object{"card/three_ds/enabled": true, "card/phone_number": unknown{}}, "`card.three_ds.enabled` may be `true` only if `type` is `recurring`."},
		"another method":    {"online", object{"online/call_method": "app"}, "`online.call_method` must be `http_post` if `online.brand` is `pay_pay_online`."},
		"one of":            {"bank_transfer", object{"bank_transfer/brand": "x"}, "`bank_transfer.brand` must be `aozora_bank`."},
		"without effect":    {"konbini", object{"usage_limit": "monthly"}, "`usage_limit` has no effect if `type` is `one_time`."},
		"two methods":       {"online", object{"bank_transfer/brand": "aozora_bank"}, "`online` and `bank_transfer` cannot be used together: exactly one of `card`, `paidy`, `online`, `konbini` and `bank_transfer` is required."},
		"no method":         {"online", object{"online": nil}, "The payment method is missing: exactly one of `card`, `paidy`, `online`, `konbini` and `bank_transfer` is required."},
		"a year":            {"card", object{"card/exp_year": "031"}, "`card.exp_year` must be a year of two or four digits."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diags := validate(t, with(tc.of, tc.change))
			if len(diags) == 0 || diags[0].Detail() != tc.want {
				t.Errorf("got %v, want %q", diags, tc.want)
			}
		})
	}
}
