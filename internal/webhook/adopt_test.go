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

// TestAdopt: an adoption is one update and a look whether the webhook can be read. Whatever
// fails, nothing is saved.
func TestAdopt(t *testing.T) {
	t.Parallel()
	html := []byte("<html>")
	for name, tc := range map[string]struct {
		config   acctest.Values
		mode     string // "get" unless given
		fault    *fakeservice.Fault
		calls    string
		says     []string
		notFails bool
	}{
		"settings":             {config: acctest.Values{"active": false, "url": urlB, "auth_token": "Bearer x"}, calls: "PATCH {active:false,url:/b,auth_token:Bearer x}; GET", notFails: true},
		"nothing":              {calls: "PATCH {}; GET", notFails: true},
		"through the merchant": {config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, calls: "PATCH long {}; GET long", notFails: true},
		"not read":             {mode: "off", calls: "PATCH {}", notFails: true},
		"a look that fails":    {fault: &fakeservice.Fault{Method: http.MethodGet, Status: 503}, calls: "PATCH {}; GET", notFails: true},
		"no such webhook":      {fault: &notFound, calls: "PATCH {}", says: []string{"Webhook Not Found", hookID, "`base_url`", "set `delete_on_destroy` instead"}},
		"a 404 of an ingress":  {fault: &fakeservice.Fault{Status: 404, Body: html}, calls: "PATCH {}", says: []string{"Webhook Not Found", "own format", "`base_url`"}},
		"not permitted":        {fault: &fakeservice.Fault{Status: 403}, calls: "PATCH {}", says: []string{"Unable to Update Webhook", "`app_token`"}},
		"refused":              {fault: &fakeservice.Fault{Status: 400}, calls: "PATCH {}", says: []string{"Correct what the service objects to", "Nothing was saved"}},
		"a doubt":              {config: acctest.Values{"active": true}, fault: &fakeservice.Fault{Status: 500, AfterHandling: true}, calls: "PATCH {active:true}; PATCH {active:true}", says: []string{"It is unclear whether", "You can safely try again"}},
		"another webhook":      {fault: &fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + otherID + `"}`)}, calls: "PATCH {}", says: []string{"Unexpected Webhook Answer", "`id`: configured " + hookID + ", at the service " + otherID}},
		"another URL":          {config: acctest.Values{"url": urlB}, fault: &fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + hookID + `","url":"https://hooks.example.com/n0t-t0-be-seen"}`)}, calls: "PATCH {url:/b}", says: []string{"at the service another path"}},
		"a wrong merchant":     {config: acctest.Values{"merchant_id": otherID}, fault: &fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + hookID + `","merchant_id":"` + fakeservice.DefaultMerchantID + `"}`)}, calls: "PATCH long {}", says: []string{"merchant of a webhook never changes"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			r, config := e.resource(), adopting(tc.config)
			plan, _ := r.Plan(t.Context(), config)
			if tc.mode != "" {
				r = e.in(t, tc.mode, r)
				plan, _ = r.Plan(t.Context(), config)
			}
			if tc.fault != nil {
				e.Inject(*tc.fault)
			}
			e.NextRun(t)
			final, _ := r.Plan(t.Context(), config)
			e.calls()
			diags := r.ApplyPlan(t.Context(), plan)
			calls := strings.TrimPrefix(strings.TrimPrefix(e.calls(), "GET long; "), "GET; ") // of the plan that an apply makes again
			if calls != tc.calls {
				t.Errorf("the calls are\n%s, want\n%s", calls, tc.calls)
			}
			wantText(t, diags.Errors(), tc.says...)
			wantNoToken(t, diags.String())
			if (r.State() != nil) != tc.notFails || final.Replaces {
				t.Errorf("the state has %v", r.State())
			}
			e.ClearFaults()
			e.NextRun(t)
			if name == "a wrong merchant" {
				return
			}
			mustApply(t, r, config) // again
			r.Refresh(t.Context())
			mustBeSettled(t, r, config)
			mustApply(t, r, nil)
			if now, exists := e.Webhook(hookID); !exists || now.AuthToken != "Bearer x" && tc.config["auth_token"] != nil {
				t.Errorf("the webhook is %+v", now)
			}
		})
	}
}

