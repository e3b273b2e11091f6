// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/base64"
	"slices"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// jwtOf returns a JWT whose payload is any text.
func jwtOf(payload string) string {
	return "e30." + base64.RawURLEncoding.EncodeToString([]byte(payload)) + ".c2ln"
}

// What a 401 says of credentials is known before anything is sent.
func TestCredentialFlaws(t *testing.T) {
	t.Parallel()
	token := jwtOf(`{}`)
	for name, tt := range map[string]struct {
		secret   string
		appToken string
		want     []paymentapi.CredentialFlaw
	}{
		"none": {
			secret:   "s",
			appToken: token,
		},
		"quotes around the secret": {
			secret:   `"s"`,
			appToken: token,
			want:     []paymentapi.CredentialFlaw{paymentapi.FlawSecretQuoted},
		},
		"single quotes around the token": {
			secret:   "s",
			appToken: `'` + token + `'`,
			want:     []paymentapi.CredentialFlaw{paymentapi.FlawAppTokenQuoted},
		},
		"quotes around both": {
			secret:   `'s'`,
			appToken: `"` + token + `"`,
			want:     []paymentapi.CredentialFlaw{paymentapi.FlawSecretQuoted, paymentapi.FlawAppTokenQuoted},
		},
		"quotes that do not enclose": {
			secret:   `'s"`,
			appToken: token + `"`,
		},
		"a single quote": {
			secret:   `"`,
			appToken: token,
		},
		"no JWT": {
			secret:   "s",
			appToken: "a.b.c",
			want:     []paymentapi.CredentialFlaw{paymentapi.FlawAppTokenNoJWT},
		},
		"no JWT in quotes": {
			secret:   "s",
			appToken: `"a"`,
			want:     []paymentapi.CredentialFlaw{paymentapi.FlawAppTokenQuoted, paymentapi.FlawAppTokenNoJWT},
		},
		"swapped": {
			secret:   token,
			appToken: "s",
			want:     []paymentapi.CredentialFlaw{paymentapi.FlawCredentialsSwapped},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s settings
			s.Secret = tt.secret
			s.AppToken = tt.appToken
			_, s.claimsError = decodeClaims(s.AppToken)
			if got := s.credentialFlaws(); !slices.Equal(got, tt.want) {
				t.Errorf("the flaws are %v, want %v", got, tt.want)
			}
		})
	}
}

// An expiry is told only if it is a time.
func TestExpiryOf(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		payload string
		want    string // in RFC 3339; empty if it does not say
	}{
		"seconds":                      {payload: `{"exp":1764374400}`, want: "2025-11-29T00:00:00Z"},
		"a fraction of a second":       {payload: `{"exp":1764374400.9}`, want: "2025-11-29T00:00:00Z"},
		"the first second":             {payload: `{"exp":0}`, want: "1970-01-01T00:00:00Z"},
		"the last second with a year":  {payload: `{"exp":253402300799}`, want: "9999-12-31T23:59:59Z"},
		"the year 10000":               {payload: `{"exp":253402300800}`},
		"a number beyond all times":    {payload: `{"exp":1e300}`},
		"a number beyond all floats":   {payload: `{"exp":1e400}`},
		"a number before all times":    {payload: `{"exp":-1e300}`},
		"a text":                       {payload: `{"exp":"1764374400"}`},
		"none":                         {payload: `{}`},
		"a name with another spelling": {payload: `{"EXP":1764374400}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			claims, _ := decodeClaims(jwtOf(tt.payload))
			got := ""
			if expiry := expiryOf(claims); !expiry.IsZero() {
				got = expiry.Format(time.RFC3339)
			}
			if got != tt.want {
				t.Errorf("it expires at %q, want %q", got, tt.want)
			}
		})
	}
}
