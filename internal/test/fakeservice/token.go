// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/google/uuid"
)

// Token is a transaction token that was created.
type Token struct{ ID, PaymentType string }

// baseCurrency is the currency of the merchants, in which a security code is authorized if a
// request names no other one (API description, section 4.1).
const baseCurrency = "JPY"

// createToken implements the API description, section 4.1.
func (s *Service) createToken(c call) response {
	if refusal, refused := refusalOfToken(c.body, c.account); refused {
		return refusal
	}

	now := instant().Format(timestamp)
	token := map[string]any{
		"id":           uuid.NewString(),
		"store_id":     cmp.Or(c.account.StoreID, DefaultStoreID),
		"email":        c.body["email"],
		"payment_type": c.body["payment_type"],
		"active":       true,
		"mode":         cmp.Or(c.account.Mode, "test"),
		"type":         c.body["type"],
		"usage_limit":  c.body["usage_limit"],
		"confirmed":    nil,
		"metadata":     map[string]any{},
		"created_on":   now,
		"updated_on":   now,
		"last_used_on": nil,
		"data":         answeredData(c.body),
	}
	if metadata, given := c.body["metadata"]; given {
		token["metadata"] = metadata
	}
	s.tokens = append(s.tokens, Token{textAt(token, "id"), textAt(token, "payment_type")})
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
func answeredData(body map[string]any) any {
	if body["payment_type"] != "card" {
		return body["data"]
	}
	return map[string]any{
		"card":                answeredCard(body["data"]),
		"billing":             answeredBilling(body["data"]),
		"cvv_authorize":       answeredAuthorization(body["data"]),
		"cvv_authorize_check": map[string]any{"status": nil, "charge_id": nil, "date": nil},
	}
}

func answeredCard(sent any) map[string]any {
	number := textAt(sent, "card_number")
	return map[string]any{
		"cardholder": at(sent, "cardholder"),
		"exp_month":  atoi(textAt(sent, "exp_month")),
		"exp_year":   2000 + atoi(textAt(sent, "exp_year"))%100,
		"card_bin":   number[:min(6, len(number))],
		"last_four":  number[max(0, len(number)-4):],
		"brand":      "visa",
		"card_type":  "credit",
		"country":    "JP",
		"category":   nil,
		"issuer":     "Example Bank",
		"sub_brand":  "none",
	}
}

func answeredBilling(sent any) map[string]any {
	billing := map[string]any{"phone_number": nil}
	for _, name := range []string{"line1", "line2", "state", "city", "country", "zip"} {
		billing[name] = at(sent, name)
	}
	if at(sent, "phone_number") != nil {
		billing["phone_number"] = map[string]any{
			"country_code": atoi(textAt(sent, "phone_number.country_code")),
			"local_number": at(sent, "phone_number.local_number"),
		}
	}
	return billing
}

func answeredAuthorization(sent any) map[string]any {
	enabled := at(sent, "cvv_authorize.enabled") == true
	answered := map[string]any{
		"enabled":        enabled,
		"status":         nil,
		"charge_id":      nil,
		"credentials_id": nil,
		"currency":       nil,
	}
	if enabled {
		answered["currency"] = cmp.Or(textAt(sent, "cvv_authorize.currency"), baseCurrency)
	}
	return answered
}
