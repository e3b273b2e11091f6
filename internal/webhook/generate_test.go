// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"maps"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// What a plan generates for an import is valid and changes nothing, also if the
// webhook has settings that no configuration may have.
func TestWebhook_generatedConfigurationIsValid(t *testing.T) {
	t.Parallel()
	for name, odd := range map[string]acctest.Values{
		"as it is":          nil,
		"a local URL":       {"url": "http://localhost/hook"},
		"a private address": {"url": "http://10.0.0.1/hook"},
		"a URL with a user": {"url": "https://user:password@hooks.example.com/"},
		"another scheme":    {"url": "ftp://hooks.example.com/"},
		"port 0":            {"url": "https://hooks.example.com:0/"},
		"a blank trigger":   {"triggers": []string{" ", "charge_finished"}},
		"an odd merchant":   {"merchant_id": "acme"},
		"nothing":           {"url": nil, "triggers": nil, "active": nil, "merchant_id": nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookMutator = func(w map[string]any) { maps.Copy(w, odd) } })
			r, _ := e.resource(t, nil)
			if diags := r.Import(t.Context(), e.webhook.StoreID+"/"+e.webhook.ID); len(diags) > 0 {
				t.Fatal(diags)
			}
			if !r.Generates() {
				t.Fatal("the CLI is not told to ask the provider for the configuration")
			}
			config, diags := r.Generate(t.Context())
			if diags = append(diags, r.Validate(t.Context(), config)...); len(diags) > 0 {
				t.Errorf("the configuration %v is not valid: %s", config, diags)
			}
			for _, setting := range []string{"active", "url", "triggers"} {
				if _, left := odd[setting]; !left && config[setting] == nil {
					t.Errorf("the configuration lacks %s: %v", setting, config)
				}
			}
			mustBeSettled(t, r, config)
		})
	}
}
