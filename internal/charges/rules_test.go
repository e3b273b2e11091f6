// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
)

func TestWholeNumber(t *testing.T) {
	t.Parallel()

	for text, want := range map[string]string{
		"10": "", "1e2": "", "100.0": "", "55": "",
		"9": "10 to 100", "101": "10 to 100", "10.5": "10 to 100", "-10": "10 to 100", "1e300": "10 to 100", "1e-300": "10 to 100",
	} {
		number, _, err := big.ParseFloat(text, 10, 512, big.ToNearestEven)
		if err != nil {
			t.Fatal(err)
		}
		var resp validator.NumberResponse
		wholeNumber(10, 100).ValidateNumber(t.Context(), validator.NumberRequest{Path: path.Root("target"), ConfigValue: types.NumberValue(number)}, &resp)
		said := ""
		for _, d := range resp.Diagnostics {
			said += d.Detail()
		}
		if want != "" {
			want = "`target` must be a whole number from " + want + "."
		}
		if said != want {
			t.Errorf("%s: %q, want %q", text, said, want)
		}
	}
	for _, number := range []types.Number{types.NumberNull(), types.NumberUnknown()} {
		var resp validator.NumberResponse
		wholeNumber(10, 100).ValidateNumber(t.Context(), validator.NumberRequest{ConfigValue: number}, &resp)
		if len(resp.Diagnostics) > 0 || integer(number) != nil {
			t.Errorf("%s: %v", number, resp.Diagnostics)
		}
	}
	for _, n := range []int64{math.MinInt64, -1, 0, math.MaxInt64} {
		if got := integer(types.NumberValue(new(big.Float).SetInt64(n))); got == nil || *got != n {
			t.Errorf("%d became %v", n, got)
		}
	}
	if got := integer(types.NumberValue(big.NewFloat(1 << 63))); got != nil {
		t.Errorf("2^63 became %d", *got)
	}
}

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
