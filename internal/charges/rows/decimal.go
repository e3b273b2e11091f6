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
	// Nearly all amounts can do without big numbers, which cost more than everything
	// else of a charge.
	whole, fraction, _ := strings.Cut(string(d), ".")
	fraction = strings.TrimRight(fraction, "0")
	if n, err := strconv.ParseInt(whole, 10, 64); err == nil {
		if fraction == "" {
			return enc.EncodeInt(n)
		}
		if isDecimalOnly(fraction) {
			return enc.EncodeString(string(d[:len(whole)+1+len(fraction)]))
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

// isDecimalOnly reports whether no float has a fraction exactly, because it is none
// of halves, quarters and so on. It must not end with a zero. It is false for one
// with more than 64 bits or an exponent, too.
func isDecimalOnly(fraction string) bool {
	n, err := strconv.ParseUint(fraction, 10, 64)
	if err != nil {
		return false
	}
	for range fraction {
		if n%5 != 0 {
			return true
		}
		n /= 5
	}
	return false
}
