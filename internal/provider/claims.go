// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// claims are what a JWT says, by name.
type claims map[string][]json.RawMessage

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
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, err
	}
	if object == nil { // a JSON null
		return nil, errors.New("null")
	}
	return members(raw)
}

// members returns the members of a JSON object, including those with the same
// name, of which encoding/json keeps only the last.
func members(raw []byte) (claims, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	if _, err := decoder.Token(); err != nil { // the opening brace
		return nil, err
	}
	found := claims{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		name, _ := token.(string)
		found[name] = append(found[name], value)
	}
	return found, nil
}

// errNoClaim is the error of a claim that is absent, null or empty.
var errNoClaim = errors.New("no such claim")

// text returns a claim that is a string and not empty. Its other errors complete
// a sentence about the claim. A claim that occurs twice, in whatever case, has no
// value: the service may read the other one.
func (c claims) text(name string) (string, error) {
	times := 0
	for other, values := range c {
		if strings.EqualFold(other, name) {
			times += len(values)
		}
	}
	if times > 1 {
		return "", fmt.Errorf("present %d times", times)
	}
	var value any
	if len(c[name]) == 0 || json.Unmarshal(c[name][0], &value) != nil {
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