// TestUpdate: an update that fails leaves the state as it was, and says what to do.
func TestUpdate(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		config acctest.Values
		fault  fakeservice.Fault
		lists  bool
		says   []string
	}{
		"a doubt":             {acctest.Values{"active": false}, fakeservice.Fault{Status: 500, AfterHandling: true}, false, []string{"It is unclear whether", "You can safely try again", "The state is unchanged"}},
		"no such webhook":     {acctest.Values{"active": false}, notFound, false, []string{"Webhook Not Found", "terraform state rm"}},
		"a 404 of an ingress": {acctest.Values{"active": false}, fakeservice.Fault{Status: 404, Body: []byte("<html>")}, false, []string{"own format"}},
		"refused":             {acctest.Values{"active": false}, fakeservice.Fault{Status: 400}, false, []string{"Unable to Update Webhook", "Correct what the service objects to"}},
		"not taken on":        {acctest.Values{"active": false}, fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + hookID + `","active":true}`)}, false, []string{"`active`: configured false, at the service true"}},
		"a URL that is taken": {acctest.Values{"url": urlB}, fakeservice.Fault{Status: 409}, true, []string{"Its id is " + otherID, "swap their URLs", "a third URL"}},
		"no list to find it":  {acctest.Values{"url": urlB}, fakeservice.Fault{Status: 409}, false, []string{"Unable to Update Webhook", "already uses"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = tc.lists })
			e.AddWebhook(fakeservice.Webhook{ID: otherID, URL: urlB})
			r := e.resource()
			mustApply(t, r, adopting(nil))
			before := r.State()
			tc.fault.Method = http.MethodPatch
			e.Inject(tc.fault)
			e.NextRun(t)
			said := mustFail(t, r, adopting(tc.config))
			wantText(t, said, tc.says...)
			wantNoToken(t, said)
			wantState(t, r, before)
			e.ClearFaults()
			e.NextRun(t)
			mustApply(t, r, adopting(tc.config))
			mustBeSettled(t, r, adopting(tc.config))
		})
	}
}

// TestUpdate_keepsItsOwn: what is not configured stays as in the state, whatever an update
// answers, and the next refresh brings that.
func TestUpdate_keepsItsOwn(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	r := e.resource()
	mustApply(t, r, adopting(acctest.Values{"active": true}))
	e.ChangeWebhook(hookID, func(w *fakeservice.Webhook) { w.URL = urlB })
	plan, _ := r.Plan(t.Context(), adopting(acctest.Values{"active": false}))
	if diags := r.ApplyPlan(t.Context(), plan); len(diags) > 0 {
		t.Fatal(diags)
	}
	wantState(t, r, acctest.Values{"active": false, "url": urlA})
	r.Refresh(t.Context())
	wantState(t, r, acctest.Values{"url": urlB})
}

// TestApply_rulesAgain: what only the apply knows is checked before anything is sent.
func TestApply_rulesAgain(t *testing.T) {
	t.Parallel()
	wo := func(token any) acctest.Values {
		return acctest.Values{"auth_token_wo": token, "auth_token_wo_version": 2}
	}
	for name, tc := range map[string]struct {
		config, known acctest.Values
		says          string
	}{
		"an empty token":             {acctest.Values{"auth_token": acctest.Unknown}, acctest.Values{"auth_token": ""}, "`auth_token` must not be empty"},
		"an empty token, not kept":   {wo("x"), wo(""), "`auth_token_wo` must not be empty"},
		"a token that is not set":    {wo("x"), wo(nil), "Missing Webhook Token"},
		"a trigger with white space": {acctest.Values{"triggers": acctest.Unknown}, acctest.Values{"triggers": []string{" a"}}, "Invalid Webhook Trigger"},
		"an id that is not set":      {acctest.Values{"webhook_id": acctest.Unknown}, acctest.Values{"webhook_id": nil}, "Missing Webhook Argument"},
	} {
		for operation, exists := range map[string]bool{"adopt": false, "update": true} {
			t.Run(name+", "+operation, func(t *testing.T) {
				t.Parallel()
				e := start(t, acctest.Values{"webhook_refresh": "off"})
				r := e.resource()
				if exists {
					mustApply(t, r, adopting(acctest.Values{"auth_token_wo": "x", "auth_token_wo_version": 1}))
				}
				plan, diags := r.Plan(t.Context(), adopting(tc.config))
				wantText(t, diags.Errors())
				e.NextRun(t)
				e.calls()
				said := r.ApplyKnown(t.Context(), plan, adopting(tc.known)).Errors()
				wantText(t, said, tc.says)
				e.wantCalls(t, "")
			})
		}
	}
}
