// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// tolerant allows names that occur twice and text that is not valid UTF-8: neither
// matters in a member that is not wanted. The library's own errors may quote the text
// and are never shown.
var tolerant = jsonv2.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// problemEndsEarly is what is wrong with the beginning of JSON: the connection ended too soon.
const problemEndsEarly = "its body ends too early"

// checkJSON says why a body is not one JSON value; empty if it is one.
func checkJSON(body []byte) string {
	const notJSON = "its body is not JSON"
	decoder := decoderOf(body)
	_, err := decoder.ReadValue()
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return problemEndsEarly
	case errors.Is(err, io.EOF):
		return "its body is empty"
	case err != nil:
		return notJSON
	}

	_, err = decoder.ReadToken()
	if !errors.Is(err, io.EOF) {
		return notJSON // something stands behind the value
	}
	return ""
}

// decoderOf returns a lenient decoder.
func decoderOf(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), tolerant)
}

// IsUUID reports whether a text is a UUID in its usual form of 36 characters, which is
// the only one that the service finds in a path.
func IsUUID(text string) bool {
	return len(text) == len(uuid.Nil.String()) && uuid.Validate(text) == nil
}

// objectID returns the id of a JSON object, the end of which may be missing; empty for any
// other text.
func objectID(text []byte) string {
	var id string
	readers := fieldReaders{
		"id": into(&id, decodeTextOrEmpty),
	}
	_ = readers.read(decoderOf(text))
	return id
}

// nextName returns the name of the next member of a JSON object, the brace of which has been read, and
// false at its end, or at a mistake in the text. The name is valid until the decoder reads on.
func nextName(decoder *jsontext.Decoder) (name []byte, ok bool) {
	if decoder.PeekKind() != '"' {
		_, _ = decoder.ReadToken() // the other brace
		return nil, false
	}
	quoted, err := decoder.ReadValue()
	return unquote(quoted), err == nil
}

// fieldReaders say what reads each member of a JSON object, by its exact name. If a name occurs
// twice, the last one counts.
type fieldReaders map[string]fieldReader

// fieldReader reads a value into a field.
type fieldReader struct {
	field   any // a pointer to the field
	read    func(jsontext.Value) error
	lenient bool // whether a value that cannot be used is as one that is missing
}

// into returns what reads with decode into a field.
func into[V any](field *V, decode func(jsontext.Value) (V, error)) fieldReader {
	read := func(raw jsontext.Value) error {
		value, err := decode(raw)
		*field = value
		return err
	}
	return fieldReader{field: field, read: read}
}

// read reads the object that comes next. A member that cannot be used costs only itself:
// the first such is the error, which quotes nothing, and the others are read all the same.
func (readers fieldReaders) read(decoder *jsontext.Decoder) error {
	if decoder.PeekKind() != '{' {
		_ = decoder.SkipValue()
		return errNotObject
	}
	_, _ = decoder.ReadToken() // the brace

	var first error
	for name, ok := nextName(decoder); ok; name, ok = nextName(decoder) {
		reader, wanted := readers[string(name)]
		if !wanted {
			_ = decoder.SkipValue()
			continue
		}

		raw, _ := decoder.ReadValue()
		err := errNotUTF8
		if utf8.Valid(raw) {
			err = reader.read(raw)
		}
		if err != nil && first == nil && !reader.lenient {
			first = memberError{
				name:    decoder.StackPointer().LastToken(), // the name is not valid any more
				problem: err.Error(),
			}
		}
	}
	return first
}

// memberError is a field that cannot be used.
type memberError struct {
	name    string
	problem string
}

func (e memberError) Error() string {
	return e.name + " " + e.problem
}

var (
	errNotObject = errors.New("is not a JSON object")
	errNotUTF8   = errors.New("is not valid UTF-8")
)

// isNull reports whether raw is nothing or null, which may have spaces around it.
func isNull(raw []byte) bool {
	return len(raw) == 0 || jsontext.Value(raw).Kind() == 'n'
}

// DecodeOrNil returns the value of a field, and nil if it is absent, null or of another type.
func DecodeOrNil[T any](raw []byte) *T {
	value, _ := decodeAs[T](raw)
	return value
}

// decodeAs returns the value of a field, and nil for nothing or null.
func decodeAs[T any](raw jsontext.Value) (*T, error) {
	if isNull(raw) {
		return nil, nil
	}
	var value T
	if jsonv2.Unmarshal(raw, &value, tolerant) != nil {
		return nil, errors.New("has the wrong type")
	}
	return &value, nil
}

// decodeText returns a text, and nil for nothing or null.
func decodeText(raw jsontext.Value) (*string, error) {
	if raw.Kind() == '"' {
		return new(string(unquote(raw))), nil
	}
	return decodeAs[string](raw) // null, or an error
}

