// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"net/http"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const noField = "has no field of a webhook"

// noWebhook is an error that an update is answered with, and the status of a
// success.
var noWebhook = fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusOK, Body: []byte(`{"status":"error","code":"VALIDATION_ERROR"}`)}

// An update is no success because its status says so: the answer must be a
// webhook.
func TestWebhook_answersToUpdatesAreWebhooks(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"empty":   `{}`,
		"error":   string(noWebhook.Body),
		"message": `{"message":"no changes were made","created_on":"2025-01-01T00:00:00Z"}`,
		"wrapped": `{"data":{"id":"x","active":true}}`,
		"nulls":   `{"id":null,"url":null,"active":null,"triggers":null}`,
	} {
		for _, mode := range []string{"get", "patch", "off"} {
			t.Run(name+", "+mode, func(t *testing.T) {
				t.Parallel()
				e := start(t)
				r, config := e.resource(t, acctest.Values{"webhook_refresh": mode})
				fault := noWebhook
				fault.Body = []byte(body)
				with := func(url string, version int) acctest.Values {
					return config(acctest.Values{"url": url, "auth_token_wo": "Bearer x-y-z", "auth_token_wo_version": version, "deactivate_on_destroy": true})
				}

				e.Inject(fault)
				said := r.Apply(t.Context(), with(urlA, 1)).Errors()
				wantText(t, said, noField)
				wantText(t, said, nothingSaved)
				if r.State() != nil {
					t.Fatalf("the adoption is in the state: %v", r.State())
				}
				e.ClearFaults()
				mustApply(t, r, with(urlA, 1))

				plan, _ := r.Plan(t.Context(), with(urlB, 2))
				e.Inject(fault)
				said = r.ApplyPlan(t.Context(), plan).Errors()
				wantText(t, said, noField)
				wantText(t, said, "may already have applied the new `auth_token` and `url`")
				e.ClearFaults()
				e.sent()
				mustApply(t, r, with(urlB, 2))
				if got, want := e.now(t), `Bearer x-y-z`; got.URL != urlB || got.AuthToken != want {
					t.Errorf("afterwards the webhook is %+v", got)
				}

				plan, _ = r.Plan(t.Context(), nil)
				r.NextRun(t)
				e.Inject(fault)
				said = r.ApplyPlan(t.Context(), plan).Errors()
				wantText(t, said, noField)
				wantText(t, said, "Unable to Deactivate Webhook")
				if r.State() == nil {
					t.Error("a webhook that may not be stopped left the state")
				}
			})
		}
	}
}

// What reads by update is as strict as what reads by GET.
func TestWebhook_readByPatchOfNoWebhook(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, acctest.Values{"webhook_refresh": "patch"})
	mustApply(t, r, config(acctest.Values{"active": true}))
	e.Inject(noWebhook)
	for name, diags := range map[string]acctest.Diagnostics{
		"refresh": r.Refresh(t.Context()),
		"import":  r.Import(t.Context(), e.webhook.StoreID+"/"+e.webhook.ID),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wantText(t, diags.Errors(), noField)
			wantText(t, diags.Errors(), `webhook_refresh = "off"`)
		})
	}
}

// A webhook is stopped only if the answer does not say otherwise.
func TestWebhook_deactivationNotTakenOn(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	mustApply(t, r, config(acctest.Values{"deactivate_on_destroy": true}))
	r.NextRun(t)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookMutator = func(w map[string]any) { w["active"] = true } })
	wantText(t, r.Apply(t.Context(), nil).Errors(), "`active`: requested false, returned true")
	if r.State() == nil {
		t.Error("the webhook left the state")
	}
}
