// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
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
	checkPhone = validators.CheckThat(isPhone,
		"must contain only the digits 0 to 9, and possibly a plus sign before them")
	checkLastFour = validators.CheckThat(isLastFour,
		"must be a string of four digits, including leading zeros")
)

func isPhone(number string) bool {
	return validators.IsDigits(strings.TrimPrefix(number, "+"))
}

func isLastFour(digits string) bool {
	return len(digits) == 4 && validators.IsDigits(digits)
}

// validate reports every broken rule of API description, section 4.2, that no single attribute of
// the schema can tell, as far as values are known. A message about a sensitive argument has no
// path, because with one the CLI would print the line that holds the value. The names in arguments are those of all
// arguments of the object: extra_filters must not repeat them.
func (m *selection) validate(diags *diag.Diagnostics, arguments []string) {
	for _, number := range m.wholeNumbers() {
		number.validate(diags)
	}
	m.validateTimes(diags)
	m.validateAmounts(diags)
	m.validateExtraFilters(diags, arguments)
}

func (m *selection) validateTimes(diags *diag.Diagnostics) {
	from, errFrom := validators.ParseTime(m.From.ValueString()) // an error also if it is null or unknown
	to, errTo := validators.ParseTime(m.To.ValueString())
	if errFrom != nil || errTo != nil {
		return
	}

	if !from.Before(to) {
		diagnostics.AddAttributeError(diags, path.Root("from"), "Invalid Time Range",
			"`from` must be before `to`. `from` is inclusive and `to` is exclusive, so no charge can match. Change one of them.")
	}
}

func (m *selection) validateAmounts(diags *diag.Diagnostics) {
	low := int64Pointer(m.AmountFrom)
	high := int64Pointer(m.AmountTo)
	if low != nil && high != nil && *low >= *high {
		diagnostics.AddAttributeError(diags, path.Root("amount_from"), "Invalid Amount Range",
			"`amount_from` must be less than `amount_to`. Both are exclusive, so no charge can match. Change one of them.")
	}
}

func (m *selection) validateExtraFilters(diags *diag.Diagnostics, arguments []string) {
	filters := m.ExtraFilters.Elements()
	for _, name := range slices.Sorted(maps.Keys(filters)) {
		problem := checkExtraFilter(name, filters[name], arguments)
		if problem != "" {
			detail := fmt.Sprintf("`extra_filters[%s]` %s.", diagnostics.QuoteValue(name), problem)
			diagnostics.AddError(diags, "Invalid Filter", detail)
		}
	}
}

// checkExtraFilter returns what is wrong with a filter, empty if nothing is. It refuses null, white
// space in a name, and in any letter case the names of arguments, such as page_size, and of the
// parameters that they are sent as, such as limit.
func checkExtraFilter(name string, value attr.Value, arguments []string) string {
	param := strings.ToLower(name)
	hasSpace := strings.ContainsFunc(param, unicode.IsSpace)

	switch {
	case param == "" || hasSpace:
		return "must not have an empty name, or white space in its name"
	case slices.Contains(arguments, param) || paymentapi.HasChargeParam(param):
		return "must not be set here: it pages the list, or it has an argument of its own. " +
			"For what is known of a card, that is `card`, and for `limit` it is `page_size`"
	case value.IsNull():
		return "must not be null: without a value, it does not filter anything. Remove the filter, or set a value"
	}
	return ""
}

// argumentsOf returns the names of an object's arguments, without those of its results.
func argumentsOf(object schema.Schema) []string {
	arguments := slices.Collect(maps.Keys(object.Blocks))
	for name, attribute := range object.Attributes {
		if attribute.IsOptional() {
			arguments = append(arguments, name)
		}
	}
	return arguments
}

// wholeNumber is an argument that must be a whole number from low to high.
type wholeNumber struct {
	at       path.Path // empty if it is sensitive
	argument string
	value    types.Number
	low      int64
	high     int64
}

func (m *selection) wholeNumbers() []wholeNumber {
	const (
		low  = math.MinInt64
		high = math.MaxInt64
	)
	month := attributeOf[types.Number](m.Card, "exp_month")
	year := attributeOf[types.Number](m.Card, "exp_year")

	return []wholeNumber{
		{path.Root("amount_from"), "amount_from", m.AmountFrom, low, high},
		{path.Root("amount_to"), "amount_to", m.AmountTo, low, high},
		{path.Root("page_size"), "page_size", m.PageSize, paymentapi.MinPageSize, paymentapi.MaxPageSize},
		{path.Empty(), "card.exp_month", month, 1, 12},
		{path.Empty(), "card.exp_year", year, 1000, 9999},
	}
}

