// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
)

// way is how a list comes to be read.
type way string

const (
	inParts       way = "in parts, to the end"
	oneCursorOnly way = "by one cursor, without a request more"
	oneCursor     way = "by one cursor, which goes on although no part was found"
	oneCursorAnew way = "by one cursor, which begins again"
)

// evenly returns n charges whose times are evenly spread.
func evenly(n int) []*entry { return spread(n, even) }

// withSameID puts the id of one charge in place of another's.
func withSameID(charges []*entry, one, other int) []*entry {
	charges[other].ID = charges[one].ID
	return charges
}

func withoutTimes(charges []*entry) []*entry {
	for _, e := range charges {
		e.CreatedOn = nil
	}
	return charges
}

// countAtMost makes a service count no further.
func countAtMost(most int64) func(query, int) *int64 {
	return func(_ query, all int) *int64 { return new(min(int64(all), most)) }
}

func countNothing(query, int) *int64 { return nil }

func ignoreAscending(q query) query {
	q.Direction = ""
	return q
}

func ignoreBounds(q query) query {
	q.From = ""
	q.To = ""
	return q
}

// endAfter makes the pages of a list end with a charge, but lookups find what comes after it.
func endAfter(id string) func(query, *page) {
	return func(q query, page *page) {
		last := slices.IndexFunc(page.Items, func(charge paymentapi.Charge) bool { return charge.ID == id })
		if last < 0 || isLookup(q) {
			return
		}
		page.Items = page.Items[:last+1]
		page.HasMore = false
	}
}

// hideSevenths makes lookups find only charges whose number ends with 7, and cursors none of those.
func hideSevenths(q query, page *page) {
	if q.Cursor == "" && !isLookup(q) {
		return // the first page has all
	}
	page.Items = slices.DeleteFunc(page.Items, func(charge paymentapi.Charge) bool {
		isSeventh := strings.HasSuffix(charge.ID, "7")
		return isSeventh != isLookup(q)
	})
}

// A list is read in parts as long as that works at this service, and otherwise by one
// cursor, at once or again. TestRead_anyList holds that its charges are always those of
// one cursor.
func TestRead_sameAsOneCursor(t *testing.T) {
	t.Parallel()
	const n = 1000
	type row struct {
		memory *memory
		query  query // in pages of 20
		way    way
	}
	bubble.Each(t, map[string]row{
		"evenly spread": {
			memory: &memory{charges: evenly(n)},
			way:    inParts,
		},
		"oldest first": {
			memory: &memory{charges: evenly(n)},
			query:  query{Direction: "asc"},
			way:    inParts,
		},
		"all at the same instant": {
			memory: &memory{charges: spread(n, func(int) time.Time { return epoch })},
			way:    oneCursor,
		},
		"within from and to": {
			memory: &memory{charges: evenly(n)},
			query:  query{From: "2025-06-01T00:12:00Z", To: "2025-06-01T05:00:00+01:00"},
			way:    inParts,
		},
		"a filter": {
			memory: &memory{charges: evenly(3 * n)},
			query:  query{Currency: "JPY"},
			way:    inParts,
		},
		"no total_hits": {
			memory: &memory{charges: evenly(n), total: countNothing},
			way:    oneCursorOnly,
		},
		"total_hits is capped": {
			memory: &memory{charges: evenly(n), total: countAtMost(700)},
			way:    inParts,
		},
		"after a cursor": {
			memory: &memory{charges: evenly(n)},
			query:  query{Cursor: "charge-000864"},
			way:    oneCursorOnly,
		},
		"one result": {
			memory: &memory{charges: evenly(n)},
			query:  query{MaxResults: 1},
			way:    oneCursorOnly,
		},
		"as many results as charges": {
			memory: &memory{charges: evenly(n)},
			query:  query{MaxResults: n},
			way:    inParts,
		},
		"one charge more than counted": {
			memory: &memory{charges: evenly(n), total: countAtMost(n - 1)},
			query:  query{MaxResults: n - 1},
			way:    oneCursorAnew,
		},
		"asc is ignored": {
			memory: &memory{charges: evenly(n), ask: ignoreAscending},
			way:    oneCursor,
		},
		"from and to are ignored": {
			memory: &memory{charges: evenly(n), ask: ignoreBounds},
			way:    oneCursor,
		},
		"the same charge twice": {
			memory: &memory{charges: withSameID(evenly(n), 30, 810)},
			way:    oneCursorAnew,
		},
		"a part ends too early": {
			memory: &memory{charges: evenly(n), rewrite: func(q query, page *page) {
				if q.Cursor == "charge-000940" {
					page.HasMore = false
				}
			}},
			way: oneCursorAnew,
		},
		"a cursor passes what was found": {
			memory: &memory{charges: evenly(n), rewrite: hideSevenths},
			way:    oneCursorAnew,
		},
		"it ends before what lookups find": {
			memory: &memory{
				charges: evenly(n),
				rewrite: endAfter("charge-000220"),
				slow: func(q query) time.Duration {
					to, err := time.Parse(time.RFC3339, q.To)
					switch {
					case err == nil && to.Before(even(220)):
						return 20 * latency
					case q.Cursor > "charge-000900":
						return 10 * latency // so that the first part ends last
					}
					return 0
				},
			},
			way: inParts,
		},
		"not in the order of time": {
			memory: &memory{charges: spread(n, func(i int) time.Time { return even(301 * i % n) })},
			way:    oneCursorOnly,
		},
		"no created_on": {
			memory: &memory{charges: withoutTimes(evenly(n))},
			way:    oneCursorOnly,
		},
		"one connection": {
			memory: &memory{charges: evenly(n), concurrency: 1},
			way:    oneCursorOnly,
		},
		"requests are held back": {
			memory: &memory{charges: evenly(n), holdsBack: true},
			way:    oneCursorOnly,
		},
	}, func(t *testing.T, tt row) {
		q := tt.query
		q.PageSize = 20
		want := tt.memory.oneCursor(t, q)
		expectDifferent(t, want)
		fewest := len(tt.memory.requests)
		tt.memory.requests = nil

		result, got, err := tt.memory.read(t, q)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) || result.Len != len(want) {
			t.Errorf("the read returns %d charges (Len %d), and one cursor %d", len(got), result.Len, len(want))
		}
		if way := tt.memory.wayOf(q, result, fewest); way != tt.way {
			t.Errorf("it was read %s, want %s", way, tt.way)
		}
		for _, sent := range tt.memory.requests {
			if isLookup(sent) && !isLookup(q) && !sent.OneAttempt {
				t.Error("a lookup is retried")
			}
		}
	})
}

