// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// firewall bans a client for a while if more than three requests are in flight. A
// request counts as in flight while work lasts, even if the client has given it up.
type firewall struct {
	inner  http.RoundTripper
	status int // 0 for a reset
	ban    time.Duration
	work   time.Duration

	mu     sync.Mutex
	busy   int
	banned time.Time
}

// RoundTrip implements http.RoundTripper.
func (f *firewall) RoundTrip(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	f.busy++
	if f.busy > 3 && !time.Now().Before(f.banned) {
		f.banned = time.Now().Add(f.ban)
	}
	refused := f.busy > 3 || time.Now().Before(f.banned)
	f.mu.Unlock()
	time.AfterFunc(f.work, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.busy--
	})
	switch {
	case !refused:
		return f.inner.RoundTrip(r)
	case f.status == 0:
		return nil, errors.New("connection reset by peer")
	}
	return answer(f.status, http.Header{"Content-Type": {"text/html"}}), nil
}

// If the service bans a client that sends several requests at the same time, one
// cursor reads the list, unless the ban lasts too long.
func TestRead_banned(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status    int
		ban, work time.Duration
		within    time.Duration
		fails     string
	}{
		"403 for 10 s":          {status: 403, ban: 10 * time.Second, within: 30 * time.Second},
		"503 for 30 s":          {status: 503, ban: 30 * time.Second, within: 75 * time.Second},
		"401 for 20 s":          {status: 401, ban: 20 * time.Second, within: 60 * time.Second},
		"a reset for 45 s":      {ban: 45 * time.Second, within: 90 * time.Second},
		"403 for 73 s":          {status: 403, ban: 73 * time.Second, within: 80 * time.Second},
		"404 while it is busy":  {status: 404, work: 5 * time.Second, within: 150 * time.Second},
		"400 while it is busy":  {status: 400, work: 5 * time.Second, within: 150 * time.Second},
		"420 while it is busy":  {status: 420, work: 5 * time.Second, within: 150 * time.Second},
		"403 for ten minutes":   {status: 403, ban: 10 * time.Minute, within: 80 * time.Second, fails: "status 403"},
		"429 for ten minutes":   {status: 429, ban: 10 * time.Minute, within: 76 * time.Second, fails: "status 429"},
		"resets for 15 minutes": {ban: 15 * time.Minute, within: 100 * time.Second, fails: "failed after"},
	} {
		for of, read := range ways {
			t.Run(name+", "+of, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					service, p := throughInBubble(t, 320, nil, func(inner http.RoundTripper) http.RoundTripper {
						return &firewall{inner: inner, status: tt.status, ban: tt.ban, work: max(tt.work, 20*time.Millisecond)}
					})
					started := time.Now()
					result, diags := read(t.Context(), p, acctest.Values{"page_size": 10})
					if took := time.Since(started); took > tt.within {
						t.Errorf("it took %v", took)
					}
					if tt.fails != "" {
						for _, text := range []string{tt.fails, "up to 10 requests at the same time", "set the provider's `max_concurrent_requests` to a lower number, such as 3."} {
							if !strings.Contains(diags.Errors(), text) {
								t.Errorf("%q is not in: %s", text, diags)
							}
						}
						return
					}
					if len(diags) > 0 {
						t.Fatal(diags)
					}
					if of == "summary" && whole(result["charge_count"]) != 320 || of != "summary" && !slices.Equal(idsIn(t, result), stored(service)) {
						t.Error("not all charges")
					}
				})
			})
		}
	}
}

// outage refuses the cursors of parts, and fails for a while from the fifth page of
// the second reading on.
type outage struct {
	inner http.RoundTripper
	part  func(fakeservice.Request) bool
	fail  func(*http.Request) (*http.Response, error)
	lasts time.Duration

	mu    sync.Mutex
	begun int // readings of the list
	pages int // of the second one
	since time.Time
}

