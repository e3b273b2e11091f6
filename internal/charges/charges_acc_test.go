// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"encoding/json"
	"fmt"
	"math"
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

func testAccChargesConfigFields(currency string) string {
	return fmt.Sprintf(`
data "paymentservice_charges" "test" {
  store_id = %q
  currency = %q
  fields   = ["id", "requested_amount"]
}
`, fakeservice.DefaultStoreID, currency)
}

// A list of several pages is complete and in the service's order, with the fields that are asked for.
// Reading it changes nothing.
func TestAccCharges_basic(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(1200, fakeservice.SeedOptions{Clustered: true})
	var want []knownvalue.Check
	for _, charge := range service.Charges(fakeservice.DefaultStoreID) {
		if charge.RequestedCurrency == "JPY" {
			want = append(want, knownvalue.ObjectPartial(map[string]knownvalue.Check{
				"id":               knownvalue.StringExact(charge.ID),
				"requested_amount": knownvalue.Int64Exact(charge.RequestedAmount),
				"status":           knownvalue.Null(),
			}))
		}
	}
	const address = "data.paymentservice_charges.test"
	count := int64(len(want))

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: testAccChargesConfigFields("JPY"),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("total_hits"), knownvalue.Int64Exact(count)),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("charges"), knownvalue.ListExact(want)),
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

const testAccChargeSummaryConfig = `
data "paymentservice_charge_summary" "test" {
  group_by  = ["month", "status"]
  time_zone = "Asia/Tokyo"
}
check "no_failures" {
  assert {
    condition     = !contains(data.paymentservice_charge_summary.test.groups[*].key.status, "failed")
    error_message = "Charges failed."
  }
}
`

// A summary has exact sums, also beyond 64 bits, by currency and by month of a time zone, and a
// check block can use it. Of its charges nothing comes into plan or state.
func TestAccChargeSummary_basic(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	for range 3 {
		service.AddCharges(fakeservice.Charge{
			RequestedAmount:   math.MaxInt64,
			RequestedCurrency: "USD",
			Status:            "successful",
			MerchantName:      "Flowers by Hana",
			CreatedOn:         time.Date(2025, 6, 30, 15, 0, 0, 0, time.UTC), // July in Tokyo
		})
	}
	sum, _, err := big.ParseFloat("27670116110564327421", 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	const address = "data.paymentservice_charge_summary.test"
	var (
		newest  = tfjsonpath.New("newest_created_on")
		dollars = tfjsonpath.New("requested").AtMapKey("USD").AtMapKey("amount")
	)
	groups := knownvalue.ListExact([]knownvalue.Check{knownvalue.ObjectPartial(map[string]knownvalue.Check{
		"count": knownvalue.Int64Exact(3),
		"key": knownvalue.MapExact(map[string]knownvalue.Check{
			"month":  knownvalue.StringExact("2025-07"),
			"status": knownvalue.StringExact("successful"),
		}),
	})})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.5", "1.6")}, // check blocks
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: testAccChargeSummaryConfig,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				acctest.PlanCheckFunc(func(plan *tfjson.Plan) error { return expectNoCharge(service, plan) }),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(address, tfjsonpath.New("charge_count"), knownvalue.Int64Exact(3)),
				statecheck.ExpectKnownValue(address, newest, knownvalue.StringExact("2025-06-30T15:00:00.000000Z")),
				statecheck.ExpectKnownValue(address, dollars, knownvalue.NumberExact(sum)),
				statecheck.ExpectKnownValue(address, tfjsonpath.New("groups"), groups),
				acctest.StateCheckFunc(expectChecksPass),
				acctest.StateCheckFunc(func(state *tfjson.State) error { return expectNoCharge(service, state) }),
			},
			PostApplyFunc: acctest.ExpectWrites(t, service),
		}},
	})
}

// expectChecksPass reports an error if a check block of a state does not pass.
func expectChecksPass(state *tfjson.State) error {
	for _, check := range state.Checks {
		if check.Status != tfjson.CheckStatusPass {
			return fmt.Errorf("%s is %s", check.Address.ToDisplay, check.Status)
		}
	}
	return nil
}

const testAccChargesConfigEphemeral = `
ephemeral "paymentservice_charges" "test" {}

provider "echo" {
  data = {
    count = length(ephemeral.paymentservice_charges.test.charges)
    last  = ephemeral.paymentservice_charges.test.charges[149].created_on
  }
}
resource "echo" "test" {}
`

// The ephemeral resource has the same charges, and leaves none of them in plan or state.
func TestAccCharges_ephemeral(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(150, fakeservice.SeedOptions{})
	last := service.Charges("")[149].CreatedOn
	data := map[string]knownvalue.Check{
		"count": knownvalue.Int64Exact(150),
		"last":  knownvalue.StringExact(last.Format("2006-01-02T15:04:05.000000Z")),
	}

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.10", "1.11")},
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: testAccChargesConfigEphemeral,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				acctest.PlanCheckFunc(func(plan *tfjson.Plan) error { return expectNoCharge(service, plan) }),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("echo.test", tfjsonpath.New("data"), knownvalue.ObjectExact(data)),
				acctest.StateCheckFunc(func(state *tfjson.State) error { return expectNoCharge(service, state) }),
			},
			PostApplyFunc: acctest.ExpectWrites(t, service),
		}},
	})
}
