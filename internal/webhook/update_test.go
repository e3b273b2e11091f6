// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestPlan_update: what is not configured stays as in the state, and only updated_on is
// unknown, if something is to be sent.
func TestPlan_update(t *testing.T) {
	t.Parallel()
	tokenStays := []string{"Webhook Token Stays at the Service", "The service keeps it"}
	writeOnlyToken := func(token string, version int) acctest.Values {
		return acctest.Values{"auth_token_wo": token, "auth_token_wo_version": version}
	}
	toBeDeleted := acctest.Values{
		"webhook_id":        nil,
		"delete_on_destroy": true,
		"url":               urlA,
		"triggers":          []string{"charge_finished"},
	}
	for name, tt := range map[string]struct {
		before   acctest.Values
		after    acctest.Values
		ignoring []string       // ignore_changes
		sends    acctest.Values // by the apply, in a PATCH; nil: nothing is sent
		warns    []string       // the plan
	}{
		"nothing": {},
		"active alone": {
			after: acctest.Values{"active": false},
			sends: acctest.Values{"active": false},
		},
		"triggers": {
			after: acctest.Values{"triggers": []string{"b", "a"}},
			sends: acctest.Values{"triggers": []string{"a", "b"}},
		},
		"all that is declared": {
			before: acctest.Values{"active": true, "url": urlA},
			after:  acctest.Values{"active": false, "url": urlA},
			sends:  acctest.Values{"active": false, "url": urlA},
		},
		"an argument less": {
			before: acctest.Values{"active": true, "url": urlA},
			after:  acctest.Values{"url": urlA},
		},
		"the merchant": {
			after: acctest.Values{"merchant_id": merchantID},
		},
		"the merchant, and active": {
			after: acctest.Values{"merchant_id": merchantID, "active": false},
			sends: acctest.Values{"active": false}, // by the path of the adoption
		},
		"another spelling": {
			before: acctest.Values{"url": "https://hooks.example.com:443/a"},
			after:  acctest.Values{"url": urlA},
			sends:  acctest.Values{"url": urlA},
		},
		"what is ignored": {
			before:   acctest.Values{"active": true},
			after:    acctest.Values{"active": false, "url": urlB},
			ignoring: []string{"active"},
			sends:    acctest.Values{"url": urlB},
		},
		"URL and triggers are ignored": {
			before:   acctest.Values{"active": true},
			after:    acctest.Values{"active": false, "url": urlB, "triggers": []string{"a"}},
			ignoring: []string{"url", "triggers"},
			sends:    acctest.Values{"active": false},
		},
		"to be deleted": {
			after: toBeDeleted,
		},
		"to be deleted, and the id is ignored": {
			before:   acctest.Values{"url": urlA},
			after:    toBeDeleted,
			ignoring: []string{"webhook_id"},
		},
		"a new token": {
			before: acctest.Values{"auth_token": "one"},
			after:  acctest.Values{"auth_token": "two"},
			sends:  acctest.Values{"auth_token": "two"},
		},
		"a new token that is not kept": {
			before: writeOnlyToken("one", 1),
			after:  writeOnlyToken("two", 2),
			sends:  acctest.Values{"auth_token": "two"},
		},
		"a token without a new version": {
			before: writeOnlyToken("one", 1),
			after:  writeOnlyToken("two", 1),
		},
		"a token less": {
			before: acctest.Values{"auth_token": "one"},
			warns:  tokenStays,
		},
		"a token that is not kept, less": {
			before: writeOnlyToken("one", 1),
			warns:  tokenStays,
		},
		"one form of a token for another": {
			before: acctest.Values{"auth_token": "one"},
			after:  writeOnlyToken("two", 1),
			sends:  acctest.Values{"auth_token": "two"},
		},
		"the other form of a token for the first": {
			before: writeOnlyToken("one", 1),
			after:  acctest.Values{"auth_token": "two"},
			sends:  acctest.Values{"auth_token": "two"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": "off"})
			r := e.resource()
			mustApply(t, r, adopting(tt.before))
			e.NextRun(t)
			e.ResetRequests()

			r.IgnoreChanges = tt.ignoring
			config := adopting(tt.after)
			plan, diags := r.Plan(t.Context(), config)
			wantErrors(t, diags)
			wantWarnings(t, diags, tt.warns...)
			for attribute, value := range plan.Values {
				isUnknown := attribute == "updated_on" && tt.sends != nil
				if (value == acctest.Unknown) != isUnknown {
					t.Errorf("in the plan, %s is %v", attribute, value)
				}
			}

			wantText(t, r.ApplyPlan(t.Context(), plan).String())
			var want []request
			if tt.sends != nil {
				want = append(want, request{Method: "PATCH", Path: webhookPath, Body: tt.sends})
			}
			e.wantRequests(t, want...)
			mustBeSettled(t, r, config)
		})
	}
}

