// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows

import (
	"bytes"
	"maps"
	"slices"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
)

// EncodeGroups returns groups of charges as elements of a list, without the
// list's own header. The names are those of their keys.
func EncodeGroups(names []string, groups []*totals.Group) ([]byte, error) {
	var buf bytes.Buffer
	enc := msgpack.NewEncoder(&buf)
	for _, group := range groups {
		if err := encodeGroup(enc, names, group); err != nil {
			return nil, err
		}
	}
	return buf.Bytes(), nil
}

// attribute is an attribute of an object, and what writes its value.
type attribute struct {
	name   string
	encode func() error
}

// encodeObject writes an object, whose attributes must be sorted by name.
func encodeObject(enc *msgpack.Encoder, attributes ...attribute) error {
	if err := enc.EncodeMapLen(len(attributes)); err != nil {
		return err
	}
	for _, a := range attributes {
		if err := enc.EncodeString(a.name); err != nil {
			return err
		}
		if err := a.encode(); err != nil {
			return err
		}
	}
	return nil
}

func encodeGroup(enc *msgpack.Encoder, names []string, group *totals.Group) error {
	key := make(map[string]*string, len(names))
	for i, name := range names {
		key[name] = group.Key[i]
	}
	return encodeObject(enc,
		attribute{"charged", func() error { return encodeSums(enc, group.Charged) }},
		attribute{"count", func() error { return enc.EncodeInt(group.Count) }},
		attribute{"fees", func() error { return encodeSums(enc, group.Fees) }},
		attribute{"key", func() error { return encodeTexts(enc, key) }},
		attribute{"requested", func() error { return encodeSums(enc, group.Requested) }},
	)
}

func encodeSums(enc *msgpack.Encoder, sums totals.Sums) error {
	if err := enc.EncodeMapLen(len(sums)); err != nil {
		return err
	}
	for _, currency := range slices.Sorted(maps.Keys(sums)) {
		if err := enc.EncodeString(currency); err != nil {
			return err
		}
		sum := sums[currency]
		err := encodeObject(enc,
			attribute{"amount", func() error { return encodeDecimal(enc, sum.Amount()) }},
			attribute{"amount_formatted", func() error { return orNull(enc, sum.Formatted(), encodeDecimal) }},
			attribute{"count", func() error { return enc.EncodeInt(sum.Count) }},
		)
		if err != nil {
			return err
		}
	}
	return nil
}

// orNull encodes a value that may be nil.
func orNull[T any](enc *msgpack.Encoder, value *T, encode func(*msgpack.Encoder, T) error) error {
	if value == nil {
		return enc.EncodeNil()
	}
	return encode(enc, *value)
}
