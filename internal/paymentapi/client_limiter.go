// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"sync"
	"time"
)

// limiter bounds the requests in flight. When the service answers 429 it holds
// all calls back for a while and then lets fewer of them run at once, more
// again with each success.
type limiter struct {
	max int

	mu       sync.Mutex
	allowed  float64 // from 1 to max
	inFlight int
	waiting  []chan struct{} // first come, first served
	resume   time.Time       // no request starts before
}

func newLimiter(maxInFlight int) *limiter {
	return &limiter{max: maxInFlight, allowed: float64(maxInFlight)}
}

// acquire waits for a place and until no pause is on; release gives the place
// back. Its error is the context's.
func (l *limiter) acquire(ctx context.Context, clock Clock) error {
	if err := l.enter(ctx); err != nil {
		return err
	}
	for {
		wait := l.pauseLeft(clock.Now())
		if wait <= 0 {
			return nil
		}
		if err := clock.Sleep(ctx, wait); err != nil {
			l.leave()
			return err
		}
	}
}

// release gives a place back and learns from how the request went.
func (l *limiter) release(throttled bool) {
	l.mu.Lock()
	if throttled {
		l.allowed = max(1, l.allowed/2)
	} else {
		l.allowed = min(float64(l.max), l.allowed+1/l.allowed)
	}
	l.mu.Unlock()
	l.leave()
}

// pause lets no request start before t.
func (l *limiter) pause(t time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t.After(l.resume) {
		l.resume = t
	}
}

func (l *limiter) pauseLeft(now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.resume.Sub(now)
}

func (l *limiter) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	l.mu.Lock()
	if len(l.waiting) == 0 && l.inFlight < int(l.allowed) {
		l.inFlight++
		l.mu.Unlock()
		return nil
	}
	turn := make(chan struct{})
	l.waiting = append(l.waiting, turn)
	l.mu.Unlock()

	select {
	case <-turn:
		return nil
	case <-ctx.Done():
		l.abandon(turn)
		return context.Cause(ctx)
	}
}

// abandon takes a call out of the queue, or passes its place on where its turn
// came at the same moment.
func (l *limiter) abandon(turn chan struct{}) {
	l.mu.Lock()
	for i, other := range l.waiting {
		if other == turn {
			l.waiting = append(l.waiting[:i], l.waiting[i+1:]...)
			l.mu.Unlock()
			return
		}
	}
	l.mu.Unlock()
	l.leave()
}

func (l *limiter) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.inFlight--
	for len(l.waiting) > 0 && l.inFlight < int(l.allowed) {
		close(l.waiting[0])
		l.waiting = l.waiting[1:]
		l.inFlight++
	}
}
