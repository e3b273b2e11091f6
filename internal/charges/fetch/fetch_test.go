// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

const latency = 50 * time.Millisecond

// oneCursor returns what the pages of one cursor hold.
func oneCursor(t *testing.T, m *memory, q paymentapi.ChargeQuery) []string {
	t.Helper()
	var list []string
	for page, err := range m.ChargePages(t.Context(), q) {
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range page.Items {
			list = append(list, c.ID)
		}
	}
	return list
}

// Whatever the service does, parts give the charges that one cursor gives, in its order.
func TestRead_sameAsOneCursor(t *testing.T) {
	t.Parallel()
	const n = 5000
	tests := map[string]struct {
		memory *memory
		query  paymentapi.ChargeQuery
		parts  bool // read in parts to the end
		reread bool
	}{
		"evenly spread":               {memory: &memory{charges: spread(n, even)}, parts: true},
		"oldest first":                {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{Direction: "asc"}, parts: true},
		"newest first by name":        {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{Direction: "desc"}, parts: true},
		"dense":                       {memory: &memory{charges: spread(n, dense(n))}, parts: true},
		"dense, oldest first":         {memory: &memory{charges: spread(n, dense(n))}, query: paymentapi.ChargeQuery{Direction: "asc"}, parts: true},
		"ties":                        {memory: &memory{charges: spread(n, tied)}, parts: true},
		"ties, oldest first":          {memory: &memory{charges: spread(n, tied)}, query: paymentapi.ChargeQuery{Direction: "asc"}, parts: true},
		"all at the same instant":     {memory: &memory{charges: spread(n, sameInstant)}},
		"small pages":                 {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{PageSize: 10}, parts: true},
		"within from and to":          {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{From: "2025-06-01T01:00:00Z", To: "2025-06-01T20:00:00+01:00"}, parts: true},
		"total_hits only at first":    {memory: &memory{charges: spread(n, dense(n)), totalOnce: true}, parts: true},
		"no total_hits":               {memory: &memory{charges: spread(n, even), noTotal: true}},
		"after a cursor":              {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{Cursor: "charge-004321"}},
		"few results":                 {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{MaxResults: 777}},
		"more results than there":     {memory: &memory{charges: spread(n, even)}, query: paymentapi.ChargeQuery{MaxResults: n}, parts: true},
		"asc ignored":                 {memory: &memory{charges: spread(n, even), ignoreAsc: true}},
		"asc ignored, asc wanted":     {memory: &memory{charges: spread(n, even), ignoreAsc: true}, query: paymentapi.ChargeQuery{Direction: "asc"}},
		"whole seconds, finer times":  {memory: &memory{charges: spread(n, fine), wholeSeconds: true}, parts: true},
		"whole seconds, oldest first": {memory: &memory{charges: spread(n, fine), wholeSeconds: true}, query: paymentapi.ChargeQuery{Direction: "asc"}, parts: true},
		"created_on in seconds":       {memory: &memory{charges: coarse(spread(n, fine))}, parts: true},
		"whole days":                  {memory: &memory{charges: spread(n, even), wholeDays: true}, reread: true},
		"bounds ignored":              {memory: &memory{charges: spread(n, even), ignoreBounds: true}, reread: true},
		"bounds break the service":    {memory: &memory{charges: spread(n, even), fail: stumble}, reread: true},
		"bounds refused":              {memory: &memory{charges: spread(n, even), refuseBounds: true}, reread: true},
		"another clock, ahead":        {memory: &memory{charges: spread(n, even), skewed: time.Minute}, reread: true},
		"another clock, behind":       {memory: &memory{charges: spread(n, even), skewed: -time.Minute}, reread: true},
		"total_hits too low":          {memory: &memory{charges: spread(n, even), wrongTotal: -7}, reread: true},
		"total_hits too high":         {memory: &memory{charges: spread(n, even), wrongTotal: 7}, reread: true},
		"in no order":                 {memory: &memory{charges: append(spread(n/2, even), spread(n, even)[:n/2]...)}},
		"one connection":              {memory: &memory{charges: spread(n, even), concurrency: 1}},
		"two connections":             {memory: &memory{charges: spread(n, even), concurrency: 2}, parts: true},
		"a hundred connections":       {memory: &memory{charges: spread(n, even), concurrency: 100}, parts: true},
	}
	for name, tt := range tests {
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
				m.requests, m.peak = nil, 0
				result, err := fetch.Read(t.Context(), m, q, newLines)
				if err != nil {
					t.Fatal(err)
				}
				if got := idsOf(result); !slices.Equal(got, want) || result.Len != len(want) {
					t.Errorf("%d charges (Len %d), %d by one cursor; equal: %t", len(got), result.Len, len(want), slices.Equal(got, want))
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

// stumble is a service that fails at any from or to.
func stumble(q paymentapi.ChargeQuery) error {
	if q.From != "" || q.To != "" {
		return &paymentapi.APIError{StatusCode: 500}
	}
	return nil
}

// Charges that arrive while the list is read are newer than all of it: newest first, one cursor
// never sees them.
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

func TestRead_speed(t *testing.T) {
	t.Parallel()
	const n = 10_000
	tests := map[string]struct {
		charges []paymentapi.Charge
		faster  float64
	}{
		"evenly spread": {spread(n, even), 7},
		"dense":         {spread(n, dense(n)), 5.5},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := &memory{charges: tt.charges, latency: latency, concurrency: 10}
				start := time.Now()
				result, err := fetch.Read(t.Context(), m, paymentapi.ChargeQuery{PageSize: 100}, newLines)
				if err != nil {
					t.Fatal(err)
				}
				took := time.Since(start)
				t.Logf("%v, %d requests, %d parts", took, len(m.requests), len(result.Parts))
				if sequential := n / 100 * latency; took.Seconds()*tt.faster > sequential.Seconds() {
					t.Errorf("took %v, one cursor %v", took, sequential)
				}
				if len(m.requests) > 2*n/100 {
					t.Errorf("%d requests", len(m.requests))
				}
			})
		})
	}
}
