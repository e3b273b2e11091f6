// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

const latency = 50 * time.Millisecond

// Whatever the service does, parts give the charges that one cursor gives, in
// its order.
func TestRead_sameAsOneCursor(t *testing.T) {
	t.Parallel()
	const n, pageSize = 1000, 20
	asc, cursor := paymentapi.ChargeQuery{Direction: "asc"}, "charge-000864"
	tests := map[string]struct {
		memory *memory
		query  paymentapi.ChargeQuery
		parts  bool // read in parts to the end
		alone  bool // only the requests that one cursor sends
		// searches is how many requests there may be in addition to those of one cursor.
		searches int
		reread   bool
	}{
		"evenly spread":                  {memory: &memory{charges: spread(n, even)}, parts: true},
		"oldest first":                   {memory: &memory{charges: spread(n, even)}, query: asc, parts: true},
		"newest first by name":           {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{Direction: "desc"}, parts: true},
		"dense":                          {memory: &memory{charges: spread(n, dense(n))}, parts: true},
		"dense, oldest first":            {memory: &memory{charges: spread(n, dense(n))}, query: asc, parts: true},
		"ties":                           {memory: &memory{charges: spread(n, tied)}, parts: true},
		"ties, oldest first":             {memory: &memory{charges: spread(n, tied)}, query: asc, parts: true},
		"all at the same instant":        {memory: &memory{charges: spread(n, sameInstant)}},
		"the largest pages":              {memory: &memory{charges: spread(5*n, even)}, query: paymentapi.ChargeQuery{PageSize: 100}, parts: true},
		"within from and to":             {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{From: "2025-06-01T00:12:00Z", To: "2025-06-01T05:00:00+01:00"}, parts: true},
		"total_hits only at first":       {memory: &memory{charges: spread(n, dense(n)), totalOnce: true}, parts: true},
		"no total_hits":                  {memory: &memory{charges: spread(n, even), noTotal: true}, alone: true},
		"after a cursor":                 {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{Cursor: cursor}, alone: true},
		"one result":                     {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{MaxResults: 1}, alone: true},
		"few results":                    {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{MaxResults: 155}, alone: true},
		"as many results as charges":     {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{MaxResults: n}, parts: true},
		"asc ignored":                    {memory: &memory{charges: spread(n, even), ignoreAsc: true}, searches: 11},
		"asc ignored, asc wanted":        {memory: &memory{charges: spread(n, even), ignoreAsc: true}, query: asc},
		"whole seconds, finer times":     {memory: &memory{charges: spread(n, fine), wholeSeconds: true}, parts: true},
		"whole seconds, oldest first":    {memory: &memory{charges: spread(n, fine), wholeSeconds: true}, query: asc, parts: true},
		"created_on in seconds":          {memory: &memory{charges: coarse(spread(n, fine))}, parts: true},
		"whole days":                     {memory: &memory{charges: spread(n, even), wholeDays: true}, searches: 11},
		"whole days, oldest first":       {memory: &memory{charges: spread(n, even), wholeDays: true}, query: asc},
		"bounds ignored from the start":  {memory: &memory{charges: spread(n, even), ignoreBounds: true}, query: paymentapi.ChargeQuery{To: "2025-06-01T00:12:00Z"}, alone: true},
		"bounds ignored":                 {memory: &memory{charges: spread(n, even), ignoreBounds: true}, searches: 11},
		"another clock, ahead":           {memory: &memory{charges: spread(n, even), skewed: time.Minute}, searches: 11},
		"another clock, behind":          {memory: &memory{charges: spread(n, even), skewed: -time.Minute}, reread: true},
		"another clock, 17 s behind":     {memory: &memory{charges: spread(n, even), skewed: -17 * time.Second}, reread: true},
		"total_hits too low":             {memory: &memory{charges: spread(n, even), wrongTotal: -7}, parts: true},
		"total_hits too high":            {memory: &memory{charges: spread(n, even), wrongTotal: 7}, reread: true},
		"total_hits one too high":        {memory: &memory{charges: spread(n, even), wrongTotal: 1}, reread: true},
		"one page, counted as many":      {memory: &memory{charges: spread(8, even), wrongTotal: n}, alone: true},
		"total_hits absurd":              {memory: &memory{charges: spread(n, even), wrongTotal: 1 << 62}, reread: true},
		"the same charge twice":          {memory: &memory{charges: doubled(spread(n, even), 30, 810)}, reread: true},
		"the same charge twice, capped":  {memory: &memory{charges: doubled(spread(n, even), 30, 810), maxTotal: 200}, reread: true},
		"it ends before its end":         {memory: &memory{charges: spread(n, even), ends: "charge-000940"}, reread: true},
		"it ends before its end, capped": {memory: &memory{charges: spread(n, even), ends: "charge-000940", maxTotal: 200}, reread: true},
		"a gap in what was found":        {memory: &memory{charges: spread(n, even), gap: 1, maxTotal: 200}, reread: true},
		"a gap in what was counted":      {memory: &memory{charges: spread(n, even), gap: 18}, reread: true},
		"total_hits capped":              {memory: &memory{charges: spread(n, even), maxTotal: 200}, parts: true},
		"total_hits of the page":         {memory: &memory{charges: spread(n, even), pageTotal: true}, alone: true},
		"total_hits 0 with a cursor":     {memory: &memory{charges: spread(n, even), cursorTotal: true}, parts: true},
		"capped, fewer results":          {memory: &memory{charges: spread(n, even), maxTotal: 200}, query: paymentapi.ChargeQuery{MaxResults: 400}, reread: true},
		"filters forgotten":              {memory: &memory{charges: spread(n, even), forgetful: true}, query: paymentapi.ChargeQuery{Currency: "JPY"}, reread: true},
		"from forgotten":                 {memory: &memory{charges: spread(n, even), forgetful: true}, query: paymentapi.ChargeQuery{From: "2025-06-01T02:24:00Z"}, reread: true},
		"filters forgotten, no two charges to compare": {
			memory: &memory{charges: spread(400, even), forgetful: true, short: 1, concurrency: 2},
			query:  paymentapi.ChargeQuery{Currency: "JPY", PageSize: 10}, reread: true,
		},
		"capped, a page completes the results": {
			memory: &memory{charges: spread(1305, fading), maxTotal: 1000, concurrency: 2},
			query:  paymentapi.ChargeQuery{MaxResults: 1059, PageSize: 100}, reread: true,
		},
		"a short part begins after no charge of the cursor": {
			memory: &memory{charges: spread(1105, fading), hides: "charge-000029", concurrency: 2, slow: slowly(3*latency+latency/4, isLookup)},
			query:  paymentapi.ChargeQuery{PageSize: 100}, reread: true,
		},
		"a filter":                   {memory: &memory{charges: spread(3*n, even)}, query: paymentapi.ChargeQuery{Currency: "JPY"}, parts: true},
		"the cursor's charge again":  {memory: &memory{charges: spread(n, even), inclusive: true, slow: orders["lookups first"]}, searches: 1},
		"the cursor's charge, early": {memory: &memory{charges: spread(n, even), inclusive: true, slow: orders["pages first"]}, searches: 1},
		"in no order":                {memory: &memory{charges: append(spread(n/2, even), spread(n, even)[:n/2]...)}},
		"in reverse":                 {memory: &memory{charges: reversed(spread(n, even))}, alone: true},
		"more than asked for":        {memory: &memory{charges: spread(4*n, func(i int) time.Time { return epoch.Add(time.Duration(i/400) * time.Second) }), generous: 5}, parts: true, searches: 10},
		"one connection":             {memory: &memory{charges: spread(n, even), concurrency: 1}, alone: true},
		"two connections":            {memory: &memory{charges: spread(n, even), concurrency: 2}, parts: true},
		"a hundred connections":      {memory: &memory{charges: spread(n, even), concurrency: 100}, parts: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m, q := tt.memory, tt.query
				m.latency = latency
				if m.concurrency == 0 {
					m.concurrency = 10
				}
				if q.PageSize == 0 {
					q.PageSize = pageSize
				}
				want := m.oneCursor(t, q)
				asked := len(m.requests)
				m.requests, m.peak = nil, 0
				result, got, err := m.read(t, q)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got, want) || result.Len != len(want) {
					t.Errorf("%d charges (Len %d), %d by one cursor; equal: %t", len(got), result.Len, len(want), slices.Equal(got, want))
				}
				if begun := m.begun(q); begun != 1 && !tt.reread || tt.reread && begun != 2 {
					t.Errorf("the list was begun %d times", begun)
				}
				if tt.searches > 0 && len(m.requests) > asked+tt.searches || tt.alone && len(m.requests) != asked {
					t.Errorf("%d requests, %d by one cursor", len(m.requests), asked)
				}
				if total := m.page(q).TotalHits; (total == nil) != (result.TotalHits == nil) || total != nil && *total != *result.TotalHits {
					t.Errorf("total_hits is not that of the first page")
				}
				if (result.Parts > 1) != tt.parts || (result.Reread != "") != tt.reread {
					t.Errorf("%d parts, read again: %q", result.Parts, result.Reread)
				}
				if m.peak > m.concurrency {
					t.Errorf("%d requests in flight, %d allowed", m.peak, m.concurrency)
				}
			})
		})
	}
}

