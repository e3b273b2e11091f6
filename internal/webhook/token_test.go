// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// A field that repeats the token is ignored. The URL and the triggers are public.
func TestWebhook_echoedTokenIsNotKept(t *testing.T) {
	t.Parallel()
	for token, repeats := range map[string]string{"n0t-t0-be-seen": "see https://example.com/n0t-t0-be-seen", "short": "short"} {
		for _, kind := range []string{"auth_token", "auth_token_wo"} {
			t.Run(token+", "+kind, func(t *testing.T) {
				t.Parallel()
				e := start(t)
				fields := map[string]any{"url": "https://hooks.example.com/" + token, "triggers": []string{token}}
				for _, name := range []string{"id", "store_id", "merchant_id", "platform_id", "created_on", "updated_on"} {
					fields[name] = repeats
				}
				e.answer(fields)
				r, config := e.resource(t, nil)
				with := acctest.Values{"auth_token": token}
				if kind == "auth_token_wo" {
					with = acctest.Values{"auth_token_wo": token, "auth_token_wo_version": 1}
				}
				mustApply(t, r, config(with))
				want := acctest.Values{"url": fields["url"], "triggers": []any{token}, "merchant_id": nil, "platform_id": nil, "created_on": nil, "updated_on": nil}
				wantState(t, r, want)
				if kind == "auth_token" { // later runs know it from the state
					if diags := r.Refresh(t.Context()); len(diags) > 0 {
						t.Error(diags)
					}
					wantState(t, r, want)
					mustApply(t, r, config(acctest.Values{"auth_token": "another"})) // the previous one is not kept, either
					wantState(t, r, want)
				}
			})
		}
	}
}

// A text that contains a short token is kept: that may be by chance.
func TestWebhook_shortTokenWithinAText(t *testing.T) {
	t.Parallel()
	e := start(t)
	e.answer(map[string]any{"platform_id": "a-short-one"})
	r, config := e.resource(t, nil)
	mustApply(t, r, config(acctest.Values{"auth_token": "short"}))
	wantState(t, r, acctest.Values{"platform_id": "a-short-one"})
}
