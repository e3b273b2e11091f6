// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/base64"
	"errors"
	"strings"
	"unicode"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// claims are what a JWT says, by name.
type claims map[string]jsontext.Value

// readClaims decodes the claims of a JWT in its compact form. It does not verify
// the signature: the service does. A name that occurs twice is an error, since the
// service may read the other one. Its errors hold nothing of the token.
func readClaims(token string) (claims, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil, errors.New("it does not have three parts separated by dots")
	}
	var found claims
	for i, which := range []string{"first", "second"} {
		raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[i], "="))
		found = nil
		if err == nil {
			err = jsonv2.Unmarshal(raw, &found, jsontext.AllowInvalidUTF8(true))
		}
		if err != nil || found == nil {
			return nil, errors.New("its " + which + " part is not a JSON object in base64url, or it repeats a name")
		}
	}
	return found, nil
}

// errNoClaim is the error of a claim that is absent or null.
var errNoClaim = errors.New("no such claim")

// text returns a claim that is a string and not empty. Its other errors complete
// a sentence about the claim.
func (c claims) text(name string) (string, error) {
	value, ok := c[name]
	if !ok || value.Kind() == 'n' {
		return "", errNoClaim
	}
	text := paymentapi.DecodeAs[string](value)
	if text == nil {
		return "", errors.New(paymentapi.KindOf(value) + ", not a string")
	}
	if *text == "" {
		return "", errors.New("empty")
	}
	return *text, nil
}

// callerOf returns what claims say, or why they could not be read. Any text can be a mode,
// and it reaches the state, so it must be short and printable, and hold no credential.
func callerOf(found claims, unreadable error, s settings) providerdata.Caller {
	text := func(name string) *string {
		if text, err := found.text(name); err == nil {
			return &text
		}
		return nil
	}
	id := func(name string) *string {
		id := text(name)
		if id == nil || !paymentapi.IsUUID(*id) {
			return nil
		}
		return new(strings.ToLower(*id))
	}
	mode := text("mode")
	if mode != nil && (len(*mode) > maxShownClaim || strings.ContainsFunc(*mode, isNotPrintable) || s.holdsCredential(*mode)) {
		mode = nil
	}
	return providerdata.Caller{MerchantID: id("merchant_id"), StoreID: id("store_id"), Mode: mode, Err: unreadable}
}

func isNotPrintable(r rune) bool { return !unicode.IsPrint(r) }
