// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func environment(variables map[string]string) provider.Option {
	return provider.WithEnvironment(func(name string) string { return variables[name] })
}

// adopt adopts a webhook through a configured provider.
func adopt(t *testing.T, p *acctest.Protocol, w fakeservice.Webhook) acctest.Diagnostics {
	t.Helper()
	return p.NewResource("paymentservice_webhook").Apply(t.Context(), acctest.Values{"store_id": w.StoreID, "webhook_id": w.ID})
}

func TestConfigure_whereValuesComeFrom(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		config acctest.Values
		env    map[string]string
	}{
		"arguments": {
			config: acctest.Values{"base_url": "URL", "secret": "s", "app_token": "a", "max_retries": 20, "max_concurrent_requests": 100, "max_requests_per_minute": 60_000},
		},
		"environment": {
			env: map[string]string{"PAYMENTSERVICE_BASE_URL": "URL", "PAYMENTSERVICE_SECRET": "s", "PAYMENTSERVICE_APP_TOKEN": "a"},
		},
		"an argument wins": {
			config: acctest.Values{"base_url": "URL", "secret": "s", "request_timeout": "10m"},
			env:    map[string]string{"PAYMENTSERVICE_BASE_URL": "https://wrong.example.com", "PAYMENTSERVICE_SECRET": "wrong", "PAYMENTSERVICE_APP_TOKEN": "a"},
		},
		"empty counts as unset": {
			config: acctest.Values{"base_url": "", "secret": "", "app_token": "a", "webhook_refresh": "", "request_timeout": ""},
			env:    map[string]string{"PAYMENTSERVICE_BASE_URL": "URL", "PAYMENTSERVICE_SECRET": "s", "PAYMENTSERVICE_MAX_RETRIES": ""},
		},
		"a slash at the end": {
			config: acctest.Values{"base_url": "URL/", "secret": "s", "app_token": "a"},
		},
		"every argument": {
			config: acctest.Values{"base_url": "URL", "secret": "s", "app_token": "a", "max_retries": 0, "max_concurrent_requests": 1, "max_requests_per_minute": 1, "webhook_refresh": "off"},
			env:    map[string]string{"PAYMENTSERVICE_REQUEST_TIMEOUT": "10m"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := fakeservice.New(fakeservice.WithCredentials("s", "a"))
			server := httptest.NewServer(http.StripPrefix("/pay/v1", service))
			t.Cleanup(server.Close)
			base := server.URL + "/pay/v1"
			webhook := service.AddWebhook(fakeservice.Webhook{})
			config, env := acctest.Values{}, maps.Clone(tc.env)
			for k, v := range tc.config {
				if text, ok := v.(string); ok {
					v = strings.Replace(text, "URL", base, 1)
				}
				config[k] = v
			}
			for k, v := range env {
				env[k] = strings.Replace(v, "URL", base, 1)
			}
			p := acctest.NewProtocol(t, environment(env))
			if diags := p.Configure(t.Context(), config); len(diags) > 0 {
				t.Fatalf("configuring: %s", diags)
			}
			if diags := adopt(t, p, webhook); len(diags) > 0 {
				t.Errorf("adopting a webhook: %s", diags)
			}
		})
	}
}

// A validation looks at what is configured and known, and at nothing else.
func TestValidate(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		config acctest.Values
		want   string // part of the error
	}{
		"nothing":  {},
		"unknown":  {config: acctest.Values{"secret": acctest.Unknown, "max_retries": acctest.Unknown, "allowed_modes": acctest.Unknown}},
		"a number": {acctest.Values{"max_retries": 21}, "`max_retries` is invalid"},
		"no modes": {acctest.Values{"allowed_modes": []string{}}, "`allowed_modes` is invalid"},
		"no UUID":  {acctest.Values{"allowed_merchant_ids": []string{"acme"}}, "`allowed_merchant_ids` is invalid"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diags := acctest.NewProtocol(t).Validate(t.Context(), tc.config)
			if said := diags.Errors(); !strings.Contains(said, tc.want) || (said == "") != (tc.want == "") {
				t.Errorf("got %s, want %q", diags, tc.want)
			}
		})
	}
}

