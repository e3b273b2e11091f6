// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/unicode/norm"
)

// Limits of a number's text. Amounts of money stay far inside; beyond them a
// short text can stand for a number that takes minutes to write out.
const (
	maxDecimalDigits   = 150
	maxDecimalExponent = 300
)

var (
	errNotUTF8  = errors.New("is not valid UTF-8")
	errNoNumber = errors.New("is not a number")
	errFraction = errors.New("is not a whole number")
	errAbsurd   = errors.New("is too long or has too large an exponent")
	errNoObject = errors.New("is not an object")
)

var kinds = map[jsontext.Kind]string{
	'{': "an object", '[': "an array", '"': "a string", '0': "a number", 't': "a boolean", 'f': "a boolean", 'n': "null",
}

// KindOf returns the type of a JSON value with its article, such as "an object";
// empty if raw is none.
func KindOf(raw []byte) string { return kinds[jsontext.Value(raw).Kind()] }

func wrongType(kind jsontext.Kind) error {
	return fmt.Errorf("is %s, which is the wrong type", kinds[kind])
}

func isNull(raw []byte) bool { return len(raw) == 0 || string(raw) == "null" }

// DecodeAs returns the value of a field, and nil if it is absent, null or of
// another type.
func DecodeAs[T any](raw []byte) *T {
	value, _ := decodeAs[T](raw)
	return value
}

// decodeAs returns the value of a field, and nil for nothing or null.
func decodeAs[T any](raw jsontext.Value) (*T, error) {
	if isNull(raw) {
		return nil, nil
	}
	var value T
	err := jsonv2.Unmarshal(raw, &value, tolerant)
	var mismatch *jsonv2.SemanticError
	switch {
	case errors.As(err, &mismatch):
		return nil, wrongType(mismatch.JSONKind)
	case err != nil:
		return nil, wrongType(raw.Kind())
	}
	return &value, nil
}

// decodeText returns a text, and nil for null.
func decodeText(raw jsontext.Value) (*string, error) {
	switch kind := raw.Kind(); kind {
	case '"':
		return new(string(unquote(raw))), nil
	case 'n':
		return nil, nil
	default:
		return nil, wrongType(kind)
	}
}

// decodeID returns a text, empty for null.
func decodeID(raw jsontext.Value) (string, error) {
	text, err := decodeText(raw)
	if text == nil {
		return "", err
	}
	return *text, nil
}

