// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"fmt"
	"slices"
	"testing"
)

func TestRules_card(t *testing.T) {
	t.Parallel()

	secured := func(change object) object {
		base := object{"type": "recurring", "card/three_ds/enabled": true, "card/phone_number/country_code": "81", "card/phone_number/local_number": "9012345678"}
		for name, value := range change {
			base[name] = value
		}
		return base
	}
	runRules(t, map[string]ruleCase{
		"no number":          {of: "card", change: object{"card/card_number": nil}, want: []string{"card.card_number is required"}},
		"empty number":       {of: "card", change: object{"card/card_number": ""}, want: []string{"card.card_number must not be empty"}},
		"no month":           {of: "card", change: object{"card/exp_month": nil}, want: []string{"card.exp_month is required"}},
		"no year":            {of: "card", change: object{"card/exp_year": nil}, want: []string{"card.exp_year is required"}},
		"unknown number":     {of: "card", change: object{"card/card_number": unknown{}}},
		"no cvv":             {of: "card", change: object{"card/cvv": nil, "card/cardholder": nil}},
		"month 0":            {of: "card", change: object{"card/exp_month": "0"}, want: []string{"card.exp_month must be a month"}},
		"month 1":            {of: "card", change: object{"card/exp_month": "1"}},
		"month 01":           {of: "card", change: object{"card/exp_month": "01"}},
		"month 001":          {of: "card", change: object{"card/exp_month": "001"}, want: []string{"card.exp_month must be a month"}},
		"month 13":           {of: "card", change: object{"card/exp_month": "13"}, want: []string{"card.exp_month must be a month"}},
		"month +1":           {of: "card", change: object{"card/exp_month": "+1"}, want: []string{"card.exp_month must be a month"}},
		"month in words":     {of: "card", change: object{"card/exp_month": "May"}, want: []string{"card.exp_month must be a month"}},
		"year of two digits": {of: "card", change: object{"card/exp_year": "31"}},
		"year of one":        {of: "card", change: object{"card/exp_year": "1"}, want: []string{"card.exp_year must be a year"}},
		"year of three":      {of: "card", change: object{"card/exp_year": "031"}, want: []string{"card.exp_year must be a year"}},
		"year, apostrophe":   {of: "card", change: object{"card/exp_year": "'31"}, want: []string{"card.exp_year must be a year"}},
		"year of five":       {of: "card", change: object{"card/exp_year": "20310"}, want: []string{"card.exp_year must be a year"}},
		"country":            {of: "card", change: object{"card/country": "JP"}},
		"country, three":     {of: "card", change: object{"card/country": "JPN"}, want: []string{"card.country must be an ISO 3166-1"}},
		"country, small":     {of: "card", change: object{"card/country": "jp"}, want: []string{"card.country must be an ISO 3166-1"}},
		"currency":           {of: "card", change: object{"card/cvv_authorize": object{"enabled": true, "currency": "JPY"}}},
		"currency, small":    {of: "card", change: object{"card/cvv_authorize/currency": "jpy"}, want: []string{"card.cvv_authorize.currency must be an ISO 4217"}},
		"15 digits":          {of: "card", change: object{"card/phone_number/local_number": "123456789012345"}},
		"16 digits":          {of: "card", change: object{"card/phone_number/local_number": "1234567890123456"}, want: []string{"card.phone_number.local_number must consist of 1 to 15"}},
		"number, hyphens":    {of: "card", change: object{"card/phone_number/local_number": "090-1234"}, want: []string{"card.phone_number.local_number must consist of 1 to 15"}},
		"number, empty":      {of: "card", change: object{"card/phone_number/local_number": ""}, want: []string{"card.phone_number.local_number must consist of 1 to 15"}},
		"country code, plus": {of: "card", change: object{"card/phone_number/country_code": "+81"}, want: []string{"card.phone_number.country_code must be a country code in digits"}},
		"redirect, local":    {of: "card", change: object{"card/three_ds/redirect_endpoint": "http://localhost:3000/done?a=b"}},
		"redirect, relative": {of: "card", change: object{"card/three_ds/redirect_endpoint": "/done"}, want: []string{"card.three_ds.redirect_endpoint must be an absolute"}},

		"3-D Secure":                    {of: "card", change: secured(nil)},
		"3-D Secure, off":               {of: "card", change: object{"card/three_ds/enabled": false}},
		"3-D Secure, one-time":          {of: "card", change: secured(object{"type": "one_time"}), want: []string{"card.three_ds.enabled may be true only if type is recurring"}},
		"3-D Secure, other type":        {of: "card", change: secured(object{"type": "subscription"}), want: []string{"card.three_ds.enabled may be true only"}},
		"3-D Secure, unknown type":      {of: "card", change: secured(object{"type": unknown{}})},
		"3-D Secure, unknown phone":     {of: "card", change: secured(object{"card/phone_number": unknown{}})},
		"3-D Secure, no country code":   {of: "card", change: secured(object{"card/phone_number/country_code": nil}), want: []string{"card.phone_number.country_code is required"}},
		"3-D Secure, no local number":   {of: "card", change: secured(object{"card/phone_number/local_number": nil}), want: []string{"card.phone_number.local_number is required"}},
		"3-D Secure, unknown, one-time": {of: "card", change: object{"card/three_ds/enabled": unknown{}}},
		"3-D Secure, no phone": {
			of: "card", change: object{"type": "recurring", "card/three_ds/enabled": true},
			want: []string{"card.phone_number.country_code is required", "card.phone_number.local_number is required"},
		},
	})
}

