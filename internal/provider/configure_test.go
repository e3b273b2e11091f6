// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"net/http"
	"strings"
	"testing"

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

// A validation looks at what is configured and known, and at nothing else.
func TestValidate(t *testing.T) {
	t.Parallel()
	for _, config := range []acctest.Values{nil, {"secret": acctest.Unknown, "max_retries": acctest.Unknown, "client_certificate": acctest.Unknown, "allowed_modes": acctest.Unknown}} {
		if diags := acctest.NewProtocol(t).Validate(t.Context(), config); len(diags) > 0 {
			t.Errorf("of %v, it says %s", config, diags)
		}
	}
	if said := acctest.NewProtocol(t).Validate(t.Context(), acctest.Values{"max_retries": 21, "allowed_modes": []string{}}).Errors(); !strings.Contains(said, "`max_retries` is invalid") || !strings.Contains(said, "`allowed_modes` is invalid") {
		t.Errorf("it says %s", said)
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
