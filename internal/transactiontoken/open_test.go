// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestOpen_create: create decides whether a token is created.
func TestOpen_create(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		create   any
		openTofu bool
		requests int
		id       any // nil if it is null
		warns    bool
	}{
		"true":            {create: true, requests: 1, id: "of the token"},
		"not set":         {create: nil, requests: 1, id: "of the token", warns: true},
		"false":           {create: false, id: acctest.Unknown},
		"false, OpenTofu": {create: false, openTofu: true, warns: true},
		"true, OpenTofu":  {create: true, openTofu: true, requests: 1, id: "of the token"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, p := start(t, provider.WithOpenTofu(tc.openTofu))
			results, diags := p.Open(t.Context(), tokenType, with("online", values{"create": tc.create}))
			if diags.Errors() != "" || (diags.Warnings() != "") != tc.warns {
				t.Error(diags)
			}
			if got := len(service.Requests()); got != tc.requests {
				t.Fatalf("%d requests, want %d", got, tc.requests)
			}
			if tc.requests > 0 {
				tc.id = service.Tokens()[0].ID
			}
			if results["id"] != tc.id {
				t.Errorf("id is %v, want %v", results["id"], tc.id)
			}
		})
	}
}

// TestOpen_unknownResults: without a token, every result is unknown, and configured
// values are kept.
func TestOpen_unknownResults(t *testing.T) {
	t.Parallel()

	_, p := start(t)
	config := with("card", values{"create": false, "usage_limit": "monthly"})
	results, diags := p.Open(t.Context(), tokenType, config)
	for _, attribute := range p.Schemas.EphemeralResourceSchemas[tokenType].Block.Attributes {
		want := config[attribute.Name]
		if want == nil && attribute.Computed {
			want = acctest.Unknown
		}
		if got := results[attribute.Name]; got != want {
			t.Errorf("%s is %v, want %v", attribute.Name, got, want)
		}
	}
	if diags.Errors() != "" || at(results, "card/cvv") != cvv {
		t.Errorf("the card is %v; said %s", results["card"], diags)
	}
}

// TestOpen_providerNotKnown: only what sends a request needs known credentials.
func TestOpen_providerNotKnown(t *testing.T) {
	t.Parallel()

	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), values{"base_url": "https://api.example.com", "secret": acctest.Unknown, "app_token": "a"}); len(diags) > 0 {
		t.Fatal(diags)
	}
	if results, diags := p.Open(t.Context(), tokenType, with("online", values{"create": false})); len(diags) > 0 || results["id"] != acctest.Unknown {
		t.Errorf("although nothing is to be sent, it said %s", diags)
	}
	_, diags := p.Open(t.Context(), tokenType, with("online", nil))
	if said := diags.Errors(); !strings.Contains(said, "`secret`") || !strings.Contains(said, "`create = terraform.applying`") || !strings.Contains(said, "`create = timestamp() != \"\"`") {
		t.Errorf("said %s", diags)
	}
	opened, err := p.Server.OpenEphemeralResource(t.Context(), &tfprotov6.OpenEphemeralResourceRequest{
		TypeName: tokenType, Config: p.EphemeralConfig(tokenType, with("online", nil)),
		ClientCapabilities: &tfprotov6.OpenEphemeralResourceClientCapabilities{DeferralAllowed: true},
	})
	if err != nil || len(opened.Diagnostics) > 0 || opened.Deferred == nil || opened.Result == nil {
		t.Errorf("%v, %v; want a deferral", opened, err)
	}
}

// TestOpen_checks: if the provider is configured, Open reports errors and validation
// does not, even if no token is created: only for errors of Open, a CLI says which
// resource they are about.
func TestOpen_checks(t *testing.T) {
	t.Parallel()

	service, p := start(t)
	for _, create := range []bool{false, true} {
		config := with("online", values{"create": create, "type": "recurring"})
		checked, err := p.Server.ValidateEphemeralResourceConfig(t.Context(), &tfprotov6.ValidateEphemeralResourceConfigRequest{
			TypeName: tokenType, Config: p.EphemeralConfig(tokenType, config),
		})
		if err != nil || len(checked.Diagnostics) > 0 {
			t.Errorf("%v, %v", err, checked)
		}
		if _, diags := p.Open(t.Context(), tokenType, config); !strings.Contains(diags.Errors(), "`online` is allowed only if") || len(service.Requests()) > 0 {
			t.Errorf("create = %t: %d requests, and it says %s", create, len(service.Requests()), diags)
		}
	}
}

const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"

func answer(status int, body string) fakeservice.Fault {
	return fakeservice.Fault{Status: status, Body: []byte(body)}
}

// TestOpen_advice: hints at what accounts and credentials often lack are given only
// for statuses that may result from it.
func TestOpen_advice(t *testing.T) {
	t.Parallel()

	const card, limit, store = "PCI DSS", "set `usage_limit`", "names no store"
	for status, want := range map[int]string{
		400: card + limit, 401: card + limit, 402: card + limit, 403: card + limit + store, 409: card + limit, 422: card + limit,
		404: "", 405: "", 407: "", 408: "", 413: "", 415: "", 426: "", 429: "", 499: "", 500: "",
	} {
		for token, names := range map[string]bool{merchantToken: true, fakeservice.DefaultAppToken: false, "not-a-jwt": false} {
			t.Run(fmt.Sprint(status, names, len(token)), func(t *testing.T) {
				t.Parallel()
				service, server := acctest.Start(t, fakeservice.WithCredentials(fakeservice.DefaultSecret, token))
				p := acctest.Configured(t, server, values{"app_token": token})
				service.Inject(answer(status, `{}`))
				_, diags := p.Open(t.Context(), tokenType, with("card", values{"type": "recurring"}))
				for _, hint := range []string{card, limit, store} {
					expected := strings.Contains(want, hint) && (hint != store || names)
					if strings.Contains(diags.Errors(), hint) != expected {
						t.Errorf("the hint %q is given: %t\n%s", hint, !expected, diags)
					}
				}
			})
		}
	}
}

// merchantToken is an application token with the claim merchant_id alone.
const merchantToken = "eyJhbGciOiJIUzI1NiJ9.eyJtZXJjaGFudF9pZCI6IjIyMjIyMjIyLTIyMjItNDIyMi04MjIyLTIyMjIyMjIyMjIyMiJ9.c2lnbmF0dXJl"
