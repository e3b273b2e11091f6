// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package rows encodes charges as the MessagePack that the plugin protocol has for a list of
// objects, without the framework's values in between. It gives the same bytes, with map keys sorted.
package rows

import (
	"bytes"
	"fmt"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Encoder encodes charges. It is not safe for concurrent use.
type Encoder struct {
	buf bytes.Buffer
	enc *msgpack.Encoder
}

// NewEncoder returns an Encoder.
func NewEncoder() *Encoder {
	e := &Encoder{}
	e.enc = msgpack.NewEncoder(&e.buf)
	return e
}

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
	if err := e.enc.EncodeMapLen(len(columns)); err != nil {
		return err
	}
	for i := range columns {
		if _, err := e.buf.Write(columns[i].key); err != nil {
			return err
		}
		if err := columns[i].encode(e.enc, charge); err != nil {
			return fmt.Errorf("%s: %w", columns[i].name, err)
		}
	}
	return nil
}
