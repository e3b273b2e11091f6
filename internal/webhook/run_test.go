// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const notDeactivated = "Webhook Not Deactivated"

// A replacement of a webhook by itself leaves it as it was.
func TestWebhook_replacedByItself(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		createFirst bool
		active      any
		stopped     bool // before
		warns       bool
	}{
		"destroy first":                 {},
		"destroy first, configured":     {active: true},
		"create first":                  {createFirst: true, warns: true},
		"create first, configured":      {createFirst: true, active: true, warns: true},
		"destroy first, stopped before": {stopped: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			if tc.stopped {
				e.stop()
			}
			r, config := e.resource(t, nil)
			kept := config(acctest.Values{"deactivate_on_destroy": true, "active": tc.active})
			mustApply(t, r, kept)
			r.NextRun(t)
			diags := r.Replace(t.Context(), kept, tc.createFirst)
			if warned := strings.Contains(diags.Warnings(), notDeactivated); diags.Errors() != "" || warned != tc.warns {
				t.Errorf("said %s", diags)
			}
			if got := e.now(t).Active; got == tc.stopped {
				t.Errorf("the webhook is active: %t", got)
			}
			mustBeSettled(t, r, kept)
		})
	}
}

// A rename without a moved block destroys the old resource and creates the new
// one in any order, and at once.
func TestWebhook_renamed(t *testing.T) {
	t.Parallel()
	for name, apply := range map[string]func(adopt, destroy func()){
		"adopted first":   func(adopt, destroy func()) { adopt(); destroy() },
		"destroyed first": func(adopt, destroy func()) { destroy(); adopt() },
		"at once": func(adopt, destroy func()) {
			var both sync.WaitGroup
			both.Go(adopt)
			both.Go(destroy)
			both.Wait()
		},
	} {
		for mode, refresh := range map[string]string{"readable": "get", "not readable": "off"} {
			t.Run(name+", "+mode, func(t *testing.T) {
				t.Parallel()
				e := start(t)
				p := acctest.Configured(t, e.server, acctest.Values{"webhook_refresh": refresh})
				old, renamed := p.NewResource("paymentservice_webhook"), p.NewResource("paymentservice_webhook")
				config := acctest.Values{"store_id": e.webhook.StoreID, "webhook_id": e.webhook.ID, "deactivate_on_destroy": true}
				mustApply(t, old, config)
				p.NextRun(t)
				config["webhook_id"] = strings.ToUpper(e.webhook.ID)
				apply(func() {
					if diags := renamed.Apply(t.Context(), config); diags.Errors() != "" {
						t.Error(diags)
					}
				}, func() {
					if diags := old.Apply(t.Context(), nil); diags.Errors() != "" {
						t.Error(diags)
					}
				})
				if !e.now(t).Active {
					t.Error("the webhook was stopped")
				}
				if diags := renamed.Refresh(t.Context()); len(diags) > 0 {
					t.Error(diags)
				}
				mustBeSettled(t, renamed, config)
			})
		}
	}
}

// Whoever waits for a webhook's turn stops waiting when the run does.
func TestWebhook_turnHonoursContext(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	kept := config(acctest.Values{"deactivate_on_destroy": true})
	mustApply(t, r, kept)
	r.NextRun(t)
	arrived := make(chan struct{})
	e.Inject(fakeservice.Fault{
		Method: http.MethodPatch, Break: fakeservice.BreakHang,
		Match: func(fakeservice.Request) bool { close(arrived); return true },
	})
	plan, _ := r.Plan(t.Context(), nil)
	first, stopFirst := context.WithCancel(t.Context())
	var both sync.WaitGroup
	both.Go(func() {
		change := *r
		change.Apply(first, config(acctest.Values{"active": false}))
	})
	<-arrived
	second, stopSecond := context.WithCancel(t.Context())
	stopSecond()
	wantText(t, r.ApplyPlan(second, plan).Errors(), "waited for another change of webhook "+e.webhook.ID)
	stopFirst()
	both.Wait()
}
