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
// flight, and with an interval between them. While it is open, each request that is served makes
// the interval a little shorter. A refusal (429) closes it and makes the interval 1.5 times as
// long: none starts until resume, and then one by one, as probes. The first that is served opens
// it; the interval is then at least the backoff, or two seconds if that is longer.
type gate struct {
	slots, turn           *semaphore.Weighted // for all requests in flight, and for the one that starts next
	mu                    sync.Mutex
	interval, minInterval time.Duration // the present one, and that of MaxRequestsPerMinute
	limiter               *rate.Limiter // keeps the interval
	isOpen                bool
	inFlight              int           // without those from before closedAt
	lastStart, closedAt   time.Time     // of any request; by the last refusal, after which older requests are stale
	resume                time.Time     // none starts before
	backoff               time.Duration // the pause, if the service asks for no other
	unrefusedAt           time.Time     // when the last answer came that was no further refusal
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

// start returns when a request has started, for which end must follow; or a refusedFor, or the error of ctx.
func (g *gate) start(ctx context.Context) (time.Time, error) {
	if err := g.turn.Acquire(ctx, 1); err != nil {
		return time.Time{}, err
	}
	defer g.turn.Release(1)
	if err := g.slots.Acquire(ctx, 1); err != nil {
		return time.Time{}, err
	}
	planned := time.Now()
	for {
		started, again, err := g.tryStart(planned)
		if !started.IsZero() {
			return started, nil
		}
		if err == nil {
			err = sleep(ctx, time.Until(again))
		}
		if err != nil {
			g.slots.Release(1)
			return time.Time{}, err
		}
		planned = again // and not time.Now(): a sleep ends a little late, which the limiter would add to every interval
	}
}

// tryStart lets a request start at its planned time, or returns when to try again.
func (g *gate) tryStart(planned time.Time) (started, again time.Time, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now, never := time.Now(), time.Time{}
	if quiet := min(now.Sub(g.lastStart), now.Sub(g.resume)); g.inFlight == 0 && quiet > forgetAfter {
		g.isOpen = true
		g.setInterval(firstInterval)
	}
	if left := g.resume.Sub(now); left > 0 {
		refusedTime := now.Sub(g.unrefusedAt)
		if refusedTime >= giveUpAfter {
			return never, never, refusedFor(refusedTime)
		}
		return never, now.Add(min(left, giveUpAfter-refusedTime)), nil
	}
	if isProbed := !g.isOpen && g.inFlight > 0; isProbed {
		return never, now.Add(10 * time.Millisecond), nil // to look whether the probe has ended
	}
	next := g.limiter.ReserveN(planned, 1)
	if wait := next.DelayFrom(planned); wait > 0 {
		next.CancelAt(planned) // a pause may begin in the meantime
		return never, planned.Add(wait), nil
	}
	g.inFlight, g.lastStart = g.inFlight+1, now
	return now, never, nil
}

// end takes a request out of flight. The status is 0 if no answer came.
func (g *gate) end(started time.Time, status int, retryAfter time.Duration) {
	g.slots.Release(1)
	g.mu.Lock()
	defer g.mu.Unlock()
	isStale := !started.After(g.closedAt) // it is not counted any more, and says nothing of the present interval
	if !isStale {
		g.inFlight--
	}
	now, isRefused := time.Now(), status == http.StatusTooManyRequests
	if isFurtherRefusal := isRefused && !g.isOpen; status > 0 && !isFurtherRefusal {
		g.unrefusedAt = now
	}
	switch {
	case isRefused:
		pause := retryAfter // also a stale refusal can ask for one
		if !isStale {
			g.close(now)
			pause = cmp.Or(retryAfter, g.backoff)
		}
		if until := now.Add(min(pause, MaxWait)); until.After(g.resume) {
			g.resume = until
		}
	case status > 0 && !isStale:
		g.served()
	}
}

// close closes an open gate, or makes a closed one wait longer after a probe that was refused.
func (g *gate) close(now time.Time) {
	if g.isOpen {
		g.isOpen, g.backoff = false, firstBackoff
		g.setInterval(g.interval * 3 / 2)
	} else {
		g.backoff = min(2*g.backoff, maxBackoff)
	}
	g.closedAt, g.inFlight = now, 0
}

// served opens the gate, or makes the interval of an open one shorter.
func (g *gate) served() {
	switch {
	case !g.isOpen:
		g.isOpen = true
		g.setInterval(max(g.interval, min(g.backoff, 2*time.Second)))
	case g.interval > time.Second: // most likely because of other processes, which may have ended
		g.setInterval(g.interval * 14 / 15)
	default:
		g.setInterval(g.interval * 31 / 32)
	}
}
