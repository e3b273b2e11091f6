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
			function.StringParameter{
				Name:                "unit",
				MarkdownDescription: "The length of the period: `day`, `week` (from Monday), `month` or `year`.",
			},
			function.StringParameter{
				Name:                "time",
				MarkdownDescription: "A time in RFC 3339, such as `plantimestamp()` or `2025-06-01T00:00:00Z`.",
			},
			function.NumberParameter{
				Name: "offset",
				MarkdownDescription: "Which period: `0` for the one that `time` is in, `-1` for the one before, " +
					"`1` for the one after, and so on.",
			},
			function.StringParameter{
				Name:                "time_zone",
				MarkdownDescription: "The IANA name of a time zone, such as `Asia/Tokyo`.",
			},
		},
		Return: function.ObjectReturn{AttributeTypes: resultTypes},
	}
}

// The positions of two parameters, which are in the order unit, time, offset, time_zone.
const (
	timeParameter   int64 = 1
	offsetParameter int64 = 2
)

func (periodFunction) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var unit, text, zoneName string
	var number *big.Float
	resp.Error = req.Arguments.Get(ctx, &unit, &text, &number, &zoneName)
	if resp.Error != nil {
		return
	}

	firstDay, errUnit := parseUnit(unit)
	at, errTime := parseTime(text)
	offset, errOffset := parseOffset(number)
	zone, errZone := Zone(zoneName)
	for parameter, err := range []error{errUnit, errTime, errOffset, errZone} {
		if err != nil {
			resp.Error = function.NewArgumentFuncError(int64(parameter), err.Error())
			return
		}
	}

	from, to := bounds(firstDay, at, offset, zone)
	if from.Year() < 1 || to.Year() > 9999 {
		parameter := offsetParameter
		if offset == 0 {
			parameter = timeParameter
		}
		resp.Error = function.NewArgumentFuncError(parameter, "must lead to a period whose `from` and `to` are in the "+
			"years 0001 to 9999, such as that of 2025-01-31T09:00:00Z with an offset of 0")
		return
	}

	resp.Error = resp.Result.Set(ctx, types.ObjectValueMust(resultTypes, map[string]attr.Value{
		"from": types.StringValue(from.Format(time.RFC3339)),
		"to":   types.StringValue(to.Format(time.RFC3339)),
	}))
}

// parseUnit returns how the first day of a period of a unit is found.
func parseUnit(unit string) (firstDayFunc, error) {
	firstDay, ok := units[unit]
	if !ok {
		return nil, errors.New(`must be "day", "week", "month" or "year"`)
	}
	return firstDay, nil
}

// parseTime returns a time in RFC 3339. A date alone is none.
func parseTime(text string) (time.Time, error) {
	at, err := validators.ParseTime(text)
	isDate := len(text) == len(time.DateOnly)
	if err != nil || isDate {
		return time.Time{}, errors.New("must be an RFC 3339 time, such as 2025-01-31T09:00:00Z")
	}
	return at, nil
}

// parseOffset returns a whole number. It clamps one that leads beyond the years 1 to 9999 in any unit.
func parseOffset(number *big.Float) (int, error) {
	if !number.IsInt() {
		return 0, errors.New("must be a whole number, such as -1 for the period before the one of the time")
	}

	const beyondAllYears = 4_000_000 // days, and all the more of longer units
	offset, _ := number.Int64()      // of a number beyond 64 bits, the nearest one
	return int(max(-beyondAllYears, min(offset, beyondAllYears))), nil
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

// Day is a date of the calendar, as midnight in UTC. No zone is meant by that.
type Day = time.Time

// NewDay returns a day. A month or a date beyond the usual counts on into the next months or years.
func NewDay(year int, month time.Month, date int) Day {
	return time.Date(year, month, date, 0, 0, 0, 0, time.UTC)
}

// firstDayFunc returns the first day of the period that is so many periods after the one of a day.
type firstDayFunc func(day Day, offset int) Day

// units are the lengths that a period may have.
var units = map[string]firstDayFunc{
	"day": func(day Day, offset int) Day {
		return day.AddDate(0, 0, offset)
	},
	"week": func(day Day, offset int) Day {
		sinceMonday := (int(day.Weekday()) + 6) % 7 // Monday is 1, and Sunday 0
		return day.AddDate(0, 0, 7*offset-sinceMonday)
	},
	"month": func(day Day, offset int) Day {
		return NewDay(day.Year(), day.Month()+time.Month(offset), 1)
	},
	"year": func(day Day, offset int) Day {
		return NewDay(day.Year()+offset, time.January, 1)
	},
}

// bounds returns the first instant of the period that is so many periods after the one that a time is in, and the
// first instant after it.
func bounds(firstDay firstDayFunc, at time.Time, offset int, zone *time.Location) (from, to time.Time) {
	day := DayOf(at, zone)
	first := firstDay(day, offset)
	next := firstDay(day, offset+1)

	from = Begin(first, zone)
	to = Begin(next, zone)
	return from, to
}

// DayOf returns the day of a zone that a time is in. A day that has begun goes on even if clocks are put back into the
// day before, as in St. John's from 00:01 on 6 November 2011 to 23:01: from the first midnight on, it is the 6th.
func DayOf(at time.Time, zone *time.Location) Day {
	shown := NewDay(at.In(zone).Date())
	next := shown.AddDate(0, 0, 1)
	if at.Before(Begin(next, zone)) {
		return shown
	}
	return next // which has begun, although the clocks show the day before it again
}

// Begin returns the first instant at which the clocks of a zone show a day, or a later one if they skip it.
//
// Asia/Tokyo, 31 January 2025, without a change: the day begins at midnight.
//
//	15:00 UTC  00:00 (UTC+9)
//
// America/Sao_Paulo, 4 November 2018, with a change that skips midnight: the day begins at the change.
//
//	02:00 UTC                                    where midnight is by the offset after the change
//	03:00 UTC  00:00 (UTC-3) = 01:00 (UTC-2)     the change, and midnight by the offset before it
func Begin(day Day, zone *time.Location) time.Time {
	// No zone is as far as 16 hours from UTC, so this is before the day in all of them.
	t := day.Add(-16 * time.Hour).In(zone)

	// The day does not begin before t. Each turn looks from there to the next change of the zone's offset: midnight by
	// the offset until then counts if it lies before the change.
	for {
		_, offset := t.Zone()
		midnight := day.Add(-time.Duration(offset) * time.Second).In(zone)

		change, hasChange := nextChange(t)
		if hasChange && !midnight.Before(change) {
			t = change
			continue
		}

		// It begins before the next change: at midnight, or already at t, if the change at t skips midnight, such
		// as from 00:00 to 01:00.
		if midnight.Before(t) {
			return t
		}
		return midnight
	}
}

// nextChange returns when the offset of a zone changes after t, and false if it keeps it.
func nextChange(t time.Time) (change time.Time, ok bool) {
	_, change = t.ZoneBounds() // zero if there is none
	// On the last day of a leap year, ZoneBounds of Go 1.26 can wrongly return an end that has passed. That there is
	// no change is right then, too: Begin looks two days ahead, and no zone changes its clocks at the turn of a year.
	return change, change.After(t)
}
