// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"maps"
	"net/http"
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

// A field that the answer lacks stays as it is in the state.
func TestWebhook_missingFieldsKeepState(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	mustApply(t, r, config(acctest.Values{"active": true}))
	before := r.State()
	e.Set(func(b *fakeservice.Behavior) {
		b.Rewrite = func(w map[string]any) {
			fakeservice.Without("active", "platform_id", "created_on", "updated_on", "triggers", "url")(w)
			w["store_id"], w["merchant_id"] = nil, nil
		}
	})
	if diags := r.Refresh(t.Context()); len(diags) > 0 {
		t.Error(diags)
	}
	wantState(t, r, before)
	mustApply(t, r, config(acctest.Values{"active": false}))
	before["active"] = false
	wantState(t, r, before)
	mustBeSettled(t, r, config(acctest.Values{"active": false}))
}

// A read by PATCH does not record an updated_on that only the read itself changed.
// With "off", nothing is read.
func TestWebhook_otherModes(t *testing.T) {
	t.Parallel()
	for mode, reads := range map[string]bool{"patch": true, "off": false} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, acctest.Values{"webhook_refresh": mode})
			mustApply(t, r, config(nil))
			if n := len(e.Requests(fakeservice.ByMethod(http.MethodGet))); n > 0 {
				t.Errorf("the adoption sent %d GET", n)
			}
			before := r.State()
			e.ResetRequests()
			r.Refresh(t.Context())
			wantState(t, r, before)
			if sent := len(e.Requests()) > 0; sent != reads {
				t.Errorf("a refresh sent something: %t", sent)
			}
			e.stop()
			r.Refresh(t.Context())
			if after := r.State(); (after["active"] == false) != reads || (after["updated_on"] != before["updated_on"]) != reads {
				t.Errorf("the state is %v", after)
			}
		})
	}
}

// A GET records updated_on even if nothing else has changed. A read by PATCH does so
// if the state has none.
func TestWebhook_updatedOn(t *testing.T) {
	t.Parallel()
	for mode, omitted := range map[string][]string{"get": nil, "patch": {"updated_on"}} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, acctest.Values{"webhook_refresh": mode})
			e.Set(func(b *fakeservice.Behavior) { b.Rewrite = fakeservice.Without(omitted...) })
			mustApply(t, r, config(nil))
			e.Set(func(b *fakeservice.Behavior) { b.Rewrite = nil })
			before := r.State()["updated_on"]
			e.ChangeWebhook(e.webhook.ID, func(*fakeservice.Webhook) {})
			r.Refresh(t.Context())
			if after := r.State()["updated_on"]; after == nil || after == before {
				t.Errorf("updated_on is still %v", after)
			}
		})
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

// If GET and PATCH write the same times in different formats, nothing changes.
func TestWebhook_otherTimes(t *testing.T) {
	t.Parallel()
	e := start(t)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookGetTimes = "2006-01-02T15:04:05Z07:00" })
	r, config := e.resource(t, nil)
	for _, active := range []bool{true, false, true} {
		next := config(acctest.Values{"active": active})
		mustApply(t, r, next)
		r.Refresh(t.Context())
		mustBeSettled(t, r, next)
	}
}

// While the credentials are unknown, the state is kept, plans work, and an apply
// names the unknown argument.
func TestWebhook_unknownProvider(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	mustApply(t, r, config(acctest.Values{"active": true}))
	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), acctest.Values{"base_url": e.server.URL, "secret": acctest.Unknown, "app_token": "x"}); len(diags) > 0 {
		t.Fatal(diags)
	}
	e.ResetRequests()
	r, fresh := p.Adopt(r), p.NewResource("paymentservice_webhook")
	before := maps.Clone(r.State())
	if diags := r.Refresh(t.Context()); len(diags) > 0 {
		t.Error(diags)
	}
	wantState(t, r, before)
	for name, one := range map[string]*acctest.Resource{"adoption": fresh, "update": r} {
		plan, diags := one.Plan(t.Context(), config(acctest.Values{"active": false}))
		if len(diags) > 0 {
			t.Fatalf("%s: planning with an unknown secret: %s", name, diags)
		}
		wantText(t, one.ApplyPlan(t.Context(), plan).Errors(), "The value of the provider's `secret` is not known before the apply")
	}
	if fresh.State() != nil || len(e.Requests()) > 0 {
		t.Error("an apply without credentials left a state or sent a request")
	}
	wantState(t, r, before)
}
