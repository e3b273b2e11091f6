// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"
)

// inARow is the number of refusals in a search from which on each call that is refused
// lets the others go first, since the service may serve those.
const inARow = 3

// forgetAfter is the time without a request after which what was learned is forgotten.
const forgetAfter = time.Minute

// errTooLate ends a call whose context ends before it may be sent again.
var errTooLate = errors.New("the wait would not end in time")

// queue lets the requests of a client start: in the order in which their calls came, not
// too many at once, as the pace allows, and none while a wait that the service asked for
// lasts.
type queue struct {
	clock  Clock
	atOnce int // requests in flight

	mu       sync.Mutex
	waiting  []*turn   // by place
	places   int       // the last place that was given
	inFlight []begun   // in the order of their starts
	served   int       // requests: with any status but 429, which alone is about their rate
	refused  int       // requests
	held     time.Time // until when the service asked to wait
	pace     pace
	outage   outage
}

// turn is the place of a call in the queue, for all its attempts.
type turn struct {
	place    int
	away     time.Time          // until when it stays out of the queue
	wake     context.CancelFunc // while it waits
	begun    begun              // its last request
	served   int                // requests
	refusals refusals
	over     error // why it ends, if it was refused for too long
}

func newQueue(clock Clock, atOnce, perMinute int) *queue {
	var least time.Duration
	if perMinute > 0 {
		least = time.Minute / time.Duration(perMinute)
	}
	return &queue{clock: clock, atOnce: atOnce, pace: newPace(least)}
}

// Refusals returns how many requests the service has refused so far because they
// came too fast.
func (c *Client) Refusals() int {
	c.queue.mu.Lock()
	defer c.queue.mu.Unlock()
	return c.queue.refused
}

// hasServed reports whether the service has answered a request with another status than 429.
func (q *queue) hasServed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.served > 0
}

// Throttled reports whether a further request would only wait: for others that wait
// already, or for a rate: the service's, which a refusal has shown, or a configured one
// that is slower than what every run begins with.
func (c *Client) Throttled() bool {
	q := c.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting) > 0 || q.pace.state != free || q.pace.least > firstInterval
}

// join gives a call its turn.
func (q *queue) join() *turn {
	q.mu.Lock()
	defer q.mu.Unlock()
	if now := q.clock.Now(); len(q.inFlight)+len(q.waiting) == 0 && now.Sub(q.pace.last) > forgetAfter && now.After(q.held) {
		q.pace, q.outage = newPace(q.pace.least), outage{}
	}
	t := &turn{}
	q.toBack(t)
	return t
}

// stayAway keeps the call out of the queue until then.
func (t *turn) stayAway(until time.Time) { t.away = latest(t.away, until) }

func (q *queue) toBack(t *turn) {
	q.places++
	t.place = q.places
}

// start waits until a request of the call may start; end must follow. The error
// is the context's, errTooLate or a refusedFor.
func (q *queue) start(ctx context.Context, t *turn) error {
	deadline, limited := ctx.Deadline()
	if limited && t.away.After(deadline) {
		return errTooLate
	}
	if wait := t.away.Sub(q.clock.Now()); wait > 0 {
		_ = q.clock.Sleep(ctx, wait) // however it ended, ctx is looked at below
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.waiting = append(q.waiting, t)
	slices.SortFunc(q.waiting, func(a, b *turn) int { return a.place - b.place })
	defer func() {
		q.waiting = slices.DeleteFunc(q.waiting, func(other *turn) bool { return other == t })
		q.wakeHead()
	}()
	for {
		now := q.clock.Now()
		ifAnswered, ifNot := q.startTimes()
		isNext := q.waiting[0] == t && len(q.inFlight) < q.atOnce
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case t.over != nil:
			return t.over
		case limited && ifAnswered.After(deadline):
			return errTooLate
		case isNext && !ifNot.After(now):
			q.outage.decision = time.Time{} // this one's answer decides
			t.begun = q.pace.begin(now)
			q.inFlight = append(q.inFlight, t.begun)
			return nil
		}
		q.sleep(ctx, t, ifNot.Sub(now), isNext)
	}
}

// startTimes returns when the next request may start: if those in flight are answered
// before, and if they are not.
func (q *queue) startTimes() (ifAnswered, ifNot time.Time) {
	ifAnswered = q.outage.notLater(q.pace.next)
	ifNot = q.outage.notLater(latest(q.pace.next, q.pace.awaits(q.inFlight)))
	return latest(ifAnswered, q.held), latest(ifNot, q.held)
}

// sleep waits, unlocked, until t is woken or ctx ends or, if it is next, for d.
func (q *queue) sleep(ctx context.Context, t *turn, d time.Duration, isNext bool) {
	ctx, t.wake = context.WithCancel(ctx)
	defer t.wake()
	q.mu.Unlock()
	defer q.mu.Lock()
	if isNext {
		_ = q.clock.Sleep(ctx, d) // however it ended, the caller looks again
		return
	}
	<-ctx.Done()
}

func (q *queue) wakeHead() {
	if len(q.waiting) > 0 && q.waiting[0].wake != nil {
		q.waiting[0].wake()
	}
}

// end takes the call's request out of flight. The status is that of its answer,
// 0 if there was none, and asked is the wait that the answer asked for.
func (q *queue) end(t *turn, status int, asked time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	defer q.wakeHead()
	at := slices.Index(q.inFlight, t.begun)
	q.inFlight = slices.Delete(q.inFlight, at, at+1)
	now := q.clock.Now()
	switch status {
	case 0:
	case http.StatusTooManyRequests:
		q.refuse(t, now, asked)
	default:
		q.served++
		t.served++
		q.outage = outage{}
		q.pace.serve(t.begun, now)
	}
}

// refuse takes note of a refusal. If the service seems to refuse this call alone, that
// says nothing of the others.
func (q *queue) refuse(t *turn, now time.Time, asked time.Duration) {
	q.refused++
	alone, over := t.refusals.add(now, q.served-t.served)
	switch {
	case over != nil:
		t.over = over
		return
	case alone:
		q.toBack(t)
		t.stayAway(now.Add(max(aloneWait, asked)))
		return
	}
	heldBefore := q.held // what this answer asks for does not put off what it decides
	q.held = latest(q.held, now.Add(asked))
	if t.over = q.outage.refuse(now, heldBefore, q.served > 0); t.over != nil {
		for _, waiting := range q.waiting {
			waiting.over = t.over
		}
	}
	q.pace.refuse(t.begun, now)
	if q.pace.refusedInSearch >= inARow {
		q.toBack(t)
	}
}
