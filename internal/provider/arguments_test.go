// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// Each argument has its own place and wins over the environment, in which an empty text counts
// as unset. An unknown one never falls back to the environment.
func TestResolve(t *testing.T) {
	t.Parallel()
	authority := fakeservice.NewAuthority(nil)
	pair := authority.Issue()
	type texts map[string]string
	none, wrong, unknown := texts{}, texts{}, texts{}
	all := texts{
		"base_url": "https://api.example.com", "secret": "s", "app_token": "a",
		"ca_certificate": authority.PEM(), "client_certificate": pair.Certificate, "client_key": pair.Key, "webhook_refresh": "off",
		"request_timeout": "10m", "max_retries": "20", "max_concurrent_requests": "100", "max_requests_per_minute": "60000",
	}
	var schema provider.SchemaResponse
	new(paymentserviceProvider).Schema(t.Context(), provider.SchemaRequest{}, &schema)
	for _, b := range new(settings).bindings() {
		if all[b.argument] == "" || schema.Schema.Attributes[b.argument] == nil {
			t.Errorf("%s is not tested here, or not in the schema", b.argument)
		}
	}
	for name := range all {
		none[name], wrong[name], unknown[name] = "", "wrong", "?"
	}
	set := settings{webhookRefresh: "off", maxRetries: 20, Options: paymentapi.Options{
		BaseURL: "https://api.example.com", Secret: "s", AppToken: "a", CACertificate: authority.PEM(), ClientCertificate: pair.Certificate, ClientKey: pair.Key,
		RequestTimeout: 10 * time.Minute, MaxAttempts: 21, MaxConcurrentRequests: 100, MaxRequestsPerMinute: 60_000,
	}}
	defaults := settings{webhookRefresh: "get", maxRetries: 4, Options: paymentapi.Options{MaxAttempts: 5}}
	notKnown := defaults
	notKnown.unknown = slices.Sorted(maps.Keys(all))
	for name, tc := range map[string]struct {
		config, env texts
		want        settings
	}{
		"arguments win":     {all, wrong, set},
		"environment":       {nil, all, set},
		"empty environment": {nil, none, defaults},
		"all unknown":       {unknown, all, notKnown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := configuration{}
			for name, text := range tc.config {
				if config[name] = tftypes.NewValue(tftypes.String, text); text == "?" {
					config[name] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
				}
			}
			var diags diag.Diagnostics
			got := config.resolve(func(variable string) string {
				return tc.env[strings.ToLower(strings.TrimPrefix(variable, "PAYMENTSERVICE_"))]
			}, &diags)
			if len(diags) > 0 || !reflect.DeepEqual(*got, tc.want) {
				t.Errorf("got %+v, want %+v; it says %v", *got, tc.want, diags)
			}
		})
	}
}
