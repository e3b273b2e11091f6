// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// At a service that answers what the API's description shows, an apply creates a token, with the
// values and the types of the description.
func TestAccTransactionToken_described(t *testing.T) {
	t.Parallel()
	service, server := acctest.StartDescribed(t)
	const arguments = `
  type  = "recurring"
  email = "customer@example.com"
  card {
    card_number = "` + cardNumber + `"
    exp_month   = "12"
    exp_year    = "31"
    phone_number {
      country_code = "81"
      local_number = "9012345678"
    }
    cvv_authorize {
      enabled = true
    }
    three_ds {
      enabled = true
    }
  }`
	results := tfjsonpath.New("data")
	has := func(at tfjsonpath.Path, check knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue("echo.test", at, check)
	}
	data := results.AtMapKey("data")
	phone := data.AtMapKey("billing").AtMapKey("phone_number")

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   testAccHasEphemeral(),
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: testAccTransactionTokenConfig_echoed(testAccOnlyInApply(t), arguments),
			PostApplyFunc: func() { // before the destroy, in which OpenTofu opens the resource again
				created := len(service.Tokens())
				if created != 1 {
					t.Errorf("%d tokens were created", created)
				}
			},
			ConfigStateChecks: []statecheck.StateCheck{
				has(results.AtMapKey("store_id"), knownvalue.StringExact(fakeservice.DefaultStoreID)),
				has(results.AtMapKey("usage_limit"), knownvalue.Null()),
				has(results.AtMapKey("confirmed"), knownvalue.Null()),
				has(data.AtMapKey("card").AtMapKey("last_four"), knownvalue.StringExact("0000")),
				has(data.AtMapKey("card").AtMapKey("exp_year"), knownvalue.Int64Exact(2031)),
				has(phone.AtMapKey("country_code"), knownvalue.Int64Exact(81)),
				has(phone.AtMapKey("local_number"), knownvalue.StringExact("9012345678")),
				has(data.AtMapKey("cvv_authorize").AtMapKey("enabled"), knownvalue.Bool(true)),
				has(data.AtMapKey("cvv_authorize").AtMapKey("currency"), knownvalue.StringExact("JPY")),
			},
		}},
	})
}
