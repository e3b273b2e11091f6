// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestPace lets many calls meet a service with a rate: all succeed, in about
// the time that the rate makes inevitable, and few requests are refused.
func TestPace(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		rate     *fakeservice.Rate
		calls    int
		latency  time.Duration
		retries  int
		method   string
		lessThan time.Duration // instead of what the bucket makes inevitable
		refused  int           // instead of 15% of what is served and a burst
	}{
		"a list of 3,000":             {rate: &fakeservice.Rate{Burst: 10, PerMinute: 120}, calls: 30},
		"a list of 10,000":            {rate: &fakeservice.Rate{Burst: 10, PerMinute: 120}, calls: 100},
		"60 webhooks":                 {rate: &fakeservice.Rate{Burst: 10, PerMinute: 120}, calls: 60, method: http.MethodPatch},
		"150 webhooks":                {rate: &fakeservice.Rate{Burst: 10, PerMinute: 120}, calls: 150},
		"40 tokens":                   {rate: &fakeservice.Rate{Burst: 1, PerMinute: 120}, calls: 40, method: http.MethodPost},
		"40 tokens, no retries":       {rate: &fakeservice.Rate{Burst: 1, PerMinute: 120}, calls: 40, method: http.MethodPost, retries: -1},
		"no latency":                  {rate: &fakeservice.Rate{Burst: 10, PerMinute: 120}, calls: 100, latency: time.Millisecond},
		"burst 30, 1,200":             {rate: &fakeservice.Rate{Burst: 30, PerMinute: 1200}, calls: 500},
		"burst 100, 1,200":            {rate: &fakeservice.Rate{Burst: 100, PerMinute: 1200}, calls: 1000},
		"burst 30, 1,200, slow":       {rate: &fakeservice.Rate{Burst: 30, PerMinute: 1200}, calls: 500, latency: 400 * time.Millisecond},
		"one a second":                {rate: &fakeservice.Rate{Burst: 1, PerMinute: 60}, calls: 60},
		"30 a minute":                 {rate: &fakeservice.Rate{Burst: 10, PerMinute: 30}, calls: 40},
		"Retry-After":                 {rate: &fakeservice.Rate{Burst: 10, PerMinute: 120, Headers: fakeservice.RateHeadersRetryAfter}, calls: 100},
		"X-RateLimit":                 {rate: &fakeservice.Rate{Burst: 10, PerMinute: 120, Headers: fakeservice.RateHeadersX}, calls: 100},
		"RateLimit":                   {rate: &fakeservice.Rate{Burst: 10, PerMinute: 120, Headers: fakeservice.RateHeadersStructured}, calls: 100},
		"X-Remaining-Requests-Exact":  {rate: &fakeservice.Rate{Burst: 10, PerMinute: 120, Headers: fakeservice.RateHeadersExact}, calls: 100},
		"Retry-After, tokens":         {rate: &fakeservice.Rate{Burst: 1, PerMinute: 120, Headers: fakeservice.RateHeadersRetryAfter}, calls: 40},
		"one at a time":               {rate: &fakeservice.Rate{AtOnce: 1}, calls: 100, lessThan: 9 * time.Second},
		"one at a time, Retry-After":  {rate: &fakeservice.Rate{AtOnce: 1, Headers: fakeservice.RateHeadersRetryAfter}, calls: 100, lessThan: 9 * time.Second},
		"three at a time":             {rate: &fakeservice.Rate{AtOnce: 3}, calls: 300, lessThan: 9 * time.Second},
		"two at a time, and a bucket": {rate: &fakeservice.Rate{Burst: 10, PerMinute: 120, AtOnce: 2}, calls: 60},
		"60 in a fixed minute":        {rate: &fakeservice.Rate{Burst: 60, Window: time.Minute}, calls: 300, lessThan: 6 * time.Minute, refused: 40},
		"a full minute, all at once":  {rate: &fakeservice.Rate{Burst: 60, Window: time.Minute}, calls: 61, latency: time.Millisecond, lessThan: 65 * time.Second, refused: 9},
		"10 in fixed 10 seconds":      {rate: &fakeservice.Rate{Burst: 10, Window: 10 * time.Second}, calls: 60, lessThan: 80 * time.Second, refused: 30},
		"refusals prolong 20 seconds": {rate: &fakeservice.Rate{Burst: 10, Window: 20 * time.Second, Prolongs: true}, calls: 40, lessThan: 4 * time.Minute, refused: 30},
		"nothing limits":              {rate: &fakeservice.Rate{Burst: 1 << 20, PerMinute: 60}, calls: 500, lessThan: 2700 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, func(o *paymentapi.Options) { o.MaxRetries = max(o.MaxRetries+tc.retries*10, 0) })
				if tc.latency == 0 {
					tc.latency = 50 * time.Millisecond
				}
				if tc.method == "" {
					tc.method = http.MethodGet
				}
				service.Set(func(b *fakeservice.Behavior) { b.Rate, b.Latency = tc.rate, tc.latency })
				started := time.Now()
				all(t, client, tc.method, tc.calls)
				took := time.Since(started)
				served, refused := tc.rate.Counts()
				limit := tc.rate.Inevitable(tc.calls)*12/10 + 3*time.Second
				if tc.rate.Headers == fakeservice.RateHeadersRetryAfter {
					limit += time.Duration(refused) * time.Second // the service asks for more than it needs
				}
				if tc.lessThan > 0 {
					limit = tc.lessThan
				}
				t.Logf("%s, inevitable %s; %d served, %d refused", took, tc.rate.Inevitable(tc.calls), served, refused)
				if took > limit {
					t.Errorf("it took %s, want at most %s", took, limit)
				}
				most := served*15/100 + max(tc.rate.Burst, 1)
				if tc.refused > 0 {
					most = tc.refused
				}
				if refused > most {
					t.Errorf("%d requests were refused and %d served, want at most %d", refused, served, most)
				}
			})
		})
	}
}
