// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package rows encodes charges, and groups of them, as the MessagePack that the
// plugin protocol has for a list of objects. It gives the same bytes as the
// framework, apart from the order of keys in maps, without the framework's values
// in between.
package rows

import (
	"bytes"
	"reflect"
	"slices"
	"sync"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// row is a charge as the protocol has it: an object whose attributes are sorted
// by name.
type row struct {
	CaptureAt                *string            `msgpack:"capture_at"`
	ChargedAmount            *decimal           `msgpack:"charged_amount"`
	ChargedAmountFormatted   *decimal           `msgpack:"charged_amount_formatted"`
	ChargedCurrency          *string            `msgpack:"charged_currency"`
	CreatedOn                *string            `msgpack:"created_on"`
	Descriptor               *string            `msgpack:"descriptor"`
	DescriptorPhoneNumber    *string            `msgpack:"descriptor_phone_number"`
	Error                    *string            `msgpack:"error"`
	FeeAmount                *decimal           `msgpack:"fee_amount"`
	FeeAmountFormatted       *decimal           `msgpack:"fee_amount_formatted"`
	FeeCurrency              *string            `msgpack:"fee_currency"`
	ID                       *string            `msgpack:"id"`
	MerchantName             *string            `msgpack:"merchant_name"`
	MerchantTransactionID    *string            `msgpack:"merchant_transaction_id"`
	Metadata                 map[string]*string `msgpack:"metadata"`
	Mode                     *string            `msgpack:"mode"`
	OnlyDirectCurrency       *bool              `msgpack:"only_direct_currency"`
	Redirect                 map[string]*string `msgpack:"redirect"`
	RequestedAmount          *decimal           `msgpack:"requested_amount"`
	RequestedAmountFormatted *decimal           `msgpack:"requested_amount_formatted"`
	RequestedCurrency        *string            `msgpack:"requested_currency"`
	Status                   *string            `msgpack:"status"`
	StoreID                  *string            `msgpack:"store_id"`
	StoreName                *string            `msgpack:"store_name"`
	SubscriptionID           *string            `msgpack:"subscription_id"`
	TransactionTokenID       *string            `msgpack:"transaction_token_id"`
	TransactionTokenType     *string            `msgpack:"transaction_token_type"`
}

func newRow(c *paymentapi.Charge) row {
	return row{
		CaptureAt:                c.CaptureAt,
		ChargedAmount:            (*decimal)(c.ChargedAmount),
		ChargedAmountFormatted:   (*decimal)(c.ChargedAmountFormatted),
		ChargedCurrency:          c.ChargedCurrency,
		CreatedOn:                c.CreatedOn,
		Descriptor:               c.Descriptor,
		DescriptorPhoneNumber:    c.DescriptorPhoneNumber,
		Error:                    c.Error,
		FeeAmount:                (*decimal)(c.FeeAmount),
		FeeAmountFormatted:       (*decimal)(c.FeeAmountFormatted),
		FeeCurrency:              c.FeeCurrency,
		ID:                       &c.ID,
		MerchantName:             c.MerchantName,
		MerchantTransactionID:    c.MerchantTransactionID,
		Metadata:                 c.Metadata,
		Mode:                     c.Mode,
		OnlyDirectCurrency:       c.OnlyDirectCurrency,
		Redirect:                 c.Redirect,
		RequestedAmount:          (*decimal)(c.RequestedAmount),
		RequestedAmountFormatted: (*decimal)(c.RequestedAmountFormatted),
		RequestedCurrency:        c.RequestedCurrency,
		Status:                   c.Status,
		StoreID:                  c.StoreID,
		StoreName:                c.StoreName,
		SubscriptionID:           c.SubscriptionID,
		TransactionTokenID:       c.TransactionTokenID,
		TransactionTokenType:     c.TransactionTokenType,
	}
}

// Fields returns the names of a charge's attributes, sorted.
func Fields() []string {
	typ := reflect.TypeFor[row]()
	names := make([]string, typ.NumField())
	for i := range names {
		names[i] = typ.Field(i).Tag.Get("msgpack")
	}
	return names
}

// Encoder encodes charges. It is safe for concurrent use.
type Encoder struct {
	left []int // the fields of a row that stay null
}

// NewEncoder returns an Encoder of the given fields, or of all if fields is
// nil. The other attributes of a charge are null.
func NewEncoder(fields []string) *Encoder {
	e := &Encoder{}
	for i, name := range Fields() {
		if fields != nil && !slices.Contains(fields, name) {
			e.left = append(e.left, i)
		}
	}
	return e
}

// Encode returns charges as elements of a list, without the list's own header.
func (e *Encoder) Encode(charges []paymentapi.Charge) ([]byte, error) {
	return encodeAll(func(enc *msgpack.Encoder) error {
		for i := range charges {
			one := newRow(&charges[i])
			value := reflect.ValueOf(&one)
			for _, field := range e.left {
				value.Elem().Field(field).SetZero()
			}
			if err := enc.EncodeValue(value); err != nil {
				return paymentapi.OfCharge(charges[i].ID, err)
			}
		}
		return nil
	})
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// encodeAll returns what encode writes.
func encodeAll(encode func(*msgpack.Encoder) error) ([]byte, error) {
	buf, enc := buffers.Get().(*bytes.Buffer), msgpack.GetEncoder() //nolint:forcetypeassert // nothing else is in there
	defer buffers.Put(buf)
	defer msgpack.PutEncoder(enc)
	buf.Reset()
	enc.Reset(buf)
	enc.UseCompactInts(true)
	err := encode(enc)
	return bytes.Clone(buf.Bytes()), err
}

// group is a group of charges as the protocol has it.
type group struct {
	Charged   map[string]sum     `msgpack:"charged"`
	Count     int64              `msgpack:"count"`
	Fees      map[string]sum     `msgpack:"fees"`
	Key       map[string]*string `msgpack:"key"`
	Requested map[string]sum     `msgpack:"requested"`
}

type sum struct {
	Amount          decimal  `msgpack:"amount"`
	AmountFormatted *decimal `msgpack:"amount_formatted"`
	Count           int64    `msgpack:"count"`
}

// EncodeGroups returns groups of charges as elements of a list, without the
// list's own header. The names are those of their keys.
func EncodeGroups(names []string, groups []*totals.Group) ([]byte, error) {
	return encodeAll(func(enc *msgpack.Encoder) error {
		for _, g := range groups {
			key := make(map[string]*string, len(names))
			for i, name := range names {
				key[name] = g.Key[i]
			}
			one := group{Charged: sums(g.Charged), Count: g.Count, Fees: sums(g.Fees), Key: key, Requested: sums(g.Requested)}
			if err := enc.Encode(&one); err != nil {
				return err
			}
		}
		return nil
	})
}

func sums(of totals.Sums) map[string]sum {
	byCurrency := make(map[string]sum, len(of))
	for currency, s := range of {
		byCurrency[currency] = sum{decimal(s.Amount()), (*decimal)(s.Formatted()), s.Count}
	}
	return byCurrency
}