// A list is read no further than max_results asks for.
func TestRead_maxResults(t *testing.T) {
	t.Parallel()
	type row struct {
		wanted   int
		requests int
	}
	bubble.Each(t, map[string]row{
		"less than a page":        {wanted: 1, requests: 1},
		"a page":                  {wanted: 20, requests: 1},
		"one charge of a further": {wanted: 21, requests: 2},
		"two pages":               {wanted: 40, requests: 2},
		"more than there are":     {wanted: 1000, requests: 3},
	}, func(t *testing.T, tt row) {
		m := &memory{charges: evenly(60), total: countNothing}
		result, got, err := m.read(t, query{PageSize: 20, MaxResults: tt.wanted})
		if err != nil {
			t.Fatal(err)
		}
		if want := min(tt.wanted, 60); len(got) != want || result.Len != want {
			t.Errorf("the read returns %d charges (Len %d), want %d", len(got), result.Len, want)
		}
		if len(m.requests) != tt.requests {
			t.Errorf("it took %d requests, want %d", len(m.requests), tt.requests)
		}
	})
}

// Nothing is asked for once the list has ended, whatever it says of its length.
func TestRead_countedTooMany(t *testing.T) {
	t.Parallel()
	bubble.Each(t, map[string]string{"newest first": "", "oldest first": "asc"}, func(t *testing.T, direction string) {
		tooMany := func(query, int) *int64 { return new(int64(1000)) }
		m := &memory{charges: evenly(10), total: tooMany}
		_, got, err := m.read(t, query{PageSize: 20, Direction: direction})
		if err != nil || len(got) != 10 || len(m.requests) != 1 {
			t.Errorf("%d charges by %d requests, error %v; want 10 by 1", len(got), len(m.requests), err)
		}
	})
}

func expectDifferent(t *testing.T, ids []string) {
	t.Helper()
	different := slices.Compact(slices.Sorted(slices.Values(ids)))
	if len(different) != len(ids) {
		t.Errorf("one cursor returns %d charges, of which %d are different", len(ids), len(different))
	}
}

// wayOf returns how a list was read, for which one cursor needs so many requests. A list that is not
// read in parts after all costs a few lookups.
func (m *memory) wayOf(q query, result *fetch.Result, fewest int) way {
	more := len(m.requests) - fewest
	times := m.timesBegun(q)
	switch {
	case result.RereadBecause != "" && result.Parts == 1 && times == 2:
		return oneCursorAnew
	case result.RereadBecause != "" || times != 1:
		return way(fmt.Sprintf("by a list that was begun %d times: %+v", times, result))
	case result.Parts > 1:
		return inParts
	case more == 0:
		return oneCursorOnly
	case more <= m.Concurrency():
		return oneCursor
	}
	return way(fmt.Sprintf("with %d requests more than by one cursor", more))
}

