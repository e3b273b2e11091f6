// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const otherMerchant = "99999999-9999-4999-8999-99999999abcd"

func segment(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// jwt returns a token whose payload is any text.
func jwt(payload string) string { return segment(`{"alg":"none"}`) + "." + segment(payload) + ".c2ln" }

// With the wrong credentials, no plan, apply or destroy sends anything.
func TestAccGuards_nothingIsSent(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{})
	cli := acctest.NewCLI(t, server, "1.0")
	write := func(guards ...string) {
		cli.Write("main.tf", acctest.Provider(server, guards...)+`
resource "paymentservice_webhook" "test" {
  store_id   = "`+webhook.StoreID+`"
  webhook_id = "`+webhook.ID+`"
}

data "paymentservice_charges" "all" {}
`)
	}
	refused := func(says string, arguments ...string) {
		service.ResetRequests()
		if said, ok := cli.Try(arguments...); ok || !strings.Contains(said, says) {
			t.Errorf("%s says %s", arguments[0], said)
		}
		if n := len(service.Requests()); n > 0 {
			t.Errorf("%s sent %d requests", arguments[0], n)
		}
	}
	const merchant, mode = "`merchant_id` of the application token is \"" + fakeservice.DefaultMerchantID, "`mode` of the application token is \"test\""
	write(`allowed_merchant_ids = ["` + otherMerchant + `"]`)
	refused(merchant, "plan")
	refused(merchant, "apply", "-auto-approve")
	write(`allowed_merchant_ids = ["`+strings.ToUpper(fakeservice.DefaultMerchantID)+`"]`, `allowed_modes = ["test"]`)
	cli.Run("apply", "-auto-approve")
	cli.Run("plan", "-detailed-exitcode") // fails if anything is left to do
	write(`allowed_modes = ["live"]`)
	refused(mode, "apply", "-auto-approve")
	refused(mode, "destroy", "-auto-approve")
}
