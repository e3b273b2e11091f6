// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package rows encodes charges, and groups of them, as the MessagePack that the plugin protocol
// has for a list of objects. It gives the same bytes as the framework, apart from the order of
// keys in maps, without the framework's values in between.
package rows

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// columns are the attributes of a charge, sorted by name, as the protocol has those of an object.
var columns = slices.Sorted(maps.Keys(new(paymentapi.Charge).FieldPointers()))

// Fields returns the names of a charge's attributes, sorted.
func Fields() []string {
	return slices.Clone(columns)
}

// Encoder encodes the charges of one list. It is safe for concurrent use.
type Encoder struct {
	fields   []string // nil for all
	maxBytes int64

	charges atomic.Int64 // the number of charges so far
	bytes   atomic.Int64 // the length of their encodings
}

// NewEncoder returns an Encoder of the given fields, or of all if fields is nil.
// The other attributes of a charge are null. All rows together may take maxBytes.
func NewEncoder(fields []string, maxBytes int64) *Encoder {
	return &Encoder{fields: fields, maxBytes: maxBytes}
}

// TooLongError is a list of which Charges charges already take more bytes than its Encoder
// may return.
type TooLongError struct {
	Charges int64
}

// Error implements error.
func (e *TooLongError) Error() string {
	return fmt.Sprintf("the list is too long after %d charges", e.Charges)
}

// Encode returns charges as elements of a list, without the list's own header.
// Once all that it returned takes too many bytes, it returns a *TooLongError.
func (e *Encoder) Encode(charges []paymentapi.Charge) ([]byte, error) {
	// The pointers are those of one row, into which each charge is copied: to find them is slow.
	var row paymentapi.Charge
	pointers := row.FieldPointers()
	maps.DeleteFunc(pointers, func(name string, _ any) bool {
		return e.fields != nil && !slices.Contains(e.fields, name)
	})

	encoded := encodeEach(charges, func(enc *msgpack.Encoder, charge *paymentapi.Charge) {
		row = *charge
		_ = enc.EncodeMapLen(len(columns)) // nothing that is written to memory fails, here and below
		for _, name := range columns {
			_ = enc.EncodeString(name)
			_ = encodeField(enc, pointers[name])
		}
	})

	count := e.charges.Add(int64(len(charges)))
	if e.bytes.Add(int64(len(encoded))) > e.maxBytes {
		return nil, &TooLongError{Charges: count}
	}
	return encoded, nil
}

// encodeField encodes what a field has, given a pointer to it, or nil if it is left out. The switch
// is for speed: enc.Encode would look up the type of every value by reflection.
func encodeField(enc *msgpack.Encoder, field any) error {
	switch field := field.(type) {
	case **string:
		if *field != nil {
			return enc.EncodeString(**field)
		}
	case **json.Number:
		if *field != nil {
			return number(**field).EncodeMsgpack(enc)
		}
	case **bool:
		if *field != nil {
			return enc.EncodeBool(**field)
		}
	default:
		return enc.Encode(field)
	}
	return enc.EncodeNil()
}

// number is a number of a charge, without an exponent and without needless zeros.
type number string

// EncodeMsgpack encodes a number as the protocol does: a whole one of 64 bits as
// an integer, a fraction that a float has exactly as a float, all else as text.
func (n number) EncodeMsgpack(enc *msgpack.Encoder) error {
	text := string(n)
	if !strings.Contains(text, ".") {
		whole, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return enc.EncodeString(text)
		}
		return enc.EncodeInt(whole)
	}

	if fraction, ok := n.exactFloat(); ok {
		return enc.EncodeFloat64(fraction)
	}
	return enc.EncodeString(text)
}

// exactFloat returns a fraction as a float, and false if no float has exactly that value.
func (n number) exactFloat() (float64, bool) {
	// Halves, quarters and so on end like this. Nearly all other amounts can do without
	// big numbers, which cost more than everything else of a charge.
	text := string(n)
	mayBeExact := strings.HasSuffix(text, ".5") || strings.HasSuffix(text, "25") || strings.HasSuffix(text, "75")
	if !mayBeExact {
		return 0, false
	}

	exact, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, false
	}
	return exact.Float64()
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// encodeEach returns the encodings of items, one after the other.
func encodeEach[T any](items []T, encode func(*msgpack.Encoder, *T)) []byte {
	buf := buffers.Get().(*bytes.Buffer) //nolint:forcetypeassert // nothing else is in there
	defer buffers.Put(buf)
	buf.Reset()
	enc := msgpack.GetEncoder()
	defer msgpack.PutEncoder(enc)
	enc.Reset(buf)
	enc.UseCompactInts(true)

	for i := range items {
		encode(enc, &items[i])
	}
	return bytes.Clone(buf.Bytes())
}

// EncodeGroups returns groups of charges as elements of a list, without the list's own header. The names in an
// object come in any order, which makes no difference to a CLI.
func EncodeGroups(groups []totals.Group) []byte {
	return encodeEach(groups, func(enc *msgpack.Encoder, group *totals.Group) {
		_ = enc.Encode(map[string]any{
			"charged":   sumObjects(group.Charged),
			"count":     group.Count,
			"fees":      sumObjects(group.Fees),
			"key":       group.Key,
			"requested": sumObjects(group.Requested),
		})
	})
}

// sumObjects returns sums as objects, by currency.
func sumObjects(sums totals.Sums) map[string]any {
	objects := make(map[string]any, len(sums))
	for currency, sum := range sums {
		objects[currency] = map[string]any{
			"amount":           number(sum.Amount()),
			"amount_formatted": (*number)(sum.Formatted()), // null for nil
			"count":            sum.Count,
		}
	}
	return objects
}
