// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"
)

// decodeExact reads a JSON object into the struct that v points to, by the json
// tags of its fields. Unlike encoding/json, it takes a member only by its exact
// name: an unknown "Status" is no "status". Of members with one name the last
// counts. The text must be valid JSON. The first member of another type than its
// field, or that is not valid UTF-8, is the error, which quotes nothing; the others
// are read all the same.
func decodeExact(raw []byte, v any) error { return decodeWanted(raw, v, nil) }

// decodeWanted is decodeExact for only those members that are wanted; nil for
// all.
func decodeWanted(raw []byte, v any, wanted map[string]bool) error {
	raw = bytes.TrimSpace(raw)
	if isNull(raw) {
		return nil
	}
	if raw[0] != '{' {
		return fmt.Errorf("it is %s instead of an object", article(kindOf(raw)))
	}
	object := reflect.ValueOf(v).Elem()
	fields := fieldsOf(object.Type())
	var first error
	for name, member := range members(raw) {
		index, ok := fields[string(name)]
		if !ok || wanted != nil && !wanted[string(name)] {
			continue
		}
		field := object.FieldByIndex(index).Addr().Interface()
		if _, list := field.(**[]json.RawMessage); !list && !utf8.Valid(member) { // Go would replace characters in it
			first = cmp.Or[error](first, &fieldError{string(name), "is not valid UTF-8"})
			continue
		}
		if err := decodeInto(member, field); err != nil && first == nil {
			first = &fieldError{string(name), fmt.Sprintf("is %s, which is the wrong type", article(err.Error()))}
		}
	}
	return first
}

// fieldError is a field that cannot be used.
type fieldError struct{ name, problem string }

// Error implements error.
func (e *fieldError) Error() string { return e.name + " " + e.problem }

// fieldsOf returns where in a struct the field of each name is.
func fieldsOf(t reflect.Type) map[string][]int {
	if known, ok := structFields.Load(t); ok {
		return known.(map[string][]int) //nolint:forcetypeassert // nothing else is stored
	}
	fields := map[string][]int{}
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" && name != "-" {
			fields[name] = field.Index
		}
	}
	structFields.Store(t, fields)
	return fields
}

var structFields sync.Map // of map[string][]int by reflect.Type

// decodeInto reads a member into a field. Its error is the kind of JSON that the
// member is. The types of most fields are read here, which is
// faster.
func decodeInto(member json.RawMessage, field any) error {
	switch field := field.(type) {
	case *json.RawMessage:
		*field = member
		return nil
	case **[]json.RawMessage:
		return decodeElements(member, field)
	case *string:
		if text, ok := plainString(member); ok {
			*field = text
			return nil
		}
	case **string:
		if isNull(member) {
			*field = nil
			return nil
		}
		if text, ok := plainString(member); ok {
			*field = &text
			return nil
		}
	}
	err := json.Unmarshal(member, field)
	var mismatch *json.UnmarshalTypeError
	if errors.As(err, &mismatch) {
		return errors.New(mismatch.Value)
	}
	return err
}

func decodeElements(member json.RawMessage, field **[]json.RawMessage) error {
	switch {
	case isNull(member):
		*field = nil
		return nil
	case member[0] != '[':
		return errors.New(kindOf(member))
	}
	list := []json.RawMessage{}
	for rest := member[1:]; ; {
		var element json.RawMessage
		element, rest = nextValue(rest)
		if element == nil {
			break
		}
		list = append(list, element)
	}
	*field = &list
	return nil
}

// plainString returns the text of a JSON string that has no escapes.
func plainString(raw json.RawMessage) (text string, ok bool) {
	if len(raw) < 2 || raw[0] != '"' || bytes.IndexByte(raw, '\\') >= 0 || !utf8.Valid(raw) {
		return "", false
	}
	return string(raw[1 : len(raw)-1]), true
}

// kindOf returns the JSON type of a value as encoding/json names it.
func kindOf(raw []byte) string {
	switch raw[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	case 'n':
		return "null"
	default:
		return "number"
	}
}
