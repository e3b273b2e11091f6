// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/period"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

var (
	checkPhone = validators.CheckThat(func(number string) bool { return validators.IsDigits(strings.TrimPrefix(number, "+")) },
		"must contain only the digits 0 to 9, and possibly a plus sign before them")
	checkLastFour = validators.CheckThat(func(digits string) bool { return len(digits) == 4 && validators.IsDigits(digits) },
		"must be a string of four digits, including leading zeros")
)

// checkExtraFilter refuses null, white space in a name, and in any letter case the names of
// arguments, such as page_size, and of the parameters that they are sent as, such as limit. A
// summary refuses those of a list as well: max_results is no filter there, either.
func checkExtraFilter(name string, value attr.Value) string {
	param := strings.ToLower(name)
	attribute, known := listSchema().Attributes[param]
	isArgument := known && attribute.IsOptional() // and not a result
	switch {
	case param == "" || strings.ContainsFunc(param, unicode.IsSpace):
		return "must not have an empty name, or white space in its name"
	case isArgument || paymentapi.HasChargeParam(param):
		return "must not be set here: it pages, or has an argument of its own, such as `card` for what is known of a card, and `page_size` for `limit`"
	case value.IsNull():
		return "must not be null: without a value, it does not filter anything. Remove the filter, or set a value"
	}
	return ""
}

// validate reports every broken rule of API description, section 4.2, that no single attribute of
// the schema can tell, as far as values are known. A message about a sensitive argument has no
// path, because with one the CLI would print the line that holds the value.
func (m *selection) validate(diags *diag.Diagnostics) {
	refuse := func(broken bool, at path.Path, summary, rule string) {
		if broken {
			diagnostics.AddAttributeError(diags, at, summary, rule)
		}
	}
	from, hasFrom := paymentapi.ParseTime(m.From.ValueString()) // none also if it is null or unknown
	to, hasTo := paymentapi.ParseTime(m.To.ValueString())
	refuse(hasFrom && hasTo && !from.Before(to), path.Root("from"), "Invalid Time Range",
		"`from` must be before `to`. `from` is inclusive and `to` is exclusive, so no charge can match. Change one of them.")
	checkWhole(diags, path.Root("amount_from"), "amount_from", m.AmountFrom, math.MinInt64, math.MaxInt64)
	checkWhole(diags, path.Root("amount_to"), "amount_to", m.AmountTo, math.MinInt64, math.MaxInt64)
	checkWhole(diags, path.Root("page_size"), "page_size", m.PageSize, paymentapi.MinPageSize, paymentapi.MaxPageSize)
	low, high := int64Pointer(m.AmountFrom), int64Pointer(m.AmountTo)
	refuse(low != nil && high != nil && *low >= *high, path.Root("amount_from"), "Invalid Amount Range",
		"`amount_from` must be less than `amount_to`. Both are exclusive, so no charge can match. Change one of them.")
	extra := m.ExtraFilters.Elements()
	for _, name := range slices.Sorted(maps.Keys(extra)) {
		wrong := checkExtraFilter(name, extra[name])
		refuse(wrong != "", path.Empty(), "Invalid Filter", fmt.Sprintf("`extra_filters[%q]` %s.", name, wrong))
	}
	checkWhole(diags, path.Empty(), "card.exp_month", attributeOf[types.Number](m.Card, "exp_month"), 1, 12)
	checkWhole(diags, path.Empty(), "card.exp_year", attributeOf[types.Number](m.Card, "exp_year"), 1000, 9999)
}

func (m *listModel) validate(diags *diag.Diagnostics) {
	m.selection.validate(diags)
	checkWhole(diags, path.Root("max_results"), "max_results", m.MaxResults, 1, math.MaxInt64)
	if providerdata.IsSet(m.Fields) && len(m.Fields.Elements()) == 0 {
		diagnostics.AddAttributeError(diags, path.Root("fields"), "Invalid Fields", "`fields` must not be empty. Valid names are: "+strings.Join(rows.Fields(), ", ")+".")
	}
}

func (m *summaryModel) validate(diags *diag.Diagnostics) {
	m.selection.validate(diags)

	usesZone := func(name attr.Value) bool {
		return name.Equal(types.StringValue("day")) || name.Equal(types.StringValue("month"))
	}
	mayUseZone := func(name attr.Value) bool {
		return name.IsUnknown() || usesZone(name)
	}
	groupedBy := m.GroupBy.Elements()
	switch {
	case slices.ContainsFunc(groupedBy, usesZone):
		m.warnOfIncompleteDay(diags, "from", m.From)
		m.warnOfIncompleteDay(diags, "to", m.To)
	case providerdata.IsSet(m.TimeZone) && !m.GroupBy.IsUnknown() && !slices.ContainsFunc(groupedBy, mayUseZone):
		diagnostics.AddAttributeWarning(diags, path.Root("time_zone"), "Time Zone Without Effect",
			"`time_zone` has no effect, because `group_by` contains neither `day` nor `month`. It does not affect `from` and `to` either. Remove it, or write the offset of the time zone in `from` and `to`, such as 2025-06-01T00:00:00+09:00.")
	}
}

// warnOfIncompleteDay warns if a bound of the list, as far as it is known, is midnight by another clock
// than that of the groups, so that a day of theirs is cut. Any other time of day is what somebody wants.
func (m *summaryModel) warnOfIncompleteDay(diags *diag.Diagnostics, argument string, bound types.String) {
	zone, err := period.Zone(cmp.Or(m.TimeZone.ValueString(), "UTC"))
	text := bound.ValueString()
	if m.TimeZone.IsUnknown() || err != nil || validators.CheckTime(text) != nil {
		return
	}
	at, _ := paymentapi.ParseTime(text)
	if begin, ok := beginningMeant(at, zone); ok {
		addIncompleteDay(diags, argument, text, m.TimeZone.ValueString(), begin)
	}
}

// beginningMeant returns the beginning, in a time zone, of the day that a time names, if the time is
// midnight by its own clock, but no day begins then in the zone.
func beginningMeant(at time.Time, zone *time.Location) (begin time.Time, ok bool) {
	midnight := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, at.Location())
	beginsDay := period.Begin(period.Day(at, zone), zone).Equal(at)
	if !at.Equal(midnight) || beginsDay {
		return time.Time{}, false
	}
	day := time.Date(at.Year(), at.Month(), at.Day(), 0, 0, 0, 0, time.UTC)
	return period.Begin(day, zone), true
}

// checkWhole refuses a number that is not a whole one from low to high, as far as it is known.
func checkWhole(diags *diag.Diagnostics, at path.Path, argument string, number types.Number, low, high int64) {
	if n := int64Pointer(number); providerdata.IsSet(number) && (n == nil || *n < low || *n > high) {
		diagnostics.AddAttributeError(diags, at, "Invalid Number", fmt.Sprintf("`%s` must be a whole number from %d to %d.", argument, low, high))
	}
}
