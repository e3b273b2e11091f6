// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"context"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// values are arguments in plain Go: strings, bools, objects, and values that are
// null or not known.
type values map[string]any

type unknown struct{}

func valueOf(v any) attr.Value {
	switch v := v.(type) {
	case string:
		return types.StringValue(v)
	case bool:
		return types.BoolValue(v)
	case values:
		members, kinds := map[string]attr.Value{}, map[string]attr.Type{}
		for name, inner := range v {
			members[name] = valueOf(inner)
			kinds[name] = members[name].Type(context.Background())
		}
		return types.ObjectValueMust(kinds, members)
	case []any:
		members, kinds := make([]attr.Value, len(v)), make([]attr.Type, len(v))
		for i, inner := range v {
			members[i] = valueOf(inner)
			kinds[i] = members[i].Type(context.Background())
		}
		return types.TupleValueMust(kinds, members)
	case int:
		return types.NumberValue(big.NewFloat(float64(v)))
	case *big.Float:
		return types.NumberValue(v)
	case unknown:
		return types.StringUnknown()
	}
	return types.StringNull()
}

const someID = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"

// right are arguments that break no rule, by path.
var right = map[string]values{
	"card":          {"type": "one_time", "email": "a@example.com", "card/card_number": "4000020000000000", "card/exp_month": "12", "card/exp_year": "2031"},
	"konbini":       {"type": "one_time", "email": "a@example.com", "konbini/customer_name": "Taro", "konbini/convenience_store": "lawson", "konbini/phone_number/country_code": "81", "konbini/phone_number/local_number": "9012345678"},
	"online":        {"type": "one_time", "online/brand": "pay_pay_online", "online/call_method": "http_post"},
	"bank_transfer": {"type": "recurring", "email": "a@example.com", "bank_transfer/brand": "aozora_bank"},
	"paidy":         {"type": "one_time", "email": "a@example.com", "paidy/paidy_token": "tok_918273"},
}

// findings returns what is found in the right arguments of a payment type after
// some changes: the names of the arguments, with a ~ before those that have no
// effect, and - for the choice of a group.
func findings(of string, changes ...values) string {
	config := values{}
	paths := maps.Clone(right[of])
	for _, change := range changes {
		maps.Copy(paths, change)
	}
	for _, path := range slices.Backward(slices.Sorted(maps.Keys(paths))) { // an object after what is in it
		at, steps := config, strings.Split(path, "/")
		for _, step := range steps[:len(steps)-1] {
			inner, ok := at[step].(values)
			if !ok {
				inner = values{}
				at[step] = inner
			}
			at = inner
		}
		at[steps[len(steps)-1]] = paths[path]
	}
	a := arguments{}
	for name, value := range config {
		a.add(name, valueOf(value))
	}
	var names []string
	for _, f := range check(a) {
		switch {
		case f.warning:
			names = append(names, "~"+f.argument)
		case f.argument == "":
			names = append(names, "-")
		default:
			names = append(names, f.argument)
		}
	}
	return strings.Join(names, " ")
}