// validate reports a value that is known and breaks the rule.
func (n wholeNumber) validate(diags *diag.Diagnostics) {
	if !providerdata.IsSet(n.value) {
		return
	}

	value := int64Pointer(n.value)
	isInRange := value != nil && *value >= n.low && *value <= n.high
	if !isInRange {
		rule := fmt.Sprintf("`%s` must be a whole number from %d to %d.", n.argument, n.low, n.high)
		diagnostics.AddAttributeError(diags, n.at, "Invalid Number", rule)
	}
}

func (m *listModel) validate(diags *diag.Diagnostics) {
	m.selection.validate(diags, argumentsOf(listSchema()))

	maxResults := wholeNumber{
		at:       path.Root("max_results"),
		argument: "max_results",
		value:    m.MaxResults,
		low:      1,
		high:     math.MaxInt64,
	}
	maxResults.validate(diags)

	if providerdata.IsSet(m.Fields) && len(m.Fields.Elements()) == 0 {
		names := strings.Join(rows.Fields(), ", ")
		diagnostics.AddAttributeError(diags, path.Root("fields"), "Invalid Fields",
			"`fields` must not be empty. Valid names are: "+names+".")
	}
}

func (m *summaryModel) validate(diags *diag.Diagnostics) {
	// The arguments of a list are no filters here, either, such as max_results.
	arguments := slices.Concat(argumentsOf(summarySchema()), argumentsOf(listSchema()))
	m.selection.validate(diags, arguments)

	usesZone, mayUseZone := m.zoneUse()
	if usesZone {
		m.warnOfIncompleteDay(diags, "from", m.From)
		m.warnOfIncompleteDay(diags, "to", m.To)
	}
	if !mayUseZone && providerdata.IsSet(m.TimeZone) {
		diagnostics.AddAttributeWarning(diags, path.Root("time_zone"), "Time Zone Without Effect",
			"`time_zone` has no effect, because `group_by` contains neither `day` nor `month`. It does not affect `from` and `to` either. Remove it, or write the offset of the time zone in `from` and `to`, such as 2025-06-01T00:00:00+09:00.")
	}
}

// zoneUse reports whether the groups of a summary depend on a time zone, and whether they may do so once all that
// they are made by is known.
func (m *summaryModel) zoneUse() (uses, mayUse bool) {
	day := types.StringValue("day")
	month := types.StringValue("month")
	needsZone := func(name attr.Value) bool {
		return name.Equal(day) || name.Equal(month)
	}
	names := m.GroupBy.Elements()
	uses = slices.ContainsFunc(names, needsZone)
	isUnknown := m.GroupBy.IsUnknown() || slices.ContainsFunc(names, attr.Value.IsUnknown)
	return uses, uses || isUnknown
}

// warnOfIncompleteDay warns if a bound of the list, as far as it is known, is midnight by another clock
// than that of the groups, so that a day of theirs is cut: midnight in UTC is 09:00 in Asia/Tokyo. Any other time of
// day is what somebody wants.
func (m *summaryModel) warnOfIncompleteDay(diags *diag.Diagnostics, argument string, bound types.String) {
	if m.TimeZone.IsUnknown() {
		return
	}
	zone, errZone := m.zone()
	at, errBound := validators.ParseTime(bound.ValueString()) // an error also if it is null or unknown
	if errZone != nil || errBound != nil {
		return
	}

	if isMidnight(at) && !beginsDay(at, zone) {
		dayNamed := period.NewDay(at.Date())
		begin := period.Begin(dayNamed, zone)
		addIncompleteDay(diags, argument, bound.ValueString(), m.TimeZone.ValueString(), begin)
	}
}

// isMidnight reports whether a time is midnight by its own clock.
func isMidnight(at time.Time) bool {
	year, month, day := at.Date()
	return at.Equal(time.Date(year, month, day, 0, 0, 0, 0, at.Location()))
}

// beginsDay reports whether a day of a zone begins at a time.
func beginsDay(at time.Time, zone *time.Location) bool {
	day := period.DayOf(at, zone)
	return period.Begin(day, zone).Equal(at)
}
