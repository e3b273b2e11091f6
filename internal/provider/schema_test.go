// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// Other people rely on the defaults and the limits, and read them on the provider's page.
func TestSchema_limits(t *testing.T) {
	t.Parallel()
	descriptions := map[string]string{}
	for _, a := range acctest.NewProtocol(t).Schemas.Provider.Block.Attributes {
		descriptions[a.Name] = a.Description
	}
	for argument, want := range map[string]string{
		"max_concurrent_requests": "`1` to `100`. Defaults to `10`.",
		"max_requests_per_minute": "`1` to `60000`, evenly",
		"max_retries":             "`0` to `20`. Defaults to `4`.",
		"request_timeout":         "from `1s` to `10m`. Defaults to `30s`.",
		"webhook_refresh":         "Defaults to `get`.",
	} {
		if !strings.Contains(descriptions[argument], want) {
			t.Errorf("the description of %s lacks %q: %s", argument, want, descriptions[argument])
		}
	}
}

// Every argument but those that are collections can be set in the environment, and its
// description names the variable.
func TestSchema_environment(t *testing.T) {
	t.Parallel()
	collections := []string{"allowed_merchant_ids", "allowed_modes", "request_headers"}
	for _, a := range acctest.NewProtocol(t).Schemas.Provider.Block.Attributes {
		if slices.Contains(collections, a.Name) {
			continue
		}
		variable := environmentVariable(a.Name)
		if !strings.Contains(a.Description, "`"+variable+"`") {
			t.Errorf("the description of %s does not name %s", a.Name, variable)
		}
		env := map[string]string{variable: " "} // which no argument accepts
		expectRefusal(t, variable, acctest.Values{a.Name: nil}, env)
	}
}

// What holds a secret is sensitive. Nothing else is, so that a plan shows it.
func TestSchema_sensitive(t *testing.T) {
	t.Parallel()
	secrets := []string{"app_token", "client_key", "request_headers", "secret"}
	for _, a := range acctest.NewProtocol(t).Schemas.Provider.Block.Attributes {
		if a.Sensitive != slices.Contains(secrets, a.Name) {
			t.Errorf("%s is sensitive: %t", a.Name, a.Sensitive)
		}
	}
}
