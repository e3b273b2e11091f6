// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// Token is a transaction token that was created.
type Token struct{ ID, PaymentType string }

var phoneNumber = object(fields{"country_code": digits, "local_number": text(`^[0-9]{1,15}$`)})

// tokenBody is the body of a request for a token (API description, section 4.1),
// without its data.
var tokenBody = object(fields{
	"payment_type": text(`^(card|paidy|online|konbini|bank_transfer)$`), "type": text(`^(one_time|recurring)$`),
	"usage_limit": nonEmpty, "email": email, "ip_address": text(`^([0-9]{1,3}\.){3}[0-9]{1,3}$`), "data": anything,
	"metadata": object(fields{"service-reference-id": anyText, "service-customer-id": uuidText, others: anything}),
}, "payment_type", "type", "data")

// tokenData is the data of each payment type. The description does not show that of
// paidy.
var tokenData = map[string]kind{
	"card": object(fields{
		"cardholder": anyText, "card_number": text(`^[0-9][0-9 -]*$`), "exp_month": text(`^[0-9]{1,2}$`), "exp_year": text(`^([0-9]{2}){1,2}$`), "cvv": anyText,
		"line1": anyText, "line2": anyText, "state": anyText, "city": anyText, "zip": anyText, "country": country, "phone_number": phoneNumber,
		"cvv_authorize": object(fields{"enabled": boolean, "currency": currency}),
		"three_ds":      object(fields{"enabled": boolean, "redirect_endpoint": webURL}),
	}, "card_number", "exp_month", "exp_year"),
	"konbini": object(fields{
		"customer_name": nonEmpty, "convenience_store": nonEmpty, "phone_number": phoneNumber,
		"expiration_period": text(`^P[0-9.,YMWDTHS]+$`), "expiration_time_shift": text(`^T?[0-9:.,]+(Z|[+-][0-9:]+)$`),
	}, "customer_name", "phone_number", "convenience_store"),
	"online": object(fields{
		"brand": nonEmpty, "call_method": nonEmpty, "user_identifier": nonEmpty, "os_type": text(`^(android|ios)$`),
	}, "brand", "call_method"),
	"bank_transfer": object(fields{"brand": nonEmpty}, "brand"),
	"paidy":         object(fields{others: anything}),
}

// callMethods are those of each brand, with the fields that some of them need (API
// description, section 4.1).
var callMethods = map[string]map[string][]string{
	"alipay_online":      {"http_get": nil, "http_get_mobile": nil, "sdk": nil, "app": nil},
	"alipay_plus_online": {"http_get": nil, "http_get_mobile": {"data.os_type"}, "sdk": nil, "app": {"data.os_type"}},
	"pay_pay_online":     {"http_post": nil},
	"we_chat_online":     {"http_get": {"ip_address"}, "sdk": {"data.user_identifier"}, "app": nil, "web": {"data.user_identifier", "ip_address"}},
	"d_barai_online":     {"http_post": nil},
}

// tokenProblems are those of members that do not fit together.
func tokenProblems(body map[string]any) (problems []problem) {
	refuse := func(name string, wrong bool) {
		if wrong {
			problems = append(problems, problem{name, reasonFormat})
		}
	}
	needs := []string{"email"}
	switch {
	case body["payment_type"] == "online":
		brand, _ := at(body, "data.brand").(string)
		method, _ := at(body, "data.call_method").(string)
		ofMethod, known := callMethods[brand][method]
		needs = ofMethod
		refuse("data.call_method", !known)
		refuse("type", body["type"] != "one_time")
	case at(body, "data.three_ds.enabled") == true:
		needs = append(needs, "data.phone_number")
		refuse("data.three_ds.enabled", body["type"] != "recurring")
	}
	for _, name := range needs {
		if at(body, name) == nil {
			problems = append(problems, problem{name, reasonRequired})
		}
	}
	return problems
}

// at returns the member of an object at a path.
func at(object any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		members, _ := object.(map[string]any)
		object = members[name]
	}
	return object
}

// createToken implements the API description, section 4.1.
func (s *Service) createToken(c call) response {
	paymentType, _ := c.body["payment_type"].(string)
	problems := tokenData[paymentType]("data", c.body["data"])
	if problems = append(problems, tokenProblems(c.body)...); problems != nil {
		return invalid(problems...)
	}
	id, now := uuid.NewString(), instant().Format(timestamp)
	token := map[string]any{
		"id": id, "store_id": cmp.Or(c.account.StoreID, DefaultStoreID), "active": true, "mode": cmp.Or(c.account.Mode, "test"), "confirmed": nil, "metadata": map[string]any{},
		"created_on": now, "updated_on": now, "last_used_on": nil, "data": answeredData(c.body),
	}
	for _, name := range []string{"payment_type", "type", "email", "usage_limit"} {
		token[name] = c.body[name]
	}
	if metadata, ok := c.body["metadata"]; ok {
		token["metadata"] = metadata
	}
	s.tokens = append(s.tokens, Token{id, paymentType})
	return answerJSON(http.StatusCreated, c.behavior.rewritten(token))
}

// Tokens returns the tokens created so far, in the order of their creation.
func (s *Service) Tokens() []Token {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return slices.Clone(s.tokens)
}

// answeredData returns the data of the answer. For a card, it is as in the API
// description, section 2.1, without the card number and the CVV. For others, which
// the description does not show, it is what was sent.
func answeredData(body map[string]any) map[string]any {
	sent, _ := body["data"].(map[string]any)
	if body["payment_type"] != "card" {
		return sent
	}
	number, _ := sent["card_number"].(string)
	month, _ := sent["exp_month"].(string)
	year, _ := sent["exp_year"].(string)
	billing := map[string]any{"phone_number": nil}
	for _, name := range []string{"line1", "line2", "state", "city", "country", "zip"} {
		billing[name] = sent[name]
	}
	return map[string]any{
		"card": map[string]any{
			"cardholder": sent["cardholder"], "exp_month": atoi(month), "exp_year": 2000 + atoi(year)%100,
			"card_bin": number[:min(6, len(number))], "last_four": number[max(0, len(number)-4):],
			"brand": "visa", "card_type": "credit", "country": "JP", "category": nil, "issuer": "Example Bank", "sub_brand": "none",
		},
		"billing":             billing,
		"cvv_authorize":       map[string]any{"enabled": false, "status": nil, "charge_id": nil, "credentials_id": nil, "currency": nil},
		"cvv_authorize_check": map[string]any{"status": nil, "charge_id": nil, "date": nil},
	}
}
