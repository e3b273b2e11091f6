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

	// aloneAfter is how often a call is refused, and requests of others were served since
	// its last refusal, until the service seems to refuse it alone. Then it waits for
	// aloneWait each time, or as long as the service asks. It ends after aloneLimit, and
	// endAfter such refusals: at a service that serves a few calls now and then, one of many
	// looks alone, and few tries in ten minutes say little.
	aloneAfter = 5
	endAfter   = 15
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
	since     time.Time // the first; zero for none
	served    int       // requests of all calls, at the last
	overtaken int       // those since the last of which requests of others were served
}

// add takes note of a refusal after so many requests of all calls were served. It reports
// whether the service seems to refuse only this call, since it goes on serving others, and
// whether that has been so for too long.
func (r *refusals) add(now time.Time, served int) (alone, over bool) {
	if r.since.IsZero() {
		r.since = now
	}
	if served > r.served {
		r.overtaken++
	}
	r.served = served
	return r.overtaken >= aloneAfter, r.overtaken >= endAfter && now.Sub(r.since) >= aloneLimit
}
