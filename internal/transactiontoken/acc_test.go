// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The configuration of each payment type, as a user writes it.
var groups = map[string]string{
	"card": `
  type = "recurring"
  card {
    cardholder  = "` + cardholder + `"
    card_number = "` + cardNumber + `"
    exp_month   = "07"
    exp_year    = "2031"
    cvv         = "` + cvv + `"
    phone_number {
      country_code = "81"
      local_number = "9012345678"
    }
    three_ds {
      enabled           = true
      redirect_endpoint = "https://shop.example.com/done"
    }
  }`,
	"konbini": `
  type = "one_time"
  konbini {
    customer_name         = "Taro Yamada"
    convenience_store     = "lawson"
    expiration_period     = "P14D"
    expiration_time_shift = "18:00:00+09:00"
    phone_number {
      country_code = "81"
      local_number = "9012345678"
    }
  }`,
	"online": `
  type = "one_time"
  online {
    brand       = "alipay_plus_online"
    call_method = "http_get_mobile"
    os_type     = "ios"
  }`,
	"bank_transfer": `
  type = "one_time"
  bank_transfer {
    brand = "aozora_bank"
  }`,
	"paidy": `
  type  = "one_time"
  paidy = { paidy_token = "tok_918273", amounts = [1, 2.5], gift = false }`,
}

// onlyInApply is the idiom with which a plan creates no token.
func onlyInApply() string {
	if acctest.OpenTofu() {
		return `timestamp() != ""`
	}
	return "terraform.applying"
}

func tokenConfig(server *fakeservice.Server, create, arguments string) string {
	return acctest.Provider(server) + fmt.Sprintf(`
ephemeral "paymentservice_transaction_token" "test" {
  create = %s
  email  = "customer@example.com"
  %s
}
`, create, arguments)
}

const echo = `
provider "echo" {
  data = ephemeral.paymentservice_transaction_token.test
}

resource "echo" "test" {}
`

// run runs the steps of a test that is parallel already, if the CLI has
// ephemeral resources.
func run(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	resource.Test(t, resource.TestCase{
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_10_0)},
		ProtoV6ProviderFactories: acctest.FactoriesWithEcho(), Steps: steps,
	})
}

func expectTokens(service *fakeservice.Service, want int) resource.TestCheckFunc {
	return func(*terraform.State) error {
		if got := len(service.Tokens()); got != want {
			return fmt.Errorf("the service has %d tokens, want %d", got, want)
		}
		return nil
	}
}

func TestAccTransactionToken_paymentTypes(t *testing.T) {
	t.Parallel()

	for paymentType, arguments := range groups {
		t.Run(paymentType, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			result := func(name string, check knownvalue.Check) statecheck.StateCheck {
				return statecheck.ExpectKnownValue("echo.test", tfjsonpath.New("data").AtMapKey(name), check)
			}
			run(t, resource.TestStep{
				Config: tokenConfig(server, onlyInApply(), arguments) + echo,
				Check:  expectTokens(service, 1),
				ConfigStateChecks: []statecheck.StateCheck{
					result("id", knownvalue.StringFunc(func(id string) error {
						if tokens := service.Tokens(); len(tokens) != 1 || tokens[0].ID != id {
							return fmt.Errorf("the service knows no token %q", id)
						}
						return nil
					})),
					result("payment_type", knownvalue.StringExact(paymentType)),
					result("email", knownvalue.StringExact("customer@example.com")),
					result("active", knownvalue.Bool(true)),
					result("data_json", knownvalue.NotNull()),
				},
			})
		})
	}
}

func TestAccTransactionToken_planCreatesNothing(t *testing.T) {
	t.Parallel()

	service, server := acctest.Start(t)
	config := tokenConfig(server, onlyInApply(), groups["online"]) + echo
	run(t,
		resource.TestStep{Config: config, PlanOnly: true, ExpectNonEmptyPlan: true},
		resource.TestStep{
			PreConfig: func() {
				if n := len(service.Requests()); n != 0 {
					t.Errorf("the plan sent %d requests, want none", n)
				}
			},
			Config: config,
			Check:  expectTokens(service, 1),
		},
	)
}

// The id goes to a write-only argument, and stays out of the state.
func TestAccTransactionToken_writeOnlySink(t *testing.T) {
	t.Parallel()

	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{URL: "https://hooks.example.com/a", Active: true})
	resource.Test(t, resource.TestCase{
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_11_0)},
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: tokenConfig(server, onlyInApply(), groups["card"]) + fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  store_id              = %q
  webhook_id            = %q
  auth_token_wo         = ephemeral.paymentservice_transaction_token.test.id
  auth_token_wo_version = 1
}
`, webhook.StoreID, webhook.ID),
			Check: func(state *terraform.State) error {
				token := service.Tokens()[0]
				if got, _ := service.Webhook(webhook.ID); got.AuthToken != token.ID {
					return fmt.Errorf("the webhook's token is %q, want the id %q", got.AuthToken, token.ID)
				}
				for _, secret := range []string{token.ID, cardNumber, cardholder} {
					if strings.Contains(state.String(), secret) {
						return fmt.Errorf("the state holds %q", secret)
					}
				}
				return nil
			},
		}},
	})
}

func TestAccTransactionToken_refused(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct{ arguments, want string }{
		"call method": {
			strings.Replace(groups["online"], "alipay_plus_online", "pay_pay_online", 1),
			"`online.call_method` must be `http_post` if `online.brand` is `pay_pay_online`",
		},
		"expiration period": {
			strings.Replace(groups["konbini"], "P14D", "P61D", 1),
			"`konbini.expiration_period` must be from 30 minutes (PT30M) to 60 days (P60D)",
		},
		"3-D Secure": {
			strings.Replace(groups["card"], "recurring", "one_time", 1),
			"`card.three_ds.enabled` may be `true` only if `type` is `recurring`",
		},
		"two payment types": {
			groups["online"] + "\nbank_transfer {\nbrand = \"aozora_bank\"\n}",
			"`online` and `bank_transfer` cannot be used together",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			run(t, resource.TestStep{
				Config:      tokenConfig(server, "true", tc.arguments),
				ExpectError: acctest.Message(tc.want),
			})
			if n := len(service.Requests()); n != 0 {
				t.Errorf("%d requests, want none", n)
			}
		})
	}
}
