// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestPace_obeys: while a wait that a refusal asks for lasts, no request starts, neither
// of the same call nor of others; and still, all of them end.
func TestPace_obeys(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		asked   []string        // by the refusals
		latency []time.Duration // of the first request, and of the others
		calls   int             // one after the other; all at once if there is latency
		served  bool            // before
		fail    bool            // all calls do, since the last refusal is repeated; otherwise, none does
		most    time.Duration
	}{
		"each asks for a minute":       {asked: []string{"60"}, calls: 5, fail: true, most: 5 * time.Minute},
		"a later one asks":             {asked: []string{"", "60"}, calls: 1, fail: true, most: 65 * time.Second},
		"one asks at the end":          {asked: []string{"", "", "", "", "", "", "20"}, calls: 1, fail: true, most: time.Minute},
		"each asks, served before":     {asked: []string{"60"}, calls: 3, served: true, fail: true, most: 5 * time.Minute},
		"ever longer":                  {asked: []string{"1", "2", "4", "8", "16", "32", "60"}, calls: 2, served: true, fail: true, most: 4 * time.Minute},
		"one asks for a minute, late":  {asked: []string{"30", "30", "60"}, calls: 1, served: true, fail: true, most: 135 * time.Second},
		"they ask for a second, later": {asked: []string{"", "", "1"}, calls: 2, served: true, fail: true, most: 100 * time.Second},
		"the others ask for nothing":   {asked: []string{"60", ""}, latency: []time.Duration{time.Second, time.Second}, calls: 3, most: 65 * time.Second},
		"the last answer is late":      {asked: []string{"", "", "", "", "", "60"}, latency: []time.Duration{29 * time.Second, 0}, calls: 2, fail: true, most: 100 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service, watch := watched(t, func(o *paymentapi.Options) { o.RequestTimeout = 30 * time.Second })
				if tc.served {
					all(t, client, 1)
				}
				for i, asked := range tc.asked {
					fault := fakeservice.Fault{Status: 429, Times: 1, Header: http.Header{"Retry-After": {asked}}}
					if tc.fail && i == len(tc.asked)-1 {
						fault.Times = 0
					}
					service.Inject(fault)
				}
				started := time.Now()
				var group sync.WaitGroup
				for i := range tc.calls {
					if tc.latency != nil {
						service.Set(func(b *fakeservice.Behavior) { b.Latency = tc.latency[min(i, 1)] })
					}
					group.Go(func() {
						if err := calls[http.MethodGet](t.Context(), client); tc.fail != (paymentapi.FaultOf(err) == paymentapi.FaultThrottled) {
							t.Errorf("error %v", err)
						}
					})
					if synctest.Wait(); tc.latency == nil {
						group.Wait()
					}
				}
				group.Wait()
				if took := time.Since(started); took > tc.most {
					t.Errorf("the calls took %s, want at most %s", took, tc.most)
				}
				if watch.early > 0 {
					t.Errorf("%d requests started although a refusal had asked to wait", watch.early)
				}
			})
		})
	}
}

// TestPace_obeysForLong: an answer that comes late asks for a wait that ends later than
// the pace is kept for.
func TestPace_obeysForLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service, watch := watched(t, func(o *paymentapi.Options) { o.RequestTimeout = 30 * time.Second })
		service.Set(func(b *fakeservice.Behavior) { b.Latency = 25 * time.Second })
		service.Inject(fakeservice.Fault{Status: 429, Times: 1, Header: http.Header{"Retry-After": {"60"}}})
		ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
		defer cancel()
		if err := calls[http.MethodGet](ctx, client); err == nil {
			t.Error("no error, although the wait is longer than the call's time")
		}
		time.Sleep(40 * time.Second)
		all(t, client, 1)
		if watch.early > 0 {
			t.Error("a request started although the refusal had asked to wait")
		}
	})
}

// TestPace_obeysAfterErrors: errors between the refusals of one call are no requests of
// others that were served. So it is not taken for refused alone, and others wait, too.
func TestPace_obeysAfterErrors(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service, watch := watched(t, func(o *paymentapi.Options) { o.MaxAttempts = paymentapi.MaxMaxAttempts })
		const refusals = 10
		for range refusals {
			service.Inject(fakeservice.Fault{Status: 429, Times: 1, Header: http.Header{"Retry-After": {"5"}}})
			service.Inject(fakeservice.Fault{Status: 503, Times: 1})
		}
		failed := updates(t, client, service, 1)
		for client.Refusals() < refusals {
			time.Sleep(time.Second)
		}
		service.ClearFaults()
		all(t, client, 1)
		if watch.early > 0 {
			t.Error("a request started although the refusal of another had asked to wait")
		}
		time.Sleep(time.Minute)
		if err := failed(0); err != nil {
			t.Error(err)
		}
	})
}

