// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package period holds the function period, which returns the day, week, month or year
// of a time zone that a time is in, or one before or after it. Its time zones are those of
// all parts of the provider.
package period

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"time"
	_ "time/tzdata" // for machines without time zones of their own

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

var _ function.Function = periodFunction{}

type periodFunction struct{}

// NewFunction returns the function period.
func NewFunction() function.Function {
	return periodFunction{}
}

func (periodFunction) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "period"
}

var resultTypes = map[string]attr.Type{"from": types.StringType, "to": types.StringType}

func (periodFunction) Definition(
	_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse,
) {
	resp.Definition = function.Definition{
		Summary: "A day, week, month or year in a time zone, as from and to",
		MarkdownDescription: "Returns an object with `from` and `to`, for the arguments of the same names of `paymentservice_charges` and `paymentservice_charge_summary`. " +
			"Both are times in RFC 3339 with the offset that the time zone has then. `to` is the beginning of the next period, so periods that follow each other leave no gap. " +
			"The function needs no credentials and sends no request.",
		Parameters: []function.Parameter{
			function.StringParameter{Name: "unit", MarkdownDescription: "The length of the period: `day`, `week` (from Monday), `month` or `year`."},
			function.StringParameter{Name: "time", MarkdownDescription: "A time in RFC 3339, such as `plantimestamp()` or `2025-06-01T00:00:00Z`."},
			function.NumberParameter{Name: "offset", MarkdownDescription: "Which period: `0` for the one that `time` is in, `-1` for the one before, `1` for the one after, and so on."},
			function.StringParameter{Name: "time_zone", MarkdownDescription: "The IANA name of a time zone, such as `Asia/Tokyo`."},
		},
		Return: function.ObjectReturn{AttributeTypes: resultTypes},
	}
}

// The positions of the parameters.
const (
	unitParameter int64 = iota
	timeParameter
	offsetParameter
	zoneParameter
)

func (periodFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var unit, text, zoneName string
	var offset *big.Float
	resp.Error = req.Arguments.Get(ctx, &unit, &text, &offset, &zoneName)
	if resp.Error != nil {
		return
	}

	firstDay, isUnit := units[unit]
	at, errTime := parseTime(text)
	zone, errZone := Zone(zoneName)
	switch {
	case !isUnit:
		resp.Error = function.NewArgumentFuncError(unitParameter, `must be "day", "week", "month" or "year"`)
	case errTime != nil:
		resp.Error = function.NewArgumentFuncError(timeParameter, errTime.Error())
	case !offset.IsInt():
		resp.Error = function.NewArgumentFuncError(offsetParameter,
			"must be a whole number, such as -1 for the period before the one of the time")
	case errZone != nil:
		resp.Error = function.NewArgumentFuncError(zoneParameter, errZone.Error())
	}
	if resp.Error != nil {
		return
	}

	n := wholeOffset(offset)
	from, to := bounds(firstDay, at, n, zone)
	if from.Year() < 1 || to.Year() > 9999 {
		parameter := offsetParameter
		if n == 0 {
			parameter = timeParameter
		}
		resp.Error = function.NewArgumentFuncError(parameter,
			"must lead to a period whose `from` and `to` are in the years 0001 to 9999, such as that of 2025-01-31T09:00:00Z with an offset of 0")
		return
	}
	resp.Error = resp.Result.Set(ctx, types.ObjectValueMust(resultTypes, map[string]attr.Value{
		"from": types.StringValue(from.Format(time.RFC3339)),
		"to":   types.StringValue(to.Format(time.RFC3339)),
	}))
}

// parseTime returns a time in RFC 3339. A date is none.
func parseTime(text string) (time.Time, error) {
	at, err := time.Parse(time.RFC3339, strings.ToUpper(text))
	if err != nil || validators.CheckTime(text) != nil { // time.Parse alone accepts a comma
		return time.Time{}, errors.New("must be an RFC 3339 time, such as 2025-01-31T09:00:00Z")
	}
	return at, nil
}

