// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestTriggersAsText: the API's description calls the triggers of an update a string. A service that
// takes it by its word refuses an array, and the message names them.
func TestTriggersAsText(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]acctest.Values{
		"adopt":  adopting(acctest.Values{"triggers": []string{"charge_finished"}}),
		"create": creating(nil),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			e.Set(func(b *fakeservice.Behavior) { b.TriggersAsText = true })
			r := e.resource()
			wantText(t, mustFail(t, r, config), "status 400", "triggers: INVALID_TYPE")
			if r.State() != nil || len(e.Webhooks()) != 1 {
				t.Errorf("the state is %v, and the service has %v", r.State(), e.Webhooks())
			}
		})
	}
}

// TestUnofferedCalls: a service may answer a call that it does not have in several ways. In none of
// them is a webhook taken for one that is gone, created or deleted.
func TestUnofferedCalls(t *testing.T) {
	t.Parallel()
	for name, routes := range map[string]fakeservice.UnknownRoutes{
		"its own 404":     fakeservice.RouteNotFound,
		"405":             fakeservice.RouteMethodNotAllowed,
		"a gateway's 404": fakeservice.RouteUnknownToGateway,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			created := e.resource()
			mustApply(t, created, creating(nil))
			e.Set(func(b *fakeservice.Behavior) {
				b.WebhookGet = false
				b.WebhookCreate = false
				b.WebhookDelete = false
				b.UnknownRoutes = routes
			})
			e.NextRun(t)

			adopted := e.resource()
			mustApply(t, adopted, adopting(acctest.Values{"active": false}))
			diags := adopted.Refresh(t.Context())
			wantText(t, diags.Errors())
			wantText(t, diags.Warnings(), "Webhook Not Readable")
			wantState(t, adopted, acctest.Values{"active": false})

			another := creating(acctest.Values{"url": urlA + "2"})
			refused := mustFail(t, e.resource(), another)
			wantText(t, refused, "Unable to Create Webhook", "creates no webhooks by its API")

			off := e.in(t, "off", created)
			wantText(t, mustFail(t, off, nil), "Unable to Delete Webhook")
			if off.State() == nil || len(e.Webhooks()) != 2 {
				t.Errorf("the state is %v, and the service has %v", off.State(), e.Webhooks())
			}
		})
	}
}

// TestForbidden: a service that forbids what is not the caller's has not lost it.
func TestForbidden(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"get", "list", "patch"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": mode})
			e.Set(func(b *fakeservice.Behavior) {
				b.WebhookList = true
				b.Scope = fakeservice.ScopeForbidden
			})
			r := e.resource()
			mustApply(t, r, adopting(nil))

			foreign := e.as(t, e.AddAccount(fakeservice.Account{StoreID: anotherStore}), mode, r)
			said := foreign.Refresh(t.Context()).Errors()
			wantText(t, said, "Unable to Read Webhook", "status 403", "INVALID_PERMISSIONS", "`app_token`")
			if foreign.State() == nil {
				t.Error("the state has lost a webhook that lives on")
			}
		})
	}
}