func TestRules_konbini(t *testing.T) {
	t.Parallel()

	const period, shift = "konbini/expiration_period", "konbini/expiration_time_shift"
	cases := map[string]ruleCase{
		"no name":              {of: "konbini", change: object{"konbini/customer_name": nil}, want: []string{"konbini.customer_name is required"}},
		"empty name":           {of: "konbini", change: object{"konbini/customer_name": ""}, want: []string{"konbini.customer_name must not be empty"}},
		"blank name":           {of: "konbini", change: object{"konbini/customer_name": " \u3000"}, want: []string{"konbini.customer_name must not be empty or blank"}},
		"no store":             {of: "konbini", change: object{"konbini/convenience_store": nil}, want: []string{"konbini.convenience_store is required"}},
		"other store":          {of: "konbini", change: object{"konbini/convenience_store": "Lawson"}, want: []string{"konbini.convenience_store must be"}},
		"no phone":             {of: "konbini", change: object{"konbini/phone_number": nil}, want: []string{"konbini.phone_number.country_code is required", "konbini.phone_number.local_number is required"}},
		"unknown phone":        {of: "konbini", change: object{"konbini/phone_number": unknown{}}},
		"no country code":      {of: "konbini", change: object{"konbini/phone_number/country_code": nil}, want: []string{"konbini.phone_number.country_code is required"}},
		"not Japanese":         {of: "konbini", change: object{"konbini/phone_number/country_code": "82"}, want: []string{"konbini.phone_number.country_code must be 81"}},
		"16 digits":            {of: "konbini", change: object{"konbini/phone_number/local_number": "1234567890123456"}, want: []string{"konbini.phone_number.local_number must consist of 1 to 15"}},
		"shift, no period":     {of: "konbini", change: object{shift: "18:00:00+09:00"}},
		"shift, a day":         {of: "konbini", change: object{shift: "18:00:00+09:00", period: "P1D"}},
		"shift, 24 hours":      {of: "konbini", change: object{shift: "18:00:00+09:00", period: "PT24H"}},
		"shift, under a day":   {of: "konbini", change: object{shift: "18:00:00+09:00", period: "PT23H59M"}, want: []string{"konbini.expiration_time_shift requires that konbini.expiration_period is one day"}},
		"shift, unknown":       {of: "konbini", change: object{shift: unknown{}, period: "PT1H"}},
		"shift, no zone":       {of: "konbini", change: object{shift: "18:00:00"}, want: []string{"konbini.expiration_time_shift must be an ISO 8601 time"}},
		"shift, period broken": {of: "konbini", change: object{shift: "18:00Z", period: "PT1M"}, want: []string{"konbini.expiration_period must be from 30 minutes"}},
		"period unknown":       {of: "konbini", change: object{shift: "18:00Z", period: unknown{}}},
	}
	for _, store := range []string{"seven_eleven", "family_mart", "lawson", "mini_stop", "seico_mart", "pay_easy", "circle_k", "sunkus", "daily_yamazaki", "yamazaki_daily_store"} {
		cases[store] = ruleCase{of: "konbini", change: object{"konbini/convenience_store": store}}
	}
	for want, periods := range map[string][]string{
		"":                   {"PT30M", "PT1800S", "P2W", "P60D", "PT1440H", "P59DT24H", "P0.5D", "PT0.5H", "PT0,5H", "P0Y1D", "P0Y0M30DT0H0M0S"},
		"from 30 minutes":    {"PT29M", "PT1799S", "P61D", "P60DT1S", "P9W", "P0D", "P99999999999D"},
		"years or months":    {"P1M", "P1Y", "P1M1D"},
		"ISO 8601 duration,": {"30 days", "-P1D", "P", "PT", "P1DT", "1D", "p1d", "P1D1D", "PT1D", "P1H", "P1D ", ""},
	} {
		for _, p := range periods {
			tc := ruleCase{of: "konbini", change: object{period: p}}
			if want != "" {
				tc.want = []string{"konbini.expiration_period " + want}
			}
			cases["period "+p] = tc
		}
	}
	runRules(t, cases)
}

func TestRules_bankTransfer(t *testing.T) {
	t.Parallel()

	runRules(t, map[string]ruleCase{
		"no brand":    {of: "bank_transfer", change: object{"bank_transfer/brand": nil}, want: []string{"bank_transfer.brand is required"}},
		"other brand": {of: "bank_transfer", change: object{"bank_transfer/brand": "other"}, want: []string{"bank_transfer.brand must be aozora_bank"}},
	})
}

