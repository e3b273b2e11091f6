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

// A plan that imports a webhook for one object, and destroys another one that would delete
// it, says so at whatever comes later, and names what renames an object.
func TestWebhook_importedAndDestroyed(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ deletes, imports, otherRun, fails bool }{
		"deleted": {deletes: true, imports: true, fails: true}, "left": {imports: true}, "not imported": {deletes: true}, "in another run": {deletes: true, imports: true, otherRun: true},
	} {
		for _, destroysFirst := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", destroyed first: ", destroysFirst), func(t *testing.T) {
				t.Parallel()
				n := creating(t, nil)
				mustApply(t, n.Resource, n.with(acctest.Values{"delete_on_destroy": tc.deletes}))
				n.protocol.NextRun(t)
				imports := func() (diags acctest.Diagnostics) {
					if tc.imports {
						diags = n.protocol.NewResource(listed).Import(t.Context(), fakeservice.DefaultStoreID+"/"+strings.ToUpper(n.only().ID))
					}
					return diags
				}
				destroys := func() acctest.Diagnostics { _, diags := n.Plan(t.Context(), nil); return diags }
				first, second := imports, destroys
				if destroysFirst {
					first, second = destroys, imports
				}
				if said := first().Errors(); said != "" {
					t.Error(said)
				}
				if tc.otherRun {
					n.protocol.NextRun(t)
				}
				said := second().Errors()
				if !tc.fails && said != "" {
					t.Error(said)
				}
				for _, way := range []string{"`moved` block", "`terraform state mv`"} {
					if tc.fails {
						wantText(t, said, way)
					}
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
			wantText(t, mustFail(t, n.Resource, nil), "It is unclear whether the service deleted the webhook. The state is unchanged. You can safely apply or destroy again.")
			if n.protocol.NextRun(t); tc.update {
				mustApply(t, n.Resource, n.with(acctest.Values{"triggers": []string{"b"}}))
				n.protocol.NextRun(t)
			}
			n.Inject(fakeservice.Fault{Method: http.MethodDelete, Status: http.StatusNotFound})
			wantText(t, mustFail(t, n.Resource, nil), "This does not show that the webhook is gone.")
		})
	}
}

// TestWebhook_oneFate: a run deletes a webhook of one object, or adopts or updates it for
// another one, even if that sends nothing. What it begins first is done, and the other is a
// warning or an error: also at the same time, as nothing says what a CLI does first.
func TestWebhook_oneFate(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		had     bool // the other object has it already
		tainted bool // the object to destroy is
		url     string
	}{
		"adopted": {url: urlB}, "adopted, tainted": {url: urlB, tainted: true}, "updated": {had: true, url: urlB}, "nothing to send": {had: true, url: urlA},
	} {
		for _, later := range []time.Duration{-3 * time.Second, -time.Second, time.Second, 3 * time.Second} {
			t.Run(fmt.Sprint(name, ", deleted after ", later), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					h := handover{item: "renamed", deletes: true}.begin(t)
					config := acctest.Values{"store_id": fakeservice.DefaultStoreID, "webhook_id": strings.ToUpper(h.webhook.ID), "url": urlA, "triggers": h.webhook.Triggers}
					if tc.had {
						mustApply(t, h.other, config)
						config = h.config(true)
						h.protocol.NextRun(t)
					}
					if tc.tainted {
						h.old.Taint()
					}
					h.calls()
					config["url"] = tc.url
					h.Inject(fakeservice.Fault{Match: func(r fakeservice.Request) bool { return r.Method != http.MethodGet }, Delay: 2 * time.Second})
					destroy, _ := h.old.Plan(t.Context(), nil) // both are planned before anything is applied
					var (
						group            sync.WaitGroup
						deleted, adopted acctest.Diagnostics
					)
					group.Go(func() {
						time.Sleep(max(0, later))
						deleted = h.old.ApplyPlan(t.Context(), destroy)
					})
					group.Go(func() {
						time.Sleep(max(0, -later))
						adopted = h.other.Apply(t.Context(), config)
					})
					group.Wait()
					if later < 0 {
						if calls := h.calls(); calls != "DELETE /webhooks/ID" || deleted.Errors() != "" || (h.other.State() != nil) != tc.had {
							t.Errorf("the calls are %s; said %s; the state has %v", calls, deleted, h.other.State())
						}
						for _, way := range []string{"This apply also deletes webhook", "set `delete_on_destroy` instead of `webhook_id`", "apply the switch to `webhook_id` before you replace the resource", "`moved` block"} {
							wantText(t, adopted.Errors(), way) // it may be for another resource, or for this one, with -replace
						}
						return
					}
					wantText(t, deleted.Warnings(), "Another object of this apply has webhook "+h.webhook.ID)
					if calls := h.calls(); strings.Contains(calls, "DELETE") || adopted.Errors() != "" || h.now(t).URL != tc.url {
						t.Errorf("the calls are %s; said %s; the webhook is %v", calls, adopted, h.now(t))
					}
				})
			})
		}
	}
}

// TestWebhook_destroyedLater: Terraform 1.16 runs all of a test with one process of the
// provider, so a plan to destroy may follow the apply that has updated the webhook.
func TestWebhook_destroyedLater(t *testing.T) {
	t.Parallel()
	n := creating(t, nil)
	mustApply(t, n.Resource, n.config)
	mustApply(t, n.Resource, n.with(acctest.Values{"triggers": []string{"b"}}))
	mustApply(t, n.Resource, nil)
	if all := n.Webhooks(); len(all) > 0 {
		t.Errorf("the service still has %v", all)
	}
}
