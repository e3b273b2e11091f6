// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The writes of a creation.
var (
	newWebhook = acctest.Values{"url": urlB, "triggers": []string{"charge_finished"}}

	postWebhook         = request{Method: "POST", Path: listPath, Body: newWebhook}
	postMerchantWebhook = request{Method: "POST", Path: merchantListPath, Body: newWebhook}
	getMerchantList     = request{Method: "GET", Path: merchantListPath}
	stopWebhook         = request{Method: "PATCH", Path: webhookPath, Body: acctest.Values{"active": false}}
)

// postFault is a fault of the POST that creates a webhook, with an answer that is a webhook with these fields.
func postFault(status int, fields acctest.Values) fakeservice.Fault {
	return fakeservice.Fault{
		Method: http.MethodPost,
		Status: status,
		Body:   webhookJSON(fields),
	}
}

// TestCreate: a creation is a look at the list and one POST, and what the service has
// created is recorded at once.
func TestCreate(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		config   acctest.Values
		noList   bool                 // the service does not list webhooks
		exists   *fakeservice.Webhook // before the creation
		faults   []fakeservice.Fault
		requests []request
	}{
		"created": {
			requests: []request{getList, postWebhook, getWebhook},
		},
		"through the merchant": {
			config: acctest.Values{"merchant_id": merchantID},
			requests: []request{
				getMerchantList,
				postMerchantWebhook,
				{Method: "GET", Path: merchantWebhookPath},
			},
		},
		"stopped": {
			config:   acctest.Values{"active": false},
			requests: []request{getList, postWebhook, stopWebhook, getWebhook},
		},
		"with a token": {
			config: acctest.Values{"auth_token": "x"},
			requests: []request{
				getList,
				{Method: "POST", Path: listPath, Body: with(newWebhook, acctest.Values{"auth_token": "x"})},
				getWebhook,
			},
		},
		"a token that is part of the id": {
			config: acctest.Values{"auth_token": "Bearer 9999"},
			faults: []fakeservice.Fault{postFault(http.StatusCreated, acctest.Values{"id": otherID})},
			requests: []request{
				getList,
				{Method: "POST", Path: listPath, Body: with(newWebhook, acctest.Values{"auth_token": "Bearer 9999"})},
				getWebhook,
			},
		},
		"an answer of ids alone": {
			faults:   []fakeservice.Fault{postFault(http.StatusOK, acctest.Values{"id": otherID})},
			requests: []request{getList, postWebhook, getWebhook},
		},
		"stopped, an answer of ids alone": {
			config:   acctest.Values{"active": false},
			noList:   true,
			exists:   &fakeservice.Webhook{ID: otherID, Active: true},
			faults:   []fakeservice.Fault{postFault(http.StatusCreated, acctest.Values{"id": otherID})},
			requests: []request{getList, getList, postWebhook, stopWebhook, getWebhook},
		},
		"stopped, and created so": {
			config: acctest.Values{"active": false},
			faults: []fakeservice.Fault{
				postFault(http.StatusCreated, acctest.Values{"id": otherID, "active": false}),
			},
			requests: []request{getList, postWebhook, getWebhook},
		},
		"a service without a list": {
			noList:   true,
			requests: []request{getList, getList, postWebhook, getWebhook},
		},
		"one with other triggers exists": {
			exists:   &fakeservice.Webhook{ID: otherID, URL: urlB, Triggers: []string{"a"}},
			requests: []request{getList, postWebhook, getWebhook},
		},
		"one of another store exists": {
			exists:   &fakeservice.Webhook{ID: otherID, URL: urlB, StoreID: otherID},
			requests: []request{getList, postWebhook, getWebhook},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startCreating(t, !tt.noList, tt.exists, tt.faults)
			r := e.resource()
			config := creating(tt.config)
			diags := r.Apply(t.Context(), config)
			wantText(t, diags.String())
			e.wantRequests(t, tt.requests...)
			wantRecorded(t, r)

			e.ClearFaults()
			mustBeSettled(t, r, config)
		})
	}
}

