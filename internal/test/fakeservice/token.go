// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Token is a transaction token as in an answer (API description, section 2.1):
// the card number and the CVV are not kept.
type Token struct {
	ID          string
	StoreID     string
	Email       *string
	PaymentType string
	Active      bool
	Mode        string
	Type        string
	UsageLimit  *string
	Metadata    map[string]any
	CreatedOn   time.Time
	Data        map[string]any
}

// createToken implements the API description, section 4.1.
func (s *Service) createToken(c call) response {
	request, problems := readTokenRequest(c.body)
	if problems != nil {
		return invalid(problems...)
	}
	token := Token{
		ID:          uuid.NewString(),
		StoreID:     DefaultStoreID,
		Email:       request.email,
		PaymentType: request.paymentType,
		Active:      true,
		Mode:        "test",
		Type:        request.tokenType,
		UsageLimit:  request.usageLimit,
		Metadata:    request.metadata,
		CreatedOn:   s.instant(),
		Data:        answeredData(request),
	}
	s.store.mu.Lock()
	s.store.tokens = append(s.store.tokens, token)
	s.store.mu.Unlock()
	return answerJSON(http.StatusCreated, token.wire(c.behavior))
}

func (t Token) wire(b *Behavior) map[string]any {
	created := t.CreatedOn.Format(timestamp)
	object := map[string]any{
		"id":           t.ID,
		"store_id":     t.StoreID,
		"email":        t.Email,
		"payment_type": t.PaymentType,
		"active":       t.Active,
		"mode":         t.Mode,
		"type":         t.Type,
		"usage_limit":  t.UsageLimit,
		"confirmed":    nil,
		"metadata":     t.Metadata,
		"created_on":   created,
		"updated_on":   created,
		"last_used_on": nil,
		"data":         t.Data,
	}
	maps.Copy(object, b.ExtraFields)
	if b.TokenMutator != nil {
		b.TokenMutator(object)
	}
	return object
}

// tokenRequest is a checked request body (API description, section 4.1).
type tokenRequest struct {
	paymentType string
	tokenType   string
	usageLimit  *string
	email       *string
	metadata    map[string]any
	data        map[string]any
}

var phoneNumber = fields{"country_code": digits, "local_number": localNumber}

// tokenData has the fields that the data of each payment type may and must have.
// The description does not show those of paidy.
var tokenData = map[string]struct {
	fields   fields
	required []string
}{
	"card": {fields{
		"cardholder": anyText, "card_number": cardNumber, "exp_month": pattern(`^[0-9]{1,2}$`), "exp_year": pattern(`^([0-9]{2}){1,2}$`), "cvv": anyText,
		"line1": anyText, "line2": anyText, "state": anyText, "city": anyText, "zip": anyText, "country": country, "phone_number": phoneNumber,
		"cvv_authorize": fields{"enabled": boolean, "currency": currency},
		"three_ds":      fields{"enabled": boolean, "redirect_endpoint": check(webURL)},
	}, []string{"card_number", "exp_month", "exp_year"}},
	"konbini": {fields{
		"customer_name": nonEmpty, "convenience_store": nonEmpty, "phone_number": phoneNumber, "expiration_period": duration, "expiration_time_shift": timeOfDay,
	}, []string{"customer_name", "phone_number", "convenience_store"}},
	"online": {fields{
		"brand": nonEmpty, "call_method": nonEmpty, "user_identifier": nonEmpty, "os_type": oneOf("android", "ios"),
	}, []string{"brand", "call_method"}},
	"bank_transfer": {fields{"brand": nonEmpty}, []string{"brand"}},
	"paidy":         {},
}

// readTokenRequest checks a request and reports all that is wrong.
func readTokenRequest(body map[string]any) (tokenRequest, []fieldProblem) {
	o := &object{members: body}
	o.require("payment_type", "type", "data")
	request := tokenRequest{
		paymentType: deref(o.text("payment_type", oneOf(sortedKeys(tokenData)...))),
		tokenType:   deref(o.text("type", oneOf("one_time", "recurring"))),
		usageLimit:  o.text("usage_limit", nonEmpty),
		email:       o.text("email", email),
	}
	o.text("ip_address", ipv4)
	request.metadata = readTokenMetadata(o)

	if request.paymentType != "online" {
		o.require("email")
	} else if request.tokenType != "one_time" {
		o.refuse("type", reasonForbidden)
	}
	data, _ := o.child("data")
	group := tokenData[request.paymentType]
	data.require(group.required...)
	data.read(group.fields)
	if group.fields == nil {
		data.acceptAll()
	}
	request.data = data.members
	return request, o.finish()
}

// readTokenMetadata checks the two keys with a fixed meaning (API description,
// section 2.1); others are free.
func readTokenMetadata(o *object) map[string]any {
	metadata, present := o.child("metadata")
	if !present {
		return map[string]any{}
	}
	metadata.read(fields{"service-reference-id": anyText, "service-customer-id": uuidText})
	metadata.acceptAll()
	return metadata.members
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

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
