// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package period holds the function period, which returns the day, week, month or year
// of a time zone that a time is in, or one before or after it. Its time zones are those of
// all parts of the provider.
package period

import (
	"errors"
	"time"
	_ "time/tzdata" // for machines without time zones of their own
)

var errNoZone = errors.New("must be the IANA name of a time zone, such as Asia/Tokyo")

// Zone returns the time zone of an IANA name, such as Asia/Tokyo.
func Zone(name string) (*time.Location, error) {
	// Go takes "" for UTC and Local for the zone of this machine, which may also have names of
	// its own; those begin with a small letter.
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
	"day":   func(d day, n int) day { return d.AddDate(0, 0, n) },
	"week":  func(d day, n int) day { return d.AddDate(0, 0, 7*n-(int(d.Weekday())+6)%7) }, // from Monday, which is 1
	"month": func(d day, n int) day { return time.Date(d.Year(), d.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC) },
	"year":  func(d day, n int) day { return time.Date(d.Year()+n, time.January, 1, 0, 0, 0, 0, time.UTC) },
}

// bounds returns the first instant of the period that is n periods after the one that
// a time is in, and the first instant after it.
func bounds(firstDay func(day, int) day, at time.Time, n int, zone *time.Location) (from, to time.Time) {
	d := Day(at, zone)
	return begin(firstDay(d, n), zone), begin(firstDay(d, n+1), zone)
}

// Day returns the day of a zone that a time is in, as midnight in UTC. Where clocks are put
// back just after midnight, they show the day before once more, but the new day goes on.
func Day(at time.Time, zone *time.Location) time.Time {
	year, month, date := at.In(zone).Date()
	d := time.Date(year, month, date, 0, 0, 0, 0, time.UTC)
	if next := d.AddDate(0, 0, 1); !at.Before(begin(next, zone)) {
		return next
	}
	return d
}

// begin returns the first instant at which the clocks of a zone show a day, or a later
// one if they skip it.
func begin(d day, zone *time.Location) time.Time {
	// No zone is as far as 16 hours from UTC, so this is before midnight in all of them.
	t := d.Add(-16 * time.Hour).In(zone)
	// Each turn tries the offset that the zone has from t to its next change.
	for {
		_, offset := t.Zone()
		midnight := d.Add(-time.Duration(offset) * time.Second).In(zone)
		change, hasChange := nextChange(t)
		switch {
		case midnight.Before(t): // the change to this offset skipped midnight: the day begins with the change
			return t
		case !hasChange || midnight.Before(change): // midnight while this offset holds
			return midnight
		}
		t = change // midnight comes after it
	}
}

// nextChange returns when the offset of a zone changes after t, and false if it keeps it.
func nextChange(t time.Time) (change time.Time, ok bool) {
	// It is zero if there is none. On the last day of a leap year, Go 1.26 returns one that has
	// passed; then the offset holds beyond that day, too.
	_, change = t.ZoneBounds()
	return change, change.After(t)
}
