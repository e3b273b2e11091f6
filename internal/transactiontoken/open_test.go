// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestOpen_outcomes: a token is created, or the message says whether one may exist. No
// message shows a value of the card.
func TestOpen_outcomes(t *testing.T) {
	t.Parallel()
	const (
		none, maybe = "No transaction token was created.", "A transaction token may exist nevertheless, and its id is not known."
		named       = "A transaction token may exist nevertheless: the answer names the token `" + id + "`."
	)
	answer := func(status int, body string) fakeservice.Fault {
		return fakeservice.Fault{Status: status, Body: []byte(body)}
	}
	cut := answer(201, `{"id":"`+id+`","type":"one_time"}`)
	cut.Break, cut.CutAt = fakeservice.BreakClose, 60
	limitless := values{"type": "recurring"}
	type row struct {
		change   values
		fault    fakeservice.Fault
		says     []string // nil for no message
		saysNot  string
		requests int
	}
	bubble.Each(t, map[string]row{
		"create is true":                    {nil, fakeservice.Fault{}, nil, "", 1},
		"create is not set":                 {values{"create": nil}, fakeservice.Fault{}, []string{"`create` is not set", "`create = terraform.applying`", "`create = timestamp() != \"\"`"}, "", 1},
		"a broken rule, create is false":    {values{"create": false, "card/exp_month": "13"}, fakeservice.Fault{}, []string{"`card.exp_month` must be"}, "", 0},
		"create is false":                   {values{"create": false}, fakeservice.Fault{}, nil, "", 0},
		"broken rules, and a warning":       {values{"ip_address": "::1", "card/exp_month": "13", "usage_limit": "monthly"}, fakeservice.Fault{}, []string{"`ip_address`", "`card.exp_month`", "`usage_limit` has no effect"}, "", 0},
		"no token with 202":                 {nil, answer(202, `{"id":"`+id+`"}`), []string{"status 202", named}, "", 1},
		"an id that is no UUID":             {nil, answer(201, `{"id":"not-a-uuid"}`), []string{maybe}, "not-a-uuid", 1},
		"an answer that breaks off":         {nil, cut, []string{named}, "Try again", 1},
		"no answer":                         {nil, fakeservice.Fault{Break: fakeservice.BreakClose}, []string{maybe, "Look for the token"}, "Try again", 1},
		"an answer that takes too long":     {nil, fakeservice.Fault{Break: fakeservice.BreakHang}, []string{maybe, "raise the provider's `request_timeout`"}, "Try again", 1},
		"a redirect":                        {nil, fakeservice.Fault{Status: 307, Header: http.Header{"Location": {"/elsewhere"}}}, []string{"Redirects are never followed", maybe}, "", 1},
		"500 with an id":                    {nil, answer(500, `{"id":"`+id+`"}`), []string{named}, "Try again", 1},
		"408 of a proxy":                    {limitless, answer(408, `{}`), []string{maybe}, "`usage_limit`", 1},
		"400 with a field":                  {nil, answer(400, `{"errors":[{"field":"data.exp_year","reason":"EXPIRED"}]}`), []string{none, "data.exp_year: EXPIRED"}, "`usage_limit`", 1},
		"403, recurring without a limit":    {limitless, answer(403, `{}`), []string{none, "`secret` and `app_token`", "set `usage_limit`"}, "", 1},
		"401, recurring without a limit":    {limitless, answer(401, `{}`), []string{none}, "`usage_limit`", 1},
		"400, recurring with a limit":       {values{"type": "recurring", "usage_limit": "monthly"}, answer(400, `{}`), []string{none}, "`usage_limit`", 1},
		"another type and limit than asked": {values{"type": "recurring", "usage_limit": "monthly", "metadata": values{"a": "b"}}, answer(201, `{"id":"`+id+`","type":"one_time","usage_limit":null,"email":"a@b","metadata":{"a":"c"}}`), nil, "", 1},
	}, func(t *testing.T, tt row) {
		service := fakeservice.New()
		if tt.fault.Status != 0 || tt.fault.Break != 0 {
			service.Inject(tt.fault)
		}
		server, options := acctest.Pipe(t, service)
		p := acctest.Configured(t, server, nil, options...)
		config := with("card", tt.change)
		results, diags := p.Open(t.Context(), tokenType, config)
		said := diags.String()
		for _, text := range tt.says {
			if !strings.Contains(said, text) {
				t.Errorf("%q is not in: %s", text, said)
			}
		}
		if tt.says == nil && said != "" || tt.saysNot != "" && strings.Contains(said, tt.saysNot) {
			t.Errorf("said %s", said)
		}
		for _, secret := range []string{cardNumber, cvv, cardholder} {
			if strings.Contains(said, secret) {
				t.Errorf("%q is in: %s", secret, said)
			}
		}
		if sent := len(service.Requests()); sent != tt.requests || (results["id"] != nil) != (diags.Errors() == "") {
			t.Errorf("%d requests, id %v: %s", sent, results["id"], said)
		}
		for _, name := range []string{"type", "usage_limit", "email", "metadata"} {
			if diags.Errors() == "" && config[name] != nil && !reflect.DeepEqual(results[name], config[name]) {
				t.Errorf("%s is %v, want it as configured", name, results[name])
			}
		}
	})
}

// TestSchema_sensitive: what a service says of a payment method is sensitive. What is in the
// blocks is tested with all other arguments that are secrets.
func TestSchema_sensitive(t *testing.T) {
	t.Parallel()
	for _, a := range acctest.NewProtocol(t).Schemas.EphemeralResourceSchemas[tokenType].Block.Attributes {
		if a.Sensitive != slices.Contains([]string{"data", "data_json", "email", "paidy"}, a.Name) {
			t.Errorf("%s is sensitive: %t", a.Name, a.Sensitive)
		}
	}
}

// TestOpen_providerNotKnown: only what sends a request needs known credentials.
func TestOpen_providerNotKnown(t *testing.T) {
	t.Parallel()
	p := acctest.Configured(t, &fakeservice.Server{URL: "https://api.example.com"}, values{"secret": acctest.Unknown})
	if results, diags := p.Open(t.Context(), tokenType, with("online", values{"create": false})); len(diags) > 0 || results["id"] != acctest.Unknown {
		t.Errorf("although nothing is to be sent, it said %s", diags)
	}
	_, diags := p.Open(t.Context(), tokenType, with("online", nil))
	if said := diags.Errors(); !strings.Contains(said, "`secret`") || !strings.Contains(said, "`create = terraform.applying`") || !strings.Contains(said, "`create = timestamp() != \"\"`") {
		t.Errorf("said %s", diags)
	}
}

const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"

// TestOpen_tolerates: answers.txt has answers, and as their verdicts the results. The first
// has every result that there is.
func TestOpen_tolerates(t *testing.T) {
	t.Parallel()
	service, p := start(t)
	golden.Cases(t, "answers.txt", func(t *testing.T, line string) (verdict, words string) {
		service.Inject(fakeservice.Fault{Status: 201, Body: []byte(`{"id":"` + id + `",` + line + `}`), Times: 1})
		config := with("online", nil)
		results, diags := p.Open(t.Context(), tokenType, config)
		if len(diags) > 0 || results["id"] != id {
			t.Error(diags)
		}
		for name := range config {
			delete(results, name)
		}
		delete(results, "id")
		text, err := json.Marshal(results)
		if err != nil {
			t.Fatal(err)
		}
		return string(text), ""
	})
}
