// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// handover is a run in which one object of a webhook is destroyed, and another one wants a
// webhook with the same settings.
type handover struct {
	list           string // "up to date", "lagging" by an hour, or "absent"
	unique         bool   // the URLs at the service are
	item           string // "renamed" without a moved block, "replaced" with -replace, or "tainted"
	order          string // what happens to the old object, and when; see orders
	deletes, wants bool   // delete_on_destroy of the old and of the new object
}

// orders are when a creation begins, after the beginning of a deletion that takes two
// seconds. Only that of another object can begin before the end.
var orders = map[string]time.Duration{
	"destroyed before": 3 * time.Second, "destroyed meanwhile": time.Second, "not destroyed": time.Second, "interrupted": time.Second, "created before": -time.Second,
}

// handovers returns all that there are.
func handovers() []handover {
	var all []handover
	for order, begins := range orders {
		for _, item := range []string{"renamed", "replaced", "tainted"} {
			for _, list := range []string{"up to date", "lagging", "absent"} {
				for options := range 8 {
					h := handover{list, options&1 != 0, item, order, options&2 != 0, options&4 != 0}
					if begins != time.Second || item == "renamed" && h.deletes {
						all = append(all, h)
					}
				}
			}
		}
	}
	return all
}

// handing is a handover in progress.
type handing struct {
	env
	handover
	old, other *acctest.Resource // one and the same unless it is renamed
	protocol   *acctest.Protocol
}

func (h handing) config(deletes bool) acctest.Values {
	return acctest.Values{"store_id": fakeservice.DefaultStoreID, "delete_on_destroy": deletes, "url": urlA, "triggers": h.webhook.Triggers}
}

// begin prepares a handover in a bubble.
func (h handover) begin(t *testing.T) handing {
	t.Helper()
	e := startInBubble(t)
	e.Set(func(b *fakeservice.Behavior) {
		if b.WebhookList, b.UniqueURLs = h.list != "absent", h.unique; h.list == "lagging" {
			b.WebhookListLags = time.Hour - time.Second
		}
	})
	p := acctest.Configured(t, e.server, acctest.Values{"webhook_refresh": "off", "max_retries": 0}, e.options...)
	now := handing{e, h, p.NewResource(listed), p.NewResource(listed), p}
	now.old.Import(t.Context(), fakeservice.DefaultStoreID+"/"+e.webhook.ID)
	mustApply(t, now.old, now.config(h.deletes))
	p.NextRun(t)
	switch h.item {
	case "tainted":
		now.old.Taint()
		fallthrough
	case "replaced":
		now.other = now.old
	}
	e.ResetRequests()
	return now
}

// live returns the webhooks that have the URL that is handed over.
func (h handing) live() []fakeservice.Webhook {
	return slices.DeleteFunc(h.Webhooks(), func(w fakeservice.Webhook) bool { return w.URL != urlA })
}

// run does what a CLI does, and returns the errors of the creation.
func (h handing) run(t *testing.T) (said string) {
	t.Helper()
	deletion := fakeservice.Fault{Method: http.MethodDelete, Delay: 2 * time.Second}
	ctx := t.Context()
	switch h.order {
	case "not destroyed":
		deletion.Status = http.StatusForbidden
	case "interrupted":
		interrupted, cancel := context.WithTimeout(ctx, 1500*time.Millisecond)
		defer cancel()
		ctx = interrupted
	}
	h.Inject(deletion)
	if h.item != "renamed" {
		return h.old.Replace(ctx, h.config(h.wants), h.order == "created before").Errors()
	}
	var group sync.WaitGroup
	group.Go(func() {
		time.Sleep(max(0, -orders[h.order]))
		h.old.Apply(t.Context(), nil)
	})
	group.Go(func() {
		time.Sleep(max(0, orders[h.order]))
		said = h.other.Apply(ctx, h.config(h.wants)).Errors()
		if h.order == "interrupted" && ctx.Err() == nil {
			t.Error("the creation did not wait")
		}
	})
	group.Wait()
	return said
}

// TestWebhook_handedOver: whichever comes first, and whatever the service shows, there is no
// second webhook unless the service has neither a list nor unique URLs, none is lost, and
// nothing is deleted but what the old state says. If there is an error, what it says is all
// that is needed in the next run.
func TestWebhook_handedOver(t *testing.T) {
	t.Parallel()
	const (
		body = `{"url":"https://hooks.example.com/a","triggers":["charge_finished"]}`
		ways = "This apply may be destroying that webhook under another name, which a `moved` block avoids. If it deletes the webhook (`delete_on_destroy = true` there), or an earlier apply has just done so, apply again, a few minutes later if this error comes back: nothing else is needed. If not, the webhook stays.\n\nTo manage an existing webhook, import it"
	)
	for _, tc := range handovers() {
		t.Run(fmt.Sprintf("%+v", tc), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := tc.begin(t)
				bystander := h.AddWebhook(fakeservice.Webhook{URL: urlB, CreatedOn: h.webhook.CreatedOn})
				createsFirst, isListed := h.order == "created before", h.list != "absent"
				isLeft := !h.deletes && !createsFirst
				fails := createsFirst && (isListed || h.unique) || isLeft && h.wants || h.order == "not destroyed" || h.order == "interrupted"
				stops := createsFirst && fails && h.item != "renamed" // a CLI that creates before it destroys

				creation, says := "GET /webhooks; POST /webhooks BODY", ""
				switch {
				case fails && createsFirst && !isListed: // the URL is taken
					creation, says = creation+"; GET /webhooks", ways
				case fails && isLeft:
					creation, says = "GET /webhooks", "This apply has left webhook "+h.webhook.ID
				case fails:
					creation, says = "GET /webhooks", "Its id is "+h.webhook.ID+".\n\n"+ways
				case isLeft: // and taken over again
					creation = "PATCH /webhooks/ID BODY"
				}
				calls := []string{"DELETE /webhooks/ID", creation}
				if createsFirst {
					slices.Reverse(calls)
				}
				if !h.deletes || stops {
					calls = []string{creation}
				}

				said := h.run(t)
				if got := strings.ReplaceAll(h.calls(), body, "BODY"); got != strings.Join(calls, "; ") {
					t.Errorf("the calls are\n%s, want\n%s", got, calls)
				}
				if (said != "") != fails || !strings.Contains(said, says) {
					t.Errorf("said %s", said)
				}
				isDeleted := h.deletes && !stops && h.order != "not destroyed"
				if _, exists := h.Webhook(h.webhook.ID); exists == isDeleted {
					t.Errorf("the old webhook exists: %t", exists)
				}
				if fails {
					h.followAdvice(t, isDeleted)
				}
				if _, exists := h.Webhook(bystander.ID); !exists {
					t.Error("another webhook was deleted")
				}
				all, has := h.live(), h.other.State()["webhook_id"]
				if two := createsFirst && !fails && !h.deletes; len(all) != 1 && !two || !slices.ContainsFunc(all, func(w fakeservice.Webhook) bool { return w.ID == has }) {
					t.Errorf("there are %d webhooks, and the state has %v", len(all), has)
				}
				if isLeft && has != h.webhook.ID {
					t.Errorf("the state has %v", has)
				}
				mustBeSettled(t, h.other, h.config(h.wants))
			})
		})
	}
}

