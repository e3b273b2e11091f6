// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const notKnownYet = "Provider Configuration Not Known Yet"

// unknown returns a provider whose address is not known until something else is applied.
func (e env) unknown(t *testing.T) *acctest.Protocol {
	t.Helper()
	return acctest.Configured(t, e.server, acctest.Values{"base_url": acctest.Unknown})
}

// TestApply_unknownProvider: while the provider's address is not known, an apply that needs the service says so, and
// all others work.
func TestApply_unknownProvider(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		before acctest.Values // nil if there is no state
		after  acctest.Values // nil to destroy the webhook
		fails  []string
	}{
		"to adopt": {
			after: adopting(nil),
			fails: []string{notKnownYet, "`base_url`", "adopting or creating a webhook is not possible yet"},
		},
		"to create": {
			after: creating(nil),
			fails: []string{notKnownYet, "adopting or creating a webhook is not possible yet"},
		},
		"to update": {
			before: adopting(nil),
			after:  adopting(acctest.Values{"active": false}),
			fails:  []string{notKnownYet, "updating a webhook is not possible yet"},
		},
		"to change what is not sent": {
			before: creating(nil),
			after:  creating(acctest.Values{"delete_on_destroy": false}),
		},
		"to delete": {
			before: creating(nil),
			fails:  []string{notKnownYet, "deleting a webhook is not possible yet"},
		},
		"to let go": {
			before: adopting(nil),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			r := e.resource()
			if tt.before != nil {
				mustApply(t, r, tt.before)
			}
			e.ResetRequests()

			r = e.unknown(t).Adopt(r)
			plan, diags := r.Plan(t.Context(), tt.after)
			wantErrors(t, diags)
			wantErrors(t, r.ApplyPlan(t.Context(), plan), tt.fails...)
			e.wantRequests(t)
		})
	}
}

// TestRead_unknownProvider: while the provider's address is not known, a refresh leaves the state as it is, and what
// only reads says that it cannot.
func TestRead_unknownProvider(t *testing.T) {
	t.Parallel()
	inStore := acctest.Values{"store_id": storeID}
	e := start(t, nil)
	r := e.resource()
	mustApply(t, r, adopting(acctest.Values{"active": true}))
	e.ChangeWebhook(hookID, func(w *fakeservice.Webhook) { w.Active = false })
	e.ResetRequests()
	unknown := e.unknown(t)

	r = unknown.Adopt(r)
	if diags := r.Refresh(t.Context()); len(diags) > 0 {
		t.Errorf("the refresh says %s", diags)
	}
	wantState(t, r, acctest.Values{"active": true})

	_, diags := unknown.Read(t.Context(), "paymentservice_webhooks", inStore)
	wantErrors(t, diags, notKnownYet, "listing webhooks is not possible yet")
	_, diags = unknown.List(t.Context(), webhookType, inStore, 100, true)
	wantErrors(t, diags, notKnownYet, "listing webhooks is not possible yet")
	diags = unknown.Invoke(t.Context(), resumeAction, adopting(nil))
	wantErrors(t, diags, notKnownYet, "resuming a webhook is not possible yet")
	e.wantRequests(t)
}
