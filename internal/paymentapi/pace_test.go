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
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// phase is a time in which calls meet a service, ten of them at once.
type phase struct {
	idle    time.Duration // before the calls
	rate    *fakeservice.Rate
	latency time.Duration
	refused time.Duration     // how long everything is refused
	fault   fakeservice.Fault // the refusal
	calls   int
	atOnce  int    // calls; 10 if 0
	method  string // GET if empty

	fail        bool // all calls do; otherwise, none does
	least, most time.Duration
	requests    int  // at most; 0 for what the rate makes likely
	holds, free bool // whether the client holds requests back afterwards, if that is certain
}

const always = 1000 * time.Hour

// inTime is a phase of calls that all succeed, in about the time that a rate makes
// inevitable.
func inTime(rate *fakeservice.Rate, calls int, latency time.Duration, method string) phase {
	return phase{rate: rate, calls: calls, latency: latency, method: method, holds: true, most: rate.Inevitable(calls)*12/10 + 3*time.Second}
}

// late is such a phase of calls, some of which wait for others from the beginning, to a
// service whose refusals arrive late.
func late(rate *fakeservice.Rate, calls, atOnce int, latency time.Duration, method string) phase {
	p := inTime(rate, calls, latency, method)
	p.atOnce, p.most = atOnce, p.most+2*rate.Late
	return p
}

// within is a phase of calls that all succeed in a given time.
func within(most time.Duration, rate *fakeservice.Rate, calls int) phase {
	return phase{rate: rate, calls: calls, latency: 50 * time.Millisecond, most: most}
}

