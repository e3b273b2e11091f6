// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func inHCL(s string) string { return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) }

// asked is a data source that makes the CLI configure the provider.
const asked = "\ndata \"paymentservice_charges\" \"asked\" {}\n"

// oneLineBlocks are configurations with an error and a secret, most of them on one
// line. The environment sets an invalid max_retries.
var oneLineBlocks = map[string]struct{ config, says string }{
	"a filter":    {`data "paymentservice_charges" "test" { phone = "{filter phone}" }`, "max_retries"},
	"a secret":    {`provider "paymentservice" { secret = "{secret}" }` + asked, "max_retries"},
	"a token":     {`provider "paymentservice" { app_token = "{app token}" }` + asked, "max_retries"},
	"an address":  {`provider "paymentservice" { base_url = "https://u:{consumer}@api.example.com" }` + asked, "base_url"},
	"own lines":   {"data \"paymentservice_charges\" \"test\" {\n  phone    = \"{filter phone}\"\n  currency = \"yen\"\n}", `currency = "yen"`},
	"many groups": {"ephemeral \"paymentservice_transaction_token\" \"test\" {\n  email = \"{email address}\"\n  type = \"recurring\"\n  konbini {\n    customer_name = \"{konbini name}\"\n    convenience_store = \"kiosk\"\n  }\n}", "convenience_store"},
}

// TestAccSecrecy_oneLineBlock: no invalid argument makes a CLI print a line of a
// block that also contains a secret.
func TestAccSecrecy_oneLineBlock(t *testing.T) {
	t.Parallel()

	for name, tc := range oneLineBlocks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, server := acctest.Start(t)
			cli := acctest.NewCLI(t, server, "1.11")
			cli.Setenv("PAYMENTSERVICE_MAX_RETRIES", "many")
			expectHiddenLine(t, cli, tc.config, tc.says)
		})
	}
}

// expectHiddenLine expects a configuration to be refused with a message, and
// none of its secrets to be shown.
func expectHiddenLine(t *testing.T, cli *acctest.CLI, config, says string) {
	t.Helper()
	fill := []string{"{store}", fakeservice.DefaultStoreID, "{hook}", webhookID}
	for name, secret := range secrets {
		fill = append(fill, "{"+name+"}", inJSON(secret))
	}
	cli.Write("main.tf", strings.NewReplacer(fill...).Replace(config))
	cli.Try("validate")
	cli.Try("validate", "-json")
	if said, ok := cli.Try("apply", "-auto-approve", "-input=false"); ok || !strings.Contains(said, says) {
		t.Errorf("the CLI said %s", said)
	}
	for name, text := range cli.Traces() {
		expectNoSecret(t, name, text)
	}
}
