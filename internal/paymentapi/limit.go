// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import "time"

const (
	// refusedLimit is how long every request may be refused before all calls end.
	// quotaLimit is the same for a service that has served a request before: its
	// quota for a minute can be used up in the first seconds. The request that decides
	// starts decisionTime before the end, so that it is answered in time.
	refusedLimit = 30 * time.Second
	quotaLimit   = 75 * time.Second
	decisionTime = 1500 * time.Millisecond
	// laterTry is how long calls that come afterwards wait to see whether it goes on.
	laterTry = time.Second

	// aloneAfter is after how many refusals, with others served between each two, the service
	// seems to refuse a call alone. Then it waits for aloneWait each time, or as long as the
	// service asks. It ends after aloneLimit, and endAfter such refusals: at a service that
	// serves a few calls now and then, one of many looks alone, and few tries in ten minutes
	// say little.
	aloneAfter = 5
	endAfter   = 15
	aloneWait  = 8 * time.Second
	aloneLimit = 10 * time.Minute
)

// refusedFor ends a call: it, or every request, was refused for so long.
type refusedFor time.Duration

func (r refusedFor) String() string { return FormatTimeout(time.Duration(r).Round(time.Second)) }

func (r refusedFor) Error() string { return "the service refused requests for " + r.String() }

// outage is a time in which the service refuses every request, if it does.
type outage struct {
	since    time.Time // zero while requests are served
	decision time.Time // when a request starts at the latest, since its answer decides; zero for none
}

// refuse takes note of a refusal and returns why all calls end, if they do. They don't
// before held, the end of a wait that the service asked for earlier.
func (o *outage) refuse(now, held time.Time, everServed bool) error {
	if o.since.IsZero() {
		o.since = now
	}
	patience := refusedLimit
	if everServed {
		patience = quotaLimit
	}
	o.decision = latest(o.since.Add(patience-decisionTime), held)
	if now.Before(o.decision) {
		return nil
	}
	o.decision = now.Add(laterTry)
	return refusedFor(now.Sub(o.since))
}

// notLater returns when a request starts that would otherwise start then: at the decision
// if that is earlier.
func (o *outage) notLater(start time.Time) time.Time {
	if o.decision.IsZero() || start.Before(o.decision) {
		return start
	}
	return o.decision
}

// refusals are those of one call.
type refusals struct {
	since  time.Time // the first; zero for none
	others int       // requests of other calls that were served before the last
	count  int       // several count as one if no other call was served in between
}

// add takes note of a refusal after so many requests of other calls were served. It reports
// whether the service seems to refuse only this call, since it goes on serving others, and
// returns why the call ends, if that has been so for too long.
func (r *refusals) add(now time.Time, others int) (alone bool, over error) {
	if r.count == 0 {
		r.since = now
	}
	if r.count == 0 || others > r.others {
		r.count++
	}
	r.others = others
	if refused := now.Sub(r.since); r.count >= endAfter && refused >= aloneLimit {
		over = refusedFor(refused)
	}
	return r.count >= aloneAfter, over
}
