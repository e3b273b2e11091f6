// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// decodeObject reads a body that must be exactly one JSON object, in UTF-8,
// with no name twice in any object. Numbers become json.Number.
func decodeObject(body []byte) (map[string]any, error) {
	if len(body) == 0 {
		return nil, errors.New(reasonRequired)
	}
	if !jsontext.Value(body).IsValid() {
		return nil, errors.New("MALFORMED_JSON")
	}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var object map[string]any
	if err := dec.Decode(&object); err != nil || object == nil {
		return nil, errors.New(reasonType)
	}
	return object, nil
}
