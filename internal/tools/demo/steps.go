// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// step is one command of the demonstration, and what it is to bring about.
type step struct {
	title   string
	needs   string                     // the least version of the CLI
	config  string                     // the configuration from here on
	before  func(*fakeservice.Service) // what happens at the service meanwhile
	command string
	from    string // the output is shown from here on
	says    []string
	writes  []string // see cli.Outcome
	look    []string // what to look at, if all is as expected
	after   func(context.Context, *show, []fakeservice.Request) (look string, err error)
}

const (
	// latency is how long the service takes to answer while charges are read, like
	// one across a network.
	latency = 20 * time.Millisecond
	// cardNumber is a number for tests; no card has it.
	cardNumber = "4242424242424242"
)

var steps = []step{
	{
		title: "Adopt a webhook that exists at the service", config: webhookConfig, command: "apply", from: "# paymentservice_webhook",
		says: []string{"1 added, 0 changed"}, writes: []string{`PATCH "url":"https://hooks.example.com/orders"`},
	},
	{title: "Nothing is left to do", command: "plan", says: []string{"No changes."}, look: []string{"no changes"}},
	{
		title: "The webhook has stopped after failed notifications", before: func(s *fakeservice.Service) { stopWebhook(s, webhookID(1)) },
		command: "plan", from: "# paymentservice_webhook", says: []string{"= false -> true"}, look: []string{"the next apply resumes the webhook"},
	},
	{title: "Resume it", command: "apply", from: "Apply complete!", says: []string{"0 added, 1 changed"}, writes: []string{`PATCH "active":true`}, after: resumed},
	{
		title: "Stop managing the webhook", command: "destroy", from: "Warning: Webhook Stays at the Service",
		says: []string{"Warning: Webhook Stays at the Service", "1 destroyed"}, look: []string{"the service received no update"},
	},
	{
		title: fmt.Sprintf("Read the %d charges of a store, %s a request", charges, latency), config: chargesConfig,
		before:  func(s *fakeservice.Service) { s.Set(func(b *fakeservice.Behavior) { b.Latency = latency }) },
		command: "apply", says: []string{fmt.Sprintf("charges = %d", charges)}, after: fasterThanOneCursor,
	},
	{
		title: "Read only the figures of these charges", config: summaryConfig,
		before:  func(s *fakeservice.Service) { s.Set(func(b *fakeservice.Behavior) { b.Latency = 0 }) },
		command: "apply", from: "Outputs:", after: summarized,
	},
	{
		title: "Create a token for a card: not in a plan", needs: "1.11.0", config: tokenConfig,
		command: "plan", says: []string{"1 to add"}, look: []string{"the service received no request for a token"},
	},
	{title: "Pass the token on to a write-only argument", needs: "1.11.0", command: "apply", writes: []string{"POST", `PATCH "auth_token"`}, after: leftNoTrace},
}

var webhookConfig = fmt.Sprintf(`
resource "paymentservice_webhook" "orders" {
  store_id   = %q
  webhook_id = %q
  url        = "https://hooks.example.com/orders"
  triggers   = ["charge_finished", "refund_finished"]
  active     = true
}
`, storeID, webhookID(1))

func resumed(_ context.Context, d *show, _ []fakeservice.Request) (string, error) {
	if w, _ := d.service.Webhook(webhookID(1)); !w.Active {
		return "", errors.New("the webhook is still stopped at the service")
	}
	return "the webhook is active again", nil
}

var chargesConfig = fmt.Sprintf(`
data "paymentservice_charges" "store" {
  store_id = %q
}

output "charges" {
  value = length(data.paymentservice_charges.store.charges)
}
`, storeID)

// fasterThanOneCursor reads the same list as a script would: each page after
// the other.
func fasterThanOneCursor(ctx context.Context, d *show, sent []fakeservice.Request) (string, error) {
	took := sent[len(sent)-1].At.Sub(sent[0].At) + latency
	client, err := paymentapi.New(paymentapi.Options{
		BaseURL: d.server.URL, Secret: fakeservice.DefaultSecret, AppToken: fakeservice.DefaultAppToken,
	})
	if err != nil {
		return "", err
	}
	defer client.CloseIdleConnections()
	read, pages, started := 0, 0, time.Now()
	for query, more := (paymentapi.ChargeQuery{StoreID: storeID, PageSize: 100}), true; more; {
		page, err := client.ListCharges(ctx, query)
		if err != nil {
			return "", err
		}
		read, pages, more = read+len(page.Items), pages+1, page.HasMore
		query.Cursor = page.Items[len(page.Items)-1].ID
	}
	slow := time.Since(started)
	if read != charges {
		return "", fmt.Errorf("one cursor reads %d charges, not %d", read, charges)
	}
	return fmt.Sprintf("all of them by %d requests in %s; one cursor, page after page, takes %d requests and %s: %.1f times as long",
		len(sent), took.Round(time.Millisecond), pages, slow.Round(time.Millisecond), slow.Seconds()/took.Seconds()), nil
}

var summaryConfig = fmt.Sprintf(`
data "paymentservice_charge_summary" "store" {
  store_id = %q
  group_by = ["status"]
}

output "charged" {
  value = { for currency, sum in data.paymentservice_charge_summary.store.charged : currency => sum.amount_formatted }
}

output "statuses" {
  value = { for group in data.paymentservice_charge_summary.store.groups : group.key.status => group.count }
}
`, storeID)

// summarized compares the figures of the state with the charges of the service.
func summarized(_ context.Context, d *show, _ []fakeservice.Request) (string, error) {
	state, err := os.ReadFile(filepath.Join(d.shell.Directory, "terraform.tfstate"))
	if err != nil {
		return "", err
	}
	all := d.service.Charges(storeID)
	counts := map[string]int{}
	for _, charge := range all {
		counts[charge.Status]++
	}
	for status, n := range counts {
		if want := fmt.Sprintf("%q: %d", status, n); !strings.Contains(string(state), want) {
			return "", fmt.Errorf("the state does not have %s", want)
		}
	}
	if strings.Contains(string(state), all[0].ID) {
		return "", fmt.Errorf("the state has charge %s", all[0].ID)
	}
	return fmt.Sprintf("all %d charges are counted and added up, and the state of %d bytes contains none of them", len(all), len(state)), nil
}

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
`, storeID, webhookID(2))

// leftNoTrace looks for the token and the card in every file that the CLI wrote.
func leftNoTrace(_ context.Context, d *show, _ []fakeservice.Request) (string, error) {
	tokens := d.service.Tokens()
	id := tokens[len(tokens)-1].ID
	if w, _ := d.service.Webhook(webhookID(2)); w.AuthToken != "Token "+id {
		return "", errors.New("the webhook did not get the token")
	}
	traces, err := d.cli.In(d.shell.Directory, os.DevNull).Traces()
	if err != nil {
		return "", err
	}
	for name, text := range traces {
		if strings.Contains(text, cardNumber) || strings.Contains(text, id) {
			return "", fmt.Errorf("the file %s contains the token or the card number", name)
		}
	}
	return "the webhook received the token, and neither the state nor the plan contains the token or the card number", nil
}
