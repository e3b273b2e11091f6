// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/property"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestMain(m *testing.M) { property.Main(m, 150) }

const (
	ms = time.Millisecond
	s  = time.Second
)

// phase is a time in which calls meet a service, ten of them at once.
type phase struct {
	idle    time.Duration // before the calls
	calls   int
	method  string // GET if empty
	latency time.Duration
	rate    *fakeservice.Rate
	refusal *fakeservice.Fault // of everything, so that all calls fail; otherwise, none does

	least, most time.Duration
	requests    int // at most; 0 for any number
}

// within returns the phase with what a bucket makes inevitable, and a third more, as its limits.
func (p phase) within(bucket *fakeservice.Rate) phase {
	p.rate = bucket
	p.most = bucket.Inevitable(p.calls)*13/10 + 3*s + 2*bucket.Late
	p.requests = p.calls*3/2 + bucket.Burst + 10
	return p
}

// throttle is a refusal with a Retry-After, which may be empty.
func throttle(retryAfter string) *fakeservice.Fault {
	return &fakeservice.Fault{
		Status: http.StatusTooManyRequests,
		Header: http.Header{"Retry-After": {retryAfter}},
	}
}

// TestPace: whatever rate a service has, all calls succeed in about the time that it makes
// inevitable. If it refuses everything, they fail after two minutes, and later ones after another try.
// Without a retry: a refusal is no failed attempt.
func TestPace(t *testing.T) {
	t.Parallel()
	for name, phases := range map[string][]phase{
		"nothing limits": {{
			calls:    500,
			latency:  50 * ms,
			most:     2700 * ms,
			requests: 500,
		}},
		"a bucket": {
			phase{
				calls:   100,
				latency: 50 * ms,
			}.within(&fakeservice.Rate{Burst: 10, PerMinute: 120}),
		},
		"tokens, one by one": {
			phase{
				calls:   40,
				latency: 500 * ms,
				method:  http.MethodPost,
			}.within(&fakeservice.Rate{Burst: 1, PerMinute: 120}),
		},
		"Retry-After, 1,200 a minute": {
			phase{
				calls:   500,
				latency: 400 * ms,
			}.within(&fakeservice.Rate{Burst: 30, PerMinute: 1200, RetryAfter: true}),
		},
		"refused for three minutes": {
			phase{
				calls:   900,
				latency: 50 * ms,
			}.within(&fakeservice.Rate{Burst: 30, PerMinute: 300, RetryAfter: true}),
		},
		"refusals that are 3 s late": {
			phase{
				calls:   100,
				latency: 10 * ms,
			}.within(&fakeservice.Rate{Burst: 10, PerMinute: 120, Late: 3 * s}),
		},
		"10,000 charges at 1,200 a minute": {{ // in pages of 100; 3.5 s are inevitable
			calls:   100,
			latency: 20 * ms,
			rate:    &fakeservice.Rate{Burst: 30, PerMinute: 1200},
			most:    4500 * ms,
		}},
		"30 webhooks, two requests each, at 600 a minute": {{ // 5.9 s are inevitable
			calls:   60,
			latency: 2 * ms,
			rate:    &fakeservice.Rate{Burst: 1, PerMinute: 600},
			most:    8 * s,
		}},
		"three at a time": {{
			calls:   300,
			latency: 50 * ms,
			rate:    &fakeservice.Rate{AtOnce: 3},
			most:    12 * s,
		}},
		"full speed after a minute": {
			phase{
				calls: 20,
			}.within(&fakeservice.Rate{Burst: 1, PerMinute: 60}),
			{
				idle:    61 * s,
				calls:   200,
				latency: 50 * ms,
				most:    2 * s,
			},
		},
		"nothing but refusals": {
			{
				refusal:  throttle(""),
				calls:    10,
				least:    2 * time.Minute,
				most:     2*time.Minute + s,
				requests: 20,
			},
			{
				refusal:  throttle(""),
				calls:    40,
				most:     2*time.Minute + 10*s,
				requests: 6,
			},
			{
				idle:  time.Hour,
				calls: 40,
				most:  s,
			},
		},
		"nothing but refusals, of ten requests in flight": {{
			refusal:  throttle(""),
			calls:    10,
			latency:  500 * ms,
			least:    2 * time.Minute,
			most:     2*time.Minute + s,
			requests: 20,
		}},
		"nothing but refusals, of a fast service": {
			{
				calls:   300,
				latency: 50 * ms,
				rate:    &fakeservice.Rate{Burst: 10, PerMinute: 3000},
				most:    10 * s,
			},
			{
				refusal:  throttle(""),
				calls:    10,
				latency:  500 * ms,
				least:    2 * time.Minute,
				most:     2*time.Minute + s,
				requests: 20,
			},
		},
		"refusals that ask for 60 s": {{
			refusal:  throttle("60"),
			calls:    10,
			latency:  50 * ms,
			least:    2 * time.Minute,
			most:     2*time.Minute + s,
			requests: 12,
		}},
	} {
		inBubble(t, name, func(t *testing.T) {
			client, service, watch := watched(t, func(o *paymentapi.Options) { o.MaxAttempts = 1 })
			for i, phase := range phases {
				time.Sleep(phase.idle)
				t.Logf("phase %d: %s", i+1, phase.run(t, client, service))
			}
			if watch.early > 0 {
				t.Errorf("%d requests started although the service had asked to wait", watch.early)
			}
		})
	}
}

