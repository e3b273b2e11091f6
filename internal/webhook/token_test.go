// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// wantNotText checks that a message has none of these texts.
func wantNotText(t *testing.T, got string, unwanted ...string) {
	t.Helper()
	for _, text := range unwanted {
		if strings.Contains(got, text) {
			t.Errorf("got the message\n%s\nwith %q in it", got, text)
		}
	}
}

// tokenless is a configuration in which the token is null and its version is this one.
func tokenless(config acctest.Values, version any) acctest.Values {
	return with(config, acctest.Values{
		"auth_token_wo":         nil,
		"auth_token_wo_version": version,
	})
}

// TestPlan_missingToken: a plan says that the token to send is null. That may be meant, so it is a warning,
// unless the plan deletes the old webhook first.
func TestPlan_missingToken(t *testing.T) {
	t.Parallel()
	const (
		title    = "Missing Webhook Token"
		applying = "`terraform.applying ? var.token : null`"
	)
	withToken := acctest.Values{"auth_token_wo": "n0t-t0-be-seen", "auth_token_wo_version": 1}
	for name, tt := range map[string]struct {
		before acctest.Values // a state; none unless given
		config acctest.Values
		warns  []string
		fails  []string
	}{
		"adopted": {
			config: tokenless(adopting(nil), 1),
			warns:  []string{title, applying, "OpenTofu"},
		},
		"created": {
			config: tokenless(creating(nil), 1),
			warns:  []string{title, applying, "OpenTofu"},
		},
		"a new version": {
			before: adopting(withToken),
			config: tokenless(adopting(nil), 2),
			warns:  []string{title, applying, "OpenTofu"},
		},
		"the same version": {
			before: adopting(withToken),
			config: tokenless(adopting(nil), 1),
		},
		"a token that is not known yet": {
			config: adopting(acctest.Values{"auth_token_wo": acctest.Unknown, "auth_token_wo_version": 1}),
		},
		"a token": {
			config: adopting(withToken),
		},
		"a replacement that deletes": {
			before: creating(withToken),
			config: tokenless(creating(acctest.Values{"store_id": anotherStore}), 1),
			warns:  []string{"Webhook Deleted"},
			fails:  []string{title, "The old webhook would be deleted first", applying},
		},
		"a replacement that deletes, and whose token is not known yet": {
			before: creating(withToken),
			config: creating(acctest.Values{
				"auth_token_wo":         acctest.Unknown,
				"auth_token_wo_version": 1,
				"store_id":              anotherStore,
			}),
			warns: []string{"Webhook Deleted"},
		},
		"a replacement that leaves": {
			before: creating(with(withToken, acctest.Values{"delete_on_destroy": false})),
			config: tokenless(creating(acctest.Values{"delete_on_destroy": false, "store_id": anotherStore}), 1),
			warns:  []string{"Webhook Not Deleted", title, applying},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": "off"})
			r := e.resource()
			if tt.before != nil {
				mustApply(t, r, tt.before)
			}
			e.NextRun(t)
			_, diags := r.Plan(t.Context(), tt.config)
			wantText(t, diags.Errors(), tt.fails...)
			wantText(t, diags.Warnings(), tt.warns...)
			wantNoToken(t, diags.String())
		})
	}
}

// TestPlan_missingTokenOfReplace: with -replace, a CLI plans the resource as it is, and then without its state.
// Only then it is known that the webhook is deleted first.
func TestPlan_missingTokenOfReplace(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		deletes bool
		warns   []string
		fails   []string
	}{
		"deleted first": {
			deletes: true,
			fails:   []string{"Missing Webhook Token", "The old webhook would be deleted first"},
		},
		"left": {
			warns: []string{"Missing Webhook Token"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			r := e.resource()
			config := creating(acctest.Values{
				"auth_token_wo":         "n0t-t0-be-seen",
				"auth_token_wo_version": 1,
				"delete_on_destroy":     tt.deletes,
			})
			mustApply(t, r, config)
			e.NextRun(t)
			wantText(t, r.Refresh(t.Context()).String())

			config = tokenless(config, 1)
			_, diags := r.Plan(t.Context(), config)
			wantText(t, diags.String())
			_, diags = r.Replaced().Plan(t.Context(), config)
			wantText(t, diags.Errors(), tt.fails...)
			wantText(t, diags.Warnings(), tt.warns...)
		})
	}
}

// TestPlan_tokenMovesAlong: a URL of another host takes the old receiver's token along, unless its
// version is raised.
func TestPlan_tokenMovesAlong(t *testing.T) {
	t.Parallel()
	const title = "Webhook Token Sent to Another Host"
	versioned := func(url string, version any) acctest.Values {
		return adopting(acctest.Values{
			"auth_token_wo":         "n0t-t0-be-seen",
			"auth_token_wo_version": version,
			"url":                   url,
		})
	}
	for name, tt := range map[string]struct {
		before acctest.Values
		config acctest.Values
		warns  []string
	}{
		"another host": {
			before: versioned(urlA, 1),
			config: versioned("https://new.example.com/a", 1),
			warns:  []string{title, "the new receiver gets the old token", "raise `auth_token_wo_version`"},
		},
		"another port": {
			before: versioned(urlA, 1),
			config: versioned("https://hooks.example.com:8443/a", 1),
			warns:  []string{title},
		},
		"the default port, another spelling": {
			before: versioned(urlA, 1),
			config: versioned("https://HOOKS.example.com:443/a", 1),
		},
		"another path": {
			before: versioned(urlA, 1),
			config: versioned(urlB, 1),
		},
		"another host, and a new version": {
			before: versioned(urlA, 1),
			config: versioned("https://new.example.com/a", 2),
		},
		"another host, and a URL that is not known yet": {
			before: versioned(urlA, 1),
			config: with(versioned(urlA, 1), acctest.Values{"url": acctest.Unknown}),
		},
		"another host, and no token": {
			before: adopting(acctest.Values{"url": urlA}),
			config: adopting(acctest.Values{"url": "https://new.example.com/a"}),
		},
		"another host, and the token is removed": {
			before: versioned(urlA, 1),
			config: adopting(acctest.Values{"url": "https://new.example.com/a"}),
			warns:  []string{"Webhook Token Stays at the Service"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": "off"})
			r := e.resource()
			mustApply(t, r, tt.before)
			e.NextRun(t)
			_, diags := r.Plan(t.Context(), tt.config)
			wantText(t, diags.Errors())
			wantText(t, diags.Warnings(), tt.warns...)
			if tt.warns == nil || tt.warns[0] != title {
				wantNotText(t, diags.Warnings(), title)
			}
			wantNoToken(t, diags.String())
		})
	}
}
