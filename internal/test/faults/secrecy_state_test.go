// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// chargeHolding is a list of one charge with a text in its metadata and descriptor.
func chargeHolding(text string) fakeservice.Fault {
	return fakeservice.Fault{Status: http.StatusOK, Method: http.MethodGet, Body: []byte(
		`{"items":[{"id":"11111111-1111-4111-8111-111111111111","descriptor":"` + inJSON(text) + `","metadata":{"note":"` + inJSON(text) + `"}}],"has_more":false,"total_hits":1}`)}
}

// TestSecrecy_charges: a list that contains a credential is refused. It may contain
// the values of its filters.
func TestSecrecy_charges(t *testing.T) {
	t.Parallel()

	service, server := acctest.Start(t, fakeservice.WithCredentials(secrets["secret"], secrets["app token"]))
	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), acctest.Values{"base_url": server.URL, "secret": secrets["secret"], "app_token": secrets["app token"], "max_retries": 0}); len(diags) > 0 {
		t.Fatal(diags)
	}
	read := func(text string) (acctest.Values, acctest.Diagnostics) {
		service.ClearFaults()
		service.Inject(chargeHolding(text))
		return p.Read(t.Context(), "paymentservice_charges", ofCustomers(secrets))
	}
	for _, name := range []string{"secret", "app token"} {
		kept, diags := read("x " + secrets[name] + " y")
		if !strings.Contains(diags.Errors(), "repeats the credentials") {
			t.Errorf("%s: said %q", name, diags)
		}
		expectNoSecret(t, name, fmt.Sprint(kept["charges"], diags))
	}
	if kept, diags := read(secrets["filter phone"] + " " + secrets["filter digits"] + " " + secrets["filter name"]); diags.Errors() != "" || kept["charges"] == nil {
		t.Errorf("said %q", diags)
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
	service.Inject(chargeHolding("Bearer " + secrets["secret"] + "." + secrets["app token"]))
	if said, ok := cli.Try("apply", "-auto-approve", "-input=false"); ok || !strings.Contains(said, "repeats the credentials") {
		t.Errorf("the CLI said %s", said)
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