// followAdvice does what an error says in the next run, when the list is up to date: to
// apply again if the webhook was deleted or is to be, without create_before_destroy, and
// otherwise to import it.
func (h handing) followAdvice(t *testing.T, isDeleted bool) {
	t.Helper()
	time.Sleep(time.Hour)
	h.ClearFaults()
	h.protocol.NextRun(t)
	switch {
	case h.old.State() == nil:
	case h.item == "renamed":
		h.old.Apply(t.Context(), nil)
		isDeleted = true
	default:
		isDeleted = h.old.Replace(t.Context(), h.config(h.wants), false).Errors() == ""
	}
	if !isDeleted {
		h.other.Import(t.Context(), fakeservice.DefaultStoreID+"/"+h.webhook.ID)
	}
	mustApply(t, h.other, h.config(h.wants))
}

// TestWebhook_leftAndGone: a webhook that was left, and that the service shows not to have,
// is created. If that is not shown, the state keeps it.
func TestWebhook_leftAndGone(t *testing.T) {
	t.Parallel()
	const update, proof = "PATCH /webhooks/ID BODY", "PATCH /webhooks/ID BODY; GET /webhooks"
	for name, tc := range map[string]struct {
		list        string
		stays       bool
		fault       *fakeservice.Fault
		calls, says string
	}{
		"listed":              {calls: proof + "; POST /webhooks BODY"},
		"not listed":          {list: "absent", calls: proof + "; GET /charges; POST /webhooks BODY"},
		"not visible":         {stays: true, fault: &fakeservice.Fault{Method: http.MethodPatch, Status: 404}, calls: proof, says: "The service still lists the webhook."},
		"list refused":        {fault: &fakeservice.Fault{Method: http.MethodGet, Status: 403}, calls: proof, says: "terraform state rm"},
		"a gateway's message": {stays: true, fault: &fakeservice.Fault{Method: http.MethodPatch, Status: 404, Body: []byte("<html>")}, calls: update, says: "says nothing about the webhook"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := handover{list: tc.list, unique: true}.begin(t)
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
				h := handover{list: "absent"}.begin(t)
				h.old.Apply(t.Context(), nil)
				h.AddWebhook(fakeservice.Webhook{StoreID: otherID}) // a store that the service has
				config := h.config(false)
				if len(change) == 0 {
					mustApply(t, h.protocol.NewResource("paymentservice_webhook"), config)
				}
				for name, value := range change {
					config[name] = value
				}
				said := h.other.Apply(t.Context(), config)
				if id := h.other.State()["webhook_id"]; said.Errors() != "" || id == nil || id == h.webhook.ID {
					t.Errorf("the webhook is %v, and said %s", id, said)
				}
				if names := strings.Contains(said.String(), "This apply has left webhook "+h.webhook.ID); names != (name == "other triggers") {
					t.Errorf("a warning names the webhook: %t; it says %s", names, said)
				}
			})
		})
	}
	t.Run("its URL is taken", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			h := handover{list: "absent", unique: true}.begin(t)
			h.old.Apply(t.Context(), nil)
			config := h.config(false)
			config["triggers"] = []string{"b"}
			said := h.other.Apply(t.Context(), config).String()
			wantText(t, said, "Its id is "+h.webhook.ID+". This apply has left it")
			wantText(t, said, "Before you apply again, import it")
			if strings.Contains(said, "both send") || strings.Contains(said, "under another name") {
				t.Errorf("it says of a webhook that was not created, or was left: %s", said)
			}
		})
	})
	for name, leave := range map[string]func(*testing.T, handing){
		"by another run": func(t *testing.T, h handing) {
			t.Helper()
			h.old.Apply(t.Context(), nil)
			h.protocol.NextRun(t)
		},
		"but adopted": func(t *testing.T, h handing) {
			t.Helper()
			mustApply(t, h.old, acctest.Values{"store_id": fakeservice.DefaultStoreID, "webhook_id": h.webhook.ID})
			h.protocol.NextRun(t)
			h.old.Apply(t.Context(), nil)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				h := handover{}.begin(t)
				leave(t, h)
				wantText(t, mustFail(t, h.other, h.config(false)), "The store already has a webhook with this URL and these triggers.")
			})
		})
	}
}
