// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"
)

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
