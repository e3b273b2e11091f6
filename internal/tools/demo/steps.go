// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"fmt"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/cli"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// step is one command of the demonstration, and what it is to bring about.
type step struct {
	title    string
	needs    string                     // the least version of the CLI
	config   string                     // the configuration from here on
	before   func(*fakeservice.Service) // what happens at the service first
	command  string
	from     string // the output is shown from here on
	look     string // what to look at, if all is as expected
	noCharge bool   // no file of the CLI contains a charge then
	cli.Outcome
}

const (
	// latency is how long the service takes to answer, like one across a network.
	latency = 20 * time.Millisecond
	// cardNumber is a number for tests; no card has it.
	cardNumber = "4242424242424242"

	// pages is how many requests the charges of a store need, if each page is full.
	pages = fakeservice.ExampleCharges / 100

	theWebhook = "# paymentservice_webhook"
	stays      = "Warning: Webhook Not Deleted"
	goes       = "Warning: Webhook Deleted"
)

var steps = []step{
	{
		title:   "Adopt a webhook that exists at the service",
		config:  webhookConfig,
		command: "apply",
		from:    theWebhook,
		Outcome: cli.Outcome{
			Says:   []string{"1 added, 0 changed"},
			Writes: []string{`PATCH "url":"https://hooks.example.com/orders"`},
		},
	},
	{
		title:   "Nothing is left to do",
		command: "plan",
		look:    "no changes",
		Outcome: cli.Outcome{Says: []string{"No changes."}},
	},
	{
		title:   "The webhook stops after failed notifications",
		before:  stop,
		command: "plan",
		from:    theWebhook,
		Outcome: cli.Outcome{Says: []string{"= false -> true"}},
	},
	{
		title:   "Resume it",
		command: "apply",
		from:    "Apply complete!",
		look:    "the webhook is active again",
		Outcome: cli.Outcome{
			Says:   []string{"0 added, 1 changed"},
			Writes: []string{`PATCH "active":true`},
		},
	},
	{
		title:   "Stop managing the webhook",
		command: "destroy",
		from:    stays,
		look:    "the service received no update",
		Outcome: cli.Outcome{Says: []string{stays, "1 destroyed"}},
	},
	{
		title:   "Create a webhook",
		config:  createdConfig,
		command: "apply",
		from:    theWebhook,
		Outcome: cli.Outcome{
			Says:   []string{"1 added, 0 changed"},
			Writes: []string{`POST "url":"https://hooks.example.com/refunds"`},
		},
	},
	{
		title:   "Delete it again",
		command: "destroy",
		from:    goes,
		look:    "the state said delete_on_destroy = true",
		Outcome: cli.Outcome{
			Says:   []string{goes, "1 destroyed"},
			Writes: []string{"DELETE"},
		},
	},
	{
		title:    fmt.Sprintf("Read the figures of one store's %d charges before 2026", fakeservice.ExampleCharges),
		config:   summaryConfig,
		command:  "apply",
		from:     "Outputs:",
		look:     "the state contains no charge",
		noCharge: true,
		Outcome:  cli.Outcome{Says: []string{`"JPY" = 1130004266`, `"failed" = 127`, `"successful" = 4391`}},
	},
	{
		title:   "Read the charges themselves",
		config:  chargesConfig,
		command: "apply",
		look:    fmt.Sprintf("one after the other, these %d pages take %s", pages, pages*latency),
		Outcome: cli.Outcome{Says: []string{fmt.Sprintf("charges = %d", fakeservice.ExampleCharges)}},
	},
	{
		title:   "A plan creates no token for a card",
		needs:   "1.11.0",
		config:  tokenConfig,
		command: "plan",
		look:    "the service received no request for a token",
		Outcome: cli.Outcome{Says: []string{"1 to add"}},
	},
	{
		title:   "Pass the token on to a write-only argument",
		needs:   "1.11.0",
		command: "apply",
		look:    "no file that the CLI has written contains the token or the card number",
		Outcome: cli.Outcome{Writes: []string{"POST", `PATCH {"auth_token":"Token `}},
	},
}

// stop stops a webhook as the service does.
func stop(s *fakeservice.Service) {
	s.ChangeWebhook(fakeservice.ExampleWebhookID(1), func(w *fakeservice.Webhook) { w.Active = false })
}

var webhookConfig = fmt.Sprintf(`
resource "paymentservice_webhook" "orders" {
  store_id   = %q
  webhook_id = %q
  url        = "https://hooks.example.com/orders"
  triggers   = ["charge_finished", "refund_finished"]
  active     = true
}
`, fakeservice.DefaultStoreID, fakeservice.ExampleWebhookID(1))

var createdConfig = fmt.Sprintf(`
resource "paymentservice_webhook" "refunds" {
  store_id          = %q
  delete_on_destroy = true
  url               = "https://hooks.example.com/refunds"
  triggers          = ["refund_finished"]
}
`, fakeservice.DefaultStoreID)

var chargesConfig = fmt.Sprintf(`
data "paymentservice_charges" "store" {
  store_id = %q
  to       = "2026-01-01"
}

output "charges" {
  value = length(data.paymentservice_charges.store.charges)
}
`, fakeservice.DefaultStoreID)

var summaryConfig = fmt.Sprintf(`
data "paymentservice_charge_summary" "store" {
  store_id = %q
  to       = "2026-01-01"
  group_by = ["status"]
}

output "charged" {
  value = { for currency, sum in data.paymentservice_charge_summary.store.charged : currency => sum.amount_formatted }
}

output "statuses" {
  value = { for group in data.paymentservice_charge_summary.store.groups : group.key.status => group.count }
}
`, fakeservice.DefaultStoreID)

// tokenConfig creates the token in an apply and not in a plan, in a way that
// OpenTofu accepts, too; with Terraform alone it would be terraform.applying.
var tokenConfig = fmt.Sprintf(`
variable "card_number" {
  type      = string
  ephemeral = true
}

ephemeral "paymentservice_transaction_token" "card" {
  create = timestamp() != "" # is unknown in a plan
  type   = "one_time"
  email  = "customer@example.com"
  card {
    cardholder  = "TARO YAMADA"
    card_number = var.card_number
    exp_month   = "08"
    exp_year    = "2031"
    cvv         = "917"
  }
}

resource "paymentservice_webhook" "orders" {
  store_id              = %q
  webhook_id            = %q
  auth_token_wo         = "Token ${ephemeral.paymentservice_transaction_token.card.id}"
  auth_token_wo_version = 1
}
`, fakeservice.DefaultStoreID, fakeservice.ExampleWebhookID(2))
