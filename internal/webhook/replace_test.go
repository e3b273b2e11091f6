// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"cmp"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestPlan_replacement: a replacement says what happens to the old webhook, and is refused
// if it could only delete it.
func TestPlan_replacement(t *testing.T) {
	t.Parallel()
	const (
		stays       = "Webhook Not Deleted"
		deleted     = "Webhook Deleted"
		onlyDeletes = "Replacement Would Only Delete"
		mayFail     = "Adoption May Fail"
		noToken     = "Missing Webhook Token"
	)
	token := acctest.Values{"auth_token_wo": secretText, "auth_token_wo_version": 1}
	inAnotherStore := acctest.Values{"store_id": anotherStore}
	refusesAnotherStore := func(status int) *fakeservice.Fault {
		return &fakeservice.Fault{
			Status: status,
			Match:  func(r fakeservice.Request) bool { return strings.Contains(r.Path, anotherStore) },
		}
	}
	for name, tt := range map[string]struct {
		before   acctest.Values
		after    acctest.Values
		keeps    bool     // after has the id of the webhook that was created before
		ignoring []string // ignore_changes
		applied  string   // the webhook_refresh of before, "get" unless given
		planned  string   // the webhook_refresh of after, "get" unless given
		fault    *fakeservice.Fault
		answers  map[string]any // other fields of each webhook
		updates  bool           // the webhook is not replaced, in spite of its arguments
		fails    []string
		warns    []string
	}{
		"an adopted one stays": {
			before: adopting(nil),
			after:  adopting(acctest.Values{"webhook_id": otherID, "store_id": anotherStore}),
			warns: []string{
				stays,
				"Destroying this resource does not delete webhook " + hookID,
				"apply `active = false` first",
			},
		},
		"what is adopted next is read": {
			before: adopting(nil),
			after:  adopting(acctest.Values{"webhook_id": otherID, "active": false}),
			warns:  []string{stays, mayFail},
		},
		"and overwritten": {
			before: adopting(nil),
			after:  adopting(acctest.Values{"webhook_id": otherID, "store_id": anotherStore, "active": false}),
			warns:  []string{stays, "Adopting Changes a Webhook"},
		},
		"a created one is deleted": {
			before: creating(nil),
			after:  creating(inAnotherStore),
			warns: []string{
				deleted,
				"Destroying this resource deletes webhook",
				"apply `delete_on_destroy = false` first",
			},
		},
		"a created one stays": {
			before: creating(acctest.Values{"delete_on_destroy": false}),
			after:  creating(acctest.Values{"delete_on_destroy": false, "store_id": anotherStore}),
			warns:  []string{stays},
		},
		"without a token": {
			before: creating(token),
			after:  tokenless(creating(inAnotherStore), 1),
			fails:  []string{noToken},
			warns:  []string{deleted},
		},
		"an adopted one, without a token": {
			before: adopting(token),
			after:  tokenless(adopting(acctest.Values{"webhook_id": otherID, "store_id": anotherStore}), 1),
			warns:  []string{stays, noToken, "`terraform.applying ? var.token : null`"},
		},
		"a store that does not exist": {
			before: creating(nil),
			after:  creating(inAnotherStore),
			fault:  refusesAnotherStore(http.StatusNotFound),
			fails:  []string{onlyDeletes, "404"},
			warns:  []string{deleted},
		},
		"no such store, and no token either": {
			before: creating(token),
			after:  tokenless(creating(inAnotherStore), 1),
			fault:  refusesAnotherStore(http.StatusNotFound),
			fails:  []string{noToken, onlyDeletes},
			warns:  []string{deleted},
		},
		"a store that is not permitted": {
			before: creating(nil),
			after:  creating(inAnotherStore),
			fault:  refusesAnotherStore(http.StatusForbidden),
			fails:  []string{onlyDeletes, "403"},
			warns:  []string{deleted},
		},
		"credentials that do not hold there": {
			before: creating(nil),
			after:  creating(inAnotherStore),
			fault:  refusesAnotherStore(http.StatusUnauthorized),
			fails:  []string{onlyDeletes, "401"},
			warns:  []string{deleted},
		},
		"a merchant that is not permitted": {
			before: creating(acctest.Values{"merchant_id": merchantID}),
			after:  creating(acctest.Values{"merchant_id": anotherStore}),
			fault:  refusesAnotherStore(http.StatusForbidden), // its id is in the path
			fails:  []string{onlyDeletes, "403"},
			warns:  []string{deleted},
		},
		"a store that has it already": {
			before: creating(nil),
			after:  creating(acctest.Values{"store_id": anotherStore, "url": urlA}),
			fails:  []string{onlyDeletes, "Its id is " + otherID},
			warns:  []string{deleted},
		},
		"to adopt what the store has already": {
			before: creating(nil),
			after: adopting(acctest.Values{
				"webhook_id": otherID,
				"store_id":   anotherStore,
				"url":        urlA,
				"triggers":   []string{"charge_finished"},
			}),
			warns: []string{deleted},
		},
		"the same store, by its merchant": {
			before:  creating(nil),
			after:   creating(acctest.Values{"merchant_id": merchantID}),
			answers: map[string]any{"merchant_id": otherID},
			warns:   []string{deleted},
		},
		"a service without a list": {
			before: creating(nil),
			after:  creating(inAnotherStore),
			fault:  &fakeservice.Fault{Status: http.StatusNotFound, Path: listPath},
			warns:  []string{deleted},
		},
		"a store that cannot be looked at now": {
			before: creating(nil),
			after:  creating(inAnotherStore),
			fault:  refusesAnotherStore(http.StatusServiceUnavailable),
			warns:  []string{deleted},
		},
		"a webhook that does not exist": {
			before: creating(nil),
			after:  adopting(acctest.Values{"webhook_id": otherID}),
			fails:  []string{onlyDeletes, "404"},
			warns:  []string{deleted, mayFail},
		},
		"a webhook that does not exist, and none can be read": {
			before:  creating(nil),
			after:   adopting(acctest.Values{"webhook_id": otherID}),
			planned: "off",
			warns:   []string{deleted},
		},
		"a webhook that does not exist, and the old one was never read": {
			before:  creating(nil),
			after:   adopting(acctest.Values{"webhook_id": otherID}),
			applied: "off",
			warns:   []string{deleted, mayFail},
		},
		"to adopt, and the rest is ignored": {
			before:   creating(nil),
			after:    adopting(acctest.Values{"webhook_id": otherID, "store_id": anotherStore}),
			ignoring: []string{"delete_on_destroy"},
			warns:    []string{deleted},
		},
		"a webhook that is refused": {
			before: creating(nil),
			after:  adopting(acctest.Values{"webhook_id": otherID}),
			fault:  &fakeservice.Fault{Status: http.StatusForbidden, Method: http.MethodGet},
			warns:  []string{deleted, mayFail},
		},
		"a created one, and webhook_id is ignored": {
			before:   creating(nil),
			after:    creating(inAnotherStore),
			ignoring: []string{"webhook_id"},
			warns:    []string{deleted},
		},
		"what says so is ignored": {
			before:   adopting(nil),
			after:    creating(acctest.Values{"url": urlA}),
			ignoring: []string{"delete_on_destroy"},
			updates:  true,
		},
		"the same one, to adopt": {
			before:  creating(nil),
			after:   creating(acctest.Values{"delete_on_destroy": nil}),
			keeps:   true,
			updates: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			e.AddWebhook(fakeservice.Webhook{
				ID:         otherID,
				StoreID:    anotherStore,
				MerchantID: anotherStore,
				URL:        urlA,
				Active:     true,
			})
			e.rewrite(tt.answers)
			account := e.AddAccount(fakeservice.Account{}) // whose token names no store and no merchant
			r := e.as(t, account, cmp.Or(tt.applied, "get"), e.resource())
			mustApply(t, r, tt.before)

			r.IgnoreChanges = tt.ignoring
			after := tt.after
			if tt.keeps {
				after = with(after, acctest.Values{"webhook_id": r.State()["id"]})
			}
			e.inject(tt.fault)
			r = e.as(t, account, cmp.Or(tt.planned, "get"), r)
			plan, diags := r.Plan(t.Context(), after)
			wantErrors(t, diags, tt.fails...)
			wantWarnings(t, diags, tt.warns...)
			wantNoToken(t, diags.String())
			wantReplaces := tt.fails == nil && !tt.updates
			if plan.Replaces != wantReplaces {
				t.Errorf("the plan replaces the webhook: %t", plan.Replaces)
			}
		})
	}
}