// TestPace: whatever rate a service has, all calls succeed in about the time that the
// rate makes inevitable, and few requests are refused. If the service refuses everything
// for long, the calls end.
func TestPace(t *testing.T) {
	t.Parallel()

	type rate = fakeservice.Rate
	after := func(seconds string) fakeservice.Fault {
		return fakeservice.Fault{Header: http.Header{"Retry-After": {seconds}}}
	}
	const ms, s = time.Millisecond, time.Second
	served := phase{calls: 1, most: s, free: true}
	outage := phase{refused: always, calls: 10, fail: true, holds: true, least: 28 * s, most: 30 * s, requests: 8}
	for name, phases := range map[string][]phase{
		"a list of 3,000":             {inTime(&rate{Burst: 10, PerMinute: 120}, 30, 50*ms, http.MethodGet)},
		"a list of 10,000":            {inTime(&rate{Burst: 10, PerMinute: 120}, 100, 50*ms, http.MethodGet)},
		"no latency":                  {inTime(&rate{Burst: 10, PerMinute: 120}, 100, 1*ms, http.MethodGet)},
		"60 webhooks":                 {inTime(&rate{Burst: 10, PerMinute: 120}, 60, 50*ms, http.MethodPatch)},
		"150 webhooks":                {inTime(&rate{Burst: 10, PerMinute: 120}, 150, 50*ms, http.MethodGet)},
		"40 tokens":                   {inTime(&rate{Burst: 1, PerMinute: 120}, 40, 50*ms, http.MethodPost)},
		"Retry-After, a list":         {inTime(&rate{Burst: 10, PerMinute: 120, RetryAfter: true}, 33, 1*ms, http.MethodGet)},
		"Retry-After, one by one":     {inTime(&rate{Burst: 1, PerMinute: 120, RetryAfter: true}, 33, 1*ms, http.MethodGet)},
		"Retry-After, 150 webhooks":   {inTime(&rate{Burst: 10, PerMinute: 120, RetryAfter: true}, 150, 50*ms, http.MethodGet)},
		"Retry-After, 600 a minute":   {inTime(&rate{Burst: 10, PerMinute: 600, RetryAfter: true}, 100, 50*ms, http.MethodGet)},
		"Retry-After, soon over":      {within(4*s, &rate{Burst: 10, PerMinute: 600, RetryAfter: true}, 30)},
		"Retry-After, 1,200 a minute": {inTime(&rate{Burst: 30, PerMinute: 1200, RetryAfter: true}, 300, 50*ms, http.MethodGet)},
		"Retry-After, 1,200, slow":    {inTime(&rate{Burst: 30, PerMinute: 1200, RetryAfter: true}, 500, 400*ms, http.MethodGet)},
		"40 tokens, slow":             {inTime(&rate{Burst: 1, PerMinute: 120}, 40, 500*ms, http.MethodPost)},
		"Retry-After, tokens, slow":   {inTime(&rate{Burst: 1, PerMinute: 120, RetryAfter: true}, 40, 500*ms, http.MethodPost)},
		"burst 30, 1,200, slow":       {inTime(&rate{Burst: 30, PerMinute: 1200}, 500, 400*ms, http.MethodGet)},
		"burst 100, 1,200":            {inTime(&rate{Burst: 100, PerMinute: 1200}, 1000, 50*ms, http.MethodGet)},
		"30 a minute":                 {inTime(&rate{Burst: 10, PerMinute: 30}, 40, 50*ms, http.MethodGet)},
		"two at a time, and a bucket": {inTime(&rate{Burst: 10, PerMinute: 120, AtOnce: 2}, 60, 50*ms, http.MethodGet)},
		"one at a time":               {within(9*s, &rate{AtOnce: 1}, 100)},
		"three at a time":             {within(9*s, &rate{AtOnce: 3}, 300)},
		"60 in a fixed minute":        {within(6*time.Minute, &rate{Burst: 60, Window: time.Minute}, 300)},
		"10 in fixed 10 seconds":      {within(80*s, &rate{Burst: 10, Window: 10 * s}, 60)},
		"refusals prolong 20 seconds": {within(4*time.Minute, &rate{Burst: 10, Window: 20 * s, Prolongs: true}, 40)},
		"late by 1 s, 40 tokens":      {late(&rate{Burst: 10, PerMinute: 120, Late: 1 * s}, 40, 30, 10*ms, http.MethodPost)},
		"late by 1 s, 40 tokens, 200": {late(&rate{Burst: 10, PerMinute: 120, Late: 1 * s}, 40, 30, 200*ms, http.MethodPost)},
		"late by 3 s, 40 tokens":      {late(&rate{Burst: 10, PerMinute: 120, Late: 3 * s}, 40, 30, 10*ms, http.MethodPost)},
		"late by 1 s, 60 webhooks":    {late(&rate{Burst: 10, PerMinute: 120, Late: 1 * s}, 120, 30, 10*ms, http.MethodGet)},
		"late by 3 s, 60 webhooks":    {late(&rate{Burst: 10, PerMinute: 120, Late: 3 * s}, 120, 30, 10*ms, http.MethodGet)},
		"late by 1 s, a list":         {late(&rate{Burst: 10, PerMinute: 120, Late: 1 * s}, 100, 1, 50*ms, http.MethodGet)},
		"late by 3 s, a list":         {late(&rate{Burst: 10, PerMinute: 120, Late: 3 * s}, 100, 1, 50*ms, http.MethodGet)},
		"late by 1 s, 1,200":          {late(&rate{Burst: 30, PerMinute: 1200, Late: 1 * s}, 500, 10, 50*ms, http.MethodGet)},
		"late by 1 s, Retry-After":    {late(&rate{Burst: 10, PerMinute: 120, Late: 1 * s, RetryAfter: true}, 120, 10, 50*ms, http.MethodGet)},
		"late by 0.5 s, one by one":   {late(&rate{Burst: 1, PerMinute: 120, Late: 500 * ms}, 40, 10, 10*ms, http.MethodPost)},
		"late by 1 s, one by one":     {late(&rate{Burst: 1, PerMinute: 120, Late: 1 * s}, 40, 30, 50*ms, http.MethodGet)},
		"late by 3 s, one by one":     {late(&rate{Burst: 1, PerMinute: 120, Late: 3 * s}, 40, 10, 10*ms, http.MethodPost)},
		"late by 3 s, one by one, 80": {late(&rate{Burst: 1, PerMinute: 120, Late: 3 * s}, 80, 10, 10*ms, http.MethodGet)},
		"late by 1 s, 600":            {late(&rate{Burst: 10, PerMinute: 600, Late: 1 * s}, 150, 10, 110*ms, http.MethodGet)},
		"late by 2 s, 400":            {late(&rate{Burst: 10, PerMinute: 400, Late: 2 * s}, 150, 10, 10*ms, http.MethodGet)},
		"late by 2 s, 600":            {late(&rate{Burst: 10, PerMinute: 600, Late: 2 * s}, 150, 10, 50*ms, http.MethodGet)},
		"late by 3 s, 300":            {late(&rate{Burst: 10, PerMinute: 300, Late: 3 * s}, 150, 10, 20*ms, http.MethodGet)},
		"late by 3 s, 600, 60 tokens": {late(&rate{Burst: 10, PerMinute: 600, Late: 3 * s}, 60, 10, 7*ms, http.MethodPost)},
		"late by 3 s, 600":            {late(&rate{Burst: 10, PerMinute: 600, Late: 3 * s}, 150, 10, 7*ms, http.MethodGet)},
		"6 a minute, three at once":   {late(&rate{Burst: 1, PerMinute: 6, Late: 300 * ms}, 80, 3, 400*ms, http.MethodGet)},
		"nothing limits":              {{calls: 500, latency: 50 * ms, most: 2700 * ms, free: true}},

		"the rate rises":        {inTime(&rate{Burst: 1, PerMinute: 60}, 40, 0, http.MethodGet), {calls: 200, most: 150 * s}},
		"the rate is lifted":    {inTime(&rate{Burst: 1, PerMinute: 600}, 100, 1*ms, http.MethodGet), {calls: 5000, latency: 1 * ms, most: time.Minute, free: true}},
		"the rate is forgotten": {inTime(&rate{Burst: 1, PerMinute: 60}, 20, 0, http.MethodGet), {idle: 2 * time.Minute, calls: 200, latency: 50 * ms, most: 2 * s, free: true}},

		// In the second phase, the client knows of the outage, and each call tries at most once.
		"refused":                 {outage, {refused: always, calls: 40, fail: true, most: 5 * s, requests: 4}},
		"one call":                {{refused: always, calls: 1, fail: true, least: 28 * s, most: 30 * s, requests: 8}, {refused: always, calls: 1, fail: true, most: 2 * s, requests: 1}},
		"Retry-After 5":           {{refused: always, fault: after("5"), calls: 10, fail: true, least: 25 * s, most: 35 * s, requests: 7}},
		"Retry-After 86400":       {{refused: always, fault: after("86400"), calls: 10, fail: true, least: 60 * s, most: 61 * s, requests: 2}},
		"the outage is over soon": {outage, {idle: 5 * s, calls: 40, most: 10 * s}},
		"a short outage follows":  {outage, {idle: 5 * s, calls: 40, most: 10 * s}, {refused: 5 * s, calls: 40, most: 20 * s}},
		"the outage is over":      {outage, {idle: time.Hour, calls: 40, most: s, free: true}},
		"the outage is forgotten": {outage, {idle: time.Hour, refused: always, calls: 40, fail: true, least: 28 * s, most: 40 * s, requests: 11}},
		// A service that has served requests may have a quota for each minute. A connection that broke shows none.
		"a quota is used up":   {served, {refused: always, calls: 10, fail: true, least: 73 * s, most: 75 * s, requests: 10}},
		"broken, then refused": {{refused: always, fault: fakeservice.Fault{Break: fakeservice.BreakClose}, calls: 3, most: s}, outage},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service, watch := watched(t, func(o *paymentapi.Options) { o.MaxAttempts = 1 })
				for i, phase := range phases {
					time.Sleep(phase.idle)
					t.Logf("phase %d: %s", i+1, phase.run(t, client, service))
				}
				if watch.early > 0 {
					t.Errorf("%d requests started although the service had asked to wait", watch.early)
				}
				if refused := len(service.Requests(func(r fakeservice.Request) bool { return r.Status == http.StatusTooManyRequests })); client.Refusals() != refused {
					t.Errorf("the client counts %d refusals, want %d", client.Refusals(), refused)
				}
			})
		})
	}
}

