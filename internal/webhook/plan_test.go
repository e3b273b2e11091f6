// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

const (
	adoptingChanges = "Adopting Changes a Webhook"
	notDeleted      = "If webhook "
)

// The plan of a destroy has one short warning, with a path that lets a CLI fold
// several into one. The apply has none, and sends nothing.
func TestWebhook_destroyWarns(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	mustApply(t, r, config(acctest.Values{"auth_token": "Bearer x-y-z"}))
	e.ResetRequests()
	e.DeleteWebhook(e.webhook.ID) // some CLIs plan a destroy before they read, and say both
	plan, diags := r.Plan(t.Context(), nil)
	wantText(t, diags.Warnings(), notDeleted+e.webhook.ID+" of store "+e.webhook.StoreID+" still exists, destroying the resource leaves it as it is")
	if len(diags) != 1 || len(diags[0].Detail) > 250 || len(diags[0].Attribute.Steps()) == 0 {
		t.Errorf("said %s", diags)
	}
	if diags := r.ApplyPlan(t.Context(), plan); len(diags) > 0 || r.State() != nil || len(e.Requests()) > 0 {
		t.Errorf("the apply says %s, and sends %d requests", diags, len(e.Requests()))
	}
}

// A replacement has that warning about the old webhook. With -replace there is none:
// the provider cannot see it in the plan, and the same webhook is adopted again.
func TestWebhook_replacementWarns(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]acctest.Values{
		"webhook": {"webhook_id": otherID}, "store": {"store_id": otherID}, "merchant": {"merchant_id": otherID},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, nil)
			mustApply(t, r, config(nil))
			plan, diags := r.Plan(t.Context(), config(change))
			if !plan.Replaces {
				t.Fatal("the resource is not replaced")
			}
			wantText(t, diags.Warnings(), notDeleted+e.webhook.ID+" of store "+e.webhook.StoreID)
		})
	}
	t.Run("with -replace", func(t *testing.T) {
		t.Parallel()
		e := start(t)
		r, config := e.resource(t, nil)
		mustApply(t, r, config(nil))
		if diags := r.Replace(t.Context(), config(nil), false); len(diags) > 0 {
			t.Errorf("said %s", diags)
		}
	})
}

// A new or changed auth_token causes one warning that suggests auth_token_wo, if the
// CLI has write-only arguments.
func TestWebhook_tokenAdvice(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	first, second := config(acctest.Values{"auth_token": "Bearer first"}), config(acctest.Values{"auth_token": "Bearer other"})
	const kept, left = "Webhook Token Kept in State", "Webhook Token Stays at the Service"
	for _, step := range []struct {
		writeOnly bool
		config    acctest.Values
		warns     string
	}{
		{false, first, ""}, {true, first, ""}, {true, second, kept}, {true, second, ""}, {true, config(nil), left}, {true, config(nil), ""},
	} {
		r.WriteOnly = step.writeOnly
		diags := r.Apply(t.Context(), step.config)
		if said := diags.Warnings(); (said == "") != (step.warns == "") || !strings.Contains(said, step.warns) || strings.Contains(diags.String(), "Bearer") {
			t.Errorf("said %s, want %q", diags, step.warns)
		}
	}
}
