// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package main

import (
	"context"
	"fmt"
	"net/http"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// cardNumber is a number for tests; no card has it.
const cardNumber = "4242424242424242"

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
  card = {
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

// token creates a transaction token and leaves no trace of the card.
func (d *show) token(ctx context.Context) error {
	d.step("Create a token for a card, and pass it on to a write-only argument")
	if !d.workspace.AtLeast("1.11.0", "1.11.0") {
		d.say("- skipped: ephemeral resources with write-only arguments need version 1.11 of the CLI")
		return nil
	}
	if err := d.workspace.configure(tokenConfig); err != nil {
		return err
	}
	d.service.ResetRequests()
	card := "-var=card_number=" + cardNumber
	if _, _, err := d.workspace.plan(ctx, card); err != nil {
		return err
	}
	if err := d.expectTokens(0, d.command("plan")); err != nil {
		return err
	}
	if _, err := d.workspace.apply(ctx, card); err != nil {
		return err
	}
	if err := d.expectTokens(1, d.command("apply")); err != nil {
		return err
	}
	tokens := d.service.Tokens()
	id := tokens[len(tokens)-1].ID
	if w, _ := d.service.Webhook(webhookID(2)); w.AuthToken != "Token "+id {
		return fmt.Errorf("the webhook did not get the token")
	}
	for what, text := range map[string]string{"the card number": cardNumber, "the token": id} {
		file, err := d.workspace.holds(text)
		if err != nil {
			return err
		}
		if file != "" {
			return fmt.Errorf("%s is in the file %s", what, file)
		}
	}
	d.good("the webhook received the token, and neither the state nor the plan contains the token or the card number")
	return nil
}

// expectTokens checks how many tokens were asked for since the last look.
func (d *show) expectTokens(want int, command string) error {
	got := len(d.service.Requests(fakeservice.ByMethod(http.MethodPost)))
	d.service.ResetRequests()
	if got != want {
		return fmt.Errorf("%s sent %s for a token, not %d", command, requests(got), want)
	}
	d.good("%s: %s for a token", command, requests(got))
	return nil
}
