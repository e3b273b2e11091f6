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

// TestDelete: a webhook is deleted only if its state says so, and stays in the state unless
// it is gone.
func TestDelete(t *testing.T) {
	t.Parallel()
	own := func(status int) []fakeservice.Fault {
		return []fakeservice.Fault{{Method: http.MethodDelete, Status: status}}
	}
	html := []byte("<html>")
	const short, long = "/stores/{storeId}/webhooks/{webhookId}", "/merchants/{merchantId}/stores/{storeId}/webhooks/{webhookId}"
	for name, tc := range map[string]struct {
		config acctest.Values
		mode   string // "get" unless given
		later  string // the mode of the destroy, if it is another one
		lists  bool   // the service lists webhooks
		gone   bool   // the service has it no longer
		taint  bool
		faults []fakeservice.Fault
		calls  string
		says   []string // an error
		warns  string   // the plan
	}{
		"deleted":                         {calls: "DELETE", warns: "Destroying this resource deletes webhook"},
		"through the merchant":            {config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, calls: "DELETE long"},
		"an answer with a body":           {faults: []fakeservice.Fault{{Method: http.MethodDelete, Status: 202, Body: html}}, calls: "DELETE"},
		"adopted":                         {config: acctest.Values{"webhook_id": hookID, "delete_on_destroy": nil}, warns: "Destroying this resource does not delete webhook " + hookID},
		"to be left":                      {config: acctest.Values{"delete_on_destroy": false}, warns: "does not delete"},
		"gone":                            {gone: true, calls: "DELETE; GET; GET charges"},
		"gone, never read":                {mode: "off", lists: true, gone: true, calls: "DELETE; GET list; GET charges"},
		"gone, never read, no list":       {mode: "off", gone: true, calls: "DELETE; GET list", says: []string{"does not show that the webhook is gone", "list", "`terraform state rm`", "`delete_on_destroy = false`"}},
		"a 404, and it is listed":         {mode: "off", lists: true, faults: own(404), calls: "DELETE; GET list", says: []string{"The list of the store's webhooks still has it"}},
		"a 404, and a GET answers":        {faults: own(404), calls: "DELETE; GET", says: []string{"still finds it", "The state is unchanged"}},
		"a 404, and a GET is refused":     {faults: append(own(404), fakeservice.Fault{Method: http.MethodGet, Status: 403}), calls: "DELETE; GET", says: []string{"status 403", "The state is unchanged"}},
		"a 404, and PATCH answers":        {later: "patch", faults: own(404), calls: "DELETE; PATCH {}", says: []string{"still finds it"}},
		"gone, read by PATCH":             {later: "patch", gone: true, calls: "DELETE; PATCH {}; GET charges"},
		"gone, and no charges":            {gone: true, faults: []fakeservice.Fault{{Path: "/stores/{storeId}/charges", Status: 403}}, calls: "DELETE; GET; GET charges", says: []string{"could not list the charges", "`app_token`"}},
		"a 404 of an ingress":             {faults: []fakeservice.Fault{{Method: http.MethodDelete, Status: 404, Body: html}}, calls: "DELETE", says: []string{"own format", "`base_url`"}},
		"deleted by the first attempt":    {faults: []fakeservice.Fault{{Method: http.MethodDelete, Status: 500, AfterHandling: true, Times: 1}}, calls: "DELETE; DELETE; GET; GET charges"},
		"no such call, 405":               {faults: own(405), calls: "DELETE", says: []string{"deletes no webhooks by its API", "`delete_on_destroy = false`", "`terraform state rm`"}},
		"no such call, 501":               {faults: own(501), calls: "DELETE", says: []string{"deletes no webhooks by its API"}},
		"not permitted":                   {faults: own(403), calls: "DELETE", says: []string{"`app_token`", "The state is unchanged"}},
		"an unclear result":               {faults: own(500), calls: "DELETE; DELETE", says: []string{"It is unclear whether the service deleted"}},
		"tainted":                         {taint: true, calls: "DELETE"},
		"tainted, only by the merchant":   {taint: true, faults: []fakeservice.Fault{{Path: short, Status: 404, Body: html}}, calls: "DELETE; DELETE long"},
		"tainted, 405 and the merchant":   {taint: true, faults: []fakeservice.Fault{{Path: short, Status: 405}}, calls: "DELETE; DELETE long"},
		"tainted and gone":                {taint: true, lists: true, gone: true, calls: "DELETE; DELETE long; GET long list; GET charges"},
		"tainted and gone, only by store": {taint: true, lists: true, gone: true, faults: []fakeservice.Fault{{Path: long, Status: 404, Body: html}}, calls: "DELETE; DELETE long; GET list; GET charges"},
		"tainted and gone, no list":       {taint: true, gone: true, calls: "DELETE; DELETE long; GET long list", says: []string{"does not show that the webhook is gone"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": cmp.Or(tc.mode, "get")})
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = tc.lists })
			r := e.resource()
			mustApply(t, r, creating(tc.config))
			id, _ := r.State()["id"].(string)
			if tc.gone {
				e.DeleteWebhook(id)
			}
			if tc.taint {
				r.Private, r.IdentityData = nil, nil
			}
			for _, f := range tc.faults {
				e.Inject(f)
			}
			e.NextRun(t)
			if tc.later != "" {
				r = e.in(t, tc.later, r)
			}
			e.calls()
			plan, diags := r.Plan(t.Context(), nil)
			wantText(t, diags.Warnings(), tc.warns)
			said := r.ApplyPlan(t.Context(), plan).Errors()
			e.wantCalls(t, tc.calls)
			wantText(t, said, tc.says...)
			if (r.State() == nil) != (said == "") {
				t.Errorf("the state has %v", r.State())
			}
			if _, exists := e.Webhook(id); tc.faults == nil && exists != (tc.calls == "") {
				t.Errorf("the service has the webhook: %t", exists)
			}
		})
	}
}

// TestDelete_stateDecides: what the configuration says counts once it was applied.
func TestDelete_stateDecides(t *testing.T) {
	t.Parallel()
	for _, first := range []bool{true, false} {
		e := start(t, nil)
		r := e.resource()
		mustApply(t, r, creating(acctest.Values{"delete_on_destroy": first}))
		e.calls()
		mustApply(t, r, creating(acctest.Values{"delete_on_destroy": !first}))
		e.wantCalls(t, "GET")
		mustApply(t, r, nil)
		if exists := len(e.Webhooks()) == 2; exists != first {
			t.Errorf("after %t and %t, the service has the webhook: %t", first, !first, exists)
		}
	}
}
