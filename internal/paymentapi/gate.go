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
	giveUpAfter = 2 * time.Minute // of nothing but refusals
	forgetAfter = time.Minute     // without a request or a pause
	// After a refusal that asks for no wait. Each further pause is twice as long.
	firstPause, longestPause = 250 * time.Millisecond, 30 * time.Second
	// Between two starts.
	firstInterval, longestGuess = 10 * time.Millisecond, 2 * time.Second
)

// gate is what all requests of a client pass before they start: in order, not too many in
// flight, and with an interval between them. Its states are
// open: each request that is served makes the interval a little shorter;
// pausing, after a refusal (429): none starts, and if it was open, the interval is half as long again;
// probing, after a pause: one is in flight at a time, until one is served, which opens it.
type gate struct {
	slots, turn *semaphore.Weighted // for all requests in flight, and for the one that starts next
	limiter     *rate.Limiter       // keeps the interval
	minInterval time.Duration       // as configured

	mu           sync.Mutex
	interval     time.Duration
	inFlight     int
	lastStart    time.Time
	resume       time.Time     // it is pausing until then
	pause        time.Duration // the last one that was begun; 0 if the gate is open
	slowedAt     time.Time     // when the last burst of refusals came
	refusedSince time.Time     // zero if the last answer was no refusal
}

func newGate(atOnce, perMinute int) *gate {
	g := &gate{slots: semaphore.NewWeighted(int64(atOnce)), turn: semaphore.NewWeighted(1), limiter: rate.NewLimiter(rate.Inf, 1)}
	if perMinute > 0 {
		g.minInterval = time.Minute / time.Duration(perMinute)
	}
	g.setInterval(firstInterval)
	return g
}

func (g *gate) setInterval(interval time.Duration) {
	g.interval = max(interval, g.minInterval)
	g.limiter.SetLimit(rate.Every(g.interval))
}

// start returns when a request may start; end must follow. The error is a refusedFor or that of ctx.
func (g *gate) start(ctx context.Context) (started time.Time, err error) {
	if err := g.slots.Acquire(ctx, 1); err != nil {
		return time.Time{}, err
	}
	if started, err = g.waitForTurn(ctx); err != nil {
		g.slots.Release(1)
	}
	return started, err
}

func (g *gate) waitForTurn(ctx context.Context) (started time.Time, err error) {
	if err := g.turn.Acquire(ctx, 1); err != nil {
		return time.Time{}, err
	}
	defer g.turn.Release(1)
	if g.limiter.Wait(ctx) != nil { // it fails at once if ctx would end before
		return time.Time{}, cmp.Or(ctx.Err(), context.DeadlineExceeded)
	}
	for {
		now := time.Now()
		wait, err := g.tryStart(now)
		if wait > 0 {
			err = sleep(ctx, wait)
		}
		if wait == 0 || err != nil {
			return now, err
		}
	}
}

// tryStart lets a request start, or returns how long to wait before the next try.
func (g *gate) tryStart(now time.Time) (wait time.Duration, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if quiet := min(now.Sub(g.lastStart), now.Sub(g.resume)); g.inFlight == 0 && quiet > forgetAfter {
		g.pause, g.refusedSince = 0, time.Time{}
		g.setInterval(firstInterval)
	}
	if pause := g.resume.Sub(now); pause > 0 {
		refused := now.Sub(cmp.Or(g.refusedSince, now))
		if refused >= giveUpAfter {
			return 0, refusedFor(refused)
		}
		return min(pause, giveUpAfter-refused), nil
	}
	if probing := g.pause > 0; probing && g.inFlight > 0 {
		return firstInterval, nil // and look again whether that request has ended
	}
	if wait := g.lastStart.Add(g.minInterval).Sub(now); wait > 0 {
		return wait, nil // the limiter has filled up in a pause
	}
	g.inFlight, g.lastStart = g.inFlight+1, now
	return 0, nil
}

// end takes a request out of flight. The status is 0 if no answer came.
func (g *gate) end(started time.Time, status int, retryAfter time.Duration) {
	g.slots.Release(1)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inFlight--
	switch startedAfterSlowdown := started.After(g.slowedAt); { // an older one says nothing of the present interval
	case status == http.StatusTooManyRequests:
		g.refused(startedAfterSlowdown, retryAfter)
	case status > 0:
		g.refusedSince = time.Time{}
		if startedAfterSlowdown {
			g.served()
		}
	}
}

// refused begins a pause, or makes the present one longer if retryAfter asks for more.
func (g *gate) refused(startedAfterSlowdown bool, retryAfter time.Duration) {
	now := time.Now()
	g.refusedSince = cmp.Or(g.refusedSince, now)
	if startedAfterSlowdown {
		if g.pause == 0 {
			g.setInterval(g.interval * 3 / 2)
		}
		g.slowedAt, g.pause = now, min(max(2*g.pause, firstPause), longestPause)
		retryAfter = cmp.Or(retryAfter, g.pause)
	}
	if until := now.Add(min(retryAfter, MaxWait)); until.After(g.resume) {
		g.resume = until
	}
}

// served opens the gate and sets its interval.
func (g *gate) served() {
	switch {
	case g.pause > g.interval && g.interval < longestGuess: // the pause is the better guess of what the service allows
		g.setInterval(min(g.pause, longestGuess))
	case g.interval > time.Second: // others share the quota, and may end
		g.setInterval(g.interval * 14 / 15)
	default:
		g.setInterval(g.interval * 31 / 32)
	}
	g.pause = 0
}
