// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

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
