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

// checkExtraFilter returns what is wrong with a filter, empty if nothing is. It refuses null, white
// space in a name, and in any letter case the names of arguments, such as page_size, and of the
// parameters that they are sent as, such as limit. A summary refuses those of a list as well:
// max_results is no filter there, either.
func checkExtraFilter(name string, value attr.Value) string {
	param := strings.ToLower(name)
	hasSpace := strings.ContainsFunc(param, unicode.IsSpace)
	attribute, known := listSchema().Attributes[param]
	isArgument := known && attribute.IsOptional() // and not a result

	switch {
	case param == "" || hasSpace:
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
	for _, number := range m.wholeNumbers() {
		number.validate(diags)
	}
	m.validateTimes(diags)
	m.validateAmounts(diags)
	m.validateExtraFilters(diags)
}

func (m *selection) validateTimes(diags *diag.Diagnostics) {
	from, hasFrom := paymentapi.ParseTime(m.From.ValueString()) // none also if it is null or unknown
	to, hasTo := paymentapi.ParseTime(m.To.ValueString())
	if hasFrom && hasTo && !from.Before(to) {
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

func (m *selection) validateExtraFilters(diags *diag.Diagnostics) {
	filters := m.ExtraFilters.Elements()
	for _, name := range slices.Sorted(maps.Keys(filters)) {
		problem := checkExtraFilter(name, filters[name])
		if problem != "" {
			detail := fmt.Sprintf("`extra_filters[%s]` %s.", diagnostics.QuoteValue(name), problem)
			diagnostics.AddError(diags, "Invalid Filter", detail)
		}
	}
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
	month := attributeOf[types.Number](m.Card, "exp_month")
	year := attributeOf[types.Number](m.Card, "exp_year")
	return []wholeNumber{
		{path.Root("amount_from"), "amount_from", m.AmountFrom, math.MinInt64, math.MaxInt64},
		{path.Root("amount_to"), "amount_to", m.AmountTo, math.MinInt64, math.MaxInt64},
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
	m.selection.validate(diags)
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
	m.selection.validate(diags)

	switch m.zoneUse() {
	case zoneUsed:
		m.warnOfIncompleteDay(diags, "from", m.From)
		m.warnOfIncompleteDay(diags, "to", m.To)
	case zoneUnused:
		if providerdata.IsSet(m.TimeZone) {
			diagnostics.AddAttributeWarning(diags, path.Root("time_zone"), "Time Zone Without Effect",
				"`time_zone` has no effect, because `group_by` contains neither `day` nor `month`. It does not affect `from` and `to` either. Remove it, or write the offset of the time zone in `from` and `to`, such as 2025-06-01T00:00:00+09:00.")
		}
	case zoneUseUnknown:
	}
}

// zoneUse says whether the groups of a summary depend on a time zone.
type zoneUse int

const (
	zoneUnused zoneUse = iota
	zoneUsed
	zoneUseUnknown // it is not known yet what to group by
)

func (m *summaryModel) zoneUse() zoneUse {
	isDayOrMonth := func(name attr.Value) bool {
		return name.Equal(types.StringValue("day")) || name.Equal(types.StringValue("month"))
	}

	names := m.GroupBy.Elements()
	switch {
	case slices.ContainsFunc(names, isDayOrMonth):
		return zoneUsed
	case m.GroupBy.IsUnknown() || slices.ContainsFunc(names, attr.Value.IsUnknown):
		return zoneUseUnknown
	}
	return zoneUnused
}

// warnOfIncompleteDay warns if a bound of the list, as far as it is known, is midnight by another clock
// than that of the groups, so that a day of theirs is cut. Any other time of day is what somebody wants.
func (m *summaryModel) warnOfIncompleteDay(diags *diag.Diagnostics, argument string, bound types.String) {
	zoneName := cmp.Or(m.TimeZone.ValueString(), "UTC")
	zone, err := period.Zone(zoneName)
	if m.TimeZone.IsUnknown() || err != nil {
		return
	}
	text := bound.ValueString()
	if validators.CheckTime(text) != nil { // it is null, unknown or wrong
		return
	}

	at, _ := paymentapi.ParseTime(text)
	if begin, ok := beginMeant(at, zone); ok {
		addIncompleteDay(diags, argument, text, m.TimeZone.ValueString(), begin)
	}
}

// beginMeant returns when the day that a time names begins in a time zone. It returns false unless the
// time is midnight by its own clock, and no day begins then in the zone.
func beginMeant(at time.Time, zone *time.Location) (begin time.Time, ok bool) {
	year, month, day := at.Date()
	midnight := time.Date(year, month, day, 0, 0, 0, 0, at.Location())
	if !at.Equal(midnight) {
		return time.Time{}, false
	}

	dayInZone := period.DayOf(at, zone)
	if period.Begin(dayInZone, zone).Equal(at) {
		return time.Time{}, false
	}

	dayNamed := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	return period.Begin(dayNamed, zone), true
}
