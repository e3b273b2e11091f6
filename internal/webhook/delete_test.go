// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The value of the last apply decides: a change alone, or a switch between the two
// arguments for the same webhook, sends nothing.
func TestWebhook_switches(t *testing.T) {
	t.Parallel()
	n := creating(t, nil)
	mustApply(t, n.Resource, n.config)
	id := n.only().ID
	for _, step := range []struct {
		change  acctest.Values
		deletes any
	}{
		{acctest.Values{"delete_on_destroy": false}, false},
		{acctest.Values{"delete_on_destroy": nil, "webhook_id": id}, nil},
		{acctest.Values{"delete_on_destroy": nil, "webhook_id": strings.ToUpper(id)}, nil},
		{acctest.Values{"delete_on_destroy": true}, true},
		{acctest.Values{"delete_on_destroy": true, "webhook_id": acctest.Unknown}, true},
	} {
		plan, diags := n.Plan(t.Context(), n.with(step.change))
		if diags.Errors() != "" || plan.Replaces || plan.Values["webhook_id"] != id {
			t.Errorf("the plan for %v is %v, and says %s", step.change, plan.Values, diags)
		}
		if step.change["webhook_id"] != acctest.Unknown {
			n.calls()
			mustApply(t, n.Resource, n.with(step.change))
			n.wantCalls("GET /webhooks/ID")
		}
		wantState(t, n.Resource, acctest.Values{"webhook_id": id, "delete_on_destroy": step.deletes})
	}
	// An import into a configuration without an id, too.
	imported := n.Resource
	imported.Import(t.Context(), fakeservice.DefaultStoreID+"/"+id)
	n.calls()
	mustApply(t, imported, n.config)
	n.wantCalls("GET /webhooks/ID")
	mustBeSettled(t, imported, n.config)
	// An id that is not known yet may be that of the webhook that a replacement deletes.
	if _, diags := n.Plan(t.Context(), n.with(acctest.Values{"delete_on_destroy": nil, "webhook_id": acctest.Unknown})); !strings.Contains(diags.Errors(), "may be the id of this very webhook") {
		t.Errorf("said %s", diags)
	}
}

// A run that adopts a webhook does not delete it: for another resource, or for a tainted
// object of the same one with create_before_destroy.
func TestWebhook_adoptedIsNotDeleted(t *testing.T) {
	t.Parallel()
	n := creating(t, nil)
	mustApply(t, n.Resource, n.config)
	id := n.only().ID
	mustApply(t, n.protocol.NewResource("paymentservice_webhook"), acctest.Values{"store_id": fakeservice.DefaultStoreID, "webhook_id": strings.ToUpper(id)})
	n.Taint()
	n.calls()
	if said := n.Apply(t.Context(), nil).Warnings(); !strings.Contains(said, "This apply also adopts webhook "+id) {
		t.Errorf("the destruction says %s", said)
	}
	if calls := n.calls(); strings.Contains(calls, "DELETE") || n.only().ID != id {
		t.Errorf("the destruction sends %s", calls)
	}
}

// A deletion in doubt is remembered until an answer shows the webhook: then, a 404 to
// another deletion proves nothing by itself.
func TestWebhook_deletionInDoubt(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		mode   string
		update bool
	}{
		"read before the deletion": {"patch", false}, "updated": {"off", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, acctest.Values{"max_retries": 0, "webhook_refresh": tc.mode})
			mustApply(t, n.Resource, n.config)
			n.Inject(fakeservice.Fault{Method: http.MethodDelete, Status: http.StatusInternalServerError, Times: 1})
			wantText(t, mustFail(t, n.Resource, nil), "You can safely destroy the resource again.")
			if tc.update {
				mustApply(t, n.Resource, n.with(acctest.Values{"triggers": []string{"b"}}))
			}
			n.Inject(fakeservice.Fault{Method: http.MethodDelete, Status: http.StatusNotFound})
			wantText(t, mustFail(t, n.Resource, nil), "This does not show that the webhook is gone.")
		})
	}
}

func TestWebhook_isDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := startInBubble(t)
		p := acctest.Configured(t, e.server, nil, e.options...)
		old := p.NewResource("paymentservice_webhook")
		old.Import(t.Context(), fakeservice.DefaultStoreID+"/"+e.webhook.ID)
		mustApply(t, old, acctest.Values{"store_id": fakeservice.DefaultStoreID, "delete_on_destroy": true, "url": urlA, "triggers": e.webhook.Triggers})
		e.Inject(fakeservice.Fault{Method: http.MethodDelete, Delay: 2 * time.Second})
		var group sync.WaitGroup
		group.Go(func() {
			if diags := old.Apply(t.Context(), nil); diags.Errors() != "" {
				t.Error(diags)
			}
		})
		time.Sleep(time.Second)
		adopting := acctest.Values{"store_id": fakeservice.DefaultStoreID, "webhook_id": e.webhook.ID, "url": urlB}
		r := p.NewResource("paymentservice_webhook")
		said := r.Apply(t.Context(), adopting).Errors()
		group.Wait()
		if r.State() != nil || !strings.Contains(said, "This apply also deletes webhook "+e.webhook.ID) {
			t.Errorf("the state has %v; said %s", r.State(), said)
		}
	})
}

// A CLI adopts and destroys at the same time, if nothing says which comes first.
func TestWebhook_isAdoptedMeanwhile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := startInBubble(t)
		p := acctest.Configured(t, e.server, nil, e.options...)
		old, upper := p.NewResource("paymentservice_webhook"), strings.ToUpper(e.webhook.ID)
		old.Import(t.Context(), fakeservice.DefaultStoreID+"/"+upper)
		mustApply(t, old, acctest.Values{"store_id": fakeservice.DefaultStoreID, "delete_on_destroy": true, "url": urlA, "triggers": e.webhook.Triggers})
		e.Set(func(b *fakeservice.Behavior) { b.Latency = time.Second })
		var group sync.WaitGroup
		group.Go(func() {
			adopting := acctest.Values{"store_id": fakeservice.DefaultStoreID, "webhook_id": e.webhook.ID, "url": urlB}
			if diags := p.NewResource("paymentservice_webhook").Apply(t.Context(), adopting); diags.Errors() != "" {
				t.Error(diags)
			}
		})
		time.Sleep(1500 * time.Millisecond) // the plan reads for a second, and the apply writes for another
		wantText(t, old.Apply(t.Context(), nil).Warnings(), "This apply also adopts webhook "+upper)
		group.Wait()
		if got := e.now(t).URL; got != urlB {
			t.Errorf("its URL is %s, want %s", got, urlB)
		}
	})
}
