// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import "time"

const (
	// refusedLimit is how long every request may be refused before all calls end.
	// quotaLimit is the same for a service that has served a request before: its
	// quota for a minute can be used up in the first seconds. The last request
	// starts lastTry before the end, so that it is answered in time.
	refusedLimit = 30 * time.Second
	quotaLimit   = 75 * time.Second
	lastTry      = 1500 * time.Millisecond
	// laterTry is how long calls that come afterwards wait to see whether it goes on.
	laterTry = time.Second

	// many is how often a call is refused until the service seems to refuse it alone. Then
	// it waits for aloneWait each time, or as long as the service asks, up to aloneLimit in
	// all.
	many       = 6
	aloneWait  = 8 * time.Second
	aloneLimit = 10 * time.Minute
)

// outage is a time in which the service refuses every request, if it does.
type outage struct {
	since time.Time // zero while requests are served
	try   time.Time // when a request starts at the latest; zero for none
}

// refuse takes note of a refusal and reports whether all calls end. They don't before
// held, the end of a wait that the service asked for earlier.
func (o *outage) refuse(now, held time.Time, everServed bool) bool {
	if o.since.IsZero() {
		o.since = now
	}
	patience := refusedLimit
	if everServed {
		patience = quotaLimit
	}
	o.try = latest(o.since.Add(patience-lastTry), held)
	if now.Before(o.try) {
		return false
	}
	o.try = now.Add(laterTry)
	return true
}

// refusals are those of one call.
type refusals struct {
	count  int
	served int       // requests of all calls, at the last refusal
	alone  time.Time // since when the service seems to refuse only this call; zero if it doesn't
}

// add takes note of a refusal after so many requests of all calls were served. It reports
// whether the service seems to refuse only this call, since it goes on serving others, and
// whether that has been so for too long.
func (r *refusals) add(now time.Time, served int) (alone, over bool) {
	r.count++
	if r.alone.IsZero() && r.count >= many && served > r.served {
		r.alone = now
	}
	r.served = served
	alone = !r.alone.IsZero()
	return alone, alone && now.Sub(r.alone) >= aloneLimit
}
