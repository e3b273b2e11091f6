// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// TestDefaults: other people rely on the defaults and the limits, and read them on the
// provider's page.
func TestDefaults(t *testing.T) {
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
	if paymentapi.GlanceTimeout != 5*time.Second {
		t.Errorf("a plan waits %s for a webhook, want 5s", paymentapi.GlanceTimeout)
	}
}

// No schema may lose the mark of an argument that holds a secret.
func TestSchemas_sensitiveArguments(t *testing.T) {
	t.Parallel()

	all := acctest.NewProtocol(t).Schemas
	filters := []string{"card", "extra_filters", "metadata", "phone"}
	for schema, paths := range map[*tfprotov6.Schema][]string{
		all.Provider: {"app_token", "client_key", "request_headers", "secret"},
		all.ResourceSchemas["paymentservice_webhook"]:          {"auth_token", "auth_token_wo"},
		all.DataSourceSchemas["paymentservice_charges"]:        filters,
		all.DataSourceSchemas["paymentservice_charge_summary"]: filters,
		all.EphemeralResourceSchemas["paymentservice_charges"]: filters,
		all.EphemeralResourceSchemas["paymentservice_transaction_token"]: {
			"card.card_number", "card.cardholder", "card.city", "card.cvv", "card.exp_month", "card.exp_year", "card.line1", "card.line2",
			"card.phone_number.local_number", "card.state", "card.zip", "email",
			"konbini.customer_name", "konbini.phone_number.local_number", "online.user_identifier", "paidy",
		},
	} {
		marked := sensitiveIn(schema.Block)
		for _, path := range paths {
			if !slices.Contains(marked, path) {
				t.Errorf("%s is not sensitive beside %v", path, marked)
			}
		}
	}
}

// sensitiveIn returns the sensitive attributes of a block and, as "block.attribute",
// those of the blocks in it.
func sensitiveIn(block *tfprotov6.SchemaBlock) (paths []string) {
	for _, a := range block.Attributes {
		if a.Sensitive {
			paths = append(paths, a.Name)
		}
	}
	for _, nested := range block.BlockTypes {
		for _, path := range sensitiveIn(nested.Block) {
			paths = append(paths, nested.TypeName+"."+path)
		}
	}
	return paths
}