// TestCheck_values: each argument has its rule. The golden files have all values that
// the rules accept.
func TestCheck_values(t *testing.T) {
	t.Parallel()

	for path, tc := range map[string]struct{ right, wrong []any }{
		"bank_transfer/brand":               {[]any{unknown{}}, []any{nil, "other"}},
		"bank_transfer/type":                {[]any{"subscription", unknown{}}, []any{"", " "}},
		"bank_transfer/usage_limit":         {[]any{nil, "fortnightly", unknown{}}, []any{"", "\u3000"}},
		"card/card_number":                  {[]any{"x", unknown{}}, []any{nil, "", " "}},
		"card/country":                      {[]any{nil, "JP"}, []any{"jp", "JPN"}},
		"card/cvv":                          {[]any{nil, ""}, nil},
		"card/cvv_authorize/currency":       {[]any{nil, "JPY"}, []any{"jpy"}},
		"card/email":                        {[]any{"a+b@example.com", "a..b@docomo.ne.jp", unknown{}}, []any{nil, "", "nobody"}},
		"card/exp_month":                    {[]any{"01", unknown{}}, []any{nil, "13"}},
		"card/exp_year":                     {[]any{"31", unknown{}}, []any{nil, "031"}},
		"card/ip_address":                   {[]any{nil, "8.8.8.8"}, []any{"::1"}},
		"card/metadata/a.b":                 {[]any{"c", nil}, nil},
		"card/metadata/service-customer-id": {[]any{nil, someID, unknown{}}, []any{"c-1"}},
		"card/phone_number/country_code":    {[]any{nil, "1"}, []any{"+81", ""}},
		"card/phone_number/local_number":    {[]any{nil, "123456789012345"}, []any{"1234567890123456", "", "090-1"}},
		"card/three_ds/enabled":             {[]any{nil, false, unknown{}}, nil},
		"card/three_ds/redirect_endpoint":   {[]any{nil, "http://localhost:3000/done?a=b"}, []any{"/done"}},
		"konbini/convenience_store":         {[]any{"seven_eleven", "family_mart", "mini_stop", "seico_mart", "pay_easy", "circle_k", "sunkus", "daily_yamazaki", "yamazaki_daily_store"}, []any{nil, "Lawson"}},
		"konbini/customer_name":             {[]any{unknown{}}, []any{nil, "", " \u3000"}},
		"konbini/email":                     {nil, []any{nil}},
		"konbini/expiration_period":         {[]any{nil, "PT30M", "P60D"}, []any{"PT29M", "P61D", "P1M"}},
		"konbini/expiration_time_shift":     {[]any{nil, "18:00:00+09:00", unknown{}}, []any{"18:00:00"}},
		"konbini/phone_number/country_code": {[]any{unknown{}}, []any{nil, "82"}},
		"konbini/phone_number/local_number": {[]any{"1"}, []any{nil, "1234567890123456"}},
		"online/brand":                      {[]any{unknown{}}, []any{nil, "other"}},
		"online/call_method":                {[]any{unknown{}}, []any{nil, "post", "app"}},
		"online/email":                      {[]any{nil}, []any{"nobody"}},
		"online/os_type":                    {[]any{nil, "android", "ios"}, []any{"Android"}},
		"online/user_identifier":            {[]any{nil, "u"}, []any{" "}},
		"paidy/email":                       {nil, []any{nil}},
		"paidy/paidy_token":                 {[]any{nil, unknown{}, "", false}, nil},
		"bank_transfer/email":               {nil, []any{nil}},
		"bank_transfer/metadata":            {[]any{nil, values{}, unknown{}}, nil},
		"konbini/phone_number":              {[]any{unknown{}}, nil},
	} {
		of, inside, _ := strings.Cut(path, "/")
		top, _, _ := strings.Cut(inside, "/")
		changed := path // an argument of the group, or of the token itself
		if slices.Contains([]string{"type", "usage_limit", "email", "ip_address", "metadata"}, top) {
			changed = inside
		}
		for _, value := range tc.right {
			if got := findings(of, values{changed: value}); got != "" {
				t.Errorf("%s of %q: found %s", path, value, got)
			}
		}
		for _, value := range tc.wrong {
			if got := findings(of, values{changed: value}); got != strings.ReplaceAll(changed, "/", ".") {
				t.Errorf("%s of %q: found %q", path, value, got)
			}
		}
	}
}