// unquote returns the text of a JSON string, which may be a part of it.
func unquote(raw jsontext.Value) []byte {
	if bytes.IndexByte(raw, '\\') < 0 && len(raw) >= 2 {
		return raw[1 : len(raw)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, raw) // half of a pair of escapes becomes U+FFFD
	return text
}

// decodeAny returns a text, nil for nothing or null, and the JSON text of all else. It
// never fails.
func decodeAny(raw jsontext.Value) (*string, error) {
	if raw.Kind() == '"' {
		return new(string(unquote(raw))), nil
	}
	return decodeJSON(raw)
}

// decodeJSON returns raw as it is written, and nil for nothing or null.
func decodeJSON(raw jsontext.Value) (*string, error) {
	if isNull(raw) {
		return nil, nil
	}
	return new(string(raw)), nil
}

// decodeRaw returns a copy of raw, and nil for nothing or null.
func decodeRaw(raw jsontext.Value) (json.RawMessage, error) {
	if isNull(raw) {
		return nil, nil
	}
	return json.RawMessage(raw.Clone()), nil
}

// decodeTexts returns the members of the object that comes next, as decodeAny does. An
// empty array is an empty object. It returns nil for null. Names are normalized (NFC)
// as in a CLI, which keeps any one of several names that look the same; here the last
// one counts.
func decodeTexts(decoder *jsontext.Decoder) (map[string]*string, error) {
	if decoder.PeekKind() != '{' {
		raw, _ := decoder.ReadValue()
		switch {
		case isNull(raw):
			return nil, nil
		case string(bytes.Join(bytes.Fields(raw), nil)) == "[]": // PHP writes an empty object as []
			return map[string]*string{}, nil
		}
		return nil, errNoObject
	}
	texts, valid := map[string]*string{}, true
	for name := range names(decoder) {
		valid = valid && utf8.Valid(name)
		name := norm.NFC.String(string(name))
		raw, _ := decoder.ReadValue()
		valid = valid && utf8.Valid(raw)
		texts[name], _ = decodeAny(raw)
	}
	if !valid {
		return nil, errNotUTF8
	}
	return texts, nil
}

// DecodeWhole returns a whole number of 64 bits, also if it is written as 81.0 or
// "81", and nil for anything else.
func DecodeWhole(raw []byte) *int64 {
	number, _ := decodeAmount(raw)
	if number == nil {
		return nil
	}
	n, err := number.Int64()
	if err != nil {
		return nil
	}
	return &n
}

// decodeAmount returns the whole number that raw holds, as decodeDecimal does.
func decodeAmount(raw jsontext.Value) (*json.Number, error) {
	number, err := decodeDecimal(raw)
	switch {
	case number == nil:
		return nil, err
	case strings.Contains(number.String(), "."):
		return nil, errFraction
	case len(strings.TrimPrefix(number.String(), "-")) > maxDecimalDigits:
		return nil, errAbsurd
	}
	return number, nil
}

// decodeDecimal returns the number that raw holds, as PlainNumber writes it, and nil
// for nothing or null. The number may be written as 1000.0, 1e3 or "1000".
func decodeDecimal(raw jsontext.Value) (*json.Number, error) {
	raw = unquoted(raw)
	switch {
	case isNull(raw):
		return nil, nil
	case raw.Kind() != '0':
		return nil, errNoNumber
	}
	text := string(raw)
	if !strings.ContainsAny(text, ".eE") && len(text) <= maxDecimalDigits && text != "-0" {
		return (*json.Number)(&text), nil // as most are
	}
	mantissa, power, _ := strings.Cut(strings.ToLower(text), "e")
	exponent, err := strconv.Atoi(cmp.Or(power, "0"))
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	if err != nil || max(exponent, -exponent, len(fraction)) > maxDecimalExponent || len(strings.TrimLeft(digits, "-0")) > maxDecimalDigits {
		return nil, errAbsurd
	}
	return new(PlainNumber(digits, exponent-len(fraction))), nil
}

// unquoted returns a number that is written as text ("10.50") without its quotes.
func unquoted(raw jsontext.Value) jsontext.Value {
	if raw.Kind() != '"' {
		return raw
	}
	text := jsontext.Value(unquote(raw))
	if text.Kind() != '0' || len(bytes.TrimSpace(text)) < len(text) || !text.IsValid() {
		return raw
	}
	return text
}

// PlainNumber writes digits × 10^exponent without an exponent and without needless
// zeros. The digits may begin with a minus sign.
func PlainNumber(digits string, exponent int) json.Number {
	digits, negative := strings.CutPrefix(digits, "-")
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return "0"
	}
	digits = strings.Repeat("0", max(1-exponent-len(digits), 0)) + digits + strings.Repeat("0", max(exponent, 0))
	point := len(digits) + min(exponent, 0)
	text := digits[:point]
	if fraction := strings.TrimRight(digits[point:], "0"); fraction != "" {
		text += "." + fraction
	}
	if negative {
		text = "-" + text
	}
	return json.Number(text)
}

// ParseTime reads a time as RFC 3339 writes it, or with an offset without its colon,
// or without one, which is a time in UTC. A date is its start in UTC. It reports false
// for any other text.
func ParseTime(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", time.DateOnly} {
		if at, err := time.Parse(layout, strings.ToUpper(text)); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

// Created returns the time in CreatedOn, and false if that is nil or not a time.
func (c *Charge) Created() (time.Time, bool) {
	if c.CreatedOn == nil {
		return time.Time{}, false
	}
	return ParseTime(*c.CreatedOn)
}
