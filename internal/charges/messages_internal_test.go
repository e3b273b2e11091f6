// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
)

func TestAddReadError_limits(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	tooLong := &rows.TooLongError{Charges: 300_000}
	for _, err := range []error{tooLong, totals.ErrTooManyGroups} {
		addReadError(&diags, &fetch.Result{}, err, "")
	}
	detail := diags[0].Detail() + diags[1].Detail()
	for _, text := range []string{"first 300000 charges", "256 MiB", "paymentservice_charge_summary", "`fields`", "`from` and `to`", "max_results", "more than 10000 groups", "`month` instead"} {
		if !strings.Contains(detail, text) {
			t.Errorf("%q is not in: %s", text, detail)
		}
	}
}
