// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// checkExtraFilter refuses the names of parameters that have an argument, however
// they are written: a service may take no notice of capital letters.
func checkExtraFilter(name string) error {
	param := strings.ToLower(strings.TrimSpace(name))
	switch {
	case param == "":
		return errors.New("must not be empty")
	case paymentapi.HasChargeParam(param):
		return errors.New("has its own argument; use `" + argumentOf(param) + "` instead")
	}
	return nil
}

// filterValue refuses null as the value of a filter.
type filterValue struct{}

// Description implements validator.String.
func (filterValue) Description(context.Context) string { return "value must not be null" }

// MarkdownDescription implements validator.String.
func (v filterValue) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

// ValidateString implements validator.String.
func (filterValue) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid Filter",
			"`"+req.Path.String()+"` must not be null: without a value, it does not filter anything. Remove the filter, or set a value.")
	}
}

// argumentOf returns the argument that stands for a query parameter.
func argumentOf(param string) string {
	switch param {
	case "limit":
		return "page_size"
	case "last_four", "name", "exp_month", "exp_year":
		return "card." + param
	default:
		return param
	}
}

// validate reports every broken rule of API description, section 4.2, that no
// single attribute of the schema can tell, as far as values are known. What is
// about the card or the telephone number has no path, or the CLI would print
// the line that holds it.
func (m *filters) validate(diags *diag.Diagnostics) {
	from, fromKnown := knownTime(m.From)
	to, toKnown := knownTime(m.To)
	if fromKnown && toKnown && !from.Before(to) {
		diags.AddAttributeError(path.Root("from"), "Invalid Time Range",
			"`from` must be before `to`. `from` is inclusive and `to` is exclusive, so no charge can match. Change one of them.")
	}
	if low, high := validators.Whole(m.AmountFrom), validators.Whole(m.AmountTo); low != nil && high != nil && *low >= *high {
		diags.AddAttributeError(path.Root("amount_from"), "Invalid Amount Range",
			"`amount_from` must be less than `amount_to`. Both are exclusive, so no charge can match. Change one of them.")
	}
	if providerdata.IsSet(m.Phone) && !validators.IsDigits(m.Phone.ValueString()) {
		diagnostics.AddSecretError(diags, "Invalid Telephone Number", "`phone` must contain only the digits 0 to 9, without spaces, hyphens or a plus sign.")
	}
	for _, rule := range cardRules {
		if !rule.holds(m.Card) {
			diagnostics.AddSecretError(diags, "Invalid Card Filter", rule.text)
		}
	}
}

// cardRules say what the attributes of the card object must be. Null and
// unknown ones pass.
var cardRules = []struct {
	text  string
	holds func(types.Object) bool
}{
	{"`card.last_four` must be a string of four digits, including leading zeros.", func(card types.Object) bool {
		value := cardText(card, "last_four")
		return !providerdata.IsSet(value) || validators.IsDigits(value.ValueString()) && len(value.ValueString()) == 4
	}},
	{"`card.name` must not be empty.", func(card types.Object) bool {
		value := cardText(card, "name")
		return !providerdata.IsSet(value) || value.ValueString() != ""
	}},
	{"`card.exp_month` must be a whole number from 1 to 12.", func(card types.Object) bool {
		value := cardNumber(card, "exp_month")
		return !providerdata.IsSet(value) || validators.CheckWhole(value, 1, 12) == nil
	}},
	{"`card.exp_year` must be a year of four digits.", func(card types.Object) bool {
		value := cardNumber(card, "exp_year")
		return !providerdata.IsSet(value) || validators.CheckWhole(value, 1000, 9999) == nil
	}},
}

func knownTime(value types.String) (time.Time, bool) {
	if !providerdata.IsSet(value) {
		return time.Time{}, false
	}
	t, err := validators.ParseTime(value.ValueString())
	return t, err == nil
}
