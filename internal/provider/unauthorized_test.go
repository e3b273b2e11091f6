// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A 401 that comes since the token has expired says so.
func TestUnauthorized_expiredToken(t *testing.T) {
	t.Parallel()
	const expired = "The application token expired at "
	for name, tt := range map[string]struct {
		payload string
		says    string
		saysNot string
	}{
		"expired": {
			payload: `{"exp": 1748736000}`,
			says:    expired + "2025-06-01T00:00:00Z.",
		},
		"not expired yet": {
			payload: `{"exp": 32503680000}`,
			saysNot: expired,
		},
		"a text": {
			payload: `{"exp": "1748736000"}`,
			saysNot: expired,
		},
		"no time at all": {
			payload: `{"exp": 1e300}`,
			saysNot: expired,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := unauthorized(t, acctest.Values{"app_token": jwt(tt.payload)})
			if !strings.Contains(said, tt.says) {
				t.Errorf("it says %s, want %q", said, tt.says)
			}
			if tt.saysNot != "" && strings.Contains(said, tt.saysNot) {
				t.Errorf("it says %s, which has %q", said, tt.saysNot)
			}
		})
	}
}

// A 401 says what looks wrong in the credentials, wherever they are set.
func TestUnauthorized_flaws(t *testing.T) {
	t.Parallel()
	token := jwt(`{}`)
	for name, tt := range map[string]struct {
		config acctest.Values
		says   string
	}{
		"a secret in quotes": {
			config: acctest.Values{"secret": `"s"`, "app_token": token},
			says:   "The provider's `secret` is enclosed in quotation marks",
		},
		"a token in quotes": {
			config: acctest.Values{"secret": "s", "app_token": `'` + token + `'`},
			says:   "The provider's `app_token` is enclosed in quotation marks",
		},
		"no JWT": {
			config: acctest.Values{"secret": "s", "app_token": "a"},
			says:   "The provider's `app_token` is not a JWT",
		},
		"swapped": {
			config: acctest.Values{"secret": token, "app_token": "s"},
			says:   "`secret` and `app_token` seem to be swapped",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if said := unauthorized(t, tt.config); !strings.Contains(said, tt.says) {
				t.Errorf("it says %s, want %q", said, tt.says)
			}
		})
	}
}

// unauthorized returns what is said if the service does not accept the credentials of a configuration.
func unauthorized(t *testing.T, config acctest.Values) string {
	t.Helper()
	service, server := acctest.Start(t)
	service.Inject(fakeservice.Fault{Status: http.StatusUnauthorized})
	_, diags := acctest.Configured(t, server, config).Read(t.Context(), "paymentservice_charges", nil)
	said := diags.Errors()
	if !strings.Contains(said, "401") {
		t.Errorf("it does not name the status: %s", said)
	}
	return said
}
