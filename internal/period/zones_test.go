// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package period

import (
	"sort"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// zones have changed their clocks in ways of their own: at midnight, by half an hour, across
// a date, or twice a year around Ramadan.
var zones = []string{
	"UTC", "Asia/Tokyo", "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "America/Havana", "America/Asuncion", "America/Santiago",
	"America/Nuuk", "Asia/Beirut", "Asia/Gaza", "Asia/Tehran", "Africa/Cairo", "Africa/Casablanca", "Atlantic/Azores", "Australia/Lord_Howe", "Pacific/Apia",
}

// For ten years, periods that follow each other meet, and have the days and months by which
// a summary groups. Days differ from each other only if the clocks are
// changed, so those around each change are tried, and those around the end of each year.
func TestBetween(t *testing.T) {
	t.Parallel()
	start := time.Date(2018, 1, 1, 0, 0, 0, 0, time.UTC)
	end := start.AddDate(10, 0, 0)
	for _, name := range zones {
		zone, err := Zone(name)
		if err != nil {
			t.Fatal(err)
		}
		offset := func(at time.Time) int {
			_, seconds := at.In(zone).Zone()
			return seconds
		}
		summary := groups{zone: zone, known: map[int64]string{}}
		var around []time.Time
		for year := start; year.Before(end); year = year.AddDate(1, 0, 0) {
			around = append(around, year)
		}
		const step = 5 * 24 * time.Hour
		for at := start; at.Before(end); at = at.Add(step) {
			if offset(at) != offset(at.Add(step)) {
				seconds := sort.Search(int(step.Seconds()), func(s int) bool { return offset(at.Add(time.Duration(s)*time.Second)) != offset(at) })
				around = append(around, at.Add(time.Duration(seconds)*time.Second))
			}
		}
		for _, at := range around {
			for _, at := range []time.Time{at.Add(-24 * time.Hour), at.Add(-time.Second), at, at.Add(24 * time.Hour)} {
				for _, u := range units {
					summary.expect(t, u, at)
				}
			}
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// TestBetween_putBackAfterMidnight: St John's put its clocks back at 00:01. The hour that
// comes again belongs to the new day, in both.
func TestBetween_putBackAfterMidnight(t *testing.T) {
	t.Parallel()
	zone, err := Zone("America/St_Johns")
	if err != nil {
		t.Fatal(err)
	}
	summary := groups{zone: zone, known: map[int64]string{}}
	midnight := time.Date(2009, 11, 1, 2, 30, 0, 0, time.UTC)
	for minutes := -120; minutes <= 120; minutes++ {
		for _, u := range units {
			summary.expect(t, u, midnight.Add(time.Duration(minutes)*time.Minute))
		}
	}
}

// groups are the days by which a summary groups charges in a zone.
type groups struct {
	zone  *time.Location
	known map[int64]string
}

// expect expects a time to be in its period, the periods before and after it to meet it,
// and charges at both sides of its ends to be in different groups of a summary.
func (g groups) expect(t *testing.T, u unit, at time.Time) {
	t.Helper()
	from, to := between(u, at, 0, g.zone)
	_, before := between(u, at, -1, g.zone)
	after, _ := between(u, at, 1, g.zone)
	inside, _ := between(u, to.Add(-time.Second), 0, g.zone)
	if at.Before(from) || !at.Before(to) || !before.Equal(from) || !after.Equal(to) || !inside.Equal(from) {
		t.Errorf("the %s of %v is from %v to %v; the one before ends at %v, the one after begins at %v", u.name, at, from, to, before, after)
	}
	first, last := g.of(t, from), g.of(t, to.Add(-time.Second))
	if g.of(t, from.Add(-time.Second)) >= first || last >= g.of(t, to) {
		t.Errorf("the %s of %v is from %v to %v, which is not where days begin in a summary", u.name, at, from, to)
	}
	length := map[string]int{"day": len("2018-01-01"), "week": 0, "month": len("2018-01"), "year": len("2018")}[u.name]
	if first[:length] != last[:length] || first[:length] != g.of(t, at)[:length] || length == 0 && from.Weekday() != time.Monday {
		t.Errorf("the %s of %v begins on %s and ends on %s in a summary", u.name, at, first, last)
	}
}

// of returns the day by which a summary groups a charge of that time. It checks that its
// month is that of the day.
func (g groups) of(t *testing.T, at time.Time) string {
	t.Helper()
	if day, ok := g.known[at.Unix()]; ok {
		return day
	}
	created := at.UTC().Format(time.RFC3339)
	added := totals.New([]string{"day", "month"}, func(at time.Time) time.Time { return Day(at, g.zone) })
	if err := added.Add([]paymentapi.Charge{{CreatedOn: &created}}); err != nil {
		t.Fatal(err)
	}
	key := added.Groups()[0].Key
	if *key["month"] != (*key["day"])[:len("2018-01")] {
		t.Errorf("%s is in the month %s", *key["day"], *key["month"])
	}
	g.known[at.Unix()] = *key["day"]
	return *key["day"]
}

func TestZone(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"UTC", "Asia/Tokyo", "Japan", "GMT", "America/Argentina/Buenos_Aires", "Etc/GMT+12", "EST5EDT"} {
		zone, err := Zone(name)
		if err != nil || zone.String() != name {
			t.Errorf("%s: zone %v, error %v", name, zone, err)
		}
	}
	for _, name := range []string{"", "Local", "JST", "asia/tokyo", "Asia/Tokio", "Asia", "/etc/localtime", "../UTC", "Asia/../UTC", "UTC ", "+09:00", "Asia\\Tokyo"} {
		if zone, err := Zone(name); err == nil {
			t.Errorf("%q is the zone %s", name, zone)
		}
	}
}
