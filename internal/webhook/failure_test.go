// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	asBefore     = "The state is unchanged"
	nothingSaved = "Nothing was saved in the state"
)

// sends returns a match for the updates that send a setting with a value.
func sends(setting string) func(fakeservice.Request) bool {
	return func(r fakeservice.Request) bool {
		return r.Method == http.MethodPatch && strings.Contains(string(r.Body), setting)
	}
}

// A replacement that stops the webhook and then fails to adopt it again leaves
// it as active as it was, or says that it does not.
func TestWebhook_failedReplacement(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		config  acctest.Values
		after   acctest.Values // in the replacement
		stopped bool           // before
		faults  []fakeservice.Fault
		active  bool // afterwards
		says    string
	}{
		"refused": {
			faults: []fakeservice.Fault{{Match: sends("url"), Status: http.StatusBadRequest}},
			active: true, says: "it is active again",
		},
		"the URL is taken": {
			faults: []fakeservice.Fault{{Match: sends("url"), Status: http.StatusConflict}},
			active: true, says: "it is active again",
		},
		"nothing is accepted any more": {
			faults: []fakeservice.Fault{{Match: sends("true"), Status: http.StatusForbidden}},
			says:   "`paymentservice_resume_webhook`",
		},
		"resumed, but not according to the answer": {
			faults: []fakeservice.Fault{
				{Match: sends("url"), Status: http.StatusConflict},
				{Match: sends("true"), Status: http.StatusOK, Body: []byte(`{"active":false}`)},
			},
			says: "set `active = true`",
		},
		"by another path": {
			after:  acctest.Values{"merchant_id": "99999999-9999-4999-8999-999999999999"},
			active: true, says: "it is active again",
		},
		"to be inactive": {
			config: acctest.Values{"active": false},
			faults: []fakeservice.Fault{{Match: sends("url"), Status: http.StatusConflict}},
		},
		"stopped before": {
			stopped: true,
			faults:  []fakeservice.Fault{{Match: sends("url"), Status: http.StatusConflict}},
		},
		"no token": {
			config: acctest.Values{"auth_token_wo": "Bearer x-y-z", "auth_token_wo_version": 1},
			after:  acctest.Values{"auth_token_wo": nil}, // an ephemeral value that nothing made
			active: true, says: "it is active again",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			if tc.stopped {
				e.stop()
			}
			r, config := e.resource(t, acctest.Values{"max_retries": 0})
			kept := config(acctest.Values{"deactivate_on_destroy": true, "url": urlA})
			maps.Copy(kept, tc.config)
			mustApply(t, r, kept)
			r.NextRun(t)
			for _, fault := range tc.faults {
				e.Inject(fault)
			}
			maps.Copy(kept, tc.after)
			diags := r.Replace(t.Context(), kept, false)
			if diags.Errors() == "" || r.State() != nil {
				t.Fatalf("the replacement passed: %s", diags)
			}
			if strings.Contains(diags.Errors(), asBefore) {
				t.Errorf("nothing is in the state any more, but the message is %s", diags.Errors())
			}
			wantText(t, diags.String(), tc.says)
			if said := strings.Contains(diags.String(), "deactivate_on_destroy"); said != (tc.says != "") {
				t.Errorf("says that this run deactivated the webhook: %t\n%s", said, diags)
			}
			if got := e.now(t).Active; got != tc.active {
				t.Errorf("the webhook is active: %t, want %t", got, tc.active)
			}
		})
	}
}

// What failed to be adopted is in no state.
func TestWebhook_failedAdoptionSavesNothing(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]fakeservice.Fault{
		"refused":       {Status: http.StatusBadRequest},
		"failed":        {Status: http.StatusInternalServerError},
		"another value": {Status: http.StatusOK, Body: []byte(`{"active":true}`)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, acctest.Values{"max_retries": 0})
			fault.Method = http.MethodPatch
			e.Inject(fault)
			errors := r.Apply(t.Context(), config(acctest.Values{"active": false})).Errors()
			wantText(t, errors, nothingSaved)
			if strings.Contains(errors, asBefore) || strings.Contains(errors, "deactivate_on_destroy") {
				t.Errorf("said %s", errors)
			}
		})
	}
}

