// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// After an update, facts are as in the state before, whatever webhook_refresh is in
// the plan and in the apply. The next read records new ones.
func TestWebhook_factsStay(t *testing.T) {
	t.Parallel()
	modes := []any{"get", "patch", "off", acctest.Unknown}
	for _, planMode := range modes {
		for _, applyMode := range modes[:3] {
			t.Run(fmt.Sprint(planMode, ", then ", applyMode), func(t *testing.T) {
				t.Parallel()
				e := start(t)
				r, config := e.resource(t, nil)
				mustApply(t, r, config(acctest.Values{"active": true}))
				facts := acctest.Values{}
				for _, name := range []string{"created_on", "platform_id", "merchant_id", "id"} {
					facts[name] = r.State()[name]
				}
				e.answer(map[string]any{"platform_id": otherID, "merchant_id": otherID, "created_on": "2020-01-01T00:00:00Z"})
				plan, diags := e.in(t, planMode, r).Plan(t.Context(), config(acctest.Values{"active": false}))
				if diags.Errors() != "" {
					t.Fatal(diags)
				}
				for name, unknown := range map[string]bool{"id": false, "created_on": false, "triggers": true, "url": true, "updated_on": true} {
					if (plan.Values[name] == acctest.Unknown) != unknown {
						t.Errorf("in the plan, %s is %v", name, plan.Values[name])
					}
				}
				r = e.in(t, applyMode, r)
				if diags := r.ApplyPlan(t.Context(), plan); len(diags) > 0 {
					t.Fatal(diags)
				}
				wantState(t, r, facts)
				mustBeSettled(t, r, config(acctest.Values{"active": false}))
				r = e.in(t, "get", r)
				r.Refresh(t.Context())
				wantState(t, r, acctest.Values{"platform_id": otherID, "merchant_id": otherID, "created_on": "2020-01-01T00:00:00Z"})
			})
		}
	}
}

// Another letter case of an id is the same id.
func TestWebhook_letterCase(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t, fakeservice.WithCredentials("s", "a")) // which name no merchant
	e := env{Service: service, server: server}
	e.webhook = e.AddWebhook(fakeservice.Webhook{ID: "abcdefab-cdef-4bcd-8fab-cdefabcdefab", MerchantID: "bbbbbbbb-cdef-4bcd-8fab-cdefabcdefab", StoreID: "cccccccc-cdef-4bcd-8fab-cdefabcdefab", PlatformID: "dddddddd-cdef-4bcd-8fab-cdefabcdefab"})
	r, config := e.resource(t, acctest.Values{"secret": "s", "app_token": "a"})
	ids := func(spell func(string) string) acctest.Values {
		return config(acctest.Values{"store_id": spell(e.webhook.StoreID), "webhook_id": spell(e.webhook.ID), "merchant_id": spell(e.webhook.MerchantID)})
	}
	mustApply(t, r, ids(strings.ToLower))
	e.sent()
	mustBeSettled(t, r, ids(strings.ToUpper))
	mustApply(t, r, ids(strings.ToUpper))
	e.wantSent(t, "")
	before := r.State()
	e.answer(map[string]any{"merchant_id": strings.ToUpper(e.webhook.MerchantID), "platform_id": strings.ToUpper(e.webhook.PlatformID)})
	r.Refresh(t.Context())
	wantState(t, r, before)
}

// The state keeps the declared spelling, and a corrected one is sent. After an import,
// a spelling that differs from the service's causes one update.
func TestWebhook_spelling(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ first, second acctest.Values }{
		"case of a trigger":  {acctest.Values{"triggers": []string{"Charge_Finished"}}, acctest.Values{"triggers": []string{"charge_finished"}}},
		"space at a trigger": {acctest.Values{"triggers": []string{" charge_finished"}}, acctest.Values{"triggers": []string{"charge_finished"}}},
		"trigger twice":      {acctest.Values{"triggers": []string{"a", "A"}}, acctest.Values{"triggers": []string{"a"}}},
		"empty path":         {acctest.Values{"url": "https://x.example.com"}, acctest.Values{"url": "https://x.example.com/"}},
		"default port":       {acctest.Values{"url": "https://x.example.com:443/h"}, acctest.Values{"url": "https://x.example.com/h"}},
	} {
		for _, mode := range []string{"get", "patch", "off"} {
			t.Run(name+", "+mode, func(t *testing.T) {
				t.Parallel()
				e := start(t)
				r, config := e.resource(t, acctest.Values{"webhook_refresh": mode})
				e.answer(tc.second) // the only spelling that the service has
				apply := func(declared acctest.Values) {
					t.Helper()
					mustApply(t, r, config(declared))
					r.Refresh(t.Context())
					mustBeSettled(t, r, config(declared))
				}
				apply(tc.first)
				e.sent()
				apply(tc.second)
				if got := e.sent(); strings.Count(got, ":[")+strings.Count(got, `"url":`) != 1 {
					t.Errorf("correcting the spelling sent %s", got)
				}
				r.Import(t.Context(), e.webhook.StoreID+"/"+e.webhook.ID)
				apply(tc.first)
			})
		}
	}
}

// A wrong merchant_id shows when the webhook exists: what the error says finishes it.
func TestWebhook_createdWithWrongMerchant(t *testing.T) {
	t.Parallel()
	n := creating(t, nil)
	n.answer(map[string]any{"merchant_id": otherID})
	wrong := n.with(acctest.Values{"merchant_id": fakeservice.DefaultMerchantID})
	wantText(t, mustFail(t, n.Resource, wrong), "First correct or remove `merchant_id`: the merchant of a webhook never changes.\n\nThe service has webhook "+n.only().ID)
	if plan, _ := n.Plan(t.Context(), wrong); !plan.Replaces {
		t.Errorf("the plan is %v", plan.Values)
	}
	for _, right := range []acctest.Values{n.config, n.with(acctest.Values{"merchant_id": otherID})} {
		mustBeSettled(t, n.Resource, right)
	}
}
