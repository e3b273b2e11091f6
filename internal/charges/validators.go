// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
)

// integer returns the value of a number, and nil if it is null, unknown, or not a
// whole number of 64 bits.
//
// Arguments that are whole numbers are of the type Number: if an Int64 cannot
// hold a value, the framework blames the provider, and shows the value.
func integer(number types.Number) *int64 {
	if number.IsNull() || number.IsUnknown() {
		return nil
	}
	value, accuracy := number.ValueBigFloat().Int64()
	if accuracy != big.Exact {
		return nil
	}
	return &value
}

// checkWhole accepts a whole number from low to high.
func checkWhole(number types.Number, low, high int64) error {
	if n := integer(number); n == nil || *n < low || *n > high {
		if value := number.ValueBigFloat(); high == math.MaxInt64 && n == nil && value != nil && value.IsInt() && value.Sign() > 0 {
			return fmt.Errorf("must be a whole number of at most %d", high)
		}
		return errors.New("must be " + wholeNumbers(low, high))
	}
	return nil
}

// wholeNumbers says in words which numbers checkWhole accepts.
func wholeNumbers(low, high int64) string {
	if low > math.MinInt64 && high == math.MaxInt64 {
		return fmt.Sprintf("a whole number of at least %d", low)
	}
	return fmt.Sprintf("a whole number from %d to %d", low, high)
}

var _ validator.Number = wholeValidator{}

type wholeValidator struct{ low, high int64 }

// wholeNumber returns a schema validator of a whole number from low to high. Null and
// unknown values pass.
func wholeNumber(low, high int64) validator.Number { return wholeValidator{low, high} }

func (v wholeValidator) Description(context.Context) string {
	return "value must be " + wholeNumbers(v.low, v.high)
}

func (v wholeValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v wholeValidator) ValidateNumber(_ context.Context, req validator.NumberRequest, resp *validator.NumberResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	if err := checkWhole(req.ConfigValue, v.low, v.high); err != nil {
		diagnostics.AddAttributeError(&resp.Diagnostics, req.Path, "Invalid Number", fmt.Sprintf("`%s` %s.", req.Path, err))
	}
}

var _ validator.Set = namesValidator{}

type namesValidator struct {
	summary string
	names   []string
	empty   bool
}

// onlyNames returns a schema validator of a set of strings that must all be among
// names. The set may be empty only if empty is true. Null and unknown values
// pass, but a null inside the set does not.
func onlyNames(summary string, names []string, empty bool) validator.Set {
	return namesValidator{summary, names, empty}
}

func (v namesValidator) Description(context.Context) string {
	return "each value must be one of " + strings.Join(v.names, ", ")
}

func (v namesValidator) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v namesValidator) ValidateSet(_ context.Context, req validator.SetRequest, resp *validator.SetResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	wrong := ""
	elements := req.ConfigValue.Elements()
	for _, element := range elements {
		name, ok := element.(types.String)
		switch {
		case !ok || name.IsUnknown():
		case name.IsNull():
			wrong = "must not contain null"
		case !slices.Contains(v.names, name.ValueString()):
			wrong = fmt.Sprintf("must not contain %q", name.ValueString())
		}
	}
	if len(elements) == 0 && !v.empty {
		wrong = "must not be empty"
	}
	if wrong != "" {
		diagnostics.AddAttributeError(&resp.Diagnostics, req.Path, v.summary,
			fmt.Sprintf("`%s` %s. Valid names are: %s.", req.Path, wrong, strings.Join(v.names, ", ")))
	}
}
