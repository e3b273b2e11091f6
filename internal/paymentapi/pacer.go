// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	// firstWait is the least wait after a first refusal; each further one in a row
	// doubles the wait up to maxWait.
	firstWait = 250 * time.Millisecond
	maxWait   = 30 * time.Second
	// firstInterval is the interval at the beginning.
	firstInterval = 10 * time.Millisecond
	// maxGuess bounds the interval that follows from a series of refusals, and
	// maxInterval any other: no service is so slow.
	maxGuess    = 2 * time.Second
	maxInterval = 6 * time.Second
	// forgetAfter is the time without a request after which the pacer forgets what
	// it has learned.
	forgetAfter = time.Minute

	// refusedLimit is how long every request may be refused before the calls end.
	// quotaLimit is the same for a service that has served a request before: its
	// quota for a minute can be used up in the first seconds. The last request
	// starts lastTry before the end, so that it is answered in time.
	refusedLimit = 30 * time.Second
	quotaLimit   = 75 * time.Second
	lastTry      = 1500 * time.Millisecond
	// maxInARow is the number of refusals in a row after which each call that is refused
	// lets the others go first, since the service may serve those. stepAside is the same
	// for the refusals of one call, which may be the only one that the service refuses.
	// If that is so, it waits for aloneWait each time, or as long as the service asks,
	// and ends once that has gone on for ownLimit.
	maxInARow = 2
	stepAside = 5
	aloneWait = 8 * time.Second
	ownLimit  = 10 * time.Minute
)

var (
	// errRefused ends a call if the service refuses every request, or this one again
	// and again.
	errRefused = errors.New("the requests are refused again and again")
	// errTooLate ends a call whose context ends before it may be sent again.
	errTooLate = errors.New("the wait would not end in time")
)

// pacer lets the requests of a client start: in the order in which their calls
// came, not too many at once, and as fast as the service lets them through.
type pacer struct {
	clock  Clock
	atOnce int           // requests in flight
	least  time.Duration // between two starts

	mu       sync.Mutex
	queue    []*turn // of calls that wait, by place
	places   int     // the last place that was given
	inFlight int
	served   int
	refused  int
	pace
}

// turn is the place of a call in the queue, for all its attempts.
type turn struct {
	place int
	after int                // the number of requests that had started when it came
	wake  context.CancelFunc // while it waits

	request  int // the number of its last request
	started  time.Time
	refusals int
	served   int       // of all requests when it was refused last
	away     time.Time // until when it stays out of the queue
	alone    time.Time // since when the service seems to refuse only this call
	over     bool      // that was for too long
}

// pace is what is known of the service's rate. A service that limits it has a
// bucket of tokens. A refusal says that the bucket is empty. Then requests start one
// by one, each after twice the wait of the one before, until one is served. The time
// that this took is the first guess of the interval between two starts. A request that
// is served makes the interval shorter, and a refusal makes it longer; how much depends
// on how many requests were served since the bucket was empty before.
type pace struct {
	started   int           // requests, so the number of the latest
	interval  time.Duration // between two starts
	guessed   bool          // the interval is likely too long
	changedAt int           // the latest request when the pace changed
	refusedAt int           // the latest request when a refusal changed it
	held      time.Time     // until when the service asked to wait
	wait      time.Duration // the one to double next; 0 while requests are served
	next      time.Time     // the next start
	lastStart time.Time

	inARow       int       // refusals, of all calls
	emptyAt      time.Time // the start of the first request of these
	servedBefore int       // requests, until then
	between      int       // requests served since the bucket was empty before
	lastRefused  int       // the latest request that was refused
	since        time.Time // everything has been refused; zero while requests are served
	limit        time.Time // when calls end if that goes on
	over         bool      // calls have ended
}

func newPacer(clock Clock, atOnce, perMinute int) *pacer {
	p := &pacer{clock: clock, atOnce: atOnce}
	if perMinute > 0 {
		p.least = time.Minute / time.Duration(perMinute)
	}
	return p
}

