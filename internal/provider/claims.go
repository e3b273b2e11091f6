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
		return nil, errors.New("it does not have three parts separated by dots")
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

// errNoClaim is the error of a claim that is absent, null or empty.
var errNoClaim = errors.New("no such claim")

// text returns a claim that is a string and not empty. Its other errors say of
// which JSON type the claim is.
func (c claims) text(name string) (string, error) {
	var value any
	if raw, ok := c[name]; !ok || json.Unmarshal(raw, &value) != nil {
		return "", errNoClaim
	}
	switch value := value.(type) {
	case string:
		if value != "" {
			return value, nil
		}
	case bool:
		return "", errors.New("a boolean, not a string")
	case float64:
		return "", errors.New("a number, not a string")
	case []any:
		return "", errors.New("an array, not a string")
	case map[string]any:
		return "", errors.New("an object, not a string")
	}
	return "", errNoClaim
}
