// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A key may stand in the query of a URL, and so may a password before its host.
// No message shows them, of either side.
func TestWebhook_messagesHideKeysInURLs(t *testing.T) {
	t.Parallel()
	const (
		configured = "https://x.example.com/h?key=configured-k3y"
		atService  = "https://user:service-pw@x.example.com/h?key=service-k3y"
		onlyQuery  = "https://x.example.com/h?key=service-k3y"
	)
	for name, tc := range map[string]struct {
		url   string // at the service
		run   func(t *testing.T, e env, r *acctest.Resource, config func(acctest.Values) acctest.Values) acctest.Diagnostics
		title string
		says  string
	}{
		"adoption": {
			url: atService,
			run: func(t *testing.T, _ env, r *acctest.Resource, config func(acctest.Values) acctest.Values) acctest.Diagnostics {
				t.Helper()
				_, diags := r.Plan(t.Context(), config(acctest.Values{"url": configured}))
				return diags
			},
			title: adoptingChanges, says: "configured https://x.example.com/h?key=[hidden], currently https://x.example.com/h?key=[hidden] (they differ only in what is hidden here)",
		},
		"adoption, only the query": {
			url: onlyQuery,
			run: func(t *testing.T, _ env, r *acctest.Resource, config func(acctest.Values) acctest.Values) acctest.Diagnostics {
				t.Helper()
				_, diags := r.Plan(t.Context(), config(acctest.Values{"url": configured}))
				return diags
			},
			title: adoptingChanges, says: "(they differ only in what is hidden here)",
		},
		"not taken over": {
			url: urlA,
			run: func(t *testing.T, e env, r *acctest.Resource, config func(acctest.Values) acctest.Values) acctest.Diagnostics {
				t.Helper()
				e.Inject(fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusOK, Body: []byte(`{"url":"https://other.example.com/?key=service-k3y"}`)})
				return r.Apply(t.Context(), config(acctest.Values{"url": configured}))
			},
			title: "Unexpected Webhook Answer", says: "returned https://other.example.com/?key=[hidden]",
		},
		"unseen drift": {
			url: urlA,
			run: func(t *testing.T, e env, r *acctest.Resource, config func(acctest.Values) acctest.Values) acctest.Diagnostics {
				t.Helper()
				mustApply(t, r, config(acctest.Values{"url": configured, "active": true}))
				e.Set(func(b *fakeservice.Behavior) { b.WebhookGet = false })
				r.NextRun(t)
				e.ChangeWebhook(e.webhook.ID, func(w *fakeservice.Webhook) { w.URL = atService })
				plan, _ := r.Plan(t.Context(), config(acctest.Values{"url": configured, "active": false}))
				return r.ApplyPlan(t.Context(), plan)
			},
			title: "Webhook Had Changed Outside of Terraform", says: "was https://x.example.com/h?key=[hidden]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.ChangeWebhook(e.webhook.ID, func(w *fakeservice.Webhook) { w.URL = tc.url })
			r, config := e.resource(t, nil)
			said := tc.run(t, e, r, config).String()
			wantText(t, said, tc.title)
			wantText(t, said, tc.says)
			for _, key := range []string{"configured-k3y", "service-k3y", "service-pw"} {
				if strings.Contains(said, key) {
					t.Errorf("%s is shown: %s", key, said)
				}
			}
		})
	}
}
