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

// withCreated is an env with a webhook that a resource has created in an earlier run.
type withCreated struct {
	env

	created *acctest.Resource
	id      string // of its webhook
}

// startWithCreated starts a service with a webhook that was created, which is deleted with its resource, or not.
func startWithCreated(t *testing.T, deletes bool) withCreated {
	t.Helper()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	r := e.resource()
	mustApply(t, r, creating(acctest.Values{"delete_on_destroy": deletes}))
	e.NextRun(t)
	return withCreated{
		env:     e,
		created: r,
		id:      e.only(t, urlB),
	}
}

// planned returns the errors of a plan.
func planned(t *testing.T, r *acctest.Resource, config acctest.Values) string {
	t.Helper()
	_, diags := r.Plan(t.Context(), config)
	return diags.Errors()
}

// TestIntents_plan: a plan must not delete a webhook for one resource that another one adopts,
// imports or creates anew, in whichever order they are planned.
func TestIntents_plan(t *testing.T) {
	t.Parallel()
	const (
		adoptedAndDeleted = "Webhook Adopted and Deleted"
		createdAndDeleted = "Webhook Created and Deleted"
	)
	inAnotherStore := creating(acctest.Values{"store_id": anotherStore})
	for name, tt := range map[string]struct {
		isKept     bool           // by the state of the old resource, when that is destroyed
		old        acctest.Values // the configuration of the resource that has created it; nil: destroyed
		new        acctest.Values // the configuration of another resource
		adopts     bool           // that one has the webhook_id of this webhook
		isImported bool           // that one is imported, and has no configuration yet
		fails      []string
	}{
		"adopted": {
			new:    adopting(nil),
			adopts: true,
			fails:  []string{adoptedAndDeleted, "`moved` block", "`delete_on_destroy = false`"},
		},
		"imported": {
			isImported: true,
			fails:      []string{adoptedAndDeleted, "`moved` block"},
		},
		"renamed": {
			new:   creating(nil),
			fails: []string{createdAndDeleted, "`moved` block", "Either may come first"},
		},
		"renamed, in another spelling": {
			new: creating(acctest.Values{
				"url":      "https://HOOKS.example.com:443/b",
				"triggers": []string{"Charge_finished"},
			}),
			fails: []string{createdAndDeleted},
		},
		"replaced and adopted": {
			old:    inAnotherStore,
			new:    adopting(nil),
			adopts: true,
			fails:  []string{adoptedAndDeleted},
		},
		"replaced by another, and created": {
			old:   adopting(nil),
			new:   creating(nil),
			fails: []string{createdAndDeleted},
		},
		"replaced and created": {
			old:   inAnotherStore,
			new:   creating(acctest.Values{"active": false}),
			fails: []string{createdAndDeleted},
		},
		"another one is created": {
			new: creating(acctest.Values{"url": urlA + "2"}),
		},
		"another one is adopted": {
			new: adopting(nil),
		},
		"it stays and is adopted": {
			isKept: true,
			new:    adopting(nil),
			adopts: true,
		},
	} {
		for _, oldFirst := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, old first: %t", name, oldFirst), func(t *testing.T) {
				t.Parallel()
				s := startWithCreated(t, !tt.isKept)
				s.AddWebhook(fakeservice.Webhook{StoreID: anotherStore})
				planOld := func() string { return planned(t, s.created, tt.old) }
				planNew := func() string {
					if tt.isImported {
						return s.resource().Import(t.Context(), storeID+"/"+s.id).Errors()
					}
					config := tt.new
					if tt.adopts {
						config = with(config, acctest.Values{"webhook_id": strings.ToUpper(s.id)})
					}
					return planned(t, s.resource(), config)
				}

				if oldFirst {
					wantText(t, planOld())
					wantText(t, planNew(), tt.fails...)
				} else {
					wantText(t, planNew())
					wantText(t, planOld(), tt.fails...)
				}
			})
		}
	}
}