// TestUpdate_fails: an update that fails leaves the state as it was, and says what to do.
func TestUpdate_fails(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		config acctest.Values
		fault  fakeservice.Fault // of the PATCH
		lists  bool              // the service lists webhooks
		says   []string
	}{
		"an unclear result": {
			config: acctest.Values{"active": false},
			fault:  fakeservice.Fault{Status: http.StatusInternalServerError, AfterHandling: true},
			says:   []string{"It is unclear whether", "You can safely try again", "The state is unchanged"},
		},
		"no such webhook": {
			config: acctest.Values{"active": false},
			fault:  notFound,
			says:   []string{"Webhook Not Found", "terraform state rm"},
		},
		"a 404 of an ingress": {
			config: acctest.Values{"active": false},
			fault:  fakeservice.Fault{Status: http.StatusNotFound, Body: htmlPage},
			says:   []string{"Webhook Not Found", "own format", "The state is unchanged"},
		},
		"not taken on": {
			config: acctest.Values{"active": false},
			fault: fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": hookID, "active": true}),
			},
			says: []string{"`active`: configured false, at the service true"},
		},
		"another merchant": {
			config: acctest.Values{"active": false},
			fault: fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": hookID, "merchant_id": otherID}),
			},
			says: []string{"`merchant_id`: configured " + merchantID + ", at the service " + otherID},
		},
		"an id that is none, and may be a secret": {
			config: acctest.Values{"active": false},
			fault: fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": secretText}),
			},
			says: []string{"`id`: configured " + hookID + ", at the service a value that is not a UUID"},
		},
		"a URL that is taken": {
			config: acctest.Values{"url": urlB},
			fault:  fakeservice.Fault{Status: http.StatusConflict},
			lists:  true,
			says:   []string{"Its id is " + otherID, "swap their URLs", "a third URL"},
		},
		"its own URL": {
			config: acctest.Values{"url": urlA, "active": false},
			fault:  fakeservice.Fault{Status: http.StatusConflict},
			lists:  true,
			says:   []string{"Unable to Update Webhook", "already uses"},
		},
		"no list to find it": {
			config: acctest.Values{"url": urlB},
			fault:  fakeservice.Fault{Status: http.StatusConflict},
			says:   []string{"Unable to Update Webhook", "already uses"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = tt.lists })
			e.AddWebhook(fakeservice.Webhook{ID: otherID, URL: urlB})
			r := e.resource()
			mustApply(t, r, adopting(nil))
			before := r.State()
			fault := tt.fault
			fault.Method = http.MethodPatch
			e.Inject(fault)
			e.NextRun(t)

			said := mustFail(t, r, adopting(tt.config))
			wantText(t, said, tt.says...)
			wantNoToken(t, said)
			wantState(t, r, before)

			e.ClearFaults()
			e.NextRun(t)
			mustApply(t, r, adopting(tt.config))
			mustBeSettled(t, r, adopting(tt.config))
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

	wantText(t, r.Refresh(t.Context()).String())
	wantState(t, r, acctest.Values{"url": urlB})
}

// TestUpdate_remembers: an update forgets nothing of what earlier runs have learned of a webhook: a later
// run still notices that it is gone, and uses the path by which it was adopted.
func TestUpdate_remembers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		config  acctest.Values
		mode    string         // webhook_refresh
		record  map[string]any // in place of what the provider has recorded; none: that stays
		updates string         // the path of the update
	}{
		"that it was readable": {
			mode:    "get",
			updates: webhookPath,
		},
		"that it was readable, as an earlier version has recorded": {
			mode:    "get",
			record:  map[string]any{"readable": true},
			updates: webhookPath,
		},
		"that it was listed": {
			mode:    "list",
			updates: webhookPath,
		},
		"that it is addressed through its merchant": {
			config:  acctest.Values{"merchant_id": merchantID},
			mode:    "get",
			updates: merchantWebhookPath,
		},
		"that it is addressed through its merchant, as an earlier version has recorded": {
			config:  acctest.Values{"merchant_id": merchantID},
			mode:    "get",
			record:  map[string]any{"readable": true, "merchant_path": true},
			updates: merchantWebhookPath,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": tt.mode})
			e.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			r := e.resource()
			mustApply(t, r, adopting(tt.config))
			wantText(t, r.Refresh(t.Context()).String()) // after which a list has had it
			if tt.record != nil {
				r.Private = privateState(t, tt.record)
			}

			for _, active := range []bool{false, true} {
				e.NextRun(t)
				e.ResetRequests()
				plan, _ := r.Plan(t.Context(), adopting(with(acctest.Values{"active": active}, tt.config)))
				wantText(t, r.ApplyPlan(t.Context(), plan).String())
				e.wantRequests(t, request{Method: "PATCH", Path: tt.updates, Body: acctest.Values{"active": active}})
			}

			e.DeleteWebhook(hookID)
			e.NextRun(t)
			diags := r.Refresh(t.Context())
			wantErrors(t, diags)
			wantWarnings(t, diags, "Webhook Not Found")
			if r.State() != nil {
				t.Errorf("the state has %v", r.State())
			}
		})
	}
}

// privateState returns what a CLI keeps of a resource for which the provider has recorded this.
func privateState(t *testing.T, record map[string]any) []byte {
	t.Helper()
	text, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	private, err := json.Marshal(map[string][]byte{"webhook": text})
	if err != nil {
		t.Fatal(err)
	}
	return private
}
