// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/base64"
	"maps"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

const otherMerchant = "99999999-9999-4999-8999-99999999abcd"

// jwt returns a token whose payload is any text.
func jwt(payload string) string {
	return "e30." + base64.RawURLEncoding.EncodeToString([]byte(payload)) + ".c2ln"
}

// A token that cannot be checked is refused.
func TestGuards(t *testing.T) {
	t.Parallel()
	merchants := acctest.Values{"allowed_merchant_ids": []string{lower, otherMerchant}}
	modes := acctest.Values{"allowed_modes": []string{"test", "live_test"}}
	for name, tt := range map[string]struct {
		token  string
		guards acctest.Values
		says   string // nothing if the token may be used
	}{
		"an allowed merchant in capitals": {
			token:  jwt(`{"merchant_id": "` + upper + `"}`),
			guards: merchants,
		},
		"an allowed mode": {
			token:  jwt(`{"mode": "live_test"}`),
			guards: modes,
		},
		"no guards and no JWT": {
			token: leak,
		},
		"another merchant": {
			token:  jwt(`{"merchant_id": "88888888-8888-4888-8888-888888888888"}`),
			guards: merchants,
			says: "has the claim `merchant_id` with the value \"88888888-8888-4888-8888-888888888888\", " +
				"which is not allowed",
		},
		"another mode": {
			token:  jwt(`{"mode": "live"}`),
			guards: modes,
			says:   "has the claim `mode` with the value \"live\", which is not allowed",
		},
		"a mode in capitals": {
			token:  jwt(`{"mode": "TEST"}`),
			guards: modes,
			says:   "which is not allowed",
		},
		"a mode with escapes": {
			token:  jwt(`{"mode": "\u001b[31mred"}`),
			guards: modes,
			says:   `"\x1b[31mred"`,
		},
		"a mode that is a number": {
			token:  jwt(`{"mode": 1}`),
			guards: modes,
			says:   "has no claim `mode` that is a text",
		},
		"one part": {
			token:  leak,
			guards: modes,
			says:   "is not a JWT: it does not have three parts",
		},
		"no object": {
			token:  jwt(`["test"]`),
			guards: modes,
			says:   "is not a JWT: its second part is not a JSON object",
		},
		"no merchants": {
			token:  jwt(`{}`),
			guards: acctest.Values{"allowed_merchant_ids": []string{}},
			says:   "`allowed_merchant_ids` must contain at least one value",
		},
		"a merchant that is no UUID": {
			token:  jwt(`{}`),
			guards: acctest.Values{"allowed_merchant_ids": []any{"acme", acctest.Unknown}},
			says:   "Each value of the provider argument `allowed_merchant_ids` must be a UUID",
		},
		"a padded merchant": {
			token:  jwt(`{}`),
			guards: acctest.Values{"allowed_merchant_ids": []string{lower + " "}},
			says:   "Each value of the provider argument `allowed_merchant_ids` must not have white space",
		},
		"a padded mode": {
			token:  jwt(`{}`),
			guards: acctest.Values{"allowed_modes": []string{"test "}},
			says:   "Each value of the provider argument `allowed_modes` must not have white space",
		},
		"a blank mode": {
			token:  jwt(`{}`),
			guards: acctest.Values{"allowed_modes": []any{" "}},
			says: "Each value of the provider argument `allowed_modes` must not be null, empty or blank; " +
				"to leave it unset, remove it",
		},
		"a null mode": {
			token:  jwt(`{}`),
			guards: acctest.Values{"allowed_modes": []any{"test", nil}},
			says:   "Each value of the provider argument `allowed_modes` must not be null, empty or blank",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := acctest.Values{"app_token": tt.token}
			maps.Copy(config, tt.guards)
			expectRefusal(t, tt.says, config, nil)
		})
	}
}

// What is known is checked at once.
func TestGuards_partlyUnknown(t *testing.T) {
	t.Parallel()
	expectRefusal(t, "the claim `mode` with the value", acctest.Values{
		"app_token":            jwt(`{"mode": "live"}`),
		"allowed_modes":        []string{"test"},
		"allowed_merchant_ids": acctest.Unknown,
	}, nil)
}

// If a guard, or the token that it checks, is not known yet, only calls fail.
func TestGuards_unknown(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		config acctest.Values
		says   string
	}{
		"guard": {
			config: acctest.Values{"allowed_modes": acctest.Unknown},
			says:   "provider's `allowed_modes` is not known",
		},
		"value of a guard": {
			config: acctest.Values{"allowed_modes": []any{"live", acctest.Unknown}},
			says:   "provider's `allowed_modes` is not known",
		},
		"token": {
			config: acctest.Values{"app_token": acctest.Unknown, "allowed_modes": []string{"test"}},
			says:   "provider's `app_token` is not known",
		},
		"both": {
			config: acctest.Values{"app_token": acctest.Unknown, "allowed_modes": acctest.Unknown},
			says:   "provider's `allowed_modes` and `app_token` is not known",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			_, diags := acctest.Configured(t, server, tt.config).Read(t.Context(), "paymentservice_charges", nil)
			if !strings.Contains(diags.Errors(), tt.says) {
				t.Errorf("it says %s, want %q", diags, tt.says)
			}
			if sent := len(service.Requests()); sent > 0 {
				t.Errorf("%d requests were sent", sent)
			}
		})
	}
}
