// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
)

// doubled puts the id of one charge in place of another's.
func doubled(charges []*entry, one, other int) []*entry {
	charges[other].ID = charges[one].ID
	return charges
}

func undated(charges []*entry) []*entry {
	for _, e := range charges {
		e.CreatedOn = nil
	}
	return charges
}

func atMost(n int64) func(query, int) *int64 {
	return func(_ query, all int) *int64 { return new(min(int64(all), n)) }
}

// A list is read in parts as long as that works at this service, and otherwise by one
// cursor, at once or again. TestRead_anyList holds that its charges are always those of
// one cursor.
func TestRead_sameAsOneCursor(t *testing.T) {
	t.Parallel()
	const n, pageSize = 1000, 20
	list := func() []*entry { return spread(n, even) }
	ask := func(change func(*query)) func(query) query {
		return func(q query) query {
			change(&q)
			return q
		}
	}
	ignoresAsc := ask(func(q *query) { q.Direction = "" })
	ignoresBounds := ask(func(q *query) { q.From, q.To = "", "" })
	asc := query{Direction: "asc"}
	type row struct {
		memory *memory
		query  query
		parts  bool // read in parts to the end
		alone  bool // only the requests that one cursor sends
		reread bool
	}
	bubble.Each(t, map[string]row{
		"evenly spread":                {memory: &memory{charges: list()}, parts: true},
		"oldest first":                 {memory: &memory{charges: list()}, query: asc, parts: true},
		"all at the same instant":      {memory: &memory{charges: spread(n, func(int) time.Time { return epoch })}},
		"within from and to":           {memory: &memory{charges: list()}, query: query{From: "2025-06-01T00:12:00Z", To: "2025-06-01T05:00:00+01:00"}, parts: true},
		"a filter":                     {memory: &memory{charges: spread(3*n, even)}, query: query{Currency: "JPY"}, parts: true},
		"no total_hits":                {memory: &memory{charges: list(), total: func(query, int) *int64 { return nil }}, alone: true},
		"total_hits capped":            {memory: &memory{charges: list(), total: atMost(700)}, parts: true},
		"after a cursor":               {memory: &memory{charges: list()}, query: query{Cursor: "charge-000864"}, alone: true},
		"one result":                   {memory: &memory{charges: list()}, query: query{MaxResults: 1}, alone: true},
		"as many results as charges":   {memory: &memory{charges: list()}, query: query{MaxResults: n}, parts: true},
		"one charge more than counted": {memory: &memory{charges: list(), total: atMost(n - 1)}, query: query{MaxResults: n - 1}, reread: true},
		"asc ignored":                  {memory: &memory{charges: list(), ask: ignoresAsc}},
		"bounds ignored":               {memory: &memory{charges: list(), ask: ignoresBounds}},
		"the same charge twice":        {memory: &memory{charges: doubled(list(), 30, 810)}, reread: true},
		"it ends before its end": {
			memory: &memory{charges: list(), rewrite: func(q query, p *page) { p.HasMore = p.HasMore && q.Cursor != "charge-000940" }}, reread: true,
		},
		"a cursor passes what was found": {
			memory: &memory{charges: list(), rewrite: func(q query, p *page) {
				p.Items = slices.DeleteFunc(p.Items, func(c paymentapi.Charge) bool {
					return strings.HasSuffix(c.ID, "7") == (q.Cursor != "") && (q.Cursor != "" || isLookup(q))
				})
			}}, reread: true,
		},
		"it ends before what lookups find": {memory: &memory{
			charges: list(),
			rewrite: func(q query, p *page) {
				last := slices.IndexFunc(p.Items, func(c paymentapi.Charge) bool { return c.ID == "charge-000220" })
				if !isLookup(q) && last >= 0 {
					p.Items, p.HasMore = p.Items[:last+1], false
				}
			},
			slow: func(q query) time.Duration {
				switch to, err := time.Parse(time.RFC3339, q.To); {
				case err == nil && to.Before(even(220)):
					return 20 * latency
				case q.Cursor > "charge-000900":
					return 10 * latency // so that the first part ends last
				}
				return 0
			},
		}, parts: true},
		"not in the order of time": {memory: &memory{charges: spread(n, func(i int) time.Time { return even(301 * i % n) })}},
		"no created_on":            {memory: &memory{charges: undated(list())}},
		"one connection":           {memory: &memory{charges: list(), concurrency: 1}, alone: true},
		"requests held back":       {memory: &memory{charges: list(), holdsBack: true}, alone: true},
	}, func(t *testing.T, tt row) {
		m, q := tt.memory, tt.query
		if q.PageSize == 0 {
			q.PageSize = pageSize
		}
		want := m.oneCursor(t, q)
		if once := slices.Compact(slices.Sorted(slices.Values(want))); len(once) != len(want) {
			t.Errorf("%d charges by one cursor, of which %d are different", len(want), len(once))
		}
		asked := len(m.requests)
		m.requests = nil
		result, got, err := m.read(t, q)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, want) || result.Len != len(want) {
			t.Errorf("%d charges (Len %d), %d by one cursor; equal: %t", len(got), result.Len, len(want), slices.Equal(got, want))
		}
		if slices.ContainsFunc(m.requests, func(r query) bool { return isLookup(r) && !isLookup(q) && !r.OneAttempt }) {
			t.Error("a lookup is retried")
		}
		if begun := m.begun(q); begun != 1 && !tt.reread || tt.reread && begun != 2 {
			t.Errorf("the list was begun %d times", begun)
		}
		if tt.alone && len(m.requests) != asked || !tt.parts && !tt.reread && len(m.requests) > asked+m.Concurrency() {
			t.Errorf("%d requests, %d by one cursor", len(m.requests), asked)
		}
		if (result.Parts > 1) != tt.parts || (result.RereadBecause != "") != tt.reread {
			t.Errorf("%d parts, read again: %q", result.Parts, result.RereadBecause)
		}
	})
}

