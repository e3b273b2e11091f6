// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// A report that cannot be right says so in the plan, with the argument and the way out: its days are cut,
// and the credentials are those of test mode.
func TestAccChargeSummary_warnings(t *testing.T) {
	t.Parallel()
	_, server := acctest.Start(t)
	cli := acctest.NewCLI(t, server, "1.0")
	cli.Write("main.tf", `
data "paymentservice_charge_summary" "june" {
  mode      = "live"
  from      = "2025-06-01"
  to        = "2025-07-01T00:00:00+09:00"
  group_by  = ["day"]
  time_zone = "Asia/Tokyo"
}
`)
	said := cli.Run("plan")
	for _, text := range []string{
		"Application Token of Another Store or Mode",
		`mode = "live"`,
		"First or Last Day Incomplete",
		`Write ` + "`" + `from = "2025-06-01T00:00:00+09:00"` + "`",
	} {
		if !strings.Contains(said, text) {
			t.Errorf("%q is not in: %s", text, said)
		}
	}
}
