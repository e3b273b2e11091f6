// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/property"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestMain(m *testing.M) { property.Main(m, 150) }

// phase is a time in which calls meet a service, ten of them at once.
type phase struct {
	idle    time.Duration // before the calls
	rate    *fakeservice.Rate
	latency time.Duration
	refusal *fakeservice.Fault // of everything, so that all calls fail; otherwise, none does
	calls   int
	method  string // GET if empty

	least, most time.Duration
	requests    int // at most; 0 for any number
}

// TestPace: whatever rate a service has, all calls succeed in about the time that it makes
// inevitable. If it refuses everything, they fail after two minutes, and later ones after another try.
// Without a retry: a refusal is no failed attempt.
func TestPace(t *testing.T) {
	t.Parallel()
	type rate = fakeservice.Rate
	const ms, s = time.Millisecond, time.Second
	inTime := func(r *rate, calls int, latency time.Duration, method string) phase {
		return phase{rate: r, calls: calls, latency: latency, method: method, most: r.Inevitable(calls)*13/10 + 3*s + 2*r.Late, requests: calls*150/100 + r.Burst + 10}
	}
	refused := func(retryAfter string) *fakeservice.Fault {
		return &fakeservice.Fault{Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {retryAfter}}}
	}
	for name, phases := range map[string][]phase{
		"nothing limits":              {{calls: 500, latency: 50 * ms, most: 2700 * ms, requests: 500}},
		"a bucket":                    {inTime(&rate{Burst: 10, PerMinute: 120}, 100, 50*ms, http.MethodGet)},
		"tokens, one by one":          {inTime(&rate{Burst: 1, PerMinute: 120}, 40, 500*ms, http.MethodPost)},
		"Retry-After, 1,200 a minute": {inTime(&rate{Burst: 30, PerMinute: 1200, RetryAfter: true}, 500, 400*ms, http.MethodGet)},
		"refused for three minutes":   {inTime(&rate{Burst: 30, PerMinute: 300, RetryAfter: true}, 900, 50*ms, http.MethodGet)},
		"refusals that are 3 s late":  {inTime(&rate{Burst: 10, PerMinute: 120, Late: 3 * s}, 100, 10*ms, http.MethodGet)},
		"three at a time":             {{rate: &rate{AtOnce: 3}, latency: 50 * ms, calls: 300, most: 30 * s}},
		"full speed after a minute":   {inTime(&rate{Burst: 1, PerMinute: 60}, 20, 0, http.MethodGet), {idle: 61 * s, calls: 200, latency: 50 * ms, most: 2 * s}},
		"nothing but refusals":        {{refusal: refused(""), calls: 10, least: 2 * time.Minute, most: 2*time.Minute + s, requests: 20}, {refusal: refused(""), calls: 40, most: 2*time.Minute + 10*s, requests: 6}, {idle: time.Hour, calls: 40, most: s}},
		"refusals that ask for 60 s":  {{refusal: refused("60"), latency: 50 * ms, calls: 10, least: 2 * time.Minute, most: 2*time.Minute + s, requests: 12}},
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
	before, started := len(service.Requests()), time.Now()
	service.Set(func(b *fakeservice.Behavior) { b.Rate, b.Latency = p.rate, p.latency })
	service.ClearFaults()
	if p.refusal != nil {
		service.Inject(*p.refusal)
	}
	var wrong atomic.Int64
	many(p.calls, 10, func() {
		err := calls[cmp.Or(p.method, http.MethodGet)](t.Context(), client)
		if fails := p.refusal != nil; fails != (paymentapi.FaultOf(err) == paymentapi.FaultThrottled) || fails && !says(err, "gave up after 2m") {
			wrong.Add(1)
		}
	})
	took, requests := time.Since(started), len(service.Requests())-before
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
		const runs, calls = 8, 100
		service := fakeservice.NewExtended()
		service.AddWebhook(fakeservice.Webhook{ID: webhookID})
		rate := &fakeservice.Rate{Burst: 10, PerMinute: 300}
		service.Set(func(b *fakeservice.Behavior) { b.Rate, b.Latency = rate, 50*time.Millisecond })
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
		served, refused := rate.Counts()
		took, most := time.Since(started), rate.Inevitable(runs*calls)*2
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
			b.Rate, b.Latency = &fakeservice.Rate{Burst: 1, PerMinute: 60}, 100*time.Millisecond
		})
		var group sync.WaitGroup
		for i := range 60 {
			ctx, cancel := context.WithCancel(t.Context())
			after := time.Duration(i) * 50 * time.Millisecond
			time.AfterFunc(after, cancel)
			started := time.Now()
			group.Go(func() {
				err := calls[http.MethodGet](ctx, client)
				if took := time.Since(started); took > after {
					t.Errorf("it ended after %s, and was cancelled after %s", took, after)
				}
				if err != nil && (!errors.Is(err, context.Canceled) || paymentapi.FaultOf(err) != paymentapi.FaultInterrupted) {
					t.Errorf("error %v", err)
				}
			})
		}
		group.Wait()
		service.Set(func(b *fakeservice.Behavior) { b.Rate, b.Latency = nil, time.Second })
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
			all(t, client, calls)
			least := time.Minute / time.Duration(perMinute)
			requests := service.Requests()
			for i := range requests[1:] {
				if gap := requests[i+1].At.Sub(requests[i].At); gap.Round(time.Millisecond) != least {
					t.Errorf("request %d came %s after the one before, want %s", i+1, gap, least)
				}
			}
			if !client.Throttled() {
				t.Error("a further request would not wait")
			}
			asked := fmt.Sprint(min(3*least, 50*time.Second).Seconds())
			service.Inject(fakeservice.Fault{Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {asked}}, Times: 1})
			all(t, client, 3)
			requests = service.Requests()[calls:]
			for i := range requests[2:] { // nor is there a burst after a pause
				if gap := requests[i+2].At.Sub(requests[i+1].At); gap.Round(time.Millisecond) < least {
					t.Errorf("after a pause, a request came %s after the one before, want %s", gap, least)
				}
			}
			time.Sleep(2 * time.Minute) // which forgets the refusal
			all(t, client, 1)
			ctx, cancel := context.WithTimeout(t.Context(), least/2)
			defer cancel()
			if _, err := client.GetWebhook(ctx, ref); !errors.Is(err, context.DeadlineExceeded) || paymentapi.FaultOf(err) != paymentapi.FaultInterrupted {
				t.Errorf("a call whose turn comes too late: %v", err)
			}
			if time.Sleep(least); client.Throttled() { // a list is read in parts all the same
				t.Error("a further request would wait, although it is its turn")
			}
		})
	}
}

