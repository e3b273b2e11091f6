// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"cmp"
	"maps"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestImport: what an import brings, and says.
func TestImport(t *testing.T) {
	t.Parallel()
	const (
		short   = storeID + "/" + hookID
		long    = fakeservice.DefaultMerchantID + "/" + short
		onlyIDs = "Only the ids of webhook " + hookID
	)
	for name, tc := range map[string]struct {
		id       string
		mode     string // "get" unless given
		fault    *fakeservice.Fault
		settings bool // the import brings them
		fails    bool
		says     []string
	}{
		"by store":                   {id: short, settings: true},
		"by merchant":                {id: long, settings: true},
		"by PATCH":                   {id: short, mode: "patch", settings: true},
		"not read":                   {id: short, mode: "off", says: []string{onlyIDs}},
		"405":                        {id: short, fault: &fakeservice.Fault{Status: 405}, says: []string{onlyIDs}},
		"a 404 of an ingress":        {id: short, fault: &fakeservice.Fault{Status: 404, Body: []byte("<html>")}, says: []string{onlyIDs}},
		"405, by PATCH":              {id: short, mode: "patch", fault: &fakeservice.Fault{Status: 405}, fails: true, says: []string{"Unable to Read Webhook"}},
		"swapped ids":                {id: hookID + "/" + storeID, fails: true, says: []string{"Webhook Not Found", "nothing was imported", "right order", "`webhook_refresh = \"off\"`"}},
		"swapped ids, by PATCH":      {id: hookID + "/" + storeID, mode: "patch", fails: true, says: []string{"Webhook Not Found", "right order"}},
		"not permitted":              {id: short, fault: &fakeservice.Fault{Status: 403}, fails: true, says: []string{"Unable to Read Webhook", "app_token"}},
		"one part":                   {id: hookID, fails: true, says: []string{"must have two or three parts", "`STORE_ID/WEBHOOK_ID`"}},
		"no UUID":                    {id: "acme/" + hookID, fails: true, says: []string{"its store id must be a UUID"}},
		"a blank around the slash":   {id: storeID + " / " + hookID, fails: true, says: []string{"its store id must not have white space"}},
		"an empty part":              {id: storeID + "/", fails: true, says: []string{"its webhook id must not be empty"}},
		"another webhook's settings": {id: short, fault: &fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + otherID + `"}`)}, fails: true, says: []string{"Unexpected Webhook Answer"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": cmp.Or(tc.mode, "get")})
			e.inject(tc.fault)
			r := e.resource()
			diags := r.Import(t.Context(), tc.id)
			if (diags.Errors() != "") != tc.fails || (r.State() == nil) != tc.fails {
				t.Fatalf("the state has %v; said %s", r.State(), diags)
			}
			wantText(t, diags.String(), tc.says...)
			if tc.fails {
				return
			}
			if got := r.State()["url"]; (got == urlA) != tc.settings {
				t.Errorf("the URL is %v", got)
			}
			e.ClearFaults()
			config := adopting(acctest.Values{"url": urlA, "active": true})
			if tc.settings {
				mustBeSettled(t, r, config)
			}
			mustApply(t, r, config)
			e.calls()
			mustApply(t, r, with(config, acctest.Values{"active": false}))
			if calls := e.calls(); strings.Contains(calls, "PATCH long {active:false") != (tc.id == long) {
				t.Errorf("the calls are %s", calls)
			}
			identity := acctest.Values{"store_id": storeID, "webhook_id": hookID}
			if tc.id == long {
				identity["merchant_id"] = fakeservice.DefaultMerchantID
			}
			if got := r.Identity(t.Context()); !maps.Equal(got, identity) {
				t.Errorf("the identity is %v", got)
			}
		})
	}
}

// TestImport_thenRead: after an import without settings, the state stands at a service that does not
// know the call that reads a webhook, as that of any other webhook does.
func TestImport_thenRead(t *testing.T) {
	t.Parallel()
	e := start(t, acctest.Values{"webhook_refresh": "off"})
	r := e.resource()
	wantText(t, r.Import(t.Context(), storeID+"/"+hookID).Errors())
	e.Inject(notFound)
	diags := e.in(t, "get", r).Refresh(t.Context())
	wantText(t, diags.Errors())
	wantText(t, diags.Warnings(), "changes made outside of Terraform cannot be seen")
}
