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

const everything = `
provider "paymentservice" {
  request_timeout = "1s"
  max_retries     = 1
}

resource "paymentservice_webhook" "test" {
  store_id   = "` + fakeservice.DefaultStoreID + `"
  webhook_id = "` + webhookID + `"
  active     = true
}

data "paymentservice_charges" "test" {}

output "charges" {
  value = length(data.paymentservice_charges.test.charges)
}
`

// TestAccFaults: with a real CLI, the provider survives the worst faults.
func TestAccFaults(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		fault fakeservice.Fault
		says  string
	}{
		"reset":     {fakeservice.Fault{Break: fakeservice.BreakReset}, "ended too early"},
		"gzip bomb": {fakeservice.Fault{Break: fakeservice.BreakGzipBomb}, "larger than"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			cli := acctest.NewCLI(t, server, "1.0")
			service.AddWebhook(fakeservice.Webhook{ID: webhookID})
			service.SeedCharges(charges, fakeservice.SeedOptions{})
			cli.Write("main.tf", everything)
			service.Inject(tc.fault)
			said, ok := cli.Try("apply", "-auto-approve", "-input=false")
			if ok || !strings.Contains(said, tc.says) || strings.Contains(said, "crash") {
				t.Errorf("the CLI said %s", said)
			}
			service.ClearFaults()
			if said := cli.Run("apply", "-auto-approve", "-input=false"); !strings.Contains(said, fmt.Sprintf("charges = %d", charges)) {
				t.Errorf("the CLI said %s", said)
			}
		})
	}
}

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

// sentBy has the secrets that are sent with each method: an answer can repeat only
// those.
var sentBy = map[string][]string{
	http.MethodPatch: {"secret", "app token", "webhook token"},
	http.MethodGet:   {"secret", "app token", "filter phone"},
	http.MethodPost:  {"secret", "app token", "card number", "security code", "card holder", "card zip", "card phone"},
}

// TestAccSecrecy_echo lets the service repeat all secrets in the encodings that
// services use.
func TestAccSecrecy_echo(t *testing.T) {
	t.Parallel()

	cli, service := secretCLI(t)
	for _, how := range []string{"verbatim", "JSON escapes", "percent", "hex"} {
		for _, fault := range []func(spilt string) fakeservice.Fault{
			func(s string) fakeservice.Fault {
				return fakeservice.Fault{Status: 400, Body: []byte(`{"code":"` + s + `","errors":[{"field":"` + s + `","reason":"` + s + `"}]}`)}
			},
			func(s string) fakeservice.Fault {
				return fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + s + `","items":[{"id":"` + s + `"}],"has_more":false}`)}
			},
			func(s string) fakeservice.Fault {
				return fakeservice.Fault{Status: 500, Body: []byte(s), Header: http.Header{"Content-Type": {"text/plain"}}}
			},
		} {
			service.ClearFaults()
			for method, own := range sentBy {
				f := fault(spilled(encodings[how], own))
				f.Method = method
				service.Inject(f)
			}
			if said, ok := cli.Try("apply", "-auto-approve", "-input=false"); ok {
				t.Errorf("the CLI succeeded and said %s", said)
			}
		}
	}
	expectNoTraces(t, cli)
}

// literals are configurations that contain secrets, each on a line that a CLI
// might print next to an error. {name} stands for the secret.
var literals = map[string]struct{ config, says string }{
	"provider's secret": {`
provider "paymentservice" {
  secret = "{consumer} x"
}
resource "paymentservice_webhook" "test" {
  store_id   = "{store}"
  webhook_id = "{hook}"
}`, "must not contain whitespace"},
	"base url": {`
provider "paymentservice" {
  base_url = "https://user:{security code}@api.example.com"
}
resource "paymentservice_webhook" "test" {
  store_id   = "{store}"
  webhook_id = "{hook}"
}`, "must not contain a user name or password"},
	"webhook token": {`
resource "paymentservice_webhook" "test" {
  store_id   = "{store}"
  webhook_id = "{hook}"
  auth_token = "{consumer}\n"
}`, "Invalid Webhook Token"},
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
	"card with 3-D Secure": {`
ephemeral "paymentservice_transaction_token" "test" {
  create = true
  type   = "one_time"
  email  = "a@example.com"
  card {
    card_number = "{card number}x"
    cvv         = "{security code}x"
    cardholder  = "{card holder}"
    exp_month   = "7"
    exp_year    = "2031"
    three_ds { enabled = true }
  }
}`, "three_ds"},
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
	"paidy": {`
ephemeral "paymentservice_transaction_token" "test" {
  create  = true
  type    = "one_time"
  email   = "a@example.com"
  paidy   = { paidy_token = "{consumer}" }
  konbini { customer_name = "{konbini name}" }
}`, "cannot be used together"},
	"filters": {`
data "paymentservice_charges" "test" {
  phone = "{filter name}"
  card  = { name = "{filter name}", last_four = "x{filter digits}", exp_month = 13, exp_year = 1 }
}`, "last_four"},
	"filters of a summary": {`
data "paymentservice_charge_summary" "test" {
  phone     = "{filter name}"
  card      = { name = "{filter name}", last_four = "x{filter digits}", exp_month = 13, exp_year = 1 }
  time_zone = "Local"
  group_by  = ["name"]
}`, "last_four"},
}

// TestAccSecrecy_literals: no error makes a CLI print a line with a secret.
func TestAccSecrecy_literals(t *testing.T) {
	t.Parallel()

	fill := []string{"{store}", fakeservice.DefaultStoreID, "{hook}", webhookID}
	for name, secret := range secrets {
		fill = append(fill, "{"+name+"}", strings.ReplaceAll(inHCL(secret), "%{", "%%{"))
	}
	for name, tc := range literals {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			cli := acctest.NewCLI(t, server, "1.11")
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
