// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

const (
	// refusedLimit is how long every request may be refused until the calls that
	// wait meanwhile end, unless the service itself asks for a longer wait.
	refusedLimit = 30 * time.Second
	// quotaLimit is the same if the service has let requests through before, and
	// asks for no long wait: its quota may be one for each minute, and be used up
	// in its first seconds.
	quotaLimit = 75 * time.Second
	// lastTry is how long before that limit the last request is sent.
	lastTry = 1500 * time.Millisecond
	// ownRefusalsLimit is how long one call may be refused while others are not.
	ownRefusalsLimit = 10 * time.Minute
	// stepAside is after how many refusals in a row a call lets the others go
	// first: it may be the only one that the service refuses.
	stepAside = 4
)

var (
	// errRefused ends a call when the service refuses every request.
	errRefused = errors.New("every request is refused")
	// errRefusedAlone ends a call that is refused for long while others are served.
	errRefusedAlone = errors.New("the request is refused again and again")
	// errTooLate ends a call whose context ends before it may be sent again.
	errTooLate = errors.New("the wait would not end in time")
)

// pacer lets the requests of a client start: in the order in which their calls
// came, a refused one at the head, and as fast as its pace allows.
type pacer struct {
	clock Clock

	mu    sync.Mutex
	pace  pace
	queue []*turn // by number
	turns int     // the number of the last
}

// turn is the place of a call in the queue, for all its attempts.
type turn struct {
	number  int
	arrived time.Time
	wake    context.CancelFunc

	refusals     int
	firstRefusal time.Time
	served       int   // requests served when it was refused last
	over         error // why it must not be sent again; nil if it may
}

func newPacer(clock Clock, maxInFlight, maxPerMinute int) *pacer {
	return &pacer{clock: clock, pace: newPace(maxInFlight, maxPerMinute)}
}

func (p *pacer) refusals() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pace.refused
}

// join gives a call its turn.
func (p *pacer) join() *turn {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turns++
	t := &turn{number: p.turns, arrived: p.clock.Now()}
	p.pace.forgetOutage(t.arrived)
	if p.isLate(t) {
		p.pace.tryBy(p.pace.lastRefusal.Add(staleWait))
	}
	return t
}

// start waits until a request of the call may start. Whoever starts one ends it
// with end. The error is the context's, errRefused or errTooLate.
func (p *pacer) start(ctx context.Context, t *turn) (*flight, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.enqueue(t)
	for {
		if err := p.stop(ctx, t); err != nil {
			p.leave(t)
			return nil, err
		}
		wait, waits := p.delay(t)
		if waits && wait <= 0 {
			p.leave(t)
			return p.pace.start(p.clock.Now()), nil
		}
		p.sleep(ctx, t, wait, waits)
	}
}

// stop returns why a call must wait no longer, if it must not.
func (p *pacer) stop(ctx context.Context, t *turn) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if t.over != nil {
		return t.over
	}
	if deadline, ok := ctx.Deadline(); ok && t.refusals > 0 && p.pace.hold.After(deadline) {
		last := deadline.Add(-lastTry)
		if p.pace.lastRefusal.Add(lastTry).After(last) {
			return errTooLate // it was tried just before
		}
		if p.pace.tryBy(last); p.pace.hold.After(last) {
			return errTooLate // the service itself asked for the wait
		}
	}
	return nil
}

// delay returns how long the call at the head must wait. All others, and the
// head while too many requests are in flight, wait until they are woken.
func (p *pacer) delay(t *turn) (wait time.Duration, timed bool) {
	if p.queue[0] != t {
		return 0, false
	}
	now := p.clock.Now()
	at, room := p.pace.earliest(now)
	return at.Sub(now), room
}

// sleep waits, unlocked, until it is woken, ctx ends, or the time is over.
func (p *pacer) sleep(ctx context.Context, t *turn, wait time.Duration, timed bool) {
	ctx, t.wake = context.WithCancel(ctx)
	defer t.wake()
	p.mu.Unlock()
	defer p.mu.Lock()
	if !timed {
		<-ctx.Done()
		return
	}
	_ = p.clock.Sleep(ctx, wait) // however it ended, the caller looks again
}

func (p *pacer) enqueue(t *turn) {
	at, _ := slices.BinarySearchFunc(p.queue, t.number, func(other *turn, number int) int { return other.number - number })
	p.queue = slices.Insert(p.queue, at, t)
}

// leave takes a call out of the queue and lets the next one look.
func (p *pacer) leave(t *turn) {
	p.queue = slices.DeleteFunc(p.queue, func(other *turn) bool { return other == t })
	p.wakeHead()
}

func (p *pacer) wakeHead() {
	if len(p.queue) > 0 && p.queue[0].wake != nil {
		p.queue[0].wake()
	}
}

// outcome is what the pacer learns from a request.
type outcome struct {
	answered, refused bool
	hints             hints
}

// end takes a request out of flight. It returns how long the call stays away
// before it waits for its next turn.
func (p *pacer) end(t *turn, f *flight, o outcome) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.wakeHead()
	now := p.clock.Now()
	switch {
	case o.refused:
		return p.refused(t, f, now, o.hints)
	case o.answered:
		p.pace.served++
		p.pace.accept(f, now, o.hints)
	default:
		p.pace.land(f)
	}
	return 0
}

func (p *pacer) refused(t *turn, f *flight, now time.Time, h hints) time.Duration {
	// A call that is refused again and again while others are served says
	// nothing of the pace.
	alone := t.refusals >= stepAside && p.pace.served > t.served
	if t.refusals == 0 {
		t.firstRefusal = now
	}
	t.refusals++
	t.served = p.pace.served
	if t.refusals%stepAside == 0 {
		p.turns++
		t.number = p.turns
	}
	if alone {
		p.pace.land(f)
		p.pace.refused++
		if now.Sub(t.firstRefusal) >= ownRefusalsLimit {
			t.over = errRefusedAlone
		}
		return maxProbeWait
	}
	p.pace.refuse(f, now, h)
	p.giveUp(append(slices.Clone(p.queue), t), f, now)
	return 0
}

// giveUp ends the calls that have waited for too long while every request was
// refused, and brings the next try forward for those that are about to. A call
// that came late ends with the first request that started after it came: it shows
// that the service has not recovered.
func (p *pacer) giveUp(waiting []*turn, refused *flight, now time.Time) {
	for _, t := range waiting {
		last := latest(t.arrived, p.pace.refusedSince).Add(p.patience())
		tried := p.isLate(t) && !refused.started.Before(t.arrived)
		if tried || !now.Before(last) || t.refusals > 0 && now.Sub(t.firstRefusal) >= ownRefusalsLimit {
			t.over = errRefused
			if t.wake != nil {
				t.wake()
			}
			continue
		}
		p.pace.tryBy(last)
	}
}

// patience is how long after the first refusal calls are given up.
func (p *pacer) patience() time.Duration {
	limit := refusedLimit
	if p.pace.served > 0 && p.pace.asked < refusedLimit {
		limit = quotaLimit
	}
	return max(limit, p.pace.asked) - lastTry
}

// isLate reports whether a call came when every request had been refused for so
// long that the calls before it were given up.
func (p *pacer) isLate(t *turn) bool {
	since := p.pace.refusedSince
	return !since.IsZero() && !t.arrived.Before(since.Add(p.patience()))
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
