// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// Rate limits the rate of requests by a token bucket, or the
// number of concurrent requests, or both. Requests beyond it are refused with 429.
type Rate struct {
	Burst     int // tokens of a full bucket; 0: no bucket
	PerMinute int // tokens that come in a minute
	AtOnce    int // requests being answered at the same time; 0: any number
	// RetryAfter adds a Retry-After header to refusals. Their body is {} in any case.
	RetryAfter bool
	Late       time.Duration // how much later than other answers refusals come

	mu       sync.Mutex
	tokens   float64
	filled   time.Time
	inFlight int
	served   int
	refused  int
}

// Counts returns how many requests were let through and refused.
func (r *Rate) Counts() (served, refused int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.served, r.refused
}

// Inevitable returns how long n requests take at least.
func (r *Rate) Inevitable(n int) time.Duration {
	if r.Burst == 0 || n <= r.Burst {
		return 0
	}
	return time.Duration(n-r.Burst) * time.Minute / time.Duration(r.PerMinute)
}

// admit lets a request through, or returns its refusal. Call done when a request
// that was let through has been answered.
func (r *Rate) admit() (refusal *response, done func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	r.fill(now)
	if r.Burst > 0 && r.tokens < 1 || r.AtOnce > 0 && r.inFlight >= r.AtOnce {
		r.refused++
		return &response{status: http.StatusTooManyRequests, header: r.header(), body: []byte("{}")}, func() {}
	}
	r.served++
	r.tokens--
	r.inFlight++
	return nil, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.inFlight--
	}
}

func (r *Rate) fill(now time.Time) {
	if r.filled.IsZero() {
		r.tokens = float64(r.Burst)
	} else {
		r.tokens = min(float64(r.Burst), r.tokens+now.Sub(r.filled).Minutes()*float64(r.PerMinute))
	}
	r.filled = now
}

// header says after how many seconds the next request is let through, 1 if that is
// not known.
func (r *Rate) header() http.Header {
	if !r.RetryAfter {
		return nil
	}
	wait := 1
	if r.Burst > 0 {
		wait = max(wait, int(math.Ceil((1-r.tokens)*60/float64(r.PerMinute))))
	}
	return http.Header{"Retry-After": {strconv.Itoa(wait)}}
}