// bucket is a service with a rate, and the calls that it gets.
type bucket struct {
	Burst, PerMinute, Calls, AtOnce int
	Latency, Late                   time.Duration // of answers, and how much later refusals come
	Asks                            string        // the kind of its Retry-After
	Ahead                           time.Duration // its clock
	Method                          string
}

func anyBucket(rt *rapid.T) bucket {
	millis := func(label string, most int) time.Duration {
		return time.Duration(rapid.SampledFrom([]int{0, 0, 1, 2, 5, 10}).Draw(rt, label)*most/10) * time.Millisecond
	}
	return bucket{
		Burst:     rapid.SampledFrom([]int{1, 2, 5, 10, 30, 100}).Draw(rt, "burst"),
		PerMinute: rapid.SampledFrom([]int{60, 120, 300, 600, 1200}).Draw(rt, "per minute"),
		Calls:     rapid.IntRange(1, 120).Draw(rt, "calls"),
		AtOnce:    rapid.SampledFrom([]int{1, 3, 10, 30}).Draw(rt, "at once"),
		Latency:   time.Millisecond + millis("latency", 2000),
		Late:      millis("late", 3000),
		Asks:      rapid.SampledFrom([]string{"", "", "seconds", "date"}).Draw(rt, "asks"),
		Ahead:     time.Duration(rapid.IntRange(-1, 1).Draw(rt, "ahead")) * time.Hour,
		Method:    rapid.SampledFrom([]string{http.MethodGet, http.MethodPost}).Draw(rt, "method"),
	}
}

