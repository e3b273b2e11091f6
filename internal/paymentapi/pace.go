// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import "time"

// These and the factors below are tuned. DESIGN.md says what each trades.
const (
	// firstInterval is the interval at the beginning, and maxInterval the longest: no
	// service is so slow. maxGuess bounds one that is only a guess, because a search also
	// waits for the end of an outage; a further guess is at most three times the interval.
	firstInterval = 10 * time.Millisecond
	maxInterval   = 11 * time.Second
	maxGuess      = 2 * time.Second
	// negligible is an interval that limits nothing.
	negligible = time.Millisecond
	// firstWait is the least wait of a search; each further one is twice as long, up
	// to maxSearchWait.
	firstWait     = 250 * time.Millisecond
	maxSearchWait = 30 * time.Second
	// overdue is how much later than others an answer may come before nothing waits
	// for it.
	overdue = 4 * time.Second
)

// state is what is known of the service's rate.
type state int

const (
	free      state = iota // nothing: none was refused, or the interval limits nothing by now
	searching              // the bucket is empty; requests start one by one until one is served
	guessed                // the interval is likely too long
	known                  // the interval is about that of the service
)

// pace says when requests may start. A service that limits their rate has a bucket of
// tokens, and a refusal says that it is empty. Then a search begins, and the waits until a
// request is served are the first guess of the interval between two starts. From then on,
// each request that is served makes the interval shorter, and each search longer. One that
// began before the last change, in an earlier epoch, teaches nothing if it is served, or if
// it is refused during a search. Otherwise a refusal, however old, begins a search.
type pace struct {
	state    state
	epoch    int
	least    time.Duration // of the interval
	interval time.Duration // between two starts; 0 in a search if it is not known
	mean     time.Duration // of the intervals since the last guess, about
	latency  time.Duration // of requests that are served
	last     time.Time     // the last start
	next     time.Time

	// Of a search:
	refusedInSearch int           // requests: the one that began it, and those that it has started
	wait            time.Duration // before the next start
	waited          time.Duration // before those so far
}

// newPace returns the pace for a service of which nothing is known.
func newPace(least time.Duration) pace {
	return pace{least: least, interval: max(firstInterval, least)}
}

// begun is a request, as far as a pace knows it.
type begun struct {
	at    time.Time
	epoch int
}

// awaits returns until when the next request waits for an answer to one of those in
// flight, which are in the order of their starts; the zero time for not at all. In a
// search, no other is in flight. If otherwise more are than the interval and the latency
// explain, their answers are late, as refusals of some services are.
func (p *pace) awaits(inFlight []begun) time.Time {
	explained := 0
	switch p.state {
	case free:
		return time.Time{}
	case guessed, known:
		explained = int(p.latency / p.interval)
	case searching:
	}
	late := len(inFlight) - explained
	if late <= 0 {
		return time.Time{}
	}
	return inFlight[late-1].at.Add(p.latency + overdue)
}

// begin takes note of a request that starts.
func (p *pace) begin(now time.Time) begun {
	gap := p.interval
	if p.state == searching {
		p.waited += p.wait
		p.wait = min(2*p.wait, maxSearchWait)
		gap = max(p.wait, p.least)
	}
	p.last, p.next = now, now.Add(gap)
	return begun{now, p.epoch}
}

// refuse learns from a refusal.
func (p *pace) refuse(b begun, now time.Time) {
	if p.state == searching {
		if b.epoch == p.epoch {
			p.refusedInSearch++
		}
		return
	}
	// While a late refusal is awaited, the bucket fills up. So requests are served until
	// the guess is far too short, and a further refusal would take as long.
	guessedTooShort := p.state == guessed && now.Sub(b.at) > 2*p.latency+p.mean
	switch {
	case p.state == free:
		p.interval = 0
	case guessedTooShort:
		p.interval = p.mean * 3 / 2 // found makes it 13/10 as long, so about twice the mean
	}
	// The bucket had no token at b.at. If the interval is about right, it has one soon after.
	p.state, p.refusedInSearch, p.wait, p.waited = searching, 1, max(firstWait, p.interval/2), 0
	p.next = latest(b.at.Add(p.wait), p.last.Add(p.least))
	p.epoch++
}

// serve learns from a request that was served.
func (p *pace) serve(b begun, now time.Time) {
	p.latency = max(now.Sub(b.at), p.latency*7/8)
	if b.epoch < p.epoch {
		return
	}
	switch p.state {
	case free, guessed:
		p.mean = (7*p.mean + p.interval) / 8
		p.interval = p.interval * 7 / 9
	case known:
		p.interval = p.interval * 149 / 150
	case searching:
		p.found()
	}
	if p.interval < negligible {
		p.state = free
	}
	p.interval = max(min(p.interval, maxInterval), p.least)
	p.next = p.last.Add(p.interval)
	p.epoch++
}

// found ends a search. If the interval was not known, or is far too short, the waits are
// a guess.
func (p *pace) found() {
	guess := max(p.waited, p.latency) // one request in flight is enough at first
	guess = min(guess, max(maxGuess, 3*p.interval))
	longer := p.interval * 13 / 10
	if p.interval == 0 || p.refusedInSearch > 1 && guess > longer {
		p.state, p.interval = guessed, guess
	} else {
		p.state, p.interval = known, longer
	}
	p.refusedInSearch, p.mean = 0, p.interval
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
