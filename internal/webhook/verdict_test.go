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

// What an answer does to the state, by how the webhook is read: "gone", "kept"
// without a message, "warned", "failed", and "refused" if webhook_refresh is advised.
func TestWebhook_reads(t *testing.T) {
	t.Parallel()
	ok := func(body string) fakeservice.Fault {
		return fakeservice.Fault{Status: http.StatusOK, Body: []byte(body)}
	}
	status := func(code int) fakeservice.Fault { return fakeservice.Fault{Status: code} }
	for name, tc := range map[string]struct {
		fault                   fakeservice.Fault
		readable, unread, patch string
	}{
		"404":             {status(404), "gone", "kept", "gone"},
		"410":             {status(410), "gone", "kept", "gone"},
		"404 of a proxy":  {fakeservice.ProxyNotFound(), "failed", "kept", "failed"},
		"405":             {status(405), "refused", "kept", "refused"},
		"501":             {status(501), "refused", "kept", "refused"},
		"400":             {status(400), "refused", "warned", "refused"},
		"409":             {status(409), "refused", "warned", "refused"},
		"422":             {status(422), "refused", "warned", "refused"},
		"204":             {status(204), "refused", "warned", "refused"},
		"redirect":        {fakeservice.Redirect(http.StatusFound, "https://elsewhere.example.com/"), "refused", "warned", "refused"},
		"HTML":            {ok("<html>"), "refused", "warned", "refused"},
		"object":          {ok(`{"status":"ok"}`), "refused", "warned", "refused"},
		"another webhook": {ok(`{"id":"` + otherID + `"}`), "refused", "refused", "refused"},
		"another store":   {ok(`{"active":true,"store_id":"` + otherID + `"}`), "refused", "refused", "refused"},
		"401":             {status(401), "refused", "refused", "refused"},
		"403":             {status(403), "refused", "refused", "refused"},
		"408":             {status(408), "failed", "failed", "failed"},
		"429":             {status(429), "failed", "failed", "failed"},
		"500":             {status(500), "failed", "failed", "failed"},
		"503":             {status(503), "failed", "failed", "failed"},
		"reset":           {fakeservice.Fault{Break: fakeservice.BreakReset}, "failed", "failed", "failed"},
		"cut":             {fakeservice.Fault{Break: fakeservice.BreakCut, CutAt: 20}, "failed", "failed", "failed"},
	} {
		for way, want := range map[string]string{"readable": tc.readable, "unread": tc.unread, "patch": tc.patch} {
			t.Run(name+", "+way, func(t *testing.T) {
				t.Parallel()
				e := start(t)
				provider := acctest.Values{"max_retries": 1}
				if way == "patch" {
					provider["webhook_refresh"] = "patch"
				}
				r, config := e.resource(t, provider)
				if way == "unread" {
					e.Set(func(b *fakeservice.Behavior) { b.WebhookGetStatus = 405 })
				}
				mustApply(t, r, config(acctest.Values{"active": true}))
				e.Set(func(b *fakeservice.Behavior) { b.WebhookGetStatus = 0 })
				before := r.State()
				fault := tc.fault
				fault.Match = func(r fakeservice.Request) bool { return strings.Contains(r.Path, "/webhooks/") }
				e.Inject(fault)
				diags := r.Refresh(t.Context())
				got := "kept"
				switch {
				case r.State() == nil:
					got = "gone"
				case strings.Contains(diags.Errors(), "webhook_refresh"):
					got = "refused"
				case diags.Errors() != "":
					got = "failed"
				case len(diags) > 0:
					got = "warned"
				}
				if got != want {
					t.Errorf("the webhook is %s, want %s: %s", got, want, diags)
				}
				if got != "gone" {
					wantState(t, r, before)
				}
				e.ClearFaults()
				if got == "failed" || got == "refused" {
					if diags := r.Refresh(t.Context()); len(diags) > 0 {
						t.Errorf("after that, a refresh says %s", diags)
					}
				}
			})
		}
	}
}

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

// The GET after an adoption causes no message, whatever the answer is.
func TestWebhook_readAfterAdoption(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]fakeservice.Fault{
		"403":             {Status: http.StatusForbidden},
		"503":             {Status: http.StatusServiceUnavailable},
		"cut":             {Break: fakeservice.BreakCut, CutAt: 10},
		"another webhook": {Status: http.StatusOK, Body: []byte(`{"id":"` + otherID + `","active":true}`)},
		"no webhook":      {Status: http.StatusOK, Body: []byte("{}")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, nil)
			plan, _ := r.Plan(t.Context(), config(nil))
			e.ResetRequests()
			fault.Method = http.MethodGet
			e.Inject(fault)
			if diags := r.ApplyPlan(t.Context(), plan); len(diags) > 0 {
				t.Errorf("said %s", diags)
			}
			if n := len(e.Requests(fakeservice.ByMethod(http.MethodGet))); n != 2 {
				t.Errorf("%d times read, want once in the plan and once after it", n)
			}
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
