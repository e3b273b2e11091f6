// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestRead: what becomes of the state after each answer: by GET if the webhook was readable
// once, by GET if it never was, and by PATCH. Where they agree, one text is enough.
func TestRead(t *testing.T) {
	t.Parallel()
	const refreshed, gone, unseen = "refreshed", "gone", "changes made outside of Terraform cannot be seen"
	html := []byte("<html>")
	own := func(status int) fakeservice.Fault { return fakeservice.Fault{Status: status} }
	for name, tc := range map[string]struct {
		fault                    fakeservice.Fault
		readable, never, byPatch string // what is said
	}{
		"a webhook":                   {fakeservice.Fault{}, refreshed, refreshed, refreshed},
		"an own 404":                  {own(404), gone, unseen, gone},
		"an own 410":                  {own(410), gone, "status 410", gone},
		"a 404 of an ingress":         {fakeservice.Fault{Status: 404, Body: html}, "`base_url`", unseen, "`base_url`"},
		"a 404 in JSON of a gateway":  {fakeservice.Fault{Status: 404, Body: []byte(`{"message":"no route"}`)}, "`base_url`", unseen, "`base_url`"},
		"a 405":                       {own(405), "status 405", unseen, "status 405"},
		"a 501":                       {own(501), "status 501", unseen, "status 501"},
		"a 403":                       {own(403), "`app_token`", "`app_token`", "`app_token`"},
		"a page of a portal":          {fakeservice.Fault{Status: 200, Body: html}, "not JSON", "not JSON", "not JSON"},
		"a 503":                       {own(503), "status 503", "status 503", "status 503"},
		"a connection that breaks":    {fakeservice.Fault{Break: fakeservice.BreakClose}, "ended too early", "ended too early", "ended too early"},
		"another webhook":             {fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + otherID + `","active":false}`)}, "`id`: configured " + hookID, "`id`: configured", "`id`: configured"},
		"a webhook with fewer fields": {fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + hookID + `","active":false}`)}, refreshed, refreshed, refreshed},
	} {
		for way, want := range map[string]string{"readable": tc.readable, "never readable": tc.never, "by PATCH": tc.byPatch} {
			t.Run(name+", "+way, func(t *testing.T) {
				t.Parallel()
				e := start(t, nil)
				r := e.resource()
				if way == "never readable" {
					e.Inject(fakeservice.Fault{Method: http.MethodGet, Status: http.StatusMethodNotAllowed})
				}
				mustApply(t, r, adopting(acctest.Values{"active": true, "url": urlA}))
				e.ClearFaults()
				mode, method := "get", http.MethodGet
				if way == "by PATCH" {
					mode, method = "patch", http.MethodPatch
				}
				r = e.in(t, mode, r)
				before := r.State()
				e.ChangeWebhook(hookID, func(w *fakeservice.Webhook) { w.Active = false })
				fault := tc.fault // the ways share the row
				fault.Method, fault.Path = method, "/stores/{storeId}/webhooks/{webhookId}"
				e.Inject(fault)
				e.ResetRequests()
				diags := r.Refresh(t.Context())
				probed := len(e.Requests(func(r fakeservice.Request) bool {
					return r.Route == "GET /stores/{storeId}/charges" && r.Query.Encode() == "limit=10"
				}))
				switch want {
				case refreshed:
					wantText(t, diags.String())
					wantState(t, r, acctest.Values{"active": false, "url": urlA, "created_on": before["created_on"]})
					return
				case gone:
					wantText(t, diags.Errors())
					wantText(t, diags.Warnings(), "Webhook Not Found", "These credentials see the store of webhook "+hookID)
					if r.State() != nil || probed != 1 {
						t.Errorf("the state has %v, and charges were requested %d times", r.State(), probed)
					}
					return
				case unseen:
					wantText(t, diags.Errors())
					wantText(t, diags.Warnings(), unseen, "\"patch\"", "\"off\"")
				default:
					wantText(t, diags.Errors(), want)
				}
				if !maps.EqualFunc(r.State(), before, func(a, b any) bool { return fmt.Sprint(a) == fmt.Sprint(b) }) {
					t.Errorf("the state is %v, want %v", r.State(), before)
				}
				if probed > 0 {
					t.Error("charges were requested")
				}
			})
		}
	}
}

