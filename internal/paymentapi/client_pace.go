// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"math"
	"time"
)

const (
	// firstProbeWait is the wait after a first refusal; each further refusal in a
	// row doubles it up to maxProbeWait, or up to maxQuotaWait if the service has
	// let requests through before: it may begin its window anew with each refusal,
	// and then only a wait that is longer than the window ends it.
	firstProbeWait = 250 * time.Millisecond
	maxProbeWait   = 8 * time.Second
	maxQuotaWait   = 30 * time.Second
	// staleWait is how long a request waits for answers to those before it: to a
	// probe, so that it is alone, and to let more run at once.
	staleWait = time.Second
	// forgetAfter is how long what was learned is kept without a refusal.
	forgetAfter = time.Minute

	// maxGuess bounds the interval that follows from a single probe, maxInterval
	// what follows from several requests.
	maxGuess    = 2 * time.Second
	maxInterval = 15 * time.Second
	minInterval = time.Millisecond

	// enough requests between two refusals tell the rate.
	enough = 3
	// margin is by how much the pace stays below the rate that was measured.
	margin = 1.03
)

// pace learns how fast the service lets requests through. At first nothing is
// known and nothing limits them. A service that limits its rate has a bucket of
// tokens: at a refusal it is empty, so what was served between two refusals,
// divided by the time between them, is the rate. Each request that is served
// makes the pace a little faster, until the next refusal corrects it. Its
// methods take the time and are not safe for concurrent use.
type pace struct {
	least     time.Duration // between two starts, as configured
	window    window
	flights   []*flight // by number
	started   int       // the number of the last flight
	lastStart time.Time
	served    int
	refused   int

	interval time.Duration // between two starts, as learned; 0 for none
	growth   float64       // of the pace, with each request that is served
	next     time.Time     // the next start at this interval
	anchors  []anchor      // the refusals that the interval is learned from

	refusals     int           // in a row; while there are any, requests go one by one
	rated        bool          // they are about the rate, not about requests at once
	wait         time.Duration // after the last of them
	hold         time.Time     // no request starts before
	known        int           // the flights up to this number started before the last refusal was known
	lastRefusal  time.Time
	refusedSince time.Time     // since when every answer is a refusal; zero if the last one was not
	asked        time.Duration // the longest wait that the service asked for since then

	counts bool // the service says truly how many requests remain
}

// flight is a request in flight.
type flight struct {
	number  int // in the order of starting
	started time.Time
	gap     time.Duration // since the start before
	level   int           // how many were in flight when it had started
	peak    int           // how many were in flight at most until it ended
	paced   bool          // it started as soon as the interval allowed
	tainted bool          // another one was refused in the meantime
}

// anchor is a refusal, and how many requests were served that started later.
type anchor struct {
	number int
	at     time.Time
	served int
}

func newPace(maxInFlight, maxPerMinute int) pace {
	p := pace{window: newWindow(maxInFlight)}
	if maxPerMinute > 0 {
		p.least = time.Minute / time.Duration(maxPerMinute)
	}
	return p
}

// earliest returns when the next request may start; false until one in flight
// has ended.
func (p *pace) earliest(now time.Time) (time.Time, bool) {
	p.forget(now)
	at := latest(p.hold, p.next)
	if p.started > 0 {
		at = latest(at, p.lastStart.Add(p.least))
	}
	n := len(p.flights)
	switch {
	case n >= p.window.limit:
		return at, false
	case p.refusals > 0:
		if n > 0 {
			at = latest(at, p.lastRefusal.Add(staleWait))
		}
		return at, n == 0 || p.flights[n-1].number <= p.known
	case n < p.window.allowed:
		return at, true
	default:
		return latest(at, p.lastStart.Add(staleWait)), n < p.window.ceiling
	}
}

// start takes note of a request that starts.
func (p *pace) start(now time.Time) *flight {
	p.started++
	f := &flight{number: p.started, started: now, level: len(p.flights) + 1}
	f.peak = f.level
	for _, other := range p.flights {
		other.peak = max(other.peak, f.level)
	}
	p.flights = append(p.flights, f)
	if p.started > 1 {
		f.gap = now.Sub(p.lastStart)
	}
	f.paced = p.interval > 0 && now.Sub(p.next) < p.interval/2
	p.lastStart, p.next = now, now.Add(p.interval)
	return f
}

// land takes a request out of flight.
func (p *pace) land(f *flight) {
	for i, other := range p.flights {
		if other == f {
			p.flights = append(p.flights[:i:i], p.flights[i+1:]...)
			return
		}
	}
}