// wholeOffset returns an offset, or one that leads beyond the years 1 to 9999 as well.
func wholeOffset(offset *big.Float) int {
	const tooManyDays = 4_000_000 // and so many of any longer unit
	n, _ := offset.Int64()        // or the largest or smallest there is
	return int(max(-tooManyDays, min(n, tooManyDays)))
}

var errNoZone = errors.New("must be the IANA name of a time zone, such as Asia/Tokyo")

// Zone returns the time zone of an IANA name, such as Asia/Tokyo.
func Zone(name string) (*time.Location, error) {
	// Go takes "" for UTC and Local for the zone of this machine, which may also have names of its own,
	// such as posixrules and localtime; those begin with a small letter.
	if name == "" || name == "Local" || name[0] > 'Z' {
		return nil, errNoZone
	}

	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, errNoZone
	}
	return zone, nil
}

// A day is a date of the calendar, as midnight in UTC. No zone is meant by that.
type day = time.Time

// units are the lengths that a period may have. Each returns the first day of the period that
// is n periods after the one of a day.
var units = map[string]func(d day, n int) day{
	"day": func(d day, n int) day {
		return d.AddDate(0, 0, n)
	},
	"week": func(d day, n int) day {
		sinceMonday := (int(d.Weekday()) + 6) % 7 // Monday is 1, and Sunday 0
		return d.AddDate(0, 0, 7*n-sinceMonday)
	},
	"month": func(d day, n int) day {
		return firstOf(d.Year(), d.Month()+time.Month(n))
	},
	"year": func(d day, n int) day {
		return firstOf(d.Year()+n, time.January)
	},
}

// firstOf returns the first day of a month.
func firstOf(year int, month time.Month) day {
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
}

// bounds returns the first instant of the period that is n periods after the one that
// a time is in, and the first instant after it.
func bounds(firstDay func(day, int) day, at time.Time, n int, zone *time.Location) (from, to time.Time) {
	d := Day(at, zone)
	first := firstDay(d, n)
	next := firstDay(d, n+1)
	return Begin(first, zone), Begin(next, zone)
}

// Day returns the day of a zone that a time is in, as midnight in UTC. Where clocks are put
// back just after midnight, they show the day before once more, but the new day goes on.
func Day(at time.Time, zone *time.Location) time.Time {
	year, month, date := at.In(zone).Date()
	d := time.Date(year, month, date, 0, 0, 0, 0, time.UTC)

	next := d.AddDate(0, 0, 1)
	if at.Before(Begin(next, zone)) {
		return d
	}
	return next
}

// Begin returns the first instant at which the clocks of a zone show a day, or a later
// one if they skip it. The day is midnight in UTC.
func Begin(d day, zone *time.Location) time.Time {
	// No zone is as far as 16 hours from UTC, so this is before midnight in all of them.
	t := d.Add(-16 * time.Hour).In(zone)

	// Each turn tries the offset that the zone has from t to its next change.
	for {
		_, offset := t.Zone()
		midnight := d.Add(-time.Duration(offset) * time.Second).In(zone)
		change, hasChange := nextChange(t)
		switch {
		case midnight.Before(t): // t is a change that skips midnight, such as from 00:00 to 01:00
			return t
		case !hasChange || midnight.Before(change): // midnight while this offset holds
			return midnight
		}
		t = change // midnight comes after it, or with it
	}
}

// nextChange returns when the offset of a zone changes after t, and false if it keeps it.
func nextChange(t time.Time) (change time.Time, ok bool) {
	_, change = t.ZoneBounds() // zero if there is none
	// On the last day of a leap year, Go 1.26 can wrongly return one that has passed. False is right then,
	// too: Begin looks two days ahead, and no zone changes its clocks at the turn of a year.
	return change, change.After(t)
}