// TestRead_gone: a webhook is gone only if these credentials see the charges of its store, which is
// asked once for a run. Anything but a success shows nothing.
func TestRead_gone(t *testing.T) {
	t.Parallel()
	const (
		ofStore = "/stores/{storeId}/charges"
		ofAll   = "/charges"
	)
	for name, tc := range map[string]struct {
		path   string // of the fault; of the store unless given
		fault  fakeservice.Fault
		gone   bool
		probes int // of the store, for two webhooks; each is repeated once
	}{
		"answered": {
			gone:   true,
			probes: 1,
		},
		"not permitted": {
			fault:  fakeservice.Fault{Status: 403},
			probes: 1,
		},
		"credentials refused": {
			fault:  fakeservice.Fault{Status: 401},
			probes: 1,
		},
		"refused": {
			fault:  fakeservice.Fault{Status: 400},
			probes: 1,
		},
		"redirected to a login": {
			fault:  fakeservice.Fault{Status: 302},
			probes: 1,
		},
		"a page of a portal": {
			fault:  fakeservice.Fault{Status: 200, Body: []byte("<html>")},
			probes: 1,
		},
		"no such call": {
			fault:  fakeservice.Fault{Status: 405},
			probes: 1,
		},
		"a charge without an id": {
			fault:  fakeservice.Fault{Status: 200, Body: []byte(`{"items":[{}],"has_more":false}`)},
			probes: 1,
		},
		"a wrong path": {
			fault:  fakeservice.Fault{Status: 404, Body: []byte("<html>")},
			probes: 1,
		},
		"a service that is down": {
			fault:  fakeservice.Fault{Status: 503},
			probes: 4,
		},
		"no charges of all stores": {
			path:   ofAll,
			fault:  fakeservice.Fault{Status: 403},
			gone:   true,
			probes: 1,
		},
		"the store is gone, and the token is one of its merchant": {
			fault:  fakeservice.Fault{Status: 404},
			gone:   true,
			probes: 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			all := []*acctest.Resource{e.resource(), e.resource()}
			e.AddWebhook(fakeservice.Webhook{ID: otherID})
			mustApply(t, all[0], adopting(nil))
			mustApply(t, all[1], adopting(acctest.Values{"webhook_id": otherID}))
			tc.fault.Path = cmp.Or(tc.path, ofStore)
			e.Inject(tc.fault)
			e.Inject(fakeservice.Fault{Status: http.StatusNotFound, Path: "/stores/{storeId}/webhooks/{webhookId}"})
			e.NextRun(t)
			e.ResetRequests()
			for _, r := range all {
				said := r.Refresh(t.Context()).Errors()
				if (r.State() == nil) != tc.gone || (said == "") != tc.gone {
					t.Errorf("the state has %v; said %s", r.State(), said)
				}
				if !tc.gone {
					wantText(t, said, "does not show that the webhook is gone", "`app_token`", "`base_url`", "`terraform state rm`", "The state is unchanged.")
				}
			}
			probes := e.Requests(func(r fakeservice.Request) bool { return r.Route == "GET "+ofStore })
			if len(probes) != tc.probes {
				t.Errorf("the charges of the store were requested %d times, want %d", len(probes), tc.probes)
			}
		})
	}
}

// TestRead_remembers: once a GET was answered, the webhook counts as readable in every run,
// and an answer to a PATCH does not make it so. Without a call, the state stands in silence.
func TestRead_remembers(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		mode  string // of an earlier run
		calls string
		gone  bool
	}{"by GET": {"get", "GET", true}, "by PATCH": {"patch", "PATCH {}", false}, "not read": {"off", "", false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			r := e.in(t, "off", e.resource())
			mustApply(t, r, adopting(nil))
			r = e.in(t, tc.mode, r)
			e.calls()
			wantText(t, r.Refresh(t.Context()).String())
			e.wantCalls(t, tc.calls)
			r = e.in(t, "patch", r)
			r.Refresh(t.Context())
			e.DeleteWebhook(hookID)
			if r = e.in(t, "get", r); r.Refresh(t.Context()).Errors() != "" || (r.State() == nil) != tc.gone {
				t.Errorf("the state has %v", r.State())
			}
		})
	}
}

// TestRead_updatedOn: an update that changes nothing may move updated_on, which alone is no news.
func TestRead_updatedOn(t *testing.T) {
	t.Parallel()
	for mode, isNews := range map[string]bool{"get": true, "patch": false} {
		e := start(t, acctest.Values{"webhook_refresh": mode})
		r := e.resource()
		mustApply(t, r, adopting(acctest.Values{"active": true}))
		before := r.State()["updated_on"]
		e.ChangeWebhook(hookID, func(*fakeservice.Webhook) {})
		if r.Refresh(t.Context()); (r.State()["updated_on"] != before) != isNews {
			t.Errorf("%s: the state is %v", mode, r.State())
		}
		e.ChangeWebhook(hookID, func(w *fakeservice.Webhook) { w.Active = false })
		if r.Refresh(t.Context()); r.State()["active"] != false || r.State()["updated_on"] == before {
			t.Errorf("%s: the state is %v", mode, r.State())
		}
	}
}

// TestRead_identity: a state that an older CLI has written without an identity gets one, by a
// refresh and by an update.
func TestRead_identity(t *testing.T) {
	t.Parallel()
	for _, refreshes := range []bool{true, false} {
		e := start(t, nil)
		r := e.resource()
		mustApply(t, r, adopting(nil))
		want := r.Identity(t.Context())
		r.IdentityData = nil
		if refreshes {
			r.Refresh(t.Context())
		} else {
			plan, _ := r.Plan(t.Context(), adopting(acctest.Values{"active": false}))
			r.ApplyPlan(t.Context(), plan)
		}
		if got := r.Identity(t.Context()); len(want) == 0 || !maps.Equal(got, want) {
			t.Errorf("after a refresh: %t, the identity is %v, want %v", refreshes, got, want)
		}
	}
}
