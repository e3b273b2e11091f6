// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A list of several pages is complete and in the service's order, and configurations can compute
// with it. Reading it changes nothing.
func TestAccCharges_allPages(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(1200, fakeservice.SeedOptions{Clustered: true})
	var (
		want []knownvalue.Check
		sum  int64
	)
	for _, charge := range service.Charges(fakeservice.DefaultStoreID) {
		if charge.RequestedCurrency == "JPY" {
			sum += charge.RequestedAmount
			want = append(want, knownvalue.ObjectPartial(map[string]knownvalue.Check{
				"id": knownvalue.StringExact(charge.ID), "requested_amount": knownvalue.Int64Exact(charge.RequestedAmount), "status": knownvalue.Null(),
			}))
		}
	}
	all := "data.paymentservice_charges.all"

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: fmt.Sprintf(`
data "paymentservice_charges" "all" {
  store_id = %q
  currency = "JPY"
  fields   = ["id", "requested_amount"]
}
output "sum" {
  value = sum(data.paymentservice_charges.all.charges[*].requested_amount)
}
`, fakeservice.DefaultStoreID),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(all, tfjsonpath.New("total_hits"), knownvalue.Int64Exact(int64(len(want)))),
				statecheck.ExpectKnownValue(all, tfjsonpath.New("charges"), knownvalue.ListExact(want)),
				statecheck.ExpectKnownOutputValue("sum", knownvalue.Int64Exact(sum)),
			},
			PostApplyFunc: acctest.ExpectWrites(t, service),
		}},
	})
}

// expectNoCharge reports an error if a plan or a state holds anything of a charge.
func expectNoCharge(service *fakeservice.Service, planOrState any) error {
	text, err := json.Marshal(planOrState)
	for _, charge := range service.Charges("") {
		for _, value := range []string{charge.ID, charge.TransactionTokenID, charge.MerchantName, charge.StoreName} {
			if value != "" && strings.Contains(string(text), value) {
				return fmt.Errorf("%q of a charge is left", value)
			}
		}
	}
	return err
}

// A summary has exact sums, also beyond 64 bits, by currency and by month of a time zone, and a
// check block can use it. Of its charges nothing comes into plan or state.
func TestAccChargeSummary(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	for range 3 {
		service.AddCharges(fakeservice.Charge{
			RequestedAmount: 1<<63 - 1, RequestedCurrency: "USD", Status: "successful", MerchantName: "Flowers by Hana",
			CreatedOn: time.Date(2025, 6, 30, 15, 0, 0, 0, time.UTC), // July in Tokyo
		})
	}
	sum, _, err := big.ParseFloat("27670116110564327421", 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	all := "data.paymentservice_charge_summary.all"
	checksPass := acctest.StateCheckFunc(func(state *tfjson.State) error {
		for _, check := range state.Checks {
			if check.Status != tfjson.CheckStatusPass {
				return fmt.Errorf("%s is %s", check.Address.ToDisplay, check.Status)
			}
		}
		return expectNoCharge(service, state)
	})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.5", "1.6")}, // check blocks
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: `
data "paymentservice_charge_summary" "all" {
  group_by  = ["month", "status"]
  time_zone = "Asia/Tokyo"
}
check "no_failures" {
  assert {
    condition     = !contains(data.paymentservice_charge_summary.all.groups[*].key.status, "failed")
    error_message = "Charges failed."
  }
}
`,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				acctest.PlanCheckFunc(func(plan *tfjson.Plan) error { return expectNoCharge(service, plan) }),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(all, tfjsonpath.New("charge_count"), knownvalue.Int64Exact(3)),
				statecheck.ExpectKnownValue(all, tfjsonpath.New("newest_created_on"), knownvalue.StringExact("2025-06-30T15:00:00.000000Z")),
				statecheck.ExpectKnownValue(all, tfjsonpath.New("requested").AtMapKey("USD").AtMapKey("amount"), knownvalue.NumberExact(sum)),
				statecheck.ExpectKnownValue(all, tfjsonpath.New("groups"), knownvalue.ListExact([]knownvalue.Check{
					knownvalue.ObjectPartial(map[string]knownvalue.Check{
						"count": knownvalue.Int64Exact(3),
						"key": knownvalue.MapExact(map[string]knownvalue.Check{
							"month": knownvalue.StringExact("2025-07"), "status": knownvalue.StringExact("successful"),
						}),
					}),
				})),
				checksPass,
			},
			PostApplyFunc: acctest.ExpectWrites(t, service),
		}},
	})
}

// The ephemeral resource has the same charges, and leaves none of them in plan or state.
func TestAccCharges_ephemeral(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(150, fakeservice.SeedOptions{})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.10", "1.11")}, // ephemeral resources
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: `
ephemeral "paymentservice_charges" "all" {}

provider "echo" {
  data = {
    count = length(ephemeral.paymentservice_charges.all.charges)
    last  = ephemeral.paymentservice_charges.all.charges[149].created_on
  }
}
resource "echo" "all" {}
`,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				acctest.PlanCheckFunc(func(plan *tfjson.Plan) error { return expectNoCharge(service, plan) }),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("echo.all", tfjsonpath.New("data"), knownvalue.ObjectExact(map[string]knownvalue.Check{
					"count": knownvalue.Int64Exact(150),
					"last":  knownvalue.StringExact(service.Charges("")[149].CreatedOn.Format("2006-01-02T15:04:05.000000Z")),
				})),
				acctest.StateCheckFunc(func(state *tfjson.State) error { return expectNoCharge(service, state) }),
			},
			PostApplyFunc: acctest.ExpectWrites(t, service),
		}},
	})
}
