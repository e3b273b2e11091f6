// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// The rules of this file are those of the API description, section 4.1. They are written
// from it, and not from the provider's.

// tokenBody is the body of a request for a token, without its data.
var tokenBody = object(fields{
	"payment_type": oneOf("card", "paidy", "online", "konbini", "bank_transfer"),
	"type":         oneOf("one_time", "recurring"),
	"usage_limit":  nonEmpty,
	"email":        email,
	"ip_address":   ipv4,
	"data":         anything,
	"metadata": object(fields{
		"service-reference-id": anyText,
		"service-customer-id":  uuidText,
		others:                 anything,
	}),
}, "payment_type", "type", "data")

// tokenData is the data of each payment type. The description does not show that of paidy.
var tokenData = map[string]check{
	"card": object(fields{
		"cardholder":   anyText,
		"card_number":  text(`^[0-9][0-9 -]*$`),
		"exp_month":    text(`^(0?[1-9]|1[0-2])$`),
		"exp_year":     text(`^([0-9]{2}){1,2}$`),
		"cvv":          anyText,
		"line1":        anyText,
		"line2":        anyText,
		"state":        anyText,
		"city":         anyText,
		"country":      country,
		"zip":          anyText,
		"phone_number": object(fields{"country_code": digits, "local_number": localNumber}),
		"cvv_authorize": object(fields{
			"enabled":  boolean,
			"currency": currency,
		}),
		"three_ds": object(fields{
			"enabled":           boolean,
			"redirect_endpoint": webURL,
		}),
	}, "card_number", "exp_month", "exp_year"),

	"konbini": object(fields{
		"customer_name": nonEmpty,
		"phone_number": object(fields{
			"country_code": oneOf("81"), // Japanese numbers only
			"local_number": localNumber,
		}, "country_code", "local_number"),
		"convenience_store": oneOf("seven_eleven", "family_mart", "lawson", "mini_stop", "seico_mart", "pay_easy",
			"circle_k", "sunkus", "daily_yamazaki", "yamazaki_daily_store"),
		"expiration_period": valid(isExpirationPeriod),
		"expiration_time_shift": text(`^T?([01][0-9]|2[0-3])(:?[0-5][0-9]){1,2}([.,][0-9]+)?` +
			`(Z|[+-][0-9]{2}(:?[0-9]{2})?)$`),
	}, "customer_name", "phone_number", "convenience_store"),

	"online": object(fields{
		"brand":           oneOf(sortedKeys(callMethods)...),
		"call_method":     nonEmpty, // one of the brand's
		"user_identifier": nonEmpty,
		"os_type":         oneOf("android", "ios"),
	}, "brand", "call_method"),

	"bank_transfer": object(fields{"brand": oneOf("aozora_bank")}, "brand"),

	"paidy": object(fields{others: anything}),
}

var localNumber = text(`^[0-9]{1,15}$`)

// callMethods are those of each brand, with the fields that some of them need.
var callMethods = map[string]map[string][]string{
	"alipay_online": {
		"http_get":        nil,
		"http_get_mobile": nil,
		"sdk":             nil,
		"app":             nil,
	},
	"alipay_plus_online": {
		"http_get":        nil,
		"http_get_mobile": {"data.os_type"},
		"sdk":             nil,
		"app":             {"data.os_type"},
	},
	"pay_pay_online": {"http_post": nil},
	"we_chat_online": {
		"http_get": {"ip_address"},
		"sdk":      {"data.user_identifier"},
		"app":      nil,
		"web":      {"data.user_identifier", "ip_address"},
	},
	"d_barai_online": {"http_post": nil},
}

// refusalOfToken returns the answer to a body that breaks a rule, or that the account may not
// send, and whether it is one. The body has the members that it may have.
func refusalOfToken(body map[string]any, account Account) (response, bool) {
	paymentType := textAt(body, "payment_type")
	problems := tokenData[paymentType]("data", body["data"])
	problems = append(problems, combinationProblems(body)...)
	if problems != nil {
		return invalid(problems...), true
	}

	unlimited := body["type"] == "recurring" && body["usage_limit"] == nil
	switch {
	case paymentType == "card" && account.NoCards:
		return refuse(http.StatusUnauthorized, "DIRECT_CARD_TOKEN_CREATION_DISABLED"), true
	case unlimited && account.NoUnlimitedTokens:
		missing := problem{"usage_limit", reasonRequired}
		return refuse(http.StatusBadRequest, "RECURRING_USAGE_LIMIT_REQUIRED", missing), true
	}
	return response{}, false
}

// combinationProblems returns the problems of members that do not fit together.
func combinationProblems(body map[string]any) (problems []problem) {
	var required []string
	if body["payment_type"] != "online" {
		required = append(required, "email")
	}

	switch body["payment_type"] {
	case "online":
		needed, offered := callMethods[textAt(body, "data.brand")][textAt(body, "data.call_method")]
		required = append(required, needed...)
		if !offered {
			problems = append(problems, problem{"data.call_method", reasonFormat})
		}
		if body["type"] != "one_time" {
			problems = append(problems, problem{"type", reasonFormat})
		}
	case "card":
		if at(body, "data.three_ds.enabled") == true {
			required = append(required, "data.phone_number.country_code", "data.phone_number.local_number")
			if body["type"] != "recurring" {
				problems = append(problems, problem{"data.three_ds.enabled", reasonFormat})
			}
		}
	case "konbini":
		period, given := at(body, "data.expiration_period").(string)
		shifted := at(body, "data.expiration_time_shift") != nil
		if shifted && given && minutesOf(period) < day {
			problems = append(problems, problem{"data.expiration_time_shift", reasonFormat})
		}
	}

	for _, name := range required {
		if at(body, name) == nil {
			problems = append(problems, problem{name, reasonRequired})
		}
	}
	return problems
}

// The units of a period, in minutes. A month and a year are as long as the longest.
var (
	dateUnits  = map[string]float64{"Y": 366 * day, "M": 31 * day, "W": 7 * day, "D": day}
	clockUnits = map[string]float64{"H": 60, "M": 1, "S": 1.0 / 60}
)

const day = 24 * 60

var (
	periodFormat = regexp.MustCompile(`^P([0-9.,]+[YMWD])*(T([0-9.,]+[HMS])+)?$`)
	periodPart   = regexp.MustCompile(`([0-9.,]+)([A-Z])`)
)

// isExpirationPeriod reports whether a text is a duration in ISO 8601, from 30 minutes to 60 days.
func isExpirationPeriod(v string) bool {
	length := minutesOf(v)
	return periodFormat.MatchString(v) && length >= 30 && length <= 60*day
}

// minutesOf returns the length of a duration in ISO 8601. A number that is none counts as 0.
func minutesOf(period string) (sum float64) {
	date, clock, _ := strings.Cut(period, "T")
	for _, part := range periodPart.FindAllStringSubmatch(date, -1) {
		sum += number(part[1]) * dateUnits[part[2]]
	}
	for _, part := range periodPart.FindAllStringSubmatch(clock, -1) {
		sum += number(part[1]) * clockUnits[part[2]]
	}
	return sum
}

func number(text string) float64 {
	n, _ := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	return n
}
