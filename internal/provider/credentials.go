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

// decodeClaims decodes what an application token, a JWT in its compact form, says of itself.
// It does not verify the signature: the service does. Its errors hold nothing of the token.
func decodeClaims(appToken string) (claims map[string]any, err error) {
	parts := strings.Split(appToken, ".")
	if len(parts) != 3 {
		return nil, errors.New("it does not have three parts separated by dots")
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || jsonv2.Unmarshal(payload, &claims) != nil || claims == nil {
		return nil, errors.New("its second part is not a JSON object in base64url, without repeated names")
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

// expiryOf returns when an application token expires; the zero time if its claims do not say it.
func expiryOf(claims map[string]any) time.Time {
	seconds, ok := claims["exp"].(float64)
	beyond := float64(time.Date(10_000, time.January, 1, 0, 0, 0, 0, time.UTC).Unix())
	if !ok || seconds < 0 || seconds >= beyond {
		return time.Time{} // no year of four digits: it is no time that a service means
	}
	return time.Unix(int64(seconds), 0).UTC()
}

// credentialFlaws returns what looks wrong in the credentials, for the message of a 401.
func credentialFlaws(secret, appToken string) []paymentapi.CredentialFlaw {
	var flaws []paymentapi.CredentialFlaw
	if isQuoted(secret) {
		flaws = append(flaws, paymentapi.FlawSecretQuoted)
	}
	if isQuoted(appToken) {
		flaws = append(flaws, paymentapi.FlawAppTokenQuoted)
	}
	if _, err := decodeClaims(appToken); err == nil {
		return flaws
	}

	if _, err := decodeClaims(secret); err == nil {
		return append(flaws, paymentapi.FlawCredentialsSwapped)
	}
	return append(flaws, paymentapi.FlawAppTokenNoJWT)
}

// isQuoted reports whether a text is enclosed in quotes. Env files and CI systems keep them.
func isQuoted(text string) bool {
	if len(text) < 2 {
		return false
	}
	first, last := text[0], text[len(text)-1]
	return first == last && (first == '"' || first == '\'')
}