// TestIntents_ownReplacement: a resource that is replaced is in nobody's way, and least in its own.
func TestIntents_ownReplacement(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]acctest.Values{
		"in another store":      creating(acctest.Values{"store_id": anotherStore}),
		"for another merchant":  creating(acctest.Values{"merchant_id": anotherMerchant}),
		"as it is, by -replace": creating(nil),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startWithCreated(t, true)
			s.AddWebhook(fakeservice.Webhook{StoreID: anotherStore})
			s.Inject(fakeservice.Fault{Path: merchantListPath, Status: http.StatusMethodNotAllowed})
			wantText(t, planned(t, s.created, config))
			wantText(t, planned(t, s.created.Replaced(), config))
		})
	}
}

// TestIntents_planEnds: the intents of a plan end as its apply begins, even if the first that is applied
// sends nothing.
func TestIntents_planEnds(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		isNew bool           // the first that is applied is adopted; otherwise, it was adopted before
		first acctest.Values // its configuration; nil: destroyed
	}{
		"with an adoption": {
			isNew: true,
			first: adopting(nil),
		},
		"with an update": {
			first: creating(acctest.Values{"delete_on_destroy": false, "url": urlA}),
		},
		"with a destruction": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startWithCreated(t, true)
			first := s.resource()
			if !tt.isNew {
				mustApply(t, first, adopting(nil))
				s.NextRun(t)
			}
			wantText(t, planned(t, s.created, nil))
			mustApply(t, first, tt.first)
			wantText(t, planned(t, s.resource(), adopting(acctest.Values{"webhook_id": s.id})))
		})
	}
}

// TestIntents_managedTwice: two resources that adopt one webhook and declare different settings
// undo each other. One that is planned twice does not.
func TestIntents_managedTwice(t *testing.T) {
	t.Parallel()
	managedTwice := []string{"Webhook Managed Twice", "Two resources manage webhook " + hookID}
	for name, tt := range map[string]struct {
		second acctest.Values
		warns  []string
	}{
		"other settings": {
			second: acctest.Values{"active": false},
			warns:  managedTwice,
		},
		"other triggers": {
			second: acctest.Values{"active": true, "triggers": []string{"a"}},
			warns:  managedTwice,
		},
		"another token": {
			second: acctest.Values{"active": true, "auth_token": "x"},
			warns:  managedTwice,
		},
		"another token that is not kept": {
			second: acctest.Values{"active": true, "auth_token_wo": "x", "auth_token_wo_version": 1},
			warns:  managedTwice,
		},
		"the same": {
			second: acctest.Values{"active": true},
		},
		"another webhook": {
			second: acctest.Values{"webhook_id": otherID, "active": false},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": "off"})
			_, diags := e.resource().Plan(t.Context(), adopting(acctest.Values{"active": true}))
			wantText(t, diags.String())
			_, diags = e.resource().Plan(t.Context(), adopting(tt.second))
			wantErrors(t, diags)
			wantWarnings(t, diags, tt.warns...)
		})
	}
}

// TestIntents_adoptedAndImported: one resource adopts a webhook that another one imports, whose settings
// are not known.
func TestIntents_adoptedAndImported(t *testing.T) {
	t.Parallel()
	e := start(t, acctest.Values{"webhook_refresh": "off"})
	_, diags := e.resource().Plan(t.Context(), adopting(acctest.Values{"active": true}))
	wantText(t, diags.String())
	diags = e.resource().Import(t.Context(), shortImportID)
	wantErrors(t, diags)
	wantWarnings(t, diags, "Only the ids of webhook "+hookID+" of store "+storeID+" were imported")
}

