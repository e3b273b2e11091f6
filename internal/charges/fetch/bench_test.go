// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package fetch_test

import (
	"fmt"
	"math"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// answerTime is how long the service takes for each answer.
const answerTime = 50 * time.Millisecond

// TestMark_fetch compares reading a list as the provider does with one cursor
// and pages of 100, over connections and in real time.
func TestMark_fetch(t *testing.T) {
	for _, list := range []struct {
		name    string
		charges int
		skew    fakeservice.Skew
		total   fakeservice.TotalHitsText
		mark    float64
	}{
		{"10,000 charges", 10_000, fakeservice.Skew{}, nil, 6},
		{"10,000 charges, 90% of them in 5% of the time", 10_000, fakeservice.Skew9005, nil, 5},
		{"100,000 charges, total_hits capped at 10,000", 100_000, fakeservice.Skew{}, fakeservice.CappedTotalHits(10_000), 3},
	} {
		t.Run(list.name, func(t *testing.T) {
			service := fakeservice.New(fakeservice.WithRecordLimit(1))
			service.SeedCharges(list.charges, fakeservice.SeedOptions{Skew: list.skew})
			service.Set(func(b *fakeservice.Behavior) { b.Latency, b.TotalHitsText = answerTime, list.total })
			server, err := fakeservice.Start(service)
			if err != nil {
				t.Fatal(err)
			}
			defer server.Close()
			one := readList(t, server.URL, nil, list.charges, 1)
			parts := readList(t, server.URL, nil, list.charges, paymentapi.DefaultMaxConcurrentRequests)
			for range 2 { // the machine may be busy now and then
				parts = min(parts, readList(t, server.URL, nil, list.charges, paymentapi.DefaultMaxConcurrentRequests))
			}
			t.Logf("%v, one cursor %v: %.2f times faster, mark %.1f", parts, one, one.Seconds()/parts.Seconds(), list.mark)
			if one.Seconds() < list.mark*parts.Seconds() {
				t.Errorf("the mark of %.1f times is missed", list.mark)
			}
		})
	}
}

// TestMark_rate compares lists read at a service with a rate with what the rate
// makes inevitable, in fake time. What single calls make of a rate, TestPace of
// the client says.
func TestMark_rate(t *testing.T) {
	bucket := func() *fakeservice.Rate { return &fakeservice.Rate{Burst: 10, PerMinute: 120} }
	for _, list := range []struct {
		name           string
		charges, times int
		rate           *fakeservice.Rate
		inevitable     time.Duration
	}{
		{"3,000 charges, burst 10, 120 a minute", 3000, 1, bucket(), bucket().Inevitable(30)},
		{"10,000 charges, burst 10, 120 a minute", 10_000, 1, bucket(), bucket().Inevitable(100)},
		{"20 lists of 3,000 in a row, each at an empty bucket", 3000, 20, bucket(), bucket().Inevitable(30)},
		{"10,000 charges, one request at a time", 10_000, 1, &fakeservice.Rate{AtOnce: 1}, 100 * answerTime},
	} {
		t.Run(list.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				service := fakeservice.New(fakeservice.WithRecordLimit(1))
				service.SeedCharges(list.charges, fakeservice.SeedOptions{})
				rate := list.rate
				service.Set(func(b *fakeservice.Behavior) { b.Latency, b.Rate = answerTime, rate })
				pipe := fakeservice.Pipe(service)
				defer pipe.Close()
				for run := range list.times {
					took := readList(t, pipe.URL, pipe.Transport(), list.charges, paymentapi.DefaultMaxConcurrentRequests)
					inevitable := list.inevitable
					if run > 0 {
						inevitable += 5 * time.Second // the burst is used up
					}
					if longest := inevitable*12/10 + 3*time.Second; took > longest {
						t.Errorf("%v, at most 1.2 times %v and 3 s", took, inevitable)
					}
					if run == 0 {
						t.Logf("%v, inevitable %v", took, inevitable)
					}
				}
				if served, refused := rate.Counts(); rate.AtOnce == 0 && refused > served*30/100+rate.Burst*list.times {
					t.Errorf("%d requests were refused, and %d served", refused, served)
				}
			})
		})
	}
}

// readList reads and encodes all charges with a new client, without retries.
func readList(t *testing.T, url string, transport http.RoundTripper, charges, concurrency int) time.Duration {
	t.Helper()
	client, err := paymentapi.New(paymentapi.Options{
		BaseURL: url, Secret: fakeservice.DefaultSecret, AppToken: fakeservice.DefaultAppToken, MaxConcurrentRequests: concurrency, Transport: transport,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer client.CloseIdleConnections()
	start := time.Now()
	result, err := fetch.Read(t.Context(), client, paymentapi.ChargeQuery{PageSize: paymentapi.MaxPageSize}, func() fetch.Keep { return rows.NewEncoder(nil, math.MaxInt64).Encode })
	took := time.Since(start)
	if err == nil && (result.Len != charges || result.Reread != "") {
		err = fmt.Errorf("%d charges were read; read again: %q", result.Len, result.Reread)
	}
	if err != nil {
		t.Fatal(err)
	}
	return took
}
