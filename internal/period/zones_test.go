// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package period

import (
	"archive/zip"
	"io/fs"
	"sort"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/timezone"
)

// In every zone, for ten years, periods that follow each other meet, and have the days
// and months by which a summary groups. Days differ from each other only if the clocks are
// changed, so those around each change are tried, and those around the end of each year.
func TestBetween_everyZone(t *testing.T) {
	t.Parallel()
	start := time.Date(2018, 1, 1, 0, 0, 0, 0, time.UTC)
	end := start.AddDate(10, 0, 0)
	for name, zone := range allZones(t) {
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
	added := totals.New([]string{"day", "month"}, g.zone)
	if err := added.Add([]paymentapi.Charge{{CreatedOn: &created}}); err != nil {
		t.Fatal(err)
	}
	key := added.Groups()[0].Key
	if *key[1] != (*key[0])[:len("2018-01")] {
		t.Errorf("%s is in the month %s", *key[0], *key[1])
	}
	g.known[at.Unix()] = *key[0]
	return *key[0]
}

// allZones returns the zones of the embedded data by name, of several that are the same
// one only.
func allZones(t *testing.T) map[string]*time.Location {
	t.Helper()
	data, err := zip.OpenReader("../timezone/zoneinfo.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	zones, known := map[string]*time.Location{}, map[string]bool{}
	for _, file := range data.File {
		if file.FileInfo().IsDir() {
			continue
		}
		raw, err := fs.ReadFile(data, file.Name)
		if err != nil {
			t.Fatal(err)
		}
		if known[string(raw)] {
			continue
		}
		known[string(raw)] = true
		if zones[file.Name], err = timezone.Load(file.Name); err != nil {
			t.Fatal(err)
		}
	}
	if len(zones) < 300 {
		t.Errorf("%d zones only", len(zones))
	}
	return zones
}
