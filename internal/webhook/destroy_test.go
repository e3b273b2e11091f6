// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"cmp"
	"net/http"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

var (
	deleteWebhook         = request{Method: "DELETE", Path: webhookPath}
	deleteMerchantWebhook = request{Method: "DELETE", Path: merchantWebhookPath}
	patchNothing          = request{Method: "PATCH", Path: webhookPath, Body: acctest.Values{}}
)

// TestDelete: a webhook is deleted only if its state says so, and stays in the state unless
// it is gone.
func TestDelete(t *testing.T) {
	t.Parallel()
	const stateUnchanged = "The state is unchanged"
	deleted := []string{"Webhook Deleted", "Destroying this resource deletes webhook"}
	answers := func(status int, body []byte) []fakeservice.Fault {
		return []fakeservice.Fault{{Method: http.MethodDelete, Status: status, Body: body}}
	}
	for name, tt := range map[string]struct {
		config    acctest.Values
		mode      string // webhook_refresh, "get" unless given
		laterMode string // that of the destroy, if it is another one
		lists     bool   // the service lists webhooks
		isGone    bool   // somebody else has deleted the webhook
		isTainted bool   // the CLI has no record of it
		faults    []fakeservice.Fault
		requests  []request // by the destroy
		fails     []string
		warns     []string // the plan
		survives  bool     // the service still has the webhook then
	}{
		"deleted": {
			requests: []request{deleteWebhook},
			warns:    deleted,
		},
		"deleted, through the merchant": {
			config:   acctest.Values{"merchant_id": merchantID},
			requests: []request{deleteMerchantWebhook},
			warns:    deleted,
		},
		"deleted by the first attempt": {
			faults: []fakeservice.Fault{{
				Method:        http.MethodDelete,
				Status:        http.StatusInternalServerError,
				AfterHandling: true,
				Times:         1,
			}},
			requests: []request{deleteWebhook, deleteWebhook, getWebhook, getCharges},
			warns:    deleted,
		},
		"an answer with a body": {
			faults:   answers(http.StatusAccepted, htmlPage),
			requests: []request{deleteWebhook},
			warns:    deleted,
			survives: true, // as long as the service takes
		},

		// What is not deleted.
		"adopted": {
			config:   acctest.Values{"webhook_id": hookID, "delete_on_destroy": nil},
			warns:    []string{"Webhook Not Deleted", "Destroying this resource does not delete webhook " + hookID},
			survives: true,
		},
		"to be left": {
			config:   acctest.Values{"delete_on_destroy": false},
			warns:    []string{"Webhook Not Deleted", "does not delete"},
			survives: true,
		},

		// A webhook that is gone, and one that may be.
		"gone": {
			isGone:   true,
			requests: []request{deleteWebhook, getWebhook, getCharges},
			warns:    deleted,
		},
		"gone, and read by PATCH": {
			laterMode: "patch",
			isGone:    true,
			requests:  []request{deleteWebhook, patchNothing, getCharges},
			warns:     deleted,
		},
		"gone, and never read": {
			mode:     "off",
			lists:    true,
			isGone:   true,
			requests: []request{deleteWebhook, getList, getCharges},
			warns:    deleted,
		},
		"gone, and never read, without a list": {
			mode:     "off",
			isGone:   true,
			requests: []request{deleteWebhook, getList},
			fails: []string{
				"does not show that the webhook is gone",
				"list",
				"`terraform state rm`",
				"`delete_on_destroy = false`",
			},
			warns: deleted,
		},
		"gone, and no charges": {
			isGone:   true,
			faults:   []fakeservice.Fault{{Path: chargesPath, Status: http.StatusForbidden}},
			requests: []request{deleteWebhook, getWebhook, getCharges},
			fails:    []string{"could not list the charges", "`app_token`"},
			warns:    deleted,
		},
		"a 404, and it is listed": {
			mode:     "off",
			lists:    true,
			faults:   answers(http.StatusNotFound, nil),
			requests: []request{deleteWebhook, getList},
			fails:    []string{"The list of the store's webhooks still has it"},
			warns:    deleted,
			survives: true,
		},
		"a 404, and a GET answers, but no list ever had it": {
			mode:  "list",
			lists: true,
			faults: []fakeservice.Fault{
				{Method: http.MethodDelete, Status: http.StatusNotFound},
				{
					Path:   listPath,
					Status: http.StatusOK,
					Body:   []byte(`{"items":[],"has_more":false}`),
				},
			},
			requests: []request{deleteWebhook, getList, getWebhook},
			fails:    []string{"does not show that the webhook is gone", "still finds it"},
			warns:    deleted,
			survives: true,
		},
		"a 404, and a GET answers": {
			faults:   answers(http.StatusNotFound, nil),
			requests: []request{deleteWebhook, getWebhook},
			fails:    []string{"still finds it", stateUnchanged},
			warns:    deleted,
			survives: true,
		},
		"a 404, and a GET is refused": {
			faults: []fakeservice.Fault{
				{Method: http.MethodDelete, Status: http.StatusNotFound},
				{Method: http.MethodGet, Status: http.StatusForbidden},
			},
			requests: []request{deleteWebhook, getWebhook},
			fails:    []string{"status 403", stateUnchanged},
			warns:    deleted,
			survives: true,
		},
		"a 404, and a PATCH answers": {
			laterMode: "patch",
			faults:    answers(http.StatusNotFound, nil),
			requests:  []request{deleteWebhook, patchNothing},
			fails:     []string{"still finds it"},
			warns:     deleted,
			survives:  true,
		},
		"a 404 of an ingress": {
			faults:   answers(http.StatusNotFound, htmlPage),
			requests: []request{deleteWebhook},
			fails:    []string{"own format", "`base_url`"},
			warns:    deleted,
			survives: true,
		},

		// A DELETE that fails.
		"no such call, 405": {
			faults:   answers(http.StatusMethodNotAllowed, nil),
			requests: []request{deleteWebhook},
			fails: []string{
				"deletes no webhooks by its API",
				"`delete_on_destroy = false`",
				"`terraform state rm`",
			},
			warns:    deleted,
			survives: true,
		},
		"no such call, 501": {
			faults:   answers(http.StatusNotImplemented, nil),
			requests: []request{deleteWebhook},
			fails:    []string{"deletes no webhooks by its API"},
			warns:    deleted,
			survives: true,
		},
		"not permitted": {
			faults:   answers(http.StatusForbidden, nil),
			requests: []request{deleteWebhook},
			fails:    []string{"`app_token`", stateUnchanged},
			warns:    deleted,
			survives: true,
		},
		"an unclear result": {
			faults:   answers(http.StatusInternalServerError, nil),
			requests: []request{deleteWebhook, deleteWebhook},
			fails:    []string{"It is unclear whether the service deleted"},
			warns:    deleted,
			survives: true,
		},

		// A tainted webhook, whose path is not known.
		"tainted": {
			isTainted: true,
			requests:  []request{deleteWebhook},
			warns:     deleted,
		},
		"tainted, and only by the merchant": {
			isTainted: true,
			faults:    []fakeservice.Fault{{Path: webhookPath, Status: http.StatusNotFound, Body: htmlPage}},
			requests:  []request{deleteWebhook, deleteMerchantWebhook},
			warns:     deleted,
		},
		"tainted, and by the merchant after a 405": {
			isTainted: true,
			faults:    []fakeservice.Fault{{Path: webhookPath, Status: http.StatusMethodNotAllowed}},
			requests:  []request{deleteWebhook, deleteMerchantWebhook},
			warns:     deleted,
		},
		"tainted and gone": {
			lists:     true,
			isGone:    true,
			isTainted: true,
			requests:  []request{deleteWebhook, deleteMerchantWebhook, getMerchantList, getCharges},
			warns:     deleted,
		},
		"tainted and gone, and only by the store": {
			lists:     true,
			isGone:    true,
			isTainted: true,
			faults:    []fakeservice.Fault{{Path: merchantWebhookPath, Status: http.StatusNotFound, Body: htmlPage}},
			requests:  []request{deleteWebhook, deleteMerchantWebhook, getList, getCharges},
			warns:     deleted,
		},
		"tainted and gone, without a list": {
			isGone:    true,
			isTainted: true,
			requests:  []request{deleteWebhook, deleteMerchantWebhook, getMerchantList},
			fails:     []string{"does not show that the webhook is gone"},
			warns:     deleted,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": cmp.Or(tt.mode, "get")})
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = tt.lists })
			r := e.resource()
			mustApply(t, r, creating(tt.config))
			id, _ := r.State()["id"].(string)
			if tt.isGone {
				e.DeleteWebhook(id)
			}
			if tt.isTainted {
				r.Private = nil
				r.IdentityData = nil
			}
			for _, fault := range tt.faults {
				e.Inject(fault)
			}
			e.NextRun(t)
			if tt.laterMode != "" {
				r = e.in(t, tt.laterMode, r)
			}
			e.ResetRequests()

			plan, diags := r.Plan(t.Context(), nil)
			wantErrors(t, diags)
			wantWarnings(t, diags, tt.warns...)
			diags = r.ApplyPlan(t.Context(), plan)
			e.wantRequests(t, tt.requests...)
			wantErrors(t, diags, tt.fails...)
			wantWarnings(t, diags)
			isInState := r.State() != nil
			if isInState != (tt.fails != nil) {
				t.Errorf("the state has %v", r.State())
			}
			_, exists := e.Webhook(id)
			if exists != tt.survives {
				t.Errorf("the service has the webhook: %t", exists)
			}
		})
	}
}

// TestDelete_stateDecides: what the configuration says counts once it was applied.
func TestDelete_stateDecides(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		deletesFirst bool
		survives     bool
	}{
		"true, then false": {
			deletesFirst: true,
			survives:     true,
		},
		"false, then true": {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			r := e.resource()
			mustApply(t, r, creating(acctest.Values{"delete_on_destroy": tt.deletesFirst}))
			id := e.only(t, urlB)
			e.ResetRequests()
			mustApply(t, r, creating(acctest.Values{"delete_on_destroy": !tt.deletesFirst}))
			e.wantRequests(t, getWebhook)

			mustApply(t, r, nil)
			_, exists := e.Webhook(id)
			if exists != tt.survives {
				t.Errorf("the service has the webhook: %t", exists)
			}
		})
	}
}
