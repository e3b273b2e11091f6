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

// testAccTransactionTokenConfig is the configuration of a token.
func testAccTransactionTokenConfig(create, arguments string) string {
	return fmt.Sprintf(`
ephemeral "paymentservice_transaction_token" "test" {
  create = %s
  email  = "customer@example.com"
  %s
}
`, create, arguments)
}

// testAccTransactionTokenConfig_usedByWebhook is the configuration of a token whose id is the token of
// a webhook, and of another webhook, which is imported.
func testAccTransactionTokenConfig_usedByWebhook(create string, user, imported fakeservice.Webhook) string {
	return testAccTransactionTokenConfig(create, testAccOnline) + fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  store_id   = %q
  webhook_id = %q

  auth_token_wo         = ephemeral.paymentservice_transaction_token.test.id
  auth_token_wo_version = var.order
}
resource "paymentservice_webhook" "imported" {
  store_id   = %q
  webhook_id = %q
}
variable "order" {
  default = 1
}
`, user.StoreID, user.ID, imported.StoreID, imported.ID)
}

// openings are how many tokens a command creates, by the kind of the CLI.
type openings struct {
	terraform int
	openTofu  int
}

func (o openings) of(t *testing.T) int {
	t.Helper()
	if acctest.FindCLI(t).OpenTofu {
		return o.openTofu
	}
	return o.terraform
}

// Each command creates as many tokens as a table of the guide "Create tokens without
// a trace" says, and the first apply passes the id on to a write-only argument.
func TestAccTransactionToken_commands(t *testing.T) {
	t.Parallel()
	const importedID = "44444444-4444-4444-8444-444444444444"
	type command struct {
		arguments   []string
		onlyInApply openings
		always      openings // create is not set
		// cleansUp says that a test of the CLI is cleaned up, for which Terraform 1.12 and later do
		// not open it once more.
		cleansUp bool
	}
	commands := []command{
		{
			arguments: []string{"validate"},
		},
		{
			arguments: []string{
				"import", "paymentservice_webhook.imported", fakeservice.DefaultStoreID + "/" + importedID,
			},
			always: openings{terraform: 1, openTofu: 1},
		},
		{
			arguments:   []string{"apply", "-auto-approve"},
			onlyInApply: openings{terraform: 1, openTofu: 1},
			always:      openings{terraform: 2, openTofu: 2},
		},
		{
			arguments:   []string{"apply", "-auto-approve"}, // which changes nothing
			onlyInApply: openings{terraform: 1, openTofu: 0},
			always:      openings{terraform: 2, openTofu: 1},
		},
		{
			arguments: []string{"refresh"},
			always:    openings{terraform: 1, openTofu: 1},
		},
		{
			arguments: []string{"plan", "-refresh-only"},
			always:    openings{terraform: 1, openTofu: 1},
		},
		{
			arguments:   []string{"apply", "-refresh-only", "-auto-approve"},
			onlyInApply: openings{terraform: 1, openTofu: 0},
			always:      openings{terraform: 2, openTofu: 1},
		},
		{
			arguments: []string{"plan", "-var=order=2", "-out=saved.tfplan"},
			always:    openings{terraform: 1, openTofu: 1},
		},
		{
			arguments:   []string{"apply", "saved.tfplan"},
			onlyInApply: openings{terraform: 1, openTofu: 1},
			always:      openings{terraform: 1, openTofu: 1},
		},
		{
			arguments: []string{"plan", "-destroy"},
			always:    openings{terraform: 1, openTofu: 1},
		},
		{
			arguments: []string{"destroy", "-auto-approve"},
			always:    openings{terraform: 1, openTofu: 1},
		},
		{
			arguments:   []string{"test", "-filter=applied.tftest.hcl"},
			onlyInApply: openings{terraform: 1, openTofu: 1},
			always:      openings{terraform: 3, openTofu: 3},
			cleansUp:    true,
		},
		{
			arguments: []string{"test", "-filter=planned.tftest.hcl"},
			always:    openings{terraform: 1, openTofu: 1},
		},
	}
	for name, tt := range map[string]struct {
		create string
		want   func(command) openings
	}{
		"only in an apply": {
			create: testAccOnlyInApply(t),
			want:   func(c command) openings { return c.onlyInApply },
		},
		"always": {
			create: "null",
			want:   func(c command) openings { return c.always },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			cli := acctest.NewCLI(t, server, "1.11.0")
			user := service.AddWebhook(fakeservice.Webhook{})
			imported := service.AddWebhook(fakeservice.Webhook{ID: importedID})
			cli.Write("main.tf", testAccTransactionTokenConfig_usedByWebhook(tt.create, user, imported))
			cli.Write("planned.tftest.hcl", "run \"planned\" {\n  command = plan\n}\n")
			cli.Write("applied.tftest.hcl", "run \"applied\" {\n}\n")

			for _, c := range commands {
				before := len(service.Tokens())
				cli.Run(c.arguments...)
				got := len(service.Tokens()) - before
				want := tt.want(c).of(t)
				mayBeFewer := c.cleansUp && want > 1 && acctest.FindCLI(t).AtLeast("1.12", "")
				if got != want && (!mayBeFewer || got != want-1) {
					t.Errorf("%v creates %d tokens, want %d", c.arguments, got, want)
				}
				if c.arguments[0] == "apply" {
					expectTokenInUse(t, service, user.ID)
				}
			}
		})
	}
}

// expectTokenInUse checks that the token of a webhook is the id of a transaction token.
func expectTokenInUse(t *testing.T, service *fakeservice.Service, webhookID string) {
	t.Helper()
	webhook, _ := service.Webhook(webhookID)
	isInUse := func(token fakeservice.Token) bool { return token.ID == webhook.AuthToken }
	if !slices.ContainsFunc(service.Tokens(), isInUse) {
		t.Errorf("the token of the webhook is %q", webhook.AuthToken)
	}
}

// Each command warns once of an argument without effect, even if its value comes from
// a variable. An error names the resource.
func TestAccTransactionToken_warnsOnce(t *testing.T) {
	t.Parallel()
	_, server := acctest.Start(t)
	cli := acctest.NewCLI(t, server, "1.11.0")
	expectOneWarning := func(arguments ...string) {
		t.Helper()
		said := cli.Run(arguments...)
		if got := strings.Count(said, "Transaction Token Argument Without Effect"); got != 1 {
			t.Errorf("%v warns %d times, want 1:\n%s", arguments, got, said)
		}
	}

	cli.Write("main.tf", testAccTransactionTokenConfig_shifted(t, "var.shift"))
	cli.Run("apply", "-auto-approve")
	expectOneWarning("apply", "-auto-approve", "-var=shift=18:00Z")
	said, ok := cli.Try("apply", "-auto-approve", "-var=shift=18:00")
	if ok {
		t.Error("a time shift without a zone is accepted")
	}
	for _, text := range []string{
		"with ephemeral.paymentservice_transaction_token.test",
		"`konbini.expiration_time_shift` must be",
	} {
		if !strings.Contains(said, text) {
			t.Errorf("it says %s, want %q", said, text)
		}
	}

	cli.Write("main.tf", testAccTransactionTokenConfig_shifted(t, `"18:00Z"`))
	expectOneWarning("validate")
	expectOneWarning("plan")
	expectOneWarning("apply", "-auto-approve", "-replace=terraform_data.user")
}

// testAccTransactionTokenConfig_shifted is the configuration of a token at a store at which a time shift
// has no effect.
func testAccTransactionTokenConfig_shifted(t *testing.T, shift string) string {
	t.Helper()
	return testAccTransactionTokenConfig(testAccOnlyInApply(t), `type = "one_time"
  konbini {
    customer_name         = "`+cardholder+`"
    convenience_store     = "sunkus"
    expiration_time_shift = `+shift+`
    phone_number {
      country_code = "81"
      local_number = "9012345678"
    }
  }`) + `
variable "shift" {
  default = null
}
resource "terraform_data" "user" {
  input      = var.shift
  depends_on = [ephemeral.paymentservice_transaction_token.test]
}
`
}
