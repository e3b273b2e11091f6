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

const (
	accCharges = "data.paymentservice_charges.all"
	accSummary = "data.paymentservice_charge_summary.all"
)

// accNumber checks a number of any size.
func accNumber(t *testing.T, digits string) knownvalue.Check {
	t.Helper()
	number, _, err := big.ParseFloat(digits, 10, 512, big.ToNearestEven)
	if err != nil {
		t.Fatal(err)
	}
	return knownvalue.NumberExact(number)
}

// A list of several pages is complete and in the service's order, and configurations can compute
// with it. Reading it changes nothing.
func TestAccCharges_allPages(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(1200, fakeservice.SeedOptions{Clustered: true})
	var ids []knownvalue.Check
	yen := new(big.Int)
	for _, charge := range service.Charges(fakeservice.DefaultStoreID) {
		ids = append(ids, knownvalue.ObjectPartial(map[string]knownvalue.Check{"id": knownvalue.StringExact(charge.ID)}))
		if charge.RequestedCurrency == "JPY" {
			yen.Add(yen, big.NewInt(charge.RequestedAmount))
		}
	}

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: fmt.Sprintf(`
data "paymentservice_charges" "all" {
  store_id = %q
}
output "yen" {
  value = sum([for c in data.paymentservice_charges.all.charges : c.requested_amount if c.requested_currency == "JPY"])
}
`, fakeservice.DefaultStoreID),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(accCharges, tfjsonpath.New("total_hits"), knownvalue.Int64Exact(1200)),
				statecheck.ExpectKnownValue(accCharges, tfjsonpath.New("charges"), knownvalue.ListExact(ids)),
				statecheck.ExpectKnownOutputValue("yen", accNumber(t, yen.String())),
			},
			PostApplyFunc: acctest.ExpectWrites(t, service),
		}},
	})
}

