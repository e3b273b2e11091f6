// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package fetch_test

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestMark_rate compares the time to read a list with the time that a rate limit
// makes inevitable, in fake time. TestPace of the client does so for single calls.
func TestMark_rate(t *testing.T) {
	t.Parallel()
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
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service := fakeservice.New()
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

// oneAtATime reads each list by one cursor, whatever else the client does.
type oneAtATime struct{ *paymentapi.Client }

func (oneAtATime) Concurrency() int { return 1 }

// atRate reads so many lists at once, of so many pages each, beside as many webhooks,
// with one client, and returns how long that takes and how many requests. The service
// has a bucket of that burst and rate, and the client a limit of its own, unless 0.
func atRate(t *testing.T, pages, times int, burst, bucket, own int, mode string, source func(*paymentapi.Client) fetch.Source) (took time.Duration, requests int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		service := fakeservice.New()
		service.SeedCharges(100*pages, fakeservice.SeedOptions{})
		service.Set(func(b *fakeservice.Behavior) {
			b.Latency = answerTime
			if burst > 0 {
				b.Rate = &fakeservice.Rate{Burst: burst, PerMinute: bucket}
			}
		})
		pipe := fakeservice.Pipe(service)
		defer pipe.Close()
		client, err := paymentapi.New(paymentapi.Options{
			BaseURL: pipe.URL, Secret: fakeservice.DefaultSecret, AppToken: fakeservice.DefaultAppToken, Transport: pipe.Transport(), MaxRequestsPerMinute: own,
		})
		if err != nil {
			t.Fatal(err)
		}
		defer client.CloseIdleConnections()
		started := time.Now()
		var wg sync.WaitGroup
		for range times {
			wg.Go(func() {
				q := paymentapi.ChargeQuery{PageSize: paymentapi.MaxPageSize, Mode: mode}
				if result, err := fetch.Read(t.Context(), source(client), q, func() fetch.Sink { return keepIDs }); err != nil || result.Reread != "" {
					t.Errorf("%+v, error %v", result, err)
				}
			})
			if times > 1 {
				wg.Go(func() {
					_, _ = client.GetWebhook(t.Context(), paymentapi.WebhookRef{StoreID: fakeservice.DefaultStoreID, WebhookID: fakeservice.DefaultStoreID})
				})
			}
		}
		wg.Wait()
		took, requests = time.Since(started), len(service.Requests())
	})
	return took, requests
}

// TestMark_shortLists holds what lists cost of which parts bring little: a quarter more
// requests than one cursor needs, plus four, and at a rate a tenth more time, plus a
// second.
func TestMark_shortLists(t *testing.T) {
	t.Parallel()
	parts := func(c *paymentapi.Client) fetch.Source { return c }
	cursor := func(c *paymentapi.Client) fetch.Source { return oneAtATime{c} }
	for _, pages := range []int{10, 15, 20, 30} {
		for _, mode := range []string{"", "live"} {
			_, requests := atRate(t, pages, 1, 0, 0, 0, mode, parts)
			_, least := atRate(t, pages, 1, 0, 0, 0, mode, cursor)
			if t.Logf("%d pages, mode %q: %d requests", least, mode, requests); float64(requests) > 1.25*float64(least)+4 {
				t.Errorf("%d pages, mode %q: %d requests", least, mode, requests)
			}
		}
	}
	for _, tt := range []struct {
		pages, times, burst, bucket, own int
	}{
		{10, 1, 0, 0, 60},
		{40, 1, 0, 0, 60},
		{10, 1, 1, 60, 0},
		{40, 1, 1, 60, 0},
		{10, 1, 10, 60, 0},
		{20, 1, 10, 60, 0},
		{30, 1, 10, 120, 0},
		{3, 20, 10, 120, 0},
		{15, 20, 30, 1200, 0},
		{40, 20, 30, 1200, 0},
	} {
		name := fmt.Sprintf("%d lists of %d pages, burst %d and %d a minute, own limit %d", tt.times, tt.pages, tt.burst, tt.bucket, tt.own)
		took, _ := atRate(t, tt.pages, tt.times, tt.burst, tt.bucket, tt.own, "", parts)
		alone, _ := atRate(t, tt.pages, tt.times, tt.burst, tt.bucket, tt.own, "", cursor)
		if t.Logf("%s: %v, by one cursor each %v", name, took, alone); took > alone*11/10+time.Second {
			t.Errorf("%s: %v, by one cursor each %v", name, took, alone)
		}
	}
}
