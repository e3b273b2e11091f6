// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Persistence says how long a call is repeated after attempts that failed.
type Persistence int

const (
	// Usual is what Options.MaxAttempts says.
	Usual Persistence = iota
	// Once makes one attempt.
	Once
	// Brief is Usual, but repeats no request that was sent and got no answer within
	// Options.RequestTimeout.
	Brief
	// Patient is Usual, and then, for as long as after a 429, repeats the call after
	// any failure that the service answers with, and after a broken connection: the
	// service has answered such calls before. Only lists of charges can be so: a POST
	// would be repeated even if the service has acted on it.
	Patient
)

// attempts is what a call has tried so far.
type attempts struct {
	call      call
	options   Options
	request   Request   // with the results so far
	failures  int       // attempts, without those that were refused
	outcome   *Error    // of the call, if it ends now; nil before the first attempt
	exhausted time.Time // when no other call than a Patient one was repeated any more; zero before
}

// again reports whether the call is sent again after an attempt that failed, and after
// which wait.
func (t *attempts) again(ctx context.Context, failed *Error, asked time.Duration, now time.Time) (wait time.Duration, again bool) {
	t.request = failed.Request
	if failed.Fault == FaultInterrupted && t.outcome != nil && t.call.method != http.MethodPost && !isCancelled(ctx) {
		// What came before says why the time was too short, and what the service asked for.
		lastAsked := t.outcome.RetryAfter
		t.outcome.Request, t.outcome.RetryAfter, t.outcome.ended = t.request, lastAsked, errTooLate
		return 0, false
	}
	t.outcome = failed
	repeatable := t.repeatable(failed)
	if repeatable && failed.Fault == FaultThrottled {
		return 0, true // the service's pace, and no failed attempt
	}
	t.failures++
	wait = backoff(t.failures, asked, t.options.Jitter())
	switch {
	case repeatable && t.failures < t.options.MaxAttempts:
		return wait, true
	case t.call.persistence == Patient && (repeatable || failed.Fault.answered()):
		if t.exhausted.IsZero() {
			t.exhausted = now
		}
		left := quotaLimit - decisionTime - now.Sub(t.exhausted)
		return min(wait, left), left > 0 && asked <= left
	}
	return 0, false
}

// repeatable reports whether an attempt that failed may be repeated at all. GET and PATCH
// have the same effect however often they are sent. A POST is sent again only if the
// service cannot have acted on it.
func (t *attempts) repeatable(failed *Error) bool {
	refrains := t.call.persistence == Once || t.call.persistence == Brief && failed.Fault == FaultTimeout
	doubtful := t.call.method == http.MethodPost && failed.acted
	return faults[failed.Fault].again && !refrains && !doubtful
}

// unsent returns the error of a call that starts no further attempt, for the reason
// given. The last attempt, if there was one, says more; but if the user stopped the call,
// the error says that.
func (t *attempts) unsent(ctx context.Context, reason error) *Error {
	_, refused := errors.AsType[refusedFor](reason)
	switch {
	case isCancelled(ctx) || t.outcome == nil && !refused:
		t.outcome = &Error{Request: t.request, Fault: FaultInterrupted, Problem: interrupted}
	case t.outcome == nil:
		t.outcome = &Error{Request: t.request, Fault: FaultThrottled, StatusCode: http.StatusTooManyRequests, JSON: true}
	}
	t.outcome.ended = reason
	return t.outcome
}

// isCancelled reports whether the user, and no deadline, has stopped a call.
func isCancelled(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// MaxWait is the longest wait that the service can ask for with effect.
const MaxWait = time.Minute

// backoff returns how long to wait after a failed attempt, the number of which counts
// from 1. If the service asked for a wait, it is that one, up to MaxWait. Otherwise it
// is half a second after the first attempt and twice as long after each further one,
// up to half a minute, and up to 20% more or less, as jitter says from 0 to 1, so that
// clients do not keep step.
func backoff(attempt int, asked time.Duration, jitter float64) time.Duration {
	if asked > 0 {
		return min(asked, MaxWait)
	}
	wait := min(time.Second/2<<min(attempt-1, 10), time.Minute/2)
	return time.Duration(float64(wait) * (0.8 + 0.4*jitter))
}

// parseRetryAfter returns the wait that the header Retry-After asks for, in seconds or as
// a date, by the clock of the answer if it has one; 0 for nonsense.
func parseRetryAfter(header http.Header, now time.Time) time.Duration {
	asked := strings.TrimSpace(header.Get("Retry-After"))
	if seconds, err := strconv.ParseUint(asked, 10, 32); err == nil || errors.Is(err, strconv.ErrRange) {
		return time.Duration(seconds) * time.Second // of a number that is too large, the largest
	}
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		now = sent
	}
	if at, err := http.ParseTime(asked); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}
