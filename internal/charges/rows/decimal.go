// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package rows

import (
	"errors"
	"math/big"
	"strconv"
	"strings"

	"github.com/vmihailenco/msgpack/v5"
)

var errNoNumber = errors.New("it has a number that is none")

// precision is that of the CLI's own numbers, in bits.
const precision = 512

// decimal is a number as JSON writes it.
type decimal string

// EncodeMsgpack encodes a number as the protocol does: a whole one of 64 bits as
// an integer, a fraction that a float has exactly as a float, all else as text.
func (d decimal) EncodeMsgpack(enc *msgpack.Encoder) error {
	if whole, fraction, ok := splitPlain(string(d)); ok {
		if fraction == "" {
			n, err := strconv.ParseInt(whole, 10, 64)
			if err != nil {
				return errNoNumber
			}
			return enc.EncodeInt(n)
		}
		if !dyadic(whole, fraction) {
			return enc.EncodeString(whole + "." + fraction)
		}
	}
	f, _, err := big.ParseFloat(string(d), 10, precision, big.ToNearestEven)
	if err != nil {
		return errNoNumber
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

// splitPlain splits a JSON number without exponent, as amounts are, at its
// point, and removes trailing zeros. It saves the detour through big numbers,
// which costs more than everything else of a charge.
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
