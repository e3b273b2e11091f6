// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"net/http"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

const (
	giveUpAfter = 2 * time.Minute       // of nothing but refusals
	forgetAfter = time.Minute           // without a request or a pause
	probeCheck  = 10 * time.Millisecond // between two looks whether the probe has ended

	// The length of a pause if the service does not say. The first pause takes firstBackoff. A later one takes as
	// long as the interval, but at least minBackoff. After a refused probe, the next one is three times as long.
	// So a service that refuses everything gets ten probes at most until the gate gives up.
	firstBackoff = 120 * time.Millisecond
	minBackoff   = 20 * time.Millisecond
	maxBackoff   = 30 * time.Second

	// The interval between two starts.
	firstInterval = 10 * time.Millisecond
	maxInterval   = 30 * time.Second

	// A longer time without a served request may be due to others who use the service.
	longWait = 2 * time.Second

	// Each request that is served makes the interval shorter by one of so many parts.
	partsOfGuess    = 24
	partsOfMeasured = 100
)

// gate is what all requests of a client pass before they start: in order, not too many in
// flight, and with an interval between them.
//
// A service that limits the rate of requests has a bucket of tokens: each request that is
// served takes one out, and new ones come in at the rate. A refusal (429) says that the bucket
// is empty. So as many tokens came in between two bursts of refusals as requests were served,
// and the time for each of them is the interval that the service allows. Before the second
// burst, the interval is a guess. The constants are tuned with TestMark_buckets.
//
// For example, a service has a bucket of 100 tokens, and a new one comes in every 20 ms. Requests every 10 ms empty
// the bucket in two seconds. The gate pauses for 120 ms, and then starts one request as a probe, which is
// served. So it guesses an interval of 120 ms, and makes it shorter with each request that is served, until one
// is refused. If 150 were served in the three seconds between the refusals, the interval is 20 ms.
type gate struct {
	slots       *semaphore.Weighted // for all requests in flight
	turn        *semaphore.Weighted // for the one that starts next
	minInterval time.Duration       // that of MaxRequestsPerMinute

	mu           sync.Mutex
	state        gateState
	resume       time.Time     // in no state does anything start before
	backoff      time.Duration // how long this pause is if the service does not say
	limiter      *rate.Limiter // keeps the interval
	interval     time.Duration
	measuredBy   int // requests by which the interval was measured; 0 if it is a guess
	lastStart    time.Time
	emptiedAt    time.Time // the last start before a refusal showed that the bucket is empty; zero if none has
	served       int       // requests since that refusal, also those that were in flight then
	refusedSince time.Time // since then, only refusals have come
}

// gateState says what may start.
//
//	     a refusal            the first start
//	open ─────────▶ paused ───────────────────▶ probing
//	 ▲                ▲  a refusal, or no answer  │ │
//	 │                └───────────────────────────┘ │
//	 └────────────── any other answer ──────────────┘
//
// A quiet minute opens a paused gate.
type gateState int

const (
	open    gateState = iota // a request, once the interval has passed
	paused                   // one request, as a probe
	probing                  // nothing: the probe is in flight
)

func newGate(atOnce, perMinute int) *gate {
	g := &gate{
		slots:   semaphore.NewWeighted(int64(atOnce)),
		turn:    semaphore.NewWeighted(1),
		limiter: rate.NewLimiter(rate.Inf, 1),
	}
	if perMinute > 0 {
		g.minInterval = time.Minute / time.Duration(perMinute)
	}
	g.setInterval(firstInterval)
	return g
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
	started, err = g.waitForStart(ctx)
	if err != nil {
		g.slots.Release(1)
	}
	return started, err
}

func (g *gate) waitForStart(ctx context.Context) (started time.Time, err error) {
	for {
		started, wait, err := g.tryStart()
		if err != nil || wait == 0 {
			return started, err
		}
		if err := sleep(ctx, wait); err != nil {
			return time.Time{}, err
		}
	}
}

// tryStart starts a request now, unless it returns how long to wait before the next try.
func (g *gate) tryStart() (started time.Time, wait time.Duration, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	g.forgetIfQuiet(now)

	wait, err = g.delay(now)
	if err != nil || wait > 0 {
		return time.Time{}, wait, err
	}
	g.lastStart = now
	if g.state == paused {
		g.state = probing
	}
	return now, 0, nil
}

// forgetIfQuiet opens the gate, and forgets the service's rate, after a quiet minute.
func (g *gate) forgetIfQuiet(now time.Time) {
	quiet := min(now.Sub(g.lastStart), now.Sub(g.resume)) // below 0 in a pause
	if quiet <= forgetAfter || g.state == probing {       // a slow probe is no quiet time
		return
	}
	g.state = open
	g.refusedSince = now // nothing was refused while it was quiet
	g.emptiedAt = time.Time{}
	g.measuredBy = 0
	g.setInterval(firstInterval)
}