// run makes the calls of a phase and says what came of it.
func (p phase) run(t *testing.T, client *paymentapi.Client, service *fakeservice.Service) string {
	t.Helper()
	service.Set(func(b *fakeservice.Behavior) {
		b.Rate = p.rate
		b.Latency = p.latency
	})
	service.ClearFaults()
	if p.refusal != nil {
		service.Inject(*p.refusal)
	}

	before := len(service.Requests())
	started := time.Now()
	var wrong atomic.Int64
	many(p.calls, 10, func() {
		err := calls[cmp.Or(p.method, http.MethodGet)](t.Context(), client)
		isRight := err == nil
		if p.refusal != nil {
			isRight = paymentapi.FaultOf(err) == paymentapi.FaultThrottled && says(err, "gave up after 2m")
		}
		if !isRight {
			wrong.Add(1)
		}
	})
	took := time.Since(started)
	requests := len(service.Requests()) - before

	if wrong.Load() > 0 {
		t.Errorf("%d of %d calls did not end as they should", wrong.Load(), p.calls)
	}
	if took < p.least || took > p.most {
		t.Errorf("it took %s, want %s to %s", took, p.least, p.most)
	}
	if p.requests > 0 && requests > p.requests {
		t.Errorf("%d requests arrived, want at most %d", requests, p.requests)
	}
	return fmt.Sprintf("%d calls took %s and %d requests", p.calls, took, requests)
}

// many makes n calls, some of them at once.
func many(n, atOnce int, call func()) {
	var group sync.WaitGroup
	work := make(chan struct{})
	for range atOnce {
		group.Go(func() {
			for range work {
				call()
			}
		})
	}
	for range n {
		work <- struct{}{}
	}
	close(work)
	group.Wait()
}

// all makes n calls, which must all succeed.
func all(t *testing.T, client *paymentapi.Client, n int) {
	t.Helper()
	many(n, 10, func() {
		if err := calls[http.MethodGet](t.Context(), client); err != nil {
			t.Error(err)
		}
	})
}

// TestPace_sharedQuota: eight runs share a quota of 300 a minute. None fails, and all are
// done in twice the time that the quota makes inevitable: the last ones gain speed as they
// are served.
func TestPace_sharedQuota(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const (
			runs  = 8
			calls = 100
		)
		service := fakeservice.NewExtended()
		service.AddWebhook(fakeservice.Webhook{ID: webhookID})
		rate := &fakeservice.Rate{Burst: 10, PerMinute: 300}
		service.Set(func(b *fakeservice.Behavior) {
			b.Rate = rate
			b.Latency = 50 * ms
		})
		server := fakeservice.Pipe(service)
		defer server.Close()

		started := time.Now()
		var group sync.WaitGroup
		for range runs {
			o := options()
			o.Transport = server.Transport()
			client := newClient(t, o)
			group.Go(func() { all(t, client, calls) })
		}
		group.Wait()
		took := time.Since(started)

		served, refused := rate.Counts()
		most := rate.Inevitable(runs*calls) * 2
		t.Logf("%d served and %d refused in %s", served, refused, took)
		if took > most {
			t.Errorf("it took %s, want at most %s", took, most)
		}
	})
}

