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
// flight, and with an interval between them. A burst of refusals (429) makes the interval
// longer by half, and begins a pause in which nothing starts. After it, one request is in
// flight at a time, until one is served. Each that is makes the interval a little shorter.
type gate struct {
	slots, turn *semaphore.Weighted // for all requests in flight, and for the one that starts next
	limiter     *rate.Limiter       // keeps the interval
	least       time.Duration       // of the interval, as configured

	mu           sync.Mutex
	interval     time.Duration
	inFlight     int
	lastStart    time.Time
	pause        time.Duration // the last one; 0 if a request was served since
	resume       time.Time     // when the pause ends
	slowed       time.Time     // when the last burst of refusals came
	refusedSince time.Time     // zero if the last answer was none
}

func newGate(atOnce, perMinute int) *gate {
	g := &gate{slots: semaphore.NewWeighted(int64(atOnce)), turn: semaphore.NewWeighted(1), limiter: rate.NewLimiter(rate.Inf, 1)}
	if perMinute > 0 {
		g.least = time.Minute / time.Duration(perMinute)
	}
	g.setInterval(firstInterval)
	return g
}

func (g *gate) setInterval(interval time.Duration) {
	g.interval = max(interval, g.least)
	g.limiter.SetLimit(rate.Every(g.interval))
}

// start waits until a request may start, and returns when it does; end must follow. The
// error is a refusedFor or that of ctx.
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
		if wait == 0 || err != nil {
			return now, err
		}
		if err := sleep(ctx, wait); err != nil {
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
	left := giveUpAfter
	if !g.refusedSince.IsZero() {
		left -= now.Sub(g.refusedSince)
	}
	switch pause := g.resume.Sub(now); {
	case pause > 0 && left <= 0:
		return 0, refusedFor(giveUpAfter - left)
	case pause > 0:
		return min(pause, left), nil
	case g.pause > 0 && g.inFlight > 0:
		return firstInterval, nil // and look again whether that request has ended
	}
	g.inFlight++
	g.lastStart = now
	return 0, nil
}

// end takes a request out of flight. The status is 0 if no answer came.
func (g *gate) end(started time.Time, status int, retryAfter time.Duration) {
	g.slots.Release(1)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inFlight--
	isNews := started.After(g.slowed) // an older request says nothing of the present interval
	switch now := time.Now(); {
	case status == http.StatusTooManyRequests:
		if g.refusedSince.IsZero() {
			g.refusedSince = now
		}
		if isNews {
			if g.pause == 0 {
				g.setInterval(g.interval * 3 / 2)
			}
			g.slowed, g.pause = now, min(max(2*g.pause, firstPause), longestPause)
			retryAfter = cmp.Or(retryAfter, g.pause)
		}
		if until := now.Add(min(retryAfter, MaxWait)); until.After(g.resume) {
			g.resume = until
		}
	case status > 0:
		g.refusedSince = time.Time{}
		if isNews {
			g.speedUp()
		}
	}
}

// speedUp makes the interval shorter after a request that was served. But if the pause before
// it was longer than the interval, that is the better guess of what the service allows.
func (g *gate) speedUp() {
	switch guess := min(g.pause, longestGuess); {
	case guess > g.interval:
		g.setInterval(guess)
	case g.interval > time.Second: // others share the quota, and may end
		g.setInterval(g.interval * 14 / 15)
	default:
		g.setInterval(g.interval * 31 / 32)
	}
	g.pause = 0
}
