// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-log/tflogtest"

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
	if said := acctest.NewProtocol(t).Validate(t.Context(), acctest.Values{"max_retries": 21, "allowed_modes": []string{}}).Errors(); !strings.Contains(said, "`max_retries` must be") || !strings.Contains(said, "`allowed_modes` must contain") {
		t.Errorf("it says %s", said)
	}
}

func TestConfigure_aliasesApart(t *testing.T) {
	t.Parallel()
	one, oneServer := acctest.Start(t, "one.a")
	two, twoServer := acctest.Start(t, "two.b")
	webhook := one.AddWebhook(fakeservice.Webhook{})
	two.AddWebhook(webhook)

	first := acctest.Configured(t, oneServer, acctest.Values{"secret": "one", "app_token": "a"})
	second := acctest.Configured(t, twoServer, acctest.Values{"secret": "two", "app_token": "b"})
	for _, p := range []*acctest.Protocol{first, second, first} {
		if diags := adopt(t, p, webhook); len(diags) > 0 {
			t.Errorf("adopting: %s", diags)
		}
	}
	updates := func(r fakeservice.Request) bool { return r.Method == http.MethodPatch }
	if a, b := len(one.Requests(updates)), len(two.Requests(updates)); a != 2 || b != 1 {
		t.Errorf("the services got %d and %d updates, want 2 and 1", a, b)
	}
}

// A request names the CLI's version and the provider. Each attempt is logged, without ids but
// that which the service gave it.
func TestConfigure_requests(t *testing.T) {
	t.Parallel()
	const id = "0d1f5a62-88b7-4c52-9e0d-6c1f0a7be321"
	synctest.Test(t, func(t *testing.T) {
		service := fakeservice.New()
		service.Inject(fakeservice.Fault{Times: 1, Status: 503, Header: http.Header{"X-Request-Id": {id}, "Retry-After": {"60"}}})
		server, options := acctest.Pipe(t, service)
		p := acctest.Configured(t, server, nil, options...)
		var logged bytes.Buffer
		_, diags := p.Read(tflogtest.RootLogger(t.Context(), &logged), "paymentservice_charges", acctest.Values{"store_id": fakeservice.DefaultStoreID})
		requests := service.Requests()
		if len(diags) > 0 || len(requests) != 2 || requests[1].At.Sub(requests[0].At) < time.Minute {
			t.Fatalf("it sent %v, and says %s", requests, diags)
		}
		header := requests[0].Header
		if got, want := header.Get("User-Agent"), "Terraform/1.11.4 terraform-provider-paymentservice/test"; got != want || header.Get("Authorization") != "Bearer "+fakeservice.DefaultSecret+"."+fakeservice.DefaultAppToken {
			t.Errorf("the headers are %v, want the user agent %q", header, want)
		}
		lines, err := tflogtest.MultilineJSONDecode(&logged)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, line := range lines {
			if line["@module"] == "provider" && line["@message"] == "request" {
				got = append(got, fmt.Sprintf("%v %v: %v, %v, %v ms, %v", line["method"], line["path"], line["status"], line["fault"], line["duration_ms"], line["request_id"]))
			}
		}
		want := []string{
			"GET /stores/{storeId}/charges: 503, service unavailable, 0 ms, " + id,
			"GET /stores/{storeId}/charges: 200, , 0 ms, ",
		}
		if !slices.Equal(got, want) {
			t.Errorf("it logs %q, want %q", got, want)
		}
	})
}