// A lookup may find the end of the list. That is the real end if the service says so,
// but not if it is only a bound of the lookup: if the service forgets from and to once
// a cursor is sent, one cursor finds more charges.
func TestRead_lookupAtTheEnd(t *testing.T) {
	t.Parallel()
	// The list has many charges, long after them a single one, which is what the
	// first lookup finds, and long after that a few more.
	const many, few, far = 300, 50, 100 * 24 * time.Hour
	at := func(i int) time.Duration {
		switch {
		case i < many:
			return time.Duration(i) * time.Second
		case i == many:
			return far
		}
		return 2*far + time.Duration(i)*time.Second
	}
	for name, tt := range map[string]struct {
		charges int
		bound   bool // after the single charge; the service forgets it
	}{
		"is its end":       {charges: many + 1},
		"the list goes on": {charges: many + 1 + few},
		"is only a bound":  {charges: many + 1 + few, bound: true},
	} {
		for _, direction := range []string{"asc", "desc"} {
			t.Run(name+", "+direction, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					m := &memory{latency: latency, concurrency: 2, slow: orders["pages first"], forgetful: tt.bound}
					q, filter, single := paymentapi.ChargeQuery{PageSize: 20, Direction: direction}, "from", many
					if direction == "asc" {
						m.charges, single = spread(tt.charges, func(i int) time.Time { return epoch.Add(at(i)) }), tt.charges-1-many
					} else {
						m.charges = spread(tt.charges, func(i int) time.Time { return epoch.Add(-at(tt.charges - 1 - i)) })
					}
					switch bound := created(m.charges[single]); {
					case tt.bound && direction == "asc":
						q.To, filter = bound.Add(time.Second).Format(time.RFC3339), "to"
					case tt.bound:
						q.From = bound.Format(time.RFC3339)
					}
					want := m.oneCursor(t, q)
					m.requests = nil
					result, got, err := m.read(t, q)
					if err != nil || !slices.Equal(got, want) || len(want) != tt.charges || (result.Reread != "") != tt.bound || (result.Parts > 1) == tt.bound {
						t.Errorf("%d charges in %d parts, %d by one cursor, read again: %q, error %v", len(got), result.Parts, len(want), result.Reread, err)
					}
					if slices.ContainsFunc(m.requests, func(r paymentapi.ChargeQuery) bool { return r.Cursor == m.charges[single].ID }) != tt.bound {
						t.Errorf("asked for what follows the single charge: %t, want %t", !tt.bound, tt.bound)
					}
					if tt.bound && (len(result.Outside) != 1 || result.Outside[0].Filter != filter || result.Outside[0].Charges != few) {
						t.Errorf("outside are %v", result.Outside)
					}
				})
			})
		}
	}
}

// Charges that arrive while the list is read are newer than all of it. If the newest
// come first, one cursor never sees them.
func TestRead_arrivals(t *testing.T) {
	t.Parallel()
	const n = 600
	for name, direction := range map[string]string{"newest first": "", "oldest first": "asc"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := &memory{charges: spread(n, even), latency: latency, concurrency: 10}
				m.arrive = func(request int) []paymentapi.Charge {
					return []paymentapi.Charge{charge(n+request, even(n+request))}
				}
				result, got, err := m.read(t, paymentapi.ChargeQuery{PageSize: 20, Direction: direction})
				if err != nil {
					t.Fatal(err)
				}
				var want []string
				for _, c := range m.charges {
					want = append(want, c.ID)
				}
				if direction == "asc" {
					slices.Reverse(want)
					want = want[:len(got)]
				} else {
					want = want[len(want)-len(got):]
				}
				if !slices.Equal(got, want) || len(got) < n {
					t.Errorf("%d charges, not those of the list in one piece", len(got))
				}
				if result.Reread != "" || result.Parts < 2 {
					t.Errorf("%d parts, read again: %q", result.Parts, result.Reread)
				}
			})
		})
	}
}