// accept learns from a request that was not refused.
func (p *pace) accept(f *flight, now time.Time, h hints) {
	p.land(f)
	p.refusedSince, p.asked = time.Time{}, 0
	for i := range p.anchors {
		if f.number > p.anchors[i].number {
			p.anchors[i].served++
		}
	}
	p.window.accept(f)
	p.counts = p.counts || h.remaining > 0
	empty := p.counts && h.remaining == 0
	switch {
	case f.number <= p.known: // it says nothing of the time since the last refusal
	case p.refusals > 0:
		p.resume(f)
	case p.interval == 0 && empty:
		p.stall(f, now, h)
	case p.interval > 0 && f.paced && !empty:
		p.interval = time.Duration(float64(p.interval) / (1 + p.growth))
		if p.interval < minInterval {
			p.interval = 0
		}
	}
}

// resume goes on after refusals, with an interval that follows from the time
// until the first request was served, if nothing better is known.
func (p *pace) resume(f *flight) {
	if p.rated && (p.interval == 0 || p.refusals > 1) {
		guess := f.started.Sub(p.anchors[len(p.anchors)-1].at)
		guess -= p.wait / 2
		p.interval = max(p.interval, min(guess, maxGuess), minInterval)
		p.growth = 0.25
	}
	p.refusals, p.rated, p.wait = 0, false, 0
	p.next = f.started.Add(p.interval)
}

// refuse learns from a request that was refused.
func (p *pace) refuse(f *flight, now time.Time, h hints) {
	p.land(f)
	p.refused++
	if p.refusedSince.IsZero() {
		p.refusedSince = now
	}
	p.asked = max(p.asked, h.wait, h.reset)
	p.hold = latest(p.hold, now.Add(h.wait))
	for _, other := range p.flights {
		other.tainted = true
	}
	if f.number <= p.known {
		return // it started before the last refusal was known
	}
	if p.refusals == 0 {
		p.rated = !p.window.refuse(f)
	} else {
		p.rated = true
	}
	p.stall(f, now, h)
}

// stall holds all requests back for a while, since the bucket is empty.
func (p *pace) stall(f *flight, now time.Time, h hints) {
	p.refusals++
	p.known, p.lastRefusal = p.started, now
	if p.refusals == 1 {
		p.learn(f, h)
		p.anchors = append(p.anchors, anchor{number: f.number, at: f.started})
		p.wait = firstProbeWait
		if p.rated && p.interval > 0 {
			p.wait = p.interval
		}
	} else {
		p.anchors = p.anchors[len(p.anchors)-1:] // what was served before is over
		longest := maxProbeWait
		if p.served > 0 {
			longest = maxQuotaWait
		}
		p.wait = min(2*p.wait, max(longest, p.interval))
	}
	wait := p.wait
	if h.reset > 0 {
		wait = min(wait, h.reset)
	}
	p.hold = latest(p.hold, now.Add(wait))
}

// learn sets the interval by what was served since an earlier refusal.
func (p *pace) learn(f *flight, h hints) {
	if !p.rated {
		return
	}
	if p.interval == 0 && h.interval > 0 {
		p.interval, p.growth = max(min(h.interval, maxInterval), minInterval), 0.05
		return
	}
	if len(p.anchors) == 0 {
		return
	}
	first := p.anchors[0]
	served := first.served
	for _, other := range p.flights {
		if other.number > first.number && other.number < f.number {
			served++ // likely: nothing was refused until now
		}
	}
	if served < enough {
		p.interval = min(p.interval*5/4, maxInterval)
		p.growth = 0.1
		return
	}
	each := time.Duration(float64(f.started.Sub(first.at)) / float64(served) * margin)
	if f.paced {
		// A bucket of one token loses what is not taken at once, so that less is
		// served than could be. But the pace was not much too fast when it met the
		// limit, growing as it did.
		each = min(each, time.Duration(float64(f.gap)*(1+math.Sqrt(p.growth))))
	}
	p.interval = min(max(each, minInterval), maxInterval)
	p.growth = min(max(0.3/float64(served), 0.005), 0.1)
	if len(p.anchors) > 1 && p.anchors[1].served >= 20 {
		p.anchors = p.anchors[1:]
	}
}

// tryBy lets a probe that waits of our own accord start at t at the latest.
func (p *pace) tryBy(t time.Time) {
	if p.asked == 0 && p.hold.After(t) {
		p.hold = t
	}
}

// forgetOutage drops since when every answer is a refusal, if no request has shown
// for a while that it is still so.
func (p *pace) forgetOutage(now time.Time) {
	if len(p.flights) == 0 && now.Sub(latest(p.lastRefusal, p.hold)) > forgetAfter {
		p.refusedSince, p.asked = time.Time{}, 0
	}
}

// forget drops limits that were not met for a while.
func (p *pace) forget(now time.Time) {
	if p.lastRefusal.IsZero() || p.refusals > 0 || now.Sub(latest(p.lastRefusal, p.hold)) <= forgetAfter {
		return
	}
	p.interval, p.next, p.anchors, p.lastRefusal = 0, time.Time{}, nil, time.Time{}
	p.window = newWindow(p.window.limit)
}
