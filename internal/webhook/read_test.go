// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// An answer from a replica that lags behind is ignored.
func TestWebhook_lag(t *testing.T) {
	t.Parallel()
	lag := func(e env, on bool) { e.Set(func(b *fakeservice.Behavior) { b.WebhookGetLags = on }) }
	t.Run("back and forth", func(t *testing.T) {
		t.Parallel()
		e := start(t)
		r, config := e.resource(t, nil)
		a, b := config(acctest.Values{"url": urlA}), config(acctest.Values{"url": urlB})
		mustApply(t, r, a)
		lag(e, true)
		mustApply(t, r, b)
		r.Refresh(t.Context())
		mustBeSettled(t, r, b)
		mustApply(t, r, a)
		if got := e.now(t).URL; got != urlA {
			t.Errorf("the service has %s", got)
		}
	})
	t.Run("a stopped webhook", func(t *testing.T) {
		t.Parallel()
		e := start(t)
		r, config := e.resource(t, nil)
		mustApply(t, r, config(acctest.Values{"active": true}))
		lag(e, true)
		e.stop()
		r.Refresh(t.Context())
		wantState(t, r, acctest.Values{"active": true})
		lag(e, false)
		r.Refresh(t.Context())
		wantState(t, r, acctest.Values{"active": false})
	})
	for name, tc := range map[string]struct {
		before, now time.Duration // updated_on, relative to the present
		layout      string        // of the answer
		believed    bool
	}{
		"newer":               {0, time.Second, time.RFC3339Nano, true},
		"older":               {0, -time.Second, time.RFC3339Nano, false},
		"older, ten minutes":  {-11 * time.Minute, -12 * time.Minute, time.RFC3339Nano, true},
		"older, nine minutes": {-9 * time.Minute, -12 * time.Minute, time.RFC3339Nano, false},
		"older, no zone":      {0, -time.Second, "2006-01-02T15:04:05.000000", false},
		"older, +0000":        {0, -time.Second, "2006-01-02T15:04:05.000000-0700", false},
		"newer, no zone":      {0, time.Second, "2006-01-02T15:04:05.000000", true},
	} {
		for _, mode := range []string{"get", "patch"} {
			t.Run(name+", "+mode, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					e := startInBubble(t)
					at := time.Now().UTC()
					e.answer(map[string]any{"updated_on": at.Add(tc.before).Format(time.RFC3339Nano)})
					r, config := e.resource(t, acctest.Values{"webhook_refresh": mode})
					mustApply(t, r, config(nil))
					e.answer(map[string]any{"updated_on": at.Add(tc.now).Format(tc.layout), "active": false})
					r.Refresh(t.Context())
					wantState(t, r, acctest.Values{"active": !tc.believed})
				})
			})
		}
	}
}

// A state without an identity gets one from a read or an update.
func TestWebhook_identityComesLater(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, acctest.Values{"webhook_refresh": "off"})
	mustApply(t, r, config(acctest.Values{"active": true}))
	for name, act := range map[string]func() acctest.Diagnostics{
		"read": func() acctest.Diagnostics { return r.Refresh(t.Context()) },
		"update": func() acctest.Diagnostics {
			plan, _ := r.Plan(t.Context(), config(acctest.Values{"active": false}))
			return r.ApplyPlan(t.Context(), plan)
		},
	} {
		r.ForgetIdentity()
		if diags := act(); diags.Errors() != "" || r.Identity(t.Context())["webhook_id"] != e.webhook.ID {
			t.Errorf("%s: the identity is %v, and said %s", name, r.Identity(t.Context()), diags)
		}
	}
}

// A GET records updated_on even if nothing else has changed. A read by PATCH, which changes
// it, does so only if something else has changed, or if the state has none.
func TestWebhook_updatedOn(t *testing.T) {
	t.Parallel()
	updated := func(*fakeservice.Webhook) {}
	for name, tc := range map[string]struct {
		mode     string
		omitted  []string // by the adoption
		change   func(*fakeservice.Webhook)
		recorded bool
	}{
		"get":            {"get", nil, updated, true},
		"patch":          {"patch", nil, updated, false},
		"patch, stopped": {"patch", nil, func(w *fakeservice.Webhook) { w.Active = false }, true},
		"patch, none":    {"patch", []string{"updated_on"}, updated, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, acctest.Values{"webhook_refresh": tc.mode})
			e.Set(func(b *fakeservice.Behavior) { b.Rewrite = fakeservice.Without(tc.omitted...) })
			mustApply(t, r, config(nil))
			e.Set(func(b *fakeservice.Behavior) { b.Rewrite = nil })
			before := r.State()["updated_on"]
			e.ChangeWebhook(e.webhook.ID, tc.change)
			r.Refresh(t.Context())
			if after := r.State()["updated_on"]; (after != before) != tc.recorded {
				t.Errorf("updated_on was %v, and is %v", before, after)
			}
		})
	}
}
