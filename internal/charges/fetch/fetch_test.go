// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/sample"
)

const latency = 50 * time.Millisecond

// oneCursor returns what the pages of one cursor hold.
func oneCursor(t *testing.T, m *memory, q paymentapi.ChargeQuery) []string {
	t.Helper()
	var list []string
	seen := map[string]bool{}
	for page, err := range m.ChargePagesAsSent(t.Context(), q) {
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range page.Items {
			if !seen[c.ID] {
				list = append(list, c.ID)
			}
			if seen[c.ID] = true; len(list) == q.MaxResults {
				return list
			}
		}
	}
	return list
}

// Whatever the service does, parts give the charges that one cursor gives, in
// its order.
func TestRead_sameAsOneCursor(t *testing.T) {
	t.Parallel()
	const n = 5000
	tests := map[string]struct {
		memory *memory
		query  paymentapi.ChargeQuery
		parts  bool // read in parts to the end
		alone  bool // with no request that one cursor does not send
		// searches is how many more requests there may be than one cursor sends.
		searches int
		reread   bool
	}{
		"evenly spread":                  {memory: &memory{charges: spread(n, even)}, parts: true},
		"oldest first":                   {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{Direction: "asc"}, parts: true},
		"newest first by name":           {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{Direction: "desc"}, parts: true},
		"dense":                          {memory: &memory{charges: spread(n, dense(n))}, parts: true},
		"dense, oldest first":            {memory: &memory{charges: spread(n, dense(n))}, query: paymentapi.ChargeQuery{Direction: "asc"}, parts: true},
		"ties":                           {memory: &memory{charges: spread(n, tied)}, parts: true},
		"ties, oldest first":             {memory: &memory{charges: spread(n, tied)}, query: paymentapi.ChargeQuery{Direction: "asc"}, parts: true},
		"all at the same instant":        {memory: &memory{charges: spread(n, sameInstant)}},
		"small pages":                    {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{PageSize: 10}, parts: true},
		"within from and to":             {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{From: "2025-06-01T01:00:00Z", To: "2025-06-01T20:00:00+01:00"}, parts: true},
		"total_hits only at first":       {memory: &memory{charges: spread(n, dense(n)), totalOnce: true}, parts: true},
		"no total_hits":                  {memory: &memory{charges: spread(n, even), noTotal: true}, alone: true},
		"after a cursor":                 {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{Cursor: "charge-004321"}, alone: true},
		"one result":                     {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{MaxResults: 1}, alone: true},
		"few results":                    {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{MaxResults: 777}, alone: true},
		"more results than there":        {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{MaxResults: n}, parts: true},
		"asc ignored":                    {memory: &memory{charges: spread(n, even), ignoreAsc: true}, searches: 11},
		"asc ignored, asc wanted":        {memory: &memory{charges: spread(n, even), ignoreAsc: true}, query: paymentapi.ChargeQuery{Direction: "asc"}},
		"whole seconds, finer times":     {memory: &memory{charges: spread(n, fine), wholeSeconds: true}, parts: true},
		"whole seconds, oldest first":    {memory: &memory{charges: spread(n, fine), wholeSeconds: true}, query: paymentapi.ChargeQuery{Direction: "asc"}, parts: true},
		"created_on in seconds":          {memory: &memory{charges: coarse(spread(n, fine))}, parts: true},
		"whole days":                     {memory: &memory{charges: spread(n, even), wholeDays: true}, searches: 11},
		"whole days, oldest first":       {memory: &memory{charges: spread(n, even), wholeDays: true}, query: paymentapi.ChargeQuery{Direction: "asc"}},
		"bounds ignored from the start":  {memory: &memory{charges: spread(n, even), ignoreBounds: true}, query: paymentapi.ChargeQuery{To: "2025-06-01T01:00:00Z"}, alone: true},
		"bounds ignored":                 {memory: &memory{charges: spread(n, even), ignoreBounds: true}, searches: 11},
		"another clock, ahead":           {memory: &memory{charges: spread(n, even), skewed: time.Minute}, searches: 11},
		"another clock, behind":          {memory: &memory{charges: spread(n, even), skewed: -time.Minute}, reread: true},
		"its second is another":          {memory: &memory{charges: spread(n, even), skewed: -17 * time.Second}, reread: true},
		"total_hits too low":             {memory: &memory{charges: spread(n, even), wrongTotal: -7}, parts: true},
		"total_hits too high":            {memory: &memory{charges: spread(n, even), wrongTotal: 7}, reread: true},
		"total_hits absurd":              {memory: &memory{charges: spread(n, even), wrongTotal: 1 << 62}, reread: true},
		"the same charge twice":          {memory: &memory{charges: doubled(spread(n, even), 150, 4050)}, reread: true},
		"the same charge twice, capped":  {memory: &memory{charges: doubled(spread(n, even), 150, 4050), maxTotal: 1000}, reread: true},
		"it ends before its end":         {memory: &memory{charges: spread(n, even), ends: "charge-004700"}, reread: true},
		"it ends before its end, capped": {memory: &memory{charges: spread(n, even), ends: "charge-004700", maxTotal: 1000}, reread: true},
		"a gap in what was found":        {memory: &memory{charges: spread(n, even), gap: 1, maxTotal: 1000}, reread: true},
		"a gap in what was counted":      {memory: &memory{charges: spread(n, even), gap: 98}, reread: true},
		"total_hits capped":              {memory: &memory{charges: spread(n, even), maxTotal: 1000}, parts: true},
		"total_hits of the page":         {memory: &memory{charges: spread(n, even), pageTotal: true}, alone: true},
		"total_hits 0 with a cursor":     {memory: &memory{charges: spread(n, even), cursorTotal: true}, parts: true},
		"capped, fewer results":          {memory: &memory{charges: spread(n, even), maxTotal: 1000}, query: paymentapi.ChargeQuery{MaxResults: 2000}, reread: true},
		"filters forgotten":              {memory: &memory{charges: spread(n, even), forgetful: true}, query: paymentapi.ChargeQuery{Currency: "JPY"}, reread: true},
		"from forgotten":                 {memory: &memory{charges: spread(n, even), forgetful: true}, query: paymentapi.ChargeQuery{From: "2025-06-01T12:00:00Z"}, reread: true},
		"filters forgotten, no two charges to compare": {
			memory: &memory{charges: spread(400, even), forgetful: true, short: 1, concurrency: 2},
			query:  paymentapi.ChargeQuery{Currency: "JPY", PageSize: 10}, reread: true,
		},
		"capped, a page completes the results": {
			memory: &memory{charges: spread(1305, fading), maxTotal: 1000, concurrency: 2},
			query:  paymentapi.ChargeQuery{MaxResults: 1059}, reread: true,
		},
		"a short part begins after no charge of the cursor": {
			memory: &memory{charges: spread(1105, fading), hides: "charge-000029", concurrency: 2, slowLookups: 3*latency + latency/4}, reread: true,
		},
		"a filter":                  {memory: &memory{charges: spread(3*n, even)}, query: paymentapi.ChargeQuery{Currency: "JPY"}, parts: true},
		"the cursor's charge again": {memory: &memory{charges: spread(n, even), inclusive: true}},
		"in no order":               {memory: &memory{charges: append(spread(n/2, even), spread(n, even)[:n/2]...)}},
		"in reverse":                {memory: &memory{charges: reversed(spread(n, even))}, alone: true},
		"more than asked for":       {memory: &memory{charges: spread(20_000, func(i int) time.Time { return epoch.Add(time.Duration(i/2000) * time.Second) }), generous: 5}, parts: true, searches: 10},
		"one connection":            {memory: &memory{charges: spread(n, even), concurrency: 1}, alone: true},
		"two connections":           {memory: &memory{charges: spread(n, even), concurrency: 2}, parts: true},
		"a hundred connections":     {memory: &memory{charges: spread(n, even), concurrency: 100}, parts: true},
	}
	for name, tt := range sample.Of(5, tests) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := tt.memory
				m.latency = latency
				m.concurrency = max(m.concurrency, 0)
				if m.concurrency == 0 {
					m.concurrency = 10
				}
				q := tt.query
				if q.PageSize == 0 {
					q.PageSize = 100
				}
				want := oneCursor(t, m, q)
				asked := len(m.requests)
				m.requests, m.peak = nil, 0
				result, err := fetch.Read(t.Context(), m, q, newLines)
				if err != nil {
					t.Fatal(err)
				}
				if got := idsOf(result); !slices.Equal(got, want) || result.Len != len(want) {
					t.Errorf("%d charges (Len %d), %d by one cursor; equal: %t", len(got), result.Len, len(want), slices.Equal(got, want))
				}
				begun, wantBegun := 0, 1
				for _, request := range m.requests {
					if request.MaxResults = q.MaxResults; reflect.DeepEqual(request, q) {
						begun++
					}
				}
				if tt.reread {
					wantBegun = 2
				}
				if begun != wantBegun {
					t.Errorf("the list was begun %d times", begun)
				}
				if tt.searches > 0 && len(m.requests) > asked+tt.searches {
					t.Errorf("%d requests, %d by one cursor", len(m.requests), asked)
				}
				if tt.alone && len(m.requests) != asked {
					t.Errorf("%d requests, %d by one cursor", len(m.requests), asked)
				}
				first := q
				first.MaxResults = 0
				if total := m.page(first).TotalHits; (total == nil) != (result.TotalHits == nil) || total != nil && *total != *result.TotalHits {
					t.Errorf("total_hits is not that of the first page")
				}
				if parts := len(result.Parts) > 1; parts != tt.parts {
					t.Errorf("%d parts", len(result.Parts))
				}
				if reread := result.Reread != ""; reread != tt.reread {
					t.Errorf("read again: %q", result.Reread)
				}
				if m.peak > m.concurrency {
					t.Errorf("%d requests in flight, %d allowed", m.peak, m.concurrency)
				}
			})
		})
	}
}

