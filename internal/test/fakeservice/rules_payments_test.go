// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// API description, section 4.1: the other payment types, and section 8.
func TestRules_otherPayments(t *testing.T) {
	t.Parallel()
	online := func(brand, method string, more members) func(string) request {
		return token("online", func(body, data members, value string) {
			data["brand"], data["call_method"] = brand, method
			maps.Copy(data, more)
			field, text, _ := strings.Cut(value, " ")
			switch {
			case field == "ip_address":
				body[field] = text
			case field != "":
				data[field] = text
			}
		})
	}
	runRules(t, map[string]rule{
		"customer_name": {of: in("konbini", "customer_name"), obeyed: []string{"山田 太郎"}, broken: []string{""}},
		"convenience_store": {
			of: in("konbini", "convenience_store"),
			obeyed: []string{
				"seven_eleven", "family_mart", "lawson", "mini_stop", "seico_mart", "pay_easy", "circle_k", "sunkus", "daily_yamazaki", "yamazaki_daily_store",
			},
			broken: []string{"", "Lawson", "seven-eleven", "kiosk"},
		},
		"Japanese numbers":   {of: phone("konbini", "country_code"), obeyed: []string{"81"}, broken: []string{"", "1", "82", "+81", "JP"}},
		"15 digits, konbini": {of: phone("konbini", "local_number"), obeyed: []string{"0" + fourteen}, broken: []string{"", "00" + fourteen}},
		"expiration_period, 8": {
			of: in("konbini", "expiration_period"),
			obeyed: []string{
				"PT30M", "P60D", "P30D", "P8W", "PT1440H", "P59DT24H", "PT0.5H", "PT0,5H", "P0.5D", "P0,5W", "PT1800S", "P0Y0M30DT0H0M0S", "P0Y30D", "P1DT0.5H",
			},
			broken: []string{
				"", "PT29M59S", "PT29.99M", "P60DT1S", "P9W", "P1M", "P1Y", "P0.5M", "P0Y2M", "P8W4D", "P1W1D", "P1.5DT1H", "PT0.5H30M", "P0.0Y30D", "P", "PT", "P1DT", "30D",
				"-P1D", "+P1D", "P-1D", "p30d", "P30D ", "P1D1D", "PT1M1H", "P1H", "PT.5H", "PT1,H", "PT1e3S", "P30", "30 days", "P0000-00-30T00:00:00",
			},
		},
		"expiration_time_shift": {
			of: in("konbini", "expiration_time_shift"),
			obeyed: []string{
				"18:00:00+09:00", "18:00Z", "18:00:00.5-23:59", "18:00:00,5Z", "18:30.5Z", "T18:00+09", "180000+0900", "1800Z", "18Z", "24:00:00Z", "24:00+09:00", "2400Z", "00:00:00Z",
			},
			broken: []string{
				"", "18:00", "18:00:00", "25:00Z", "24:01Z", "24:00:00.5Z", "18:60Z", "18:00:60Z", "8:00Z", "18:0Z", "18:00z", "18:00 Z", "18:0000Z", "18:00:00.Z",
				"18:00+0900", "1800+09:00", "18:00+24:00", "18:00+09:60", "18:00+9", "18:00-00:00", "2025-01-01T18:00Z", "6pm", "１８:00Z", "18.5:00Z",
			},
		},
		"a shift needs a day, 8": {
			of: token("konbini", func(_, data members, value string) {
				data["expiration_time_shift"] = "18:00Z"
				if value != "" {
					data["expiration_period"] = value
				}
			}),
			obeyed: []string{"", "P1D", "PT24H", "P60D", "P1W"}, broken: []string{"PT23H59M", "PT30M", "P0.9D"},
		},
		"a shift is for konbini": {
			of: token("bank_transfer", func(_, data members, value string) {
				if value != "" {
					data["expiration_time_shift"] = value
				}
			}),
			obeyed: []string{""}, broken: []string{"18:00Z"},
		},
		"brand of a bank": {of: in("bank_transfer", "brand"), obeyed: []string{"aozora_bank"}, broken: []string{"", "mizuho"}},
		"brand of an online payment": {
			of: token("online", func(body, data members, value string) {
				data["brand"], data["call_method"], _ = strings.Cut(value, " ")
				data["os_type"], data["user_identifier"], body["ip_address"] = "ios", "u", "192.0.2.1"
			}),
			obeyed: supported(true), broken: append(supported(false), "line_pay http_get", " http_get", "alipay_online ", "alipay_online post"),
		},
		"we_chat_online by sdk":         {of: online("we_chat_online", "sdk", nil), obeyed: []string{"user_identifier u"}, broken: []string{"", "user_identifier "}},
		"we_chat_online by web":         {of: online("we_chat_online", "web", members{"user_identifier": "u"}), obeyed: []string{"ip_address 192.0.2.1"}, broken: []string{""}},
		"we_chat_online by web, user":   {of: func(v string) request { return onlineWithAddress("web", v) }, obeyed: []string{"u"}, broken: []string{""}},
		"we_chat_online by http_get":    {of: online("we_chat_online", "http_get", nil), obeyed: []string{"ip_address 192.0.2.1"}, broken: []string{"", "ip_address ::1"}},
		"alipay_plus_online by app":     {of: online("alipay_plus_online", "app", nil), obeyed: []string{"os_type ios", "os_type android"}, broken: []string{"", "os_type windows"}},
		"alipay_plus_online, mobile":    {of: online("alipay_plus_online", "http_get_mobile", nil), obeyed: []string{"os_type ios"}, broken: []string{"", "os_type iOS"}},
		"alipay_online needs no system": {of: online("alipay_online", "app", nil), obeyed: []string{"", "os_type ios"}, broken: []string{"os_type windows"}},
	})
}

// onlineWithAddress is a request with the address that we_chat_online needs,
// and the user if there is one.
func onlineWithAddress(method, user string) request {
	return token("online", func(body, data members, _ string) {
		data["brand"], data["call_method"], body["ip_address"] = "we_chat_online", method, "192.0.2.1"
		if user != "" {
			data["user_identifier"] = user
		}
	})("")
}

// supported lists the pairs of brand and call method that the description's
// table has, or has not.
func supported(want bool) []string {
	table := map[string][]string{
		"alipay_online":      {"http_get", "http_get_mobile", "sdk", "app"},
		"alipay_plus_online": {"http_get", "http_get_mobile", "sdk", "app"},
		"pay_pay_online":     {"http_post"},
		"we_chat_online":     {"http_get", "sdk", "app", "web"},
		"d_barai_online":     {"http_post"},
	}
	var pairs []string
	for brand, methods := range table {
		for _, method := range []string{"http_get", "http_get_mobile", "http_post", "sdk", "web", "app"} {
			if slices.Contains(methods, method) == want {
				pairs = append(pairs, brand+" "+method)
			}
		}
	}
	return pairs
}
