// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
)

func TestAddChargesTooLong(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	addChargesTooLong(&diags, &rows.TooLongError{Charges: 300_000, Bytes: 300 << 20})
	detail := diags[0].Detail()
	for _, text := range []string{"After 300000 charges", "1048 bytes each", "300 MiB", "256 MiB", "about 256140 such charges", "paymentservice_charge_summary", "`fields`", "`from` and `to`", "max_results"} {
		if !strings.Contains(detail, text) {
			t.Errorf("%q is not in: %s", text, detail)
		}
	}
}
