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
	refuses := func(storeOrMerchant string, status int) *fakeservice.Fault {
		return &fakeservice.Fault{
			Status: status,
			Match:  func(r fakeservice.Request) bool { return strings.Contains(r.Path, storeOrMerchant) },
		}
	}
	for name, tt := range map[string]struct {
		before   acctest.Values
		after    acctest.Values
		isOwnID  bool               // the webhook_id of after is that of the webhook that was created before
		ignoring []string           // ignore_changes
		applied  string             // the webhook_refresh of the apply before, "get" unless given
		planned  string             // the webhook_refresh of the plan, "get" unless given
		fault    *fakeservice.Fault // during the plan
		answers  map[string]any     // what the service answers instead, for each webhook
		updates  bool               // the plan updates the webhook, and does not replace it
		fails    []string
		warns    []string
	}{
		"an adopted webhook stays": {
			before: adopting(nil),
			after:  adopting(acctest.Values{"webhook_id": otherID, "store_id": anotherStore}),
			warns: []string{
				stays,
				"Destroying this resource does not delete webhook " + hookID,
				"apply `active = false` first",
			},
		},
		"an adopted webhook stays, and the next one may be missing": {
			before: adopting(nil),
			after:  adopting(acctest.Values{"webhook_id": otherID, "active": false}),
			warns:  []string{stays, mayFail},
		},
		"an adopted webhook stays, and the next one is looked for in another store": {
			before: adopting(nil),
			after:  adopting(inAnotherStore),
			warns:  []string{stays, mayFail},
		},
		"an adopted webhook stays, and the next one is changed": {
			before: adopting(nil),
			after:  adopting(acctest.Values{"webhook_id": otherID, "store_id": anotherStore, "active": false}),
			warns:  []string{stays, "Adopting Changes a Webhook"},
		},
		"a created webhook is deleted": {
			before: creating(nil),
			after:  creating(inAnotherStore),
			warns: []string{
				deleted,
				"Destroying this resource deletes webhook",
				"apply `delete_on_destroy = false` first",
			},
		},
		"a created webhook stays if the state says so": {
			before: creating(acctest.Values{"delete_on_destroy": false}),
			after:  creating(acctest.Values{"delete_on_destroy": false, "store_id": anotherStore}),
			warns:  []string{stays},
		},
		"to create without the token": {
			before: creating(token),
			after:  tokenless(creating(inAnotherStore), 1),
			fails:  []string{noToken},
			warns:  []string{deleted},
		},
		"to adopt without the token": {
			before: adopting(token),
			after:  tokenless(adopting(acctest.Values{"webhook_id": otherID, "store_id": anotherStore}), 1),
			warns:  []string{stays, noToken, "`terraform.applying ? var.token : null`"},
		},
		"to create in a store that does not exist": {
			before: creating(nil),
			after:  creating(inAnotherStore),
			fault:  refuses(anotherStore, http.StatusNotFound),
			fails:  []string{onlyDeletes, "404"},
			warns:  []string{deleted},
		},
		"to create without the token in a store that does not exist": {
			before: creating(token),
			after:  tokenless(creating(inAnotherStore), 1),
			fault:  refuses(anotherStore, http.StatusNotFound),
			fails:  []string{noToken, onlyDeletes},
			warns:  []string{deleted},
		},
		"to create in a store that is not permitted": {
			before: creating(nil),
			after:  creating(inAnotherStore),
			fault:  refuses(anotherStore, http.StatusForbidden),
			fails:  []string{onlyDeletes, "403"},
			warns:  []string{deleted},
		},
		"to create in a store for which the credentials do not hold": {
			before: creating(nil),
			after:  creating(inAnotherStore),
			fault:  refuses(anotherStore, http.StatusUnauthorized),
			fails:  []string{onlyDeletes, "401"},
			warns:  []string{deleted},
		},
		"to create for a merchant that is not permitted": {
			before: creating(acctest.Values{"merchant_id": merchantID}),
			after:  creating(acctest.Values{"merchant_id": anotherMerchant}),
			fault:  refuses(anotherMerchant, http.StatusForbidden),
			fails:  []string{onlyDeletes, "403"},
			warns:  []string{deleted},
		},
		"to create in a store that has its URL already": {
			before: creating(nil),
			after:  creating(acctest.Values{"store_id": anotherStore, "url": urlA}),
			fails:  []string{onlyDeletes, "Its id is " + otherID},
			warns:  []string{deleted},
		},
		"to adopt the webhook that has the URL already": {
			before: creating(nil),
			after: adopting(acctest.Values{
				"webhook_id": otherID,
				"store_id":   anotherStore,
				"url":        urlA,
				"triggers":   []string{"charge_finished"},
			}),
			warns: []string{deleted},
		},
		"to create in the same store, by its merchant's path": {
			before:  creating(nil),
			after:   creating(acctest.Values{"merchant_id": merchantID}),
			answers: map[string]any{"merchant_id": otherID}, // which the state has, so merchant_id changes
			warns:   []string{deleted},
		},
		"to create at a service without a list": {
			before: creating(nil),
			after:  creating(inAnotherStore),
			fault:  &fakeservice.Fault{Status: http.StatusNotFound, Path: listPath},
			warns:  []string{deleted},
		},
		"to create in a store that cannot be looked at now": {
			before: creating(nil),
			after:  creating(inAnotherStore),
			fault:  refuses(anotherStore, http.StatusServiceUnavailable),
			warns:  []string{deleted},
		},
		"to adopt a webhook that does not exist": {
			before: creating(nil),
			after:  adopting(acctest.Values{"webhook_id": otherID}),
			fails:  []string{onlyDeletes, "404"},
			warns:  []string{deleted, mayFail},
		},
		"to adopt a webhook that does not exist, and nothing is read": {
			before:  creating(nil),
			after:   adopting(acctest.Values{"webhook_id": otherID}),
			planned: "off",
			warns:   []string{deleted},
		},
		"to adopt a webhook that does not exist, and no GET was ever answered": {
			before:  creating(nil),
			after:   adopting(acctest.Values{"webhook_id": otherID}),
			applied: "off",
			warns:   []string{deleted, mayFail},
		},
		"to adopt, and the end of delete_on_destroy is ignored": {
			before:   creating(nil),
			after:    adopting(acctest.Values{"webhook_id": otherID, "store_id": anotherStore}),
			ignoring: []string{"delete_on_destroy"},
			warns:    []string{deleted},
		},
		"to adopt a webhook that must not be read": {
			before: creating(nil),
			after:  adopting(acctest.Values{"webhook_id": otherID}),
			fault:  &fakeservice.Fault{Status: http.StatusForbidden, Method: http.MethodGet},
			warns:  []string{deleted, mayFail},
		},
		"to create, and webhook_id is ignored": {
			before:   creating(nil),
			after:    creating(inAnotherStore),
			ignoring: []string{"webhook_id"},
			warns:    []string{deleted},
		},
		"no replacement: the delete_on_destroy that asks to create is ignored": {
			before:   adopting(nil),
			after:    creating(acctest.Values{"url": urlA}),
			ignoring: []string{"delete_on_destroy"},
			updates:  true,
		},
		"no replacement: a created webhook is adopted by its own id": {
			before:  creating(nil),
			after:   creating(acctest.Values{"delete_on_destroy": nil}),
			isOwnID: true,
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
				MerchantID: anotherMerchant,
				URL:        urlA,
				Active:     true,
			})
			e.rewrite(tt.answers)
			account := e.AddAccount(fakeservice.Account{}) // whose token names no store and no merchant
			r := e.as(t, account, cmp.Or(tt.applied, "get"), e.resource())
			mustApply(t, r, tt.before)

			r.IgnoreChanges = tt.ignoring
			after := tt.after
			if tt.isOwnID {
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

// TestPlan_replacementUnknown: as long as one of the new ids is unknown, the plan of a replacement sends
// nothing. With the old id in its place, it would look at what is not meant, and be refused for the answer.
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

// TestPlan_replaceAdoptsOld: a created webhook can be adopted by its own id from then on, but not in a
// -replace, which would delete it first.
func TestPlan_replaceAdoptsOld(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		deletes      bool   // the old webhook, when its resource is destroyed
		adopts       string // the id of the webhook to adopt, that of the old one unless given
		isUnrecorded bool   // the state is one of the first build, which kept no record, and is not refreshed
		fails        []string
	}{
		"the old one, which is deleted first": {
			deletes: true,
			fails:   []string{"Replacement Would Only Delete", "The webhook to adopt is the one", "`-replace`"},
		},
		"the old one, which is deleted first, with a state of the first build": {
			deletes:      true,
			isUnrecorded: true,
			fails:        []string{"Replacement Would Only Delete"},
		},
		"the old one, which stays": {},
		"another one": {
			deletes: true,
			adopts:  hookID,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := startWithCreated(t, tt.deletes)
			config := adopting(acctest.Values{"webhook_id": cmp.Or(tt.adopts, strings.ToUpper(s.id))})
			if tt.isUnrecorded {
				s.created.Private = nil
			} else {
				wantText(t, s.created.Refresh(t.Context()).String())
			}
			const isReplace = true
			_, diags := s.created.PlanChange(t.Context(), config, isReplace)
			wantText(t, diags.Errors(), tt.fails...)
		})
	}
}
