// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/go-json-experiment/json/jsontext"
)

// TokenRequest is what a transaction token is made from (API description,
// section 4.1). What is nil is not sent.
type TokenRequest struct {
	PaymentType string            `json:"payment_type"`
	Type        string            `json:"type"`
	UsageLimit  *string           `json:"usage_limit,omitempty"`
	Email       *string           `json:"email,omitempty"`
	IPAddress   *string           `json:"ip_address,omitempty"`
	Metadata    map[string]string `json:"metadata,omitzero"`
	// Data is the payment-method data of the payment type, with the values of
	// encoding/json.
	Data map[string]any `json:"data"`
	// Secrets are the values above that no error may repeat.
	Secrets []string `json:"-"`
}

// TransactionToken is a token as the service describes it (API description,
// section 2.1). What is absent, null or of a type that makes no sense is nil:
// a token that exists must not get lost over a detail.
type TransactionToken struct {
	ID          string
	StoreID     *string
	Email       *string
	PaymentType *string
	Active      *bool
	Mode        *string
	Type        *string
	// Unlimited reports whether the answer has a usage_limit of null.
	Unlimited bool
	// UsageLimit and Confirmed hold a value that is no string as its JSON text.
	UsageLimit *string
	Confirmed  *string
	// Metadata holds a value that is no string as its JSON text.
	Metadata   map[string]*string
	CreatedOn  *string
	UpdatedOn  *string
	LastUsedOn *string
	// Data is JSON: its shape depends on the payment type.
	Data json.RawMessage
}

// CreateTransactionToken creates a token. It is sent once, unless the service
// cannot have acted on it; MayHaveActed reports of an error whether a token may
// exist all the same.
func (c *Client) CreateTransactionToken(ctx context.Context, req TokenRequest) (*TransactionToken, error) {
	r := call{method: http.MethodPost, template: "/tokens", payload: req, want: []int{http.StatusCreated}, secrets: req.Secrets, documented: tokenNames}
	for _, field := range []string{"cardholder", "customer_name"} {
		if name, ok := req.Data[field].(string); ok {
			r.names = append(r.names, name)
		}
	}
	answer, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	token := decodeToken(answer.body)
	if complaint := answer.complaint(token != nil && token.PaymentType != nil); complaint != nil {
		return nil, complaint
	}
	if token == nil {
		return nil, answer.unusable(FaultAnswer, "its body contains no transaction token with an id that is a UUID")
	}
	return token, nil
}

var tokenFields = fields[TransactionToken]{
	"id":           into(func(t *TransactionToken) *string { return &t.ID }, decodeID),
	"store_id":     into(func(t *TransactionToken) **string { return &t.StoreID }, decodeText),
	"email":        into(func(t *TransactionToken) **string { return &t.Email }, decodeText),
	"payment_type": into(func(t *TransactionToken) **string { return &t.PaymentType }, decodeText),
	"active":       into(func(t *TransactionToken) **bool { return &t.Active }, decodeAs[bool]),
	"mode":         into(func(t *TransactionToken) **string { return &t.Mode }, decodeText),
	"type":         into(func(t *TransactionToken) **string { return &t.Type }, decodeText),
	"usage_limit": func(t *TransactionToken, decoder *jsontext.Decoder) (err error) {
		raw, _ := decoder.ReadValue()
		t.Unlimited = isNull(raw)
		t.UsageLimit, err = decodeAny(raw)
		return err
	},
	"confirmed": into(func(t *TransactionToken) **string { return &t.Confirmed }, decodeAny),
	"metadata": func(t *TransactionToken, d *jsontext.Decoder) (err error) {
		t.Metadata, err = decodeTexts(d)
		return err
	},
	"created_on":   into(func(t *TransactionToken) **string { return &t.CreatedOn }, decodeText),
	"updated_on":   into(func(t *TransactionToken) **string { return &t.UpdatedOn }, decodeText),
	"last_used_on": into(func(t *TransactionToken) **string { return &t.LastUsedOn }, decodeText),
	"data": into(func(t *TransactionToken) *json.RawMessage { return &t.Data }, func(raw jsontext.Value) (json.RawMessage, error) {
		if isNull(raw) {
			return nil, nil
		}
		return json.RawMessage(raw.Clone()), nil
	}),
}

// decodeToken returns the token that raw, which is valid JSON, holds, and nil if that
// is no object with an id that is a UUID. A field of another shape than the documented one is left out.
func decodeToken(raw []byte) *TransactionToken {
	var token TransactionToken
	_ = tokenFields.read(decoderOf(bytes.ToValidUTF8(raw, []byte("\uFFFD"))), &token)
	if !IsUUID(token.ID) {
		return nil
	}
	return &token
}
