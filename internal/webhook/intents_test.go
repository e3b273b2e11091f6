// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// claiming is a run with a webhook that a resource has created.
type claiming struct {
	env
	old *acctest.Resource
	id  string
}

func startClaiming(t *testing.T, deletes bool) claiming {
	t.Helper()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	c := claiming{e, e.resource(), ""}
	mustApply(t, c.old, creating(acctest.Values{"delete_on_destroy": deletes}))
	c.id = e.only(t, urlB)
	e.NextRun(t)
	return c
}

// TestIntents_plan: a plan must not delete a webhook for one resource that another one adopts,
// imports or creates anew, in whichever order they are planned.
func TestIntents_plan(t *testing.T) {
	t.Parallel()
	const anotherStore, theID = "33333333-3333-4333-8333-333333333334", "the webhook's"
	moved := creating(acctest.Values{"store_id": anotherStore})
	for name, tc := range map[string]struct {
		keeps    bool           // the state says that the webhook stays
		old, new acctest.Values // no old: destroyed; no new: imported
		says     []string
	}{
		"adopted":                          {new: adopting(acctest.Values{"webhook_id": theID}), says: []string{"Webhook Adopted and Deleted", "`moved` block", "`delete_on_destroy = false`"}},
		"imported":                         {says: []string{"Webhook Adopted and Deleted", "`moved` block"}},
		"renamed":                          {new: creating(nil), says: []string{"Webhook Created and Deleted", "`moved` block", "Either may come first"}},
		"renamed, in another spelling":     {new: creating(acctest.Values{"url": "https://HOOKS.example.com:443/b", "triggers": []string{"Charge_finished"}}), says: []string{"Webhook Created and Deleted"}},
		"replaced and adopted":             {old: moved, new: adopting(acctest.Values{"webhook_id": theID}), says: []string{"Webhook Adopted and Deleted"}},
		"replaced by another, and created": {old: adopting(acctest.Values{"webhook_id": hookID}), new: creating(nil), says: []string{"Webhook Created and Deleted"}},
		"replaced and created":             {old: moved, new: creating(acctest.Values{"active": false}), says: []string{"Webhook Created and Deleted"}},
		"another one is created":           {new: creating(acctest.Values{"url": urlA})},
		"another one is adopted":           {new: adopting(nil)},
		"it stays and is adopted":          {keeps: true, new: adopting(acctest.Values{"webhook_id": theID})},
	} {
		for order, oldFirst := range map[string]bool{"deleted first": true, "deleted last": false} {
			t.Run(name+", "+order, func(t *testing.T) {
				t.Parallel()
				c := startClaiming(t, !tc.keeps)
				c.Inject(fakeservice.Fault{Path: "/merchants/{merchantId}/stores/{storeId}/webhooks", Status: http.StatusMethodNotAllowed})
				c.AddWebhook(fakeservice.Webhook{StoreID: anotherStore})
				deletes := func() string { return planned(t, c.old, tc.old) }
				claims := func() string {
					if tc.new == nil {
						return c.resource().Import(t.Context(), storeID+"/"+c.id).Errors()
					}
					config := tc.new
					if config["webhook_id"] == theID {
						config = with(config, acctest.Values{"webhook_id": strings.ToUpper(c.id)})
					}
					return planned(t, c.resource(), config)
				}
				first, second := claims, deletes
				if oldFirst {
					first, second = deletes, claims
				}
				wantText(t, first())
				wantText(t, second(), tc.says...)
			})
		}
	}
}

// TestIntents_ownReplacement: a resource that is replaced is in nobody's way, and least in its own.
func TestIntents_ownReplacement(t *testing.T) {
	t.Parallel()
	const another = "33333333-3333-4333-8333-333333333334"
	for name, config := range map[string]acctest.Values{
		"in another store":      creating(acctest.Values{"store_id": another}),
		"for another merchant":  creating(acctest.Values{"merchant_id": another}),
		"as it is, by -replace": creating(nil),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := startClaiming(t, true)
			c.AddWebhook(fakeservice.Webhook{StoreID: another})
			c.Inject(fakeservice.Fault{Path: "/merchants/{merchantId}/stores/{storeId}/webhooks", Status: http.StatusMethodNotAllowed})
			wantText(t, planned(t, c.old, config))
			wantText(t, planned(t, c.old.Replaced(), config))
		})
	}
}

// planned returns the errors of a plan.
func planned(t *testing.T, r *acctest.Resource, config acctest.Values) string {
	t.Helper()
	_, diags := r.Plan(t.Context(), config)
	return diags.Errors()
}

// TestIntents_end: claims of a plan end as its apply begins.
func TestIntents_end(t *testing.T) {
	t.Parallel()
	c := startClaiming(t, true)
	wantText(t, planned(t, c.old, nil))
	mustApply(t, c.resource(), adopting(nil))
	wantText(t, planned(t, c.resource(), adopting(acctest.Values{"webhook_id": c.id})))
}

// TestIntents_writeEnds: also as the first update or delete begins, even if that sends nothing.
func TestIntents_writeEnds(t *testing.T) {
	t.Parallel()
	for _, config := range []acctest.Values{nil, creating(acctest.Values{"delete_on_destroy": false, "url": urlA})} {
		c := startClaiming(t, true)
		adopted := c.resource()
		mustApply(t, adopted, adopting(nil))
		c.NextRun(t)
		wantText(t, planned(t, c.old, nil))
		mustApply(t, adopted, config)
		wantText(t, planned(t, c.resource(), adopting(acctest.Values{"webhook_id": c.id})))
	}
}

