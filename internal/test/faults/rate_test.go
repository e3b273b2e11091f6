// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// rates are limits that services publish, and other ways to limit requests.
var rates = map[string]func() *fakeservice.Rate{
	"burst 10, 120":   func() *fakeservice.Rate { return &fakeservice.Rate{Burst: 10, PerMinute: 120} },
	"burst 1, 120":    func() *fakeservice.Rate { return &fakeservice.Rate{Burst: 1, PerMinute: 120} },
	"burst 30, 1,200": func() *fakeservice.Rate { return &fakeservice.Rate{Burst: 30, PerMinute: 1200} },
	"with Retry-After": func() *fakeservice.Rate {
		return &fakeservice.Rate{Burst: 10, PerMinute: 120, RetryAfter: true}
	},
	"one at a time":        func() *fakeservice.Rate { return &fakeservice.Rate{AtOnce: 1} },
	"20 in a fixed minute": func() *fakeservice.Rate { return &fakeservice.Rate{Burst: 20, Window: time.Minute} },
	"two, and burst 10":    func() *fakeservice.Rate { return &fakeservice.Rate{Burst: 10, PerMinute: 120, AtOnce: 2} },
}

// TestRate_lists: a list is read whatever the rate limit is, even without retries.
func TestRate_lists(t *testing.T) {
	t.Parallel()

	for name, rate := range rates {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, acctest.Values{"max_retries": 0})
				const n, pageSize = 300, 10
				w.SeedCharges(n-charges, fakeservice.SeedOptions{Seed: 1, Skew: fakeservice.Skew9005})
				limit := rate()
				w.Set(func(b *fakeservice.Behavior) { b.Rate, b.Latency = limit, 50*time.Millisecond })
				started := time.Now()
				result, diags := w.protocol.Read(t.Context(), "paymentservice_charges", acctest.Values{"page_size": pageSize})
				took := time.Since(started)
				if list, _ := result["charges"].([]any); len(list) != n || len(diags) > 0 {
					t.Fatalf("%d charges and %s, want %d", len(list), diags, n)
				}
				served, refused := limit.Counts()
				longest := limit.Inevitable(served)*12/10 + 5*time.Second
				if limit.Window > 0 {
					longest += time.Minute // learning the rate takes one more window
				}
				if took > longest {
					t.Errorf("it took %s, want at most %s; %d served, %d refused", took, longest, served, refused)
				}
			})
		})
	}
}

// TestRate_ownLimit: all requests of a provider together keep to the limit that is
// configured, of which the service knows nothing.
func TestRate_ownLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, acctest.Values{"max_requests_per_minute": 60})
		started := time.Now()
		for range 5 {
			if _, diags := w.protocol.Read(t.Context(), "paymentservice_charges", acctest.Values{"page_size": 10}); len(diags) > 0 {
				t.Fatal(diags)
			}
		}
		sent, took := len(w.Requests()), time.Since(started)
		if least := time.Duration(sent-1) * time.Second; sent < 10 || took < least || took > least+time.Second {
			t.Errorf("%d requests took %s, want one a second", sent, took)
		}
	})
}
