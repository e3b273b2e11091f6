// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

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

// bunched puts n charges into three bunches of an hour each, three days from each
// other.
func bunched(n int) func(int) time.Time {
	each := n / 3
	return func(i int) time.Time {
		within := time.Duration(i%each) * time.Hour / time.Duration(each)
		return epoch.Add(time.Duration(i/each)*72*time.Hour + within)
	}
}

// slowing spreads n charges over a year, with more and more time between them.
func slowing(n int) func(int) time.Time {
	return func(i int) time.Time {
		x := float64(i) / float64(n)
		return epoch.Add(time.Duration(x * x * x * float64(365*24*time.Hour)))
	}
}

// perSecond puts so many charges into each second.
func perSecond(n int) func(int) time.Time {
	return func(i int) time.Time { return epoch.Add(time.Duration(i/n) * time.Second) }
}

// orders are the orders in which the answers of a round may come. It matters if a
// cursor passes the begin of a part in the round in which that is looked up.
var orders = map[string]func(paymentapi.ChargeQuery) time.Duration{
	"lookups first": slowly(time.Microsecond, func(q paymentapi.ChargeQuery) bool { return q.Cursor != "" }),
	"pages first":   slowly(time.Microsecond, func(q paymentapi.ChargeQuery) bool { return q.Cursor == "" }),
}

// A list is read from a service whose answers all take the same time, which is called
// a round. One cursor takes a round and a request for each page. Each row takes more
// rounds or requests if the read lacks what the row names.
func TestRead_rounds(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		charges          []*entry
		query            paymentapi.ChargeQuery
		concurrency      int
		most             int64 // in total_hits
		rounds, requests int
	}{
		"thirty pages, which are not worth it":     {charges: spread(3000, even), rounds: 30, requests: 30},
		"with a filter, too":                       {charges: spread(7500, even), query: paymentapi.ChargeQuery{Currency: "JPY"}, rounds: 30, requests: 30},
		"31 pages, which are":                      {charges: spread(3100, even), rounds: 6, requests: 42},
		"10,000 charges, among all workers alike":  {charges: spread(10_000, even), rounds: 13, requests: 112},
		"a charge in each second, oldest first":    {charges: spread(10_000, perSecond(1)), query: paymentapi.ChargeQuery{Direction: "asc"}, rounds: 13, requests: 112},
		"two workers":                              {charges: spread(10_000, even), concurrency: 2, rounds: 52, requests: 104},
		"thirty workers":                           {charges: spread(10_000, even), concurrency: 30, rounds: 7, requests: 152},
		"bunched, by what is left and not by time": {charges: spread(10_000, dense(10_000)), rounds: 20, requests: 150},
		"the oldest bunched":                       {charges: spread(10_000, slowing(10_000)), rounds: 25, requests: 155},
		"three bunches with nothing between them":  {charges: spread(10_000, bunched(10_000)), rounds: 19, requests: 155},
		"a hundred in each second":                 {charges: spread(10_000, perSecond(100)), rounds: 14, requests: 115},
		"a thousand in each second":                {charges: spread(10_000, perSecond(1000)), rounds: 23, requests: 111},
		"total_hits capped at a fifth":             {charges: spread(20_000, even), most: 4000, rounds: 23, requests: 213},
		"total_hits capped, bunched":               {charges: spread(20_000, dense(20_000)), most: 4000, rounds: 30, requests: 260},
	}
	for name, tt := range tests {
		for order, slow := range orders {
			t.Run(name+", "+order, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					m := &memory{charges: tt.charges, concurrency: tt.concurrency, slow: slow}
					if tt.most > 0 {
						m.total = func(paymentapi.ChargeQuery, int) *int64 { return &tt.most }
					}
					begun := time.Now()
					tt.query.PageSize = 100
					result, _, err := m.read(t, tt.query)
					if err != nil || result.Reread != "" || tt.query.Currency == "" && result.Len != len(tt.charges) {
						t.Fatalf("%+v, error %v", result, err)
					}
					rounds := int(time.Since(begun) / latency)
					t.Logf("%d rounds, %d requests", rounds, len(m.requests))
					if rounds > tt.rounds || len(m.requests) > tt.requests {
						t.Errorf("%d rounds and %d requests, at most %d and %d", rounds, len(m.requests), tt.rounds, tt.requests)
					}
				})
			})
		}
	}
}