// If the CLI allows it, a provider that is not known yet defers its objects.
func TestConfigure_deferral(t *testing.T) {
	t.Parallel()
	p := acctest.NewProtocol(t)
	typ := p.Schemas.Provider.ValueType()
	object, ok := typ.(tftypes.Object)
	if !ok {
		t.Fatal("the provider's schema is no object")
	}
	members := map[string]tftypes.Value{}
	for name, t := range object.AttributeTypes {
		members[name] = tftypes.NewValue(t, nil)
	}
	for _, name := range []string{"base_url", "secret", "app_token"} {
		members[name] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	}
	config, err := tfprotov6.NewDynamicValue(typ, tftypes.NewValue(typ, members))
	if err != nil {
		t.Fatal(err)
	}
	done, err := p.Server.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{
		Config: &config, ClientCapabilities: &tfprotov6.ConfigureProviderClientCapabilities{DeferralAllowed: true},
	})
	if err != nil || len(done.Diagnostics) > 0 {
		t.Fatalf("configuring: %v %s", err, acctest.Diagnostics(done.Diagnostics))
	}
	state, err := tfprotov6.NewDynamicValue(p.Schemas.ResourceSchemas["paymentservice_webhook"].ValueType(), tftypes.NewValue(p.Schemas.ResourceSchemas["paymentservice_webhook"].ValueType(), nil))
	if err != nil {
		t.Fatal(err)
	}
	read, err := p.Server.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{
		TypeName: "paymentservice_webhook", CurrentState: &state,
		ClientCapabilities: &tfprotov6.ReadResourceClientCapabilities{DeferralAllowed: true},
	})
	if err != nil || read.Deferred == nil {
		t.Errorf("the refresh is not deferred: %v %v", err, read)
	}
}

func TestConfigure_aliasesApart(t *testing.T) {
	t.Parallel()
	one, oneServer := acctest.Start(t, fakeservice.WithCredentials("one", "a"))
	two, twoServer := acctest.Start(t, fakeservice.WithCredentials("two", "b"))
	webhook := one.AddWebhook(fakeservice.Webhook{})
	two.AddWebhook(webhook)

	first := acctest.Configured(t, oneServer, acctest.Values{"secret": "one", "app_token": "a"})
	second := acctest.Configured(t, twoServer, acctest.Values{"secret": "two", "app_token": "b"})
	for _, p := range []*acctest.Protocol{first, second, first} {
		if diags := adopt(t, p, webhook); len(diags) > 0 {
			t.Errorf("adopting: %s", diags)
		}
	}
	updates := fakeservice.ByMethod(http.MethodPatch)
	if a, b := len(one.Requests(updates)), len(two.Requests(updates)); a != 2 || b != 1 {
		t.Errorf("the services got %d and %d updates, want 2 and 1", a, b)
	}
}

func TestConfigure_headers(t *testing.T) {
	t.Parallel()
	for cli, openTofu := range map[string]bool{"Terraform": false, "OpenTofu": true} {
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			webhook := service.AddWebhook(fakeservice.Webhook{})
			p := acctest.Configured(t, server, nil, provider.WithOpenTofu(openTofu), environment(map[string]string{"TF_APPEND_USER_AGENT": "ci/7 (nightly)\r\nX-Evil: 1\x01\u00e9"}))
			if diags := adopt(t, p, webhook); len(diags) > 0 {
				t.Fatalf("adopting: %s", diags)
			}
			header := service.Requests(fakeservice.ByMethod(http.MethodPatch))[0].Header
			for name, want := range map[string]string{
				"User-Agent":    cli + "/1.11.4 terraform-provider-paymentservice/test ci/7 (nightly) X-Evil: 1",
				"Authorization": "Bearer " + fakeservice.DefaultSecret + "." + fakeservice.DefaultAppToken,
				"Content-Type":  "application/json",
				"X-Evil":        "",
			} {
				if got := header.Get(name); got != want {
					t.Errorf("%s was %q, want %q", name, got, want)
				}
			}
		})
	}
}
