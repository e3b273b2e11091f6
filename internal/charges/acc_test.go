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

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// More charges than a few pages have, with what users do with a list and with summaries:
// sums, also beyond 64 bits, check blocks, single fields.
func TestAccCharges_manyPages(t *testing.T) {
	t.Parallel()
	const n = 1200
	service, server := acctest.Start(t)
	service.SeedCharges(n, fakeservice.SeedOptions{Clustered: true})
	charges := service.Charges(storeID)
	yen := new(big.Int)
	for _, c := range charges {
		if c.RequestedCurrency == "JPY" {
			yen.Add(yen, big.NewInt(c.RequestedAmount))
		}
	}
	for range 3 {
		service.AddCharges(fakeservice.Charge{
			RequestedAmount: 1<<63 - 1, RequestedCurrency: "USD", Mode: "large", StoreID: "00000000-0000-4000-8000-000000000001",
			CreatedOn: time.Date(2025, 6, 30, 15, 0, 0, 0, time.UTC),
		})
	}
	c := acctest.NewCLI(t, server, "1.5.0") // check blocks
	c.Write("main.tf", fmt.Sprintf(`
data "paymentservice_charges" "all" {
  store_id = %q
}
data "paymentservice_charge_summary" "all" {
  store_id = %[1]q
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
locals {
  charges = data.paymentservice_charges.all.charges
  summary = data.paymentservice_charge_summary.all
  large   = data.paymentservice_charge_summary.large
}
check "known_currencies" {
  assert {
    condition     = alltrue([for c in local.charges : length(c.requested_currency) == 3])
    error_message = "A currency is no ISO 4217 code."
  }
}
check "few_failures" {
  assert {
    condition     = sum([for g in local.summary.groups : g.count if g.key.status == "failed"]) < local.summary.charge_count / 2
    error_message = "More than half of the charges failed."
  }
}
output "count"    { value = length(local.charges) }
output "total"    { value = data.paymentservice_charges.all.total_hits }
output "first"    { value = local.charges[0].id }
output "last"     { value = local.charges[length(local.charges) - 1].created_on }
output "yen"      { value = sum([for c in local.charges : c.requested_amount if c.requested_currency == "JPY"]) }
output "key"      { value = can(local.charges[0].metadata["no-such-key"]) }
output "counted"  { value = local.summary.charge_count }
output "grouped"  { value = sum(local.summary.groups[*].count) }
output "per_mode" { value = sum(data.paymentservice_charge_summary.each[*].charge_count) }
output "large"    { value = [local.large.charge_count, local.large.oldest_created_on, length(local.large.fees)] }
output "asked"    { value = local.large.requested }
output "exact"    { value = tostring(local.large.charged["USD"].amount_formatted) }
output "group"    { value = [local.large.groups[0].key, local.large.groups[0].charged["USD"].amount] }
`, storeID))
	if said := c.Run("apply", "-auto-approve"); strings.Contains(said, "Warning: Check block") {
		t.Errorf("apply says %s", said)
	}
	c.Run("plan", "-detailed-exitcode") // fails unless the plan is empty
	var state struct {
		Outputs map[string]struct{ Value json.RawMessage }
	}
	if err := json.Unmarshal([]byte(c.File("terraform.tfstate")), &state); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"count": "1200", "total": "1200", "counted": "1200", "grouped": "1200", "per_mode": "1200", "yen": yen.String(), "key": "false",
		"first": `"` + charges[0].ID + `"`, "last": charges[n-1].CreatedOn.Format(`"2006-01-02T15:04:05.000000Z"`),
		"large": `[3,"2025-06-30T15:00:00.000000Z",0]`,
		"asked": `{"USD":{"amount":27670116110564327421,"amount_formatted":276701161105643274.21,"count":3}}`,
		"exact": `"276701161105643274.21"`,
		"group": `[{"mode":"large","month":"2025-07"},27670116110564327421]`,
	} {
		if got := strings.Join(strings.Fields(string(state.Outputs[name].Value)), ""); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
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
