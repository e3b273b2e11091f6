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

// A token that stands in the URL or in the triggers anyway is no echo.
func TestWebhook_tokenInURL(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ first, second acctest.Values }{
		"configured":            {first: acctest.Values{"url": "https://example.com/payments-hook", "auth_token": "Bearer payments-hook"}},
		"configured before":     {acctest.Values{"url": "https://example.com/payments-hook"}, acctest.Values{"url": "https://example.com/payments-hook", "auth_token": "Bearer payments-hook"}},
		"known from the answer": {acctest.Values{"active": true}, acctest.Values{"active": true, "auth_token": "payments-hook"}},
		"write-only":            {acctest.Values{"active": true}, acctest.Values{"active": true, "auth_token_wo": "payments-hook", "auth_token_wo_version": 1}},
		"seen by the plan":      {first: acctest.Values{"auth_token": "payments-hook"}},
		"a trigger":             {acctest.Values{"active": true}, acctest.Values{"active": true, "auth_token": "charge_finished"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.ChangeWebhook(e.webhook.ID, func(w *fakeservice.Webhook) { w.URL = "https://example.com/payments-hook" })
			r, config := e.resource(t, nil)
			mustApply(t, r, config(tc.first))
			if tc.second != nil {
				mustApply(t, r, config(tc.second))
			}
			if e.now(t).AuthToken == "" {
				t.Error("the token did not arrive")
			}
		})
	}
}

// If it is not known what the URL and the triggers were, a token that stands in
// them is taken for an echo. The message says how to go on.
func TestWebhook_tokenInSettingNotKnown(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"patch", "off"} {
		for setting, tc := range map[string]struct {
			token string
			value any
		}{
			"triggers": {"charge_finished", []string{"charge_finished"}},
			"url":      {"Bearer payments-hook", "https://example.com/payments-hook"},
		} {
			t.Run(setting+", "+mode, func(t *testing.T) {
				t.Parallel()
				e := start(t)
				e.ChangeWebhook(e.webhook.ID, func(w *fakeservice.Webhook) { w.URL = "https://example.com/payments-hook" })
				r, config := e.resource(t, acctest.Values{"webhook_refresh": mode})
				said := r.Apply(t.Context(), config(acctest.Values{"auth_token": tc.token})).Errors()
				wantText(t, said, "its "+setting+" field repeats a secret")
				wantText(t, said, "configure `"+setting+"` too")
				mustApply(t, r, config(acctest.Values{"auth_token": tc.token, setting: tc.value}))
			})
		}
	}
}

// The same goes for settings that somebody changes so that they hold the token.
func TestWebhook_tokenInSettingChangedElsewhere(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	mustApply(t, r, config(acctest.Values{"auth_token": "refund_finished", "triggers": []string{"charge_finished"}}))
	now := []string{"charge_finished", "refund_finished"}
	e.ChangeWebhook(e.webhook.ID, func(w *fakeservice.Webhook) { w.Triggers = now })
	wantText(t, r.Refresh(t.Context()).Errors(), "configure `triggers` as it is now and apply with `-refresh=false`")
	next := config(acctest.Values{"auth_token": "refund_finished", "triggers": now})
	plan, _ := r.Plan(t.Context(), next)
	if diags := r.ApplyPlan(t.Context(), plan); diags.Errors() != "" {
		t.Fatal(diags)
	}
	mustApply(t, r, next)
	mustBeSettled(t, r, next)
}

// The token in the state is hidden also when it is unconfirmed.
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
	wantText(t, said, "it was [redacted]")
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
