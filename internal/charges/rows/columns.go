// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// column is an attribute of a charge: its name, the name as MessagePack, and
// how its value is encoded.
type column struct {
	name   string
	key    []byte
	encode func(*msgpack.Encoder, *paymentapi.Charge) error
}

// columns are the attributes of a charge, sorted by name as the protocol's objects are.
var columns = sorted(
	text("capture_at", func(c *paymentapi.Charge) *string { return c.CaptureAt }),
	number("charged_amount", func(c *paymentapi.Charge) *json.Number { return c.ChargedAmount }),
	number("charged_amount_formatted", func(c *paymentapi.Charge) *json.Number { return c.ChargedAmountFormatted }),
	text("charged_currency", func(c *paymentapi.Charge) *string { return c.ChargedCurrency }),
	text("created_on", func(c *paymentapi.Charge) *string { return c.CreatedOn }),
	text("descriptor", func(c *paymentapi.Charge) *string { return c.Descriptor }),
	text("descriptor_phone_number", func(c *paymentapi.Charge) *string { return c.DescriptorPhoneNumber }),
	text("error", func(c *paymentapi.Charge) *string { return c.Error }),
	number("fee_amount", func(c *paymentapi.Charge) *json.Number { return c.FeeAmount }),
	number("fee_amount_formatted", func(c *paymentapi.Charge) *json.Number { return c.FeeAmountFormatted }),
	text("fee_currency", func(c *paymentapi.Charge) *string { return c.FeeCurrency }),
	text("id", func(c *paymentapi.Charge) *string { return &c.ID }),
	text("merchant_name", func(c *paymentapi.Charge) *string { return c.MerchantName }),
	text("merchant_transaction_id", func(c *paymentapi.Charge) *string { return c.MerchantTransactionID }),
	texts("metadata", func(c *paymentapi.Charge) map[string]*string { return c.Metadata }),
	text("mode", func(c *paymentapi.Charge) *string { return c.Mode }),
	boolean("only_direct_currency", func(c *paymentapi.Charge) *bool { return c.OnlyDirectCurrency }),
	texts("redirect", func(c *paymentapi.Charge) map[string]*string { return c.Redirect }),
	number("requested_amount", func(c *paymentapi.Charge) *json.Number { return c.RequestedAmount }),
	number("requested_amount_formatted", func(c *paymentapi.Charge) *json.Number { return c.RequestedAmountFormatted }),
	text("requested_currency", func(c *paymentapi.Charge) *string { return c.RequestedCurrency }),
	text("status", func(c *paymentapi.Charge) *string { return c.Status }),
	text("store_id", func(c *paymentapi.Charge) *string { return c.StoreID }),
	text("store_name", func(c *paymentapi.Charge) *string { return c.StoreName }),
	text("subscription_id", func(c *paymentapi.Charge) *string { return c.SubscriptionID }),
	text("transaction_token_id", func(c *paymentapi.Charge) *string { return c.TransactionTokenID }),
	text("transaction_token_type", func(c *paymentapi.Charge) *string { return c.TransactionTokenType }),
)

// Fields returns the names of a charge's attributes.
func Fields() []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return names
}

func sorted(list ...column) []column {
	slices.SortFunc(list, func(a, b column) int { return strings.Compare(a.name, b.name) })
	return list
}

func text(name string, of func(*paymentapi.Charge) *string) column {
	return columnOf(name, of, (*msgpack.Encoder).EncodeString)
}

func boolean(name string, of func(*paymentapi.Charge) *bool) column {
	return columnOf(name, of, (*msgpack.Encoder).EncodeBool)
}

func number(name string, of func(*paymentapi.Charge) *json.Number) column {
	return columnOf(name, of, encodeDecimal)
}

func texts(name string, of func(*paymentapi.Charge) map[string]*string) column {
	return newColumn(name, func(enc *msgpack.Encoder, c *paymentapi.Charge) error { return encodeTexts(enc, of(c)) })
}

// columnOf makes a column of a value that may be nil.
func columnOf[T any](name string, of func(*paymentapi.Charge) *T, encode func(*msgpack.Encoder, T) error) column {
	return newColumn(name, func(enc *msgpack.Encoder, c *paymentapi.Charge) error {
		return orNull(enc, of(c), encode)
	})
}

func newColumn(name string, encode func(*msgpack.Encoder, *paymentapi.Charge) error) column {
	// A string always marshals.
	key, _ := msgpack.Marshal(name)
	return column{name: name, key: key, encode: encode}
}
