// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"
)

// claims are what a JWT says, by name.
type claims map[string]json.RawMessage

// readClaims decodes the claims of a JWT in its compact form. It does not verify
// the signature: the service does. Its errors hold nothing of the token.
func readClaims(token string) (claims, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil, errors.New("it does not have three parts with dots between them")
	}
	if _, err := decodeSegment(parts[0]); err != nil {
		return nil, errors.New("its first part is not a JSON object in base64url")
	}
	found, err := decodeSegment(parts[1])
	if err != nil {
		return nil, errors.New("its second part is not a JSON object in base64url")
	}
	return found, nil
}

func decodeSegment(segment string) (claims, error) {
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(segment, "="))
	if err != nil {
		return nil, err
	}
	var object claims
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, err
	}
	if object == nil { // a JSON null
		return nil, errors.New("null")
	}
	return object, nil
}

// text returns a claim that is a string and not empty.
func (c claims) text(name string) (string, bool) {
	var value *string
	if json.Unmarshal(c[name], &value) != nil || value == nil || *value == "" {
		return "", false
	}
	return *value, true
}
