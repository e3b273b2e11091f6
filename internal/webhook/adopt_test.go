// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"cmp"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestPlan_adoption: the plan of an adoption says what that overwrites, or why it may fail;
// but not if a service without a GET for webhooks answers so.
func TestPlan_adoption(t *testing.T) {
	t.Parallel()
	const mayFail = "Adoption May Fail"
	get := []request{getWebhook}
	for name, tt := range map[string]struct {
		config   acctest.Values
		mode     string             // webhook_refresh, "get" unless given
		fault    *fakeservice.Fault // of all requests
		requests []request
		warns    []string
	}{
		"overwrites nothing": {
			config:   acctest.Values{"active": true, "url": "HTTPS://Hooks.example.com/a"},
			requests: get,
		},
		"overwrites settings": {
			config:   acctest.Values{"active": false, "triggers": []string{"a", "b"}},
			requests: get,
			warns: []string{
				"Adopting Changes a Webhook",
				"`active`: configured false, at the service true",
				"`triggers`: configured [a b], at the service [charge_finished]",
			},
		},
		"overwrites the path": {
			config:   acctest.Values{"url": urlB},
			requests: get,
			warns: []string{
				"`url`: configured `https://hooks.example.com`, at the service the same host, but another path",
			},
		},
		"through the merchant": {
			config:   acctest.Values{"merchant_id": merchantID},
			requests: []request{{Method: "GET", Path: merchantWebhookPath}},
		},
		"the store is unknown": {
			config: acctest.Values{"active": false, "store_id": acctest.Unknown},
		},
		"the webhook is unknown": {
			config: acctest.Values{"active": false, "webhook_id": acctest.Unknown},
		},
		"the merchant is unknown": {
			config: acctest.Values{"active": false, "merchant_id": acctest.Unknown},
		},
		"no such webhook": {
			fault:    &notFound,
			requests: get,
			warns:    []string{mayFail, "status 404"},
		},
		"credentials refused": {
			fault:    &fakeservice.Fault{Status: http.StatusUnauthorized},
			requests: get,
			warns:    []string{mayFail, "app_token"},
		},
		"the service is down": {
			fault:    &fakeservice.Fault{Status: http.StatusServiceUnavailable},
			requests: get,
			warns:    []string{mayFail, "503"},
		},
		"a page of a proxy": {
			fault:    &fakeservice.Fault{Status: http.StatusOK, Body: htmlPage},
			requests: get,
			warns:    []string{mayFail},
		},
		"another webhook": {
			fault:    &fakeservice.Fault{Status: http.StatusOK, Body: webhookJSON(acctest.Values{"id": otherID})},
			requests: get,
			warns:    []string{mayFail, "`id`: configured " + hookID},
		},
		"no GET, 405": {
			fault:    &fakeservice.Fault{Status: http.StatusMethodNotAllowed},
			requests: get,
		},
		"no GET, a 404 of an ingress": {
			fault:    &fakeservice.Fault{Status: http.StatusNotFound, Body: htmlPage},
			requests: get,
		},
		"too many requests": {
			fault:    &fakeservice.Fault{Status: http.StatusTooManyRequests},
			requests: get,
		},
		"read by PATCH": {
			config: acctest.Values{"active": false},
			mode:   "patch",
		},
		"not read": {
			config: acctest.Values{"active": false},
			mode:   "off",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": cmp.Or(tt.mode, "get")})
			e.inject(tt.fault)
			_, diags := e.resource().Plan(t.Context(), adopting(tt.config))
			e.wantRequests(t, tt.requests...)
			wantErrors(t, diags)
			wantWarnings(t, diags, tt.warns...)
			wantNoToken(t, diags.String())
		})
	}
}

