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
	// firstWait is the wait after a first refusal; each further one in a row
	// doubles it up to maxWait.
	firstWait = 250 * time.Millisecond
	maxWait   = 30 * time.Second
	// firstInterval is the interval after the very first answer. Until it comes,
	// requests start one by one, too.
	firstInterval = 10 * time.Millisecond
	// maxGuess bounds the interval that follows from a series of refusals.
	maxGuess = 2 * time.Second
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
	// ownLimit is how long one call may be refused while others are served.
	ownLimit = 10 * time.Minute
	// stepAside is the number of refusals after which a call lets the others go
	// first, since it may be the only one that the service refuses. If that is so,
	// it waits for aloneWait.
	stepAside = 5
	aloneWait = 8 * time.Second
)

var (
	// errRefused ends a call if the service refuses every request.
	errRefused = errors.New("every request is refused")
	// errRefusedAlone ends a call that is refused for long while others are served.
	errRefusedAlone = errors.New("the request is refused again and again")
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
	pace     pace
}

// turn is the place of a call in the queue, for all its attempts.
type turn struct {
	place int
	after int                // the number of requests that had started when it came
	wake  context.CancelFunc // while it waits

	request      int // the number of its last request
	started      time.Time
	refusals     int
	firstRefusal time.Time
	served       int       // of all requests when it was refused last
	away         time.Time // until when it stays out of the queue
}

func newPacer(clock Clock, atOnce, perMinute int) *pacer {
	p := &pacer{clock: clock, atOnce: atOnce, pace: newPace()}
	if perMinute > 0 {
		p.least = time.Minute / time.Duration(perMinute)
	}
	return p
}

// refusals returns how many requests were refused so far.
func (p *pacer) refusals() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refused
}

// holdsBack reports whether requests wait for the rate of the service, or for others.
func (p *pacer) holdsBack() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.queue) > 0 || p.pace.refusals > 0 || max(p.least, p.pace.interval) > firstInterval
}

// join gives a call its turn.
func (p *pacer) join() *turn {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.inFlight+len(p.queue) == 0 && p.clock.Now().Sub(p.pace.lastStart) > forgetAfter {
		p.pace = newPace()
	}
	p.places++
	return &turn{place: p.places, after: p.pace.started}
}

// start waits until a request of the call may start; end must follow. The error
// is the context's or one of those above.
func (p *pacer) start(ctx context.Context, t *turn) error {
	if deadline, ok := ctx.Deadline(); ok && t.away.After(deadline) {
		return errTooLate
	}
	if wait := t.away.Sub(p.clock.Now()); wait > 0 {
		_ = p.clock.Sleep(ctx, wait) // however it ended, mayStart looks
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
		at, err := p.mayStart(ctx, t, now)
		if err != nil {
			return err
		}
		isNext := p.queue[0] == t && p.inFlight < p.atOnce
		if isNext && !at.After(now) {
			p.inFlight++
			p.pace.start(t, now)
			return nil
		}
		p.sleep(ctx, t, at.Sub(now), isNext)
	}
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

// mayStart returns when the call may start a request if it is next, or why it
// must not.
func (p *pacer) mayStart(ctx context.Context, t *turn, now time.Time) (time.Time, error) {
	switch {
	case ctx.Err() != nil:
		return now, context.Cause(ctx)
	case p.pace.over && p.pace.lastRefused > t.after:
		return now, errRefused
	case t.refusals > 0 && now.Sub(t.firstRefusal) >= ownLimit:
		return now, errRefusedAlone
	}
	at := p.pace.next
	deadline, ok := ctx.Deadline()
	if last := deadline.Add(-lastTry); ok && t.refusals > 0 && t.started.Before(last) && at.After(deadline) {
		at = last // it may be served all the same
	}
	at = later(at, p.pace.held, p.pace.lastStart.Add(p.least))
	if ok && at.After(deadline) {
		return now, errTooLate
	}
	return at, nil
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
		p.served++
		p.pace.accept(t)
	}
}

// refuse counts a refusal for the call, and for the pace unless the service seems to
// refuse this call alone.
func (p *pacer) refuse(t *turn, now time.Time, asked time.Duration) {
	p.refused++
	if t.refusals == 0 {
		t.firstRefusal = now
	}
	alone := t.refusals >= stepAside && p.served > t.served
	t.refusals++
	t.served = p.served
	if t.refusals%stepAside == 0 {
		p.places++
		t.place = p.places
	}
	switch {
	case alone:
		t.away = now.Add(aloneWait)
	case p.served > 0:
		p.pace.refuse(t, now, asked, quotaLimit-lastTry)
	default:
		p.pace.refuse(t, now, asked, refusedLimit-lastTry)
	}
}