// TestCheck_combinations: rules that depend on another argument.
func TestCheck_combinations(t *testing.T) {
	t.Parallel()

	const period, shift, store = "konbini/expiration_period", "konbini/expiration_time_shift", "konbini/convenience_store"
	const country, local = "card/phone_number/country_code", "card/phone_number/local_number"
	secured := values{"type": "recurring", "card/three_ds/enabled": true, country: "81", local: "9012345678"}
	weChat := func(method string) values {
		return values{"online/brand": "we_chat_online", "online/call_method": method}
	}
	plus := func(method string) values {
		return values{"online/brand": "alipay_plus_online", "online/call_method": method}
	}
	for name, tc := range map[string]struct {
		of      string
		changes []values
		want    string
	}{
		"3-D Secure":                     {"card", []values{secured}, ""},
		"3-D Secure, one-time":           {"card", []values{secured, {"type": "one_time"}}, "card.three_ds.enabled"},
		"3-D Secure, another type":       {"card", []values{secured, {"type": "subscription"}}, "card.three_ds.enabled"},
		"3-D Secure, unknown type":       {"card", []values{secured, {"type": unknown{}}}, ""},
		"3-D Secure, no phone":           {"card", []values{{"type": "recurring", "card/three_ds/enabled": true}}, "card.phone_number.country_code card.phone_number.local_number"},
		"3-D Secure, no country":         {"card", []values{secured, {country: nil}}, "card.phone_number.country_code"},
		"3-D Secure, no number":          {"card", []values{secured, {local: nil}}, "card.phone_number.local_number"},
		"3-D Secure, unknown phone":      {"card", []values{secured, {local: unknown{}, country: unknown{}}}, ""},
		"shift, a day":                   {"konbini", []values{{shift: "18:00Z", period: "P1D"}}, ""},
		"shift, under a day":             {"konbini", []values{{shift: "18:00Z", period: "PT23H59M"}}, "konbini.expiration_time_shift"},
		"shift, period broken":           {"konbini", []values{{shift: "18:00Z", period: "PT1M"}}, "konbini.expiration_period"},
		"shift, period unknown":          {"konbini", []values{{shift: "18:00Z", period: unknown{}}}, ""},
		"shift unknown":                  {"konbini", []values{{shift: unknown{}, period: "PT1H"}}, ""},
		"shift of no effect":             {"konbini", []values{{shift: "18:00Z", store: "circle_k"}}, "~konbini.expiration_time_shift"},
		"shift of no effect and wrong":   {"konbini", []values{{shift: "18:00", store: "circle_k"}}, "konbini.expiration_time_shift"},
		"limit, one-time":                {"card", []values{{"usage_limit": "monthly"}}, "~usage_limit"},
		"limit, recurring":               {"card", []values{{"usage_limit": "monthly", "type": "recurring"}}, ""},
		"limit blank, one-time":          {"card", []values{{"usage_limit": " "}}, "usage_limit"},
		"online, recurring":              {"online", []values{{"type": "recurring"}}, "online"},
		"online, another type":           {"online", []values{{"type": "subscription"}}, "online"},
		"online, unknown type":           {"online", []values{{"type": unknown{}}}, ""},
		"we_chat_online sdk":             {"online", []values{weChat("sdk")}, "online.user_identifier"},
		"we_chat_online sdk, given":      {"online", []values{weChat("sdk"), {"online/user_identifier": unknown{}}}, ""},
		"we_chat_online app":             {"online", []values{weChat("app")}, ""},
		"we_chat_online http_get":        {"online", []values{weChat("http_get")}, "ip_address"},
		"we_chat_online web":             {"online", []values{weChat("web")}, "ip_address online.user_identifier"},
		"we_chat_online web, given":      {"online", []values{weChat("web"), {"ip_address": "8.8.8.8", "online/user_identifier": "u"}}, ""},
		"alipay_plus_online app":         {"online", []values{plus("app")}, "online.os_type"},
		"alipay_plus_online mobile":      {"online", []values{plus("http_get_mobile")}, "online.os_type"},
		"alipay_plus_online app, given":  {"online", []values{plus("app"), {"online/os_type": "ios"}}, ""},
		"alipay_plus_online http_get":    {"online", []values{plus("http_get")}, ""},
		"alipay_online app":              {"online", []values{{"online/brand": "alipay_online", "online/call_method": "app"}}, ""},
		"method of an unknown brand":     {"online", []values{{"online/brand": unknown{}, "online/call_method": "post"}}, "online.call_method"},
		"paidy a string":                 {"paidy", []values{{"paidy": "tok_918273"}}, "paidy"},
		"several at once, in one answer": {"konbini", []values{{"email": "nobody", "ip_address": "::1", store: "kiosk", "konbini/customer_name": nil}}, "konbini.customer_name email ip_address konbini.convenience_store"},
	} {
		if got := findings(tc.of, tc.changes...); got != tc.want {
			t.Errorf("%s: found %q, want %q", name, got, tc.want)
		}
	}
}

