// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// claims are what a JWT says, by name.
type claims map[string]values

// values are those of each time that a name occurs.
type values []jsontext.Value

// UnmarshalJSON implements jsonv2.Unmarshaler.
func (v *values) UnmarshalJSON(value []byte) error {
	*v = append(*v, jsontext.Value(value).Clone())
	return nil
}

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
	var found claims
	err = jsonv2.Unmarshal(raw, &found, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err != nil || found == nil {
		return nil, errors.New("no JSON object")
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
	if len(c[name]) == 0 {
		return "", errNoClaim
	}
	switch text := paymentapi.DecodeAs[string](c[name][0]); {
	case c[name][0].Kind() == 'n', text != nil && *text == "":
		return "", errNoClaim
	case text == nil:
		return "", errors.New(paymentapi.KindOf(c[name][0]) + ", not a string")
	default:
		return *text, nil
	}
}

// storeOf returns the store that an application token names, and whether it is a
// JWT without the claim store_id, as those of merchants are.
func storeOf(token string) (id string, none bool) {
	found, err := readClaims(token)
	if err != nil {
		return "", false
	}
	id, err = found.text("store_id")
	return id, errors.Is(err, errNoClaim)
}
