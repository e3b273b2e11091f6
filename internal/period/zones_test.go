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
	"America/St_Johns": 2008, "America/Sao_Paulo": 2016, "UTC": 2024, "Europe/Berlin": 2024, "America/New_York": 2024, "America/Havana": 2024,
	"America/Asuncion": 2022, "America/Santiago": 2024, "America/Nuuk": 2022, "Asia/Beirut": 2022, "Asia/Gaza": 2022, "Asia/Tehran": 2020,
	"Africa/Cairo": 2022, "Africa/Casablanca": 2022, "Atlantic/Azores": 2024, "Australia/Lord_Howe": 2024,
}

// Periods that follow each other meet, and have the days by which a summary groups.
func TestBounds(t *testing.T) {
	t.Parallel()
	for name, year := range zones {
		zone, err := Zone(name)
		if err != nil {
			t.Fatal(err)
		}
		for unit, firstDay := range units {
			end := time.Date(year+4, 1, 1, 0, 0, 0, 0, zone)
			for at := time.Date(year, 1, 1, 0, 0, 0, 0, zone); at.Before(end); {
				from, to := bounds(firstDay, at, 0, zone)
				_, before := bounds(firstDay, at, -1, zone)
				after, _ := bounds(firstDay, at, 1, zone)
				first, last := Day(from, zone), Day(to.Add(-time.Second), zone)
				meet := !at.Before(from) && at.Before(to) && before.Equal(from) && after.Equal(to)
				if !meet || !first.Equal(firstDay(first, 0)) || !firstDay(last, 0).Equal(first) || !last.Before(Day(to, zone)) {
					t.Fatalf("in %s, the %s of %v is from %v to %v; the one before ends at %v, the one after begins at %v", name, unit, at, from, to, before, after)
				}
				for halves := range 4 {
					if at := from.Add(time.Duration(halves) * time.Hour / 2); !Day(at, zone).Equal(first) {
						t.Fatalf("in %s, a summary has %v in the day %v and not in %v", name, at, Day(at, zone), first)
					}
				}
				at = to
			}
		}
	}
}
