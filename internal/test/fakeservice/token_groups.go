// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
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
	checkPhone(data, "81")

	period := data.text("expiration_period")
	length, known := time.Duration(0), false
	if period != nil {
		length, known = parsePeriod(*period)
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

// timeOfDay takes an ISO-8601 time with its time zone.
var timeOfDay = pattern(`^T?([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.,][0-9]+)?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)$`)

var periodForm = regexp.MustCompile(`^P(?:([0-9.,]+)W)?(?:([0-9.,]+)D)?(?:T(?:([0-9.,]+)H)?(?:([0-9.,]+)M)?(?:([0-9.,]+)S)?)?$`)

// parsePeriod reads an ISO-8601 duration of weeks and less; the length of a month or a year is not fixed.
func parsePeriod(v string) (time.Duration, bool) {
	parts := periodForm.FindStringSubmatch(v)
	if parts == nil || strings.HasSuffix(v, "T") || v == "P" {
		return 0, false
	}
	var total float64
	for i, unit := range []time.Duration{7 * 24 * time.Hour, 24 * time.Hour, time.Hour, time.Minute, time.Second} {
		if parts[i+1] == "" {
			continue
		}
		n, err := strconv.ParseFloat(strings.ReplaceAll(parts[i+1], ",", "."), 64)
		if err != nil {
			return 0, false
		}
		total += n * float64(unit)
	}
	// A float beyond the range of a duration is out of every limit; cut, it stays so.
	return time.Duration(min(total, float64(2*maxExpiration))), true
}

// callMethods are the call methods of each online brand.
var callMethods = map[string][]string{
	"alipay_online":      {"http_get", "http_get_mobile", "sdk", "app"},
	"alipay_plus_online": {"http_get", "http_get_mobile", "sdk", "app"},
	"pay_pay_online":     {"http_post"},
	"we_chat_online":     {"http_get", "sdk", "app", "web"},
	"d_barai_online":     {"http_post"},
}

// onlineNeeds are the members that a brand needs with some call methods; ip_address is one of the request itself.
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
