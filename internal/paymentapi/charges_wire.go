// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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
	RequestedAmount          *json.Number `json:"-"` // amounts are whole numbers, of any size and without exponent
	RequestedCurrency        *string      `json:"requested_currency"`
	RequestedAmountFormatted *json.Number `json:"-"`
	ChargedAmount            *json.Number `json:"-"`
	ChargedCurrency          *string      `json:"charged_currency"`
	ChargedAmountFormatted   *json.Number `json:"-"`
	FeeAmount                *json.Number `json:"-"`
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
	Metadata map[string]*string `json:"-"`
	Mode     *string            `json:"mode"`
	// CreatedOn is JSON text if it is no string and was not asked for.
	CreatedOn    *string            `json:"-"`
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
	CreatedOn                json.RawMessage `json:"created_on"`
	Error                    json.RawMessage `json:"error"`
	Metadata                 json.RawMessage `json:"metadata"`
	Redirect                 json.RawMessage `json:"redirect"`
}

// chargeDecoder decodes charges.
type chargeDecoder struct {
	wanted map[string]bool // nil for all fields
	// created reports whether a created_on that is no string is an error.
	created bool
}

// newChargeDecoder returns the decoder of the given fields of charges, or of all
// if fields is nil. It decodes the id and created_on in any case: they lead
// through the list.
func newChargeDecoder(fields []string) chargeDecoder {
	if fields == nil {
		return chargeDecoder{created: true}
	}
	d := chargeDecoder{wanted: map[string]bool{"id": true, "created_on": true}, created: slices.Contains(fields, "created_on")}
	for _, name := range fields {
		d.wanted[name] = true
	}
	return d
}

// decode decodes one charge. Its errors name the field, which is a wanted one,
// and, if there is one, the charge's id, and quote nothing else.
func (c chargeDecoder) decode(raw json.RawMessage) (Charge, error) {
	var charge Charge
	wire := wireCharge{Charge: &charge}
	err := decodeWanted(raw, &wire, c.wanted)
	if strings.TrimSpace(charge.ID) == "" {
		return charge, errors.New("it has no id, or one that is not a string")
	}
	if err != nil {
		return charge, fmt.Errorf("charge %s: %w", charge.ID, err)
	}
	d := &fieldDecoder{}
	charge.RequestedAmount = decodeField(d, "requested_amount", unquoted(wire.RequestedAmount), decodeAmount)
	charge.RequestedAmountFormatted = decodeField(d, "requested_amount_formatted", unquoted(wire.RequestedAmountFormatted), decodeDecimal)
	charge.ChargedAmount = decodeField(d, "charged_amount", unquoted(wire.ChargedAmount), decodeAmount)
	charge.ChargedAmountFormatted = decodeField(d, "charged_amount_formatted", unquoted(wire.ChargedAmountFormatted), decodeDecimal)
	charge.FeeAmount = decodeField(d, "fee_amount", unquoted(wire.FeeAmount), decodeAmount)
	charge.FeeAmountFormatted = decodeField(d, "fee_amount_formatted", unquoted(wire.FeeAmountFormatted), decodeDecimal)
	charge.CreatedOn = decodeField(d, "created_on", wire.CreatedOn, c.decodeCreated)
	charge.Metadata = decodeField(d, "metadata", wire.Metadata, decodeTexts)
	charge.Redirect = decodeField(d, "redirect", wire.Redirect, decodeTexts)
	charge.Error = decodeJSONText(wire.Error)
	if d.err != nil {
		return charge, fmt.Errorf("charge %s: %w", charge.ID, d.err)
	}
	return charge, nil
}

func (c chargeDecoder) decodeCreated(raw json.RawMessage) (*string, error) {
	text := textOf(raw)
	if c.created && text != nil && raw[0] != '"' {
		return nil, fmt.Errorf("is %s, which is the wrong type", article(kindOf(raw)))
	}
	return text, nil
}

// fieldDecoder keeps the first error of several fields.
type fieldDecoder struct{ err error }

func decodeField[T any](d *fieldDecoder, name string, raw json.RawMessage, decode func(json.RawMessage) (T, error)) T {
	value, err := decode(raw)
	if err != nil && d.err == nil {
		d.err = &fieldError{name, err.Error()}
	}
	return value
}