// startCreating starts a service that lists webhooks, or does not, with a webhook and faults.
func startCreating(t *testing.T, lists bool, exists *fakeservice.Webhook, faults []fakeservice.Fault) env {
	t.Helper()
	e := start(t, nil)
	e.Set(func(b *fakeservice.Behavior) { b.WebhookList = lists })
	if exists != nil {
		e.AddWebhook(*exists)
	}
	for _, fault := range faults {
		e.Inject(fault)
	}
	return e
}

// wantRecorded checks that a webhook is in the state, with its identity.
func wantRecorded(t *testing.T, r *acctest.Resource) {
	t.Helper()
	state := r.State()
	if state == nil {
		t.Fatal("the webhook is not in the state")
	}
	identity := r.Identity(t.Context())
	if identity["webhook_id"] != state["id"] {
		t.Errorf("the identity is %v, the state %v", identity, state)
	}
}

// TestCreate_fails: a creation that fails says whether there is a webhook, and which one.
func TestCreate_fails(t *testing.T) {
	t.Parallel()
	const exists = "Webhook Exists Already" // in the plan
	post := func(f fakeservice.Fault) []fakeservice.Fault {
		f.Method = http.MethodPost
		return []fakeservice.Fault{f}
	}
	list := func(status int) []fakeservice.Fault {
		return []fakeservice.Fault{{Method: http.MethodGet, Path: listPath, Status: status}}
	}
	for name, tt := range map[string]struct {
		config      acctest.Values
		noList      bool                 // the service does not list webhooks
		uniqueURLs  bool                 // the service has no two webhooks with one URL
		exists      *fakeservice.Webhook // before the creation
		faults      []fakeservice.Fault
		requests    []request
		fails       []string
		warns       []string // the plan
		isTransient bool     // without the faults, the next apply succeeds
	}{
		// Before the POST.
		"a token that is null": {
			config:   acctest.Values{"auth_token_wo_version": 1},
			requests: []request{getList},
			fails:    []string{"Missing Webhook Token", "the old one may be deleted already"},
			warns:    []string{"Missing Webhook Token"},
		},
		"it exists": {
			exists:   &fakeservice.Webhook{ID: otherID, URL: "https://HOOKS.example.com/b"},
			requests: []request{getList},
			fails: []string{
				"already has a webhook",
				"Its id is " + otherID,
				"terraform import ADDRESS " + storeID + "/" + otherID,
				"`webhook_id = \"" + otherID + "\"`",
				"apply again",
				"the old one must be deleted first",
				"`create_before_destroy`",
			},
			warns: []string{exists},
		},
		"it exists, through the merchant": {
			config:   acctest.Values{"merchant_id": merchantID},
			exists:   &fakeservice.Webhook{ID: otherID, URL: urlB},
			requests: []request{getMerchantList},
			fails:    []string{"terraform import ADDRESS " + merchantID + "/" + storeID + "/" + otherID},
			warns:    []string{exists},
		},
		"a list that fails": {
			faults:      list(http.StatusServiceUnavailable),
			requests:    []request{getList, getList, getList},
			fails:       []string{"so that there are never two", "No webhook was created"},
			isTransient: true,
		},
		"a store that is gone": {
			faults:   list(http.StatusGone),
			requests: []request{getList, getList},
			fails:    []string{"No webhook was created"},
		},

		// The POST.
		"no such call": {
			faults:   post(fakeservice.Fault{Status: http.StatusMethodNotAllowed}),
			requests: []request{getList, postWebhook},
			fails:    []string{"creates no webhooks by its API"},
		},
		"refused": {
			faults:      post(fakeservice.Fault{Status: http.StatusBadRequest}),
			requests:    []request{getList, postWebhook},
			fails:       []string{"Unable to Create Webhook", "No webhook was created"},
			isTransient: true,
		},
		"one with other triggers exists, and URLs are unique": {
			uniqueURLs: true,
			exists:     &fakeservice.Webhook{ID: otherID, URL: urlB, Triggers: []string{"a"}},
			requests:   []request{getList, postWebhook, getList},
			fails: []string{
				"Its id is " + otherID,
				"If only the triggers differ, declare one webhook with the triggers of both",
				"If this apply changes or deletes that webhook, apply again",
			},
		},
		"a 409 for another reason": {
			faults:   post(fakeservice.Fault{Status: http.StatusConflict}),
			requests: []request{getList, postWebhook, getList},
			fails:    []string{"Unable to Create Webhook", "No webhook was created"},
		},
		"unclear, and nothing was created": {
			faults:   post(fakeservice.Fault{Status: http.StatusInternalServerError}),
			requests: []request{getList, postWebhook, getList},
			fails:    []string{"It is unclear whether the service created", "has none with this URL"},
		},
		"unclear, and it was created": {
			faults:   post(fakeservice.Fault{Status: http.StatusInternalServerError, AfterHandling: true}),
			requests: []request{getList, postWebhook, getList},
			fails: []string{
				"It is unclear whether the service created",
				"The store has a webhook with this URL. Its id is",
				"terraform import",
			},
		},
		"unclear, and no list": {
			noList:   true,
			faults:   post(fakeservice.Fault{Break: fakeservice.BreakClose, CutAt: 5}),
			requests: []request{getList, getList, postWebhook, getList},
			fails:    []string{"could not read the list", "console"},
		},
		"an answer without an id": {
			faults:   []fakeservice.Fault{postFault(http.StatusCreated, acctest.Values{"url": "x"})},
			requests: []request{getList, postWebhook, getList},
			fails:    []string{"no webhook with an id"},
		},
		"an id that is none, and may be a secret": {
			faults:   []fakeservice.Fault{postFault(http.StatusCreated, acctest.Values{"id": secretText})},
			requests: []request{getList, postWebhook, getList},
			fails:    []string{"no webhook with an id that is a UUID"},
		},
		"an id that was listed before": {
			exists:   &fakeservice.Webhook{ID: otherID},
			faults:   []fakeservice.Fault{postFault(http.StatusOK, acctest.Values{"id": strings.ToUpper(otherID)})},
			requests: []request{getList, postWebhook},
			fails:    []string{"a webhook that existed before", "Its id is " + otherID, "Nothing was saved"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startCreating(t, !tt.noList, tt.exists, tt.faults)
			e.Set(func(b *fakeservice.Behavior) { b.UniqueURLs = tt.uniqueURLs })
			r := e.resource()
			config := creating(tt.config)
			diags := r.Apply(t.Context(), config)
			wantErrors(t, diags, tt.fails...)
			wantWarnings(t, diags, tt.warns...)
			wantNoToken(t, diags.String())
			e.wantRequests(t, tt.requests...)
			if r.State() != nil {
				t.Fatalf("the state has %v", r.State())
			}

			e.ClearFaults()
			if tt.isTransient {
				mustApply(t, r, config) // in the same run: nothing is in its way
				e.only(t, urlB)
			}
		})
	}
}

