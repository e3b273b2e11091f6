// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

const (
	upper = "AAAAAAAA-BBBB-4CCC-8DDD-EEEEEEEEEEEE"
	lower = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
)

// A token says whose it is, as far as it has ids and a mode in the usual form. Nothing
// else of it is returned, and nothing is sent.
func TestCallerIdentity(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		token string
		want  acctest.Values
	}{
		"all of it": {
			token: jwt(`{"merchant_id": "` + upper + `", "store_id": "` + lower + `", "mode": "test", "sub": "leak"}`),
			want:  acctest.Values{"merchant_id": lower, "store_id": lower, "mode": "test"},
		},
		"a merchant's token": {
			token: jwt(`{"merchant_id": "` + lower + `"}`),
			want:  acctest.Values{"merchant_id": lower},
		},
		"an empty mode": {
			token: jwt(`{"mode": ""}`),
		},
		"no texts": {
			token: jwt(`{"merchant_id": 5, "store_id": ["` + lower + `"], "mode": {"test": true}}`),
		},
		"no UUIDs": {
			token: jwt(`{"merchant_id": "leak", "store_id": "{` + lower + `}", "mode": "Test mode"}`),
			want:  acctest.Values{"mode": "Test mode"},
		},
		"names in capitals": {
			token: jwt(`{"Merchant_ID": "` + lower + `", "MODE": "live"}`),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			p := acctest.Configured(t, server, acctest.Values{"app_token": tt.token})
			got, diags := p.Read(t.Context(), "paymentservice_caller_identity", acctest.Values{})
			if len(diags) > 0 {
				t.Errorf("it says %s", diags)
			}
			maps.DeleteFunc(got, func(_ string, value any) bool { return value == nil })
			if !maps.Equal(got, tt.want) {
				t.Errorf("it returns %v, want %v", got, tt.want)
			}
			if sent := len(service.Requests()); sent > 0 {
				t.Errorf("%d requests were sent", sent)
			}
		})
	}
}

// Of a token that is no JWT, the error names the argument and shows nothing.
func TestCallerIdentity_noJWT(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		token string
		says  string
	}{
		"one part":             {token: "leak-leak-leak", says: "three parts"},
		"no base64url":         {token: "e30.leak+.c2ln", says: "not a JSON object in base64url"},
		"no JSON":              {token: jwt("leak"), says: "not a JSON object in base64url"},
		"null instead":         {token: jwt("null"), says: "not a JSON object in base64url"},
		"a name that is twice": {token: jwt(`{"mode": "leak", "mode": "test"}`), says: "repeated names"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, diags := configured(t, acctest.Values{"app_token": tt.token}).
				Read(t.Context(), "paymentservice_caller_identity", nil)
			said := diags.Errors()
			if !strings.Contains(said, tt.says) || !strings.Contains(said, "`app_token`") {
				t.Errorf("it says %s, want %q", said, tt.says)
			}
			if strings.Contains(said, "leak") {
				t.Errorf("it shows the token: %s", said)
			}
		})
	}
}

// It needs the token. No other argument that is unknown stops it.
func TestCallerIdentity_unknown(t *testing.T) {
	t.Parallel()
	read := func(unknown string) (acctest.Values, acctest.Diagnostics) {
		p := configured(t, acctest.Values{unknown: acctest.Unknown})
		return p.Read(t.Context(), "paymentservice_caller_identity", nil)
	}
	for _, name := range []string{"secret", "base_url", "max_retries", "allowed_modes"} {
		if got, diags := read(name); len(diags) > 0 || got["mode"] != "test" {
			t.Errorf("%s: it returns %v, and says %s", name, got, diags)
		}
	}

	_, diags := read("app_token")
	if !strings.Contains(diags.Errors(), "The value of the provider's `app_token` is not known") {
		t.Errorf("it says %s", diags)
	}
}
