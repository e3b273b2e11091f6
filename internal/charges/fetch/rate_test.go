// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package fetch_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestMark_rate compares the time to read a list with the time that a rate limit
// makes inevitable, in fake time. TestPace of the client does so for single calls.
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
