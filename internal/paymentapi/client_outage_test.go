// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// afterward makes n calls, ten of them at once, and returns how many succeed.
func afterward(t *testing.T, client *paymentapi.Client, n int) int {
	t.Helper()
	var (
		group     sync.WaitGroup
		succeeded atomic.Int64
		work      = make(chan struct{})
	)
	for range 10 {
		group.Go(func() {
			for range work {
				if calls[http.MethodPatch](t.Context(), client) == nil {
					succeeded.Add(1)
				}
			}
		})
	}
	for range n {
		work <- struct{}{}
	}
	close(work)
	group.Wait()
	return int(succeeded.Load())
}

// TestPace_outage: the calls that come when every request has been refused for
// long do not wait as long once more each, and notice that the service is back.
func TestPace_outage(t *testing.T) {
	t.Parallel()

	refuses := fakeservice.Fault{Status: http.StatusTooManyRequests}
	for name, tc := range map[string]struct {
		recovers time.Duration // 0: never
		idle     time.Duration // after the first ten calls
		calls    int           // after those
		succeed  int
		longest  time.Duration // of the latter
		shortest time.Duration
	}{
		"every call of a large plan":       {calls: 40, longest: 10 * time.Second},
		"recovered meanwhile":              {recovers: 31 * time.Second, idle: 5 * time.Second, calls: 40, succeed: 40, longest: 15 * time.Second},
		"recovered long after":             {recovers: time.Hour, idle: time.Hour, calls: 10, succeed: 10, longest: time.Second},
		"known from too long ago to count": {idle: time.Hour, calls: 10, longest: 30 * time.Second, shortest: 20 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				begun := time.Now()
				fault := refuses
				fault.Match = func(fakeservice.Request) bool {
					return tc.recovers == 0 || time.Since(begun) < tc.recovers
				}
				service.Inject(fault)
				if got := afterward(t, client, 10); got != 0 {
					t.Fatalf("%d of the calls of the outage succeeded", got)
				}
				time.Sleep(tc.idle)
				started := time.Now()
				if got := afterward(t, client, tc.calls); got != tc.succeed {
					t.Errorf("%d calls succeeded, want %d", got, tc.succeed)
				}
				if took := time.Since(started); took > tc.longest || took < tc.shortest {
					t.Errorf("they took %s, want from %s to %s", took, tc.shortest, tc.longest)
				}
			})
		})
	}
}