// A 404 is the service's own word about the webhook, or it is about what lies
// between here and the service.
func TestWebhook_updateNotFound(t *testing.T) {
	t.Parallel()
	const createFirst = "Create the webhook at the service first"
	for name, tc := range map[string]struct {
		adopted bool
		fault   fakeservice.Fault
		store   fakeservice.Fault
		title   string
		says    string
		not     string
	}{
		"update, an ingress": {
			adopted: true, fault: fakeservice.ProxyNotFound(),
			title: "Unable to Update Webhook", says: "`base_url`", not: createFirst,
		},
		"update, the service's own": {
			adopted: true, fault: fakeservice.Fault{Status: http.StatusNotFound},
			title: "Webhook Not Found", says: "no longer has webhook", not: createFirst,
		},
		"update, 410": {
			adopted: true, fault: fakeservice.Fault{Status: http.StatusGone},
			title: "Webhook Not Found", says: "terraform state rm", not: createFirst,
		},
		"update, the store is missing too": {
			adopted: true, fault: fakeservice.Fault{Status: http.StatusNotFound}, store: fakeservice.Fault{Status: http.StatusNotFound},
			title: "Unable to Update Webhook", says: "does not answer for the store either", not: createFirst,
		},
		"adoption, an ingress": {
			fault: fakeservice.ProxyNotFound(),
			title: "Webhook Not Found", says: "did not have the service's own format", not: "terraform state rm",
		},
		"adoption, the service's own": {
			fault: fakeservice.Fault{Status: http.StatusNotFound},
			title: "Webhook Not Found", says: createFirst, not: asBefore,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, nil)
			if tc.adopted {
				mustApply(t, r, config(acctest.Values{"active": true}))
			}
			tc.fault.Method = http.MethodPatch
			e.Inject(tc.fault)
			if tc.store.Status != 0 {
				tc.store.Path = chargesOfStore
				e.Inject(tc.store)
			}
			diags := r.Apply(t.Context(), config(acctest.Values{"active": false}))
			wantText(t, diags.Errors(), tc.title)
			wantText(t, diags.Errors(), tc.says)
			if strings.Contains(diags.Errors(), tc.not) {
				t.Errorf("said %s", diags.Errors())
			}
		})
	}
}

// Whoever reads that an update failed must know what it may have done.
func TestWebhook_failureNamesDoubt(t *testing.T) {
	t.Parallel()
	acted := fakeservice.Fault{Times: 1, AfterHandling: true, Status: http.StatusInternalServerError}
	refused := fakeservice.Fault{Status: http.StatusBadRequest}
	for name, tc := range map[string]struct {
		faults []fakeservice.Fault
		config acctest.Values // nil: destroyed
		says   []string
	}{
		"update":   {[]fakeservice.Fault{acted, refused}, acctest.Values{"url": urlB, "active": true}, []string{asBefore, "already have applied the new `url`", "sends"}},
		"several":  {[]fakeservice.Fault{acted, refused}, acctest.Values{"url": urlB, "active": false, "auth_token": "Bearer x-y-z"}, []string{"the new `active`, `auth_token` and `url`"}},
		"at once":  {[]fakeservice.Fault{acted}, acctest.Values{"url": urlB, "active": true}, nil},
		"refused":  {[]fakeservice.Fault{refused}, acctest.Values{"url": urlB, "active": true}, []string{asBefore}},
		"destroy":  {[]fakeservice.Fault{acted, refused}, nil, []string{"may already be inactive"}},
		"destroy,": {[]fakeservice.Fault{refused}, nil, []string{"still in the state"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, acctest.Values{"max_retries": 1})
			with := func(more acctest.Values) acctest.Values {
				if more == nil {
					return nil
				}
				all := config(more)
				all["deactivate_on_destroy"] = true
				return all
			}
			mustApply(t, r, with(acctest.Values{"url": urlA, "active": true}))
			r.NextRun(t)
			for _, fault := range tc.faults {
				fault.Method = http.MethodPatch
				e.Inject(fault)
			}
			errors := r.Apply(t.Context(), with(tc.config)).Errors()
			for _, want := range tc.says {
				wantText(t, errors, want)
			}
			doubtful := strings.Contains(errors, "may already")
			if len(tc.faults) == 1 && doubtful {
				t.Errorf("there is no doubt, but the message is %s", errors)
			}
		})
	}
}
