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

const (
	adoptingChanges = "Adopting Changes a Webhook"
	notDeleted      = "If webhook "
)

// The plan of an adoption says what it overwrites.
func TestWebhook_adoptionPlan(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		provider, config acctest.Values
		answer           map[string]any
		status           int // of the GET; zero: 200
		gets             int
		says             []string // nil: nothing
	}{
		"something differs": {
			config: acctest.Values{"active": false, "url": urlB, "triggers": []string{"refund_finished"}, "auth_token": "Bearer not-to-be-seen"}, gets: 1,
			says: []string{
				"`active`: configured false, currently true", "`url`: currently another path at `https://hooks.example.com`",
				"`triggers`: configured [refund_finished], currently [charge_finished]",
			},
		},
		"one thing differs":       {config: acctest.Values{"active": false, "url": urlA}, gets: 1, says: []string{"`active`: configured false"}},
		"nothing differs":         {config: acctest.Values{"active": true, "url": "HTTPS://HOOKS.example.com/a", "triggers": []string{"charge_finished"}}, gets: 1},
		"nothing configured":      {config: nil, gets: 1},
		"a token only":            {config: acctest.Values{"auth_token": "Bearer x"}, gets: 1},
		"credentials refused":     {status: http.StatusUnauthorized, gets: 1, says: []string{"Adoption May Be Refused", "`secret` and `app_token`"}},
		"another merchant":        {status: http.StatusForbidden, gets: 1, says: []string{"Adoption May Be Refused", "belong to the merchant and store in the path"}},
		"cannot be read":          {status: http.StatusServiceUnavailable, config: acctest.Values{"active": false}, gets: 1},
		"value not known yet":     {config: acctest.Values{"url": acctest.Unknown, "active": true}, gets: 1},
		"state not known yet":     {config: acctest.Values{"active": acctest.Unknown, "url": urlA}, gets: 1},
		"trigger not known yet":   {config: acctest.Values{"triggers": []any{acctest.Unknown, "x"}, "url": urlA}, gets: 1},
		"id not known yet":        {config: acctest.Values{"active": false, "store_id": acctest.Unknown}},
		"merchant not known yet":  {config: acctest.Values{"active": false, "merchant_id": acctest.Unknown}},
		"another way of reading":  {provider: acctest.Values{"webhook_refresh": "patch"}, config: acctest.Values{"active": false}},
		"reading is switched off": {provider: acctest.Values{"webhook_refresh": "off"}, config: acctest.Values{"active": false}},
		"another webhook":         {config: acctest.Values{"active": false}, answer: map[string]any{"id": otherID}, gets: 1},
		"another merchant's":      {config: acctest.Values{"active": false, "merchant_id": otherID}, gets: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			if tc.answer != nil {
				e.answer(tc.answer)
			}
			if tc.status != 0 {
				e.Inject(fakeservice.Fault{Status: tc.status})
			}
			r, config := e.resource(t, tc.provider)
			r.WriteOnly = false
			_, diags := r.Plan(t.Context(), config(tc.config))
			for _, want := range tc.says {
				wantText(t, diags.Warnings(), want)
			}
			if said := len(diags) > 0; said != (tc.says != nil) || strings.Contains(diags.String(), "not-to-be-seen") {
				t.Errorf("said %s", diags)
			}
			for _, d := range diags {
				if len(d.Attribute.Steps()) == 0 {
					t.Errorf("the warning %q has no path, so a CLI cannot fold several into one", d.Summary)
				}
			}
			if got := len(e.Requests()); got != tc.gets || got != len(e.Requests(fakeservice.ByMethod(http.MethodGet))) {
				t.Errorf("%d requests, want %d GET", got, tc.gets)
			}
		})
	}
}

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

// The rules check known values only, so that a module can pass on all three
// arguments of the token.
func TestWebhook_tokenRules(t *testing.T) {
	t.Parallel()
	unknown := acctest.Unknown
	for name, tc := range map[string]struct {
		arguments acctest.Values
		says      string
	}{
		"all unknown":         {acctest.Values{"auth_token": unknown, "auth_token_wo": unknown, "auth_token_wo_version": unknown}, ""},
		"one known":           {acctest.Values{"auth_token": "Bearer x", "auth_token_wo": unknown, "auth_token_wo_version": unknown}, ""},
		"the other known":     {acctest.Values{"auth_token": unknown, "auth_token_wo": "Bearer x", "auth_token_wo_version": 1}, ""},
		"version unknown":     {acctest.Values{"auth_token_wo": "Bearer x", "auth_token_wo_version": unknown}, ""},
		"unknown, no version": {acctest.Values{"auth_token_wo": unknown}, ""},
		"both known":          {acctest.Values{"auth_token": "Bearer x", "auth_token_wo": "Bearer y", "auth_token_wo_version": 1}, "Conflicting Webhook Tokens"},
		"known, no version":   {acctest.Values{"auth_token_wo": "Bearer x"}, "Missing Webhook Token Version"},
		"line break":          {acctest.Values{"auth_token": "x\n", "auth_token_wo": unknown}, "`auth_token` must not contain line breaks"},
		"control character":   {acctest.Values{"auth_token_wo": "a\u0000b", "auth_token_wo_version": 1}, "`auth_token_wo` must not contain line breaks or control characters"},
		"local URL":           {acctest.Values{"url": "https://localhost/x"}, "`url` must be reachable from the internet"},
		"user in a URL":       {acctest.Values{"url": "https://user:pass@hooks.example.com/x"}, "`url` must not contain a user name or password"},
		"merchant":            {acctest.Values{"merchant_id": "m-1"}, "`merchant_id` must be a UUID"},
		"store":               {acctest.Values{"store_id": "s"}, "`store_id` must be a UUID"},
		"webhook":             {acctest.Values{"webhook_id": "{" + otherID + "}"}, "`webhook_id` must be a UUID"},
		"blank trigger":       {acctest.Values{"triggers": []string{"charge_finished", "  "}}, "one of them is null or blank"},
		"null trigger":        {acctest.Values{"triggers": []any{nil}}, "one of them is null or blank"},
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