// TestPace_cancelled: calls end with their contexts, wherever they wait, and give their
// places back.
func TestPace_cancelled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, func(o *paymentapi.Options) { o.MaxConcurrentRequests = 3 })
		service.Set(func(b *fakeservice.Behavior) {
			b.Rate = &fakeservice.Rate{Burst: 1, PerMinute: 60}
			b.Latency = 100 * ms
		})

		var group sync.WaitGroup
		for i := range 60 {
			ctx, cancel := context.WithCancel(t.Context())
			after := time.Duration(i) * 50 * ms
			time.AfterFunc(after, cancel)
			started := time.Now()
			group.Go(func() {
				err := calls[http.MethodGet](ctx, client)
				if took := time.Since(started); took > after {
					t.Errorf("it ended after %s, and was cancelled after %s", took, after)
				}
				isCancelled := errors.Is(err, context.Canceled) &&
					paymentapi.FaultOf(err) == paymentapi.FaultInterrupted
				if err != nil && !isCancelled {
					t.Errorf("error %v", err)
				}
			})
		}
		group.Wait()

		service.Set(func(b *fakeservice.Behavior) {
			b.Rate = nil
			b.Latency = time.Second
		})
		time.Sleep(2 * time.Minute)
		started := time.Now()
		all(t, client, 30) // three at a time, each for a second
		if took := time.Since(started); took < 10*time.Second || took > 10100*time.Millisecond {
			t.Errorf("afterwards, 30 calls took %s, want 10s", took)
		}
	})
}

func TestMaxRequestsPerMinute(t *testing.T) {
	t.Parallel()
	for perMinute, calls := range map[int]int{1: 3, 60: 30, 600: 100} {
		inBubble(t, fmt.Sprint(perMinute), func(t *testing.T) {
			client, service := piped(t, func(o *paymentapi.Options) { o.MaxRequestsPerMinute = perMinute })
			least := time.Minute / time.Duration(perMinute)
			all(t, client, calls)
			for i, gap := range gaps(service.Requests()) {
				if gap != least {
					t.Errorf("request %d came %s after the one before, want %s", i+1, gap, least)
				}
			}
			if !client.Throttled() {
				t.Error("a further request would not wait")
			}

			asked := min(3*least, 50*s)
			service.Inject(fakeservice.Fault{
				Status: http.StatusTooManyRequests,
				Header: http.Header{"Retry-After": {fmt.Sprint(asked.Seconds())}},
				Times:  1,
			})
			all(t, client, 3)
			for _, gap := range gaps(service.Requests()[calls+1:]) { // nor is there a burst after a pause
				if gap < least {
					t.Errorf("after a pause, a request came %s after the one before, want %s", gap, least)
				}
			}

			time.Sleep(2 * time.Minute) // which forgets the refusal
			all(t, client, 1)
			ctx, cancel := context.WithTimeout(t.Context(), least/2)
			defer cancel()
			_, err := client.GetWebhook(ctx, ref)
			isTooLate := errors.Is(err, context.DeadlineExceeded) &&
				paymentapi.FaultOf(err) == paymentapi.FaultInterrupted
			if !isTooLate {
				t.Errorf("a call whose turn comes too late: %v", err)
			}

			time.Sleep(least)
			if client.Throttled() { // a list is read in parts all the same
				t.Error("a further request would wait, although it is its turn")
			}
		})
	}
}

// gaps returns the times between requests, rounded to milliseconds.
func gaps(requests []fakeservice.Request) []time.Duration {
	var gaps []time.Duration
	for i := range requests[1:] {
		gap := requests[i+1].At.Sub(requests[i].At)
		gaps = append(gaps, gap.Round(ms))
	}
	return gaps
}
