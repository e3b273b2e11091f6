// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// tokenConfig is the configuration of a token.
func tokenConfig(create, arguments string) string {
	return fmt.Sprintf(`
ephemeral "paymentservice_transaction_token" "test" {
  create = %s
  email  = "customer@example.com"
  %s
}
`, create, arguments)
}

// Each command creates as many tokens as a table of the guide "Create tokens without
// a trace" says, and the first apply passes the id on to a write-only argument.
func TestAccTransactionToken_commands(t *testing.T) {
	t.Parallel()
	type counts struct{ terraform, openTofu int }
	for create, wants := range map[string][]counts{
		accOnlyInApply(t): {{0, 0}, {0, 0}, {1, 1}, {1, 0}, {0, 0}, {0, 0}, {1, 0}, {0, 0}, {1, 1}, {0, 0}, {0, 0}, {1, 1}, {0, 0}},
		"null":            {{0, 0}, {1, 1}, {2, 2}, {2, 1}, {1, 1}, {1, 1}, {2, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {3, 3}, {1, 1}},
	} {
		t.Run(create, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			cli := acctest.NewCLI(t, server, "1.11.0")
			var blocks strings.Builder
			var user, imported fakeservice.Webhook
			for _, name := range []string{"test", "imported"} {
				webhook := service.AddWebhook(fakeservice.Webhook{})
				fmt.Fprintf(&blocks, "resource \"paymentservice_webhook\" %q {\n  store_id   = %q\n  webhook_id = %q\n", name, webhook.StoreID, webhook.ID)
				if name == "test" {
					user = webhook
					blocks.WriteString("  auth_token_wo         = ephemeral.paymentservice_transaction_token.test.id\n  auth_token_wo_version = var.order\n")
				}
				blocks.WriteString("}\n")
				imported = webhook
			}
			cli.Write("main.tf", tokenConfig(create, accOnline)+blocks.String()+"variable \"order\" {\n  default = 1\n}\n")
			cli.Write("planned.tftest.hcl", "run \"planned\" {\n  command = plan\n}\n")
			cli.Write("applied.tftest.hcl", "run \"applied\" {\n}\n")

			for i, arguments := range [][]string{
				{"validate"},
				{"import", "paymentservice_webhook.imported", imported.StoreID + "/" + imported.ID},
				{"apply", "-auto-approve"},
				{"apply", "-auto-approve"},
				{"refresh"},
				{"plan", "-refresh-only"},
				{"apply", "-refresh-only", "-auto-approve"},
				{"plan", "-var=order=2", "-out=saved.tfplan"},
				{"apply", "saved.tfplan"},
				{"plan", "-destroy"},
				{"destroy", "-auto-approve"},
				{"test", "-filter=applied.tftest.hcl"},
				{"test", "-filter=planned.tftest.hcl"},
			} {
				before := len(service.Tokens())
				cli.Run(arguments...)
				want := wants[i].terraform
				if acctest.FindCLI(t).OpenTofu {
					want = wants[i].openTofu
				}
				// Newer versions of Terraform do not open it in the cleanup of a test.
				fewer := want == 3 && acctest.FindCLI(t).AtLeast("1.12", "")
				if got := len(service.Tokens()) - before; got != want && (!fewer || got != want-1) {
					t.Errorf("%v creates %d tokens, want %d", arguments, got, want)
				}
				now, _ := service.Webhook(user.ID)
				if i == 2 && !slices.ContainsFunc(service.Tokens(), func(made fakeservice.Token) bool { return made.ID == now.AuthToken }) {
					t.Errorf("the token of the webhook is %q", now.AuthToken)
				}
			}
		})
	}
}

// Each command warns once of an argument without effect, even if its value comes from
// a variable. An error names the resource.
func TestAccTransactionToken_variables(t *testing.T) {
	t.Parallel()
	_, server := acctest.Start(t)
	cli := acctest.NewCLI(t, server, "1.11.0")
	atStore := func(shift string) {
		cli.Write("main.tf", tokenConfig(accOnlyInApply(t), `type = "one_time"
  konbini {
    customer_name         = "`+cardholder+`"
    convenience_store     = "sunkus"
    expiration_time_shift = `+shift+`
    phone_number {
      country_code = "81"
      local_number = "9012345678"
    }
  }`)+"variable \"shift\" {\n  default = null\n}\n"+`
resource "terraform_data" "user" {
  input      = var.shift
  depends_on = [ephemeral.paymentservice_transaction_token.test]
}
`)
	}
	atStore("var.shift")
	cli.Run("apply", "-auto-approve")
	said := cli.Run("apply", "-auto-approve", "-var=shift=18:00Z")
	if got := strings.Count(said, "Transaction Token Argument Without Effect"); got != 1 {
		t.Errorf("warned %d times, want 1:\n%s", got, said)
	}
	said, ok := cli.Try("apply", "-auto-approve", "-var=shift=18:00")
	if ok || !strings.Contains(said, "with ephemeral.paymentservice_transaction_token.test") || !strings.Contains(said, "`konbini.expiration_time_shift` must be") {
		t.Errorf("said %s", said)
	}
	atStore(`"18:00Z"`)
	for _, command := range [][]string{{"validate"}, {"plan"}, {"apply", "-auto-approve", "-replace=terraform_data.user"}} {
		said := cli.Run(command...)
		if got := strings.Count(said, "Transaction Token Argument Without Effect"); got != 1 {
			t.Errorf("%v warned %d times, want 1:\n%s", command, got, said)
		}
	}
}
