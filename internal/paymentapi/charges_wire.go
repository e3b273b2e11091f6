// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Charge is an element of the charge list (API description, section 2.2), with the
// names that its fields have there. A field that is absent or null is nil.
type Charge struct {
	ID                       string       `api:"id"`
	StoreID                  *string      `api:"store_id"`
	TransactionTokenID       *string      `api:"transaction_token_id"`
	TransactionTokenType     *string      `api:"transaction_token_type"`
	SubscriptionID           *string      `api:"subscription_id"`
	MerchantTransactionID    *string      `api:"merchant_transaction_id"`
	RequestedAmount          *json.Number `api:"requested_amount"` // amounts are whole numbers of any size; all numbers are as PlainNumber writes them
	RequestedCurrency        *string      `api:"requested_currency"`
	RequestedAmountFormatted *json.Number `api:"requested_amount_formatted"`
	ChargedAmount            *json.Number `api:"charged_amount"`
	ChargedCurrency          *string      `api:"charged_currency"`
	ChargedAmountFormatted   *json.Number `api:"charged_amount_formatted"`
	FeeAmount                *json.Number `api:"fee_amount"`
	FeeCurrency              *string      `api:"fee_currency"`
	FeeAmountFormatted       *json.Number `api:"fee_amount_formatted"`
	OnlyDirectCurrency       *bool        `api:"only_direct_currency"`
	CaptureAt                *string      `api:"capture_at"`
	Descriptor               *string      `api:"descriptor"`
	DescriptorPhoneNumber    *string      `api:"descriptor_phone_number"`
	Status                   *string      `api:"status"`
	// Error is JSON text: its shape is not documented.
	Error *string `api:"error"`
	// Metadata and Redirect hold a value that is no string as its JSON text.
	Metadata     map[string]*string `api:"metadata"`
	Mode         *string            `api:"mode"`
	CreatedOn    *string            `api:"created_on"`
	Redirect     map[string]*string `api:"redirect"`
	MerchantName *string            `api:"merchant_name"`
	StoreName    *string            `api:"store_name"`
}

var chargeFields = fields[Charge]{
	"id":                         into(func(c *Charge) *string { return &c.ID }, decodeID),
	"store_id":                   into(func(c *Charge) **string { return &c.StoreID }, decodeText),
	"transaction_token_id":       into(func(c *Charge) **string { return &c.TransactionTokenID }, decodeText),
	"transaction_token_type":     into(func(c *Charge) **string { return &c.TransactionTokenType }, decodeText),
	"subscription_id":            into(func(c *Charge) **string { return &c.SubscriptionID }, decodeText),
	"merchant_transaction_id":    into(func(c *Charge) **string { return &c.MerchantTransactionID }, decodeText),
	"requested_amount":           into(func(c *Charge) **json.Number { return &c.RequestedAmount }, decodeAmount),
	"requested_currency":         into(func(c *Charge) **string { return &c.RequestedCurrency }, decodeText),
	"requested_amount_formatted": into(func(c *Charge) **json.Number { return &c.RequestedAmountFormatted }, decodeDecimal),
	"charged_amount":             into(func(c *Charge) **json.Number { return &c.ChargedAmount }, decodeAmount),
	"charged_currency":           into(func(c *Charge) **string { return &c.ChargedCurrency }, decodeText),
	"charged_amount_formatted":   into(func(c *Charge) **json.Number { return &c.ChargedAmountFormatted }, decodeDecimal),
	"fee_amount":                 into(func(c *Charge) **json.Number { return &c.FeeAmount }, decodeAmount),
	"fee_currency":               into(func(c *Charge) **string { return &c.FeeCurrency }, decodeText),
	"fee_amount_formatted":       into(func(c *Charge) **json.Number { return &c.FeeAmountFormatted }, decodeDecimal),
	"only_direct_currency":       into(func(c *Charge) **bool { return &c.OnlyDirectCurrency }, decodeAs[bool]),
	"capture_at":                 into(func(c *Charge) **string { return &c.CaptureAt }, decodeText),
	"descriptor":                 into(func(c *Charge) **string { return &c.Descriptor }, decodeText),
	"descriptor_phone_number":    into(func(c *Charge) **string { return &c.DescriptorPhoneNumber }, decodeText),
	"status":                     into(func(c *Charge) **string { return &c.Status }, decodeText),
	"error":                      into(func(c *Charge) **string { return &c.Error }, decodeJSON),
	"metadata":                   func(c *Charge, d *jsontext.Decoder) (err error) { c.Metadata, err = decodeTexts(d); return err },
	"mode":                       into(func(c *Charge) **string { return &c.Mode }, decodeText),
	"created_on":                 into(func(c *Charge) **string { return &c.CreatedOn }, decodeText),
	"redirect":                   func(c *Charge, d *jsontext.Decoder) (err error) { c.Redirect, err = decodeTexts(d); return err },
	"merchant_name":              into(func(c *Charge) **string { return &c.MerchantName }, decodeText),
	"store_name":                 into(func(c *Charge) **string { return &c.StoreName }, decodeText),
}

// wantedFields returns the named fields of charges, or all if names is nil. The
// id and created_on are always read, since reading a list takes them. If
// created_on was not asked for and is not a string, its JSON text is kept. A
// field that is only checked is never an error, whatever its value.
func wantedFields(names, checked []string) fields[Charge] {
	if names == nil {
		return chargeFields
	}
	wanted := fields[Charge]{"id": chargeFields["id"], "created_on": into(func(c *Charge) **string { return &c.CreatedOn }, decodeAny)}
	for _, name := range checked {
		if name != "created_on" {
			wanted[name] = func(c *Charge, decoder *jsontext.Decoder) error {
				_ = chargeFields[name](c, decoder)
				return nil
			}
		}
	}
	for _, name := range names {
		if read, ok := chargeFields[name]; ok {
			wanted[name] = read
		}
	}
	return wanted
}

// chargeDecoder returns what decodes a charge. Its errors name the field and
// the charge, and quote nothing else.
func chargeDecoder(names, checked []string) func(*jsontext.Decoder, *Charge) error {
	wanted := wantedFields(names, checked)
	return func(decoder *jsontext.Decoder, charge *Charge) error {
		err := wanted.read(decoder, charge)
		if strings.TrimSpace(charge.ID) == "" {
			return errNoID
		}
		if err != nil {
			return ofCharge(charge.ID, err)
		}
		return nil
	}
}

// ofCharge names in err the charge that it is about, by its id if that is a UUID.
// No other id is shown.
func ofCharge(id string, err error) error {
	if IsUUID(id) {
		return fmt.Errorf("charge %s: %w", id, err)
	}
	return err
}
