// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// handover is a run in which one object is destroyed, and another one wants a webhook with
// the same settings: a rename without a moved block.
type handover struct {
	env
	old, other *acctest.Resource
	protocol   *acctest.Protocol
	deletes    bool // delete_on_destroy of the old one
}

func (h handover) config(deletes bool) acctest.Values {
	return acctest.Values{"store_id": fakeservice.DefaultStoreID, "delete_on_destroy": deletes, "url": urlA, "triggers": h.webhook.Triggers}
}

// handingOver returns a handover in a bubble, in which the list of webhooks lags behind by
// an hour if the service lists them.
func handingOver(t *testing.T, lists, unique, deletes bool) handover {
	t.Helper()
	e := startInBubble(t)
	e.Set(func(b *fakeservice.Behavior) {
		b.WebhookList, b.UniqueURLs, b.WebhookListLags = lists, unique, time.Hour-time.Second
	})
	p := acctest.Configured(t, e.server, acctest.Values{"webhook_refresh": "off", "max_retries": 0}, e.options...)
	h := handover{e, p.NewResource("paymentservice_webhook"), p.NewResource("paymentservice_webhook"), p, deletes}
	h.old.Import(t.Context(), fakeservice.DefaultStoreID+"/"+e.webhook.ID)
	mustApply(t, h.old, h.config(deletes))
	p.NextRun(t)
	e.ResetRequests()
	return h
}

// TestWebhook_renamed: whichever comes first, a deletion or a creation, there is one
// webhook in the end, or an error says to apply again.
func TestWebhook_renamed(t *testing.T) {
	t.Parallel()
	const renamed = "This apply may be destroying that webhook under another name, which a `moved` block avoids. If it deletes the webhook (`delete_on_destroy = true` there), apply again: nothing else is needed. If not, the webhook stays.\n\nTo manage an existing webhook, import it"
	const exists = "Its id is ID.\n\n" + renamed
	for name, tc := range map[string]struct {
		lists, unique     bool
		deletes, plans    bool // delete_on_destroy of the old and of the new object
		creates           time.Duration
		deletion, failure int // the status of a DELETE and of a PATCH; 0: success
		interrupted       bool
		calls, says       string
	}{
		"destroyed before, listed":    {lists: true, unique: true, deletes: true, plans: true, creates: 3 * time.Second, calls: "DELETE /webhooks/ID; GET /webhooks; POST /webhooks BODY"},
		"destroyed before":            {deletes: true, plans: true, creates: 3 * time.Second, calls: "DELETE /webhooks/ID; GET /webhooks; POST /webhooks BODY"},
		"destroyed meanwhile, listed": {lists: true, unique: true, deletes: true, plans: true, creates: time.Second, calls: "DELETE /webhooks/ID; GET /webhooks; POST /webhooks BODY"},
		"destroyed meanwhile":         {unique: true, deletes: true, plans: true, creates: time.Second, calls: "DELETE /webhooks/ID; GET /webhooks; POST /webhooks BODY"},
		"to be left next time":        {lists: true, deletes: true, creates: time.Second, calls: "DELETE /webhooks/ID; GET /webhooks; POST /webhooks BODY"},
		"not destroyed, listed":       {lists: true, deletes: true, plans: true, creates: time.Second, deletion: 403, calls: "DELETE /webhooks/ID; GET /webhooks", says: exists},
		"not destroyed":               {deletes: true, plans: true, creates: time.Second, deletion: 500, calls: "DELETE /webhooks/ID; GET /webhooks", says: exists},
		"interrupted":                 {lists: true, deletes: true, plans: true, creates: time.Second, interrupted: true, calls: "DELETE /webhooks/ID; GET /webhooks", says: exists},
		"left before":                 {creates: time.Second, calls: "PATCH /webhooks/ID BODY"},
		"left before, listed":         {lists: true, unique: true, creates: time.Second, calls: "PATCH /webhooks/ID BODY"},
		"left, to be deleted":         {plans: true, creates: time.Second, calls: "GET /webhooks", says: exists},
		"left, to be deleted, listed": {lists: true, plans: true, creates: time.Second, calls: "GET /webhooks", says: exists},
		"created first, listed":       {lists: true, deletes: true, plans: true, creates: -time.Second, calls: "GET /webhooks; DELETE /webhooks/ID", says: exists},
		"created first, taken":        {unique: true, deletes: true, plans: true, creates: -time.Second, calls: "GET /webhooks; POST /webhooks BODY; GET /webhooks; DELETE /webhooks/ID", says: renamed},
		"left after it, listed":       {lists: true, creates: -time.Second, calls: "GET /webhooks", says: exists},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := handingOver(t, tc.lists, tc.unique, tc.deletes)
				h.Inject(fakeservice.Fault{Method: http.MethodDelete, Delay: 2 * time.Second, Status: tc.deletion})
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var (
					group sync.WaitGroup
					said  string
				)
				group.Go(func() {
					time.Sleep(max(0, -tc.creates))
					h.old.Apply(t.Context(), nil)
				})
				group.Go(func() {
					time.Sleep(max(0, tc.creates))
					diags := h.other.Apply(ctx, h.config(tc.plans))
					said = strings.ReplaceAll(diags.Errors(), h.webhook.ID, "ID")
				})
				if tc.interrupted {
					time.Sleep(1500 * time.Millisecond)
					cancel()
					synctest.Wait()
					if said == "" {
						t.Error("the creation goes on")
					}
				}
				group.Wait()
				body := `{"url":"https://hooks.example.com/a","triggers":["charge_finished"]}`
				if calls := strings.ReplaceAll(h.calls(), body, "BODY"); calls != tc.calls {
					t.Errorf("the calls are\n%s, want\n%s", calls, tc.calls)
				}
				if (said == "") != (tc.says == "") || !strings.Contains(said, tc.says) {
					t.Errorf("said %s", said)
				}
				if tc.says != "" && !tc.interrupted && tc.deletion == 0 && (tc.lists || tc.unique) {
					h.protocol.NextRun(t)
					h.wantAdvice(t, tc.deletes, tc.plans)
					said = ""
				}
				if all := h.Webhooks(); len(all) > 1 || said == "" && (len(all) != 1 || h.other.State()["webhook_id"] != all[0].ID) {
					t.Errorf("there are %d webhooks, and the state has %v", len(all), h.other.State())
				}
			})
		})
	}
}

