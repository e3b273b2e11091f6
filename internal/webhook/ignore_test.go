// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// What lifecycle's ignore_changes names stays as the service has it, also if an
// update shows that this is no longer what the state has.
func TestWebhook_ignoredSettings(t *testing.T) {
	t.Parallel()
	resumed := func(w *fakeservice.Webhook) { w.Active = true }
	for name, tc := range map[string]struct {
		ignore        []string
		first, second acctest.Values
		drift         func(*fakeservice.Webhook)
		want          string // the updates
	}{
		"active, configured otherwise": {
			ignore: []string{"active"}, first: acctest.Values{"active": false, "url": urlA}, second: acctest.Values{"active": true, "url": urlB},
			drift: resumed, want: `{"url":"` + urlB + `"}`,
		},
		"active, not configured": {
			ignore: []string{"active"}, first: acctest.Values{"active": false, "url": urlA}, second: acctest.Values{"url": urlB},
			drift: resumed, want: `{"url":"` + urlB + `"}`,
		},
		"the URL": {
			ignore: []string{"url"}, first: acctest.Values{"active": false, "url": urlA}, second: acctest.Values{"active": true},
			drift: func(w *fakeservice.Webhook) { w.URL = "https://console.example.com/" }, want: `{"active":true}`,
		},
		"the triggers": {
			ignore: []string{"triggers"}, first: acctest.Values{"active": false, "triggers": []string{"a"}}, second: acctest.Values{"active": true, "triggers": []string{"b"}},
			drift: func(w *fakeservice.Webhook) { w.Triggers = []string{"c"} }, want: `{"active":true}`,
		},
		"the merchant": {
			ignore: []string{"merchant_id"}, first: acctest.Values{"active": false}, second: acctest.Values{"active": true, "merchant_id": "99999999-9999-4999-8999-999999999999"},
			want: `{"active":true}`,
		},
		"something else": {
			ignore: []string{"triggers"}, first: acctest.Values{"active": false, "url": urlA}, second: acctest.Values{"active": false, "url": urlB},
			drift: resumed, want: `{"url":"` + urlB + `"} {"active":false}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, acctest.Values{"webhook_refresh": "off"})
			mustApply(t, r, config(tc.first))
			if tc.drift != nil {
				e.ChangeWebhook(e.webhook.ID, tc.drift)
			}
			e.sent()
			r.IgnoreChanges = tc.ignore
			diags := r.Apply(t.Context(), config(tc.second))
			corrected := strings.Contains(tc.want, "} {")
			if diags.Errors() != "" || strings.Contains(diags.Warnings(), "Webhook Had Changed") != corrected {
				t.Errorf("said %s", diags)
			}
			if got := e.sent(); got != tc.want {
				t.Errorf("sent %s, want %s", got, tc.want)
			}
			mustBeSettled(t, r, config(tc.second))
		})
	}
}

// An update that failed leaves nothing to be sent again of what is ignored from
// then on.
func TestWebhook_ignoredSettingsAreNotSentAgain(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		ignore        []string
		first, second acctest.Values
	}{
		"active":  {[]string{"active"}, acctest.Values{"active": true}, acctest.Values{"active": false}},
		"a token": {[]string{"auth_token"}, acctest.Values{"auth_token": "Bearer one-1"}, acctest.Values{"auth_token": "Bearer two-2"}},
		"a write-only token": {
			[]string{"auth_token_wo_version"},
			acctest.Values{"auth_token_wo": "Bearer one-1", "auth_token_wo_version": 1}, acctest.Values{"auth_token_wo": "Bearer two-2", "auth_token_wo_version": 2},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, acctest.Values{"webhook_refresh": "off", "max_retries": 0})
			mustApply(t, r, config(tc.first))
			e.Inject(fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusInternalServerError, AfterHandling: true})
			if diags := r.Apply(t.Context(), config(tc.second)); diags.Errors() == "" {
				t.Fatal("no error")
			}
			e.ClearFaults()
			e.sent()
			r.IgnoreChanges = tc.ignore
			mustApply(t, r, config(tc.second))
			if got := e.sent(); got != "" {
				t.Errorf("sent %s", got)
			}
			mustBeSettled(t, r, config(tc.second))
		})
	}
}

func TestAccWebhook_ignoredSettings(t *testing.T) {
	t.Parallel()
	for name, active := range map[string]string{"configured": "active = true", "not configured": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.stop()
			with := func(url, active string) string {
				return e.configWith(`webhook_refresh = "off"`, `url = "`+url+`"`, active, "lifecycle {\n    ignore_changes = [active]\n  }")
			}
			run(t,
				resource.TestStep{Config: with(urlA, "active = false"), Check: e.expectBodies(t, `{"active":false,"url":"`+urlA+`"}`)},
				resource.TestStep{
					PreConfig:        func() { e.ChangeWebhook(e.webhook.ID, func(w *fakeservice.Webhook) { w.Active = true }) },
					Config:           with(urlB, active),
					ConfigPlanChecks: acctest.ThenEmptyPlan(),
					Check:            e.expectBodies(t, `{"url":"`+urlB+`"}`),
				},
			)
			if !e.now(t).Active {
				t.Error("the webhook that somebody resumed was stopped again")
			}
		})
	}
}