// RoundTrip implements http.RoundTripper.
func (o *outage) RoundTrip(r *http.Request) (*http.Response, error) {
	query := r.URL.Query()
	o.mu.Lock()
	if !query.Has("cursor") && !query.Has("to") && !query.Has("cursor_direction") {
		o.begun++
	}
	if o.begun == 2 {
		if o.pages++; o.pages == 5 {
			o.since = time.Now()
		}
	}
	fails := o.pages >= 5 && time.Since(o.since) < o.lasts
	o.mu.Unlock()
	switch {
	case o.part(fakeservice.Request{Query: query}):
		return answer(http.StatusForbidden, nil), nil
	case fails:
		return o.fail(r)
	}
	return o.inner.RoundTrip(r)
}

func answer(status int, header http.Header) *http.Response {
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader("<html>"))}
}

// What any call outlasts, the second reading of a list outlasts, too.
func TestRead_patience(t *testing.T) {
	t.Parallel()
	unavailable := func(*http.Request) (*http.Response, error) { return answer(503, nil), nil }
	for name, tt := range map[string]struct {
		provider acctest.Values
		lasts    time.Duration
		fail     func(*http.Request) (*http.Response, error)
	}{
		"503 with Retry-After: 90": {lasts: 90 * time.Second, fail: func(*http.Request) (*http.Response, error) {
			return answer(503, http.Header{"Retry-After": {"90"}}), nil
		}},
		"503, many retries":    {provider: acctest.Values{"max_retries": 20}, lasts: 2 * time.Minute, fail: unavailable},
		"503, without retries": {provider: acctest.Values{"max_retries": 0}, lasts: time.Minute, fail: unavailable},
		"resets, many retries": {provider: acctest.Values{"max_retries": 20}, lasts: 2 * time.Minute, fail: func(*http.Request) (*http.Response, error) {
			return nil, errors.New("connection reset by peer")
		}},
		"hangs": {provider: acctest.Values{"request_timeout": "40s"}, lasts: 130 * time.Second, fail: func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service, p := throughInBubble(t, 700, tt.provider, func(inner http.RoundTripper) http.RoundTripper {
					return &outage{inner: inner, part: inTheMiddle(700), fail: tt.fail, lasts: tt.lasts}
				})
				result, diags := list(t.Context(), p, acctest.Values{"page_size": 20})
				if len(diags) > 0 || !slices.Equal(idsIn(t, result), stored(service)) {
					t.Error(diags)
				}
			})
		})
	}
}

// If an attempt of a part hangs, or parts are refused for longer than a quota lasts,
// one cursor reads the list.
func TestRead_partsStuck(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fault  fakeservice.Fault
		within time.Duration
	}{
		"a part hangs":      {fakeservice.Fault{Break: fakeservice.BreakHang}, 35 * time.Second},
		"429 for all parts": {fakeservice.Fault{Status: http.StatusTooManyRequests}, 90 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service, p := inBubble(t, 700, nil)
				tt.fault.Match = inTheMiddle(700)
				service.Inject(tt.fault)
				started := time.Now()
				result, diags := list(t.Context(), p, acctest.Values{"page_size": 20})
				if len(diags) > 0 {
					t.Fatal(diags)
				}
				if took := time.Since(started); took > tt.within || !slices.Equal(idsIn(t, result), stored(service)) {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

// If a service allows few requests, a list is divided only as often as that saves
// time, because looking for the places costs requests, too.
func TestRead_slowRate(t *testing.T) {
	t.Parallel()
	for name, config := range map[string]acctest.Values{"no filter": {}, "a filter": {"mode": "live"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service, p := inBubble(t, 2500, nil)
				rate := &fakeservice.Rate{Burst: 2, PerMinute: 12}
				service.Set(func(b *fakeservice.Behavior) { b.Rate = rate })
				started := time.Now()
				if _, diags := list(t.Context(), p, config); len(diags) > 0 {
					t.Fatal(diags)
				}
				if took, inevitable := time.Since(started), rate.Inevitable(25); took > inevitable*12/10+3*time.Second {
					t.Errorf("it took %v, and one cursor takes %v", took, inevitable)
				}
			})
		})
	}
}