// Charges that arrive while the list is read are newer than all of it. There is no gap.
func TestRead_arrivals(t *testing.T) {
	t.Parallel()
	const n = 1000
	bubble.Each(t, map[string]string{"newest first": "", "oldest first": "asc"}, func(t *testing.T, direction string) {
		all := spread(2*n, even) // the requests are fewer than n
		m := &memory{charges: all[n:], arrive: func(request int) []*entry { return all[n-request : n-request+1] }}
		result, got, err := m.read(t, query{PageSize: 20, Direction: direction})
		if err != nil || result.RereadBecause != "" || result.Parts < 2 || len(got) < n {
			t.Fatalf("%+v, %d charges, error %v", result, len(got), err)
		}
		if direction == "asc" {
			slices.Reverse(all)
		}
		first := slices.IndexFunc(all, func(e *entry) bool { return e.ID == got[0] })
		for i, id := range got {
			if id != all[first+i].ID {
				t.Fatalf("after %d charges comes %s and not %s", i, id, all[first+i].ID)
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
		charges          []*entry
		query            query
		most             int64 // in total_hits
		rounds, requests int
	}
	bubble.Each(t, map[string]row{
		"thirty pages, which are not worth it":     {charges: spread(3000, even), rounds: 30, requests: 30},
		"31 pages, which are":                      {charges: spread(3100, even), rounds: 6, requests: 42},
		"10,000 charges, among all workers alike":  {charges: spread(10_000, even), rounds: 13, requests: 112},
		"a charge in each second, oldest first":    {charges: spread(10_000, perSecond(1)), query: query{Direction: "asc"}, rounds: 13, requests: 112},
		"bunched, by what is left and not by time": {charges: spread(10_000, dense(10_000)), rounds: 20, requests: 150},
		"a hundred in each second":                 {charges: spread(10_000, perSecond(100)), rounds: 14, requests: 115},
		"total_hits capped at a fifth":             {charges: spread(20_000, even), most: 4000, rounds: 23, requests: 213},
	}, func(t *testing.T, tt row) {
		for order, slow := range orders {
			m := &memory{charges: tt.charges, slow: slow}
			if tt.most > 0 {
				m.total = func(query, int) *int64 { return &tt.most }
			}
			begun := time.Now()
			query := tt.query // the other order has it, too
			query.PageSize = 100
			result, _, err := m.read(t, query)
			if err != nil || result.RereadBecause != "" || result.Len != len(tt.charges) {
				t.Fatalf("%+v, error %v", result, err)
			}
			rounds := int(time.Since(begun) / latency)
			t.Logf("%s: %d rounds, %d requests", order, rounds, len(m.requests))
			if rounds > tt.rounds || len(m.requests) > tt.requests {
				t.Errorf("%s: %d rounds and %d requests, at most %d and %d", order, rounds, len(m.requests), tt.rounds, tt.requests)
			}
		}
	})
}
