// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// In ignore_changes, the nulls of a failed update cause none, and any answer fills them in.
func TestWebhook_doubtIgnored(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, acctest.Values{"max_retries": 0, "webhook_refresh": "off"})
	mustApply(t, r, config(acctest.Values{"active": true, "url": urlA}))
	e.Inject(fakeservice.Fault{Times: 1, AfterHandling: true, Status: http.StatusInternalServerError, Method: http.MethodPatch})
	mustFail(t, r, config(acctest.Values{"active": false, "url": urlA}))
	wantState(t, r, acctest.Values{"active": nil})
	r.IgnoreChanges = []string{"active"}
	mustBeSettled(t, r, config(acctest.Values{"active": false, "url": urlA}))
	e.sent()
	mustApply(t, r, config(acctest.Values{"active": true, "url": urlB}))
	e.wantSent(t, `{"url":"`+urlB+`"}`)
	wantState(t, r, acctest.Values{"active": false})
}

// A refresh right after a failure may show the webhook as it was before the update,
// which is still on its way. So unconfirmed settings stay null, and are sent again even
// if the user reverts the configuration, until the webhook is newer or ten minutes are
// over: also if the user no longer configures them, or ignores them.
func TestWebhook_doubtEndsWithTime(t *testing.T) {
	t.Parallel()
	ignoring := func(r *acctest.Resource) { r.IgnoreChanges = []string{"url"} }
	for name, tc := range map[string]struct {
		mode   string
		config acctest.Values // after the doubt
		adjust func(*acctest.Resource)
		newer  bool // the webhook is updated after the failure
		wait   time.Duration
		url    any
	}{
		"at once":            {mode: "get", url: nil},
		"nine minutes":       {mode: "get", wait: 9 * time.Minute, url: nil},
		"ten minutes":        {mode: "get", wait: 10 * time.Minute, url: urlA},
		"ten minutes, off":   {mode: "off", wait: 10 * time.Minute, url: nil},
		"newer":              {mode: "get", newer: true, url: urlA},
		"patch":              {mode: "patch", url: urlA},
		"removed":            {mode: "get", config: acctest.Values{}, wait: 10 * time.Minute, url: urlA},
		"ignored":            {mode: "get", config: acctest.Values{"url": urlB}, adjust: ignoring, wait: 10 * time.Minute, url: urlA},
		"ignored, newer":     {mode: "get", config: acctest.Values{"url": urlB}, adjust: ignoring, newer: true, url: urlA},
		"removed, not newer": {mode: "get", config: acctest.Values{}, wait: time.Minute, url: nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e := startInBubble(t)
				r, config := e.resource(t, acctest.Values{"max_retries": 0, "webhook_refresh": tc.mode})
				mustApply(t, r, config(acctest.Values{"url": urlA}))
				plan, _ := r.Plan(t.Context(), config(acctest.Values{"url": urlB}))
				e.Inject(fakeservice.Fault{Times: 1, Status: http.StatusInternalServerError, Method: http.MethodPatch})
				if diags := r.ApplyPlan(t.Context(), plan); diags.Errors() == "" {
					t.Fatal("no error")
				}
				wantState(t, r, acctest.Values{"url": nil})
				if tc.adjust != nil {
					tc.adjust(r)
				}
				if tc.newer {
					e.ChangeWebhook(e.webhook.ID, func(*fakeservice.Webhook) {})
				}
				for range 2 { // the second run reads what the first one kept
					time.Sleep(tc.wait / 2)
					if diags := r.Refresh(t.Context()); len(diags) > 0 {
						t.Error(diags)
					}
				}
				wantState(t, r, acctest.Values{"url": tc.url})
				if tc.config != nil {
					mustBeSettled(t, r, config(tc.config))
				}
				if tc.url == nil && tc.config == nil {
					e.sent()
					mustApply(t, r, config(acctest.Values{"url": urlA}))
					wantText(t, e.sent(), `{"url":"`+urlA+`"}`)
				}
			})
		})
	}
}

// A setting that is null without a doubt, because no answer had it yet, comes from any
// answer that has it.
func TestWebhook_nullWithoutDoubt(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"get", "patch"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, acctest.Values{"webhook_refresh": mode})
			e.Set(func(b *fakeservice.Behavior) { b.Rewrite = fakeservice.Without("url", "triggers", "active") })
			mustApply(t, r, config(acctest.Values{"active": true}))
			wantState(t, r, acctest.Values{"url": nil, "triggers": nil})
			at := r.State()["updated_on"]
			e.Set(func(b *fakeservice.Behavior) { b.Rewrite = func(w map[string]any) { w["updated_on"] = at } })
			r.Refresh(t.Context())
			wantState(t, r, acctest.Values{"url": urlA, "triggers": []any{"charge_finished"}})
		})
	}
}

// After a rotation in doubt, the state shows no token. If it is removed then, the
// plan still says that the service keeps it, in one applied run.
func TestWebhook_doubtfulTokenRemoved(t *testing.T) {
	t.Parallel()
	const stays = "Webhook Token Stays at the Service"
	write := func(token string, version int) acctest.Values {
		return acctest.Values{"auth_token_wo": token, "auth_token_wo_version": version}
	}
	for name, tc := range map[string]struct {
		first, second acctest.Values
		newer         bool
	}{
		"in the state":      {acctest.Values{"auth_token": "Bearer one"}, acctest.Values{"auth_token": "Bearer two"}, false},
		"write-only":        {write("Bearer one", 1), write("Bearer two", 2), false},
		"write-only, newer": {write("Bearer one", 1), write("Bearer two", 2), true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e := startInBubble(t)
				r, config := e.resource(t, acctest.Values{"max_retries": 0})
				mustApply(t, r, config(tc.first))
				e.Inject(fakeservice.Fault{Times: 1, Status: http.StatusInternalServerError, Method: http.MethodPatch})
				mustFail(t, r, config(tc.second))
				if tc.newer {
					e.ChangeWebhook(e.webhook.ID, func(*fakeservice.Webhook) {})
				} else {
					time.Sleep(time.Hour)
				}
				for range 2 { // a bare plan keeps nothing
					planned := *r
					planned.Refresh(t.Context())
					_, diags := planned.Plan(t.Context(), config(nil))
					wantText(t, diags.Warnings(), stays)
				}
				wantText(t, r.Apply(t.Context(), config(nil)).Warnings(), stays)
				r.Refresh(t.Context())
				mustBeSettled(t, r, config(nil))
			})
		})
	}
	t.Run("sent again", func(t *testing.T) {
		t.Parallel()
		e := start(t)
		r, config := e.resource(t, acctest.Values{"max_retries": 0})
		mustApply(t, r, config(write("Bearer one", 1)))
		e.Inject(fakeservice.Fault{Times: 1, Status: http.StatusInternalServerError, Method: http.MethodPatch})
		mustFail(t, r, config(write("Bearer two", 2)))
		mustApply(t, r, config(write("Bearer two", 2)))
		if said := r.Apply(t.Context(), config(nil)).Warnings(); strings.Count(said, stays) != 1 {
			t.Errorf("said %q", said)
		}
		mustBeSettled(t, r, config(nil))
	})
}