// TestCreate_unfinished: a webhook that was created, and is not as planned, is recorded. Once it is
// untainted, the next apply finishes it, by the path that was recorded.
func TestCreate_unfinished(t *testing.T) {
	t.Parallel()
	const title = "Unable to Finish Webhook"
	untaint := "`terraform untaint`"
	patch := func(status int) fakeservice.Fault {
		return fakeservice.Fault{Method: http.MethodPatch, Status: status}
	}
	allSettings := with(newWebhook, acctest.Values{"active": false})
	for name, tt := range map[string]struct {
		config   acctest.Values
		faults   []fakeservice.Fault
		requests []request
		fails    []string
		then     []request // of the next apply, if the service has the webhook
	}{
		"refused": {
			config:   acctest.Values{"active": false},
			faults:   []fakeservice.Fault{patch(http.StatusBadRequest)},
			requests: []request{getList, postWebhook, stopWebhook},
			fails:    []string{title, untaint},
			then: []request{
				getWebhook,
				{Method: "PATCH", Path: webhookPath, Body: allSettings},
			},
		},
		"refused, through the merchant": {
			config: acctest.Values{"active": false, "merchant_id": merchantID},
			faults: []fakeservice.Fault{patch(http.StatusBadRequest)},
			requests: []request{
				getMerchantList,
				postMerchantWebhook,
				{Method: "PATCH", Path: merchantWebhookPath, Body: acctest.Values{"active": false}},
			},
			fails: []string{title, untaint},
			then: []request{
				{Method: "GET", Path: merchantWebhookPath},
				{Method: "PATCH", Path: merchantWebhookPath, Body: allSettings},
			},
		},
		"not there yet": {
			config:   acctest.Values{"active": false},
			faults:   []fakeservice.Fault{patch(http.StatusNotFound)},
			requests: []request{getList, postWebhook, stopWebhook},
			fails:    []string{title, untaint},
		},
		"not there yet, after a 503": {
			config: acctest.Values{"active": false},
			faults: []fakeservice.Fault{
				{Method: http.MethodPatch, Status: http.StatusServiceUnavailable, Times: 1},
				patch(http.StatusNotFound),
			},
			requests: []request{getList, postWebhook, stopWebhook, stopWebhook},
			fails:    []string{title, untaint},
		},
		"an answer that is cut after its id": {
			faults: []fakeservice.Fault{{
				Method: http.MethodPost,
				Status: http.StatusCreated,
				Body:   []byte(`{"id":"` + otherID + `","active":true}`),
				Break:  fakeservice.BreakClose,
				CutAt:  len(`{"id":"` + otherID + `","`),
			}},
			requests: []request{getList, postWebhook},
			fails:    []string{title, "ended too early", untaint},
		},
		"a URL that was not taken on": {
			config:   acctest.Values{"active": false},
			faults:   []fakeservice.Fault{postFault(http.StatusCreated, acctest.Values{"id": otherID, "url": urlA})},
			requests: []request{getList, postWebhook},
			fails:    []string{"Unexpected Webhook Answer", "at the service the same host, but another path", untaint},
		},
		"another store": {
			faults: []fakeservice.Fault{
				postFault(http.StatusCreated, acctest.Values{"id": otherID, "store_id": otherID}),
			},
			requests: []request{getList, postWebhook},
			fails:    []string{"Unexpected Webhook Answer", "`store_id`", untaint},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := startCreating(t, true, nil, tt.faults)
			r := e.resource()
			config := creating(tt.config)
			diags := r.Apply(t.Context(), config)
			wantErrors(t, diags, tt.fails...)
			wantWarnings(t, diags)
			wantNoToken(t, diags.String())
			e.wantRequests(t, tt.requests...)
			wantRecorded(t, r)
			if tt.then == nil {
				return
			}

			e.ClearFaults()
			e.NextRun(t)
			mustApply(t, r, config)
			e.wantRequests(t, tt.then...)
			webhook, _ := e.Webhook(e.only(t, urlB))
			if webhook.Active {
				t.Error("the webhook is not stopped")
			}
		})
	}
}

// TestCreate_interrupted: a POST in flight runs to its end and is recorded, and nothing else
// is started.
func TestCreate_interrupted(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		config acctest.Values
		fails  []string
	}{
		"a creation": {},
		"a creation that takes another request": {
			config: acctest.Values{"active": false},
			fails:  []string{"terraform untaint"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e := startInBubble(t, nil)
				e.Inject(fakeservice.Fault{Method: http.MethodPost, Delay: 10 * time.Second})
				r := e.resource()
				plan, _ := r.Plan(t.Context(), creating(tt.config))
				e.ResetRequests()

				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				diags := r.ApplyPlan(ctx, plan)
				wantErrors(t, diags, tt.fails...)
				e.wantRequests(t, getList, postWebhook)
				wantState(t, r, acctest.Values{"webhook_id": e.only(t, urlB)})
			})
		})
	}
}
