// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// clocks are what a service may compare from and to with. Each returns the time that
// stands for an instant, for bounds as for the charge with the given number.
var clocks = map[string]func(at time.Time, charge int) time.Time{
	"when it was created": func(at time.Time, _ int) time.Time { return at },
	"the local time, of which an hour comes twice on 2025-10-26": func(at time.Time, _ int) time.Time {
		_, offset := at.In(berlin).Zone()
		return at.Add(time.Duration(offset) * time.Second)
	},
	"when it was updated": func(at time.Time, charge int) time.Time {
		if charge == bound {
			return at
		}
		return at.Add(time.Duration(rand.New(rand.NewPCG(1, uint64(charge))).Int64N(int64(48 * time.Hour))))
	},
	"its day": func(at time.Time, _ int) time.Time { return at.Truncate(24 * time.Hour) },
}

var berlin, _ = time.LoadLocation("Europe/Berlin") // a nil location would panic

const bound = -1 // is no charge

// by makes a service that compares from and to with the times of a clock.
func (m *memory) by(clock func(time.Time, int) time.Time) {
	for i, e := range m.charges {
		e.compared = clock(e.compared, i)
	}
	ask := m.ask
	m.ask = func(q query) query {
		if ask != nil {
			q = ask(q)
		}
		for _, b := range []*string{&q.From, &q.To} {
			if at, err := time.Parse(time.RFC3339, *b); err == nil {
				*b = clock(at, bound).Format(time.RFC3339Nano)
			}
		}
		return q
	}
}

// Any list, read from any service, is the list that one cursor gives, whichever times
// its filters compare.
func TestRead_anyList(t *testing.T) {
	t.Parallel()
	for name, clock := range clocks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(rt *rapid.T) {
				q := anyQuery(rt)
				m := anyService(rt, q)
				m.by(clock)
				var (
					got, want []string
					result    *fetch.Result
					err       error
				)
				synctest.Test(t, func(t *testing.T) {
					want = m.oneCursor(t, q)
					result, got, err = m.read(t, q)
				})
				if err != nil {
					rt.Fatal(err)
				}
				if !slices.Equal(got, want) || result.Len != len(want) {
					rt.Fatalf("%d charges in %d parts, %d by one cursor", len(got), result.Parts, len(want))
				}
			})
		})
	}
}

// night is the beginning of the night in which clocks go back.
var night = time.Date(2025, 10, 25, 22, 0, 0, 0, time.UTC)

// anyQuery draws a query.
func anyQuery(rt *rapid.T) query {
	q := query{
		PageSize:   rapid.IntRange(10, 30).Draw(rt, "page size"),
		Direction:  oneOf(rt, "direction", "", "asc", "desc"),
		MaxResults: oneOf(rt, "max results", 0, 0, 0, 0, 0, 0, 0, 1, 500, 1200, 10_000),
		Currency:   oneOf(rt, "currency", "", "", "", "", "", "JPY"),
	}
	if rapid.IntRange(0, 4).Draw(rt, "bounded") == 0 {
		hours := rapid.IntRange(0, 100).Draw(rt, "from")
		q.From = night.Add(time.Duration(hours) * time.Hour).Format(time.RFC3339)
	}
	return q
}

func oneOf[T any](rt *rapid.T, label string, values ...T) T {
	return rapid.SampledFrom(values).Draw(rt, label)
}

// anyGaps draws the times between charges, which repeat.
func anyGaps(rt *rapid.T) (gaps []time.Duration, stretch int) {
	seconds := rapid.IntRange(20, 60).Draw(rt, "gap")
	if rapid.IntRange(0, 2).Draw(rt, "uneven") != 0 {
		return []time.Duration{time.Duration(seconds) * time.Second}, 1
	}
	lengths := rapid.SampledFrom([]time.Duration{
		0, 1, 999, time.Microsecond, time.Second, time.Minute, time.Hour, 90 * time.Hour,
	})
	gaps = rapid.SliceOfN(lengths, 1, 20).Draw(rt, "gaps")
	return gaps, rapid.IntRange(1, 200).Draw(rt, "stretch")
}

// anyService draws a service with charges.
func anyService(rt *rapid.T, list query) *memory {
	gaps, stretch := anyGaps(rt)
	number := oneOf(rt, "hundreds", 0, 800, 800, 800, 2400) + rapid.IntRange(0, 99).Draw(rt, "charges")
	created := night
	m := &memory{
		charges: spread(number, func(i int) time.Time {
			created = created.Add(gaps[i/stretch%len(gaps)])
			return created.Truncate(time.Microsecond)
		}),
		concurrency: oneOf(rt, "concurrency", 1, 2, 10, 10, 20),
		total:       anyTotal(rt),
	}

	seldom := func(label string) bool { return rapid.IntRange(0, 19).Draw(rt, label) == 0 }
	ignoresAsc := seldom("asc ignored")
	ignoresBounds := seldom("bounds ignored")
	forgetsFilters := seldom("filters forgotten")
	m.ask = func(q query) query {
		if ignoresAsc {
			q = ignoreAscending(q)
		}
		if ignoresBounds {
			q = ignoreBounds(q)
		}
		if forgetsFilters && q.Cursor != "" {
			q = ignoreBounds(q)
			q.Currency = ""
		}
		return q
	}
	if seldom("cursor repeated") {
		m.rewrite = repeatCursor(m)
	}
	if seldom("bounds refused") {
		m.fail = func(q query) error {
			if q.From != list.From || q.To != list.To {
				return &paymentapi.Error{Fault: paymentapi.FaultUnavailable, StatusCode: 503}
			}
			return nil
		}
	}
	return m
}

// anyTotal draws what a service says in total_hits.
func anyTotal(rt *rapid.T) func(query, int) *int64 {
	wrong := oneOf[int64](rt, "error of total_hits", 0, 0, 0, 0, 0, 0, -3, 5, 1<<62)
	most := oneOf[int64](rt, "cap of total_hits", 1<<62, 350, 350, 1000)
	once := rapid.Bool().Draw(rt, "total_hits at first only")
	return func(q query, n int) *int64 {
		if once && q.Cursor != "" {
			return nil
		}
		return new(min(int64(n)+wrong, most))
	}
}

// repeatCursor makes a page begin with the charge that is its cursor.
func repeatCursor(m *memory) func(query, *page) {
	return func(q query, p *page) {
		for _, e := range m.charges {
			if e.ID == q.Cursor {
				p.Items = slices.Insert(p.Items, 0, e.Charge)
			}
		}
	}
}
