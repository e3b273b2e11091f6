// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestPlan_unknownID: an id that is unknown in a plan keeps that of the state. If the apply
// has the same one, nothing else happens; if it has another one, nothing is sent.
func TestPlan_unknownID(t *testing.T) {
	t.Parallel()
	for _, argument := range []string{"store_id", "webhook_id", "merchant_id"} {
		for name, tt := range map[string]struct {
			change acctest.Values
		}{
			"alone": {},
			"with an update": {
				change: acctest.Values{"active": false},
			},
		} {
			t.Run(argument+" "+name, func(t *testing.T) {
				t.Parallel()
				e := start(t, nil)
				r := e.resource()
				before := adopting(acctest.Values{"merchant_id": merchantID})
				mustApply(t, r, before)
				known := with(before, tt.change)
				other := with(known, acctest.Values{argument: otherID})

				plan, diags := r.Plan(t.Context(), with(known, acctest.Values{argument: acctest.Unknown}))
				wantText(t, diags.String())
				if plan.Replaces || plan.Empty != (tt.change == nil) {
					t.Fatalf("the plan is %v, and replaces the webhook: %t", plan.Values, plan.Replaces)
				}

				e.ResetRequests()
				plan.Config = other
				said := r.ApplyPlan(t.Context(), plan)
				if tt.change != nil {
					wantText(t, said.Errors(), "inconsistent final plan")
				}
				e.wantWrites(t)

				plan.Config = known
				wantText(t, r.ApplyPlan(t.Context(), plan).String())
				mustBeSettled(t, r, known)
				next, _ := r.Plan(t.Context(), other)
				if !next.Replaces {
					t.Error("the next plan does not replace the webhook")
				}
			})
		}
	}
}

// TestPlan_unknownMerchant: a merchant that the state does not know, and the configuration not yet, is not known in
// the plan either. The apply sends nothing for it.
func TestPlan_unknownMerchant(t *testing.T) {
	t.Parallel()
	e := start(t, acctest.Values{"webhook_refresh": "off"})
	r := e.resource()
	wantText(t, r.Import(t.Context(), storeID+"/"+hookID).Errors())
	known := acctest.Values{"store_id": storeID, "webhook_id": hookID}
	mustApply(t, r, known)
	e.ResetRequests()

	plan, diags := r.Plan(t.Context(), with(known, acctest.Values{"merchant_id": acctest.Unknown}))
	wantText(t, diags.Errors())
	if plan.Replaces {
		t.Error("the plan replaces the webhook")
	}
	for name, value := range plan.Values {
		isUnknown := value == acctest.Unknown
		if isUnknown != (name == "merchant_id") {
			t.Errorf("%s is planned as %v", name, value)
		}
	}

	plan.Config = with(known, acctest.Values{"merchant_id": merchantID})
	wantText(t, r.ApplyPlan(t.Context(), plan).Errors())
	e.wantRequests(t)
	mustBeSettled(t, r, plan.Config)
}

// TestPlan_withoutClient: what needs no call is planned even if an argument of the provider
// is unknown, and a refresh keeps the state.
func TestPlan_withoutClient(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	created := e.resource()
	mustApply(t, created, creating(nil))
	e.ResetRequests()

	unknown := acctest.Configured(t, e.server, acctest.Values{"secret": acctest.Unknown})
	r := unknown.Adopt(created)
	wantText(t, r.Refresh(t.Context()).String())
	mustBeSettled(t, r, creating(nil))
	wantText(t, planned(t, r, creating(acctest.Values{"url": urlA})))
	wantText(t, planned(t, r, creating(acctest.Values{"store_id": otherID}))) // a replacement
	wantText(t, planned(t, unknown.NewResource(webhookType), adopting(nil)))
	e.wantRequests(t)
}

// TestPlan_spelling: another letter case of an id is the same id, and where the service spells
// a URL or triggers in another way, the state keeps the configured spelling.
func TestPlan_spelling(t *testing.T) {
	t.Parallel()
	const (
		store    = "cccccccc-cdef-4bcd-8fab-cdefabcdefab"
		hook     = "abcdefab-cdef-4bcd-8fab-cdefabcdefab"
		merchant = "bbbbbbbb-cdef-4bcd-8fab-cdefabcdefab"
	)
	ids := acctest.Values{"store_id": store, "webhook_id": hook}
	for name, tt := range map[string]struct {
		first   acctest.Values // is applied
		second  acctest.Values // changes nothing
		answers map[string]any // other fields of each webhook
	}{
		"ids": {
			second: acctest.Values{"store_id": strings.ToUpper(store), "webhook_id": strings.ToUpper(hook)},
		},
		"the merchant": {
			second: acctest.Values{"merchant_id": strings.ToUpper(merchant)},
		},
		"an answer's ids": {
			answers: map[string]any{"id": strings.ToUpper(hook), "merchant_id": strings.ToUpper(merchant)},
		},
		"a URL": {
			first:   acctest.Values{"url": "https://x.example.com"},
			second:  acctest.Values{"url": "https://x.example.com"},
			answers: map[string]any{"url": "https://X.example.com:443/"},
		},
		"case of a trigger": {
			first:   acctest.Values{"triggers": []string{"a"}},
			second:  acctest.Values{"triggers": []string{"a"}},
			answers: map[string]any{"triggers": []string{"A"}},
		},
		"order of triggers": {
			first:   acctest.Values{"triggers": []string{"a", "b"}},
			second:  acctest.Values{"triggers": []string{"b", "a"}},
			answers: map[string]any{"triggers": []string{"b", "a"}},
		},
		"a trigger repeated": {
			first:   acctest.Values{"triggers": []string{"a"}},
			second:  acctest.Values{"triggers": []string{"a"}},
			answers: map[string]any{"triggers": []string{"a", "a"}},
		},
	} {
		for _, mode := range []string{"get", "patch", "off"} {
			t.Run(name+", "+mode, func(t *testing.T) {
				t.Parallel()
				service, server := acctest.Start(t, "s.a") // which name no merchant
				service.AddWebhook(fakeservice.Webhook{ID: hook, MerchantID: merchant, StoreID: store})
				e := env{Service: service, server: server}
				e.Protocol = acctest.Configured(t, server, acctest.Values{
					"secret":          "s",
					"app_token":       "a",
					"webhook_refresh": mode,
				})
				e.rewrite(tt.answers)
				r := e.resource()
				mustApply(t, r, with(ids, tt.first))
				state := r.State()
				wantText(t, r.Refresh(t.Context()).String())
				wantState(t, r, acctest.Values{
					"url":         state["url"],
					"triggers":    state["triggers"],
					"merchant_id": state["merchant_id"],
				})
				mustBeSettled(t, r, with(ids, tt.second))
			})
		}
	}
}
