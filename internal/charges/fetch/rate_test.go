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

// lists are lists that are read at the same time, by one client.
type lists struct {
	pages, times int
	mode         string
	rate         *fakeservice.Rate // of the service; nil for none
	own          int               // the client's own limit; 0 for none
	oneCursor    bool              // reads each list
}

// oneAtATime reads each list by one cursor, whatever else the client does.
type oneAtATime struct{ *paymentapi.Client }

func (oneAtATime) Concurrency() int { return 1 }

// read reads the lists, in fake time, and returns how long that takes and how many requests.
func (l lists) read(t *testing.T) (took time.Duration, requests int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		service := fakeservice.New()
		service.SeedCharges(100*l.pages, fakeservice.SeedOptions{})
		service.Set(func(b *fakeservice.Behavior) { b.Latency, b.Rate = answerTime, l.rate })
		pipe := fakeservice.Pipe(service)
		defer pipe.Close()
		client, err := paymentapi.New(paymentapi.Options{
			BaseURL: pipe.URL, Secret: fakeservice.DefaultSecret, AppToken: fakeservice.DefaultAppToken, Transport: pipe.Transport(), MaxRequestsPerMinute: l.own,
		})
		if err != nil {
			t.Fatal(err)
		}
		defer client.CloseIdleConnections()
		var source fetch.Source = client
		if l.oneCursor {
			source = oneAtATime{client}
		}
		started := time.Now()
		var wg sync.WaitGroup
		for range l.times {
			wg.Go(func() {
				q := paymentapi.ChargeQuery{PageSize: paymentapi.MaxPageSize, Mode: l.mode}
				if result, err := fetch.Read(t.Context(), source, q, func() fetch.Sink { return keepIDs }); err != nil || result.Reread != "" {
					t.Errorf("%+v, error %v", result, err)
				}
			})
		}
		wg.Wait()
		took, requests = time.Since(started), len(service.Requests())
	})
	return took, requests
}

// TestMark_rate compares the time to read a list with the time that a rate limit
// makes inevitable. TestPace of the client does so for single calls.
func TestMark_rate(t *testing.T) {
	t.Parallel()
	for pages, rate := range map[int]*fakeservice.Rate{30: {Burst: 10, PerMinute: 120}, 100: {Burst: 10, PerMinute: 120}, 99: {AtOnce: 1}} {
		inevitable := time.Duration(pages) * answerTime
		if rate.AtOnce == 0 {
			inevitable = rate.Inevitable(pages)
		}
		took, _ := lists{pages: pages, times: 1, rate: rate}.read(t)
		if t.Logf("%d pages: %v, inevitable %v", pages, took, inevitable); took > inevitable*12/10+3*time.Second {
			t.Errorf("%d pages: %v, at most 1.2 times %v and 3 s", pages, took, inevitable)
		}
		if served, refused := rate.Counts(); rate.AtOnce == 0 && refused > served*30/100+rate.Burst {
			t.Errorf("%d pages: %d requests were refused, and %d served", pages, refused, served)
		}
	}
}

// TestMark_shortLists holds what lists cost of which parts bring little: a quarter more
// requests than one cursor needs, plus four, and at a rate a tenth more time, plus a
// second.
func TestMark_shortLists(t *testing.T) {
	t.Parallel()
	for _, pages := range []int{10, 15, 20, 30} {
		for _, mode := range []string{"", "live"} {
			_, requests := lists{pages: pages, times: 1, mode: mode}.read(t)
			_, least := lists{pages: pages, times: 1, mode: mode, oneCursor: true}.read(t)
			if t.Logf("%d pages, mode %q: %d requests", least, mode, requests); float64(requests) > 1.25*float64(least)+4 {
				t.Errorf("%d pages, mode %q: %d requests", least, mode, requests)
			}
		}
	}
	for _, tt := range []struct{ pages, times, burst, perMinute, own int }{
		{10, 1, 0, 0, 60},
		{40, 1, 0, 0, 60},
		{10, 1, 1, 60, 0},
		{40, 1, 1, 60, 0},
		{20, 1, 10, 60, 0},
		{30, 1, 10, 120, 0},
		{3, 20, 10, 120, 0},
		{40, 20, 30, 1200, 0},
	} {
		read := func(oneCursor bool) time.Duration {
			l := lists{pages: tt.pages, times: tt.times, own: tt.own, oneCursor: oneCursor}
			if tt.burst > 0 {
				l.rate = &fakeservice.Rate{Burst: tt.burst, PerMinute: tt.perMinute}
			}
			took, _ := l.read(t)
			return took
		}
		name := fmt.Sprintf("%d lists of %d pages, burst %d and %d a minute, own limit %d", tt.times, tt.pages, tt.burst, tt.perMinute, tt.own)
		took, alone := read(false), read(true)
		if t.Logf("%s: %v, by one cursor each %v", name, took, alone); took > alone*11/10+time.Second {
			t.Errorf("%s: %v, by one cursor each %v", name, took, alone)
		}
	}
}
