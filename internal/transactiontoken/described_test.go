// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestOpen_permissions: an account that lacks a permission is refused what needs it, and the
// message says that no token was created, and what may help.
func TestOpen_permissions(t *testing.T) {
	t.Parallel()
	unlimited := values{"type": "recurring"}
	limited := values{"type": "recurring", "usage_limit": "monthly"}
	for name, tt := range map[string]struct {
		account   fakeservice.Account
		described bool // the service answers what the description shows, and nothing else
		payment   string
		changes   values
		says      []string // nil if a token is created
	}{
		"no cards": {
			account: fakeservice.Account{NoCards: true},
			payment: "card",
			says:    []string{"status 401", "DIRECT_CARD_TOKEN_CREATION_DISABLED", "No transaction token was created"},
		},
		"no cards, as described": {
			account:   fakeservice.Account{NoCards: true},
			described: true,
			payment:   "card",
			says:      []string{"status 400", "No transaction token was created"},
		},
		"no cards, and none sent": {
			account: fakeservice.Account{NoCards: true},
			payment: "konbini",
		},
		"no unlimited tokens": {
			account: fakeservice.Account{NoUnlimitedTokens: true},
			payment: "card",
			changes: unlimited,
			says: []string{
				"RECURRING_USAGE_LIMIT_REQUIRED",
				"usage_limit: REQUIRED_VALUE",
				"No transaction token was created",
				"set `usage_limit`",
			},
		},
		"no unlimited tokens, as described": {
			account:   fakeservice.Account{NoUnlimitedTokens: true},
			described: true,
			payment:   "card",
			changes:   unlimited,
			says:      []string{"status 400", "No transaction token was created", "set `usage_limit`"},
		},
		"no unlimited tokens, and a limit": {
			account: fakeservice.Account{NoUnlimitedTokens: true},
			payment: "card",
			changes: limited,
		},
		"all permissions": {
			described: true,
			payment:   "card",
			changes:   unlimited,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			start := acctest.Start
			if tt.described {
				start = acctest.StartDescribed
			}
			service, server := start(t)
			account := service.AddAccount(tt.account)
			p := acctest.Configured(t, server, values{"secret": account.Secret, "app_token": account.AppToken})

			_, diags := p.Open(t.Context(), tokenType, with(tt.payment, tt.changes))
			for _, text := range tt.says {
				if !strings.Contains(diags.Errors(), text) {
					t.Errorf("%q is not in: %s", text, diags)
				}
			}
			if created := len(service.Tokens()) == 1; created != (tt.says == nil) || created != (len(diags) == 0) {
				t.Errorf("a token was created: %t; it says %s", created, diags)
			}
		})
	}
}