// Refusals returns how many requests the service has refused so far because they
// came too fast.
func (c *Client) Refusals() int {
	c.pacer.mu.Lock()
	defer c.pacer.mu.Unlock()
	return c.pacer.refused
}

// HoldsBack reports whether a further request would only wait: for others that wait
// already, or for the rate of the service, since one was refused just now, or the pace
// that was configured or learned is slower than what every run begins with.
func (c *Client) HoldsBack() bool {
	p := c.pacer
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.queue) > 0 || p.inARow > 0 || p.interval > firstInterval
}

// join gives a call its turn.
func (p *pacer) join() *turn {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := p.clock.Now(); p.inFlight+len(p.queue) == 0 && now.Sub(p.lastStart) > forgetAfter && now.After(p.held) {
		p.pace = pace{started: p.started, interval: max(firstInterval, p.least), guessed: true}
	}
	p.places++
	return &turn{place: p.places, after: p.started}
}

// start waits until a request of the call may start; end must follow. The error
// is the context's or one of those above.
func (p *pacer) start(ctx context.Context, t *turn) error {
	deadline, limited := ctx.Deadline()
	if limited && t.away.After(deadline) {
		return errTooLate
	}
	if wait := t.away.Sub(p.clock.Now()); wait > 0 {
		_ = p.clock.Sleep(ctx, wait) // however it ended, ctx is looked at below
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.queue = append(p.queue, t)
	slices.SortFunc(p.queue, func(a, b *turn) int { return a.place - b.place })
	defer func() {
		p.queue = slices.DeleteFunc(p.queue, func(other *turn) bool { return other == t })
		p.wakeHead()
	}()
	for {
		now := p.clock.Now()
		isNext := p.queue[0] == t && p.inFlight < p.atOnce
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case p.over && p.lastRefused > t.after, t.over:
			return errRefused
		case limited && p.next.After(deadline):
			return errTooLate
		case isNext && !p.next.After(now):
			p.begin(t, now)
			return nil
		}
		p.sleep(ctx, t, p.next.Sub(now), isNext)
	}
}

// begin takes note of a request that starts.
func (p *pacer) begin(t *turn, now time.Time) {
	p.inFlight++
	p.started++
	t.request, t.started = p.started, now
	p.wait = min(2*p.wait, maxWait)
	p.lastStart, p.next = now, now.Add(max(p.interval, p.wait))
}

// sleep waits, unlocked, until t is woken or ctx ends or, if it is next, for d.
func (p *pacer) sleep(ctx context.Context, t *turn, d time.Duration, isNext bool) {
	ctx, t.wake = context.WithCancel(ctx)
	defer t.wake()
	p.mu.Unlock()
	defer p.mu.Lock()
	if isNext {
		_ = p.clock.Sleep(ctx, d) // however it ended, the caller looks again
		return
	}
	<-ctx.Done()
}

func (p *pacer) wakeHead() {
	if len(p.queue) > 0 && p.queue[0].wake != nil {
		p.queue[0].wake()
	}
}

// end takes the call's request out of flight. The status is that of its answer,
// 0 if there was none, and asked is the wait that the answer asked for.
func (p *pacer) end(t *turn, status int, asked time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	defer p.wakeHead()
	p.inFlight--
	switch status {
	case 0:
	case http.StatusTooManyRequests:
		p.refuse(t, p.clock.Now(), asked)
	default:
		p.accept(t)
	}
}

