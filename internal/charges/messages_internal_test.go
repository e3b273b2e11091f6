// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
)

// A list that is too long has to be longer than a test can read.
func TestAddReadError_tooLong(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	addReadError(&diags, &fetch.Result{}, &rows.TooLongError{Charges: 300_000}, "")
	for _, text := range []string{"first 300000 charges", "256 MiB", "paymentservice_charge_summary", "`fields`", "`from` and `to`", "max_results"} {
		if !strings.Contains(diags[0].Detail(), text) {
			t.Errorf("%q is not in: %s", text, diags[0].Detail())
		}
	}
}
