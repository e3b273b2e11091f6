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
	all := texts{
		"app_token":               "a",
		"base_url":                "https://api.example.com",
		"ca_certificate":          authority.PEM(),
		"client_certificate":      pair.Certificate,
		"client_key":              pair.Key,
		"max_concurrent_requests": "100",
		"max_requests_per_minute": "60000",
		"max_retries":             "20",
		"request_timeout":         "10m",
		"secret":                  "s",
		"webhook_refresh":         "off",
	}
	expectAllBindings(t, slices.Collect(maps.Keys(all)))
	each := func(text string) texts {
		same := texts{}
		for name := range all {
			same[name] = text
		}
		return same
	}

	set := settings{
		webhookRefresh: "off",
		maxRetries:     20,
		Options: paymentapi.Options{
			AppToken:              "a",
			BaseURL:               "https://api.example.com",
			CACertificate:         authority.PEM(),
			ClientCertificate:     pair.Certificate,
			ClientKey:             pair.Key,
			MaxAttempts:           21,
			MaxConcurrentRequests: 100,
			MaxRequestsPerMinute:  60_000,
			RequestTimeout:        10 * time.Minute,
			Secret:                "s",
		},
	}
	defaults := settings{
		webhookRefresh: "get",
		maxRetries:     4,
		Options:        paymentapi.Options{MaxAttempts: 5},
	}
	unknown := defaults
	unknown.unknown = slices.Sorted(maps.Keys(all))
	for name, tt := range map[string]struct {
		config texts // "?" stands for a value that is not known yet
		env    texts // by the names of the arguments
		want   settings
	}{
		"arguments win": {
			config: all,
			env:    each("wrong"),
			want:   set,
		},
		"environment": {
			env:  all,
			want: set,
		},
		"empty environment": {
			env:  each(""),
			want: defaults,
		},
		"all unknown": {
			config: each("?"),
			env:    all,
			want:   unknown,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := configuration{}
			for name, text := range tt.config {
				config[name] = tftypes.NewValue(tftypes.String, text)
				if text == "?" {
					config[name] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
				}
			}
			getenv := func(variable string) string {
				return tt.env[strings.ToLower(strings.TrimPrefix(variable, "PAYMENTSERVICE_"))]
			}
			var diags diag.Diagnostics
			got := config.resolve(getenv, &diags)
			if len(diags) > 0 {
				t.Errorf("it says %v", diags)
			}
			want := tt.want
			want.claims, want.claimsError = decodeClaims(want.AppToken)
			if !reflect.DeepEqual(*got, want) {
				t.Errorf("got %+v, want %+v", *got, want)
			}
		})
	}
}

// expectAllBindings checks that a binding is tested, and in the schema.
func expectAllBindings(t *testing.T, tested []string) {
	t.Helper()
	var schema provider.SchemaResponse
	new(paymentserviceProvider).Schema(t.Context(), provider.SchemaRequest{}, &schema)
	for _, b := range new(settings).bindings() {
		if !slices.Contains(tested, b.argument) {
			t.Errorf("%s is not tested here", b.argument)
		}
		if schema.Schema.Attributes[b.argument] == nil {
			t.Errorf("%s is not in the schema", b.argument)
		}
	}
}
