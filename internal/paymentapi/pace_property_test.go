// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"fmt"
	"math/bits"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/property"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestMain(m *testing.M) { property.Main(m, 150) }

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
		PerMinute: rapid.SampledFrom([]int{6, 10, 20, 30, 60, 120, 300, 600, 1200}).Draw(rt, "per minute"),
		Calls:     rapid.IntRange(1, 120).Draw(rt, "calls"),
		AtOnce:    rapid.SampledFrom([]int{1, 3, 10, 30}).Draw(rt, "at once"),
		Latency:   time.Millisecond + millis("latency", 2000),
		Late:      millis("late", 3000),
		Asks:      rapid.SampledFrom([]string{"", "", "seconds", "date"}).Draw(rt, "asks"),
		Ahead:     time.Duration(rapid.IntRange(-1, 1).Draw(rt, "ahead")) * time.Hour,
		Method:    rapid.SampledFrom([]string{http.MethodGet, http.MethodPost}).Draw(rt, "method"),
	}
}

// watch is a transport that compares when requests start with what refusals have asked for.
type watch struct {
	http.RoundTripper
	bucket

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
	w.waits = append(w.waits, [2]time.Time{time.Now(), time.Now().Add(asked)})
	if w.Asks == "date" {
		sent := time.Now().Add(w.Ahead)
		resp.Header.Set("Date", sent.UTC().Format(http.TimeFormat))
		resp.Header.Set("Retry-After", sent.Add(asked).UTC().Format(http.TimeFormat))
	}
	return resp, nil
}

// meet makes the calls and says what is wrong with how it went; nothing for nothing.
func (b bucket) meet(t *testing.T) (problems []string) {
	t.Helper()
	rate := &fakeservice.Rate{Burst: b.Burst, PerMinute: b.PerMinute, RetryAfter: b.Asks != "", Late: b.Late}
	watch := &watch{bucket: b}
	client, service := piped(t, func(o *paymentapi.Options) {
		watch.RoundTripper, o.Transport, o.RequestTimeout = o.Transport, watch, 30*time.Second
	})
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
	took := time.Since(started)
	served, refused := rate.Counts()
	if watch.early > 0 {
		problems = append(problems, fmt.Sprintf("early: %d requests started although the service had asked to wait", watch.early))
	}
	// In the worst case, the first requests are many, a search is long, and the interval
	// has to become longer several times.
	interval, inFlight, searches := time.Minute/time.Duration(b.PerMinute), min(b.AtOnce, 10), 5+b.Calls/10
	if most := served*30/100 + b.Burst + 2*inFlight + 4*bits.Len(uint(interval/(250*time.Millisecond))); refused > most {
		problems = append(problems, fmt.Sprintf("refused: %d refused, and %d served; at most %d", refused, served, most))
	}
	inevitable := max(rate.Inevitable(b.Calls), time.Duration(1+b.Calls/inFlight)*b.Latency)
	if most := inevitable*12/10 + 3*time.Second + 2*interval + time.Duration(searches)*(b.Late+b.Latency+time.Second); took > most {
		problems = append(problems, fmt.Sprintf("slow: it took %s, at most %s", took, most))
	}
	return problems
}

// TestPace_anyBucket: whatever rate a service has, all calls succeed, in about the time
// that it makes inevitable; few requests are refused; and none starts while a wait that
// the service asked for lasts.
func TestPace_anyBucket(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBucket(rt)
		var problems []string
		synctest.Test(t, func(t *testing.T) { problems = b.meet(t) })
		if len(problems) > 0 {
			rt.Fatalf("%+v: %q", b, problems)
		}
	})
}
