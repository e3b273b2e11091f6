// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"

	"github.com/vmihailenco/msgpack/v5"
)

// parseDecimal returns the number that the CLI has for a decimal text: Terraform's own precision,
// which keeps more digits than any amount has.
func parseDecimal(text string) (*big.Float, error) {
	f, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
	if err != nil {
		return nil, fmt.Errorf("a number cannot be parsed: %w", err)
	}
	return f, nil
}

// encodeDecimal encodes a number as the protocol does: a whole one of 64 bits as an integer, a
// fraction that a float has exactly as a float, all else as text.
func encodeDecimal(enc *msgpack.Encoder, number json.Number) error {
	if n, err := strconv.ParseInt(number.String(), 10, 64); err == nil {
		return enc.EncodeInt(n)
	}
	f, err := parseDecimal(number.String())
	if err != nil {
		return err
	}
	if n, accuracy := f.Int64(); accuracy == big.Exact {
		return enc.EncodeInt(n)
	}
	if n, accuracy := f.Float64(); accuracy == big.Exact && !f.IsInt() {
		return enc.EncodeFloat64(n)
	}
	return enc.EncodeString(f.Text('f', -1))
}

func encodeTexts(enc *msgpack.Encoder, values map[string]*string) error {
	if values == nil {
		return enc.EncodeNil()
	}
	if err := enc.EncodeMapLen(len(values)); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if err := enc.EncodeString(key); err != nil {
			return err
		}
		value := values[key]
		if value == nil {
			if err := enc.EncodeNil(); err != nil {
				return err
			}
			continue
		}
		if err := enc.EncodeString(*value); err != nil {
			return err
		}
	}
	return nil
}
