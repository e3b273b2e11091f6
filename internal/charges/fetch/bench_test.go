// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"math"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/mark"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// answerTime is how long the service takes for each answer.
const answerTime = 50 * time.Millisecond

// BenchmarkMark_fetch compares reading a list as the provider does with one cursor
// and pages of 100, over connections and in real time.
func BenchmarkMark_fetch(b *testing.B) {
	for name, list := range map[string]struct {
		charges int
		dense   bool
		counted func(charges int) int // what total_hits says; nil for all
		speedup float64
	}{
		"10,000 charges": {
			charges: 10_000,
			speedup: 6,
		},
		"10,000 charges, 90% in 5% of the time": {
			charges: 10_000,
			dense:   true,
			speedup: 5,
		},
		"100,000 charges, total_hits capped at a tenth": {
			charges: 100_000,
			counted: func(charges int) int { return min(charges, 10_000) },
			speedup: 3,
		},
	} {
		service, server := acctest.Start(b)
		service.SeedCharges(list.charges, fakeservice.SeedOptions{Clustered: list.dense})
		service.Set(func(b *fakeservice.Behavior) {
			b.Latency = answerTime
			b.TotalHits = list.counted
		})
		one := readList(b, server.URL, list.charges, 1)
		parts := mark.Fastest(3, map[string]func(){"": func() {
			readList(b, server.URL, list.charges, paymentapi.DefaultMaxConcurrentRequests)
		}})
		mark.AtMost(b, name+", against one cursor", parts[""]/one.Seconds(), 1/list.speedup)
	}
}

// readList reads and encodes all charges with a new client, without retries.
func readList(tb testing.TB, url string, charges, concurrency int) time.Duration {
	tb.Helper()
	client, err := paymentapi.New(paymentapi.Options{
		BaseURL:               url,
		Secret:                fakeservice.DefaultSecret,
		AppToken:              fakeservice.DefaultAppToken,
		MaxConcurrentRequests: concurrency,
	})
	if err != nil {
		tb.Fatal(err)
	}
	newSink := func() fetch.Sink { return rows.NewEncoder(nil, math.MaxInt64).Encode }
	started := time.Now()
	result, err := fetch.Read(tb.Context(), client, paymentapi.ChargeQuery{PageSize: paymentapi.MaxPageSize}, newSink)
	took := time.Since(started)
	if err != nil {
		tb.Fatal(err)
	}
	if result.Len != charges || result.RereadBecause != "" {
		tb.Fatalf("%d charges were read; read again: %q", result.Len, result.RereadBecause)
	}
	return took
}