// A summary has exact sums, also beyond 64 bits, by currency and by month of a time zone, and a
// check block can use it.
func TestAccChargeSummary(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	for range 3 {
		service.AddCharges(fakeservice.Charge{
			RequestedAmount: 1<<63 - 1, RequestedCurrency: "USD", Status: "successful",
			CreatedOn: time.Date(2025, 6, 30, 15, 0, 0, 0, time.UTC), // July in Tokyo
		})
	}
	sums := tfjsonpath.New("requested").AtMapKey("USD")
	checksPass := acctest.StateCheckFunc(func(state *tfjson.State) error {
		for _, check := range state.Checks {
			if check.Status != tfjson.CheckStatusPass {
				return fmt.Errorf("%s is %s", check.Address.ToDisplay, check.Status)
			}
		}
		return nil
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
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(accSummary, tfjsonpath.New("charge_count"), knownvalue.Int64Exact(3)),
				statecheck.ExpectKnownValue(accSummary, tfjsonpath.New("newest_created_on"), knownvalue.StringExact("2025-06-30T15:00:00.000000Z")),
				statecheck.ExpectKnownValue(accSummary, sums.AtMapKey("amount"), accNumber(t, "27670116110564327421")),
				statecheck.ExpectKnownValue(accSummary, sums.AtMapKey("amount_formatted"), accNumber(t, "276701161105643274.21")),
				statecheck.ExpectKnownValue(accSummary, tfjsonpath.New("groups"), knownvalue.ListExact([]knownvalue.Check{
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

// Filters choose charges, `fields` leaves out the rest, and of a summary's charges nothing comes
// into plan or state.
func TestAccCharges_filtersAndFields(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(150, fakeservice.SeedOptions{})
	yen := 0
	for _, charge := range service.Charges("") {
		if charge.RequestedCurrency == "JPY" {
			yen++
		}
	}
	traces := func(planOrState any) error {
		text, err := json.Marshal(planOrState)
		for _, charge := range service.Charges("") {
			for _, value := range []string{charge.ID, charge.TransactionTokenID, charge.MerchantName, charge.StoreName} {
				if strings.Contains(string(text), value) {
					return fmt.Errorf("%q of a charge is left", value)
				}
			}
		}
		return err
	}
	first := tfjsonpath.New("charges").AtSliceIndex(0)

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: `
data "paymentservice_charges" "all" {
  currency = "JPY"
  fields   = ["created_on", "requested_amount"]
}
data "paymentservice_charge_summary" "all" {
  group_by = ["day", "status", "mode"]
}
`,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				acctest.PlanCheckFunc(func(plan *tfjson.Plan) error { return traces(plan) }),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue(accCharges, tfjsonpath.New("charges"), knownvalue.ListSizeExact(yen)),
				statecheck.ExpectKnownValue(accCharges, first.AtMapKey("requested_amount"), knownvalue.NotNull()),
				statecheck.ExpectKnownValue(accCharges, first.AtMapKey("status"), knownvalue.Null()),
				statecheck.ExpectKnownValue(accSummary, tfjsonpath.New("charge_count"), knownvalue.Int64Exact(150)),
				acctest.StateCheckFunc(func(state *tfjson.State) error { return traces(state.Values) }),
			},
			PostApplyFunc: func() {
				for _, r := range service.Requests() {
					if got := r.Query.Get("currency"); got != "" && got != "JPY" {
						t.Errorf("asked for the currency %q", got)
					}
				}
			},
		}},
	})
}

// The ephemeral resource has the same charges, and leaves none of them in plan or state.
func TestAccCharges_ephemeral(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(150, fakeservice.SeedOptions{})
	charges := service.Charges("")
	absent := func(planOrState any) error {
		text, err := json.Marshal(planOrState)
		if strings.Contains(string(text), charges[0].ID) {
			return fmt.Errorf("charge %s is left", charges[0].ID)
		}
		return err
	}

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
    last  = ephemeral.paymentservice_charges.all.charges[149].id
  }
}
resource "echo" "all" {}
`,
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				acctest.PlanCheckFunc(func(plan *tfjson.Plan) error { return absent(plan) }),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("echo.all", tfjsonpath.New("data"), knownvalue.ObjectExact(map[string]knownvalue.Check{
					"count": knownvalue.Int64Exact(150),
					"last":  knownvalue.StringExact(charges[149].ID),
				})),
				acctest.StateCheckFunc(func(state *tfjson.State) error { return absent(state) }),
			},
			PostApplyFunc: acctest.ExpectWrites(t, service),
		}},
	})
}

// A list of which one page fails for good is no shorter list: the read fails, and says where.
func TestAccCharges_neverPartial(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.SeedCharges(150, fakeservice.SeedOptions{})
	service.Inject(fakeservice.Fault{
		Match:  func(r fakeservice.Request) bool { return r.Query.Has("cursor") },
		Status: 500,
	})
	configuration := `data "paymentservice_charges" "all" {}`

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{Config: configuration, ExpectError: acctest.ErrorContains("Unable to Read Charges", "page 2")},
			{
				PreConfig: service.ClearFaults,
				Config:    configuration,
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(accCharges, tfjsonpath.New("charges"), knownvalue.ListSizeExact(150)),
				},
			},
		},
	})
}

// What no service can answer fails the plan, and nothing is sent.
func TestAccCharges_invalid(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	invalid := func(object, arguments string, says ...string) resource.TestStep {
		return resource.TestStep{
			Config:      fmt.Sprintf("data %q \"all\" {\n  %s\n}\n", object, arguments),
			PlanOnly:    true,
			ExpectError: acctest.ErrorContains(says...),
		}
	}
	const list, summary = "paymentservice_charges", "paymentservice_charge_summary"

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			invalid(list, `page_size = 9`, "`page_size`"),
			invalid(list, "amount_from = 5\n  amount_to = 5", "`amount_from`"),
			invalid(list, `from = "yesterday"`, "`from`"),
			invalid(list, `fields = ["colour"]`, "`fields[", "`charged_amount`"),
			invalid(list, `fields = []`, "fields"),
			invalid(list, `currency = ""`, "`currency`"),
			invalid(list, `metadata = "  "`, "`metadata`"),
			invalid(list, `extra_filters = { email = "" }`, "`extra_filters", "empty"),
			invalid(list, `extra_filters = { currency = "JPY" }`, "`extra_filters", "covered by another argument"),
			invalid(summary, `group_by = ["colour"]`, "group_by"),
			invalid(summary, `time_zone = "JST"`, "time_zone"),
		},
	})
	acctest.ExpectNoRequests(t, service)
}
