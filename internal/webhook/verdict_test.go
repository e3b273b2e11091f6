// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// In each run, the service is asked only once for the list and the charges of a store.
func TestWebhook_secondOpinionOnce(t *testing.T) {
	t.Parallel()
	const one = "abcdefab-cdef-4bcd-8fab-cdefabcdefab"
	for lists, want := range map[bool]string{true: "/webhooks?limit=100", false: "/webhooks?limit=100 /charges?limit=10"} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = lists })
			p := acctest.Configured(t, e.server, nil)
			var all []*acctest.Resource
			for _, store := range []string{strings.ToUpper(one), one, one, fakeservice.DefaultStoreID} {
				hook := e.AddWebhook(fakeservice.Webhook{StoreID: strings.ToLower(store), CreatedOn: e.webhook.CreatedOn})
				r := p.NewResource("paymentservice_webhook")
				mustApply(t, r, acctest.Values{"store_id": store, "webhook_id": hook.ID})
				e.DeleteWebhook(hook.ID)
				all = append(all, r)
			}
			for range 2 {
				p.NextRun(t)
				e.ResetRequests()
				for _, r := range all {
					again := *r
					again.Refresh(t.Context())
				}
				var asked []string
				for _, r := range e.Requests(func(r fakeservice.Request) bool { return !strings.Contains(r.Path, "/webhooks/") }) {
					asked = append(asked, strings.TrimPrefix(r.Route, "GET /stores/{storeId}")+"?"+r.Query.Encode())
				}
				if got := strings.Join(asked, " "); got != want+" "+want {
					t.Errorf("the service was asked %q, want %q for each of two stores", got, want)
				}
			}
		})
	}
}

// Only an answer to the GET after an adoption makes the webhook readable.
func TestWebhook_readAfterAdoption(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]fakeservice.Fault{
		"403":             {Status: http.StatusForbidden},
		"cut":             {Break: fakeservice.BreakCut, CutAt: 10},
		"another webhook": {Status: http.StatusOK, Body: []byte(`{"id":"` + otherID + `","active":true}`)},
		"no webhook":      {Status: http.StatusOK, Body: []byte("{}")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, nil)
			fault.Method = http.MethodGet
			e.Inject(fault)
			mustApply(t, r, config(nil))
			e.ClearFaults()
			e.DeleteWebhook(e.webhook.ID)
			if r.Refresh(t.Context()); r.State() == nil {
				t.Error("a webhook that was never read is taken for gone")
			}
		})
	}
}

// Once a GET was answered, the webhook counts as readable in every run. An answer to
// a PATCH does not make it readable.
func TestWebhook_readable(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, acctest.Values{"webhook_refresh": "patch"})
	mustApply(t, r, config(nil))
	r.Refresh(t.Context())
	e.Set(func(b *fakeservice.Behavior) { b.WebhookGetStatus = 405 })
	r = e.in(t, "get", r)
	if diags := r.Refresh(t.Context()); len(diags) > 0 {
		t.Errorf("with a service without GET, a refresh says %s", diags)
	}
	e.Set(func(b *fakeservice.Behavior) { b.WebhookGetStatus = 0 })
	r.Refresh(t.Context())
	r = e.in(t, "patch", r)
	r.Refresh(t.Context())
	e.DeleteWebhook(e.webhook.ID)
	r = e.in(t, "get", r)
	if r.Refresh(t.Context()); r.State() != nil {
		t.Error("a webhook that was read once, and is gone, stays in the state")
	}
}

// A replica may not have a new webhook yet, neither by itself nor in its list.
func TestWebhook_notVisibleYet(t *testing.T) {
	t.Parallel()
	for wait, gone := range map[time.Duration]bool{0: false, 9 * time.Minute: false, 10 * time.Minute: true} {
		for _, lists := range []bool{true, false} {
			t.Run(fmt.Sprint(wait, ", listed: ", lists), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					e := startInBubble(t)
					r, _ := e.resource(t, nil)
					e.Set(func(b *fakeservice.Behavior) { b.WebhookList = lists })
					mustApply(t, r, storeConfig(acctest.Values{"delete_on_destroy": true, "url": urlB, "triggers": []string{"a"}}))
					e.DeleteWebhook(fmt.Sprint(r.State()["id"]))
					time.Sleep(wait)
					diags := r.Refresh(t.Context())
					if left := r.State() == nil; left != gone || diags.Errors() != "" {
						t.Errorf("it is taken for gone: %t; said %s", left, diags)
					}
					if !gone {
						wantText(t, diags.Warnings(), "may not be visible yet")
					}
				})
			})
		}
	}
}
