// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"encoding/json"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func jsonText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// If the user corrects the spelling of a value, the correction is sent: the
// service may tell both spellings apart.
func TestWebhook_correctedSpelling(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ first, second acctest.Values }{
		"case of a trigger":  {acctest.Values{"triggers": []string{"Charge_Finished"}}, acctest.Values{"triggers": []string{"charge_finished"}}},
		"space at a trigger": {acctest.Values{"triggers": []string{" charge_finished"}}, acctest.Values{"triggers": []string{"charge_finished"}}},
		"trigger twice":      {acctest.Values{"triggers": []string{"a", "A"}}, acctest.Values{"triggers": []string{"a"}}},
		"empty path":         {acctest.Values{"url": "https://x.example.com"}, acctest.Values{"url": "https://x.example.com/"}},
		"needless escape":    {acctest.Values{"url": "https://x.example.com/%7Ea"}, acctest.Values{"url": "https://x.example.com/~a"}},
		"in the query":       {acctest.Values{"url": "https://x.example.com/?t=%41"}, acctest.Values{"url": "https://x.example.com/?t=A"}},
		"default port":       {acctest.Values{"url": "https://x.example.com:443/h"}, acctest.Values{"url": "https://x.example.com/h"}},
	} {
		for _, mode := range []string{"get", "patch", "off"} {
			t.Run(name+", "+mode, func(t *testing.T) {
				t.Parallel()
				e := start(t)
				r, config := e.resource(t, acctest.Values{"webhook_refresh": mode})
				mustApply(t, r, config(tc.first))
				mustBeSettled(t, r, config(tc.first))
				r.Refresh(t.Context())
				e.sent()
				mustApply(t, r, config(tc.second))
				want := jsonText(t, tc.second)
				if mode == "patch" {
					want = "{} " + want
				}
				if got := e.sent(); got != want {
					t.Errorf("sent %s, want %s", got, want)
				}
				r.Refresh(t.Context())
				mustBeSettled(t, r, config(tc.second))
			})
		}
	}
}

// A configured value that the service spells otherwise is no change, and its
// correction is still sent.
func TestWebhook_serviceSpellsOtherwise(t *testing.T) {
	t.Parallel()
	e := start(t)
	e.Set(func(b *fakeservice.Behavior) {
		b.WebhookMutator = func(w map[string]any) {
			w["url"], w["triggers"] = "https://x.example.com/", []string{"charge_finished"}
		}
	})
	r, config := e.resource(t, nil)
	first := config(acctest.Values{"url": "HTTPS://x.example.com", "triggers": []string{"Charge_Finished"}})
	mustApply(t, r, first)
	mustApply(t, r, first)
	mustBeSettled(t, r, first)
	e.sent()
	second := config(acctest.Values{"url": "https://x.example.com", "triggers": []string{"Charge_Finished"}})
	mustApply(t, r, second)
	if got, want := e.sent(), `{"url":"https://x.example.com"}`; got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
	r.Refresh(t.Context())
	mustBeSettled(t, r, second)
}

// A value in the state that the service answered is only spelled otherwise in
// the configuration.
func TestWebhook_spellingOfTheServiceStays(t *testing.T) {
	t.Parallel()
	const inState, configured = "https://drifted.example.com/", "https://drifted.example.com"
	drift := func(w *fakeservice.Webhook) { w.URL = inState }
	for name, arrange := range map[string]func(t *testing.T, e env, r *acctest.Resource, config func(acctest.Values) acctest.Values){
		"imported": func(t *testing.T, e env, r *acctest.Resource, _ func(acctest.Values) acctest.Values) {
			t.Helper()
			e.ChangeWebhook(e.webhook.ID, drift)
			if diags := r.Import(t.Context(), e.webhook.StoreID+"/"+e.webhook.ID); diags.Errors() != "" {
				t.Fatal(diags)
			}
		},
		"changed elsewhere": func(t *testing.T, e env, r *acctest.Resource, config func(acctest.Values) acctest.Values) {
			t.Helper()
			mustApply(t, r, config(acctest.Values{"url": urlA, "deactivate_on_destroy": false}))
			e.ChangeWebhook(e.webhook.ID, drift)
			r.Refresh(t.Context())
		},
		"not configured": func(t *testing.T, e env, r *acctest.Resource, config func(acctest.Values) acctest.Values) {
			t.Helper()
			e.ChangeWebhook(e.webhook.ID, drift)
			mustApply(t, r, config(nil))
		},
		"imported, and something else updated": func(t *testing.T, e env, r *acctest.Resource, config func(acctest.Values) acctest.Values) {
			t.Helper()
			e.ChangeWebhook(e.webhook.ID, drift)
			r.Import(t.Context(), e.webhook.StoreID+"/"+e.webhook.ID)
			mustApply(t, r, config(acctest.Values{"url": configured, "active": false}))
			mustApply(t, r, config(acctest.Values{"url": configured, "active": true}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			r, config := e.resource(t, nil)
			arrange(t, e, r, config)
			if got := r.State()["url"]; got != inState {
				t.Fatalf("the state has %v", got)
			}
			mustBeSettled(t, r, config(acctest.Values{"url": configured}))
		})
	}
}
