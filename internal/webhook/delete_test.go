// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
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
	if said := n.Apply(t.Context(), nil).Warnings(); !strings.Contains(said, "Another object of this apply has webhook "+id) {
		t.Errorf("the destruction says %s", said)
	}
	if calls := n.calls(); strings.Contains(calls, "DELETE") || n.only().ID != id {
		t.Errorf("the destruction sends %s", calls)
	}
}

// A plan that imports a webhook for one object, and destroys another one that would delete
// it, says so at whatever comes later, and names what renames an object.
func TestWebhook_importedAndDestroyed(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ deletes, destroysFirst, imports, otherRun, fails bool }{
		"imported first":      {deletes: true, imports: true, fails: true},
		"destroyed first":     {deletes: true, imports: true, destroysFirst: true, fails: true},
		"left":                {imports: true},
		"left first":          {imports: true, destroysFirst: true},
		"only destroyed":      {deletes: true},
		"imported in advance": {deletes: true, imports: true, otherRun: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, nil)
			mustApply(t, n.Resource, n.with(acctest.Values{"delete_on_destroy": tc.deletes}))
			n.protocol.NextRun(t)
			var first, second string
			steps := []func() string{
				func() string {
					if !tc.imports {
						return ""
					}
					return n.protocol.NewResource(listed).Import(t.Context(), fakeservice.DefaultStoreID+"/"+strings.ToUpper(n.only().ID)).Errors()
				},
				func() string { _, diags := n.Plan(t.Context(), nil); return diags.Errors() },
			}
			if tc.destroysFirst {
				slices.Reverse(steps)
			}
			if first = steps[0](); tc.otherRun {
				n.protocol.NextRun(t)
			}
			second = steps[1]()
			if first != "" || (second != "") != tc.fails {
				t.Errorf("said %q, then %q", first, second)
			}
			if tc.fails {
				wantText(t, second, "`moved` block")
				wantText(t, second, "`terraform state mv`")
			}
		})
	}
}

// Nor does an apply that updates a webhook for one object delete it for another one, even
// if it sends nothing.
func TestWebhook_updatedAndDestroyed(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]string{"nothing sent": urlB, "sent": urlA} {
		for _, destroysFirst := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", destroyed first: ", destroysFirst), func(t *testing.T) {
				t.Parallel()
				n := creating(t, nil)
				mustApply(t, n.Resource, n.config)
				n.protocol.NextRun(t)
				id, other := n.only().ID, n.protocol.NewResource(listed)
				other.Import(t.Context(), fakeservice.DefaultStoreID+"/"+strings.ToUpper(id))
				update, _ := other.Plan(t.Context(), n.with(acctest.Values{"url": url}))
				n.protocol.NextRun(t)
				destroy, _ := n.Plan(t.Context(), nil)
				n.calls()
				if destroysFirst {
					if said := n.ApplyPlan(t.Context(), destroy).String(); said != "" {
						t.Error(said)
					}
					wantText(t, other.ApplyPlan(t.Context(), update).Errors(), "`moved` block")
					n.wantCalls("DELETE /webhooks/ID")
					return
				}
				if said := other.ApplyPlan(t.Context(), update).Errors(); said != "" {
					t.Error(said)
				}
				wantText(t, n.ApplyPlan(t.Context(), destroy).Warnings(), "Another object of this apply has webhook "+id)
				if calls := n.calls(); strings.Contains(calls, "DELETE") || n.only().ID != id {
					t.Errorf("the calls are %s", calls)
				}
			})
		}
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
			if n.protocol.NextRun(t); tc.update {
				mustApply(t, n.Resource, n.with(acctest.Values{"triggers": []string{"b"}}))
				n.protocol.NextRun(t)
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
		p.NextRun(t)
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
		if r.State() != nil || !strings.Contains(said, "This apply also deletes webhook "+e.webhook.ID+" of store "+e.webhook.StoreID+", because this or another resource had") {
			t.Errorf("the state has %v; said %s", r.State(), said)
		}
		for _, way := range []string{"set `delete_on_destroy` instead of `webhook_id`", "apply the switch to `webhook_id` before you replace the resource", "`moved` block"} {
			wantText(t, said, way) // it may be for another resource, or for this one, with -replace
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
		p.NextRun(t)
		e.Set(func(b *fakeservice.Behavior) { b.Latency = time.Second })
		var group sync.WaitGroup
		group.Go(func() {
			adopting := acctest.Values{"store_id": fakeservice.DefaultStoreID, "webhook_id": e.webhook.ID, "url": urlB}
			if diags := p.NewResource("paymentservice_webhook").Apply(t.Context(), adopting); diags.Errors() != "" {
				t.Error(diags)
			}
		})
		time.Sleep(1500 * time.Millisecond) // the plan reads for a second, and the apply writes for another
		wantText(t, old.Apply(t.Context(), nil).Warnings(), "Another object of this apply has webhook "+upper)
		group.Wait()
		if got := e.now(t).URL; got != urlB {
			t.Errorf("its URL is %s, want %s", got, urlB)
		}
	})
}