// run makes the calls of a phase and says what came of it.
func (p phase) run(t *testing.T, client *paymentapi.Client, service *fakeservice.Service) string {
	t.Helper()
	before, started := len(service.Requests()), time.Now()
	service.Set(func(b *fakeservice.Behavior) { b.Rate, b.Latency = p.rate, p.latency })
	service.ClearFaults()
	p.fault.Status = http.StatusTooManyRequests
	p.fault.Match = func(fakeservice.Request) bool { return time.Since(started) < p.refused }
	service.Inject(p.fault)
	var wrong atomic.Int64
	many(p.calls, cmp.Or(p.atOnce, 10), func() {
		err := calls[cmp.Or(p.method, http.MethodGet)](t.Context(), client)
		if p.fail != (paymentapi.FaultOf(err) == paymentapi.FaultThrottled) || p.fail == paymentapi.MayHaveActed(err) && err != nil {
			wrong.Add(1)
		}
	})
	took, requests := time.Since(started), len(service.Requests())-before
	if wrong.Load() > 0 {
		t.Errorf("%d of %d calls did not end as they should; they fail: %t", wrong.Load(), p.calls, p.fail)
	}
	if took < p.least || took > p.most {
		t.Errorf("it took %s, want %s to %s", took, p.least, p.most)
	}
	if p.rate != nil {
		p.requests = p.calls*130/100 + max(p.rate.Burst, 1)
		if p.rate.Window > 0 { // only a refusal shows that it has not ended
			p.requests += p.rate.Burst
		}
		if p.latency >= 200*time.Millisecond { // all ten are sent before the first refusal arrives
			p.requests += 9
		}
	}
	if p.requests > 0 && requests > p.requests {
		t.Errorf("%d requests arrived, want at most %d", requests, p.requests)
	}
	if holds := client.Throttled(); holds && p.free || !holds && p.holds {
		t.Errorf("whether the client holds requests back: %t", holds)
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

// updates makes a call for each of n webhooks. They join the queue one after the
// other. failed returns the error of a call.
func updates(t *testing.T, client *paymentapi.Client, service *fakeservice.Service, n int) (failed func(int) error) {
	t.Helper()
	var mu sync.Mutex
	errs := map[int]error{}
	for i := range n {
		id := fmt.Sprintf("44444444-4444-4444-8444-%012d", i)
		service.AddWebhook(fakeservice.Webhook{ID: id})
		go func() {
			_, err := client.GetWebhook(t.Context(), paymentapi.WebhookRef{StoreID: ref.StoreID, WebhookID: id})
			mu.Lock()
			defer mu.Unlock()
			errs[i] = err
		}()
		synctest.Wait()
	}
	return func(i int) error {
		mu.Lock()
		defer mu.Unlock()
		if err, done := errs[i]; done {
			return err
		}
		return errors.New("it has not ended")
	}
}

func TestPace_noneOvertakes(t *testing.T) {
	t.Parallel()

	for name, rate := range map[string]*fakeservice.Rate{
		"a bucket":      {Burst: 5, PerMinute: 120},
		"one at a time": {AtOnce: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, func(o *paymentapi.Options) { o.MaxConcurrentRequests = 2 })
				service.Set(func(b *fakeservice.Behavior) { b.Rate, b.Latency = rate, 50*time.Millisecond })
				const n = 50
				failed := updates(t, client, service, n)
				time.Sleep(2 * time.Minute)
				for i := range n {
					if err := failed(i); err != nil {
						t.Error(err)
					}
				}
				var served []string
				for _, r := range service.Requests(func(r fakeservice.Request) bool { return r.Status == http.StatusOK }) {
					served = append(served, r.Path)
				}
				if len(served) != n {
					t.Errorf("%d requests were served, want %d", len(served), n)
				}
				for at, id := range slices.Sorted(slices.Values(served)) {
					if off := slices.Index(served, id) - at; off < -1 || off > 1 { // two in flight may arrive in either order
						t.Errorf("call %d was served %d places late", at, off)
					}
				}
			})
		})
	}
}

