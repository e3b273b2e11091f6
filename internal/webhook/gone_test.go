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

const chargesOfStore = "/stores/{storeId}/charges"

// A 404 is taken for a webhook that is gone only if the service itself says so
// and answers for the store.
func TestWebhook_goneOrNot(t *testing.T) {
	t.Parallel()

	html := fakeservice.Fault{Status: http.StatusNotFound, Body: []byte("<html>"), Header: http.Header{"Content-Type": {"text/html"}}}
	for name, tc := range map[string]struct {
		missing fakeservice.Fault // the answer for the webhook; zero: it is deleted
		store   fakeservice.Fault // the answer for the charges of its store
		says    string            // of an error; empty: gone
	}{
		"deleted":                 {},
		"410":                     {missing: fakeservice.Fault{Status: http.StatusGone}},
		"may not list charges":    {store: fakeservice.Fault{Status: http.StatusForbidden}},
		"credentials for less":    {store: fakeservice.Fault{Status: http.StatusUnauthorized}},
		"an ingress":              {missing: fakeservice.ProxyNotFound(), says: "terraform state rm"},
		"a website":               {missing: html, says: "`base_url`"},
		"a store that is gone":    {store: fakeservice.Fault{Status: http.StatusNotFound}, says: "terraform state rm"},
		"a wrong path":            {missing: fakeservice.Fault{Status: http.StatusNotFound}, store: fakeservice.ProxyNotFound(), says: "`base_url`"},
		"refused by a proxy":      {store: fakeservice.Fault{Status: http.StatusForbidden, Body: []byte("no")}, says: "terraform state rm"},
		"no list":                 {store: fakeservice.Fault{Status: http.StatusOK, Body: []byte("{}")}, says: "terraform state rm"},
		"the service fails":       {store: fakeservice.Fault{Status: http.StatusServiceUnavailable}, says: "requested charges of the store, and that failed too"},
		"the connection breaks":   {store: fakeservice.Fault{Break: fakeservice.BreakReset}, says: "Try again"},
		"too many requests":       {store: fakeservice.Fault{Status: http.StatusTooManyRequests}, says: "Try again"},
		"redirected to elsewhere": {store: fakeservice.Redirect(http.StatusFound, "https://elsewhere.example.com/"), says: "`base_url`"},
	} {
		for _, doing := range []string{"get", "patch", "destroy"} {
			t.Run(name+", "+doing, func(t *testing.T) {
				t.Parallel()
				e := start(t)
				mode := doing
				if doing == "destroy" {
					mode = "off"
				}
				r, config := e.resource(t, acctest.Values{"webhook_refresh": mode, "max_retries": 1})
				mustApply(t, r, config(acctest.Values{"deactivate_on_destroy": true}))
				r.NextRun(t)
				e.DeleteWebhook(e.webhook.ID)
				missing, store := tc.missing, tc.store
				if missing.Status != 0 {
					missing.Match = func(r fakeservice.Request) bool { return strings.Contains(r.Path, "/webhooks/") }
					e.Inject(missing)
				}
				if store.Status != 0 || store.Break != fakeservice.BreakNone {
					store.Path = chargesOfStore
					e.Inject(store)
				}
				diags := r.Refresh(t.Context())
				if doing == "destroy" {
					plan, _ := r.Plan(t.Context(), nil)
					diags = r.ApplyPlan(t.Context(), plan)
				}
				gone := r.State() == nil
				switch {
				case tc.says == "" && (!gone || diags.Errors() != ""):
					t.Errorf("it is not taken for gone: %s", diags)
				case tc.says == "" && doing != "destroy":
					wantText(t, diags.Warnings(), "no longer has webhook "+e.webhook.ID)
				case tc.says != "" && gone:
					t.Errorf("it left the state, and said %s", diags)
				case tc.says != "":
					wantText(t, diags.Errors(), tc.says)
				}
			})
		}
	}
}

