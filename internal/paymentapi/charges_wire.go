// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Charge is an element of the charge list (API description, section 2.2). A
// field that is absent or null is nil.
type Charge struct {
	ID                       string       `json:"id"`
	StoreID                  *string      `json:"store_id"`
	TransactionTokenID       *string      `json:"transaction_token_id"`
	TransactionTokenType     *string      `json:"transaction_token_type"`
	SubscriptionID           *string      `json:"subscription_id"`
	MerchantTransactionID    *string      `json:"merchant_transaction_id"`
	RequestedAmount          *int64       `json:"-"`
	RequestedCurrency        *string      `json:"requested_currency"`
	RequestedAmountFormatted *json.Number `json:"-"`
	ChargedAmount            *int64       `json:"-"`
	ChargedCurrency          *string      `json:"charged_currency"`
	ChargedAmountFormatted   *json.Number `json:"-"`
	FeeAmount                *int64       `json:"-"`
	FeeCurrency              *string      `json:"fee_currency"`
	FeeAmountFormatted       *json.Number `json:"-"`
	OnlyDirectCurrency       *bool        `json:"only_direct_currency"`
	CaptureAt                *string      `json:"capture_at"`
	Descriptor               *string      `json:"descriptor"`
	DescriptorPhoneNumber    *string      `json:"descriptor_phone_number"`
	Status                   *string      `json:"status"`
	// Error is JSON text: its shape is not documented.
	Error *string `json:"-"`
	// Metadata and Redirect hold a value that is no string as its JSON text.
	Metadata     map[string]*string `json:"-"`
	Mode         *string            `json:"mode"`
	CreatedOn    *string            `json:"created_on"`
	Redirect     map[string]*string `json:"-"`
	MerchantName *string            `json:"merchant_name"`
	StoreName    *string            `json:"store_name"`
}

// wireCharge is a Charge with the JSON of the fields that need a closer look.
type wireCharge struct {
	*Charge
	RequestedAmount          json.RawMessage `json:"requested_amount"`
	RequestedAmountFormatted json.RawMessage `json:"requested_amount_formatted"`
	ChargedAmount            json.RawMessage `json:"charged_amount"`
	ChargedAmountFormatted   json.RawMessage `json:"charged_amount_formatted"`
	FeeAmount                json.RawMessage `json:"fee_amount"`
	FeeAmountFormatted       json.RawMessage `json:"fee_amount_formatted"`
	Error                    json.RawMessage `json:"error"`
	Metadata                 json.RawMessage `json:"metadata"`
	Redirect                 json.RawMessage `json:"redirect"`
}

// decodeCharge decodes one charge. Its errors name the field and, if there is
// one, the charge's id, and quote nothing else.
func decodeCharge(raw json.RawMessage) (Charge, error) {
	var charge Charge
	wire := wireCharge{Charge: &charge}
	err := decodeExact(raw, &wire)
	if strings.TrimSpace(charge.ID) == "" {
		return charge, errors.New("it has no id, or one that is not a string")
	}
	if err != nil {
		return charge, fmt.Errorf("charge %s: %w", charge.ID, err)
	}
	d := &fieldDecoder{}
	charge.RequestedAmount = decodeField(d, "requested_amount", unquoted(wire.RequestedAmount), decodeWhole)
	charge.RequestedAmountFormatted = decodeField(d, "requested_amount_formatted", unquoted(wire.RequestedAmountFormatted), decodeDecimal)
	charge.ChargedAmount = decodeField(d, "charged_amount", unquoted(wire.ChargedAmount), decodeWhole)
	charge.ChargedAmountFormatted = decodeField(d, "charged_amount_formatted", unquoted(wire.ChargedAmountFormatted), decodeDecimal)
	charge.FeeAmount = decodeField(d, "fee_amount", unquoted(wire.FeeAmount), decodeWhole)
	charge.FeeAmountFormatted = decodeField(d, "fee_amount_formatted", unquoted(wire.FeeAmountFormatted), decodeDecimal)
	charge.Metadata = decodeField(d, "metadata", wire.Metadata, decodeTexts)
	charge.Redirect = decodeField(d, "redirect", wire.Redirect, decodeTexts)
	charge.Error = decodeJSONText(wire.Error)
	if d.err != nil {
		return charge, fmt.Errorf("charge %s: %w", charge.ID, d.err)
	}
	return charge, nil
}

// fieldDecoder keeps the first error of several fields.
type fieldDecoder struct{ err error }

func decodeField[T any](d *fieldDecoder, name string, raw json.RawMessage, decode func(json.RawMessage) (T, error)) T {
	value, err := decode(raw)
	if err != nil && d.err == nil {
		d.err = fmt.Errorf("%s %w", name, err)
	}
	return value
}