// pace is what is known of the service's rate. A service that limits it has a
// bucket of tokens. A refusal says that the bucket is empty. Then requests start one
// by one, each after twice the wait of the one before, until one is served. The time
// that this took is the interval between two starts from then on. A request that is
// served makes the interval shorter, and a refusal makes it longer.
type pace struct {
	started   int           // requests, so the number of the latest
	interval  time.Duration // between two starts
	guessed   bool          // the interval is likely too long
	changedAt int           // the latest request when the pace changed
	wait      time.Duration // the one to double next; 0 while requests are served
	next      time.Time     // the next start
	lastStart time.Time
	held      time.Time // until when the service asked to wait

	refusals    int       // in a row
	emptyAt     time.Time // the start of the first request of these
	lastRefused int       // the latest request that was refused
	end         time.Time // when calls end if everything is refused until then; zero while requests are served
	over        bool      // calls have ended
}

func newPace() pace { return pace{wait: firstInterval / 2} }

// start takes note of a request that starts.
func (p *pace) start(t *turn, now time.Time) {
	p.started++
	t.request, t.started = p.started, now
	p.wait = min(2*p.wait, maxWait)
	p.lastStart, p.next = now, now.Add(max(p.interval, p.wait))
}

// accept learns from a request that was served.
func (p *pace) accept(t *turn) {
	p.end, p.over = time.Time{}, false
	switch {
	case t.request <= p.changedAt: // it started at another pace
		return
	case p.wait == 0 && p.guessed:
		p.interval = p.interval * 3 / 4
	case p.wait == 0:
		p.interval = p.interval * 199 / 200
	case p.refusals == 0: // it is the very first
		p.interval, p.guessed = firstInterval, true
	case p.refusals > 1 || p.interval <= firstInterval:
		p.interval, p.guessed = max(p.interval, min(t.started.Sub(p.emptyAt), maxGuess)), true
	default:
		p.interval, p.guessed = p.interval*11/10, false
	}
	p.wait, p.refusals, p.changedAt = 0, 0, p.started
	p.next = p.lastStart.Add(p.interval)
}

// refuse learns from a request that was refused. Asked is the wait that the refusal
// asked for, and limit is how long everything may be refused.
func (p *pace) refuse(t *turn, now time.Time, asked, limit time.Duration) {
	if p.end.IsZero() {
		p.end = now.Add(max(limit, asked))
	}
	p.lastRefused, p.held = max(p.lastRefused, t.request), later(p.held, now.Add(asked))
	isNews := t.request > p.changedAt // otherwise it started before an earlier refusal
	switch {
	case !now.Before(p.end), isNews && p.refusals > 0 && p.held.After(p.end):
		p.over, p.wait, p.next = true, maxWait, now.Add(time.Second) // for calls that come later
		return
	case !isNews:
		return
	case p.refusals == 0:
		p.emptyAt, p.wait = t.started, firstWait
		if p.interval > 0 && !p.guessed {
			p.wait = p.interval
		}
		p.next = now.Add(p.wait)
	}
	p.refusals++
	p.changedAt = p.started
	if p.next.After(p.end) {
		p.next = p.end
	}
}

func later(times ...time.Time) time.Time { return slices.MaxFunc(times, time.Time.Compare) }

const (
	firstBackoff = 500 * time.Millisecond
	maxBackoff   = 30 * time.Second
)

// MaxWait is the longest wait that the service can ask for with effect.
const MaxWait = time.Minute

// maxAsked is the longest wait that a message names. A service may ask for more.
const maxAsked = 366 * 24 * time.Hour

// backoff returns how long to wait after a failed attempt, the number of which counts
// from 1. If the service asked for a wait, it is that one, up to MaxWait. Otherwise it
// is half a second after the first attempt and twice as long after each further one,
// up to maxBackoff, and up to 20% more or less, so that clients do not keep step.
func (c *Client) backoff(attempt int, asked time.Duration) time.Duration {
	if asked > 0 {
		return min(asked, MaxWait)
	}
	wait := firstBackoff
	for range attempt - 1 {
		wait = min(2*wait, maxBackoff)
	}
	return time.Duration(float64(wait) * (0.8 + 0.4*c.options.Jitter()))
}

// parseRetryAfter returns the wait that a Retry-After header asks for, in
// seconds or as a date; 0 for nonsense. The result is at most maxAsked.
func parseRetryAfter(header string, now time.Time) time.Duration {
	header = strings.TrimSpace(header)
	if seconds, err := strconv.ParseUint(header, 10, 64); err == nil {
		return time.Duration(min(seconds, uint64(maxAsked/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(header); err == nil {
		return min(max(at.Sub(now), 0), maxAsked)
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
