// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestPlan_creation: the plan of a creation says if the store has the webhook already, in any mode, and
// nothing else: it would be possible without the look.
func TestPlan_creation(t *testing.T) {
	t.Parallel()
	const exists = "Webhook Exists Already"
	for name, tt := range map[string]struct {
		config acctest.Values
		mode   string // "get" unless given
		exists *fakeservice.Webhook
		fault  *fakeservice.Fault
		noList bool
		lists  int // requests
		warns  []string
	}{
		"a new webhook": {
			lists: 1,
		},
		"one that exists": {
			exists: &fakeservice.Webhook{ID: otherID, URL: "https://HOOKS.example.com:443/b"},
			lists:  1,
			warns:  []string{exists, otherID, "import", "`webhook_id`", "apply again"},
		},
		"one that exists, not read": {
			mode:   "off",
			exists: &fakeservice.Webhook{ID: otherID, URL: urlB},
			lists:  1,
			warns:  []string{exists, otherID},
		},
		"one with other triggers": {
			exists: &fakeservice.Webhook{ID: otherID, URL: urlB, Triggers: []string{"a"}},
			lists:  1,
		},
		"a URL that is not known yet": {
			config: acctest.Values{"url": acctest.Unknown},
			exists: &fakeservice.Webhook{ID: otherID, URL: urlB},
		},
		"a store that is not known yet": {
			config: acctest.Values{"store_id": acctest.Unknown},
		},
		"a merchant that is not known yet": {
			config: acctest.Values{"merchant_id": acctest.Unknown},
		},
		"not permitted": {
			fault: &fakeservice.Fault{Status: http.StatusForbidden},
			lists: 1,
			warns: []string{"Creation May Fail", "status 403", storeID},
		},
		"credentials refused": {
			fault: &fakeservice.Fault{Status: http.StatusUnauthorized},
			lists: 1,
			warns: []string{"Creation May Fail", "status 401", "`app_token`"},
		},
		"no list": {
			noList: true,
			lists:  1,
		},
		"no list, 405": {
			fault: &fakeservice.Fault{Status: http.StatusMethodNotAllowed},
			lists: 1,
		},
		"a service that is down": {
			fault: &fakeservice.Fault{Status: http.StatusServiceUnavailable},
			lists: 1,
		},
		"too many requests": {
			fault: &fakeservice.Fault{Status: http.StatusTooManyRequests},
			lists: 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mode := tt.mode
			if mode == "" {
				mode = "get"
			}
			e := start(t, acctest.Values{"webhook_refresh": mode})
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = !tt.noList })
			if tt.exists != nil {
				e.AddWebhook(*tt.exists)
			}
			e.inject(tt.fault)
			for range 2 { // the answer is remembered
				_, diags := e.resource().Plan(t.Context(), creating(tt.config))
				wantText(t, diags.Errors())
				wantText(t, diags.Warnings(), tt.warns...)
			}
			e.wantLists(t, tt.lists)
		})
	}
}

// wantLists checks how often a list of webhooks was requested.
func (e env) wantLists(t *testing.T, want int) {
	t.Helper()
	sent := e.Requests(func(r fakeservice.Request) bool { return r.Route == "GET "+listPath })
	if len(sent) != want {
		t.Errorf("lists were requested %d times, want %d", len(sent), want)
	}
}

// TestPlan_creationOfTainted: a tainted webhook is in the list, and is no duplicate of the one that takes
// its place.
func TestPlan_creationOfTainted(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	r := e.resource()
	mustApply(t, r, creating(nil))
	e.NextRun(t)
	wantText(t, r.Refresh(t.Context()).Errors())
	_, diags := e.resource().Plan(t.Context(), creating(nil)) // as a CLI plans a tainted resource
	wantText(t, diags.String())
}

// TestPlan_creationOfKept: another resource of the plan has the webhook that is to be created.
func TestPlan_creationOfKept(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		keptFirst bool
		keeper    acctest.Values // nil: the resource is destroyed
		warns     []string
		fails     []string
	}{
		"kept, planned first": {
			keptFirst: true,
			keeper:    creating(nil),
			warns:     []string{"Webhook Exists Already"},
		},
		"kept, planned last": {
			keeper: creating(nil),
			warns:  []string{"Webhook Exists Already"},
		},
		"kept, and gets another URL": {
			keptFirst: true,
			keeper:    creating(acctest.Values{"url": urlA}),
			warns:     []string{"Webhook Exists Already", "apply again"},
		},
		"left, planned first": {
			keptFirst: true,
			fails: []string{
				"Webhook Left and Created",
				"One resource leaves webhook",
				"to the service, since destroying it does not delete the webhook, and another one creates a webhook in " +
					"the same store with the same URL and triggers, which would be refused.",
				"`moved` block",
				"set `webhook_id` to its id in the new resource, instead of `delete_on_destroy`, or import it there.",
			},
		},
		"left, planned last": {
			fails: []string{"Webhook Left and Created", "`moved` block"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			old := e.resource()
			mustApply(t, old, creating(acctest.Values{"delete_on_destroy": tt.keeper != nil}))
			e.NextRun(t)

			var all acctest.Diagnostics
			planOld := func() {
				_, diags := old.Plan(t.Context(), tt.keeper)
				all = append(all, diags...)
			}
			planNew := func() {
				_, diags := e.resource().Plan(t.Context(), creating(nil))
				all = append(all, diags...)
			}
			if tt.keptFirst {
				planOld()
				planNew()
			} else {
				planNew()
				planOld()
			}
			wantText(t, all.Errors(), tt.fails...)
			if tt.warns != nil {
				wantText(t, all.Warnings(), tt.warns...)
			}
		})
	}
}

// TestPlan_creationOfMany: a plan of many webhooks reads the list of each store once.
func TestPlan_creationOfMany(t *testing.T) {
	t.Parallel()
	const stores = 10
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) {
		b.WebhookList = true
		b.KnownStores = false
	})
	for i := range 500 {
		_, diags := e.resource().Plan(t.Context(), creating(acctest.Values{
			"store_id": fmt.Sprintf("33333333-3333-4333-8333-3333333333%02d", i%stores),
			"url":      fmt.Sprintf("%s/%d", urlB, i),
		}))
		wantText(t, diags.Errors())
	}
	e.wantLists(t, stores)
}

// TestPlan_creationTakesTime: a list that does not come holds up the plans of a store for five seconds in all.
func TestPlan_creationTakesTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := startInBubble(t, nil)
		e.Inject(fakeservice.Fault{Path: listPath, Break: fakeservice.BreakHang})
		started := time.Now()
		for range 3 {
			_, diags := e.resource().Plan(t.Context(), creating(nil))
			wantText(t, diags.String())
		}
		took := time.Since(started)
		if took > 5*time.Second {
			t.Errorf("three plans took %s", took)
		}
	})
}

// TestCreate_withoutURLs: a listed webhook without a URL cannot be compared, which a creation says.
func TestCreate_withoutURLs(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	e.Inject(fakeservice.Fault{
		Path:   listPath,
		Method: http.MethodGet,
		Status: http.StatusOK,
		Body:   []byte(`{"items":[{"id":"` + otherID + `"}],"has_more":false}`),
	})
	r := e.resource()
	diags := r.Apply(t.Context(), creating(nil))
	wantText(t, diags.Errors())
	wantText(t, diags.Warnings(), "Webhooks Not Compared", storeID)
	wantState(t, r, acctest.Values{"id": e.only(t, urlB)})
}
