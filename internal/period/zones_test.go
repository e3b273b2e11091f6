// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package period

import (
	"testing"
	"time"
)

// zones have changed their clocks in ways of their own: at midnight, by half an hour, across
// a date, or twice a year around Ramadan; St John's did so at 00:01, and then the hour that
// comes again belongs to the new day.
var zones = map[string]int{ // the first of four years
	"Africa/Cairo":        2022,
	"Africa/Casablanca":   2022,
	"America/Asuncion":    2022,
	"America/Havana":      2024,
	"America/New_York":    2024,
	"America/Nuuk":        2022,
	"America/Santiago":    2024,
	"America/Sao_Paulo":   2016,
	"America/St_Johns":    2008,
	"Asia/Beirut":         2022,
	"Asia/Gaza":           2022,
	"Asia/Tehran":         2020,
	"Atlantic/Azores":     2024,
	"Australia/Lord_Howe": 2024,
	"Europe/Berlin":       2024,
	"UTC":                 2024,
}

// Periods that follow each other meet, and have the days by which a summary groups.
func TestBounds(t *testing.T) {
	t.Parallel()
	for name, year := range zones {
		for unit, firstDay := range units {
			t.Run(name+", "+unit, func(t *testing.T) {
				t.Parallel()
				zone, err := Zone(name)
				if err != nil {
					t.Fatal(err)
				}
				end := time.Date(year+4, time.January, 1, 0, 0, 0, 0, zone)
				for at := time.Date(year, time.January, 1, 0, 0, 0, 0, zone); at.Before(end); {
					from, to := bounds(firstDay, at, 0, zone)
					if at.Before(from) || !at.Before(to) {
						t.Fatalf("the period of %v is from %v to %v", at, from, to)
					}
					expectNeighbours(t, firstDay, at, zone)
					expectDays(t, firstDay, from, to, zone)
					at = to
				}
			})
		}
	}
}

// expectNeighbours checks that the periods before and after that of a time meet it.
func expectNeighbours(t *testing.T, firstDay firstDayFunc, at time.Time, zone *time.Location) {
	t.Helper()
	from, to := bounds(firstDay, at, 0, zone)
	_, endBefore := bounds(firstDay, at, -1, zone)
	beginAfter, _ := bounds(firstDay, at, 1, zone)
	if !endBefore.Equal(from) || !beginAfter.Equal(to) {
		t.Fatalf("%v to %v comes after a period that ends at %v, and before one that begins at %v",
			from, to, endBefore, beginAfter)
	}
}

// expectDays checks that a summary has the days of a period in it, and no others.
func expectDays(t *testing.T, firstDay firstDayFunc, from, to time.Time, zone *time.Location) {
	t.Helper()
	first := DayOf(from, zone)
	last := DayOf(to.Add(-time.Second), zone)
	next := DayOf(to, zone)
	if !firstDay(first, 0).Equal(first) || !firstDay(last, 0).Equal(first) || !last.Before(next) {
		t.Fatalf("%v to %v has the days %v to %v, and %v comes after them", from, to, first, last, next)
	}
	for halves := range 4 {
		at := from.Add(time.Duration(halves) * time.Hour / 2)
		if got := DayOf(at, zone); !got.Equal(first) {
			t.Fatalf("a summary has %v in the day %v and not in %v", at, got, first)
		}
	}
}
