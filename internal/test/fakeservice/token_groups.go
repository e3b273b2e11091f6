// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"slices"
	"time"
)

// The rules of the payment types other than card (API description, section 4.1).

var convenienceStores = []string{
	"seven_eleven", "family_mart", "lawson", "mini_stop", "seico_mart", "pay_easy", "circle_k", "sunkus",
	"daily_yamazaki", "yamazaki_daily_store",
}

const (
	minExpiration      = 30 * time.Minute
	maxExpiration      = 60 * 24 * time.Hour
	minShiftExpiration = 24 * time.Hour
)

func checkKonbini(data, _ *object, _ string) {
	data.require("customer_name", "phone_number", "convenience_store")
	data.text("customer_name", nonEmpty)
	data.text("convenience_store", oneOf(convenienceStores...))
	phone, _ := checkPhone(data, pattern(`^81$`)) // Japanese numbers only
	phone.require("country_code", "local_number")

	period := data.text("expiration_period")
	length, known := time.Duration(0), false
	if period != nil {
		length, known = readPeriod(*period)
		switch {
		case !known:
			data.refuse("expiration_period", reasonFormat)
		case length < minExpiration || length > maxExpiration:
			data.refuse("expiration_period", reasonRange)
		}
	}
	shift := data.text("expiration_time_shift", timeOfDay)
	if shift != nil && known && length < minShiftExpiration {
		data.refuse("expiration_time_shift", reasonForbidden)
	}
}

// callMethods are the call methods of each online brand.
var callMethods = map[string][]string{
	"alipay_online":      {"http_get", "http_get_mobile", "sdk", "app"},
	"alipay_plus_online": {"http_get", "http_get_mobile", "sdk", "app"},
	"pay_pay_online":     {"http_post"},
	"we_chat_online":     {"http_get", "sdk", "app", "web"},
	"d_barai_online":     {"http_post"},
}

// onlineNeeds are the members that a brand needs with some call methods;
// ip_address is one of the request itself.
var onlineNeeds = []struct {
	brand   string
	methods []string
	member  string
}{
	{"we_chat_online", []string{"sdk", "web"}, "user_identifier"},
	{"alipay_plus_online", []string{"http_get_mobile", "app"}, "os_type"},
	{"we_chat_online", []string{"web", "http_get"}, "ip_address"},
}

func checkOnline(data, request *object, _ string) {
	data.require("brand", "call_method")
	brand := deref(data.text("brand", oneOf(sortedKeys(callMethods)...)))
	method := deref(data.text("call_method", oneOf("http_get", "http_get_mobile", "http_post", "sdk", "web", "app")))
	data.text("user_identifier", nonEmpty)
	data.text("os_type", oneOf("android", "ios"))
	if brand != "" && method != "" && !slices.Contains(callMethods[brand], method) {
		data.refuse("call_method", reasonForbidden)
	}
	for _, need := range onlineNeeds {
		if need.brand != brand || !slices.Contains(need.methods, method) {
			continue
		}
		if need.member == "ip_address" {
			request.require(need.member)
		} else {
			data.require(need.member)
		}
	}
}

func checkBankTransfer(data, _ *object, _ string) {
	data.require("brand")
	data.text("brand", oneOf("aozora_bank"))
}

// checkPaidy takes any object: its shape is not shown.
func checkPaidy(data, _ *object, _ string) { data.acceptAll() }
