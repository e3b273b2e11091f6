// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A later run does not know a write-only token. If a GET shows it in a setting,
// the run that sends the token keeps that setting out of the state for good.
func TestWebhook_writeOnlyTokenInGET(t *testing.T) {
	t.Parallel()
	const token = "Bearer n0t-t0-be-seen"
	for name, shown := range map[string]map[string]any{
		"url":                {"url": "https://hooks.example.com/?t=n0t-t0-be-seen", "triggers": []string{"charge_finished"}},
		"triggers":           {"url": "https://hooks.example.com/", "triggers": []string{"charge_finished", "n0t-t0-be-seen"}},
		"url, as base64":     {"url": "https://hooks.example.com/QmVhcmVyIG4wdC10MC1iZS1zZWVu"},
		"url, in upper case": {"url": "https://hooks.example.com/?t=N0T-T0-BE-SEEN"},
	} {
		for _, sent := range []string{"by the adoption", "by an update"} {
			t.Run(name+", "+sent, func(t *testing.T) {
				t.Parallel()
				e := start(t)
				r, config := e.resource(t, nil)
				with := config(acctest.Values{"auth_token_wo": token, "auth_token_wo_version": 1})
				if sent == "by an update" {
					mustApply(t, r, config(nil))
				}
				echo := map[string]any{"id": e.webhook.ID, "store_id": e.webhook.StoreID, "active": false}
				for field, value := range shown {
					echo[field] = value
				}
				body, err := json.Marshal(echo)
				if err != nil {
					t.Fatal(err)
				}
				plan, diags := r.Plan(t.Context(), with)
				if diags.Errors() != "" {
					t.Fatal(diags)
				}
				e.Inject(fakeservice.Fault{Method: http.MethodGet, Status: http.StatusOK, Body: body})
				if diags := r.ApplyPlan(t.Context(), plan); diags.Errors() != "" {
					t.Fatal(diags)
				}
				for range 2 {
					r.NextRun(t)
					if diags := r.Refresh(t.Context()); diags.Errors() != "" {
						t.Fatal(diags)
					}
					if text := strings.ToLower(fmt.Sprint(r.State())); strings.Contains(text, "n0t-t0") || strings.Contains(text, "n0dc10mc1izs") || strings.Contains(text, "ig4wdc10") {
						t.Errorf("the state has the token: %s", text)
					}
				}
				if r.State()["active"] != false {
					t.Error("the settings that do not show the token are not refreshed")
				}
			})
		}
	}
}
