// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// Each argument has its own place and wins over the environment. An unknown one never falls
// back to the environment.
func TestOptions(t *testing.T) {
	t.Parallel()
	authority, err := fakeservice.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	var pair, other fakeservice.Pair
	for _, p := range []*fakeservice.Pair{&pair, &other} {
		if *p, err = authority.Issue(); err != nil {
			t.Fatal(err)
		}
	}
	type texts map[string]string
	all := texts{
		"base_url": "https://api.example.com", "secret": "s", "app_token": "a",
		"ca_certificate": authority.PEM(), "client_certificate": pair.Certificate, "client_key": pair.Key, "webhook_refresh": "off",
		"request_timeout": "10m", "max_retries": "20", "max_concurrent_requests": "100", "max_requests_per_minute": "60000",
	}
	each := func(text string) texts {
		same := texts{}
		for name := range all {
			same[name] = text
		}
		return same
	}
	most := options{webhookRefresh: "off", Options: paymentapi.Options{
		BaseURL: all["base_url"], Secret: "s", AppToken: "a", CACertificate: authority.PEM(), ClientCertificate: pair.Certificate, ClientKey: pair.Key,
		RequestTimeout: 10 * time.Minute, MaxAttempts: 21, MaxConcurrentRequests: 100, MaxRequestsPerMinute: 60_000,
	}}
	least := options{webhookRefresh: "get", Options: paymentapi.Options{BaseURL: all["base_url"], Secret: "s", AppToken: "a"}}
	keyUnknown, certificateUnknown, allUnknown := least, least, options{webhookRefresh: "get"}
	keyUnknown.ClientCertificate, keyUnknown.unknown = pair.Certificate, []string{"client_key"}
	certificateUnknown.ClientKey, certificateUnknown.unknown = pair.Key, []string{"client_certificate"}
	for _, a := range allUnknown.arguments() {
		allUnknown.unknown = append(allUnknown.unknown, a.name)
	}
	const unknown = "?"
	for name, tc := range map[string]struct {
		config, env texts // besides those that are required
		want        options
		says        string // of the error
	}{
		"arguments win":     {config: all, env: each("wrong"), want: most},
		"environment":       {env: all, want: most},
		"empty environment": {env: texts{"max_retries": "", "webhook_refresh": "", "client_key": ""}, want: least},
		"defaults":          {want: least},
		"an unknown key":    {config: texts{"client_certificate": pair.Certificate, "client_key": unknown}, env: texts{"client_key": other.Key}, want: keyUnknown},
		"unknown, and key":  {config: texts{"client_certificate": unknown}, env: texts{"client_key": pair.Key}, want: certificateUnknown},
		"all unknown":       {config: each(unknown), env: all, want: allUnknown},
		"not a pair":        {config: texts{"client_certificate": pair.Certificate, "client_key": other.Key}, says: "`client_certificate` and `client_key` (environment variables PAYMENTSERVICE_CLIENT_CERTIFICATE and PAYMENTSERVICE_CLIENT_KEY) do not belong together"},
		"no key":            {config: texts{"client_certificate": pair.Certificate}, says: "require each other, and `client_key` is not set"},
		"only the key":      {env: texts{"client_key": pair.Key}, says: "require each other, and `client_certificate` is not set"},
		"a wrong key alone": {config: texts{"client_certificate": unknown, "client_key": pair.Certificate}, says: "`client_key` contains no private key"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := texts{"base_url": all["base_url"], "secret": "s", "app_token": "a"}
			maps.Copy(env, tc.env)
			config := configuration{}
			for name, text := range tc.config {
				if config[name] = tftypes.NewValue(tftypes.String, text); text == unknown {
					config[name] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
				}
			}
			var diags diag.Diagnostics
			got := config.options(func(variable string) string {
				return env[strings.ToLower(strings.TrimPrefix(variable, "PAYMENTSERVICE_"))]
			}, &diags)
			if tc.says == "" && (len(diags) > 0 || !reflect.DeepEqual(*got, tc.want)) {
				t.Errorf("got %+v, want %+v; it says %v", *got, tc.want, diags)
			}
			if tc.says != "" && (len(diags) != 1 || !strings.Contains(diags[0].Detail(), tc.says)) {
				t.Errorf("it says %v, want %q", diags, tc.says)
			}
			for line := range strings.Lines(pair.Key + other.Key + pair.Certificate) {
				if len(diags) > 0 && !strings.HasPrefix(line, "-----") && strings.Contains(diags[0].Detail(), strings.TrimSpace(line)) {
					t.Errorf("the message shows a line of a certificate or a key: %v", diags)
				}
			}
		})
	}
	var diags diag.Diagnostics // of a validation, which does not know what comes from the environment
	config := configuration{"client_certificate": tftypes.NewValue(tftypes.String, pair.Certificate)}
	if config.options(nil, &diags); len(diags) > 0 {
		t.Errorf("it says %v", diags)
	}
}