func TestPace_cancelled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		service.Set(func(b *fakeservice.Behavior) { b.Rate = &fakeservice.Rate{Burst: 1, PerMinute: 60} })
		cause := errors.New("stopped")
		ctx, cancel := context.WithCancelCause(t.Context())
		var group sync.WaitGroup
		for range 30 {
			group.Go(func() { all(t, client, 1) })
			group.Go(func() {
				started := time.Now()
				err := calls[http.MethodGet](ctx, client)
				if took := time.Since(started); took > 5*time.Second {
					t.Errorf("it ended after %s, and was cancelled after 5s", took)
				}
				if err != nil && (!errors.Is(err, cause) || paymentapi.FaultOf(err) != paymentapi.FaultInterrupted) {
					t.Errorf("error %v, want %v", err, cause)
				}
			})
		}
		time.Sleep(5 * time.Second)
		cancel(cause)
		group.Wait()
	})
}

// TestPace_deadline: a call with little time waits for the answer to another.
func TestPace_deadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		service.Set(func(b *fakeservice.Behavior) {
			b.Rate, b.Latency = &fakeservice.Rate{Burst: 1, PerMinute: 60}, 100*time.Millisecond
		})
		all(t, client, 10)
		service.Inject(fakeservice.Fault{Delay: time.Second, Times: 1})
		updates(t, client, service, 1)
		time.Sleep(500 * time.Millisecond)
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		if err := calls[http.MethodGet](ctx, client); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute)
	})
}

// TestPace_losesNoPlace: a call that is cancelled just when it may start gives its
// place back.
func TestPace_losesNoPlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, func(o *paymentapi.Options) { o.MaxConcurrentRequests = 3 })
		service.Set(func(b *fakeservice.Behavior) { b.Latency = time.Second })
		var group sync.WaitGroup
		for i := range 200 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%20)*time.Second)
			group.Go(func() {
				defer cancel()
				_ = calls[http.MethodGet](ctx, client) // some end at their deadlines
			})
		}
		group.Wait()
		started := time.Now()
		all(t, client, 30) // three at a time, each for a second
		if took := time.Since(started); took < 10*time.Second || took > 10100*time.Millisecond {
			t.Errorf("afterwards, 30 calls took %s, want 10s", took)
		}
	})
}

// TestPace_hangingRequests: requests that hang do not hold up the others.
func TestPace_hangingRequests(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		service.Inject(fakeservice.Fault{Break: fakeservice.BreakHang, Times: 3})
		failed := updates(t, client, service, 20)
		time.Sleep(4 * time.Second)
		for i := 3; i < 20; i++ {
			if err := failed(i); err != nil {
				t.Errorf("call %d: %v", i, err)
			}
		}
		time.Sleep(time.Minute)
	})
}
