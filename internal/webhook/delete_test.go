// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A destroy deletes the webhook if the state says so, and only with proof that it is
// gone.
func TestWebhook_deletes(t *testing.T) {
	t.Parallel()
	const del, long, list, get, charges = "DELETE /webhooks/ID", "DELETE /long/webhooks/ID", "GET /webhooks", "GET /webhooks/ID", "GET /charges"
	missing := []byte(`{"status":"error","code":"NOT_FOUND"}`)
	deletion := func(f fakeservice.Fault) fakeservice.Fault { f.Method = http.MethodDelete; return f }
	listed := func(n newWebhook) { n.Set(func(b *fakeservice.Behavior) { b.WebhookList = true }) }
	gone := func(n newWebhook) { n.DeleteWebhook(n.only().ID) }
	inject := func(faults ...fakeservice.Fault) func(newWebhook) {
		return func(n newWebhook) {
			for _, fault := range faults {
				n.Inject(fault)
			}
		}
	}
	both := func(all ...func(newWebhook)) func(newWebhook) {
		return func(n newWebhook) {
			for _, one := range all {
				one(n)
			}
		}
	}
	for name, tc := range map[string]struct {
		provider, config acctest.Values
		arrange          func(newWebhook)
		forget           bool // the record, as CLIs do for a tainted webhook
		calls, says      string
	}{
		"204":               {calls: del},
		"200":               {arrange: inject(deletion(fakeservice.Fault{Status: 200, AfterHandling: true, Body: []byte("{}")})), calls: del},
		"left in place":     {config: acctest.Values{"delete_on_destroy": false}},
		"a doubt, then 404": {arrange: inject(deletion(fakeservice.Fault{Status: 500, AfterHandling: true, Times: 1})), calls: del + "; " + del + "; " + list},
		"a doubt, a gateway": {
			arrange: inject(deletion(fakeservice.Fault{Status: 503, Times: 1}), deletion(fakeservice.Fault{Status: 404, Body: []byte(`{"message":"no Route matched"}`)})),
			calls:   del + "; " + del + "; " + list + "; " + get, says: "This does not show that the webhook is gone",
		},
		"a doubt, listed": {arrange: both(listed, inject(deletion(fakeservice.Fault{Status: 503, Times: 1}), deletion(fakeservice.Fault{Status: 404, Body: missing}))), calls: del + "; " + del + "; " + list, says: "The service still lists the webhook"},
		"only doubts":     {arrange: inject(deletion(fakeservice.Fault{Status: 500})), calls: del + "; " + del, says: "You can safely destroy the resource again"},
		"403":             {arrange: inject(deletion(fakeservice.Fault{Status: 403})), calls: del, says: "status 403"},
		"405":             {arrange: inject(deletion(fakeservice.Fault{Status: 405})), calls: del, says: "apply `delete_on_destroy = false`"},
		"501":             {arrange: inject(deletion(fakeservice.Fault{Status: 501})), calls: del, says: "`terraform untaint`"},

		"gone, not in the list":    {arrange: both(listed, gone), calls: del + "; " + list},
		"404, still in the list":   {arrange: both(listed, inject(deletion(fakeservice.Fault{Status: 404, Body: missing}))), calls: del + "; " + list, says: "The service still lists the webhook"},
		"gone, by GET and charges": {arrange: gone, calls: del + "; " + list + "; " + get + "; " + charges},
		"404, GET still answers":   {arrange: inject(deletion(fakeservice.Fault{Status: 404, Body: missing})), calls: del + "; " + list + "; " + get, says: "This does not show that the webhook is gone"},
		"gone, never readable":     {provider: acctest.Values{"webhook_refresh": "off"}, arrange: gone, calls: del + "; " + list, says: "This does not show that the webhook is gone"},
		"404 of a proxy":           {arrange: inject(deletion(fakeservice.ProxyNotFound())), calls: del, says: "The answer did not have the service's own format"},
		"the list fails":           {arrange: both(gone, inject(fakeservice.Fault{Method: http.MethodGet, Status: 503})), calls: del + "; " + list + "; " + list, says: "This does not show that the webhook is gone"},

		"through the merchant":  {config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, calls: long},
		"tainted":               {forget: true, calls: del},
		"tainted, the merchant": {config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, forget: true, arrange: inject(fakeservice.Fault{Path: "/stores/{storeId}/webhooks/{webhookId}", Status: 405}), calls: del + "; " + long},
		"tainted, gone":         {forget: true, arrange: both(listed, gone), calls: del + "; " + long + "; " + list},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, tc.provider, tc.config)
			mustApply(t, n.Resource, n.config)
			if tc.arrange != nil {
				tc.arrange(n)
			}
			if tc.forget {
				n.Taint()
			}
			n.protocol.NextRun(t)
			n.calls()
			plan, diags := n.Plan(t.Context(), nil)
			if want := map[bool]string{true: "Webhook Not Deleted", false: "If webhook " + fmt.Sprint(n.State()["id"]) + " of store " + fakeservice.DefaultStoreID + " (hooks.example.com) still exists, destroying the resource deletes it"}[tc.config["delete_on_destroy"] == false]; len(diags) != 1 || !strings.Contains(diags.Warnings(), want) {
				t.Errorf("the plan says %s, want %s", diags, want)
			}
			said := n.ApplyPlan(t.Context(), plan)
			n.wantCalls(tc.calls)
			wantText(t, said.String(), tc.says)
			if failed := tc.says != ""; failed != (said.Errors() != "") || failed != (n.State() != nil) {
				t.Errorf("said %s; the state is %v", said, n.State())
			}
			if tc.says == "" && tc.config["delete_on_destroy"] == nil && len(n.Webhooks()) > 0 {
				t.Error("the webhook still exists")
			}
		})
	}
}

