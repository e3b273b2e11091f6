// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"
)

var errNotJSON = errors.New("MALFORMED_JSON")

// decodeObject reads a body that must be exactly one JSON object, in UTF-8,
// with no key twice in any object. Numbers become json.Number.
func decodeObject(body []byte) (map[string]any, error) {
	if len(body) == 0 {
		return nil, errors.New(reasonRequired)
	}
	if !utf8.Valid(body) || !json.Valid(body) {
		return nil, errNotJSON
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	v, err := decodeValue(dec)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errNotJSON
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil, errors.New(reasonType)
	}
	return object, nil
}

func decodeValue(dec *json.Decoder) (any, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, errNotJSON
	}
	switch token {
	case json.Delim('{'):
		return decodeMembers(dec)
	case json.Delim('['):
		return decodeElements(dec)
	}
	return token, nil
}

func decodeMembers(dec *json.Decoder) (any, error) {
	object := map[string]any{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, errNotJSON
		}
		name, ok := key.(string)
		if !ok {
			return nil, errNotJSON
		}
		if _, twice := object[name]; twice {
			return nil, errors.New(reasonRepeated)
		}
		if object[name], err = decodeValue(dec); err != nil {
			return nil, err
		}
	}
	return object, closeDelim(dec)
}

func decodeElements(dec *json.Decoder) (any, error) {
	elements := []any{}
	for dec.More() {
		v, err := decodeValue(dec)
		if err != nil {
			return nil, err
		}
		elements = append(elements, v)
	}
	return elements, closeDelim(dec)
}

func closeDelim(dec *json.Decoder) error {
	if _, err := dec.Token(); err != nil {
		return errNotJSON
	}
	return nil
}
