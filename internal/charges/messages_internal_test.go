// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// What is kept of a list may have 255 MiB, as long as it is read.
func TestNewSink(t *testing.T) {
	t.Parallel()
	keep := new(listModel).newSink()
	page := []paymentapi.Charge{{ID: "c", Descriptor: new(strings.Repeat("x", 1<<20))}}
	for n := range 255 {
		if _, err := keep(page); (err != nil) != (n == 254) {
			t.Fatalf("page %d of 1 MiB: error %v", n+1, err)
		}
	}
}

// A list that is too long has to be longer than a test can read.
func TestAddReadError_tooLong(t *testing.T) {
	t.Parallel()
	var diags diag.Diagnostics
	addReadError(&diags, &fetch.Result{}, &rows.TooLongError{Charges: 300_000}, "")
	for _, text := range []string{
		"300000 charges read so far",
		"256 MiB",
		"paymentservice_charge_summary",
		"`fields`",
		"`from` and `to`",
		"max_results",
	} {
		if !strings.Contains(diags[0].Detail(), text) {
			t.Errorf("%q is not in: %s", text, diags[0].Detail())
		}
	}
}
