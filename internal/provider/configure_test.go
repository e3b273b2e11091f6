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

// environment lets the provider see these environment variables, and no others.
func environment(variables map[string]string) provider.Option {
	return provider.WithEnvironment(func(name string) string { return variables[name] })
}

// adopt adopts a webhook through a configured provider.
func adopt(t *testing.T, p *acctest.Protocol, w fakeservice.Webhook) acctest.Diagnostics {
	t.Helper()
	config := acctest.Values{"store_id": w.StoreID, "webhook_id": w.ID}
	return p.NewResource("paymentservice_webhook").Apply(t.Context(), config)
}

// A validation refuses what is configured and known and wrong. It neither misses what is not configured, which
// may be in the environment of an apply, nor looks at what is not known yet.
func TestValidate(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		config acctest.Values
		says   []string // a text of each message
	}{
		"nothing": {},
		"what is not known yet": {
			config: acctest.Values{
				"secret":             acctest.Unknown,
				"max_retries":        acctest.Unknown,
				"client_certificate": acctest.Unknown,
				"allowed_modes":      acctest.Unknown,
			},
		},
		"wrong values": {
			config: acctest.Values{"max_retries": 21, "allowed_modes": []string{}},
			says:   []string{"`max_retries` must be", "`allowed_modes` must contain"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diags := acctest.NewProtocol(t).Validate(t.Context(), tt.config)
			if len(diags) != len(tt.says) {
				t.Errorf("it says %s, want %d messages", diags, len(tt.says))
			}
			for _, says := range tt.says {
				if !strings.Contains(diags.Errors(), says) {
					t.Errorf("it says %s, want %q", diags, says)
				}
			}
		})
	}
}

// Two configurations of the provider have nothing in common: each sends its own credentials to its own service.
func TestConfigure_aliases(t *testing.T) {
	t.Parallel()
	one, oneServer := acctest.Start(t, "one.a") // accepts this secret and token alone
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

	isUpdate := func(r fakeservice.Request) bool { return r.Method == http.MethodPatch }
	if got := len(one.Requests(isUpdate)); got != 2 {
		t.Errorf("the first service got %d updates, want 2", got)
	}
	if got := len(two.Requests(isUpdate)); got != 1 {
		t.Errorf("the second service got %d updates, want 1", got)
	}
}

// Configured headers are sent. As long as they are not known, nothing can be.
func TestConfigure_sendsRequestHeaders(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	headers := map[string]any{"x-api-key": "gate"}
	p := acctest.Configured(t, server, acctest.Values{"request_headers": headers})
	_, diags := p.Read(t.Context(), "paymentservice_charges", nil)
	if len(diags) > 0 || service.Requests()[0].Header.Get("X-Api-Key") != "gate" {
		t.Errorf("the headers are %v; it says %s", service.Requests()[0].Header, diags)
	}

	p = acctest.Configured(t, server, acctest.Values{"request_headers": acctest.Unknown})
	_, diags = p.Read(t.Context(), "paymentservice_charges", nil)
	if !strings.Contains(diags.Errors(), "The value of the provider's `request_headers` is not known") {
		t.Errorf("it says %s", diags)
	}
}

// A request names the CLI's version and the provider, and is repeated when the service says. Each attempt is
// logged, with no other id than the service gave to the request.
func TestConfigure_requests(t *testing.T) {
	t.Parallel()
	const requestID = "0d1f5a62-88b7-4c52-9e0d-6c1f0a7be321"
	synctest.Test(t, func(t *testing.T) {
		service := fakeservice.New()
		service.Inject(fakeservice.Fault{
			Times:  1,
			Status: http.StatusServiceUnavailable,
			Header: http.Header{"X-Request-Id": {requestID}, "Retry-After": {"60"}},
		})
		server, options := acctest.Pipe(t, service)
		p := acctest.Configured(t, server, nil, options...)
		var logged bytes.Buffer
		ctx := tflogtest.RootLogger(t.Context(), &logged)
		config := acctest.Values{"store_id": fakeservice.DefaultStoreID}
		_, diags := p.Read(ctx, "paymentservice_charges", config)

		requests := service.Requests()
		if len(diags) > 0 || len(requests) != 2 {
			t.Fatalf("it sent %v, and says %s", requests, diags)
		}
		if waited := requests[1].At.Sub(requests[0].At); waited < time.Minute {
			t.Errorf("it waited %s", waited)
		}
		for name, want := range map[string]string{
			"User-Agent":    "Terraform/1.11.4 terraform-provider-paymentservice/test",
			"Authorization": "Bearer " + fakeservice.DefaultSecret + "." + fakeservice.DefaultAppToken,
		} {
			if got := requests[0].Header.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}

		want := []string{
			"GET /stores/{storeId}/charges: 503, service unavailable, 0 ms, " + requestID,
			"GET /stores/{storeId}/charges: 200, , 0 ms, ", // no fault, and no id
		}
		if got := loggedRequests(t, &logged); !slices.Equal(got, want) {
			t.Errorf("it logs %q, want %q", got, want)
		}
	})
}

// loggedRequests returns what a log says of requests: METHOD PATH: status, fault, duration, id.
func loggedRequests(t *testing.T, log *bytes.Buffer) []string {
	t.Helper()
	lines, err := tflogtest.MultilineJSONDecode(log)
	if err != nil {
		t.Fatal(err)
	}
	var requests []string
	for _, line := range lines {
		if line["@module"] == "provider" && line["@message"] == "request" {
			requests = append(requests, fmt.Sprintf("%v %v: %v, %v, %v ms, %v",
				line["method"], line["path"], line["status"], line["fault"], line["duration_ms"], line["request_id"]))
		}
	}
	return requests
}
