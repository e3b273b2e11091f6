// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"maps"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The configuration that a CLI generates for an import is valid and changes
// nothing.
func TestWebhook_generatedConfigurationIsValid(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]acctest.Values{
		"as it is":        nil,
		"a local URL":     {"url": "http://localhost/hook"},
		"a blank trigger": {"triggers": []string{" ", "charge_finished"}},
		"a null trigger":  {"triggers": []any{nil, "charge_finished"}},
		"an odd merchant": {"merchant_id": "acme"},
		"nothing":         {"url": nil, "triggers": nil, "active": nil, "merchant_id": nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.Set(func(b *fakeservice.Behavior) { b.Rewrite = func(w map[string]any) { maps.Copy(w, odd) } })
			r, _ := e.resource(t, nil)
			if diags := r.Import(t.Context(), e.webhook.StoreID+"/"+e.webhook.ID); len(diags) > 0 {
				t.Fatal(diags)
			}
			if !r.Generates() {
				t.Fatal("the CLI is not told to ask the provider for the configuration")
			}
			config, diags := r.Generate(t.Context())
			if diags = append(diags, r.Validate(t.Context(), config)...); len(diags) > 0 {
				t.Errorf("the configuration %v is not valid: %s", config, diags)
			}
			for _, setting := range []string{"active", "url", "triggers"} {
				if _, left := odd[setting]; !left && config[setting] == nil {
					t.Errorf("the configuration lacks %s: %v", setting, config)
				}
			}
			mustBeSettled(t, r, config)
			e.wantSent(t, "")
		})
	}
}

// A moved block works over a state of the other CLI, which names the provider by
// another address. All that was kept of the webhook moves with it.
func TestWebhook_movedFromAnotherAddress(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	through := config(acctest.Values{"merchant_id": e.webhook.MerchantID, "url": urlA, "auth_token": "Bearer kept"})
	mustApply(t, r, through)
	before, identity := r.State(), r.Identity(t.Context())
	r.ForgetIdentity()
	wantText(t, r.Move(t.Context(), "paymentservice_other").Errors(), "Unable to Move Resource State")
	if diags := r.Move(t.Context(), listed); len(diags) > 0 {
		t.Fatal(diags)
	}
	wantState(t, r, before)
	if got := r.Identity(t.Context()); !maps.Equal(got, identity) {
		t.Errorf("the identity is %v, want %v", got, identity)
	}
	e.ResetRequests()
	r.Refresh(t.Context())
	for _, request := range e.Requests() {
		wantText(t, request.Path, "/merchants/"+e.webhook.MerchantID)
	}
	mustBeSettled(t, r, through)
	e.DeleteWebhook(e.webhook.ID)
	if r.Refresh(t.Context()); r.State() != nil {
		t.Error("the webhook is no longer known to be readable")
	}
}
