// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/base64"
	"errors"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// claims are what an application token says of itself.
type claims map[string]any

// decodeClaims decodes the claims of an application token, which is a JWT in its compact
// form. It does not verify the signature: the service does. Its errors hold nothing of the
// token.
func decodeClaims(appToken string) (claims, error) {
	parts := strings.Split(appToken, ".")
	if len(parts) != 3 {
		return nil, errors.New("it does not have three parts separated by dots")
	}
	payload, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[1], "="))
	if err != nil {
		return nil, errors.New("its second part is not base64url")
	}
	var decoded claims
	if err := jsonv2.Unmarshal(payload, &decoded); err != nil || decoded == nil {
		return nil, errors.New("its second part is not a JSON object without repeated names")
	}
	return decoded, nil
}

// text returns a claim that is a text; empty if there is none.
func (c claims) text(name string) string {
	text, _ := c[name].(string)
	return text
}

// expiry returns when the token expires; the zero time if it does not say.
func (c claims) expiry() time.Time {
	seconds, ok := c["exp"].(float64)
	if !ok {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}

// caller returns whose token it is.
func (c claims) caller() (caller providerdata.Caller) {
	id := func(name string) *string {
		if id := strings.ToLower(c.text(name)); paymentapi.IsUUID(id) {
			return &id
		}
		return nil
	}
	caller.MerchantID, caller.StoreID = id("merchant_id"), id("store_id")
	if mode := c.text("mode"); mode != "" {
		caller.Mode = &mode
	}
	return caller
}
