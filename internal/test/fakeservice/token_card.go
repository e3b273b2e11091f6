// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"encoding/json"
	"strconv"
	"strings"
)

// answeredData returns the data of the answer. For a card, it is as in the API
// description, section 2.1. For others, which the description does not show, it is
// what was sent.
func answeredData(request tokenRequest) map[string]any {
	if request.paymentType != "card" {
		return request.data
	}
	sent := request.data
	authorize, _ := sent["cvv_authorize"].(map[string]any)
	enabled, _ := authorize["enabled"].(bool)
	number := strings.Map(onlyDigits, textOf(sent, "card_number"))
	return map[string]any{
		"card": map[string]any{
			"cardholder": sent["cardholder"],
			"exp_month":  wholeNumber(textOf(sent, "exp_month")),
			"exp_year":   expiryYear(textOf(sent, "exp_year")),
			"card_bin":   number[:min(6, len(number))],
			"last_four":  number[max(0, len(number)-4):],
			"brand":      "visa",
			"card_type":  "credit",
			"country":    "JP",
			"category":   nil,
			"issuer":     "Example Bank",
			"sub_brand":  "none",
		},
		"billing": billing(sent),
		"cvv_authorize": map[string]any{
			"enabled":        enabled,
			"status":         statusWhen(enabled),
			"charge_id":      nil,
			"credentials_id": nil,
			"currency":       authorize["currency"],
		},
		"cvv_authorize_check": map[string]any{"status": nil, "charge_id": nil, "date": nil},
	}
}

// expiryYear returns the year of the answer; two digits mean this century.
func expiryYear(sent string) json.Number {
	if len(sent) == 2 {
		return wholeNumber("20" + sent)
	}
	return wholeNumber(sent)
}

func billing(sent map[string]any) map[string]any {
	out := map[string]any{"phone_number": nil}
	for _, name := range []string{"line1", "line2", "state", "city", "country", "zip"} {
		out[name] = sent[name]
	}
	phone, ok := sent["phone_number"].(map[string]any)
	if !ok {
		return out
	}
	code := wholeNumber(textOf(phone, "country_code"))
	out["phone_number"] = map[string]any{"country_code": code, "local_number": phone["local_number"]}
	return out
}

func textOf(members map[string]any, name string) string {
	text, _ := members[name].(string)
	return text
}

// wholeNumber makes a JSON number of checked digits, without the leading zeros
// that JSON forbids.
func wholeNumber(text string) json.Number {
	n, err := strconv.Atoi(text)
	if err != nil {
		return "0"
	}
	return json.Number(strconv.Itoa(n))
}

func onlyDigits(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
}

func statusWhen(enabled bool) any {
	if enabled {
		return "pending"
	}
	return nil
}
