// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"context"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
)

// TokenRequest is what a transaction token is made from (API description,
// section 4.1). Optional fields that are nil are not sent.
type TokenRequest struct {
	PaymentType string         `json:"payment_type"`
	Type        string         `json:"type"`
	UsageLimit  *string        `json:"usage_limit,omitempty"`
	Email       *string        `json:"email,omitempty"`
	IPAddress   *string        `json:"ip_address,omitempty"`
	Metadata    map[string]any `json:"metadata,omitempty"`
	// Data is the payment-method data of the payment type, with the values of
	// encoding/json.
	Data map[string]any `json:"data"`
}

// tokenNames are the fields of a token (API description, sections 4.1 and 2.1).
var tokenNames = []string{
	"payment_type", "type", "usage_limit", "email", "ip_address",
	"metadata", "service-reference-id", "service-customer-id", "data",
	"card", "cardholder", "card_number", "exp_month", "exp_year", "cvv",
	"billing", "line1", "line2", "state", "city", "country", "zip",
	"phone_number", "country_code", "local_number",
	"cvv_authorize", "three_ds", "enabled", "currency", "redirect_endpoint",
	"customer_name", "convenience_store", "expiration_period", "expiration_time_shift",
	"brand", "call_method", "user_identifier", "os_type",
}

// TransactionToken is a token as the service describes it (API description, section 2.1).
type TransactionToken struct {
	ID string
	// Fields are the values of all fields by their names.
	Fields map[string]jsontext.Value
}

// CreateTransactionToken creates a token. It is sent once, unless the service
// cannot have acted on it; MayHaveActed reports of an error whether a token may
// exist all the same.
func (c *Client) CreateTransactionToken(ctx context.Context, req TokenRequest) (*TransactionToken, error) {
	call := &apiCall{
		method:      http.MethodPost,
		template:    "/tokens",
		payload:     req,
		okStatuses:  []int{http.StatusCreated},
		sendsSecret: true,
		documented:  tokenNames,
	}

	answer, err := c.do(ctx, call)
	if err != nil {
		return nil, err
	}

	// Nothing is checked of the values in Fields, so they are made valid text first.
	raw := bytes.ToValidUTF8(answer.body, []byte("\uFFFD"))
	id := objectID(raw)
	fields := DecodeOrNil[map[string]jsontext.Value](raw)
	if fields == nil || !IsUUID(id) {
		const problem = "its body contains no transaction token with an id that is a UUID"
		return nil, answer.newError(FaultUnexpectedAnswer, problem)
	}
	return &TransactionToken{ID: id, Fields: *fields}, nil
}
