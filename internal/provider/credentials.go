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
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// decodeClaims decodes what an application token, a JWT in its compact form, says of itself.
// It does not verify the signature: the service does. Its errors hold nothing of the token.
func decodeClaims(appToken string) (map[string]any, error) {
	parts := strings.Split(appToken, ".")
	if len(parts) != 3 {
		return nil, errors.New("it does not have three parts separated by dots")
	}

	errPayload := errors.New("its second part is not a JSON object in base64url, without repeated names")
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return nil, errPayload
	}

	var claims map[string]any
	err = jsonv2.Unmarshal(payload, &claims)
	if err != nil || claims == nil {
		return nil, errPayload
	}
	return claims, nil
}

// selectClaims returns those of an application token's claims that say whose it is.
func selectClaims(claims map[string]any) providerdata.Claims {
	id := func(name string) string {
		text, _ := claims[name].(string)
		if !paymentapi.IsUUID(text) {
			return ""
		}
		return strings.ToLower(text)
	}

	mode, _ := claims["mode"].(string)
	return providerdata.Claims{
		MerchantID: id("merchant_id"),
		StoreID:    id("store_id"),
		Mode:       mode,
	}
}

// expiryOf returns when an application token expires; the zero time if its claims do not say it, or
// say a year of more than four digits, which no service means.
func expiryOf(claims map[string]any) time.Time {
	const year10000 = 253_402_300_800 // in Unix seconds
	seconds, ok := claims["exp"].(float64)
	if !ok || seconds < 0 || seconds >= year10000 {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}

// credentialFlaws returns what looks wrong in the credentials, for the message of a 401.
func (s *settings) credentialFlaws() []paymentapi.CredentialFlaw {
	var flaws []paymentapi.CredentialFlaw
	if validators.IsQuoted(s.Secret) {
		flaws = append(flaws, paymentapi.FlawSecretQuoted)
	}
	if validators.IsQuoted(s.AppToken) {
		flaws = append(flaws, paymentapi.FlawAppTokenQuoted)
	}
	if s.claimsError == nil {
		return flaws
	}

	_, err := decodeClaims(s.Secret)
	if err == nil {
		return append(flaws, paymentapi.FlawCredentialsSwapped)
	}
	return append(flaws, paymentapi.FlawAppTokenNoJWT)
}