// TestIntents_managedTwice: two resources that adopt one webhook and declare different settings
// undo each other. One that is planned twice does not.
func TestIntents_managedTwice(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		second acctest.Values // none: it is only imported
		warns  bool
	}{
		"other settings":  {acctest.Values{"active": false}, true},
		"another token":   {acctest.Values{"active": true, "auth_token": "x"}, true},
		"the same":        {acctest.Values{"active": true}, false},
		"another webhook": {acctest.Values{"webhook_id": otherID, "active": false}, false},
		"imported":        {nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": "off"})
			_, diags := e.resource().Plan(t.Context(), adopting(acctest.Values{"active": true}))
			more := e.resource().Import(t.Context(), storeID+"/"+hookID)
			if tc.second != nil {
				_, more = e.resource().Plan(t.Context(), adopting(tc.second))
			}
			wantText(t, diags.String()+more.Errors())
			if warns := strings.Contains(more.Warnings(), "Two resources manage webhook "); warns != tc.warns {
				t.Errorf("it says %s", more)
			}
		})
	}
}

// TestIntents_apply: ids that only the apply knows are checked there, before anything is sent:
// what comes first is done, and what comes second fails.
func TestIntents_apply(t *testing.T) {
	t.Parallel()
	for _, deletesFirst := range []bool{true, false} {
		t.Run(fmt.Sprintf("deleted first: %t", deletesFirst), func(t *testing.T) {
			t.Parallel()
			c := startClaiming(t, true)
			other, config := c.resource(), adopting(acctest.Values{"webhook_id": c.id, "active": false})
			destruction, _ := c.old.Plan(t.Context(), nil)
			adoption, diags := other.Plan(t.Context(), with(config, acctest.Values{"webhook_id": acctest.Unknown}))
			wantText(t, diags.Errors())
			c.NextRun(t) // the apply is another process
			deletes := func() string { return c.old.ApplyPlan(t.Context(), destruction).Errors() }
			adoption.Config = config
			adopts := func() string { return other.ApplyPlan(t.Context(), adoption).Errors() }
			first, second := adopts, deletes
			if deletesFirst {
				first, second = deletes, adopts
			}
			wantText(t, first())
			wantText(t, second(), "Webhook Adopted and Deleted", "`moved` block")
			if _, exists := c.Webhook(c.id); exists == deletesFirst {
				t.Errorf("the service has the webhook: %t", exists)
			}
		})
	}
}

// TestIntents_manyApplies: for the tests of modules, a CLI plans and applies several times with
// one process that it configures once.
func TestIntents_manyApplies(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	for range 2 {
		created, adopted := e.resource(), e.resource()
		mustApply(t, created, creating(nil))
		mustApply(t, adopted, adopting(acctest.Values{"active": true})) // while the creation is claimed
		mustApply(t, created, creating(acctest.Values{"active": false}))
		wantText(t, mustFail(t, e.resource(), creating(nil)), "already has a webhook with this URL and these triggers")
		mustApply(t, e.resource(), adopting(acctest.Values{"active": false})) // also of the same webhook
		mustApply(t, created, nil)
		mustApply(t, adopted, nil)
	}
	if len(e.Webhooks()) != 1 {
		t.Errorf("the service has %v", e.Webhooks())
	}
	r, other := e.resource(), e.resource()
	for _, status := range []int{400, 501} {
		e.Inject(fakeservice.Fault{Method: http.MethodPost, Status: status, Times: 1})
		wantText(t, mustFail(t, r, creating(nil)), "No webhook was created")
	}
	mustApply(t, r, creating(nil)) // what was refused is in nobody's way
	destruction, _ := r.Plan(t.Context(), nil)
	mustApply(t, r, creating(acctest.Values{"url": urlA + "2"}))
	mustApply(t, other, creating(nil)) // with a URL that is free again
	wantText(t, r.ApplyPlan(t.Context(), destruction).Errors())
	wantText(t, other.Refresh(t.Context()).Errors())
	wantText(t, other.ApplyPlan(t.Context(), destruction).Errors()) // as with -replace, without a plan of its own
	mustApply(t, other, creating(nil))

	wantText(t, other.Refresh(t.Context()).Errors())
	other.Private = nil // as if it were tainted, at a service that deletes no webhooks
	e.Inject(fakeservice.Fault{Method: http.MethodDelete, Status: 404, Body: []byte(`{"code":"NOT_FOUND"}`)})
	destruction, _ = other.Plan(t.Context(), nil)
	wantText(t, other.ApplyPlan(t.Context(), destruction).Errors(), "The list of the store's webhooks still has it")
	wantText(t, mustFail(t, e.resource(), creating(nil)), "already has a webhook with this URL")

	e.Inject(fakeservice.Fault{Method: http.MethodPost, Status: 504, Times: 1}) // there may be a webhook
	_ = mustFail(t, e.resource(), creating(acctest.Values{"url": urlB + "3"}))
	wantText(t, mustFail(t, e.resource(), creating(acctest.Values{"url": urlB + "3"})), "Two resources of this apply create")
}
