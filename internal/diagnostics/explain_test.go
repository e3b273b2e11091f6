// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// TestExplain_status: the advice fits the status, and the service's own code
// comes before it.
func TestExplain_status(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		status int
		code   string
		says   string
		not    string
	}{
		"401":                 {401, "", "Check the provider's `secret` and `app_token`", "code"},
		"401 with a code":     {401, "EXPIRED", "The service's code EXPIRED says why it refused.", "PCI"},
		"401, cards disabled": {401, "DIRECT_CARD_TOKEN_CREATION_DISABLED", "PCI DSS", "Check the provider's `secret`"},
		"403, cards disabled": {403, "DIRECT_CARD_TOKEN_CREATION_DISABLED", "PCI DSS", "Check that the provider's `secret`"},
		"400":                 {400, "", "Correct what the service objects to", ""},
		"408":                 {408, "", "stopped waiting", "Correct what"},
		"425":                 {425, "", "too early", "Correct what"},
		"429":                 {429, "", "`max_requests_per_minute`", "max_retries"},
		"499":                 {499, "", "took the connection for closed", "Correct what"},
		"500":                 {500, "", "The service itself failed", ""},
		"204":                 {204, "", "does not normally return that status", ""},
		"302":                 {302, "", "Redirects are never followed", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := diagnostics.Explain(&paymentapi.APIError{
				Request: paymentapi.Request{Method: "GET", Path: "/charges", Attempts: 1}, StatusCode: tc.status, Code: tc.code, JSON: true,
			})
			if !strings.Contains(said, tc.says) || tc.not != "" && strings.Contains(strings.TrimPrefix(said, "The payment service answered GET /charges with status"), tc.not) {
				t.Errorf("said %q, want %q in it and not %q", said, tc.says, tc.not)
			}
		})
	}
}
