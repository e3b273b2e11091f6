// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"cmp"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestAdopt: an adoption is one update and a look whether the webhook can be read. Whatever
// fails, nothing is saved, and applying again works.
func TestAdopt(t *testing.T) {
	t.Parallel()
	answer := func(fields string) fakeservice.Fault {
		return fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + hookID + `",` + fields + `}`)}
	}
	for name, tc := range map[string]struct {
		config acctest.Values
		mode   string             // "get" unless given
		fault  *fakeservice.Fault // of the look
		sent   string
	}{
		"settings":             {config: acctest.Values{"active": false, "url": urlB, "auth_token": "Bearer x"}, sent: "PATCH {active:false,url:/b,auth_token:Bearer x}; GET"},
		"nothing":              {sent: "PATCH {}; GET"},
		"through the merchant": {config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, sent: "PATCH long {}; GET long"},
		"webhooks not read":    {mode: "off", sent: "PATCH {}"},
		"read by PATCH":        {mode: "patch", sent: "PATCH {}"},
		"a look that fails":    {fault: &fakeservice.Fault{Method: http.MethodGet, Status: 503}, sent: "PATCH {}; GET"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": cmp.Or(tc.mode, "get")})
			e.inject(tc.fault)
			r, config := e.resource(), adopting(tc.config)
			mustApply(t, r, config)
			if calls := e.calls(); !strings.HasSuffix(calls, tc.sent) || strings.Count(calls, "PATCH") != 1 {
				t.Errorf("the calls are %s, want %s at the end", calls, tc.sent)
			}
			e.ClearFaults()
			r.Refresh(t.Context())
			mustBeSettled(t, r, config)
		})
	}
	for name, tc := range map[string]struct {
		config acctest.Values
		fault  fakeservice.Fault
		says   []string
	}{
		"no such webhook":     {fault: notFound, says: []string{"Webhook Not Found", hookID, "`base_url`", "set `delete_on_destroy` instead"}},
		"a 404 of an ingress": {fault: fakeservice.Fault{Status: 404, Body: []byte("<html>")}, says: []string{"Webhook Not Found", "own format", "`base_url`"}},
		"a refused update":    {fault: fakeservice.Fault{Status: 403}, says: []string{"Unable to Update Webhook", "`app_token`", "Nothing was saved"}},
		"an unclear result":   {config: acctest.Values{"active": true}, fault: fakeservice.Fault{Status: 500, AfterHandling: true}, says: []string{"It is unclear whether", "You can safely try again"}},
		"another webhook":     {fault: fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + otherID + `"}`)}, says: []string{"Unexpected Webhook Answer", "`id`: configured " + hookID + ", at the service " + otherID}},
		"another URL":         {config: acctest.Values{"url": urlB}, fault: answer(`"url":"https://hooks.example.com/n0t-t0-be-seen"`), says: []string{"at the service the same host, but another path"}},
		"triggers, far back":  {config: acctest.Values{"triggers": []string{strings.Repeat("a", 300), "b"}}, fault: answer(`"triggers":["` + strings.Repeat("a", 300) + `"]`), says: []string{"at the service [a"}},
		"another merchant":    {config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, fault: answer(`"merchant_id":"` + otherID + `"`), says: []string{"merchant of a webhook never changes"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			tc.fault.Method = http.MethodPatch
			e.Inject(tc.fault)
			r := e.resource()
			said := mustFail(t, r, adopting(tc.config))
			wantText(t, said, tc.says...)
			wantNoToken(t, said)
			if r.State() != nil {
				t.Errorf("the state has %v", r.State())
			}
			e.ClearFaults()
			mustApply(t, r, adopting(tc.config))
			mustBeSettled(t, r, adopting(tc.config))
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
		"an unclear result":   {acctest.Values{"active": false}, fakeservice.Fault{Status: 500, AfterHandling: true}, false, []string{"It is unclear whether", "You can safely try again", "The state is unchanged"}},
		"no such webhook":     {acctest.Values{"active": false}, notFound, false, []string{"Webhook Not Found", "terraform state rm"}},
		"not taken on":        {acctest.Values{"active": false}, fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + hookID + `","active":true}`)}, false, []string{"`active`: configured false, at the service true"}},
		"another merchant":    {acctest.Values{"active": false}, fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + hookID + `","merchant_id":"` + otherID + `"}`)}, false, []string{"`merchant_id`: configured"}},
		"a URL that is taken": {acctest.Values{"url": urlB}, fakeservice.Fault{Status: 409}, true, []string{"Its id is " + otherID, "swap their URLs", "a third URL"}},
		"its own URL":         {acctest.Values{"url": urlA, "active": false}, fakeservice.Fault{Status: 409}, true, []string{"Unable to Update Webhook", "already uses"}},
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

// TestUpdate_keepsItsOwn: what is not configured stays, whatever an update answers, until a refresh.
func TestUpdate_keepsItsOwn(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	r := e.resource()
	mustApply(t, r, adopting(acctest.Values{"active": true}))
	e.ChangeWebhook(hookID, func(w *fakeservice.Webhook) { w.URL = urlB })
	plan, _ := r.Plan(t.Context(), adopting(acctest.Values{"active": false}))
	wantText(t, r.ApplyPlan(t.Context(), plan).String())
	wantState(t, r, acctest.Values{"active": false, "url": urlA})
	r.Refresh(t.Context())
	wantState(t, r, acctest.Values{"url": urlB})
}

// TestApply_tokenIsNull: a token that only the apply lacks fails it before anything is sent.
func TestApply_tokenIsNull(t *testing.T) {
	t.Parallel()
	token := func(value any) acctest.Values {
		return adopting(acctest.Values{"auth_token_wo": value, "auth_token_wo_version": 2})
	}
	for _, before := range []acctest.Values{nil, adopting(nil)} {
		e := start(t, acctest.Values{"webhook_refresh": "off"})
		r := e.resource()
		mustApply(t, r, before)
		plan, _ := r.Plan(t.Context(), token("x"))
		e.calls()
		plan.Config = token(nil)
		wantText(t, r.ApplyPlan(t.Context(), plan).Errors(), "Missing Webhook Token")
		e.wantCalls(t, "")
	}
}

// TestApply_idIsNull: an id that is null in the apply creates nothing, even if no CLI has checked that.
func TestApply_idIsNull(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	schema := e.Schemas.ResourceSchemas[listed]
	config, none := acctest.Encode(schema, creating(acctest.Values{"delete_on_destroy": nil})), tfprotov6.DynamicValue{MsgPack: []byte{0xc0}}
	applied, err := e.Server.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{TypeName: listed, PriorState: &none, PlannedState: config, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	wantText(t, acctest.Diagnostics(applied.Diagnostics).Errors(), "Missing Webhook Argument")
	e.wantCalls(t, "")
}