// delay returns how long nothing may start. The error is a refusedFor.
func (g *gate) delay(now time.Time) (time.Duration, error) {
	if left := g.resume.Sub(now); left > 0 {
		refused := now.Sub(g.refusedSince)
		if refused >= giveUpAfter {
			return 0, refusedFor(refused)
		}
		return min(left, giveUpAfter-refused), nil
	}
	if g.state == probing {
		return probeCheck, nil
	}

	next := g.limiter.ReserveN(now, 1)
	wait := next.DelayFrom(now)
	if wait > 0 {
		next.CancelAt(now) // a pause may begin in the meantime
	}
	return wait, nil
}

// end takes a request out of flight, and learns from its status, which is 0 if no answer came.
func (g *gate) end(started time.Time, status int, retryAfter time.Duration) {
	g.slots.Release(1)
	g.mu.Lock()
	defer g.mu.Unlock()

	now := time.Now()
	wasInFlight := !started.After(g.emptiedAt) // when a refusal showed that the bucket is empty
	switch {
	case status == http.StatusTooManyRequests:
		g.onRefusal(now, wasInFlight, min(retryAfter, MaxRetryAfter))
	case status > 0:
		g.onAnswer(now, wasInFlight)
	case g.state == probing && !wasInFlight:
		g.state = paused
	}
}

// onRefusal makes nothing start for as long as the service asks, or for the backoff. Of a burst of
// refusals, only the first says something about the rate, but each may ask for a longer wait.
func (g *gate) onRefusal(now time.Time, wasInFlight bool, retryAfter time.Duration) {
	switch {
	case wasInFlight:
		g.extendPause(now.Add(retryAfter))
	case retryAfter > 0:
		g.pause(now)
		g.extendPause(now.Add(retryAfter))
	default:
		g.pause(now)
		g.extendPause(g.lastStart.Add(g.backoff)) // since that start, the bucket only fills
	}
}

// extendPause makes nothing start before a time.
func (g *gate) extendPause(end time.Time) {
	if end.After(g.resume) {
		g.resume = end
	}
}

// pause follows a refusal to a request of the open gate, or to the probe.
func (g *gate) pause(now time.Time) {
	if g.state == open {
		g.refusedSince = now
		g.measure()
	} else {
		g.backoff = min(3*g.backoff, maxBackoff)
	}
	g.state = paused
	g.emptiedAt = g.lastStart
	g.served = 0
}

// measure sets the interval, and the backoff of the first pause, now that the bucket is empty again.
func (g *gate) measure() {
	guess := g.interval * 4 / 3
	g.measuredBy = 0
	switch {
	case g.emptiedAt.IsZero(): // for the first time
		g.backoff = firstBackoff
	case g.served < 2: // too few to measure by
		g.setInterval(guess)
		g.backoff = max(g.interval, minBackoff)
	default:
		measured := g.lastStart.Sub(g.emptiedAt) / time.Duration(g.served)
		longest := max(guess, longWait) // a longer interval is not believed: others may have emptied the bucket
		g.setInterval(min(measured, longest))
		g.backoff = max(g.interval, minBackoff)
		g.measuredBy = g.served
	}
}

// onAnswer opens the gate, or makes the interval of an open one shorter.
func (g *gate) onAnswer(now time.Time, wasInFlight bool) {
	g.refusedSince = now
	g.served++
	if g.served > g.measuredBy {
		g.measuredBy = 0 // more than were served before the bucket was empty: the service allows more now
	}

	switch {
	case wasInFlight:
	case g.state == probing: // this was the probe
		g.reopen()
	case g.measuredBy > 0:
		g.setInterval(g.interval - g.interval/partsOfMeasured)
	default:
		g.setInterval(g.interval - g.interval/partsOfGuess)
	}
}

// reopen opens the gate after a probe was served. If the interval is a guess, the pause before the probe is a
// better one, since it was long enough for a request to be served.
func (g *gate) reopen() {
	g.state = open
	if g.measuredBy == 0 {
		g.setInterval(max(g.interval, min(g.backoff, longWait)))
	}
}

func (g *gate) setInterval(interval time.Duration) {
	g.interval = max(min(interval, maxInterval), g.minInterval)
	g.limiter.SetLimit(rate.Every(g.interval))
}

// throttled reports whether a request would have to wait now: for the end of a pause or of a probe, or because
// the interval has not passed.
func (g *gate) throttled() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.state != open || g.resume.After(time.Now()) || g.limiter.Tokens() < 1
}
