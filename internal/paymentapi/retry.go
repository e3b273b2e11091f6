// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// mayRepeat reports whether a call may be sent again after an attempt that failed: a POST, which
// has another effect each time, only if the service cannot have acted on it.
func (call *apiCall) mayRepeat(failed *Error) bool {
	if call.oneAttempt || !faults[failed.Fault].transient {
		return false
	}
	return call.method != http.MethodPost || !failed.mayHaveActed
}

// interrupted is why a call failed that the caller ended.
const interrupted = "the call was interrupted"

// stoppedError returns the error of a call that is not sent (again) for a reason: its context has ended,
// or would end while it waits, or the gate gave up. The error of the last attempt is nil if there was none.
func stoppedError(tried Tried, last *Error, reason error) *Error {
	e := newError(tried, FaultInterrupted, interrupted)
	switch {
	case errors.Is(reason, context.Canceled): // the user knows why, whatever the last attempt met
	case last != nil: // it says more than a deadline, or the gate
		e = last
	case hasError[refusedFor](reason):
		e = newError(tried, FaultThrottled, "the payment service refuses all requests with status 429")
	}

	e.stoppedBy = reason // if it is a refusedFor, the message says "gave up after"
	return e
}

// refusedFor ends a call: the service has refused all requests for so long.
type refusedFor time.Duration

func (refused refusedFor) String() string {
	return FormatDuration(time.Duration(refused).Round(time.Second))
}

func (refused refusedFor) Error() string {
	return "the service refused requests for " + refused.String()
}

// sleep waits for d; the error is that of ctx. It fails at once if ctx would end before.
func sleep(ctx context.Context, d time.Duration) error {
	if deadline, ok := ctx.Deadline(); ok && d > time.Until(deadline) {
		return context.DeadlineExceeded
	}
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
	return ctx.Err()
}

const (
	// MaxRetryAfter is the longest wait that the service can ask for with effect.
	MaxRetryAfter = time.Minute

	firstRetryWait = 500 * time.Millisecond
	maxRetryWait   = 30 * time.Second
)

// retryWait returns how long to wait after a failed attempt, the number of which counts from 1. If
// the service asked for a wait, it is that one, up to MaxRetryAfter. Otherwise it is half a second
// after the first attempt and twice as long after each further one, up to half a minute, and up
// to 20% more or less, as jitter says from 0 to 1, so that clients do not keep step.
func retryWait(attempt int, retryAfter time.Duration, jitter float64) time.Duration {
	if retryAfter > 0 {
		return min(retryAfter, MaxRetryAfter)
	}
	doublings := min(attempt-1, 10) // few enough for no overflow
	wait := min(firstRetryWait<<doublings, maxRetryWait)
	factor := 0.8 + 0.4*jitter
	return time.Duration(float64(wait) * factor)
}

// decimalSeconds matches a number of seconds. Only whole ones are in the standard.
var decimalSeconds = regexp.MustCompile(`^[0-9]+(\.[0-9]+)?$`)

// parseRetryAfter returns the wait that the header Retry-After asks for, in seconds or as
// a date, by the clock of the answer if it has one; 0 for nonsense.
func parseRetryAfter(header http.Header, now time.Time) time.Duration {
	asked := strings.TrimSpace(header.Get("Retry-After"))

	// A number of seconds.
	if decimalSeconds.MatchString(asked) {
		seconds, _ := strconv.ParseFloat(asked, 64) // infinity for a number that is too large
		return time.Duration(min(seconds, MaxRetryAfter.Seconds()) * float64(time.Second))
	}

	// A date.
	at, err := http.ParseTime(asked)
	if err != nil {
		return 0
	}
	if sent, err := http.ParseTime(header.Get("Date")); err == nil {
		now = sent
	}
	return max(at.Sub(now), 0)
}
