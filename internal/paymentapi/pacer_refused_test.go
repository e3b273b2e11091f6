// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestPace_refusedForEver: if a service refuses everything, the calls end.
func TestPace_refusedForEver(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		fault    fakeservice.Fault
		calls    int
		longest  time.Duration
		requests int
	}{
		"one call":             {fakeservice.Fault{Status: 429}, 1, 30 * time.Second, 12},
		"ten calls":            {fakeservice.Fault{Status: 429}, 10, 30 * time.Second, 12},
		"with an empty object": {fakeservice.Fault{Status: 429, Body: []byte("{}")}, 10, 30 * time.Second, 12},
		"Retry-After 5":        {fakeservice.Fault{Status: 429, Header: http.Header{"Retry-After": {"5"}}}, 10, 35 * time.Second, 12},
		"Retry-After 60":       {fakeservice.Fault{Status: 429, Header: http.Header{"Retry-After": {"60"}}}, 10, 61 * time.Second, 3},
		"Retry-After 86400":    {fakeservice.Fault{Status: 429, Header: http.Header{"Retry-After": {"86400"}}}, 10, 61 * time.Second, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				service.Inject(tc.fault)
				for outage := range 2 { // the second time, the client knows already, and tries only once
					service.ResetRequests()
					started := time.Now()
					var group sync.WaitGroup
					for range tc.calls {
						group.Go(func() {
							err := calls[http.MethodGet](t.Context(), client)
							var api *paymentapi.Error
							if !errors.As(err, &api) || api.StatusCode != http.StatusTooManyRequests || paymentapi.MayHaveActed(err) {
								t.Errorf("error %v, want status 429 and that nothing was done", err)
							}
						})
					}
					group.Wait()
					least, requests := 20*time.Second, tc.requests
					if outage > 0 {
						least, requests = 0, 1
					}
					if took := time.Since(started); took > tc.longest || took < least {
						t.Errorf("it took %s, want at most %s", took, tc.longest)
					}
					if got := len(service.Requests()); got > requests {
						t.Errorf("%d requests arrived, want at most %d", got, requests)
					}
				}
			})
		})
	}
}

// TestPace_refusedAfterServing: a service that has let requests through may have a
// quota for each minute. So calls go on for more than a minute, with few requests.
func TestPace_refusedAfterServing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		all(t, client, http.MethodGet, 1)
		service.Inject(fakeservice.Fault{Status: 429})
		service.ResetRequests()
		started := time.Now()
		var group sync.WaitGroup
		for range 10 {
			group.Go(func() {
				if err := calls[http.MethodGet](t.Context(), client); paymentapi.FaultOf(err) != paymentapi.FaultThrottled {
					t.Errorf("error %v, want status 429", err)
				}
			})
		}
		group.Wait()
		if took := time.Since(started); took < 65*time.Second || took > 75*time.Second {
			t.Errorf("it took %s, want a little more than a minute", took)
		}
		if got := len(service.Requests()); got > 12 {
			t.Errorf("%d requests arrived, want at most 12", got)
		}
	})
}

// TestPace_outage: once every request has been refused for long, new calls do not each
// wait as long again, and they notice when the service is back.
func TestPace_outage(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		recovers time.Duration // 0: never
		idle     time.Duration // after the first ten calls
		succeed  int           // of forty calls after those
		shortest time.Duration
		longest  time.Duration
	}{
		"goes on":        {longest: 10 * time.Second},
		"ends meanwhile": {recovers: 31 * time.Second, idle: 5 * time.Second, succeed: 40, longest: 10 * time.Second},
		"ended long ago": {recovers: time.Hour, idle: time.Hour, succeed: 40, longest: time.Second},
		"is forgotten":   {idle: time.Hour, longest: 40 * time.Second, shortest: 20 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				begun := time.Now()
				service.Inject(fakeservice.Fault{Status: http.StatusTooManyRequests, Match: func(fakeservice.Request) bool {
					return tc.recovers == 0 || time.Since(begun) < tc.recovers
				}})
				if got := many(t, client, http.MethodPatch, 10); got != 0 {
					t.Fatalf("%d of the calls of the outage succeeded", got)
				}
				time.Sleep(tc.idle)
				started := time.Now()
				if got := many(t, client, http.MethodPatch, 40); got != tc.succeed {
					t.Errorf("%d calls succeeded, want %d", got, tc.succeed)
				}
				if took := time.Since(started); took > tc.longest || took < tc.shortest {
					t.Errorf("they took %s, want from %s to %s", took, tc.shortest, tc.longest)
				}
			})
		})
	}
}

// TestPace_refusedUntilTheDeadline: however long the waits have grown, a call tries
// once more before its deadline.
func TestPace_refusedUntilTheDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		all(t, client, http.MethodGet, 1)
		started := time.Now()
		service.Inject(fakeservice.Fault{Status: 429, Match: func(fakeservice.Request) bool { return time.Since(started) < 28*time.Second }})
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		if err := calls[http.MethodGet](ctx, client); err != nil {
			t.Errorf("after %s: %v", time.Since(started), err)
		}
	})
}

// TestPace_refusedAlone: if the service refuses only one call, the others are delayed
// for a while, and only that one fails.
func TestPace_refusedAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		service.Inject(fakeservice.Fault{Status: 429, Match: func(r fakeservice.Request) bool { return strings.HasSuffix(r.Path, "000000000007") }})
		failed := updates(t, client, service, 40)
		time.Sleep(20 * time.Second)
		for i := range 40 {
			if err := failed(i); err != nil && i != 7 {
				t.Error(err)
			}
		}
		time.Sleep(11 * time.Minute)
		var api *paymentapi.Error
		if err := failed(7); !errors.As(err, &api) || api.StatusCode != http.StatusTooManyRequests {
			t.Errorf("error %v, want status 429", err)
		}
	})
}

// TestPace_refusedAloneForLong: such a call ends after ten minutes, however many
// others are served meanwhile.
func TestPace_refusedAloneForLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		service.Inject(fakeservice.Fault{Status: 429, Match: func(r fakeservice.Request) bool { return strings.HasSuffix(r.Path, "000000000000") }})
		failed := updates(t, client, service, 1)
		for range 620 {
			all(t, client, http.MethodGet, 1)
			time.Sleep(time.Second)
		}
		if err := failed(0); paymentapi.FaultOf(err) != paymentapi.FaultThrottled {
			t.Errorf("error %v, want status 429", err)
		}
		if sent := client.Refusals(); sent > 90 { // one each eight seconds, and a few before
			t.Errorf("it was refused %d times in ten minutes, want eight seconds between them", sent)
		}
	})
}