// The value of the last apply decides: a change alone, or a switch between the two
// arguments for the same webhook, sends nothing.
func TestWebhook_switches(t *testing.T) {
	t.Parallel()
	n := creating(t, nil, nil)
	mustApply(t, n.Resource, n.config)
	id := n.only().ID
	for _, step := range []struct {
		change  acctest.Values
		deletes any
	}{
		{acctest.Values{"delete_on_destroy": false}, false},
		{acctest.Values{"delete_on_destroy": nil, "webhook_id": id}, nil},
		{acctest.Values{"delete_on_destroy": nil, "webhook_id": strings.ToUpper(id)}, nil},
		{acctest.Values{"delete_on_destroy": true}, true},
		{acctest.Values{"delete_on_destroy": true, "webhook_id": acctest.Unknown}, true},
	} {
		plan, diags := n.Plan(t.Context(), n.with(step.change))
		if diags.Errors() != "" || plan.Replaces || plan.Values["webhook_id"] != id {
			t.Errorf("the plan for %v is %v, and says %s", step.change, plan.Values, diags)
		}
		if step.change["webhook_id"] != acctest.Unknown {
			n.calls()
			mustApply(t, n.Resource, n.with(step.change))
			n.wantCalls("GET /webhooks/ID")
		}
		wantState(t, n.Resource, acctest.Values{"webhook_id": id, "delete_on_destroy": step.deletes})
	}
	// An import into a configuration without an id, too.
	imported := n.Resource
	imported.Import(t.Context(), fakeservice.DefaultStoreID+"/"+id)
	n.calls()
	mustApply(t, imported, n.config)
	n.wantCalls("GET /webhooks/ID")
	mustBeSettled(t, imported, n.config)
	// An id that is not known yet may be that of the webhook that a replacement deletes.
	if _, diags := n.Plan(t.Context(), n.with(acctest.Values{"delete_on_destroy": nil, "webhook_id": acctest.Unknown})); !strings.Contains(diags.Errors(), "may be the id of this very webhook") {
		t.Errorf("said %s", diags)
	}
}

// A replacement deletes the old webhook and creates a new one. With
// create_before_destroy, the service or its list shows the old one, and nothing is
// deleted.
func TestWebhook_replacesCreated(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		set         func(*fakeservice.Behavior)
		createFirst bool
		taint       bool
		earlier     bool // the same run has created another webhook, and listed the old one
		deletes     bool
		says        string
	}{
		"replaced":          {deletes: true},
		"listed":            {set: func(b *fakeservice.Behavior) { b.WebhookList, b.UniqueURLs = true, true }, deletes: true},
		"listed earlier":    {set: func(b *fakeservice.Behavior) { b.WebhookList = true }, earlier: true, deletes: true},
		"tainted":           {taint: true, deletes: true},
		"create first":      {createFirst: true, deletes: true},
		"create first, 409": {set: func(b *fakeservice.Behavior) { b.UniqueURLs = true }, createFirst: true, deletes: true, says: "If `create_before_destroy` is set"},
		"first, and listed": {set: func(b *fakeservice.Behavior) { b.WebhookList = true }, createFirst: true, deletes: true, says: "If `create_before_destroy` is set"},
		"left, not listed":  {},
		"left, and listed":  {set: func(b *fakeservice.Behavior) { b.WebhookList = true }, says: "already has a webhook with this URL and these triggers"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, nil, acctest.Values{"delete_on_destroy": tc.deletes})
			if tc.set != nil {
				n.Set(tc.set)
			}
			mustApply(t, n.Resource, n.config)
			old := n.only().ID
			n.protocol.NextRun(t)
			if tc.taint {
				n.Taint()
			}
			if tc.earlier {
				mustApply(t, n.protocol.NewResource(listed), n.with(acctest.Values{"url": urlA}))
			}
			said := n.Replace(t.Context(), n.config, tc.createFirst).Errors()
			if (said == "") != (tc.says == "") || !strings.Contains(said, tc.says) {
				t.Fatalf("said %s", said)
			}
			_, kept := n.Webhook(old)
			if wantKept := !tc.deletes || tc.says != ""; kept != wantKept {
				t.Errorf("the old webhook exists: %t, want %t", kept, wantKept)
			}
			if tc.says == "" && n.State()["id"] == old {
				t.Error("no webhook was created")
			}
		})
	}
}