// The second opinion is asked for once for all webhooks of a store, in any
// letter case of its id.
func TestWebhook_secondOpinionOnce(t *testing.T) {
	t.Parallel()
	e := start(t)
	p := acctest.Configured(t, e.server, nil)
	var all []*acctest.Resource
	for range 3 {
		hook := e.AddWebhook(fakeservice.Webhook{})
		r := p.NewResource("paymentservice_webhook")
		mustApply(t, r, acctest.Values{"store_id": hook.StoreID, "webhook_id": hook.ID})
		e.DeleteWebhook(hook.ID)
		all = append(all, r)
	}
	for range 2 {
		p.NextRun(t)
		e.ResetRequests()
		for _, r := range all {
			again := *r
			again.Refresh(t.Context())
		}
		asked := e.Requests(func(r fakeservice.Request) bool { return r.Route == "GET "+chargesOfStore })
		if len(asked) != 1 || asked[0].Query.Get("limit") != "10" {
			t.Errorf("the service was asked %d times for charges of the store", len(asked))
		}
	}
}

// A pipeline that only plans notices what it could read at the adoption.
func TestWebhook_adoptionRemembersReadable(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, nil)
	mustApply(t, r, config(nil))
	e.DeleteWebhook(e.webhook.ID)
	wantText(t, r.Refresh(t.Context()).Warnings(), "no longer has webhook "+e.webhook.ID)
}

// What reads a webhook quietly at its adoption never fails the adoption.
func TestWebhook_quietReadings(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]fakeservice.Fault{
		"404":             {Status: http.StatusNotFound},
		"403":             {Status: http.StatusForbidden},
		"429":             {Status: http.StatusTooManyRequests},
		"503":             {Status: http.StatusServiceUnavailable},
		"cut":             {Break: fakeservice.BreakCut, CutAt: 10},
		"HTML":            {Status: http.StatusOK, Body: []byte("<html>")},
		"another webhook": {Status: http.StatusOK, Body: []byte(`{"id":"99999999-9999-4999-8999-999999999999","active":true}`)},
		"no webhook":      {Status: http.StatusOK, Body: []byte("{}")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, nil)
			fault.Method = http.MethodGet
			e.Inject(fault)
			if diags := r.Apply(t.Context(), config(acctest.Values{"active": false})); len(diags) > 0 {
				t.Errorf("said %s", diags)
			}
			if n := len(e.Requests(fakeservice.ByMethod(http.MethodGet))); n != 2 {
				t.Errorf("%d times read, want once for the plan and once after the update", n)
			}
			e.ClearFaults()
			e.DeleteWebhook(e.webhook.ID)
			if r.Refresh(t.Context()); r.State() == nil {
				t.Error("a webhook that was never read is taken for gone")
			}
		})
	}
}

// What is answered for good and is no webhook is no reason to stop planning,
// unless the webhook was readable before.
func TestWebhook_answeredWithSomethingElse(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]fakeservice.Fault{
		"HTML":     {Status: http.StatusOK, Body: []byte("<html>"), Header: http.Header{"Content-Type": {"text/html"}}},
		"204":      {Status: http.StatusNoContent},
		"redirect": fakeservice.Redirect(http.StatusFound, "https://elsewhere.example.com/"),
		"400":      {Status: http.StatusBadRequest},
		"object":   {Status: http.StatusOK, Body: []byte(`{"status":"ok"}`)},
	} {
		for _, readable := range []bool{true, false} {
			t.Run(name+map[bool]string{true: ", once readable", false: ", never readable"}[readable], func(t *testing.T) {
				t.Parallel()
				e := start(t)
				r, config := e.resource(t, nil)
				fault := fault
				fault.Method = http.MethodGet
				if !readable {
					e.Inject(fault)
				}
				mustApply(t, r, config(acctest.Values{"active": true}))
				e.Inject(fault)
				diags := r.Refresh(t.Context())
				wantText(t, diags.String(), `webhook_refresh = "off"`)
				if failed := diags.Errors() != ""; failed != readable || r.State() == nil {
					t.Errorf("said %s, the state is %v", diags, r.State())
				}
			})
		}
	}
}

// Each mode recommends another one than itself.
func TestWebhook_refusedInEachMode(t *testing.T) {
	t.Parallel()
	for mode, other := range map[string]string{"get": `or "patch"`, "patch": `or "get"`} {
		for _, status := range []int{400, 401, 403, 405, 422} {
			t.Run(mode+" "+http.StatusText(status), func(t *testing.T) {
				t.Parallel()
				e := start(t)
				r, config := e.resource(t, acctest.Values{"webhook_refresh": mode})
				mustApply(t, r, config(nil))
				e.Inject(fakeservice.Fault{Status: status})
				diags := r.Refresh(t.Context())
				wantText(t, diags.Errors(), `webhook_refresh = "off"`)
				wantText(t, diags.Errors(), other)
			})
		}
	}
}
