// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
)

// Limits of a number's text. Amounts of money stay far inside; beyond them a
// short text can stand for a number that takes minutes to write out.
const (
	maxDecimalDigits   = 150
	maxDecimalExponent = 300
)

var (
	errNoNumber = errors.New("is not a number")
	errFraction = errors.New("is not a whole number")
	errTooLarge = errors.New("does not fit into 64 bits")
	errAbsurd   = errors.New("is too long or has too large an exponent")
	errNoObject = errors.New("is not an object")
)

// decodeAmount returns the whole number that raw holds, also if it is written as
// 1000.0 or 1e3, without point and exponent, and nil for nothing or null.
func decodeAmount(raw json.RawMessage) (*json.Number, error) {
	if isNull(raw) {
		return nil, nil
	}
	if isDigits(raw) {
		return new(json.Number(raw)), nil
	}
	negative, digits, exponent, err := splitNumber(string(raw))
	switch {
	case err != nil:
		return nil, err
	case digits == "":
		return new(json.Number("0")), nil
	case exponent < 0:
		return nil, errFraction
	case len(digits)+exponent > maxDecimalDigits:
		return nil, errAbsurd
	}
	text := digits + strings.Repeat("0", exponent)
	if negative {
		text = "-" + text
	}
	return new(json.Number(text)), nil
}

// isDigits reports whether a JSON value is a number of digits alone, and not too
// long.
func isDigits(raw json.RawMessage) bool {
	for _, c := range raw {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(raw) <= maxDecimalDigits
}

// decodeWhole returns a whole number as decodeAmount does, if it fits into 64
// bits.
func decodeWhole(raw json.RawMessage) (*int64, error) {
	number, err := decodeAmount(raw)
	if err != nil || number == nil {
		return nil, err
	}
	n, err := number.Int64()
	if err != nil {
		return nil, errTooLarge
	}
	return &n, nil
}

// decodeCount returns the whole number that raw holds, also as text, and nil for
// anything else: a count is good to know, and nothing depends on it.
func decodeCount(raw json.RawMessage) *int64 {
	n, err := decodeWhole(unquoted(raw))
	if err != nil || n == nil || *n < 0 {
		return nil
	}
	return n
}

// decodeDecimal returns the number that raw holds as it is written, and nil
// for nothing or null.
func decodeDecimal(raw json.RawMessage) (*json.Number, error) {
	if isNull(raw) {
		return nil, nil
	}
	if _, _, _, err := splitNumber(string(raw)); err != nil {
		return nil, err
	}
	n := json.Number(raw)
	return &n, nil
}

// unquoted returns a number that is written as text ("10.50") without its
// quotes.
func unquoted(raw json.RawMessage) json.RawMessage {
	if text, ok := plainString(raw); ok && text != "null" && json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return raw
}

// splitNumber takes a JSON number apart: its value is digits × 10^exponent,
// and digits neither begins nor ends with a zero.
func splitNumber(text string) (negative bool, digits string, exponent int, err error) {
	text, negative = strings.CutPrefix(text, "-")
	if text == "" || text[0] < '0' || text[0] > '9' {
		return false, "", 0, errNoNumber
	}
	mantissa := text
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa = text[:i]
		if exponent, err = strconv.Atoi(text[i+1:]); err != nil {
			return false, "", 0, errAbsurd
		}
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	if len(digits) > maxDecimalDigits || len(fraction) > maxDecimalExponent || max(exponent, -exponent) > maxDecimalExponent {
		return false, "", 0, errAbsurd
	}
	trimmed := strings.TrimRight(digits, "0")
	return negative, trimmed, exponent - len(fraction) + len(digits) - len(trimmed), nil
}

// decodeTexts returns an object's members as strings: a string as itself,
// null as nil, all else as its JSON text. An empty array is an empty object. It
// returns nil for nothing or null.
func decodeTexts(raw json.RawMessage) (map[string]*string, error) {
	if isNull(raw) {
		return nil, nil
	}
	if raw[0] == '[' && len(bytes.TrimSpace(raw[1:len(raw)-1])) == 0 {
		return map[string]*string{}, nil // PHP writes an empty object so
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return nil, errNoObject
	}
	texts := make(map[string]*string, len(members))
	for key, member := range members {
		texts[key] = textOf(member)
	}
	return texts, nil
}

func textOf(raw json.RawMessage) *string {
	if isNull(raw) {
		return nil
	}
	text := string(raw)
	if plain, ok := plainString(raw); ok {
		text = plain
	} else if raw[0] == '"' {
		var s string
		if json.Unmarshal(raw, &s) == nil {
			text = s
		}
	}
	return &text
}

// decodeJSONText returns raw as it is written, and nil for nothing or null.
func decodeJSONText(raw json.RawMessage) *string {
	if isNull(raw) {
		return nil
	}
	text := string(raw)
	return &text
}

func isNull(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }
