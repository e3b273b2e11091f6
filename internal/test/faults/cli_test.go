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

const withSecrets = `
variable "hook" {
  type      = string
  ephemeral = true
}

variable "card" {
  type      = object({ number = string, cvv = string, holder = string, zip = string, phone = string })
  ephemeral = true
}

variable "filter" {
  type      = map(string)
  sensitive = true
}

resource "paymentservice_webhook" "test" {
  store_id              = "` + fakeservice.DefaultStoreID + `"
  webhook_id            = "` + webhookID + `"
  auth_token_wo         = var.hook
  auth_token_wo_version = 1
}

data "paymentservice_charges" "test" {
  phone = var.filter.phone
  card  = { name = var.filter.name, last_four = var.filter.digits, exp_month = 7, exp_year = 2031 }
}

data "paymentservice_charge_summary" "test" {
  phone    = var.filter.phone
  group_by = ["day", "status"]
}

ephemeral "paymentservice_transaction_token" "test" {
  create = true
  type   = "one_time"
  email  = "taro@example.com"
  card {
    card_number = var.card.number
    cvv         = var.card.cvv
    cardholder  = var.card.holder
    exp_month   = "7"
    exp_year    = "2031"
    zip         = var.card.zip
    phone_number {
      country_code = "81"
      local_number = var.card.phone
    }
  }
}

ephemeral "paymentservice_charges" "test" {
  phone = var.filter.phone
}
`

// secretCLI is a CLI whose environment holds all secrets.
func secretCLI(t *testing.T) (*acctest.CLI, *fakeservice.Service) {
	t.Helper()
	service, server := acctest.Start(t, fakeservice.WithCredentials(secrets["secret"], secrets["app token"]))
	cli := acctest.NewCLI(t, server, "1.11")
	service.AddWebhook(fakeservice.Webhook{ID: webhookID})
	service.Set(func(b *fakeservice.Behavior) { b.EchoAuthToken = true })
	cli.Setenv("PAYMENTSERVICE_SECRET", secrets["secret"])
	cli.Setenv("PAYMENTSERVICE_APP_TOKEN", secrets["app token"])
	cli.Setenv("PAYMENTSERVICE_MAX_RETRIES", "0")
	cli.Setenv("TF_VAR_hook", secrets["webhook token"])
	cli.Setenv("TF_VAR_card", fmt.Sprintf(`{ number = %q, cvv = %q, holder = %q, zip = %q, phone = %q }`,
		secrets["card number"], secrets["security code"], secrets["card holder"], secrets["card zip"], secrets["card phone"]))
	cli.Setenv("TF_VAR_filter", fmt.Sprintf(`{ phone = %q, name = %q, digits = %q }`, secrets["filter phone"], secrets["filter name"], secrets["filter digits"]))
	cli.Write("main.tf", withSecrets)
	return cli, service
}

// expectNoTraces searches all that the CLI printed, logged and wrote. Only a plan
// and a state keep the filters, because they are arguments.
func expectNoTraces(t *testing.T, cli *acctest.CLI) {
	t.Helper()
	for name, text := range cli.Traces() {
		if strings.HasPrefix(name, "terraform.tfstate") || strings.HasPrefix(name, "test.tfplan") {
			expectNoSecret(t, name, text, "filter")
			continue
		}
		expectNoSecret(t, name, text)
	}
}

// TestAccSecrecy uses every secret with a real CLI that logs everything.
func TestAccSecrecy(t *testing.T) {
	t.Parallel()

	cli, service := secretCLI(t)
	cli.Run("plan", "-out=test.tfplan", "-input=false")
	cli.Run("apply", "-input=false", "test.tfplan")
	if hook, _ := service.Webhook(webhookID); hook.AuthToken != secrets["webhook token"] {
		t.Error("the webhook's token did not arrive, so nothing was tried")
	}
	if got := len(service.Tokens()); got == 0 {
		t.Error("no token was created, so nothing was tried")
	}
	expectNoTraces(t, cli)
}

