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

const (
	urlA = "https://hooks.example.com/a"
	urlB = "https://hooks.example.com/b"
)

// mustBeSettled checks that the plan for a configuration is empty and silent.
func mustBeSettled(t *testing.T, r *acctest.Resource, config acctest.Values) {
	t.Helper()
	if plan, diags := r.Plan(t.Context(), config); !plan.Empty || len(diags) > 0 {
		t.Errorf("the plan is %v, and says %s; the state is %v", plan.Values, diags, r.State())
	}
}

// sent returns the bodies of the updates since the last call.
func (e env) sent() string {
	var bodies []string
	for _, r := range e.Requests(fakeservice.ByMethod(http.MethodPatch)) {
		bodies = append(bodies, string(r.Body))
	}
	e.ResetRequests()
	return strings.Join(bodies, " ")
}

// A refresh that cannot see a change leaves it to the update to find it.
func TestWebhook_unseenDrift(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		drift         func(*fakeservice.Webhook)
		first, second acctest.Values
		want          string
		warns         []string
	}{
		"stopped": {
			drift: func(w *fakeservice.Webhook) { w.Active = false },
			first: acctest.Values{"active": true, "url": urlA}, second: acctest.Values{"active": true, "url": urlB},
			want:  `{"url":"` + urlB + `"} {"active":true}`,
			warns: []string{"Webhook Had Changed Outside of Terraform", "`active`: configured true, was false"},
		},
		"several": {
			drift: func(w *fakeservice.Webhook) {
				w.URL, w.Triggers = "https://hooks.example.com/elsewhere", []string{"x", "y"}
			},
			first: acctest.Values{"active": true, "url": urlA, "triggers": []string{"x"}}, second: acctest.Values{"active": false, "url": urlA, "triggers": []string{"x"}},
			want:  `{"active":false} {"url":"` + urlA + `","triggers":["x"]}`,
			warns: []string{"`url`: configured " + urlA + ", was https://hooks.example.com/elsewhere", "`triggers`: configured [x], was [x, y]"},
		},
		"not configured": {
			drift: func(w *fakeservice.Webhook) { w.Active = false },
			first: acctest.Values{"url": urlA}, second: acctest.Values{"url": urlB}, want: `{"url":"` + urlB + `"}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, acctest.Values{"webhook_refresh": "off"})
			mustApply(t, r, config(tc.first))
			e.ChangeWebhook(e.webhook.ID, tc.drift)
			e.sent()
			diags := r.Apply(t.Context(), config(tc.second))
			if diags.Errors() != "" || (diags.Warnings() == "") != (tc.warns == nil) {
				t.Errorf("said %s", diags)
			}
			for _, want := range tc.warns {
				wantText(t, diags.Warnings(), want)
			}
			if got := e.sent(); got != tc.want {
				t.Errorf("sent %s, want %s", got, tc.want)
			}
			mustBeSettled(t, r, config(tc.second))
		})
	}
}

// If the second update of an apply fails, the state says neither what the first
// one set nor what the service had, so both are sent again.
func TestWebhook_unseenDriftThatStays(t *testing.T) {
	t.Parallel()
	e := start(t)
	r, config := e.resource(t, acctest.Values{"webhook_refresh": "off"})
	first := config(acctest.Values{"active": true, "url": urlA})
	mustApply(t, r, first)
	e.stop()
	e.Inject(fakeservice.Fault{Method: http.MethodPatch, Nth: 2, Times: 1, Status: http.StatusConflict})
	e.sent()
	wantText(t, r.Apply(t.Context(), config(acctest.Values{"active": true, "url": urlB})).Errors(), "status 409")
	e.sent()
	mustApply(t, r, first)
	if got, want := e.sent(), `{"active":true,"url":"`+urlA+`"}`; got != want {
		t.Errorf("taking the change back sent %s, want %s", got, want)
	}
	mustBeSettled(t, r, first)
}

// Whether a call may have acted counts over all its attempts.
func TestWebhook_unconfirmedThroughRetries(t *testing.T) {
	t.Parallel()
	for name, last := range map[string]fakeservice.Fault{
		"429":     {Status: http.StatusTooManyRequests},
		"400":     {Status: http.StatusBadRequest},
		"refused": {Status: http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, acctest.Values{"max_retries": 1, "webhook_refresh": "off"})
			kept := config(acctest.Values{"active": true})
			mustApply(t, r, kept)
			last.Method = http.MethodPatch
			e.Inject(fakeservice.Fault{Method: http.MethodPatch, Times: 1, AfterHandling: true, Status: http.StatusInternalServerError})
			e.Inject(last)
			if diags := r.Apply(t.Context(), config(acctest.Values{"active": false})); diags.Errors() == "" {
				t.Fatal("no error")
			}
			e.ClearFaults()
			wantText(t, r.Apply(t.Context(), kept).Warnings(), "Webhook Settings in Doubt")
			if !e.now(t).Active {
				t.Error("the webhook is still stopped")
			}
		})
	}
}

// What an update's answer spells otherwise, or sets otherwise, is no
// inconsistency; whether a refresh brings it or the answer is all there is.
func TestWebhook_factsOfTheAnswer(t *testing.T) {
	t.Parallel()
	const other = "99999999-9999-4999-8999-999999999999"
	for name, tc := range map[string]struct {
		provider acctest.Values
		arrange  func(*fakeservice.Behavior)
		want     acctest.Values // in the state, after a refresh
	}{
		"GET spells times otherwise": {
			arrange: func(b *fakeservice.Behavior) { b.WebhookGetTimes = "2006-01-02T15:04:05Z07:00" },
		},
		"other facts, seen by GET": {
			arrange: func(b *fakeservice.Behavior) {
				b.WebhookMutator = func(w map[string]any) { w["platform_id"], w["merchant_id"] = other, other }
			},
			want: acctest.Values{"platform_id": other, "merchant_id": other},
		},
		"other facts, seen by nobody": {
			provider: acctest.Values{"webhook_refresh": "off"},
			arrange: func(b *fakeservice.Behavior) {
				b.WebhookMutator = func(w map[string]any) {
					w["platform_id"], w["merchant_id"], w["created_on"] = other, other, "2020-01-01T00:00:00.000Z"
				}
			},
			want: acctest.Values{"platform_id": other, "merchant_id": other, "created_on": "2020-01-01T00:00:00.000Z"},
		},
		"no GET, other times": {
			arrange: func(b *fakeservice.Behavior) {
				b.WebhookGet = false
				b.WebhookMutator = func(w map[string]any) { w["created_on"] = "2020-01-01T00:00:00Z" }
			},
			want: acctest.Values{"created_on": "2020-01-01T00:00:00Z"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			if tc.want["created_on"] != nil { // readable would be remembered otherwise
				e.Set(func(b *fakeservice.Behavior) { b.WebhookGet = false })
			}
			r, config := e.resource(t, tc.provider)
			mustApply(t, r, config(acctest.Values{"active": true}))
			if diags := r.Refresh(t.Context()); diags.Errors() != "" {
				t.Fatal(diags)
			}
			e.Set(tc.arrange)
			plan, diags := r.Plan(t.Context(), config(acctest.Values{"active": false}))
			if diags.Errors() != "" {
				t.Fatal(diags)
			}
			if diags := r.ApplyPlan(t.Context(), plan); diags.Errors() != "" {
				t.Fatal(diags)
			}
			if diags := r.Refresh(t.Context()); diags.Errors() != "" {
				t.Fatal(diags)
			}
			for name, want := range tc.want {
				if got := r.State()[name]; got != want {
					t.Errorf("%s is %v, want %v", name, got, want)
				}
			}
			mustBeSettled(t, r, config(acctest.Values{"active": false}))
		})
	}
}

// The path that a webhook was adopted or imported by is its path for life.
func TestWebhook_pathForLife(t *testing.T) {
	t.Parallel()
	merchant := acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}
	for name, tc := range map[string]struct {
		imports     string // a prefix of the import ID; "-" to adopt
		first, then acctest.Values
		long        bool
	}{
		"adopted, configured later":       {imports: "-", then: merchant},
		"adopted, taken out later":        {imports: "-", first: merchant, long: true},
		"imported short, configured":      {first: merchant, then: merchant},
		"imported long, not configured":   {imports: fakeservice.DefaultMerchantID + "/", long: true},
		"imported long, configured later": {imports: fakeservice.DefaultMerchantID + "/", then: merchant, long: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, nil)
			active := func(more acctest.Values, active bool) acctest.Values {
				all := config(more)
				all["active"], all["deactivate_on_destroy"] = active, true
				return all
			}
			if tc.imports != "-" {
				if diags := r.Import(t.Context(), tc.imports+e.webhook.StoreID+"/"+e.webhook.ID); diags.Errors() != "" {
					t.Fatal(diags)
				}
			}
			mustApply(t, r, active(tc.first, true))
			before := len(e.Requests(fakeservice.ByMethod(http.MethodPatch)))
			plan, _ := r.Plan(t.Context(), active(tc.then, true))
			if plan.Replaces {
				t.Error("another configuration of the same merchant replaces the webhook")
			}
			mustApply(t, r, active(tc.then, true))
			if after := len(e.Requests(fakeservice.ByMethod(http.MethodPatch))); after != before {
				t.Error("configuring the merchant, or not, sent something")
			}
			mustApply(t, r, active(tc.then, false))
			mustBeSettled(t, r, active(tc.then, false))
			r.NextRun(t)
			mustApply(t, r, nil)
			for _, request := range e.Requests() {
				if long := strings.Contains(request.Path, "/merchants/"); long != tc.long {
					t.Errorf("%s %s went through the merchant: %t, want %t", request.Method, request.Path, long, tc.long)
				}
			}
		})
	}
}

// Another letter case of an id is the same id.
func TestWebhook_letterCase(t *testing.T) {
	t.Parallel()
	e := start(t)
	e.webhook = e.AddWebhook(fakeservice.Webhook{ID: "abcdefab-cdef-4bcd-8fab-cdefabcdefab", MerchantID: "bbbbbbbb-cdef-4bcd-8fab-cdefabcdefab", StoreID: "cccccccc-cdef-4bcd-8fab-cdefabcdefab"})
	r, config := e.resource(t, nil)
	ids := func(spell func(string) string) acctest.Values {
		return config(acctest.Values{"store_id": spell(e.webhook.StoreID), "webhook_id": spell(e.webhook.ID), "merchant_id": spell(e.webhook.MerchantID)})
	}
	mustApply(t, r, ids(strings.ToLower))
	e.sent()
	mustBeSettled(t, r, ids(strings.ToUpper))
	mustApply(t, r, ids(strings.ToUpper))
	if got := e.sent(); got != "" {
		t.Errorf("another letter case sent %s", got)
	}
}

// A configured merchant_id that is not known yet replaces nothing, whether the
// state has one or not.
func TestWebhook_unknownMerchantReplacesNothing(t *testing.T) {
	t.Parallel()
	for name, omitted := range map[string][]string{"known before": nil, "never known": {"merchant_id"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.Set(func(b *fakeservice.Behavior) { b.OmitWebhookFields = omitted })
			r, config := e.resource(t, nil)
			mustApply(t, r, config(nil))
			plan, diags := r.Plan(t.Context(), config(acctest.Values{"merchant_id": acctest.Unknown}))
			if diags.Errors() != "" || plan.Replaces {
				t.Errorf("replaces: %t; said %s", plan.Replaces, diags)
			}
		})
	}
}
