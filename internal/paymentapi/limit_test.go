// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
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
				client, service := piped(t, func(o *paymentapi.Options) { o.RequestTimeout = 30 * time.Second })
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
				var answered []time.Time
				for i, r := range service.Requests(func(r fakeservice.Request) bool { return r.Status == 429 }) {
					if tc.latency != nil {
						r.At = r.At.Add(tc.latency[min(i, 1)])
					}
					answered = append(answered, r.At)
				}
				slices.SortFunc(answered, time.Time.Compare)
				for i, at := range answered {
					seconds, _ := strconv.Atoi(tc.asked[min(i, len(tc.asked)-1)])
					for _, r := range service.Requests() {
						if r.At.After(at) && r.At.Before(at.Add(time.Duration(seconds)*time.Second)) {
							t.Errorf("a request started at %s; at %s, a refusal had asked for %ds", r.At.Sub(started), at.Sub(started), seconds)
						}
					}
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
		client, service := piped(t, func(o *paymentapi.Options) { o.RequestTimeout = 30 * time.Second })
		service.Set(func(b *fakeservice.Behavior) { b.Latency = 25 * time.Second })
		service.Inject(fakeservice.Fault{Status: 429, Times: 1, Header: http.Header{"Retry-After": {"60"}}})
		ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
		defer cancel()
		if err := calls[http.MethodGet](ctx, client); err == nil {
			t.Error("no error, although the wait is longer than the call's time")
		}
		answered := time.Now()
		time.Sleep(40 * time.Second)
		all(t, client, 1)
		if at := service.Requests()[1].At; at.Before(answered.Add(time.Minute)) {
			t.Errorf("the next request started after %s, want a minute", at.Sub(answered))
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

// TestPace_refusedAlone: if the service refuses only one call, the others are delayed
// for a while, and only that one fails, after ten minutes, however many others are served
// meanwhile, and however long the service asks it to wait.
func TestPace_refusedAlone(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		header      http.Header
		delay       time.Duration // of the others
		every       time.Duration // another is served then
		least, most int           // refusals in ten minutes
	}{
		"no header":           {nil, 20 * time.Second, time.Second, 60, 90},
		"others now and then": {nil, 20 * time.Second, 20 * time.Second, 60, 120},
		"others rarely":       {nil, 20 * time.Second, 40 * time.Second, 60, 200},
		"Retry-After 30":      {http.Header{"Retry-After": {"30"}}, 100 * time.Second, time.Second, 20, 27},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				service.Inject(fakeservice.Fault{Status: 429, Header: tc.header, Match: func(r fakeservice.Request) bool { return strings.HasSuffix(r.Path, "000000000007") }})
				started := time.Now()
				failed := updates(t, client, service, 40)
				time.Sleep(tc.delay)
				for i := range 40 {
					if err := failed(i); err != nil && i != 7 {
						t.Error(err)
					}
				}
				for time.Since(started) < 14*time.Minute {
					all(t, client, 1)
					time.Sleep(tc.every)
				}
				if err := failed(7); paymentapi.FaultOf(err) != paymentapi.FaultThrottled {
					t.Errorf("error %v, want status 429", err)
				}
				if sent := client.Refusals(); sent < tc.least || sent > tc.most {
					t.Errorf("it was refused %d times, want %d to %d", sent, tc.least, tc.most)
				}
			})
		})
	}
}

// TestPace_refusedTwo: if the service refuses two calls for ever, others are delayed for a
// while only, and the two end.
func TestPace_refusedTwo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		service.Inject(fakeservice.Fault{Status: 429, Match: func(r fakeservice.Request) bool { return !strings.HasSuffix(r.Path, webhookID) }})
		started := time.Now()
		failed := updates(t, client, service, 2)
		time.Sleep(time.Second)
		for served := 0; time.Since(started) < 20*time.Minute; served++ {
			all(t, client, 1)
			time.Sleep(time.Second)
			if time.Since(started) > 12*time.Minute && served < 100 {
				t.Fatalf("only %d others were served in %s", served, time.Since(started))
			}
		}
		for i := range 2 {
			if err := failed(i); paymentapi.FaultOf(err) != paymentapi.FaultThrottled {
				t.Errorf("call %d: error %v, want status 429", i, err)
			}
		}
	})
}

// TestPace_refusedFew: if the service refuses a few calls, none of the others fails.
func TestPace_refusedFew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		few := regexp.MustCompile("0000000000(00|01|02|11)$")
		service.Inject(fakeservice.Fault{Status: 429, Match: func(r fakeservice.Request) bool { return few.MatchString(r.Path) }})
		failed := updates(t, client, service, 40)
		time.Sleep(3 * time.Minute)
		for i := range 40 {
			if err := failed(i); (err != nil) != few.MatchString(fmt.Sprintf("%012d", i)) {
				t.Errorf("call %d: %v", i, err)
			}
		}
	})
}