// TestCheck_groups: exactly one group may be set. An open group does not count: that
// is a dynamic block with an unknown for_each, which is an object of unknown values,
// with nulls for what its content does not set.
func TestCheck_groups(t *testing.T) {
	t.Parallel()

	bank := values{"brand": "aozora_bank"}
	open := values{"brand": unknown{}}
	openCard := values{"card_number": unknown{}, "exp_month": unknown{}, "exp_year": unknown{}, "cvv": nil, "phone_number": values{"country_code": unknown{}}}
	for name, tc := range map[string]struct {
		of     string
		change values
		want   string
	}{
		"none":                      {"online", values{"online": nil}, "-"},
		"two":                       {"online", values{"bank_transfer": bank, "email": "a@example.com"}, "-"},
		"one, and one that is open": {"konbini", values{"bank_transfer": open}, ""},
		"one, and an open card":     {"online", values{"card": openCard}, ""},
		"two that are open":         {"online", values{"online": values{"brand": unknown{}, "call_method": unknown{}}, "card": openCard}, ""},
		"unknown altogether":        {"online", values{"online": unknown{}}, ""},
		"paidy unknown":             {"paidy", values{"paidy": unknown{}, "email": nil}, ""},
		"paidy of unknown values":   {"paidy", values{"paidy/paidy_token": unknown{}, "email": nil}, "email"},
		"open, and no e-mail":       {"bank_transfer", values{"bank_transfer": open, "email": nil}, ""},
		"partly open, no e-mail":    {"card", values{"card/card_number": unknown{}, "email": nil}, "email"},
		"open online, recurring":    {"online", values{"online": values{"brand": unknown{}, "call_method": unknown{}}, "type": "recurring"}, ""},
		"open without what it needs": {
			"card", values{"card": values{"card_number": unknown{}, "exp_month": nil, "exp_year": unknown{}}}, "card.exp_month",
		},
		"empty": {"bank_transfer", values{"bank_transfer": values{}}, "bank_transfer.brand"},
	} {
		if got := findings(tc.of, tc.change); got != tc.want {
			t.Errorf("%s: found %q, want %q", name, got, tc.want)
		}
	}
}

// TestCheck_callMethods: every brand with every call method, against the table of
// the API description, section 4.1.
func TestCheck_callMethods(t *testing.T) {
	t.Parallel()

	supported := map[string]string{
		"alipay_online":      "http_get http_get_mobile sdk app",
		"alipay_plus_online": "http_get http_get_mobile sdk app",
		"pay_pay_online":     "http_post",
		"we_chat_online":     "http_get sdk app web",
		"d_barai_online":     "http_post",
	}
	for brand, methods := range supported {
		for _, method := range []string{"http_get", "http_get_mobile", "http_post", "sdk", "web", "app"} {
			want := "online.call_method"
			if slices.Contains(strings.Fields(methods), method) {
				want = ""
			}
			got := findings("online", values{
				"online/brand": brand, "online/call_method": method, "ip_address": "8.8.8.8", "online/user_identifier": "u", "online/os_type": "ios",
			})
			if got != want {
				t.Errorf("%s %s: found %q, want %q", brand, method, got, want)
			}
		}
	}
}