// wantAdvice checks that the next apply is all that is needed if the old object has deleted
// the webhook, and that an import is otherwise.
func (h handover) wantAdvice(t *testing.T, deleted, plans bool) {
	t.Helper()
	if !deleted {
		wantText(t, mustFail(t, h.other, h.config(plans)), "The store already has a webhook")
		h.other.Import(t.Context(), fakeservice.DefaultStoreID+"/"+h.webhook.ID)
	}
	h.Set(func(b *fakeservice.Behavior) { b.WebhookListLags = 0 })
	mustApply(t, h.other, h.config(plans))
}

// TestWebhook_leftAndGone: a webhook that was left, and that the service shows not to have,
// is created. If that is not shown, the state keeps it.
func TestWebhook_leftAndGone(t *testing.T) {
	t.Parallel()
	const update, proof = "PATCH /webhooks/ID BODY", "PATCH /webhooks/ID BODY; GET /webhooks"
	for name, tc := range map[string]struct {
		lists       bool
		stays       bool
		fault       *fakeservice.Fault
		calls, says string
	}{
		"listed":              {lists: true, calls: proof + "; POST /webhooks BODY"},
		"not listed":          {calls: proof + "; GET /charges; POST /webhooks BODY"},
		"not visible":         {lists: true, stays: true, fault: &fakeservice.Fault{Method: http.MethodPatch, Status: 404}, calls: proof, says: "The service still lists the webhook."},
		"list refused":        {lists: true, fault: &fakeservice.Fault{Method: http.MethodGet, Status: 403}, calls: proof, says: "terraform state rm"},
		"a gateway's message": {lists: true, stays: true, fault: &fakeservice.Fault{Method: http.MethodPatch, Status: 404, Body: []byte("<html>")}, calls: update, says: "says nothing about the webhook"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := handingOver(t, tc.lists, true, false)
				h.Set(func(b *fakeservice.Behavior) { b.WebhookListLags = 0 })
				if !tc.stays {
					h.DeleteWebhook(h.webhook.ID)
				}
				if tc.fault != nil {
					h.Inject(*tc.fault)
				}
				h.old.Apply(t.Context(), nil)
				said := h.other.Apply(t.Context(), h.config(false)).Errors()
				body := `{"url":"https://hooks.example.com/a","triggers":["charge_finished"]}`
				if calls := strings.ReplaceAll(h.calls(), body, "BODY"); calls != tc.calls {
					t.Errorf("the calls are\n%s, want\n%s", calls, tc.calls)
				}
				if (said == "") != (tc.says == "") || !strings.Contains(said, tc.says) {
					t.Errorf("said %s", said)
				}
				if id := h.other.State()["webhook_id"]; (id == h.webhook.ID) != (tc.says != "") {
					t.Errorf("the state has %v", id)
				}
				h.ClearFaults()
				h.protocol.NextRun(t)
				if said != "" {
					h.other.Taint()
					said = h.other.Replace(t.Context(), h.config(false), false).Errors()
				}
				if all := h.Webhooks(); said != "" || len(all) != 1 || h.other.State()["webhook_id"] != all[0].ID {
					t.Errorf("the next run says %s; there are %d webhooks, and the state has %v", said, len(all), h.other.State())
				}
			})
		})
	}
}

// TestWebhook_leftOnce: a webhook that was left is taken over by one object, and only
// through the very settings that it had.
func TestWebhook_leftOnce(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]acctest.Values{
		"another URL": {"url": urlB}, "other triggers": {"triggers": []string{"b"}}, "another store": {"store_id": otherID}, "a second object": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := handingOver(t, false, false, false)
				h.old.Apply(t.Context(), nil)
				h.AddWebhook(fakeservice.Webhook{StoreID: otherID}) // a store that the service has
				config := h.config(false)
				if len(change) == 0 {
					mustApply(t, h.protocol.NewResource("paymentservice_webhook"), config)
				}
				for name, value := range change {
					config[name] = value
				}
				mustApply(t, h.other, config)
				if id := h.other.State()["webhook_id"]; id == h.webhook.ID {
					t.Error("it is taken over")
				}
			})
		})
	}
	t.Run("by another run", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			h := handingOver(t, true, false, false)
			h.old.Apply(t.Context(), nil)
			h.protocol.NextRun(t)
			wantText(t, mustFail(t, h.other, h.config(false)), "The store already has a webhook with this URL and these triggers.")
		})
	})
}