// asked is a data source that makes the CLI configure the provider.
const asked = "\ndata \"paymentservice_charges\" \"asked\" {}\n"

// literals are configurations with an error that contain secrets, each on a line that
// a CLI might print next to it. {name} stands for the secret. If the message is about
// max_retries, the environment sets an invalid one.
var literals = map[string]struct{ config, says string }{
	"a filter on one line":   {`data "paymentservice_charges" "test" { phone = "{filter phone}" }`, "max_retries"},
	"a secret on one line":   {`provider "paymentservice" { secret = "{secret}" }` + asked, "max_retries"},
	"an address on one line": {`provider "paymentservice" { base_url = "https://u:{consumer}@api.example.com" }` + asked, "base_url"},
	"a line without secrets": {"data \"paymentservice_charges\" \"test\" {\n  phone    = \"{filter phone}\"\n  currency = \"yen\"\n}", `currency = "yen"`},
	"both webhook tokens": {`
resource "paymentservice_webhook" "test" {
  store_id              = "{store}"
  webhook_id            = "{hook}"
  auth_token            = "{consumer}"
  auth_token_wo         = "{webhook token}"
  auth_token_wo_version = 1
}`, "Conflicting Webhook Tokens"},
	"webhook not found": {`
resource "paymentservice_webhook" "test" {
  store_id   = "{store}"
  webhook_id = "{store}"
  auth_token = "{consumer}"
}`, "Webhook Not Found"},
	"card": {`
ephemeral "paymentservice_transaction_token" "test" {
  create = true
  type   = "one_time"
  email  = "a@example.com"
  card {
    card_number = "{card number}"
    cvv         = "{security code}"
    cardholder  = "{card holder}"
    exp_month   = "13"
    exp_year    = "31"
    country     = "xx"
  }
}`, "exp_month"},
	"card on one line": {`
ephemeral "paymentservice_transaction_token" "test" {
  create = true
  type   = "one_time"
  email  = "a@example.com"
  card { card_number = "{card number}" }
}`, "exp_month"},
	"card refused": {`
ephemeral "paymentservice_transaction_token" "test" {
  create = true
  type   = "one_time"
  email  = "a@example.com"
  card {
    card_number = "{card number}"
    cvv         = "{security code}"
    cardholder  = "{card holder}"
    exp_month   = "7"
    exp_year    = "2031"
  }
}`, "status 400"},
	"filters": {`
data "paymentservice_charges" "test" {
  phone = "{filter name}"
  card  = { name = "{filter name}", last_four = "x{filter digits}", exp_month = 13, exp_year = 1 }
}`, "last_four"},
}

// TestAccSecrecy_literals: no error makes a CLI print a line with a secret.
func TestAccSecrecy_literals(t *testing.T) {
	t.Parallel()

	fill := []string{"{store}", fakeservice.DefaultStoreID, "{hook}", webhookID}
	for name, secret := range secrets {
		inHCL := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "%{", "%%{").Replace(secret)
		fill = append(fill, "{"+name+"}", inHCL)
	}
	for name, tc := range literals {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			cli := acctest.NewCLI(t, server, "1.11")
			if tc.says == "max_retries" {
				cli.Setenv("PAYMENTSERVICE_MAX_RETRIES", "many")
			}
			service.Inject(fakeservice.Fault{Status: 400, Method: http.MethodPost})
			cli.Write("main.tf", strings.NewReplacer(fill...).Replace(tc.config))
			cli.Try("validate")
			cli.Try("validate", "-json")
			if said, ok := cli.Try("apply", "-auto-approve", "-input=false"); ok || !strings.Contains(said, tc.says) {
				t.Errorf("the CLI said %s", said)
			}
			for name, text := range cli.Traces() {
				expectNoSecret(t, name, text)
			}
		})
	}
}