// TestIntents_apply: ids that only the apply knows are checked there, before anything is sent:
// what comes first is done, and what comes second fails.
func TestIntents_apply(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		deletesFirst bool
	}{
		"deleted first": {
			deletesFirst: true,
		},
		"adopted first": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startWithCreated(t, true)
			deletion, _ := s.created.Plan(t.Context(), nil)
			adopter := s.resource()
			config := adopting(acctest.Values{"webhook_id": s.id, "active": false})
			adoption, diags := adopter.Plan(t.Context(), with(config, acctest.Values{"webhook_id": acctest.Unknown}))
			wantErrors(t, diags)
			adoption.Config = config

			s.NextRun(t) // the apply is another process
			deletes := func() string { return s.created.ApplyPlan(t.Context(), deletion).Errors() }
			adopts := func() string { return adopter.ApplyPlan(t.Context(), adoption).Errors() }
			first, second := adopts, deletes
			if tt.deletesFirst {
				first, second = deletes, adopts
			}
			wantText(t, first())
			wantText(t, second(), "Webhook Adopted and Deleted", "`moved` block")
			_, exists := s.Webhook(s.id)
			if exists == tt.deletesFirst {
				t.Errorf("the service has the webhook: %t", exists)
			}
		})
	}
}

// For the tests of modules, a CLI plans and applies several times with one process that it configures once.

// TestManyApplies: what one run of a module has created, adopted and destroyed is not in the way of the next.
func TestManyApplies(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	for range 2 {
		created := e.resource()
		mustApply(t, created, creating(nil))
		adopted := e.resource()
		mustApply(t, adopted, adopting(acctest.Values{"active": true})) // while the creation is known
		mustApply(t, created, creating(acctest.Values{"active": false}))
		said := mustFail(t, e.resource(), creating(nil))
		wantText(t, said, "already has a webhook with this URL and these triggers")
		mustApply(t, e.resource(), adopting(acctest.Values{"active": false})) // also of the same webhook
		mustApply(t, created, nil)
		mustApply(t, adopted, nil)
	}
	if len(e.Webhooks()) != 1 {
		t.Errorf("the service has %v", e.Webhooks())
	}
}

// TestManyApplies_refused: a creation that was refused is in nobody's way.
func TestManyApplies_refused(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	r := e.resource()
	for _, status := range []int{http.StatusBadRequest, http.StatusNotImplemented} {
		e.Inject(fakeservice.Fault{Method: http.MethodPost, Status: status, Times: 1})
		wantText(t, mustFail(t, r, creating(nil)), "No webhook was created")
	}
	mustApply(t, r, creating(nil))
}

// TestManyApplies_unclear: a creation that may have succeeded is in the way of another one with this URL.
func TestManyApplies_unclear(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	e.Inject(fakeservice.Fault{Method: http.MethodPost, Status: http.StatusGatewayTimeout, Times: 1})
	wantText(t, mustFail(t, e.resource(), creating(nil)), "It is unclear whether the service created")
	wantText(t, mustFail(t, e.resource(), creating(nil)), "Two resources of this apply create")
}

// TestManyApplies_deleted: a URL is free again once its webhook has another one or is deleted, and not before.
func TestManyApplies_deleted(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	first := e.resource()
	mustApply(t, first, creating(nil))
	deletion, _ := first.Plan(t.Context(), nil)
	mustApply(t, first, creating(acctest.Values{"url": urlA + "2"}))

	second := e.resource()
	mustApply(t, second, creating(nil)) // with the URL that is free
	wantErrors(t, first.ApplyPlan(t.Context(), deletion))
	wantErrors(t, second.Refresh(t.Context()))
	wantErrors(t, second.ApplyPlan(t.Context(), deletion)) // as with -replace, without a plan of its own
	mustApply(t, second, creating(nil))

	wantErrors(t, second.Refresh(t.Context()))
	second.Private = nil // as if it were tainted, at a service that deletes no webhooks
	e.Inject(fakeservice.Fault{Method: http.MethodDelete, Status: http.StatusNotFound})
	deletion, _ = second.Plan(t.Context(), nil)
	wantErrors(t, second.ApplyPlan(t.Context(), deletion), "The list of the store's webhooks still has it")
	wantText(t, mustFail(t, e.resource(), creating(nil)), "already has a webhook with this URL")
}
