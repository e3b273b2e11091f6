// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate limits the rate of requests by a token bucket, or the number of concurrent
// requests. Requests beyond it are refused with 429.
type Rate struct {
	Burst     int // tokens of a full bucket; 0: no bucket
	PerMinute int // tokens that come in a minute
	AtOnce    int // requests being answered at the same time; 0: any number
	// RetryAfter adds a Retry-After header to refusals. Their body is {} in any case.
	RetryAfter bool
	Late       time.Duration // how much later than other answers refusals come

	mu       sync.Mutex
	bucket   *rate.Limiter
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

// Inevitable returns how long n requests take at least, because of the bucket.
func (r *Rate) Inevitable(n int) time.Duration {
	return time.Duration(max(0, n-r.Burst)) * time.Minute / time.Duration(r.PerMinute)
}

// enter lets a request through, or returns its refusal. Call done, once or more, when the
// request has been answered.
func (r *Rate) enter() (refusal *Fault, done func()) {
	if r == nil {
		return nil, func() {}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	wait := r.next()
	full := r.AtOnce > 0 && r.inFlight >= r.AtOnce
	if wait > 0 || full {
		r.refused++
		refusal = &Fault{Status: http.StatusTooManyRequests, Body: []byte("{}"), Delay: r.Late}
		if r.RetryAfter {
			refusal.Header = http.Header{"Retry-After": {strconv.Itoa(max(1, int(math.Ceil(wait.Seconds()))))}}
		}
		return refusal, func() {}
	}
	r.served++
	r.inFlight++
	return nil, sync.OnceFunc(func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.inFlight--
	})
}

// next takes a token of the bucket, or returns how long there will be none.
func (r *Rate) next() time.Duration {
	if r.Burst == 0 {
		return 0
	}
	if r.bucket == nil {
		r.bucket = rate.NewLimiter(rate.Limit(r.PerMinute)/60, r.Burst)
	}
	turn := r.bucket.Reserve()
	wait := turn.Delay()
	if wait > 0 {
		turn.Cancel()
	}
	return wait
}
