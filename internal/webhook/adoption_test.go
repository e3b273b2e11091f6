// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const adoptingChanges = "Adopting Changes a Webhook"

// The plan of an adoption says what it overwrites.
func TestWebhook_adoptionPlan(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		provider, config acctest.Values
		gets             int
		says             []string // nil: nothing
	}{
		"something differs": {
			config: acctest.Values{"active": false, "url": urlB, "triggers": []string{"refund_finished"}, "auth_token": "Bearer not-to-be-seen"}, gets: 1,
			says: []string{
				"`active`: configured false, currently true", "`url`: configured " + urlB + ", currently " + urlA,
				"`triggers`: configured [refund_finished], currently [charge_finished]",
			},
		},
		"one thing differs":       {config: acctest.Values{"active": false, "url": urlA}, gets: 1, says: []string{"`active`: configured false"}},
		"nothing differs":         {config: acctest.Values{"active": true, "url": "HTTPS://HOOKS.example.com/a", "triggers": []string{"charge_finished"}}, gets: 1},
		"nothing configured":      {config: nil},
		"a token only":            {config: acctest.Values{"auth_token": "Bearer x"}, gets: 1},
		"value not known yet":     {config: acctest.Values{"url": acctest.Unknown, "active": true}, gets: 1},
		"id not known yet":        {config: acctest.Values{"active": false, "store_id": acctest.Unknown}},
		"merchant not known yet":  {config: acctest.Values{"active": false, "merchant_id": acctest.Unknown}},
		"another way of reading":  {provider: acctest.Values{"webhook_refresh": "patch"}, config: acctest.Values{"active": false}},
		"reading is switched off": {provider: acctest.Values{"webhook_refresh": "off"}, config: acctest.Values{"active": false}},
		"another merchant's":      {config: acctest.Values{"active": false, "merchant_id": "99999999-9999-4999-8999-999999999999"}, gets: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, tc.provider)
			_, diags := r.Plan(t.Context(), config(tc.config))
			for _, want := range append(tc.says, "") {
				wantText(t, diags.Warnings(), want)
			}
			if said := len(diags) > 0; said != (tc.says != nil) || strings.Contains(diags.String(), "not-to-be-seen") {
				t.Errorf("said %s", diags)
			}
			for _, d := range diags {
				if d.Summary != adoptingChanges || len(d.Attribute.Steps()) == 0 {
					t.Errorf("the warning %q has no place, so a CLI cannot fold several into one", d.Summary)
				}
			}
			if got := len(e.Requests()); got != tc.gets || got != len(e.Requests(fakeservice.ByMethod(http.MethodGet))) {
				t.Errorf("%d requests, want %d GET", got, tc.gets)
			}
		})
	}
}

// A URL is public, also the digits and the query in it.
func TestWebhook_adoptionPlanShowsURLs(t *testing.T) {
	t.Parallel()
	const before, after = "https://sqs.ap-northeast-1.amazonaws.com/210987654321/prod?key=a", "https://sqs.ap-northeast-1.amazonaws.com/123456789012/prod?key=b"
	e := start(t)
	e.ChangeWebhook(e.webhook.ID, func(w *fakeservice.Webhook) { w.URL = before })
	r, config := e.resource(t, nil)
	_, diags := r.Plan(t.Context(), config(acctest.Values{"url": after, "auth_token": "Bearer 123456789012"}))
	wantText(t, diags.Warnings(), adoptingChanges)
	wantText(t, diags.Warnings(), "configured "+after+", currently "+before)
}

// A token in the state is quiet in a plan that changes nothing. A destroy says
// one thing, in a few lines, and in a place that lets the CLI fold several into
// one.
func TestWebhook_noise(t *testing.T) {
	t.Parallel()
	for name, arguments := range map[string]acctest.Values{
		"no token":           nil,
		"token":              {"auth_token": "Bearer x-y-z"},
		"a write-only token": {"auth_token_wo": "Bearer x-y-z", "auth_token_wo_version": 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, nil)
			mustApply(t, r, config(arguments))
			if diags := r.Apply(t.Context(), config(arguments)); len(diags) > 0 {
				t.Errorf("an unchanged webhook says %s", diags)
			}
			diags := r.Apply(t.Context(), nil)
			if len(diags) != 1 || len(diags[0].Detail) > 240 || len(diags[0].Attribute.Steps()) == 0 {
				t.Errorf("destroying says %s (%d characters)", diags, len(diags[0].Detail))
			}
		})
	}
}

// A webhook that its old resource may have stopped, in an apply that failed before
// it came to the new one, is not left so without a word.
func TestWebhook_adoptedInactive(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		inactive  bool
		arguments acctest.Values
		warns     bool
	}{
		"left alone":           {true, acctest.Values{"deactivate_on_destroy": false}, false},
		"to be resumed":        {true, acctest.Values{"active": true}, false},
		"to be inactive":       {true, acctest.Values{"active": false}, false},
		"active already":       {false, nil, false},
		"once stopped with it": {true, nil, true},
		"with another setting": {true, acctest.Values{"triggers": []string{"charge_finished"}}, true},
	} {
		for _, mode := range []string{"get", "patch", "off"} {
			t.Run(name+", "+mode, func(t *testing.T) {
				t.Parallel()
				e := start(t)
				e.ChangeWebhook(e.webhook.ID, func(w *fakeservice.Webhook) { w.Active = !tc.inactive })
				r, config := e.resource(t, acctest.Values{"webhook_refresh": mode})
				arguments := acctest.Values{"deactivate_on_destroy": true}
				maps.Copy(arguments, tc.arguments)
				diags := r.Apply(t.Context(), config(arguments))
				if diags.Errors() != "" {
					t.Fatal(diags)
				}
				if warned := strings.Contains(diags.Warnings(), "Adopted Webhook Is Inactive"); warned != tc.warns {
					t.Errorf("said %q", diags)
				}
				if diags := r.Apply(t.Context(), config(arguments)); strings.Contains(diags.String(), "Inactive") {
					t.Errorf("said again: %s", diags)
				}
			})
		}
	}
}
