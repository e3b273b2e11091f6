// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"fmt"
	"math/big"
	"net/http"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func output(name string, value knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownOutputValue(name, value)
}

// Several thousand charges, with what users do with them: sums, a check block,
// single fields.
func TestAccCharges_thousands(t *testing.T) {
	t.Parallel()
	const n = 5000
	service, server := acctest.Start(t)
	service.SeedCharges(n, fakeservice.SeedOptions{Skew: fakeservice.Skew9005})
	charges := service.Charges(storeID)
	sum := new(big.Float)
	for _, c := range charges {
		if c.RequestedCurrency == "JPY" {
			sum.Add(sum, new(big.Float).SetInt64(c.RequestedAmount))
		}
	}
	resource.Test(t, resource.TestCase{
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_5_0)}, // check blocks
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: acctest.Provider(server) + fmt.Sprintf(`
data "paymentservice_charges" "all" {
  store_id = %q
}
locals {
  charges = data.paymentservice_charges.all.charges
}
check "known_currencies" {
  assert {
    condition     = alltrue([for c in local.charges : length(c.requested_currency) == 3])
    error_message = "A currency is no ISO 4217 code."
  }
}
output "count" { value = length(local.charges) }
output "total" { value = data.paymentservice_charges.all.total_hits }
output "first" { value = local.charges[0].id }
output "last"  { value = local.charges[length(local.charges) - 1].created_on }
output "yen"   { value = sum([for c in local.charges : c.requested_amount if c.requested_currency == "JPY"]) }
output "type"  { value = can(local.charges[0].metadata["no-such-key"]) }
`, storeID),
			ConfigPlanChecks: acctest.ThenEmptyPlan(),
			ConfigStateChecks: []statecheck.StateCheck{
				output("count", knownvalue.Int64Exact(n)),
				output("total", knownvalue.Int64Exact(n)),
				output("first", knownvalue.StringExact(charges[0].ID)),
				output("last", knownvalue.StringExact(charges[n-1].CreatedOn.Format("2006-01-02T15:04:05.000000Z"))),
				output("yen", knownvalue.NumberExact(sum)),
				output("type", knownvalue.Bool(false)),
			},
		}},
	})
}

// Every field of a charge as the CLI has it.
func TestAccCharges_values(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.AddCharges(fakeservice.Charge{
		ID: "00000000-0000-4000-8000-000000000001", RequestedAmount: 9007199254740993, RequestedCurrency: "USD",
		RequestedAmountFormatted: "90071992547409.93", Status: "failed", Error: []byte(`{"code":101}`),
		Metadata:  map[string]any{"phone": int64(8012345678), "ok": true, "none": nil, "name": "a\"b"},
		CreatedOn: time.Date(2025, 1, 31, 1, 2, 3, 4000, time.UTC),
	})
	charge := func(field string, value knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue("data.paymentservice_charges.all", tfjsonpath.New("charges").AtSliceIndex(0).AtMapKey(field), value)
	}
	exact, _, err := big.ParseFloat("90071992547409.93", 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: acctest.Provider(server) + `
data "paymentservice_charges" "all" {}
locals { charges = data.paymentservice_charges.all.charges } # Terraform 1.0 and 1.1 know no index on the attribute itself
output "exact" { value = tostring(local.charges[0].requested_amount_formatted) }
`,
			ConfigPlanChecks: acctest.ThenEmptyPlan(),
			ConfigStateChecks: []statecheck.StateCheck{
				charge("requested_amount", knownvalue.NumberExact(new(big.Float).SetInt64(9007199254740993))),
				charge("requested_amount_formatted", knownvalue.NumberExact(exact)),
				output("exact", knownvalue.StringExact("90071992547409.93")),
				charge("charged_amount", knownvalue.Null()),
				charge("error", knownvalue.StringExact(`{"code":101}`)),
				charge("created_on", knownvalue.StringExact("2025-01-31T01:02:03.000004Z")),
				charge("subscription_id", knownvalue.Null()),
				charge("only_direct_currency", knownvalue.Bool(false)),
				charge("redirect", knownvalue.MapSizeExact(0)),
				charge("metadata", knownvalue.MapExact(map[string]knownvalue.Check{
					"phone": knownvalue.StringExact("8012345678"), "ok": knownvalue.StringExact("true"),
					"none": knownvalue.Null(), "name": knownvalue.StringExact(`a"b`),
				})),
			},
		}},
	})
}

// A list that lacks a page is none, nor are the figures of one.
func TestAccCharges_allOrNothing(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"paymentservice_charges", "paymentservice_charge_summary"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.SeedCharges(2500, fakeservice.SeedOptions{})
			service.Inject(fakeservice.Fault{Nth: 13, Status: http.StatusInternalServerError})
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps: []resource.TestStep{{
					Config:      acctest.Provider(server) + fmt.Sprintf("data %q \"all\" {}", kind),
					ExpectError: acctest.Message("Unable to Read Charges"),
				}},
			})
		})
	}
}

// The CLI shows no line of the configuration that has the card in it.
func TestAccCharges_wrongCard(t *testing.T) {
	t.Parallel()
	_, server := acctest.Start(t)
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: acctest.Provider(server) + `
data "paymentservice_charges" "all" {
  card = { last_four = "0042", name = "TARO YAMADA", exp_month = 13, exp_year = 2030 }
}`,
			ExpectError: acctest.Message("`card.exp_month` must be a whole number from 1 to 12"),
		}},
	})
}

func TestAccCharges_ephemeral(t *testing.T) {
	t.Parallel()
	const n = 1500
	service, server := acctest.Start(t)
	service.SeedCharges(n, fakeservice.SeedOptions{})
	first := service.Charges(storeID)[0]
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.FactoriesWithEcho(),
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_10_0)},
		Steps: []resource.TestStep{{
			Config: acctest.Provider(server) + fmt.Sprintf(`
ephemeral "paymentservice_charges" "all" {
  store_id = %q
}
provider "echo" {
  data = {
    count = length(ephemeral.paymentservice_charges.all.charges)
    total = ephemeral.paymentservice_charges.all.total_hits
    first = ephemeral.paymentservice_charges.all.charges[0]
  }
}
resource "echo" "test" {}
`, storeID),
			ConfigStateChecks: []statecheck.StateCheck{
				echoed("count", knownvalue.Int64Exact(n)),
				echoed("total", knownvalue.Int64Exact(n)),
				statecheck.ExpectKnownValue("echo.test", tfjsonpath.New("data").AtMapKey("first").AtMapKey("id"), knownvalue.StringExact(first.ID)),
			},
		}},
	})
}

func echoed(name string, value knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue("echo.test", tfjsonpath.New("data").AtMapKey(name), value)
}
