// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

//go:build bench

package fetch_test

import (
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
	pages     int    // the length of each list
	times     int    // the number of lists
	mode      string // a filter; empty for none
	burst     int    // the tokens of the service's bucket; 0 for no bucket
	perMinute int    // the tokens that come in a minute
	ownLimit  int    // the limit of the client, in requests a minute; 0 for none
}

// oneAtATime reads each list by one cursor, whatever else the client does.
type oneAtATime struct{ *paymentapi.Client }

func (oneAtATime) Concurrency() int { return 1 }

// read reads the lists, in fake time, and returns how long that takes and how many requests.
func (l lists) read(t *testing.T, byOneCursor bool) (took time.Duration, requests int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		service := fakeservice.New()
		service.SeedCharges(100*l.pages, fakeservice.SeedOptions{})
		service.Set(func(b *fakeservice.Behavior) {
			b.Latency = answerTime
			if l.burst > 0 {
				b.Rate = &fakeservice.Rate{Burst: l.burst, PerMinute: l.perMinute}
			}
		})
		pipe := fakeservice.Pipe(service)
		defer pipe.Close()
		client, err := paymentapi.New(paymentapi.Options{
			BaseURL:              pipe.URL,
			Secret:               fakeservice.DefaultSecret,
			AppToken:             fakeservice.DefaultAppToken,
			Transport:            pipe.Transport(),
			MaxRequestsPerMinute: l.ownLimit,
		})
		if err != nil {
			t.Fatal(err)
		}
		var source fetch.Source = client
		if byOneCursor {
			source = oneAtATime{client}
		}
		started := time.Now()
		var wg sync.WaitGroup
		for range l.times {
			wg.Go(func() {
				q := paymentapi.ChargeQuery{PageSize: paymentapi.MaxPageSize, Mode: l.mode}
				result, err := fetch.Read(t.Context(), source, q, func() fetch.Sink { return keepIDs })
				if err != nil || result.RereadBecause != "" {
					t.Errorf("the result is %+v, error %v", result, err)
				}
			})
		}
		wg.Wait()
		took = time.Since(started)
		requests = len(service.Requests())
	})
	return took, requests
}

// TestMark_rate compares lists of which parts bring little, or at a rate, with reading each
// by one cursor: a quarter more requests, plus four, and a tenth more time, plus a second.
func TestMark_rate(t *testing.T) {
	t.Parallel()
	for name, l := range map[string]lists{
		"10 pages":               {pages: 10, times: 1},
		"20 pages":               {pages: 20, times: 1},
		"30 pages":               {pages: 30, times: 1},
		"30 pages, and a filter": {pages: 30, times: 1, mode: "live"},
		"10 pages, own limit":    {pages: 10, times: 1, ownLimit: 60},
		"40 pages, own limit":    {pages: 40, times: 1, ownLimit: 60},
		"40 pages, at a rate":    {pages: 40, times: 1, burst: 1, perMinute: 60},
		"30 pages, after bursts": {pages: 30, times: 1, burst: 10, perMinute: 120},
		"many short lists":       {pages: 3, times: 20, burst: 10, perMinute: 120},
		"many lists":             {pages: 40, times: 20, burst: 30, perMinute: 1200},
	} {
		took, requests := l.read(t, false)
		inevitable, least := l.read(t, true)
		t.Logf("%s: %v and %d requests; by one cursor %v and %d", name, took, requests, inevitable, least)
		if took > inevitable*11/10+time.Second {
			t.Errorf("%s: it takes %v, and one cursor %v", name, took, inevitable)
		}
		if float64(requests) > 1.25*float64(least)+4 {
			t.Errorf("%s: it takes %d requests, and one cursor %d", name, requests, least)
		}
	}
}