// watch is a transport that counts the requests which start although a refusal has asked
// to wait.
type watch struct {
	http.RoundTripper
	dates bool          // it makes the wait a date
	ahead time.Duration // the service's clock

	mu    sync.Mutex
	waits [][2]time.Time // from the answer on; a request at that very moment may not know of it
	early int            // requests that started in one
}

func (w *watch) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	now := time.Now()
	if slices.ContainsFunc(w.waits, func(wait [2]time.Time) bool { return now.After(wait[0]) && now.Before(wait[1]) }) {
		w.early++
	}
	w.mu.Unlock()
	resp, err := w.RoundTripper.RoundTrip(r)
	if err != nil || resp.StatusCode != http.StatusTooManyRequests {
		return resp, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
	asked := time.Duration(seconds) * time.Second
	w.waits = append(w.waits, [2]time.Time{time.Now(), time.Now().Add(min(asked, paymentapi.MaxRetryAfter))})
	if w.dates {
		sent := time.Now().Add(w.ahead)
		resp.Header.Set("Date", sent.UTC().Format(http.TimeFormat))
		resp.Header.Set("Retry-After", sent.Add(asked).UTC().Format(http.TimeFormat))
	}
	return resp, nil
}

// watched is a client of a fake service, and what watches it.
func watched(t *testing.T, change func(*paymentapi.Options)) (*paymentapi.Client, *fakeservice.Service, *watch) {
	t.Helper()
	w := &watch{}
	client, service := piped(t, func(o *paymentapi.Options) {
		change(o)
		w.RoundTripper, o.Transport = o.Transport, w
	})
	return client, service, w
}

// figures are what came of the calls to buckets.
type figures struct {
	served, refused  int // requests
	took, inevitable time.Duration
}

// meet makes the calls, adds to the figures, and returns what no bucket may show.
func (b bucket) meet(t *testing.T, total *figures) (problems []string) {
	t.Helper()
	rate := &fakeservice.Rate{Burst: b.Burst, PerMinute: b.PerMinute, RetryAfter: b.Asks != "", Late: b.Late}
	client, service, watch := watched(t, func(o *paymentapi.Options) { o.RequestTimeout = 30 * time.Second })
	watch.dates, watch.ahead = b.Asks == "date", b.Ahead
	service.Set(func(s *fakeservice.Behavior) { s.Rate, s.Latency = rate, b.Latency })
	started := time.Now()
	var mu sync.Mutex
	many(b.Calls, b.AtOnce, func() {
		if err := calls[b.Method](t.Context(), client); err != nil {
			mu.Lock()
			defer mu.Unlock()
			problems = append(problems, "failed: "+err.Error())
		}
	})
	served, refused := rate.Counts()
	if watch.early > 0 {
		problems = append(problems, fmt.Sprintf("%d requests started although the service had asked to wait", watch.early))
	}
	total.served += served
	total.refused += refused
	total.took += time.Since(started)
	total.inevitable += max(rate.Inevitable(b.Calls), time.Duration(1+b.Calls/min(b.AtOnce, 10))*b.Latency)
	return problems
}

// TestPace_anyBucket: whatever bucket a service has, all calls succeed, and none starts
// while a wait that the service asked for lasts. In all, few requests are refused, and the
// calls take little longer than the buckets make inevitable.
func TestPace_anyBucket(t *testing.T) {
	t.Parallel()
	var total figures
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBucket(rt)
		var problems []string
		synctest.Test(t, func(t *testing.T) { problems = b.meet(t, &total) })
		if len(problems) > 0 {
			rt.Fatalf("%+v: %q", b, problems)
		}
	})
	refused, took := float64(total.refused)/float64(total.served), total.took.Seconds()/total.inevitable.Seconds()
	t.Logf("%.3f requests refused per request served, in %.3f times what is inevitable", refused, took)
	if refused > 0.15 || took > 1.3 {
		t.Errorf("%.3f requests refused per request served, want at most 0.15; %.3f times the inevitable time, want at most 1.3", refused, took)
	}
}
