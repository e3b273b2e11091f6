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

// claiming is a run with a webhook that a resource has created.
type claiming struct {
	env
	t   *testing.T
	old *acctest.Resource
	id  string
}

func startClaiming(t *testing.T, deletes bool) claiming {
	t.Helper()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	c := claiming{e, t, e.resource(), ""}
	mustApply(t, c.old, creating(acctest.Values{"delete_on_destroy": deletes}))
	c.id = e.only(t, urlB)
	e.NextRun(t)
	return c
}

func (c claiming) plan(r *acctest.Resource, config acctest.Values) string {
	c.t.Helper()
	_, diags := r.Plan(c.t.Context(), config)
	return diags.Errors()
}

// TestClaims_plan: a plan must not delete a webhook for one resource that another one adopts,
// imports or creates anew, in whichever order they are planned.
func TestClaims_plan(t *testing.T) {
	t.Parallel()
	destroy := func(c claiming) string { return c.plan(c.old, nil) }
	const otherStore = "33333333-3333-4333-8333-333333333334"
	for name, tc := range map[string]struct {
		keeps         bool // the state says that the webhook stays
		first, second func(claiming) string
		says          []string
	}{
		"adopted": {first: destroy, second: func(c claiming) string {
			return c.plan(c.resource(), adopting(acctest.Values{"webhook_id": strings.ToUpper(c.id)}))
		}, says: []string{"Webhook Adopted and Deleted", "`moved` block", "`delete_on_destroy = false`"}},
		"imported": {first: destroy, second: func(c claiming) string {
			return c.resource().Import(c.t.Context(), storeID+"/"+c.id).Errors()
		}, says: []string{"Webhook Adopted and Deleted", "`moved` block"}},
		"renamed": {first: destroy, second: func(c claiming) string { return c.plan(c.resource(), creating(nil)) },
			says: []string{"Webhook Created and Deleted", "`moved` block", "Either may come first"}},
		"replaced and adopted": {first: func(c claiming) string { return c.plan(c.old, creating(acctest.Values{"store_id": otherStore})) },
			second: func(c claiming) string {
				return c.plan(c.resource(), adopting(acctest.Values{"webhook_id": c.id}))
			}, says: []string{"Webhook Adopted and Deleted"}},
		"replaced and created": {first: func(c claiming) string { return c.plan(c.old, creating(acctest.Values{"store_id": otherStore})) },
			second: func(c claiming) string {
				return c.plan(c.resource(), creating(acctest.Values{"active": false}))
			}, says: []string{"Webhook Created and Deleted"}},
		"another one is created": {first: destroy, second: func(c claiming) string { return c.plan(c.resource(), creating(acctest.Values{"url": urlA})) }},
		"another one is adopted": {first: destroy, second: func(c claiming) string { return c.plan(c.resource(), adopting(nil)) }},
		"it stays and is adopted": {keeps: true, first: destroy, second: func(c claiming) string {
			return c.plan(c.resource(), adopting(acctest.Values{"webhook_id": c.id}))
		}},
		"by one resource, for another store": {first: func(c claiming) string { return c.plan(c.old, creating(acctest.Values{"store_id": otherStore})) },
			second: func(c claiming) string { return c.plan(c.resource(), creating(acctest.Values{"store_id": otherStore})) }},
		"by one resource, for its merchant": {first: func(c claiming) string {
			c.Set(func(b *fakeservice.Behavior) { b.WebhookList = false })
			return c.plan(c.old, creating(acctest.Values{"merchant_id": otherStore}))
		}, second: func(c claiming) string {
			return c.plan(c.resource(), creating(acctest.Values{"merchant_id": otherStore}))
		}},
		"in another run": {first: destroy, second: func(c claiming) string {
			c.NextRun(c.t)
			return c.plan(c.resource(), adopting(acctest.Values{"webhook_id": c.id}))
		}},
		"once the plan is over": {first: destroy, second: func(c claiming) string {
			mustApply(c.t, c.resource(), adopting(nil))
			return c.plan(c.resource(), adopting(acctest.Values{"webhook_id": c.id}))
		}},
	} {
		for order, steps := range map[string][2]func(claiming) string{"": {tc.first, tc.second}, ", the other way round": {tc.second, tc.first}} {
			if order != "" && (name == "in another run" || name == "once the plan is over") {
				continue
			}
			t.Run(name+order, func(t *testing.T) {
				t.Parallel()
				c := startClaiming(t, !tc.keeps)
				c.AddWebhook(fakeservice.Webhook{StoreID: otherStore})
				wantText(t, steps[0](c))
				wantText(t, steps[1](c), tc.says...)
			})
		}
	}
}

// TestClaims_adoptedTwice: two resources that adopt one webhook and declare different settings
// undo each other. One that is planned twice does not.
func TestClaims_adoptedTwice(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		second acctest.Values
		warns  bool
	}{
		"other settings": {acctest.Values{"active": false}, true}, "another token": {acctest.Values{"active": true, "auth_token": "x"}, true}, "the same": {acctest.Values{"active": true}, false}, "another webhook": {acctest.Values{"webhook_id": otherID, "active": false}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": "off"})
			_, diags := e.resource().Plan(t.Context(), adopting(acctest.Values{"active": true}))
			_, more := e.resource().Plan(t.Context(), adopting(tc.second))
			wantText(t, diags.String()+more.Errors())
			if warns := strings.Contains(more.Warnings(), "Two resources adopt webhook "); warns != tc.warns {
				t.Errorf("it says %s", more)
			}
		})
	}
}

// TestClaims_apply: ids that only the apply knows are checked there, before anything is sent:
// what comes first is done, and what comes second fails.
func TestClaims_apply(t *testing.T) {
	t.Parallel()
	for _, deletesFirst := range []bool{true, false} {
		for _, had := range []bool{true, false} {
			t.Run(fmt.Sprintf("deleted first: %t, in its state before: %t", deletesFirst, had), func(t *testing.T) {
				t.Parallel()
				c := startClaiming(t, true)
				other, config := c.resource(), adopting(acctest.Values{"webhook_id": c.id, "active": false})
				if had {
					mustApply(t, other, with(config, acctest.Values{"active": true}))
					c.NextRun(t)
				}
				destruction, _ := c.old.Plan(t.Context(), nil)
				unknown := with(config, acctest.Values{"webhook_id": acctest.Unknown})
				adoption, diags := other.Plan(t.Context(), unknown)
				wantText(t, diags.Errors())
				c.NextRun(t) // the apply is another process
				c.calls()
				deletes := func() string { return c.old.ApplyPlan(t.Context(), destruction).Errors() }
				adopts := func() string { return other.ApplyKnown(t.Context(), adoption, config).Errors() }
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
}

// TestClaims_manyApplies: for the tests of modules, a CLI plans and applies several times with
// one process that it configures once.
func TestClaims_manyApplies(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	for range 2 {
		created, adopted := e.resource(), e.resource()
		mustApply(t, created, creating(nil))
		mustApply(t, created, creating(acctest.Values{"active": false}))
		mustApply(t, adopted, adopting(acctest.Values{"active": true}))
		mustApply(t, created, nil)
		mustApply(t, adopted, nil)
	}
	if len(e.Webhooks()) != 1 {
		t.Errorf("the service has %v", e.Webhooks())
	}
}
