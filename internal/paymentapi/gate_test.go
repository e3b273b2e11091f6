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

// bucket is a service with a rate, and the calls that it gets.
type bucket struct {
	Burst, PerMinute int
	Calls, AtOnce    int
	Method           string
	Latency          time.Duration // of answers
	Late             time.Duration // how much later refusals come
	Asks             string        // the kind of its Retry-After
	Ahead            time.Duration // its clock
}

func anyBucket(rt *rapid.T) bucket {
	millis := func(label string, most int) time.Duration {
		tenths := rapid.SampledFrom([]int{0, 0, 1, 2, 5, 10}).Draw(rt, label)
		return time.Duration(tenths*most/10) * ms
	}
	return bucket{
		Burst:     rapid.SampledFrom([]int{1, 2, 5, 10, 30, 100}).Draw(rt, "burst"),
		PerMinute: rapid.SampledFrom([]int{60, 120, 300, 600, 1200}).Draw(rt, "per minute"),
		Calls:     rapid.IntRange(1, 120).Draw(rt, "calls"),
		AtOnce:    rapid.SampledFrom([]int{1, 3, 10, 30}).Draw(rt, "at once"),
		Latency:   ms + millis("latency", 2000),
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
	waits []wait
	early int // requests that started in one
}

// wait is what a refusal asked for.
type wait struct{ from, to time.Time }

// includes reports whether a request must not start. At the moment of the answer, it may not know of it.
func (w wait) includes(now time.Time) bool {
	return now.After(w.from) && now.Before(w.to)
}

func (w *watch) RoundTrip(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	now := time.Now()
	if slices.ContainsFunc(w.waits, func(wait wait) bool { return wait.includes(now) }) {
		w.early++
	}
	w.mu.Unlock()

	resp, err := w.RoundTripper.RoundTrip(r)
	if err != nil || resp.StatusCode != http.StatusTooManyRequests {
		return resp, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	now = time.Now()
	seconds, _ := strconv.Atoi(resp.Header.Get("Retry-After"))
	asked := time.Duration(seconds) * time.Second
	w.waits = append(w.waits, wait{now, now.Add(min(asked, paymentapi.MaxRetryAfter))})
	if w.dates {
		sent := now.Add(w.ahead)
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
		w.RoundTripper = o.Transport
		o.Transport = w
	})
	return client, service, w
}

// figures are what came of the calls to buckets.
type figures struct {
	served, refused  int // requests
	took, inevitable time.Duration
	fast             []float64 // the time of each fast bucket, as a multiple of the inevitable
}

func (f *figures) add(b bucket, rate *fakeservice.Rate, took time.Duration) {
	served, refused := rate.Counts()
	answers := 1 + b.Calls/min(b.AtOnce, paymentapi.DefaultMaxConcurrentRequests)
	inevitable := max(rate.Inevitable(b.Calls), time.Duration(answers)*b.Latency)
	f.served += served
	f.refused += refused
	f.took += took
	f.inevitable += inevitable

	// Slow buckets take most of the time, so the sums say little about others.
	if b.PerMinute >= 600 && b.Asks == "" && inevitable > s {
		f.fast = append(f.fast, took.Seconds()/inevitable.Seconds())
	}
}

// refusals returns how many requests were refused for each one that was served.
func (f figures) refusals() float64 {
	return float64(f.refused) / float64(f.served)
}

// slowness returns the time of all buckets as a multiple of the inevitable.
func (f figures) slowness() float64 {
	return f.took.Seconds() / f.inevitable.Seconds()
}

// fastSlowness returns the mean of the fast buckets.
func (f figures) fastSlowness() float64 {
	sum := 0.0
	for _, ratio := range f.fast {
		sum += ratio
	}
	return sum / float64(len(f.fast))
}

func (f figures) String() string {
	return fmt.Sprintf("%.3f refused for each one served, %.3f times the inevitable time, %d fast buckets %.3f times",
		f.refusals(), f.slowness(), len(f.fast), f.fastSlowness())
}

// meet makes the calls, adds to the figures, and returns what no bucket may show.
func (b bucket) meet(t *testing.T, total *figures) (problems []string) {
	t.Helper()
	client, service, watch := watched(t, func(o *paymentapi.Options) { o.RequestTimeout = 30 * s })
	watch.dates = b.Asks == "date"
	watch.ahead = b.Ahead
	rate := &fakeservice.Rate{
		Burst:      b.Burst,
		PerMinute:  b.PerMinute,
		RetryAfter: b.Asks != "",
		Late:       b.Late,
	}
	service.Set(func(s *fakeservice.Behavior) {
		s.Rate = rate
		s.Latency = b.Latency
	})

	started := time.Now()
	var mu sync.Mutex
	many(b.Calls, b.AtOnce, func() {
		if err := calls[b.Method](t.Context(), client); err != nil {
			mu.Lock()
			defer mu.Unlock()
			problems = append(problems, "failed: "+err.Error())
		}
	})
	total.add(b, rate, time.Since(started))

	if watch.early > 0 {
		problem := fmt.Sprintf("%d requests started although the service had asked to wait", watch.early)
		problems = append(problems, problem)
	}
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
	t.Log(total)
	if total.refusals() > 0.15 || total.slowness() > 1.3 { // so few buckets scatter; TestMark_buckets is stricter
		t.Errorf("%s, want at most 0.150 and 1.300", total)
	}
}
