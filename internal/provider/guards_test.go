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
	for name, tc := range map[string]struct{ guard, says string }{
		"another merchant": {`allowed_merchant_ids = ["` + otherMerchant + `"]`, `the claim ` + "`merchant_id`" + ` of the application token is "` + fakeservice.DefaultMerchantID + `"`},
		"another mode":     {`allowed_modes = ["live"]`, `the claim ` + "`mode`" + ` of the application token is "test"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			webhook := service.AddWebhook(fakeservice.Webhook{})
			config := func(guard string) string {
				return acctest.Provider(server, guard) + `
resource "paymentservice_webhook" "test" {
  store_id   = "` + webhook.StoreID + `"
  webhook_id = "` + webhook.ID + `"
}

data "paymentservice_charges" "all" {}
`
			}
			right := `allowed_merchant_ids = ["` + strings.ToUpper(fakeservice.DefaultMerchantID) + `"]` + "\n  " + `allowed_modes = ["test"]`
			cli := acctest.NewCLI(t, server, "1.0")
			refused := func(arguments ...string) {
				service.ResetRequests()
				if said, ok := cli.Try(arguments...); ok || !strings.Contains(said, tc.says) {
					t.Errorf("%s says %s", arguments[0], said)
				}
				if n := len(service.Requests()); n > 0 {
					t.Errorf("%s sent %d requests", arguments[0], n)
				}
			}
			cli.Write("main.tf", config(tc.guard))
			refused("plan")
			refused("apply", "-auto-approve")
			cli.Write("main.tf", config(right))
			cli.Run("apply", "-auto-approve")
			cli.Run("plan", "-detailed-exitcode") // fails if anything is left to do
			cli.Write("main.tf", config(tc.guard))
			refused("apply", "-auto-approve")
			refused("destroy", "-auto-approve")
		})
	}
}
