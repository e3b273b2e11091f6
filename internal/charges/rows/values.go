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
	"strings"

	"github.com/vmihailenco/msgpack/v5"
)

// precision is that of the CLI's own numbers, in bits.
const precision = 512

// encodeDecimal encodes a number as the protocol does: a whole one of 64 bits
// as an integer, a fraction that a float has exactly as a float, all else as
// text.
func encodeDecimal(enc *msgpack.Encoder, number json.Number) error {
	if whole, fraction, ok := splitPlain(number.String()); ok {
		if fraction == "" {
			n, err := strconv.ParseInt(whole, 10, 64)
			if err != nil {
				return fmt.Errorf("a number cannot be parsed: %w", err)
			}
			return enc.EncodeInt(n)
		}
		if !dyadic(whole, fraction) {
			return enc.EncodeString(whole + "." + fraction)
		}
	}
	f, _, err := big.ParseFloat(number.String(), 10, precision, big.ToNearestEven)
	if err != nil {
		return fmt.Errorf("a number cannot be parsed: %w", err)
	}
	if n, accuracy := f.Int64(); accuracy == big.Exact {
		return enc.EncodeInt(n)
	}
	if n, accuracy := f.Float64(); accuracy == big.Exact && !f.IsInt() {
		return enc.EncodeFloat64(n)
	}
	return enc.EncodeString(f.Text('f', -1))
}

// maxPlain is how many digits surely fit into 64 bits.
const maxPlain = 18

// splitPlain takes a JSON number without exponent, as amounts are, apart at its
// point, and trailing zeros off. It saves the detour by big numbers, which
// costs more than all else of a charge.
func splitPlain(text string) (whole, fraction string, ok bool) {
	whole, fraction, _ = strings.Cut(text, ".")
	if strings.ContainsAny(text, "eE") || len(whole)+len(fraction) > maxPlain {
		return "", "", false
	}
	return whole, strings.TrimRight(fraction, "0"), true
}

// dyadic reports whether a decimal fraction, which must not end with a zero, is a
// binary one too: only then can a float hold it exactly.
func dyadic(whole, fraction string) bool {
	n, err := strconv.ParseInt(whole+fraction, 10, 64)
	if err != nil {
		return true // not for this function to judge
	}
	for range fraction {
		if n%5 != 0 {
			return false
		}
		n /= 5
	}
	return true
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