// accept learns from a request that was served.
func (p *pacer) accept(t *turn) {
	p.served++
	p.since, p.over = time.Time{}, false
	switch {
	case p.inARow == 0 && t.request <= p.changedAt, t.request <= p.lastRefused: // it started at another pace
		return
	case p.inARow > 1 || p.inARow == 1 && p.interval <= firstInterval:
		guess := firstWait // the service may have asked for more, which says little about its rate
		if p.inARow > 1 {
			guess = min(t.started.Sub(p.emptyAt), maxGuess)
		}
		p.interval, p.guessed = max(p.interval, guess), true
	case p.inARow == 1 && p.between <= 2: // the interval was far too short
		p.interval, p.guessed = p.interval*4/3, false
	case p.inARow == 1:
		p.interval, p.guessed = p.interval*11/10, false
	case p.guessed:
		p.interval = p.interval * 3 / 4
	default:
		p.interval = p.interval * 199 / 200
	}
	p.interval = max(min(p.interval, maxInterval), p.least)
	p.wait, p.inARow, p.changedAt = 0, 0, p.started
	p.next = latest(p.lastStart.Add(p.interval), p.held)
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// refuse learns from a request that was refused, unless the service seems to refuse
// this call alone. Asked is the wait that the refusal asked for.
func (p *pacer) refuse(t *turn, now time.Time, asked time.Duration) {
	p.refused++
	alone := t.refusals >= stepAside && p.served > t.served
	t.refusals++
	t.served = p.served
	if p.inARow >= maxInARow || t.refusals%stepAside == 0 {
		p.places++
		t.place = p.places
	}
	if alone {
		if t.alone.IsZero() {
			t.alone = now
		}
		if t.over = now.Sub(t.alone) >= ownLimit; !t.over {
			t.away = now.Add(max(aloneWait, asked))
		}
		return
	}
	p.held = latest(p.held, now.Add(asked))
	p.lastRefused = max(p.lastRefused, t.request)
	if p.isOver(now) {
		p.over, p.wait, p.next = true, maxWait, latest(now.Add(time.Second), p.held) // for calls that come later
		return
	}
	if t.request > p.refusedAt { // otherwise, it started before an earlier refusal
		if p.inARow == 0 {
			p.between = p.served - p.servedBefore
			p.emptyAt, p.servedBefore, p.wait = t.started, p.served, max(firstWait, p.interval)
			p.next = now.Add(p.wait)
		}
		p.inARow++
		p.refusedAt, p.changedAt = p.started, p.started
	}
	p.next = latest(p.next, p.held)
	if p.next.After(p.limit) {
		p.next = p.limit
	}
}

// isOver reports whether, at a refusal, everything has been refused for so long that the
// calls end. A wait that the service asks for before that makes it longer.
func (p *pacer) isOver(now time.Time) bool {
	if p.since.IsZero() {
		p.since = now
	}
	limit := refusedLimit
	if p.served > 0 {
		limit = quotaLimit
	}
	if end := p.since.Add(limit - lastTry); now.Before(end) {
		p.limit = latest(end, p.held)
	}
	return !now.Before(p.limit) || p.held.After(p.limit)
}

const (
	firstBackoff = 500 * time.Millisecond
	maxBackoff   = 30 * time.Second
)

// MaxWait is the longest wait that the service can ask for with effect.
const MaxWait = time.Minute

// backoff returns how long to wait after a failed attempt, the number of which counts
// from 1. If the service asked for a wait, it is that one, up to MaxWait. Otherwise it
// is half a second after the first attempt and twice as long after each further one,
// up to maxBackoff, and up to 20% more or less, so that clients do not keep step.
func (c *Client) backoff(attempt int, asked time.Duration) time.Duration {
	if asked > 0 {
		return min(asked, MaxWait)
	}
	wait := min(firstBackoff<<min(attempt-1, 10), maxBackoff)
	return time.Duration(float64(wait) * (0.8 + 0.4*c.options.Jitter()))
}

// parseRetryAfter returns the wait that a Retry-After header asks for, in
// seconds or as a date; 0 for nonsense.
func parseRetryAfter(header string, now time.Time) time.Duration {
	header = strings.TrimSpace(header)
	if seconds, err := strconv.ParseUint(header, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// Clock tells the time and waits for it to pass.
type Clock interface {
	Now() time.Time
	// Sleep waits for d or until ctx ends, and then returns the reason.
	Sleep(ctx context.Context, d time.Duration) error
}

type realClock struct{}

func (realClock) Now() time.Time { return time.Now() }

func (realClock) Sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
