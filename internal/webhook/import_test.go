// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"cmp"
	"maps"
	"net/http"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	shortImportID    = storeID + "/" + hookID
	merchantImportID = merchantID + "/" + shortImportID
)

// TestImport: an import brings the settings of a webhook or, if it cannot be read, its ids. The next apply
// uses the path of the import.
func TestImport(t *testing.T) {
	t.Parallel()
	onlyIDs := []string{"Webhook Settings Not Known", "Only the ids of webhook " + hookID}
	shortIdentity := acctest.Values{"store_id": storeID, "webhook_id": hookID}
	for name, tt := range map[string]struct {
		id       string
		mode     string // webhook_refresh, "get" unless given
		fault    *fakeservice.Fault
		url      any // in the state; nil if only the ids are imported
		warns    []string
		identity acctest.Values
		path     string // of the next update
	}{
		"by store": {
			id:       shortImportID,
			url:      urlA,
			identity: shortIdentity,
			path:     webhookPath,
		},
		"by merchant": {
			id:       merchantImportID,
			url:      urlA,
			identity: with(shortIdentity, acctest.Values{"merchant_id": merchantID}),
			path:     merchantWebhookPath,
		},
		"by PATCH": {
			id:       shortImportID,
			mode:     "patch",
			url:      urlA,
			identity: shortIdentity,
			path:     webhookPath,
		},
		"not read": {
			id:       shortImportID,
			mode:     "off",
			warns:    onlyIDs,
			identity: shortIdentity,
			path:     webhookPath,
		},
		"no GET, 405": {
			id:       shortImportID,
			fault:    &fakeservice.Fault{Status: http.StatusMethodNotAllowed},
			warns:    onlyIDs,
			identity: shortIdentity,
			path:     webhookPath,
		},
		"no GET, a 404 of an ingress": {
			id:       shortImportID,
			fault:    &fakeservice.Fault{Status: http.StatusNotFound, Body: htmlPage},
			warns:    onlyIDs,
			identity: shortIdentity,
			path:     webhookPath,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": cmp.Or(tt.mode, "get")})
			e.inject(tt.fault)
			r := e.resource()
			diags := r.Import(t.Context(), tt.id)
			wantErrors(t, diags)
			wantWarnings(t, diags, tt.warns...)
			wantState(t, r, acctest.Values{"store_id": storeID, "webhook_id": hookID, "url": tt.url})

			e.ClearFaults()
			config := adopting(acctest.Values{"url": urlA, "active": true})
			if tt.url != nil {
				mustBeSettled(t, r, config)
			}
			mustApply(t, r, config)
			e.ResetRequests()
			mustApply(t, r, with(config, acctest.Values{"active": false}))
			sent := e.requests()
			last := sent[len(sent)-1]
			if last.Method != http.MethodPatch || last.Path != tt.path {
				t.Errorf("the update is %s", last)
			}
			if got := r.Identity(t.Context()); !maps.Equal(got, tt.identity) {
				t.Errorf("the identity is %v, want %v", got, tt.identity)
			}
		})
	}
}

// TestImport_fails: an import that fails imports nothing, and says why.
func TestImport_fails(t *testing.T) {
	t.Parallel()
	const (
		invalid   = "Invalid Import ID"
		swappedID = hookID + "/" + storeID
	)
	foreign := []string{"Application Token of Another Store or Merchant"}
	for name, tt := range map[string]struct {
		id    string
		mode  string // webhook_refresh, "get" unless given
		fault *fakeservice.Fault
		fails []string
		warns []string
	}{
		"405, by PATCH": {
			id:    shortImportID,
			mode:  "patch",
			fault: &fakeservice.Fault{Status: http.StatusMethodNotAllowed},
			fails: []string{"Unable to Read Webhook"},
		},
		"not permitted": {
			id:    shortImportID,
			fault: &fakeservice.Fault{Status: http.StatusForbidden},
			fails: []string{"Unable to Read Webhook", "app_token"},
		},
		"another webhook's settings": {
			id: shortImportID,
			fault: &fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": otherID}),
			},
			fails: []string{"Unexpected Webhook Answer"},
		},
		"swapped ids": {
			id: swappedID,
			fails: []string{
				"Webhook Not Found",
				"nothing was imported",
				"right order",
				"`webhook_refresh = \"off\"`",
			},
			warns: foreign,
		},
		"swapped ids, by PATCH": {
			id:    swappedID,
			mode:  "patch",
			fails: []string{"Webhook Not Found", "right order"},
			warns: foreign,
		},
		"no id": {
			fails: []string{invalid, "must have two or three parts"},
		},
		"one part": {
			id:    hookID,
			fails: []string{invalid, "must have two or three parts", "`STORE_ID/WEBHOOK_ID`"},
		},
		"four parts": {
			id:    merchantImportID + "/" + hookID,
			fails: []string{invalid, "must have two or three parts", "`MERCHANT_ID/STORE_ID/WEBHOOK_ID`"},
		},
		"a store that is no UUID": {
			id:    "acme/" + hookID,
			fails: []string{invalid, "its store id must be a UUID"},
		},
		"a webhook that is no UUID": {
			id:    storeID + "/acme",
			fails: []string{invalid, "its webhook id must be a UUID"},
		},
		"a merchant that is no UUID": {
			id:    "acme/" + shortImportID,
			fails: []string{invalid, "its merchant id must be a UUID"},
		},
		"an empty merchant": {
			id:    "/" + shortImportID,
			fails: []string{invalid, "its merchant id must not be empty"},
		},
		"a blank around the slash": {
			id:    storeID + " / " + hookID,
			fails: []string{invalid, "its store id must not have white space"},
		},
		"an empty part": {
			id:    storeID + "/",
			fails: []string{invalid, "its webhook id must not be empty"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": cmp.Or(tt.mode, "get")})
			e.inject(tt.fault)
			r := e.resource()
			diags := r.Import(t.Context(), tt.id)
			wantErrors(t, diags, tt.fails...)
			wantWarnings(t, diags, tt.warns...)
			if r.State() != nil {
				t.Errorf("the state has %v", r.State())
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
	wantErrors(t, r.Import(t.Context(), shortImportID))
	e.Inject(notFound)

	diags := e.in(t, "get", r).Refresh(t.Context())
	wantErrors(t, diags)
	wantWarnings(t, diags, "changes made outside of Terraform cannot be seen")
}
