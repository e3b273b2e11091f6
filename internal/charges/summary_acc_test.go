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

// What users do with a summary, and the values as the CLI has them, also beyond
// 64 bits.
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
			ConfigPlanChecks: acctest.ThenEmptyPlan(),
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

// A charge that lacks what groups are made by is in the group with null.
func TestAccSummary_nulls(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.AddCharges(fakeservice.Charge{Status: "pending", RequestedAmount: 5})
	service.Set(func(b *fakeservice.Behavior) {
		b.ChargeMutator = func(charge map[string]any) {
			charge["requested_currency"], charge["requested_amount_formatted"], charge["created_on"] = nil, nil, nil
		}
	})
	value := func(path tfjsonpath.Path, check knownvalue.Check) statecheck.StateCheck {
		return statecheck.ExpectKnownValue("data.paymentservice_charge_summary.all", path, check)
	}
	resource.Test(t, resource.TestCase{
		ProtoV6ProviderFactories: acctest.Factories(),
		Steps: []resource.TestStep{{
			Config:           acctest.Provider(server) + `data "paymentservice_charge_summary" "all" { group_by = ["day", "requested_currency"] }`,
			ConfigPlanChecks: acctest.ThenEmptyPlan(),
			ConfigStateChecks: []statecheck.StateCheck{
				value(tfjsonpath.New("groups").AtSliceIndex(0).AtMapKey("key"),
					knownvalue.MapExact(map[string]knownvalue.Check{"day": knownvalue.Null(), "requested_currency": knownvalue.Null()})),
				value(tfjsonpath.New("requested").AtMapKey("unknown"), knownvalue.ObjectExact(map[string]knownvalue.Check{
					"count": knownvalue.Int64Exact(1), "amount": knownvalue.Int64Exact(5), "amount_formatted": knownvalue.Null(),
				})),
				value(tfjsonpath.New("oldest_created_on"), knownvalue.Null()),
				value(tfjsonpath.New("newest_created_on"), knownvalue.Null()),
			},
		}},
	})
}

// A name that does not exist is refused by validate, with those that do.
func TestAccCharges_names(t *testing.T) {
	t.Parallel()
	_, server := acctest.Start(t)
	for name, tt := range map[string]struct{ config, says string }{
		"a grouping":  {`data "paymentservice_charge_summary" "all" { group_by = ["week"] }`, "Valid names are: charged_currency, day, mode, month, requested_currency, status, store_id, transaction_token_type."},
		"a time zone": {`data "paymentservice_charge_summary" "all" { time_zone = "Local" }`, "must be the IANA name of a time zone, such as Asia/Tokyo."},
		"a field":     {`data "paymentservice_charges" "all" { fields = ["amount"] }`, "Valid names are: capture_at, charged_amount,"},
		"no field":    {`data "paymentservice_charges" "all" { fields = [] }`, "Valid names are: capture_at, charged_amount,"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := acctest.NewCLI(t, server, "1.0.0")
			c.Write("main.tf", tt.config)
			if said, ok := c.Try("validate"); ok || !strings.Contains(said, tt.says) {
				t.Errorf("validate says %s", said)
			}
		})
	}
}

// A state with a summary holds no id, name or number of any charge, and a plan neither.
func TestAccSummary_leavesNoCharge(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(150, fakeservice.SeedOptions{})
	c := acctest.NewCLI(t, server, "1.0.0")
	c.Write("main.tf", `
data "paymentservice_charge_summary" "all" {
  group_by = ["day", "status", "mode", "transaction_token_type"]
}
output "summary" {
  value     = data.paymentservice_charge_summary.all
  sensitive = true # because of the filters card and phone
}
`)
	c.Run("plan", "-out=saved.tfplan")
	c.Run("apply", "-auto-approve")
	traces := c.Traces()
	if !strings.Contains(traces["terraform.tfstate"], `"charge_count": 150`) {
		t.Error("the state has no summary")
	}
	for _, charge := range service.Charges("") {
		numbers := []string{charge.ID, charge.TransactionTokenID, charge.MerchantName, charge.StoreName}
		for _, optional := range []*string{charge.SubscriptionID, charge.MerchantTransactionID, charge.DescriptorPhoneNumber} {
			if optional != nil {
				numbers = append(numbers, *optional)
			}
		}
		for file, text := range traces {
			for _, number := range numbers {
				if strings.Contains(text, number) {
					t.Fatalf("%s has %q of a charge", file, number)
				}
			}
		}
	}
}

// What fields leaves out is in no file either.
func TestAccCharges_fields(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(300, fakeservice.SeedOptions{})
	c := acctest.NewCLI(t, server, "1.0.0")
	c.Write("main.tf", `
data "paymentservice_charges" "all" {
  fields = ["created_on", "requested_amount", "requested_currency", "status"]
}
locals { charges = data.paymentservice_charges.all.charges }
output "yen" { value = sum([for c in local.charges : c.requested_amount if c.requested_currency == "JPY"]) }
output "ids" { value = length([for c in local.charges : c if c.id != null]) }
`)
	c.Run("plan", "-out=saved.tfplan")
	said := c.Run("apply", "-auto-approve")
	if !strings.Contains(said, "ids = 0") {
		t.Errorf("apply says %s", said)
	}
	charge := service.Charges("")[0]
	for file, text := range c.Traces() {
		for _, left := range []string{charge.ID, charge.TransactionTokenID, charge.MerchantName, charge.StoreName, charge.StoreID} {
			if strings.Contains(text, left) {
				t.Errorf("%s has %q", file, left)
			}
		}
	}
}
