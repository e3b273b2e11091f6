// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package rows encodes charges as the MessagePack that the plugin protocol has
// for a list of objects, without the framework's values in between. It gives
// the same bytes, with map keys sorted.
package rows

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Encoder encodes charges. It is not safe for concurrent use.
type Encoder struct {
	buf bytes.Buffer
	enc *msgpack.Encoder
	// values are the columns that are encoded. What comes before the value of
	// each is the same for every charge: the keys, and null for the columns in
	// between; after comes after the last value.
	values []value
	after  []byte
}

type value struct {
	before []byte
	column column
}

// NewEncoder returns an Encoder of the given fields, or of all if fields is
// nil. The other attributes of a charge are null.
func NewEncoder(fields []string) *Encoder {
	e := &Encoder{}
	e.enc = msgpack.NewEncoder(&e.buf)
	before := header
	for _, c := range columns {
		before = append(before[:len(before):len(before)], c.key...)
		if fields != nil && !slices.Contains(fields, c.name) {
			before = append(before, msgpcode.Nil)
			continue
		}
		e.values = append(e.values, value{before, c})
		before = nil
	}
	e.after = before
	return e
}

// header begins a charge: it is a map with so many keys.
var header = func() []byte {
	var buf bytes.Buffer
	_ = msgpack.NewEncoder(&buf).EncodeMapLen(len(columns)) // a buffer takes everything
	return buf.Bytes()
}()

// Encode returns charges as elements of a list, without the list's own header.
func (e *Encoder) Encode(charges []paymentapi.Charge) ([]byte, error) {
	e.buf.Reset()
	for i := range charges {
		if err := e.encode(&charges[i]); err != nil {
			return nil, fmt.Errorf("charge %s: %w", charges[i].ID, err)
		}
	}
	return bytes.Clone(e.buf.Bytes()), nil
}

func (e *Encoder) encode(charge *paymentapi.Charge) error {
	for i := range e.values {
		v := &e.values[i]
		e.buf.Write(v.before)
		if err := v.column.encode(e.enc, charge); err != nil {
			return fmt.Errorf("%s: %w", v.column.name, err)
		}
	}
	e.buf.Write(e.after)
	return nil
}
