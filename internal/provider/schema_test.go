// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// Other people rely on the defaults and the limits, and read them on the provider's page.
func TestSchema_defaults(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/index.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"`1` to `100`. Defaults to `10`.", "`1` to `60000`, evenly", "`0` to `20`. Defaults to `4`.", "from `1s` to `10m`. Defaults to `30s`.", "Defaults to `get`.",
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page of the provider lacks %q", want)
		}
	}
}

// Every argument but those that are collections can be set in the environment, and its
// description names the variable. No other is sensitive than those that hold a secret.
func TestSchema_arguments(t *testing.T) {
	t.Parallel()
	collections, secrets := []string{"allowed_merchant_ids", "allowed_modes", "request_headers"}, []string{"app_token", "client_key", "request_headers", "secret"}
	for _, a := range acctest.NewProtocol(t).Schemas.Provider.Block.Attributes {
		if a.Sensitive != slices.Contains(secrets, a.Name) {
			t.Errorf("%s is sensitive: %t", a.Name, a.Sensitive)
		}
		if slices.Contains(collections, a.Name) {
			continue
		}
		variable := "PAYMENTSERVICE_" + strings.ToUpper(a.Name)
		if said := refusal(t, acctest.Values{a.Name: nil}, map[string]string{variable: " "}); !strings.Contains(said, variable) || !strings.Contains(a.Description, "`"+variable+"`") {
			t.Errorf("%s is not read or not described: %s", variable, said)
		}
	}
}
