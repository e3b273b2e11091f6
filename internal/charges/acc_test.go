// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"fmt"
	"math/big"
	"strings"
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

// More charges than a few pages have, with what users do with them: sums, a check block,
// single fields.
func TestAccCharges_manyPages(t *testing.T) {
	t.Parallel()
	const n = 1200
	service, server := acctest.Start(t)
	service.SeedCharges(n, fakeservice.SeedOptions{Clustered: true})
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

// What users do with a summary, and its values in the CLI, even beyond 64 bits.
func TestAccSummary(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(1500, fakeservice.SeedOptions{})
	for range 3 {
		service.AddCharges(fakeservice.Charge{
			RequestedAmount: 1<<63 - 1, RequestedCurrency: "USD", Mode: "large", StoreID: "00000000-0000-4000-8000-000000000001",
			CreatedOn: time.Date(2025, 6, 30, 15, 0, 0, 0, time.UTC),
		})
	}
	amount, _ := new(big.Float).SetPrec(512).SetString("27670116110564327421")
	formatted, _ := new(big.Float).SetPrec(512).SetString("276701161105643274.21")
	value := func(path tfjsonpath.Path, check knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue("data.paymentservice_charge_summary.large", path, check)
	}
	resource.Test(t, resource.TestCase{
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_5_0)}, // check blocks
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config: acctest.Provider(server) + fmt.Sprintf(`
data "paymentservice_charge_summary" "all" {
  store_id = %q
  group_by = ["status"]
}
data "paymentservice_charge_summary" "large" {
  store_id  = "00000000-0000-4000-8000-000000000001"
  group_by  = ["month", "mode"]
  time_zone = "Asia/Tokyo"
}
data "paymentservice_charge_summary" "each" {
  count    = 2
  mode     = ["live", "test"][count.index]
  store_id = %[1]q
}
check "few_failures" {
  assert {
    condition     = sum([for g in data.paymentservice_charge_summary.all.groups : g.count if g.key.status == "failed"]) < data.paymentservice_charge_summary.all.charge_count / 2
    error_message = "More than half of the charges failed."
  }
}
output "count"    { value = data.paymentservice_charge_summary.all.charge_count }
output "grouped"  { value = sum(data.paymentservice_charge_summary.all.groups[*].count) }
output "per_mode" { value = sum(data.paymentservice_charge_summary.each[*].charge_count) }
output "exact"    { value = tostring(data.paymentservice_charge_summary.large.charged["USD"].amount_formatted) }
`, storeID),
			ConfigStateChecks: []statecheck.StateCheck{
				output("count", knownvalue.Int64Exact(1500)),
				output("grouped", knownvalue.Int64Exact(1500)),
				output("per_mode", knownvalue.Int64Exact(1500)),
				output("exact", knownvalue.StringExact("276701161105643274.21")),
				value(tfjsonpath.New("charge_count"), knownvalue.Int64Exact(3)),
				value(tfjsonpath.New("requested").AtMapKey("USD"), knownvalue.ObjectExact(map[string]knownvalue.Check{
					"count": knownvalue.Int64Exact(3), "amount": knownvalue.NumberExact(amount), "amount_formatted": knownvalue.NumberExact(formatted),
				})),
				value(tfjsonpath.New("fees"), knownvalue.MapSizeExact(0)),
				value(tfjsonpath.New("oldest_created_on"), knownvalue.StringExact("2025-06-30T15:00:00.000000Z")),
				value(tfjsonpath.New("groups").AtSliceIndex(0).AtMapKey("key"),
					knownvalue.MapExact(map[string]knownvalue.Check{"mode": knownvalue.StringExact("large"), "month": knownvalue.StringExact("2025-07")})),
				value(tfjsonpath.New("groups").AtSliceIndex(0).AtMapKey("charged").AtMapKey("USD").AtMapKey("amount"), knownvalue.NumberExact(amount)),
			},
		}},
	})
}

// With a summary, states and plans contain nothing of a single charge. With `fields`,
// they contain no other fields of a list.
func TestAccCharges_leavesNoTrace(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(150, fakeservice.SeedOptions{})
	c := acctest.NewCLI(t, server, "1.0.0")
	c.Write("main.tf", fmt.Sprintf(`
data "paymentservice_charge_summary" "all" {
  group_by = ["day", "status", "mode", "transaction_token_type"]
  store_id = %q
}
data "paymentservice_charges" "all" {
  currency = "JPY"
  fields   = ["created_on", "requested_amount", "status"]
}
output "summary" {
  value     = data.paymentservice_charge_summary.all
  sensitive = true # because of the filters card and phone
}
output "ids" { value = length([for c in data.paymentservice_charges.all.charges : c if c.id != null || c.requested_currency != null]) }
`, storeID))
	c.Run("plan", "-out=saved.tfplan")
	if said := c.Run("apply", "-auto-approve"); !strings.Contains(said, "ids = 0") {
		t.Errorf("apply says %s", said)
	}
	traces := c.Traces()
	if !strings.Contains(traces["terraform.tfstate"], `"charge_count": 150`) {
		t.Error("the state has no summary")
	}
	for _, charge := range service.Charges("") {
		for file, text := range traces {
			for _, left := range []string{charge.ID, charge.TransactionTokenID, charge.MerchantName, charge.StoreName} {
				if strings.Contains(text, left) {
					t.Fatalf("%s has %q of a charge", file, left)
				}
			}
		}
	}
}
