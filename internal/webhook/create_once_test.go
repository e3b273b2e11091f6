// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestCreate_listedOnce: the list of a store is read once for a run; one that failed is read
// again.
func TestCreate_listedOnce(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status int // of the first list, 0: a list
		lists  int
	}{
		"a list": {
			lists: 1,
		},
		"no list": {
			status: http.StatusMethodNotAllowed,
			lists:  2,
		},
		"refused": {
			status: http.StatusForbidden,
			lists:  2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			if tt.status != 0 {
				e.Inject(fakeservice.Fault{
					Method: http.MethodGet,
					Path:   listPath,
					Status: tt.status,
					Times:  1,
				})
			}
			e.resource().Apply(t.Context(), creating(nil))
			for _, url := range []string{urlB + "2", urlB + "3"} {
				mustApply(t, e.resource(), creating(acctest.Values{"url": url}))
			}
			e.wantLists(t, tt.lists)
		})
	}
}

// TestCreate_storeSpelling: a store is one, however its id is spelled.
func TestCreate_storeSpelling(t *testing.T) {
	t.Parallel()
	const store = "cccccccc-cdef-4bcd-8fab-cdefabcdefab"
	upper := strings.ToUpper(store)
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	e.AddWebhook(fakeservice.Webhook{StoreID: store})

	mustApply(t, e.resource(), creating(acctest.Values{"store_id": store}))
	said := mustFail(t, e.resource(), creating(acctest.Values{"store_id": upper}))
	wantText(t, said, "same URL and triggers")
	mustApply(t, e.resource(), creating(acctest.Values{"store_id": upper, "url": urlA}))
	e.wantLists(t, 1)
}

// TestCreate_listEndsEarly: a list that is offered, and whose second page is not found, has failed.
func TestCreate_listEndsEarly(t *testing.T) {
	t.Parallel()
	e, _ := startList(t, 101)
	e.Inject(fakeservice.Fault{
		Status: http.StatusNotFound,
		Match:  func(r fakeservice.Request) bool { return r.Query.Has("cursor") },
	})
	r := acctest.Configured(t, e.server, nil).NewResource(webhookType)
	wantText(t, mustFail(t, r, creating(nil)), "No webhook was created")
}

// TestCreate_neverTwo: of two resources with one URL and triggers, one apply creates one
// webhook, also if they are created at the same time, and even if the service would have
// two. A list that was read before does not hide what was created since.
func TestCreate_neverTwo(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		apart      time.Duration
		firstEnded bool // before the second begins
	}{
		"at once": {},
		"meanwhile": {
			apart: time.Second,
		},
		"afterwards": {
			apart:      time.Minute,
			firstEnded: true,
		},
	} {
		for _, lists := range []bool{true, false} {
			t.Run(fmt.Sprint(name, ", listed: ", lists), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					e := startInBubble(t, nil)
					e.Set(func(b *fakeservice.Behavior) {
						b.WebhookList = lists
						b.Latency = 2 * time.Second
					})
					first := e.resource()
					second := e.resource()
					var saidFirst, saidSecond string
					var group sync.WaitGroup
					group.Go(func() {
						config := creating(acctest.Values{"active": true})
						saidFirst = first.Apply(t.Context(), config).Errors()
					})
					group.Go(func() {
						time.Sleep(tt.apart)
						config := creating(acctest.Values{"active": false})
						saidSecond = second.Apply(t.Context(), config).Errors()
					})
					group.Wait()

					id := e.only(t, urlB)
					if (first.State() == nil) == (second.State() == nil) {
						t.Errorf("the states have %v and %v", first.State(), second.State())
					}
					wantText(t, saidFirst+saidSecond, "This one was not created", "same URL and triggers")
					if tt.firstEnded {
						wantText(t, saidSecond, "The id of the other resource's webhook is "+id)
					}
				})
			})
		}
	}
}

// TestCreate_sameAnswer: a service that creates or updates by URL may answer two creations
// with one webhook. Only one of them gets it.
func TestCreate_sameAnswer(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	e.Inject(postFault(http.StatusOK, acctest.Values{"id": otherID}))
	mustApply(t, e.resource(), creating(nil))

	second := e.resource()
	said := mustFail(t, second, creating(acctest.Values{"triggers": []string{"refund_finished"}}))
	wantText(t, said, "existed before", otherID)
	if second.State() != nil {
		t.Error("two resources have one webhook")
	}
}

// TestCreate_afterDeletion: a webhook that this run has deleted is not in the way of the one that takes its
// place, even if the list was read before, for another webhook. No refresh comes between them, as in the
// apply of a plan with -replace.
func TestCreate_afterDeletion(t *testing.T) {
	t.Parallel()
	s := startWithCreated(t, true)
	other := s.resource()
	creation, _ := other.Plan(t.Context(), creating(acctest.Values{"url": urlB + "2"}))
	deletion, _ := s.created.Plan(t.Context(), nil)
	replacing := s.created.Replaced()
	replacement, _ := replacing.Plan(t.Context(), creating(nil))

	s.NextRun(t) // the apply is another process
	s.ResetRequests()
	wantText(t, other.ApplyPlan(t.Context(), creation).Errors()) // reads the list, which has the old webhook
	wantText(t, s.created.ApplyPlan(t.Context(), deletion).Errors())
	wantText(t, replacing.ApplyPlan(t.Context(), replacement).Errors())
	s.wantLists(t, 1)
	if s.only(t, urlB) == s.id {
		t.Error("the webhook was not replaced")
	}
}

// TestCreate_replacedUnread: what an apply has created, another one of the same process may replace, even if
// nothing is read in between, as in the test of a module with plan_options.
func TestCreate_replacedUnread(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	old := e.resource()
	mustApply(t, old, creating(nil))
	id := e.only(t, urlB)

	const isReplace = true
	plan, diags := old.PlanChange(t.Context(), creating(nil), isReplace)
	wantText(t, diags.Errors())
	next := old.Replaced()
	wantText(t, old.ApplyPlan(t.Context(), old.Destruction(plan)).Errors())
	wantText(t, next.ApplyPlan(t.Context(), plan).Errors())
	if e.only(t, urlB) == id {
		t.Error("the webhook was not replaced")
	}
}

// TestCreate_existsForEach: each resource that would create what the store has already is told which webhook that
// is. The first, which has created nothing, is not in the way of the second.
func TestCreate_existsForEach(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	existing := e.AddWebhook(fakeservice.Webhook{StoreID: storeID, URL: urlB})
	for range 2 {
		said := mustFail(t, e.resource(), creating(nil))
		wantText(t, said, "The store already has a webhook", existing.ID)
	}
}

// TestCreate_notDeleted: a webhook that could not be deleted is in the way of one that takes its place.
func TestCreate_notDeleted(t *testing.T) {
	t.Parallel()
	s := startWithCreated(t, true)
	s.Inject(fakeservice.Fault{Method: http.MethodDelete, Status: http.StatusForbidden, Times: 1})
	mustFail(t, s.created, nil)
	wantText(t, mustFail(t, s.resource(), creating(nil)), "already has a webhook")

	mustApply(t, s.created, nil)
	mustApply(t, s.resource(), creating(nil))
}
