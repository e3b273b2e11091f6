// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/base32"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// keptEncodings are those in which a credential must not reach the state.
var keptEncodings = []string{"plain", "JSON", "JSON twice", "ASCII JSON", "query", "path", "percent", "hex", "base64", "base64 URL", "upper case", "lower case", "hex with colons", "base32"}

// keptOnly are those of them in which a short value is not hidden in messages.
var keptOnly = map[string]func(string) string{
	"lower case":      strings.ToLower,
	"hex with colons": func(s string) string { return strings.ReplaceAll(fmt.Sprintf("% x", s), " ", ":") },
	"base32":          func(s string) string { return base32.StdEncoding.EncodeToString([]byte(s)) },
}

// chargeHolding is a list of one charge with a text in its metadata.
func chargeHolding(text string) fakeservice.Fault {
	return fakeservice.Fault{Status: http.StatusOK, Method: http.MethodGet, Body: []byte(
		`{"items":[{"id":"11111111-1111-4111-8111-111111111111","descriptor":"` + inJSON(text) + `","metadata":{"note":"` + inJSON(text) + `"}}],"has_more":false,"total_hits":1}`)}
}

// TestSecrecy_charges: a list that holds a credential, however it is written,
// is refused; what it was filtered by may stand in it.
func TestSecrecy_charges(t *testing.T) {
	t.Parallel()

	service, server := acctest.Start(t, fakeservice.WithCredentials(secrets["secret"], secrets["app token"]))
	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), acctest.Values{"base_url": server.URL, "secret": secrets["secret"], "app_token": secrets["app token"], "max_retries": 0}); len(diags) > 0 {
		t.Fatal(diags)
	}
	service.AddWebhook(fakeservice.Webhook{ID: webhookID})
	hook := p.NewResource("paymentservice_webhook")
	if diags := hook.Apply(t.Context(), webhookConfig(acctest.Values{"auth_token_wo": secrets["webhook token"], "auth_token_wo_version": 1})); diags.Errors() != "" {
		t.Fatal(diags)
	}
	read := func(text string) (acctest.Values, acctest.Diagnostics) {
		service.ClearFaults()
		service.Inject(chargeHolding(text))
		return p.Read(t.Context(), "paymentservice_charges", acctest.Values{"card": cardFilter, "phone": secrets["filter phone"]})
	}
	for _, how := range keptEncodings {
		for _, name := range []string{"secret", "app token", "webhook token"} {
			encode := keptOnly[how]
			if encode == nil {
				encode = encodings[how]
			}
			kept, diags := read("x " + encode(secrets[name]) + " y")
			where := name + ", " + how
			if !strings.Contains(diags.Errors(), "repeats the") {
				t.Errorf("%s: said %q", where, diags)
			}
			expectNoSecret(t, where, fmt.Sprint(kept["charges"], diags))
		}
	}
	for name, form := range numberForms() {
		if kept, diags := read(form + " " + secrets["filter digits"] + " " + secrets["filter name"]); diags.Errors() != "" || kept["charges"] == nil {
			t.Errorf("%s: said %q", name, diags)
		}
	}
}

// TestAccSecrecy_charges: the same with the CLI, whose plan and state are
// searched.
func TestAccSecrecy_charges(t *testing.T) {
	t.Parallel()

	cli, service := secretCLI(t)
	cli.Write("main.tf", `
data "paymentservice_charges" "test" {}

output "notes" {
  value = data.paymentservice_charges.test.charges[*].metadata
}
`)
	for _, how := range []string{"hex", "base64", "percent"} {
		service.ClearFaults()
		service.Inject(chargeHolding(encodings[how]("Bearer " + secrets["secret"] + "." + secrets["app token"])))
		if said, ok := cli.Try("apply", "-auto-approve", "-input=false"); ok || !strings.Contains(said, "repeats the credentials") {
			t.Errorf("%s: the CLI said %s", how, said)
		}
	}
	service.ClearFaults()
	service.Inject(chargeHolding("of test, 090-8765-4321"))
	if said := cli.Run("apply", "-auto-approve", "-input=false"); !strings.Contains(said, "of test, 090-8765-4321") {
		t.Errorf("the CLI said %s", said)
	}
	for name, text := range cli.Traces() {
		expectNoSecret(t, name, text, "filter phone")
	}
}

// TestSecrecy_shortValues: what is short in a card takes no id apart, not in its
// own messages and not in those of another object of the same run.
func TestSecrecy_shortValues(t *testing.T) {
	t.Parallel()

	const id = "9f12388c-2031-4123-8123-440744074407"
	service, server := acctest.Start(t)
	p := acctest.Configured(t, server, acctest.Values{"max_retries": 0})
	said := fakeservice.Fault{Status: http.StatusBadRequest, Body: []byte(`{"code":"TEST_MODE","errors":[{"field":"` + id + `","reason":"cvv 123 of TEST, 07/2031"}]}`)}
	service.Inject(said)
	_, diags := p.Open(t.Context(), "paymentservice_transaction_token", acctest.Values{"type": "one_time", "email": "a@example.com", "create": true, "card": acctest.Values{
		"card_number": "4242424242424242", "cvv": "123", "cardholder": "TEST", "exp_month": "07", "exp_year": "2031",
	}})
	for _, text := range []string{"TEST_MODE", id, "cvv [redacted] of [redacted], [redacted]\n"} {
		if !strings.Contains(diags.Errors(), text) {
			t.Errorf("of the token it said %q, without %q", diags.Errors(), text)
		}
	}
	hook := p.NewResource("paymentservice_webhook")
	diags = hook.Apply(t.Context(), acctest.Values{"store_id": fakeservice.DefaultStoreID, "webhook_id": id, "active": true})
	for _, text := range []string{"TEST_MODE", id, "cvv 123 of TEST, 07/2031"} {
		if !strings.Contains(diags.Errors(), text) {
			t.Errorf("of the webhook it said %q, without %q", diags.Errors(), text)
		}
	}
}