// decodeTextOrEmpty returns a text, empty for nothing or null.
func decodeTextOrEmpty(raw jsontext.Value) (string, error) {
	text, err := decodeText(raw)
	if text == nil {
		return "", err
	}
	return *text, nil
}

// unquote returns the text of a JSON string, and nothing for nothing.
func unquote(raw jsontext.Value) []byte {
	hasEscape := bytes.IndexByte(raw, '\\') >= 0
	if !hasEscape && len(raw) >= 2 {
		return raw[1 : len(raw)-1]
	}
	text, _ := jsontext.AppendUnquote(nil, raw) // half of a pair of escapes becomes U+FFFD
	return text
}

// decodeTextOrJSON returns a text, nil for nothing or null, and the JSON text of all else. It
// never fails.
func decodeTextOrJSON(raw jsontext.Value) (*string, error) {
	if raw.Kind() == '"' {
		return decodeText(raw)
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

// decodeTextMap returns the members of an object, as decodeTextOrJSON does, and nil for null.
func decodeTextMap(raw jsontext.Value) (map[string]*string, error) {
	switch {
	case isNull(raw):
		return nil, nil
	case raw.Kind() != '{':
		return nil, errors.New("is not an object")
	}

	texts := map[string]*string{}
	decoder := decoderOf(raw)
	_, _ = decoder.ReadToken()
	for name, ok := nextName(decoder); ok; name, ok = nextName(decoder) {
		name := string(name) // before the decoder reads on
		value, _ := decoder.ReadValue()
		texts[name], _ = decodeTextOrJSON(value)
	}
	return texts, nil
}

// Limits of a number's text. Amounts of money stay far inside; beyond them a
// short text can stand for a number that takes minutes to write out.
const (
	maxDecimalDigits   = 150
	maxDecimalExponent = 300
)

var errAbsurd = errors.New("is too long or has too large an exponent")

// DecodeInt64 returns a whole number of 64 bits, also if it is written as 81.0 or "81", or as
// "07", such as a month. It returns nil for anything else.
func DecodeInt64(raw []byte) *int64 {
	var text string
	number, _ := decodeAmount(raw)
	if number != nil {
		text = number.String()
	} else { // such as "07", which is no number of JSON
		text = strings.Trim(string(raw), `"`)
	}

	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil
	}
	return &n
}

// decodeAmount returns the whole number that raw holds, as decodeDecimal does.
func decodeAmount(raw jsontext.Value) (*json.Number, error) {
	number, err := decodeDecimal(raw)
	if number == nil {
		return nil, err
	}

	digits := strings.TrimPrefix(number.String(), "-")
	switch {
	case strings.Contains(digits, "."):
		return nil, errors.New("is not a whole number")
	case len(digits) > maxDecimalDigits:
		return nil, errAbsurd
	}
	return number, nil
}

// decodeDecimal returns the number that raw holds, without an exponent and without needless zeros, and nil
// for nothing or null. The number may be written as 1000.0, 1e3 or "1000".
func decodeDecimal(raw jsontext.Value) (*json.Number, error) {
	if isNull(raw) {
		return nil, nil
	}
	text, ok := numberText(raw)
	switch {
	case !ok:
		return nil, errors.New("is not a number")
	case isPlain(text):
		return (*json.Number)(&text), nil
	case isAbsurd(text):
		return nil, errAbsurd
	}

	exact, err := decimal.NewFromString(text)
	if err != nil {
		return nil, errAbsurd
	}
	return new(json.Number(exact.String())), nil
}

// numberText returns a number of JSON, which may be quoted, and false for anything else.
func numberText(raw jsontext.Value) (text string, ok bool) {
	number := raw
	if raw.Kind() == '"' {
		number = unquote(raw) // which is not known to be JSON
		if !number.IsValid() || bytes.ContainsAny(number, " \t\r\n") {
			return "", false
		}
	}
	return string(number), number.Kind() == '0'
}

// isPlain reports whether a number is whole, and written as decodeDecimal returns it. Most are.
func isPlain(number string) bool {
	return !strings.ContainsAny(number, ".eE") && len(number) <= maxDecimalDigits && number != "-0"
}

// isAbsurd reports whether a number is beyond the limits. It is judged by its text, before anything is computed.
func isAbsurd(number string) bool {
	mantissa, power, _ := strings.Cut(strings.ToLower(number), "e")
	power = cmp.Or(power, "0")
	exponent, err := strconv.ParseInt(power, 10, 16) // few bits, so that -exponent does not overflow
	size := max(exponent, -exponent)
	if err != nil || size > maxDecimalExponent {
		return true
	}

	integer, fraction, _ := strings.Cut(mantissa, ".")
	if len(fraction) > maxDecimalExponent {
		return true
	}
	digits := strings.TrimLeft(integer+fraction, "-0")
	return len(digits) > maxDecimalDigits
}
