// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package period_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

func testAccPeriodConfig_month(zone string) string {
	return `
output "month" {
  value = provider::paymentservice::period("month", "2025-06-15T00:00:00Z", -1, ` + zone + `)
}
`
}

// The function returns a period, and refuses what is none, and null. It sends nothing.
func TestAccPeriod_basic(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.8", "1.7")}, // functions
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{
				Config:      testAccPeriodConfig_month(`"JST"`),
				ExpectError: acctest.ErrorContains("time_zone", "Asia/Tokyo"),
			},
			{
				Config:      testAccPeriodConfig_month(`null`),
				ExpectError: acctest.ErrorContains("time_zone", "argument must not be null"),
			},
			{
				Config: testAccPeriodConfig_month(`"Asia/Tokyo"`),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownOutputValue("month", knownvalue.ObjectExact(map[string]knownvalue.Check{
						"from": knownvalue.StringExact("2025-05-01T00:00:00+09:00"),
						"to":   knownvalue.StringExact("2025-06-01T00:00:00+09:00"),
					})),
				},
			},
		},
	})
	acctest.ExpectNoRequests(t, service)
}
