// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
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

// many makes n calls, ten of them at once, and returns how many succeed.
func many(t *testing.T, client *paymentapi.Client, method string, n int) int {
	t.Helper()
	var (
		group     sync.WaitGroup
		succeeded atomic.Int64
		work      = make(chan struct{})
	)
	for range 10 {
		group.Go(func() {
			for range work {
				if calls[method](t.Context(), client) == nil {
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

// all makes n calls, which must all succeed.
func all(t *testing.T, client *paymentapi.Client, method string, n int) {
	t.Helper()
	if got := many(t, client, method, n); got != n {
		t.Errorf("%d of %d calls succeeded", got, n)
	}
}

// TestPace lets many calls meet a service with a rate: all succeed, in about
// the time that the rate makes inevitable, and few requests are refused.
func TestPace(t *testing.T) {
	t.Parallel()

	const bucket = 0 // stands for 1.2 times the inevitable time, plus three seconds
	for name, tc := range map[string]struct {
		rate    *fakeservice.Rate
		calls   int
		latency int // in milliseconds
		retries int
		method  string
		longest time.Duration
	}{
		"a list of 3,000":             {&fakeservice.Rate{Burst: 10, PerMinute: 120}, 30, 50, 2, http.MethodGet, bucket},
		"a list of 10,000":            {&fakeservice.Rate{Burst: 10, PerMinute: 120}, 100, 50, 2, http.MethodGet, bucket},
		"no latency":                  {&fakeservice.Rate{Burst: 10, PerMinute: 120}, 100, 1, 2, http.MethodGet, bucket},
		"60 webhooks":                 {&fakeservice.Rate{Burst: 10, PerMinute: 120}, 60, 50, 2, http.MethodPatch, bucket},
		"150 webhooks":                {&fakeservice.Rate{Burst: 10, PerMinute: 120}, 150, 50, 2, http.MethodGet, bucket},
		"40 tokens, no retries":       {&fakeservice.Rate{Burst: 1, PerMinute: 120}, 40, 50, 0, http.MethodPost, bucket},
		"a list of 3,000, in parts":   {&fakeservice.Rate{Burst: 10, PerMinute: 120}, 33, 1, 2, http.MethodGet, bucket},
		"Retry-After, a list":         {&fakeservice.Rate{Burst: 10, PerMinute: 120, RetryAfter: true}, 33, 1, 2, http.MethodGet, bucket},
		"Retry-After, one by one":     {&fakeservice.Rate{Burst: 1, PerMinute: 120, RetryAfter: true}, 33, 1, 2, http.MethodGet, bucket},
		"Retry-After, 150 webhooks":   {&fakeservice.Rate{Burst: 10, PerMinute: 120, RetryAfter: true}, 150, 50, 2, http.MethodGet, bucket},
		"Retry-After, tokens":         {&fakeservice.Rate{Burst: 1, PerMinute: 120, RetryAfter: true}, 40, 50, 2, http.MethodPost, 35 * time.Second},
		"burst 30, 1,200, slow":       {&fakeservice.Rate{Burst: 30, PerMinute: 1200}, 500, 400, 2, http.MethodGet, bucket},
		"burst 100, 1,200":            {&fakeservice.Rate{Burst: 100, PerMinute: 1200}, 1000, 50, 2, http.MethodGet, bucket},
		"30 a minute":                 {&fakeservice.Rate{Burst: 10, PerMinute: 30}, 40, 50, 2, http.MethodGet, bucket},
		"one at a time":               {&fakeservice.Rate{AtOnce: 1}, 100, 50, 2, http.MethodGet, 9 * time.Second},
		"three at a time":             {&fakeservice.Rate{AtOnce: 3}, 300, 50, 2, http.MethodGet, 9 * time.Second},
		"two at a time, and a bucket": {&fakeservice.Rate{Burst: 10, PerMinute: 120, AtOnce: 2}, 60, 50, 2, http.MethodGet, bucket},
		"60 in a fixed minute":        {&fakeservice.Rate{Burst: 60, Window: time.Minute}, 300, 50, 2, http.MethodGet, 6 * time.Minute},
		"10 in fixed 10 seconds":      {&fakeservice.Rate{Burst: 10, Window: 10 * time.Second}, 60, 50, 2, http.MethodGet, 80 * time.Second},
		"refusals prolong 20 seconds": {&fakeservice.Rate{Burst: 10, Window: 20 * time.Second, Prolongs: true}, 40, 50, 2, http.MethodGet, 4 * time.Minute},
		"nothing limits":              {&fakeservice.Rate{Burst: 1 << 20, PerMinute: 60}, 500, 50, 2, http.MethodGet, 2700 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, func(o *paymentapi.Options) { o.MaxRetries = tc.retries })
				service.Set(func(b *fakeservice.Behavior) { b.Rate, b.Latency = tc.rate, time.Duration(tc.latency)*time.Millisecond })
				started := time.Now()
				all(t, client, tc.method, tc.calls)
				took, inevitable := time.Since(started), tc.rate.Inevitable(tc.calls)
				served, refused := tc.rate.Counts()
				t.Logf("%s, inevitable %s; %d served, %d refused", took, inevitable, served, refused)
				if tc.longest == bucket {
					tc.longest = inevitable*12/10 + 3*time.Second
				}
				if took > tc.longest {
					t.Errorf("it took %s, want at most %s", took, tc.longest)
				}
				most := served*30/100 + max(tc.rate.Burst, 1)
				if tc.rate.Window > 0 { // only a refusal shows that it has not ended
					most += tc.rate.Burst
				}
				if refused > most {
					t.Errorf("%d requests were refused and %d served, want at most %d", refused, served, most)
				}
			})
		})
	}
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

// TestPace_rises: if the service allows a higher rate, calls become faster little by little.
func TestPace_rises(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		service.Set(func(b *fakeservice.Behavior) { b.Rate = &fakeservice.Rate{Burst: 1, PerMinute: 60} })
		all(t, client, http.MethodGet, 40)
		service.Set(func(b *fakeservice.Behavior) { b.Rate = nil })
		started := time.Now()
		all(t, client, http.MethodGet, 200)
		if took := time.Since(started); took > 150*time.Second {
			t.Errorf("200 calls took %s, want far less than at one a second", took)
		}
	})
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
			group.Go(func() { all(t, client, http.MethodGet, 1) })
			group.Go(func() {
				started := time.Now()
				err := calls[http.MethodGet](ctx, client)
				if took := time.Since(started); took > 5*time.Second {
					t.Errorf("it ended after %s, and was cancelled after 5s", took)
				}
				var api *paymentapi.Error
				if err != nil && !errors.Is(err, cause) && !errors.As(err, &api) {
					t.Errorf("error %v, want %v", err, cause)
				}
			})
		}
		time.Sleep(5 * time.Second)
		cancel(cause)
		group.Wait()
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
		all(t, client, http.MethodGet, 30) // three at a time, each for a second
		if took := time.Since(started); took < 10*time.Second || took > 10100*time.Millisecond {
			t.Errorf("afterwards, 30 calls took %s, want 10s", took)
		}
	})
}

