// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package validators

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
)

// Whole returns the value of a number, and nil if it is null, unknown, or not a
// whole number of 64 bits.
//
// Arguments that are whole numbers are of the type Number: if an Int64 cannot
// hold a value, the framework blames the provider, and shows the value.
func Whole(number types.Number) *int64 {
	if number.IsNull() || number.IsUnknown() {
		return nil
	}
	value, accuracy := number.ValueBigFloat().Int64()
	if accuracy != big.Exact {
		return nil
	}
	return &value
}

// CheckWhole accepts a whole number from low to high.
func CheckWhole(number types.Number, low, high int64) error {
	if n := Whole(number); n == nil || *n < low || *n > high {
		if value := number.ValueBigFloat(); high == math.MaxInt64 && n == nil && value != nil && value.IsInt() && value.Sign() > 0 {
			return fmt.Errorf("must be a whole number of at most %d", high)
		}
		return errors.New("must be " + wholeNumbers(low, high))
	}
	return nil
}

// wholeNumbers says in words which numbers CheckWhole accepts.
func wholeNumbers(low, high int64) string {
	if low > math.MinInt64 && high == math.MaxInt64 {
		return fmt.Sprintf("a whole number of at least %d", low)
	}
	return fmt.Sprintf("a whole number from %d to %d", low, high)
}

var _ validator.Number = wholeValidator{}

type wholeValidator struct{ low, high int64 }

// WholeNumber returns a schema validator of a whole number from low to high. Null and
// unknown values pass.
func WholeNumber(low, high int64) validator.Number { return wholeValidator{low, high} }

func (v wholeValidator) Description(context.Context) string {
	return "value must be " + wholeNumbers(v.low, v.high)
}

func (v wholeValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v wholeValidator) ValidateNumber(_ context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if err := CheckWhole(req.ConfigValue, v.low, v.high); err != nil {
		diagnostics.AddAttributeError(&resp.Diagnostics, req.Path, "Invalid Number", fmt.Sprintf("`%s` %s.", req.Path, err))
	}
}