// Charges that arrive while the list is read are newer than all of it. There is no gap.
func TestRead_arrivals(t *testing.T) {
	t.Parallel()
	const n = 1000
	bubble.Each(t, map[string]string{"newest first": "", "oldest first": "asc"}, func(t *testing.T, direction string) {
		all := evenly(2 * n) // the requests are fewer than n
		m := &memory{
			charges: all[n:],
			arrive:  func(request int) []*entry { return all[n-request : n-request+1] },
		}
		result, got, err := m.read(t, query{PageSize: 20, Direction: direction})
		if err != nil {
			t.Fatal(err)
		}
		if result.RereadBecause != "" || result.Parts < 2 || len(got) < n {
			t.Fatalf("it returns %d charges: %+v", len(got), result)
		}
		if direction == "asc" {
			slices.Reverse(all)
		}
		first := slices.IndexFunc(all, func(e *entry) bool { return e.ID == got[0] })
		for i, id := range got {
			if want := all[first+i].ID; id != want {
				t.Fatalf("after %d charges comes %s and not %s", i, id, want)
			}
		}
	})
}

// dense puts 90% of n charges into 5% of the time.
func dense(n int) func(int) time.Time {
	r := rand.New(rand.NewPCG(1, 2))
	span := 30 * 24 * time.Hour
	offsets := make([]time.Duration, n)
	for i := range offsets {
		offsets[i] = time.Duration(r.Int64N(int64(span)))
		if i%10 != 0 {
			offsets[i] = span*6/10 + time.Duration(r.Int64N(int64(span/20)))
		}
	}
	slices.Sort(offsets)
	return func(i int) time.Time { return epoch.Add(offsets[i]) }
}

// perSecond puts so many charges into each second.
func perSecond(n int) func(int) time.Time {
	return func(i int) time.Time { return epoch.Add(time.Duration(i/n) * time.Second) }
}

// orders are the orders in which the answers of a round may come. It matters if a
// cursor passes the begin of a part in the round in which that is looked up.
var orders = map[string]func(query) time.Duration{
	"lookups first": slowly(time.Microsecond, func(q query) bool { return q.Cursor != "" }),
	"pages first":   slowly(time.Microsecond, func(q query) bool { return q.Cursor == "" }),
}

// A list is read from a service whose answers all take the same time, which is called
// a round. One cursor takes a round and a request for each page. Each row takes more
// rounds or requests if the read lacks what the row names.
func TestRead_rounds(t *testing.T) {
	t.Parallel()
	type row struct {
		charges  []*entry
		query    query // in pages of 100
		counted  int64 // the most that total_hits says; 0 for no limit
		rounds   int
		requests int
	}
	bubble.Each(t, map[string]row{
		"thirty pages, which are not worth it": {
			charges:  evenly(3000),
			rounds:   30,
			requests: 30,
		},
		"31 pages, which are": {
			charges:  evenly(3100),
			rounds:   6,
			requests: 42,
		},
		"10,000 charges, among all workers alike": {
			charges:  evenly(10_000),
			rounds:   13,
			requests: 112,
		},
		"a charge in each second, oldest first": {
			charges:  spread(10_000, perSecond(1)),
			query:    query{Direction: "asc"},
			rounds:   13,
			requests: 112,
		},
		"bunched, by what is left and not by time": {
			charges:  spread(10_000, dense(10_000)),
			rounds:   20,
			requests: 150,
		},
		"a hundred in each second": {
			charges:  spread(10_000, perSecond(100)),
			rounds:   14,
			requests: 115,
		},
		"total_hits is capped at a fifth": {
			charges:  evenly(20_000),
			counted:  4000,
			rounds:   23,
			requests: 213,
		},
	}, func(t *testing.T, tt row) {
		for order, slow := range orders {
			m := &memory{charges: tt.charges, slow: slow}
			if tt.counted > 0 {
				m.total = countAtMost(tt.counted)
			}
			q := tt.query
			q.PageSize = 100
			started := time.Now()
			result, _, err := m.read(t, q)
			rounds := int(time.Since(started) / latency)
			if err != nil || result.RereadBecause != "" || result.Len != len(tt.charges) {
				t.Fatalf("the result is %+v, error %v", result, err)
			}
			t.Logf("%s: %d rounds, %d requests", order, rounds, len(m.requests))
			if rounds > tt.rounds || len(m.requests) > tt.requests {
				t.Errorf("%s: at most %d rounds and %d requests", order, tt.rounds, tt.requests)
			}
		}
	})
}