func TestPace_forgets(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		client, service := piped(t, nil)
		service.Set(func(b *fakeservice.Behavior) { b.Rate = &fakeservice.Rate{Burst: 1, PerMinute: 60} })
		all(t, client, http.MethodGet, 20)
		service.Set(func(b *fakeservice.Behavior) { b.Rate, b.Latency = nil, 50*time.Millisecond })
		time.Sleep(2 * time.Minute)
		started := time.Now()
		all(t, client, http.MethodGet, 200)
		if took := time.Since(started); took > 2*time.Second {
			t.Errorf("200 calls took %s, want about 1s", took)
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

func TestMaxRequestsPerMinute(t *testing.T) {
	t.Parallel()

	for perMinute, calls := range map[int]int{1: 3, 60: 30, 600: 100} {
		t.Run(fmt.Sprint(perMinute), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, func(o *paymentapi.Options) { o.MaxRequestsPerMinute = perMinute })
				all(t, client, http.MethodGet, calls)
				least := time.Minute / time.Duration(perMinute)
				requests := service.Requests()
				for i := range requests[1:] {
					if gap := requests[i+1].At.Sub(requests[i].At); gap != least {
						t.Errorf("request %d came %s after the one before, want %s", i+1, gap, least)
					}
				}
			})
		})
	}
}

// TestHoldsBack: a client holds requests back after a refusal and at a pace that was
// configured, and not otherwise.
func TestHoldsBack(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		rate      *fakeservice.Rate
		perMinute int
		want      bool
	}{
		"nothing limits": {},
		"a bucket":       {rate: &fakeservice.Rate{Burst: 3, PerMinute: 120}, want: true},
		"configured":     {perMinute: 600, want: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, func(o *paymentapi.Options) { o.MaxRequestsPerMinute = tc.perMinute })
				service.Set(func(b *fakeservice.Behavior) { b.Rate = tc.rate })
				all(t, client, http.MethodGet, 20)
				if got := client.HoldsBack(); got != tc.want {
					t.Errorf("it reports %t, want %t", got, tc.want)
				}
			})
		})
	}
}