func TestRules_online(t *testing.T) {
	t.Parallel()

	online := func(brand, method string, more object) object {
		change := object{"online/brand": brand, "online/call_method": method}
		for name, value := range more {
			change[name] = value
		}
		return change
	}
	runRules(t, map[string]ruleCase{
		"recurring":      {of: "online", change: object{"type": "recurring"}, want: []string{"online is allowed only if type is one_time"}},
		"other type":     {of: "online", change: object{"type": "subscription"}, want: []string{"online is allowed only"}},
		"blank user":     {of: "online", change: object{"online/user_identifier": " "}, want: []string{"online.user_identifier must not be empty or blank"}},
		"no brand":       {of: "online", change: object{"online/brand": nil}, want: []string{"online.brand is required"}},
		"no method":      {of: "online", change: object{"online/call_method": nil}, want: []string{"online.call_method is required"}},
		"other brand":    {of: "online", change: object{"online/brand": "other"}, want: []string{"online.brand must be"}},
		"unknown brand":  {of: "online", change: object{"online/brand": unknown{}}},
		"unknown method": {of: "online", change: object{"online/call_method": unknown{}}},
		"wrong method of an unknown brand": {
			of: "online", change: object{"online/brand": unknown{}, "online/call_method": "post"}, want: []string{"online.call_method must be"},
		},

		"we_chat_online sdk":                {of: "online", change: online("we_chat_online", "sdk", object{"online/user_identifier": "u"})},
		"we_chat_online sdk, none":          {of: "online", change: online("we_chat_online", "sdk", nil), want: []string{"online.user_identifier is required"}},
		"we_chat_online sdk, unknown":       {of: "online", change: online("we_chat_online", "sdk", object{"online/user_identifier": unknown{}})},
		"we_chat_online app":                {of: "online", change: online("we_chat_online", "app", nil)},
		"we_chat_online http_get":           {of: "online", change: online("we_chat_online", "http_get", object{"ip_address": "8.8.8.8"})},
		"we_chat_online http_get, none":     {of: "online", change: online("we_chat_online", "http_get", nil), want: []string{"ip_address is required if online.brand"}},
		"we_chat_online http_get, IPv6":     {of: "online", change: online("we_chat_online", "http_get", object{"ip_address": "::1"}), want: []string{"ip_address must be an IPv4"}},
		"we_chat_online web":                {of: "online", change: online("we_chat_online", "web", object{"ip_address": "8.8.8.8", "online/user_identifier": "u"})},
		"we_chat_online web, none":          {of: "online", change: online("we_chat_online", "web", nil), want: []string{"ip_address is required", "online.user_identifier is required"}},
		"alipay_plus_online app":            {of: "online", change: online("alipay_plus_online", "app", object{"online/os_type": "ios"})},
		"alipay_plus_online app, none":      {of: "online", change: online("alipay_plus_online", "app", nil), want: []string{"online.os_type is required"}},
		"alipay_plus_online mobile":         {of: "online", change: online("alipay_plus_online", "http_get_mobile", object{"online/os_type": "android"})},
		"alipay_plus_online mobile, none":   {of: "online", change: online("alipay_plus_online", "http_get_mobile", nil), want: []string{"online.os_type is required"}},
		"alipay_plus_online mobile, other":  {of: "online", change: online("alipay_plus_online", "http_get_mobile", object{"online/os_type": "Android"}), want: []string{"online.os_type must be"}},
		"alipay_plus_online http_get":       {of: "online", change: online("alipay_plus_online", "http_get", nil)},
		"alipay_online app needs no system": {of: "online", change: online("alipay_online", "app", nil)},
	})
}

// Every brand with every call method, against the table of the description.
func TestRules_callMethods(t *testing.T) {
	t.Parallel()

	supported := map[string][]string{
		"alipay_online":      {"http_get", "http_get_mobile", "sdk", "app"},
		"alipay_plus_online": {"http_get", "http_get_mobile", "sdk", "app"},
		"pay_pay_online":     {"http_post"},
		"we_chat_online":     {"http_get", "sdk", "app", "web"},
		"d_barai_online":     {"http_post"},
	}
	cases := map[string]ruleCase{}
	for brand, methods := range supported {
		for _, method := range []string{"http_get", "http_get_mobile", "http_post", "sdk", "web", "app"} {
			tc := ruleCase{of: "online", change: object{
				"online/brand": brand, "online/call_method": method, "ip_address": "8.8.8.8", "online/user_identifier": "u", "online/os_type": "ios",
			}}
			if !slices.Contains(methods, method) {
				tc.want = []string{"online.call_method must be"}
			}
			cases[fmt.Sprintf("%s %s", brand, method)] = tc
		}
	}
	runRules(t, cases)
}