// Wherever the parts of a list happen to end, a service that forgets from or to
// once a cursor is sent gives what it gives one cursor.
func TestRead_boundsForgotten(t *testing.T) {
	t.Parallel()
	for _, direction := range []string{"asc", "desc"} {
		for charges := 1000; charges < 1400; charges += 50 {
			t.Run(fmt.Sprint(direction, charges), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					m := &memory{charges: spread(2000, even), latency: latency, concurrency: 10, forgetful: true}
					q := paymentapi.ChargeQuery{PageSize: 100, Direction: direction}
					if direction == "asc" {
						q.To = even(charges).Format(time.RFC3339)
					} else {
						q.From = even(2000 - charges).Format(time.RFC3339)
					}
					want := oneCursor(t, m, q)
					result, err := fetch.Read(t.Context(), m, q, newLines)
					if err != nil {
						t.Fatal(err)
					}
					if !slices.Equal(idsOf(result), want) || result.OutOfRange != len(want)-charges {
						t.Errorf("%d charges, %d of them out of range; %d by one cursor", result.Len, result.OutOfRange, len(want))
					}
				})
			})
		}
	}
}

// A date is its start in UTC.
func TestRead_outOfRange(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		query paymentapi.ChargeQuery
		want  int
	}{
		"from a date":                 {paymentapi.ChargeQuery{From: "2025-06-02"}, 4},
		"to a date, which is not in":  {paymentapi.ChargeQuery{To: "2025-06-02"}, 6},
		"from and to":                 {paymentapi.ChargeQuery{From: "2025-06-01T06:00:00Z", To: "2025-06-02T06:00:00+06:00"}, 7},
		"a time that no one can read": {paymentapi.ChargeQuery{From: "soon"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &memory{charges: spread(10, func(i int) time.Time { return epoch.Add(time.Duration(i) * 6 * time.Hour) }), ignoreBounds: true, concurrency: 10}
			result, err := fetch.Read(t.Context(), m, tt.query, newLines)
			if err != nil || result.OutOfRange != tt.want {
				t.Errorf("%+v, error %v", result, err)
			}
		})
	}
}

// Charges that arrive while the list is read are newer than all of it: newest
// first, one cursor never sees them.
func TestRead_arrivals(t *testing.T) {
	t.Parallel()
	const n = 3000
	for name, direction := range map[string]string{"newest first": "", "oldest first": "asc"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := &memory{charges: spread(n, even), latency: latency, concurrency: 10}
				m.arrive = func(request int) []paymentapi.Charge {
					i := n + request
					return []paymentapi.Charge{charge(i, even(i))}
				}
				q := paymentapi.ChargeQuery{PageSize: 100, Direction: direction}
				result, err := fetch.Read(t.Context(), m, q, newLines)
				if err != nil {
					t.Fatal(err)
				}
				got := idsOf(result)
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
				if result.Reread != "" || len(result.Parts) < 2 {
					t.Errorf("%d parts, read again: %q", len(result.Parts), result.Reread)
				}
			})
		})
	}
}