// TestPace_refusedAtAnyPace: if the service refuses many requests however slowly they
// come, waiting for longer brings nothing, so the pace does not become ever slower.
func TestPace_refusedAtAnyPace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		var requests atomic.Int64
		service.Inject(fakeservice.Fault{Status: 429, Match: func(fakeservice.Request) bool { return requests.Add(1)%3 == 0 }})
		started := time.Now()
		all(t, client, 150)
		if took := time.Since(started); took > 30*time.Minute {
			t.Errorf("150 calls took %s", took)
		}
	})
}

// TestPace_forgetsNoCall: a call that waits for long after a failure is still one of
// those that end if everything is refused, although the pace has been forgotten
// meanwhile.
func TestPace_forgetsNoCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		all(t, client, 100)
		service.Set(func(b *fakeservice.Behavior) { b.Latency = 3 * time.Second })
		service.Inject(fakeservice.Fault{Status: 503, Times: 1, Header: http.Header{"Retry-After": {"60"}}})
		service.Inject(fakeservice.Fault{Status: 429})
		started := time.Now()
		failed := updates(t, client, service, 1)
		time.Sleep(62 * time.Second) // a minute after the request, and before the wait ends
		if err := calls[http.MethodGet](t.Context(), client); paymentapi.FaultOf(err) != paymentapi.FaultThrottled {
			t.Errorf("error %v, want status 429", err)
		}
		if took := time.Since(started); took > 145*time.Second {
			t.Errorf("it took %s", took)
		}
		synctest.Wait()
		if err := failed(0); paymentapi.FaultOf(err) != paymentapi.FaultThrottled {
			t.Errorf("the call that waited: error %v, want status 429", err)
		}
	})
}

// TestPace_refusedFew: if the service refuses only a few calls, the others are delayed for
// a while, and only the few fail: after ten minutes, however many others are served
// meanwhile, and however long the service asks to wait; sooner if no others are.
func TestPace_refusedFew(t *testing.T) {
	t.Parallel()

	const forTen = 14 * time.Minute // they have failed by then
	for name, tc := range map[string]struct {
		calls       int
		few         string // the ends of the ids of those refused
		header      http.Header
		delay       time.Duration // of the others
		every       time.Duration // another is served then
		until       time.Duration
		least, most int // refusals
		others      int // served in twelve minutes, at least
	}{
		"one":                          {40, "07", nil, 20 * time.Second, time.Second, forTen, 60, 90, 0},
		"one, and others now and then": {40, "07", nil, 20 * time.Second, 20 * time.Second, forTen, 60, 120, 0},
		"one, and others rarely":       {40, "07", nil, 20 * time.Second, 40 * time.Second, forTen, 60, 200, 0},
		"one, Retry-After 30":          {40, "07", http.Header{"Retry-After": {"30"}}, 100 * time.Second, time.Second, forTen, 20, 27, 0},
		"two of two":                   {2, "00|01", nil, time.Second, time.Second, 20 * time.Minute, 60, 180, 100},
		"four, and then no others":     {40, "00|01|02|11", nil, 3 * time.Minute, 0, 0, 16, 30, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				few := regexp.MustCompile("0000000000(" + tc.few + ")$")
				service.Inject(fakeservice.Fault{Status: 429, Header: tc.header, Match: func(r fakeservice.Request) bool { return few.MatchString(r.Path) }})
				started := time.Now()
				failed := updates(t, client, service, tc.calls)
				time.Sleep(tc.delay)
				for i := range tc.calls {
					if err := failed(i); err != nil && !few.MatchString(fmt.Sprintf("%012d", i)) {
						t.Errorf("call %d: %v", i, err)
					}
				}
				for served := 0; time.Since(started) < tc.until; served++ {
					all(t, client, 1)
					time.Sleep(tc.every)
					if time.Since(started) > 12*time.Minute && served < tc.others {
						t.Fatalf("only %d others were served in %s", served, time.Since(started))
					}
				}
				for i := range tc.calls {
					if err := failed(i); few.MatchString(fmt.Sprintf("%012d", i)) && paymentapi.FaultOf(err) != paymentapi.FaultThrottled {
						t.Errorf("call %d: error %v, want status 429", i, err)
					}
				}
				if refused := client.Refusals(); refused < tc.least || refused > tc.most {
					t.Errorf("%d requests were refused, want %d to %d", refused, tc.least, tc.most)
				}
			})
		})
	}
}