// TestPlan_adoptionTakesTime: a service that does not answer holds a plan up for five seconds. If the
// rate leaves no time to read a webhook, the plan says nothing of it.
func TestPlan_adoptionTakesTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := startInBubble(t, acctest.Values{"max_requests_per_minute": 1})
		e.Inject(fakeservice.Fault{Break: fakeservice.BreakHang})
		for _, warns := range [][]string{{"took longer than 5s"}, nil} {
			started := time.Now()
			_, diags := e.resource().Plan(t.Context(), adopting(nil))
			took := time.Since(started)
			if took > 5*time.Second {
				t.Errorf("the plan took %s", took)
			}
			wantErrors(t, diags)
			wantWarnings(t, diags, warns...)
			wantNotText(t, diags.String(), "request_timeout")
		}
		e.wantRequests(t, getWebhook)
	})
}

// TestAdopt: an adoption is one update, and a look whether the webhook can be read.
func TestAdopt(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		config   acctest.Values
		mode     string             // webhook_refresh, "get" unless given
		fault    *fakeservice.Fault // of each look
		requests []request          // by the plan, which an apply makes again, and by the apply
		warns    []string
	}{
		"settings and a token": {
			config: acctest.Values{"active": false, "url": urlB, "auth_token": "Bearer x"},
			requests: []request{
				getWebhook,
				getWebhook,
				{
					Method: "PATCH",
					Path:   webhookPath,
					Body:   acctest.Values{"active": false, "url": urlB, "auth_token": "Bearer x"},
				},
				getWebhook,
			},
			warns: []string{"Adopting Changes a Webhook", "`active`", "`url`"},
		},
		"nothing": {
			requests: []request{
				getWebhook,
				getWebhook,
				{Method: "PATCH", Path: webhookPath, Body: acctest.Values{}},
				getWebhook,
			},
		},
		"through the merchant": {
			config: acctest.Values{"merchant_id": merchantID},
			requests: []request{
				{Method: "GET", Path: merchantWebhookPath},
				{Method: "GET", Path: merchantWebhookPath},
				{Method: "PATCH", Path: merchantWebhookPath, Body: acctest.Values{}},
				{Method: "GET", Path: merchantWebhookPath},
			},
		},
		"webhooks not read": {
			mode: "off",
			requests: []request{
				{Method: "PATCH", Path: webhookPath, Body: acctest.Values{}},
			},
		},
		"read by PATCH": {
			mode: "patch",
			requests: []request{
				{Method: "PATCH", Path: webhookPath, Body: acctest.Values{}},
			},
		},
		"a look that fails": {
			fault: &fakeservice.Fault{Method: http.MethodGet, Status: http.StatusServiceUnavailable},
			requests: []request{
				getWebhook,
				getWebhook,
				{Method: "PATCH", Path: webhookPath, Body: acctest.Values{}},
				getWebhook,
			},
			warns: []string{"Adoption May Fail"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": cmp.Or(tt.mode, "get")})
			e.inject(tt.fault)
			r := e.resource()
			config := adopting(tt.config)
			diags := r.Apply(t.Context(), config)
			wantErrors(t, diags)
			wantWarnings(t, diags, tt.warns...)
			e.wantRequests(t, tt.requests...)

			e.ClearFaults()
			wantText(t, r.Refresh(t.Context()).String())
			mustBeSettled(t, r, config)
		})
	}
}

