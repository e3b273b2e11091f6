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
	if _, diags := p.Open(t.Context(), tokenType, with("online", nil)); !strings.Contains(diags.Errors(), "`secret`") {
		t.Errorf("said %s", diags)
	}
	opened, err := p.Server.OpenEphemeralResource(t.Context(), &tfprotov6.OpenEphemeralResourceRequest{
		TypeName: tokenType, Config: p.EphemeralConfig(tokenType, with("online", nil)),
		ClientCapabilities: &tfprotov6.OpenEphemeralResourceClientCapabilities{DeferralAllowed: true},
	})
	if err != nil || len(opened.Diagnostics) > 0 || opened.Deferred == nil {
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

// outcomes are what can happen to a request, how often it is sent, and what the
// error says, or nothing if a token was created.
var outcomes = map[string]struct {
	fault    fakeservice.Fault
	requests int
	says     string
}{
	"400":           {fakeservice.Fault{Status: 400}, 1, nothingCreated},
	"401":           {fakeservice.Fault{Status: 401}, 1, nothingCreated},
	"403":           {fakeservice.Fault{Status: 403}, 1, nothingCreated},
	"404":           {fakeservice.Fault{Status: 404}, 1, nothingCreated},
	"409":           {fakeservice.Fault{Status: 409}, 1, nothingCreated},
	"429 twice":     {fakeservice.Fault{Status: 429, Times: 2}, 3, ""},
	"408":           {fakeservice.Fault{Status: 408}, 1, mayExist},
	"307":           {fakeservice.Redirect(307, "/elsewhere"), 1, mayExist},
	"500":           {fakeservice.Fault{Status: 500}, 1, mayExist},
	"503":           {fakeservice.Fault{Status: 503}, 1, mayExist},
	"200":           {fakeservice.Fault{Status: 200, AfterHandling: true}, 1, mayExist},
	"reset":         {fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true}, 1, mayExist},
	"cut":           {fakeservice.Fault{Break: fakeservice.BreakCut, CutAt: 40}, 1, mayExist},
	"closed":        {fakeservice.Fault{Break: fakeservice.BreakClose}, 1, mayExist},
	"no JSON":       {answer(201, "<p>ok"), 1, mayExist},
	"no body":       {answer(201, ""), 1, mayExist},
	"null":          {answer(201, `null`), 1, mayExist},
	"a text":        {answer(201, `"`+id+`"`), 1, mayExist},
	"id a number":   {answer(201, `{"id":1}`), 1, mayExist},
	"a list":        {answer(201, `[]`), 1, mayExist},
	"no id":         {answer(201, `{"id":null}`), 1, mayExist},
	"blank id":      {answer(201, `{"id":" "}`), 1, mayExist},
	"id a list":     {answer(201, `{"id":["a"]}`), 1, mayExist},
	"id no UUID":    {answer(201, `{"id":"not-a-uuid"}`), 1, mayExist},
	"id a path":     {answer(201, `{"id":"../../charges"}`), 1, mayExist},
	"id and more":   {answer(201, `{"id":"`+id+`\n"}`), 1, mayExist},
	"id in braces":  {answer(201, `{"id":"{`+id+`}"}`), 1, mayExist},
	"id of 100 kB":  {answer(201, `{"id":"`+strings.Repeat("a", 100_000)+`"}`), 1, mayExist},
	"an error":      {answer(201, `{"id":"`+id+`","status":"error","code":"DUPLICATE"}`), 1, mayExist},
	"a status":      {answer(201, `{"id":"`+id+`","payment_type":"online","status":"ERROR"}`), 1, mayExist},
	"a code":        {answer(201, `{"id":"`+id+`","code":"DUPLICATE"}`), 1, mayExist},
	"errors":        {answer(201, `{"id":"`+id+`","errors":[{"field":"data"}]}`), 1, mayExist},
	"an id":         {answer(201, `{"id":"`+strings.ToUpper(id)+`"}`), 1, ""},
	"another field": {answer(201, `{"id":"`+id+`","payment_type":"online","status":"ready","code":"A"}`), 1, ""},
}

