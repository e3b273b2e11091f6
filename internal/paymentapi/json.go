// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"sync"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// encodeJSON marshals v with the characters <, > and & as they are.
func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// tolerant allows names that occur twice and text that is not valid UTF-8: neither
// matters in a member that is not wanted. The library's own errors may quote the text
// and are never shown.
var tolerant = jsonv2.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

type jsonState int

const (
	jsonComplete jsonState = iota
	jsonCut                // a beginning of JSON: the connection ended too soon
	jsonEmpty
	jsonTooDeep // more levels than the decoder reads
	jsonInvalid
)

// checkJSON reports whether a body is one JSON value, or what it is instead.
func checkJSON(body []byte) jsonState {
	decoder := jsontext.NewDecoder(bytes.NewBuffer(body), tolerant)
	err := decoder.SkipValue()
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return jsonCut
	case errors.Is(err, io.EOF):
		return jsonEmpty
	case errors.As(err, &syntax) && syntax.Err.Error() == "exceeded max depth":
		return jsonTooDeep
	case err != nil:
		return jsonInvalid
	}
	if _, err := decoder.ReadToken(); !errors.Is(err, io.EOF) {
		return jsonInvalid // something stands behind the value
	}
	return jsonComplete
}

// Inside yields what a JSON object or array holds, in its order: the name and the
// value of each member of an object, no name and the value of each element of an
// array. It yields nothing of other values, and of text that is not JSON what comes
// before the mistake.
func Inside(text []byte) iter.Seq2[[]byte, jsontext.Value] {
	return func(yield func([]byte, jsontext.Value) bool) {
		decoder := decoders.Get().(*jsontext.Decoder) //nolint:forcetypeassert // nothing else is in it
		defer decoders.Put(decoder)
		decoder.Reset(bytes.NewBuffer(text), tolerant)
		next := func() jsontext.Value {
			value, _ := decoder.ReadValue() // valid only until the next one
			end := decoder.InputOffset()
			return text[end-int64(len(value)) : end]
		}
		first, err := decoder.ReadToken()
		if err != nil || first.Kind() != '{' && first.Kind() != '[' {
			return
		}
		named := first.Kind() == '{'
		for kind := decoder.PeekKind(); kind != '}' && kind != ']'; kind = decoder.PeekKind() {
			var name []byte
			if named {
				name = unquote(next())
			}
			value := next()
			if len(value) == 0 || !yield(name, value) {
				return
			}
		}
	}
}

// decoders are used again, since charges hold many small objects.
var decoders = sync.Pool{New: func() any { return new(jsontext.Decoder) }}

// fields reads the members of a JSON object into a T, each by its exact name. Of
// members with one name the last counts.
type fields[T any] map[string]func(*T, jsontext.Value) error

// read reads valid JSON into object. A member that cannot be used costs only itself:
// the first such is the error, which quotes nothing, and the others are read all the
// same.
func (f fields[T]) read(raw jsontext.Value, object *T) error {
	first := checkObject(raw)
	for name, value := range Inside(raw) {
		read, wanted := f[string(name)]
		if !wanted {
			continue
		}
		if err := read(object, value); err != nil && first == nil {
			first = &fieldError{string(name), err.Error()}
		}
	}
	return first
}

// checkObject returns an error if raw is not an object.
func checkObject(raw jsontext.Value) error {
	if raw.Kind() != '{' {
		return errors.New("it is not a JSON object")
	}
	return nil
}

// into returns what reads a member into a field of T.
func into[T, V any](field func(*T) *V, decode func(jsontext.Value) (V, error)) func(*T, jsontext.Value) error {
	return func(object *T, raw jsontext.Value) error {
		if !utf8.Valid(raw) {
			return errNotUTF8
		}
		value, err := decode(raw)
		*field(object) = value
		return err
	}
}

// fieldError is a field that cannot be used.
type fieldError struct{ name, problem string }

// Error implements error.
func (e *fieldError) Error() string { return e.name + " " + e.problem }
