// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"fmt"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// RateHeaders says in which headers a service with a rate tells of it.
type RateHeaders int

// The values of RateHeaders.
const (
	RateHeadersNone       RateHeaders = iota
	RateHeadersRetryAfter             // Retry-After, with each 429
	RateHeadersX                      // X-RateLimit-Limit, -Remaining and -Reset, with each answer
	RateHeadersStructured             // RateLimit and RateLimit-Policy, with each answer
	RateHeadersExact                  // X-Remaining-Requests-Exact, with each answer
)

// Rate is a token bucket or a fixed window, a limit of requests at once, or
// both. What exceeds it is answered with 429. A Rate is shared by all requests
// for as long as it stands in the Behavior.
type Rate struct {
	Burst     int           // tokens of a full bucket; 0: no bucket
	PerMinute int           // tokens that come in a minute
	Window    time.Duration // instead, the bucket is full again when a window ends, which begins with its first request
	Prolongs  bool          // a refusal begins the window anew
	AtOnce    int           // requests being answered at the same time; 0: any number
	Headers   RateHeaders
	NoBody    bool             // the 429s have no body at all; else an empty object
	Clock     func() time.Time // the service's own unless set

	mu       sync.Mutex
	began    bool
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

// Inevitable returns how long the bucket makes n requests take, whatever their
// client does.
func (r *Rate) Inevitable(n int) time.Duration {
	switch {
	case r.Burst == 0 || n <= r.Burst:
		return 0
	case r.Window > 0:
		return time.Duration((n-1)/r.Burst) * r.Window
	}
	return time.Duration(n-r.Burst) * time.Minute / time.Duration(r.PerMinute)
}

// admit lets a request through, or returns the refusal of it. What is let
// through is over when done is called.
func (r *Rate) admit(now func() time.Time) (header http.Header, refusal *response, done func()) {
	if r.Clock != nil {
		now = r.Clock
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fill(now())
	if r.Burst > 0 && r.tokens < 1 || r.AtOnce > 0 && r.inFlight >= r.AtOnce {
		r.refused++
		if r.Prolongs {
			r.filled = now()
		}
		answer := response{status: http.StatusTooManyRequests, header: r.header(true)}
		if !r.NoBody {
			answer.body = []byte("{}")
		}
		return nil, &answer, func() {}
	}
	r.served++
	r.tokens--
	r.inFlight++
	return r.header(false), nil, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.inFlight--
	}
}

func (r *Rate) fill(now time.Time) {
	switch {
	case !r.began, r.Window > 0 && now.Sub(r.filled) >= r.Window:
		r.began, r.tokens = true, float64(r.Burst)
	case r.Window > 0:
		return
	default:
		r.tokens = min(float64(r.Burst), r.tokens+now.Sub(r.filled).Minutes()*float64(r.PerMinute))
	}
	r.filled = now
}

// header tells of the rate. A bucket is reset when it is full. Windows are not told of.
func (r *Rate) header(refusal bool) http.Header {
	h := http.Header{}
	if r.Burst == 0 || r.Window > 0 {
		if refusal && r.Headers == RateHeadersRetryAfter {
			h.Set("Retry-After", "1")
		}
		return h
	}
	seconds := func(tokens float64) int { return int(math.Ceil(max(tokens, 0) * 60 / float64(r.PerMinute))) }
	remaining, reset := max(int(r.tokens), 0), seconds(float64(r.Burst)-r.tokens)
	switch r.Headers {
	case RateHeadersNone:
	case RateHeadersRetryAfter:
		if refusal {
			h.Set("Retry-After", strconv.Itoa(max(seconds(1-r.tokens), 1)))
		}
	case RateHeadersX:
		h.Set("X-RateLimit-Limit", strconv.Itoa(r.Burst))
		h.Set("X-RateLimit-Remaining", strconv.Itoa(remaining))
		h.Set("X-RateLimit-Reset", strconv.Itoa(reset))
	case RateHeadersStructured:
		h.Set("RateLimit-Policy", fmt.Sprintf(`"default";q=%d;w=%d`, r.Burst, seconds(float64(r.Burst))))
		h.Set("RateLimit", fmt.Sprintf(`"default";r=%d;t=%d`, remaining, reset))
	case RateHeadersExact:
		h.Set("X-Remaining-Requests-Exact", strconv.FormatFloat(max(r.tokens, 0), 'f', 3, 64))
	}
	return h
}