// TestOpen_outcomes: a request is repeated only if the service cannot have acted,
// and the message says whether a token may exist.
func TestOpen_outcomes(t *testing.T) {
	t.Parallel()

	for name, tc := range outcomes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, p := start(t)
			service.Inject(tc.fault)
			results, diags := p.Open(t.Context(), tokenType, with("online", nil))
			if got := len(service.Requests()); got != tc.requests {
				t.Errorf("%d requests, want %d", got, tc.requests)
			}
			said := diags.Errors()
			if (said == "") != (tc.says == "") || !strings.Contains(said, tc.says) || (results["id"] != nil) != (said == "") {
				t.Errorf("said %q, want %q; the id is %v", said, tc.says, results["id"])
			}
			if strings.Contains(said, "Try again") && tc.says == mayExist {
				t.Errorf("it advises to try again, but a token may exist: %s", said)
			}
			for _, d := range diags {
				if len(d.Attribute.Steps()) > 0 {
					t.Error("the error leads to a source line")
				}
			}
		})
	}
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

// TestOpen_contradictions: an answer that differs from the request causes a warning,
// an absent value does not, and the results are as configured.
func TestOpen_contradictions(t *testing.T) {
	t.Parallel()

	all := values{"type": "recurring", "usage_limit": "monthly"}
	for name, tc := range map[string]struct {
		change values
		answer string
		want   []string
	}{
		"as requested":     {all, `"type":"recurring","usage_limit":"monthly","payment_type":"bank_transfer","active":true`, nil},
		"absent":           {all, `"mode":"test"`, nil},
		"null":             {all, `"type":null,"payment_type":null,"active":null`, nil},
		"type":             {all, `"type":"one_time"`, []string{"`type`: requested `recurring`, answered `one_time`."}},
		"no limit":         {all, `"usage_limit":null`, []string{"`usage_limit`: requested `monthly`, answered `null`. The token may be charged without a limit."}},
		"another limit":    {all, `"usage_limit":"daily"`, []string{"`usage_limit`: requested `monthly`, answered `daily`."}},
		"limit a number":   {values{"usage_limit": "7"}, `"usage_limit":7`, nil},
		"not requested":    {values{"usage_limit": nil}, `"usage_limit":"daily"`, nil},
		"without effect":   {values{"type": "one_time", "usage_limit": "monthly"}, `"usage_limit":null`, nil},
		"payment type":     {all, `"payment_type":"card"`, []string{"`payment_type`: requested `bank_transfer`, answered `card`."}},
		"inactive":         {all, `"active":false`, []string{"`active`: answered `false`."}},
		"unknown value":    {all, `"type":"customer@example.com"`, []string{"`type`: requested `recurring`, answered another value."}},
		"everything wrong": {all, `"type":"subscription","usage_limit":{"count":1},"payment_type":"paidy","active":false`, []string{"subscription", "another value", "paidy", "false"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, p := start(t)
			service.Inject(answer(201, `{"id":"`+id+`","metadata":{"a":"answered"},`+tc.answer+`}`))
			config := with("bank_transfer", tc.change)
			config["metadata"] = values{"a": "configured"}
			results, diags := p.Open(t.Context(), tokenType, config)
			limit := config["usage_limit"]
			if limit != nil && results["usage_limit"] != limit || shown(results["metadata"]) != "map[a:configured]" {
				t.Errorf("the results are %v, want the configured values", results)
			}
			said := diags.Warnings()
			if diags.Errors() != "" || strings.Contains(said, "Differs From Request") != (tc.want != nil) || strings.Contains(said, "customer@") {
				t.Errorf("said %s", diags)
			}
			for _, want := range tc.want {
				if !strings.Contains(said, want) {
					t.Errorf("said %q, without %q", said, want)
				}
			}
		})
	}
}
