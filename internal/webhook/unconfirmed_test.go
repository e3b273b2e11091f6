// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// An update that failed may have arrived. If its value is taken back then,
// the state has it already, and still it must be sent.
func TestWebhook_unconfirmedUpdate(t *testing.T) {
	t.Parallel()

	const a, b = "https://hooks.example.com/a", "https://hooks.example.com/b"
	for name, tc := range map[string]struct {
		unreadable    bool
		fault         fakeservice.Fault
		first, second acctest.Values
		want          []string // the updates that take the second back
		silent        bool     // nothing is said of it
	}{
		"active": {
			unreadable: true, fault: fakeservice.Fault{Status: 500, AfterHandling: true},
			first: acctest.Values{"active": true, "url": a}, second: acctest.Values{"active": false, "url": a}, want: []string{`{"active":true}`},
		},
		"several": {
			unreadable: true, fault: fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true},
			first:  acctest.Values{"active": true, "url": a, "triggers": []string{"x"}},
			second: acctest.Values{"active": false, "url": b, "triggers": []string{}},
			want:   []string{`{"active":true,"url":"` + a + `","triggers":["x"]}`},
		},
		"another value than asked for": {
			unreadable: true, fault: fakeservice.Fault{Status: 200, Body: []byte(`{"active":true}`), AfterHandling: true},
			first: acctest.Values{"active": true}, second: acctest.Values{"active": false}, want: []string{`{"active":true}`},
		},
		"not configured any more": {
			unreadable: true, fault: fakeservice.Fault{Status: 500, AfterHandling: true},
			first: acctest.Values{"active": true}, second: acctest.Values{"active": true, "url": b}, silent: true,
		},
		"a token": {
			fault: fakeservice.Fault{Status: 500, AfterHandling: true},
			first: acctest.Values{"auth_token": "Bearer one"}, second: acctest.Values{"auth_token": "Bearer two"}, want: []string{`{"auth_token":"Bearer one"}`},
		},
		"a write-only token": {
			fault:  fakeservice.Fault{Status: 500, AfterHandling: true},
			first:  acctest.Values{"auth_token_wo": "Bearer one", "auth_token_wo_version": 1},
			second: acctest.Values{"auth_token_wo": "Bearer two", "auth_token_wo_version": 2}, want: []string{`{"auth_token":"Bearer one"}`},
		},
		"seen by a refresh": {
			fault: fakeservice.Fault{Status: 500, AfterHandling: true},
			first: acctest.Values{"url": a}, second: acctest.Values{"url": b}, want: []string{`{"url":"` + a + `"}`}, silent: true,
		},
		"refused": {
			unreadable: true, fault: fakeservice.Fault{Status: 400},
			first: acctest.Values{"active": true}, second: acctest.Values{"active": false}, silent: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookGet = !tc.unreadable })
			r, config := e.resource(t, acctest.Values{"max_retries": 0})
			mustApply(t, r, config(tc.first))
			tc.fault.Method = "PATCH"
			e.Inject(tc.fault)
			if diags := r.Apply(t.Context(), config(tc.second)); diags.Errors() == "" {
				t.Fatal("no error")
			}
			e.ClearFaults()
			e.ResetRequests()
			diags := r.Apply(t.Context(), config(tc.first))
			if warned := strings.Contains(diags.Warnings(), "Webhook Settings in Doubt"); diags.Errors() != "" || warned == tc.silent {
				t.Errorf("said %q", diags)
			}
			var sent []string
			for _, request := range e.Requests(fakeservice.ByMethod("PATCH")) {
				sent = append(sent, string(request.Body))
			}
			if !slices.Equal(sent, tc.want) {
				t.Errorf("sent %q, want %q", sent, tc.want)
			}
			if plan, diags := r.Plan(t.Context(), config(tc.first)); !plan.Empty || strings.Contains(diags.String(), "Doubt") {
				t.Errorf("afterwards the plan is %v, and said %s", plan.Values, diags)
			}
		})
	}
}

func TestWebhook_unconfirmedDestroy(t *testing.T) {
	t.Parallel()

	e := start(t)
	r, config := e.resource(t, acctest.Values{"max_retries": 0, "webhook_refresh": "off"})
	kept := config(acctest.Values{"active": true, "deactivate_on_destroy": true})
	mustApply(t, r, kept)
	r.NextRun(t)
	e.Inject(fakeservice.Fault{Status: 500, AfterHandling: true, Method: "PATCH"})
	if diags := r.Apply(t.Context(), nil); diags.Errors() == "" {
		t.Fatal("no error")
	}
	e.ClearFaults()
	mustApply(t, r, kept)
	if !e.now(t).Active {
		t.Error("the webhook that is kept after all was left stopped")
	}
}