// TestAdopt_fails: if an adoption fails, nothing is saved, and applying again works.
func TestAdopt_fails(t *testing.T) {
	t.Parallel()
	const mismatch = "Unexpected Webhook Answer"
	longTrigger := strings.Repeat("a", 300)
	for name, tt := range map[string]struct {
		config acctest.Values
		fault  fakeservice.Fault // of the PATCH
		says   []string
	}{
		"no such webhook": {
			fault: notFound,
			says: []string{
				"Webhook Not Found",
				hookID,
				"Correct `webhook_id`, `store_id` or the provider's `base_url`, or set `delete_on_destroy` instead",
			},
		},
		"a 404 of an ingress": {
			fault: fakeservice.Fault{Status: http.StatusNotFound, Body: htmlPage},
			says:  []string{"Webhook Not Found", "own format", "`base_url`"},
		},
		"a refused update": {
			fault: fakeservice.Fault{Status: http.StatusForbidden},
			says:  []string{"Unable to Update Webhook", "`app_token`", "Nothing was saved"},
		},
		"an unclear result": {
			config: acctest.Values{"active": true},
			fault:  fakeservice.Fault{Status: http.StatusInternalServerError, AfterHandling: true},
			says:   []string{"It is unclear whether", "You can safely try again"},
		},
		"another webhook": {
			fault: fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": otherID}),
			},
			says: []string{mismatch, "`id`: configured " + hookID + ", at the service " + otherID},
		},
		"another store": {
			fault: fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": hookID, "store_id": otherID}),
			},
			says: []string{mismatch, "`store_id`: configured " + storeID + ", at the service " + otherID},
		},
		"another merchant": {
			config: acctest.Values{"merchant_id": merchantID},
			fault: fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": hookID, "merchant_id": otherID}),
			},
			says: []string{mismatch, "`merchant_id`: configured " + merchantID, "merchant of a webhook never changes"},
		},
		"ids that are no ids, and may be a secret": {
			config: acctest.Values{"merchant_id": merchantID},
			fault: fakeservice.Fault{
				Status: http.StatusOK,
				Body: webhookJSON(acctest.Values{
					"id":          secretText,
					"store_id":    "Bearer " + secretText,
					"merchant_id": secretText,
				}),
			},
			says: []string{
				"`id`: configured " + hookID + ", at the service a value that is not a UUID",
				"`store_id`: configured " + storeID + ", at the service a value that is not a UUID",
				"`merchant_id`: configured " + merchantID + ", at the service a value that is not a UUID",
			},
		},
		"another URL": {
			config: acctest.Values{"url": urlB},
			fault: fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": hookID, "url": "https://hooks.example.com/" + secretText}),
			},
			says: []string{"at the service the same host, but another path"},
		},
		"a URL that is none, and may be a secret": {
			config: acctest.Values{"url": urlB},
			fault: fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": hookID, "url": secretText}),
			},
			says: []string{"`url`: configured `https://hooks.example.com`, at the service a value that is not a URL"},
		},
		"triggers that differ far back": {
			config: acctest.Values{"triggers": []string{longTrigger, "b"}},
			fault: fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": hookID, "triggers": []string{longTrigger}}),
			},
			says: []string{"at the service [a"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			fault := tt.fault
			fault.Method = http.MethodPatch
			e.Inject(fault)
			r := e.resource()
			said := mustFail(t, r, adopting(tt.config))
			wantText(t, said, tt.says...)
			wantNoToken(t, said)
			if r.State() != nil {
				t.Errorf("the state has %v", r.State())
			}

			e.ClearFaults()
			mustApply(t, r, adopting(tt.config))
			mustBeSettled(t, r, adopting(tt.config))
		})
	}
}

// TestApply_tokenIsNull: a token that only the apply lacks fails it before anything is sent.
func TestApply_tokenIsNull(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		isUpdate bool
	}{
		"of an adoption": {},
		"of an update": {
			isUpdate: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": "off"})
			r := e.resource()
			if tt.isUpdate {
				mustApply(t, r, adopting(nil))
			}
			plan, _ := r.Plan(t.Context(), adopting(acctest.Values{"auth_token_wo": "x", "auth_token_wo_version": 2}))
			e.ResetRequests()

			plan.Config = tokenless(adopting(nil), 2)
			wantText(t, r.ApplyPlan(t.Context(), plan).Errors(), "Missing Webhook Token")
			e.wantRequests(t)
		})
	}
}

// TestApply_idIsNull: an id that is null in the apply creates nothing, even if no CLI has checked that.
func TestApply_idIsNull(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	without := creating(acctest.Values{"delete_on_destroy": nil})
	config := acctest.Encode(t, e.Schemas.ResourceSchemas[webhookType], without)
	applied, err := e.Server.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{
		TypeName:     webhookType,
		PriorState:   &tfprotov6.DynamicValue{MsgPack: []byte{0xc0}}, // null
		PlannedState: config,
		Config:       config,
	})
	if err != nil {
		t.Fatal(err)
	}
	wantErrors(t, applied.Diagnostics, "Missing Webhook Argument")
	e.wantRequests(t)
}
