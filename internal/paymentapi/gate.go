// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"cmp"
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

const (
	giveUpAfter                = 2 * time.Minute                          // of nothing but refusals
	forgetAfter                = time.Minute                              // without a request or a pause
	firstBackoff, maxBackoff   = 250 * time.Millisecond, 30 * time.Second // after a refusal that asks for no wait
	firstInterval, maxInterval = 10 * time.Millisecond, 30 * time.Second  // between two starts
)

// gate is what all requests of a client pass before they start: in order, not too many in
// flight, and with an interval between them.
//
// While the gate is open, each request that is served makes the interval a little shorter. A
// refusal (429) closes it and makes the interval 1.5 times as long. Then nothing starts before
// resume, and after that one request at a time, as a probe. If that is refused, the next pause is
// longer. If it is served, the gate opens, with an interval of at least the backoff, or of 2 s if
// the backoff is longer.
type gate struct {
	slots, turn           *semaphore.Weighted // for all requests in flight, and for the one that starts next
	mu                    sync.Mutex
	interval, minInterval time.Duration // the present one, and that of MaxRequestsPerMinute
	limiter               *rate.Limiter // keeps the interval
	isOpen                bool
	resume                time.Time     // nothing starts before
	backoff               time.Duration // how long the next pause is if the service does not say
	closedAt              time.Time     // when a refusal last closed the gate, or kept it closed
	isProbing             bool          // a probe is in flight
	lastStart             time.Time
	refusedSince          time.Time // since then, only refusals have come
}

func newGate(atOnce, perMinute int) *gate {
	g := &gate{slots: semaphore.NewWeighted(int64(atOnce)), turn: semaphore.NewWeighted(1), limiter: rate.NewLimiter(rate.Inf, 1), isOpen: true}
	if perMinute > 0 {
		g.minInterval = time.Minute / time.Duration(perMinute)
	}
	g.setInterval(firstInterval)
	return g
}

func (g *gate) setInterval(interval time.Duration) {
	g.interval = max(min(interval, maxInterval), g.minInterval)
	g.limiter.SetLimit(rate.Every(g.interval))
}

// start waits until a request may start, and returns when it did. Then end must follow. The error
// is a refusedFor, or that of ctx.
func (g *gate) start(ctx context.Context) (started time.Time, err error) {
	if err := g.turn.Acquire(ctx, 1); err != nil {
		return time.Time{}, err
	}
	defer g.turn.Release(1)
	if err := g.slots.Acquire(ctx, 1); err != nil {
		return time.Time{}, err
	}
	for {
		now, wait, err := g.tryStart()
		if err == nil && wait == 0 {
			return now, nil
		}
		if err == nil {
			err = sleep(ctx, wait)
		}
		if err != nil {
			g.slots.Release(1)
			return time.Time{}, err
		}
	}
}

// tryStart starts a request now, unless it returns how long to wait before the next try.
func (g *gate) tryStart() (now time.Time, wait time.Duration, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now = time.Now()
	quiet := min(now.Sub(g.lastStart), now.Sub(g.resume)) // below 0 in a pause
	if quiet > forgetAfter && !g.isProbing {              // a slow probe is no quiet time
		g.isOpen, g.refusedSince = true, now // nothing was refused while it was quiet
		g.setInterval(firstInterval)
	}
	if left := g.resume.Sub(now); left > 0 {
		refused := now.Sub(g.refusedSince)
		if refused >= giveUpAfter {
			return now, 0, refusedFor(refused)
		}
		return now, min(left, giveUpAfter-refused), nil
	}
	if g.isProbing {
		return now, 10 * time.Millisecond, nil // to look whether the probe has ended
	}
	next := g.limiter.ReserveN(now, 1)
	if wait := next.DelayFrom(now); wait > 0 {
		next.CancelAt(now) // a pause may begin in the meantime
		return now, wait, nil
	}
	g.isProbing, g.lastStart = !g.isOpen, now
	return now, 0, nil
}

// end takes a request out of flight, and learns from its status, which is 0 if no answer came.
func (g *gate) end(started time.Time, status int, retryAfter time.Duration) {
	g.slots.Release(1)
	g.mu.Lock()
	defer g.mu.Unlock()
	isOld := !started.After(g.closedAt) // it is a part of the burst that closed the gate
	if !isOld {
		g.isProbing = false // if the gate is closed, it was the probe
	}
	switch now := time.Now(); {
	case status == http.StatusTooManyRequests:
		if !isOld {
			g.close(now)
			retryAfter = cmp.Or(retryAfter, g.backoff)
		}
		if until := now.Add(min(retryAfter, MaxRetryAfter)); until.After(g.resume) { // an old request may ask for longer
			g.resume = until
		}
	case status > 0:
		g.refusedSince = now
		if !isOld {
			g.served()
		}
	}
}

// close closes the gate, or keeps it closed after a probe.
func (g *gate) close(now time.Time) {
	if g.isOpen {
		g.isOpen, g.refusedSince, g.backoff = false, now, firstBackoff
		g.setInterval(g.interval * 3 / 2)
	} else {
		g.backoff = min(2*g.backoff, maxBackoff)
	}
	g.closedAt = now
}

// served opens the gate, or makes the interval of an open one shorter. The last backoff was long enough for
// a request to be served, so it is about the interval that the service allows, unless it is very long.
func (g *gate) served() {
	interval := g.interval * 27 / 28
	if !g.isOpen {
		interval = max(g.interval, min(g.backoff, 2*time.Second))
	}
	g.isOpen = true
	g.setInterval(interval)
}
