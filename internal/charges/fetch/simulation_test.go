// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// simulation reads a list from a service whose answers all take the same time. Time
// is counted in rounds of that length.
type simulation struct {
	charges   []paymentapi.Charge
	direction string
	workers   int
	maxTotal  int64
	// What the list may take at most. One cursor takes a round and a request for
	// each page.
	rounds, requests int
}

// orders are the orders in which the answers of a round may come. It matters if a
// cursor passes the begin of a part in the round in which that is looked up.
var orders = map[string]func(paymentapi.ChargeQuery) time.Duration{
	"lookups first": slowly(time.Microsecond, func(q paymentapi.ChargeQuery) bool { return !isLookup(q) }),
	"pages first":   slowly(time.Microsecond, isLookup),
}

func (s simulation) run(t *testing.T, order string) (rounds, requests int) {
	t.Helper()
	m := &memory{charges: s.charges, latency: latency, concurrency: s.workers, maxTotal: s.maxTotal, slow: orders[order]}
	begun := time.Now()
	result, _, err := m.read(t, paymentapi.ChargeQuery{PageSize: 100, Direction: s.direction})
	if err != nil {
		t.Fatal(err)
	}
	if result.Len != len(s.charges) || result.Reread != "" {
		t.Errorf("%d charges, read again: %q", result.Len, result.Reread)
	}
	return int(time.Since(begun) / latency), len(m.requests)
}

// Each row takes more rounds or requests if the read lacks what the row names.
func TestRead_rounds(t *testing.T) {
	t.Parallel()
	tests := map[string]simulation{
		"a list of nine pages, which is not worth it":     {charges: spread(900, even), workers: 10, rounds: 9, requests: 9},
		"a list of ten pages, in parts of a page or more": {charges: spread(1000, even), workers: 10, rounds: 4, requests: 18},
		"10,000 charges, among all workers alike":         {charges: spread(10_000, even), workers: 10, rounds: 12, requests: 103},
		"a charge in each second, oldest first":           {charges: spread(10_000, func(i int) time.Time { return epoch.Add(time.Duration(i) * time.Second) }), direction: "asc", workers: 10, rounds: 12, requests: 103},
		"two workers":                                     {charges: spread(10_000, even), workers: 2, rounds: 52, requests: 102},
		"thirty workers":                                  {charges: spread(10_000, even), workers: 30, rounds: 6, requests: 123},
		"bunched, by what is left and not by time":        {charges: spread(10_000, dense(10_000)), workers: 10, rounds: 16, requests: 119},
		"the oldest bunched":                              {charges: spread(10_000, slowing(10_000)), workers: 10, rounds: 19, requests: 114},
		"three bunches with nothing between them":         {charges: spread(10_000, bunched(10_000, 3)), workers: 10, rounds: 16, requests: 130},
		"a hundred in each second":                        {charges: spread(10_000, func(i int) time.Time { return epoch.Add(time.Duration(i/100) * time.Second) }), workers: 10, rounds: 13, requests: 113},
		"a thousand in each second":                       {charges: spread(10_000, func(i int) time.Time { return epoch.Add(time.Duration(i/1000) * time.Second) }), workers: 10, rounds: 22, requests: 109},
		"total_hits capped at a tenth":                    {charges: spread(20_000, even), maxTotal: 2000, workers: 10, rounds: 22, requests: 203},
		"total_hits capped, bunched":                      {charges: spread(20_000, dense(20_000)), maxTotal: 2000, workers: 10, rounds: 25, requests: 221},
	}
	for name, tt := range tests {
		for order := range orders {
			t.Run(name+", "+order, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					rounds, requests := tt.run(t, order)
					t.Logf("%d rounds, %d requests", rounds, requests)
					if rounds > tt.rounds || requests > tt.requests {
						t.Errorf("%d rounds and %d requests, at most %d and %d", rounds, requests, tt.rounds, tt.requests)
					}
				})
			})
		}
	}
}

// Requests that only show where a list can be divided ask for small pages.
func TestRead_smallLookups(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &memory{charges: spread(15_000, even), latency: latency, concurrency: 10}
		result, _, err := m.read(t, paymentapi.ChargeQuery{PageSize: 100, Currency: "JPY"})
		if err != nil || result.Parts < 2 {
			t.Fatalf("%+v, error %v", result, err)
		}
		for _, q := range m.requests[1:] {
			if small := q.PageSize == paymentapi.MinPageSize; small != (q.Cursor == "") {
				t.Errorf("asked for %+v", q)
			}
		}
	})
}