// TestPlan_replacementUnknown: as long as one of the new ids is unknown, a replacement reads
// nothing with that of the state in its place, and is not refused for the answer.
func TestPlan_replacementUnknown(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		before acctest.Values
		after  acctest.Values
	}{
		"another webhook of an unknown store": {
			before: creating(nil),
			after:  adopting(acctest.Values{"webhook_id": otherID, "store_id": acctest.Unknown}),
		},
		"another store of an unknown merchant": {
			before: creating(acctest.Values{"merchant_id": merchantID}),
			after:  creating(acctest.Values{"store_id": anotherStore, "merchant_id": acctest.Unknown}),
		},
		"an unknown store of another merchant": {
			before: creating(acctest.Values{"merchant_id": merchantID}),
			after:  creating(acctest.Values{"store_id": acctest.Unknown, "merchant_id": anotherMerchant}),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			e.AddWebhook(fakeservice.Webhook{
				ID:         otherID,
				StoreID:    anotherStore,
				MerchantID: anotherMerchant,
			})
			r := e.resource()
			mustApply(t, r, tt.before)
			e.NextRun(t)
			e.ResetRequests()

			plan, diags := r.Plan(t.Context(), tt.after)
			wantErrors(t, diags)
			if !plan.Replaces {
				t.Error("the plan does not replace the webhook")
			}
			e.wantRequests(t)
		})
	}
}

// TestPlan_replaceAdoptsOld: with -replace, a webhook that is to be handed over to its id would be deleted
// first, and could not be adopted then.
func TestPlan_replaceAdoptsOld(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		deletes bool
		adopts  string // another webhook than the old one
		fails   []string
	}{
		"deleted first": {
			deletes: true,
			fails:   []string{"Replacement Would Only Delete", "The webhook to adopt is the one", "`-replace`"},
		},
		"left": {},
		"another one": {
			deletes: true,
			adopts:  hookID,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startWithCreated(t, tt.deletes)
			config := adopting(acctest.Values{"webhook_id": cmp.Or(tt.adopts, strings.ToUpper(s.id))})
			wantText(t, s.created.Refresh(t.Context()).String())
			_, diags := s.created.PlanChange(t.Context(), config, true)
			wantText(t, diags.Errors(), tt.fails...)
		})
	}
}
