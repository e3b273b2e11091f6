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
	w.waits = append(w.waits, [2]time.Time{time.Now(), time.Now().Add(min(asked, paymentapi.MaxWait))})
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

// meet makes the calls, adds to the figures, and says what is wrong with how it went;
// nothing for nothing.
func (b bucket) meet(t *testing.T, all *figures) (problems []string) {
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
	took := time.Since(started)
	served, refused := rate.Counts()
	if watch.early > 0 {
		problems = append(problems, fmt.Sprintf("early: %d requests started although the service had asked to wait", watch.early))
	}
	inFlight := min(b.AtOnce, 10)
	inevitable := max(rate.Inevitable(b.Calls), time.Duration(1+b.Calls/inFlight)*b.Latency)
	all.served, all.refused, all.took, all.inevitable = all.served+served, all.refused+refused, all.took+took, all.inevitable+inevitable
	// In the worst case, the first requests are many, a search is long, and the interval
	// has to become longer several times.
	interval, searches := time.Minute/time.Duration(b.PerMinute), 5+b.Calls/10
	if most := served*30/100 + b.Burst + 2*inFlight + 3*bits.Len(uint(interval/(250*time.Millisecond))); refused > most {
		problems = append(problems, fmt.Sprintf("refused: %d refused, and %d served; at most %d", refused, served, most))
	}
	if most := inevitable*12/10 + 3*time.Second + 2*interval + time.Duration(searches)*(b.Late+b.Latency+time.Second); took > most {
		problems = append(problems, fmt.Sprintf("slow: it took %s, at most %s", took, most))
	}
	return problems
}

// TestPace_anyBucket: whatever rate a service has, all calls succeed, in about the time
// that it makes inevitable; few requests are refused; and none starts while a wait that
// the service asked for lasts. With -v, it says by how much, as in DESIGN.md.
func TestPace_anyBucket(t *testing.T) {
	t.Parallel()
	var all figures
	rapid.Check(t, func(rt *rapid.T) {
		b := anyBucket(rt)
		var problems []string
		synctest.Test(t, func(t *testing.T) { problems = b.meet(t, &all) })
		if len(problems) > 0 {
			rt.Fatalf("%+v: %q", b, problems)
		}
	})
	t.Logf("%.3f requests refused per request served, in %.3f times what is inevitable",
		float64(all.refused)/float64(all.served), all.took.Seconds()/all.inevitable.Seconds())
}
