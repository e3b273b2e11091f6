// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"reflect"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// tolerant allows names that occur twice and text that is not valid UTF-8: neither
// matters in a member that is not wanted. The library's own errors may quote the text
// and are never shown.
var tolerant = jsonv2.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// What a body is instead of JSON.
const (
	endsEarly = "its body ends too early" // a beginning of JSON: the connection ended too soon
	isEmpty   = "its body is empty"
	notJSON   = "its body is not JSON"
)

// checkJSON says what a body is instead of one JSON value; empty if it is one.
func checkJSON(body []byte) string {
	decoder := decoderOf(body)
	_, err := decoder.ReadValue()
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return endsEarly
	case errors.Is(err, io.EOF):
		return isEmpty
	case err != nil:
		return notJSON
	}
	if _, err := decoder.ReadToken(); !errors.Is(err, io.EOF) {
		return notJSON // something stands behind the value
	}
	return ""
}

// decoderOf returns what reads a text from its beginning.
func decoderOf(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), tolerant)
}

// withID is any object of the service.
type withID struct {
	ID string `api:"id"`
}

// topID returns the id of a JSON object, the end of which may be missing; empty for any
// other text.
func topID(text []byte) string {
	var object withID
	_ = fieldsOf[withID]().read(decoderOf(text), &object)
	return object.ID
}

// names yields the names of the members of the JSON object that comes next. The loop
// reads the value of each, after which the name is no longer valid. Of text that is not
// JSON it yields what comes before the mistake.
func names(decoder *jsontext.Decoder) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		_, _ = decoder.ReadToken()
		for decoder.PeekKind() == '"' {
			name, err := decoder.ReadValue()
			if err != nil || !yield(unquote(name)) {
				return
			}
		}
		_, _ = decoder.ReadToken()
	}
}

// fields reads the members of a JSON object into a struct, each by its exact name. Of
// members with one name the last counts.
type fields map[string]func(reflect.Value, *jsontext.Decoder) error

// fieldsOf returns what reads the fields of T that have a tag api, which is the name of the
// member. The type of a field says how it is read, and a tag as if there are several ways.
func fieldsOf[T any]() fields {
	list := fields{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[T]()) {
		name, at := field.Tag.Get("api"), field.Index
		switch as := field.Tag.Get("as"); reflect.Zero(field.Type).Interface().(type) {
		case string:
			list[name] = into(at, whole(decodeID))
		case *string:
			list[name] = into(at, whole(map[string]func(jsontext.Value) (*string, error){"": decodeText, "any": decodeAny, "json": decodeJSON}[as]))
		case *bool:
			list[name] = into(at, whole(decodeAs[bool]))
		case *json.Number:
			list[name] = into(at, whole(map[string]func(jsontext.Value) (*json.Number, error){"": decodeDecimal, "whole": decodeAmount}[as]))
		case *[]string:
			list[name] = into(at, whole(decodeTriggers))
		case map[string]*string:
			list[name] = into(at, decodeTexts)
		case json.RawMessage:
			list[name] = into(at, whole(decodeRaw))
		}
	}
	delete(list, "")
	return list
}

// read reads the value that comes next into the struct that object points to. A member
// that cannot be used costs only itself: the first such is the error, which quotes
// nothing, and the others are read all the same.
func (f fields) read(decoder *jsontext.Decoder, object any) (first error) {
	if decoder.PeekKind() != '{' {
		_ = decoder.SkipValue()
		return errNotObject
	}
	target := reflect.ValueOf(object).Elem()
	for name := range names(decoder) {
		read, wanted := f[string(name)]
		if !wanted {
			_ = decoder.SkipValue()
			continue
		}
		if err := read(target, decoder); err != nil && first == nil {
			first = &fieldError{decoder.StackPointer().LastToken(), err.Error()}
		}
	}
	return first
}

var errNotObject = errors.New("it is not a JSON object")

// into returns what reads a member into the field of a struct with the index.
func into[V any](index []int, read func(*jsontext.Decoder) (V, error)) func(reflect.Value, *jsontext.Decoder) error {
	return func(object reflect.Value, decoder *jsontext.Decoder) error {
		value, err := read(decoder)
		*object.FieldByIndex(index).Addr().Interface().(*V) = value
		return err
	}
}

// whole returns what reads the value that comes next and decodes it.
func whole[V any](decode func(jsontext.Value) (V, error)) func(*jsontext.Decoder) (V, error) {
	return func(decoder *jsontext.Decoder) (value V, err error) {
		raw, _ := decoder.ReadValue()
		if !utf8.Valid(raw) {
			return value, errNotUTF8
		}
		return decode(raw)
	}
}

// fieldError is a field that cannot be used.
type fieldError struct{ name, problem string }

// Error implements error.
func (e *fieldError) Error() string { return e.name + " " + e.problem }
