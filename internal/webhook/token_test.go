// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A module passes all three arguments on, from variables that are unknown to a
// validation and null by default.
func TestWebhook_tokenRulesLookAtKnownValues(t *testing.T) {
	t.Parallel()
	unknown := acctest.Unknown
	for name, tc := range map[string]struct {
		arguments acctest.Values
		says      string
	}{
		"all unknown":          {acctest.Values{"auth_token": unknown, "auth_token_wo": unknown, "auth_token_wo_version": unknown}, ""},
		"one known":            {acctest.Values{"auth_token": "Bearer x", "auth_token_wo": unknown, "auth_token_wo_version": unknown}, ""},
		"the other known":      {acctest.Values{"auth_token": unknown, "auth_token_wo": "Bearer x", "auth_token_wo_version": 1}, ""},
		"version unknown":      {acctest.Values{"auth_token_wo": "Bearer x", "auth_token_wo_version": unknown}, ""},
		"unknown, no version":  {acctest.Values{"auth_token_wo": unknown}, ""},
		"both known":           {acctest.Values{"auth_token": "Bearer x", "auth_token_wo": "Bearer y", "auth_token_wo_version": 1}, "Conflicting Webhook Tokens"},
		"known, no version":    {acctest.Values{"auth_token_wo": "Bearer x"}, "Missing Webhook Token Version"},
		"wrong, whichever way": {acctest.Values{"auth_token": "x\n", "auth_token_wo": unknown}, "Invalid Webhook Token"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, nil)
			said := r.Validate(t.Context(), config(tc.arguments)).Errors()
			if (said == "") != (tc.says == "") {
				t.Errorf("said %s", said)
			}
			wantText(t, said, tc.says)
		})
	}
}

// The URL and the triggers are public, whatever stands in them.
func TestWebhook_tokenInSettings(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"get", "patch", "off"} {
		for name, tc := range map[string]struct{ config, service string }{
			"configured":     {config: "payments-hook", service: "payments-hook"},
			"at the service": {service: "payments-hook"},
		} {
			t.Run(name+", "+mode, func(t *testing.T) {
				t.Parallel()
				e := start(t)
				e.ChangeWebhook(e.webhook.ID, func(w *fakeservice.Webhook) {
					w.URL, w.Triggers = "https://example.com/"+tc.service, []string{tc.service}
				})
				r, config := e.resource(t, acctest.Values{"webhook_refresh": mode})
				next := acctest.Values{"auth_token": "payments-hook"}
				if tc.config != "" {
					next["url"], next["triggers"] = "https://example.com/"+tc.config, []string{tc.config}
				}
				mustApply(t, r, config(next))
				if got := r.State()["url"]; got != "https://example.com/payments-hook" || e.now(t).AuthToken != "payments-hook" {
					t.Errorf("the state has %v, the service %+v", got, e.now(t))
				}
			})
		}
	}
}

// The old token is not shown either.
func TestWebhook_oldTokenIsNotShown(t *testing.T) {
	t.Parallel()
	const old = "Bearer 0ld-t0ken-of-before"
	e := start(t)
	r, config := e.resource(t, acctest.Values{"max_retries": 0, "webhook_refresh": "off"})
	mustApply(t, r, config(acctest.Values{"auth_token": old}))
	e.Inject(fakeservice.Fault{Status: http.StatusInternalServerError, Times: 1, AfterHandling: true})
	next := config(acctest.Values{"auth_token": "Bearer new-token-of-today"})
	if diags := r.Apply(t.Context(), next); diags.Errors() == "" {
		t.Fatal("no error")
	}
	plan, _ := r.Plan(t.Context(), next)
	r.NextRun(t) // an apply of a saved plan begins with the update
	e.Inject(fakeservice.Fault{Status: http.StatusBadRequest, Body: []byte(`{"code":"X","errors":["it was ` + old + `"]}`)})
	said := r.ApplyPlan(t.Context(), plan).Errors()
	wantText(t, said, "it was Bearer …")
	if strings.Contains(said, "0ld-t0ken") {
		t.Errorf("the old token is shown: %s", said)
	}
}

// A token that has to be sent again, and is not there, is not told as a new
// version.
func TestWebhook_missingTokenAfterFailure(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, acctest.Values{"max_retries": 0, "webhook_refresh": "off"})
	token := func(token any, version int) acctest.Values {
		return config(acctest.Values{"auth_token_wo": token, "auth_token_wo_version": version})
	}
	mustApply(t, r, token("Bearer first", 1))
	e.Inject(fakeservice.Fault{Status: http.StatusInternalServerError, Times: 1, AfterHandling: true})
	if diags := r.Apply(t.Context(), token("Bearer second", 2)); diags.Errors() == "" {
		t.Fatal("no error")
	}
	wantText(t, r.Apply(t.Context(), token(nil, 1)).Errors(), "An earlier update of the token of webhook "+e.webhook.ID)
	wantText(t, r.Apply(t.Context(), token(nil, 3)).Errors(), "`auth_token_wo_version` changed for webhook "+e.webhook.ID)
}
