// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// checkExtraFilter refuses null, and the names of parameters that have an argument,
// however they are written: a service may take no notice of capital letters.
func checkExtraFilter(name string, value attr.Value) string {
	param := strings.ToLower(strings.TrimSpace(name))
	switch {
	case param == "":
		return "must not have an empty name"
	case paymentapi.HasChargeParam(param), slices.Contains(ownArguments, param):
		return "has its own argument; use `" + argumentOf(param) + "` instead"
	case value.IsNull():
		return "must not be null: without a value, it does not filter anything. Remove the filter, or set a value"
	}
	return ""
}

// ownArguments are those that are no query parameters. A service ignores a
// parameter that it does not know.
var ownArguments = []string{"card", "fields", "max_results", "page_size", "store_id", "timeouts"}

// argumentOf returns the argument that stands for a query parameter.
func argumentOf(param string) string {
	switch param {
	case "limit":
		return "page_size"
	case "last_four", "name", "exp_month", "exp_year":
		return "card." + param
	}
	return param
}

// validate reports every broken rule of API description, section 4.2, that no
// single attribute of the schema can tell, as far as values are known. A
// message about the card or the telephone number has no path, because with one
// the CLI would print the line that holds the value.
func (m *filters) validate(diags *diag.Diagnostics) {
	from, hasFrom := paymentapi.ParseTime(m.From.ValueString()) // none also if it is null or unknown
	to, hasTo := paymentapi.ParseTime(m.To.ValueString())
	if hasFrom && hasTo && !from.Before(to) {
		diagnostics.AddAttributeError(diags, path.Root("from"), "Invalid Time Range",
			"`from` must be before `to`. `from` is inclusive and `to` is exclusive, so no charge can match. Change one of them.")
	}
	if low, high := integer(m.AmountFrom), integer(m.AmountTo); low != nil && high != nil && *low >= *high {
		diagnostics.AddAttributeError(diags, path.Root("amount_from"), "Invalid Amount Range",
			"`amount_from` must be less than `amount_to`. Both are exclusive, so no charge can match. Change one of them.")
	}
	if providerdata.IsSet(m.Phone) && !validators.IsDigits(m.Phone.ValueString()) {
		diagnostics.AddError(diags, "Invalid Telephone Number", "`phone` must contain only the digits 0 to 9, without spaces, hyphens or a plus sign.")
	}
	if providerdata.IsSet(m.Metadata) && m.Metadata.ValueString() == "" {
		diagnostics.AddError(diags, "Invalid Filter", "`metadata` must not be empty.")
	}
	filters := m.ExtraFilters.Elements()
	for _, name := range slices.Sorted(maps.Keys(filters)) {
		if wrong := checkExtraFilter(name, filters[name]); wrong != "" {
			diagnostics.AddError(diags, "Invalid Filter", fmt.Sprintf("`extra_filters[%q]` %s.", name, wrong))
		}
	}
	m.validateCard(diags)
}

func (m *filters) validateCard(diags *diag.Diagnostics) {
	refuse := func(broken bool, rule string) {
		if broken {
			diagnostics.AddError(diags, "Invalid Card Filter", rule)
		}
	}
	lastFour, name := cardText(m.Card, "last_four"), cardText(m.Card, "name")
	month, year := cardNumber(m.Card, "exp_month"), cardNumber(m.Card, "exp_year")
	refuse(providerdata.IsSet(lastFour) && (!validators.IsDigits(lastFour.ValueString()) || len(lastFour.ValueString()) != 4),
		"`card.last_four` must be a string of four digits, including leading zeros.")
	refuse(providerdata.IsSet(name) && name.ValueString() == "", "`card.name` must not be empty.")
	refuse(providerdata.IsSet(month) && checkWhole(month, 1, 12) != nil, "`card.exp_month` must be a whole number from 1 to 12.")
	refuse(providerdata.IsSet(year) && checkWhole(year, 1000, 9999) != nil, "`card.exp_year` must be a year of four digits.")
}

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
