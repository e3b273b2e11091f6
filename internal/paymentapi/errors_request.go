// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// failure is the error of a call, whatever its kind.
type failure interface {
	error
	// tried is what it says of the request and its attempts.
	tried() *Request
}

// Request names what was tried, and what its attempts met.
type Request struct {
	Method string
	// Path is the path under the base address, with ids and without query.
	Path string
	// Attempts is how often it was sent.
	Attempts int
	// Met is what the attempts met, in order.
	Met []Met
	// Asked is how long the last answer asked to wait; 0 if it did not.
	Asked time.Duration
	// acted reports whether the service may have acted on one of the attempts.
	acted bool
	// ended is why it was not sent again, if not for what the attempts met.
	ended error
}

func (r *Request) tried() *Request { return r }

// MayHaveActed reports whether the service may have done what failed with err:
// always, unless err says otherwise.
func MayHaveActed(err error) bool {
	var failed failure
	return !errors.As(err, &failed) || failed.tried().acted
}

// EndedByRefusals reports whether a call ended since the service refused every
// request, of whatever call, for too long.
func EndedByRefusals(err error) bool { return endedBy(err, errRefused) }

// EndedByDeadline reports whether a call was not sent again since its context
// would have ended before.
func EndedByDeadline(err error) bool { return endedBy(err, errTooLate) }

func endedBy(err, reason error) bool {
	var failed failure
	return errors.As(err, &failed) && errors.Is(failed.tried().ended, reason)
}

// Met is what one attempt met, or several in a row.
type Met struct {
	// What is a status, or the kind of fault in a few words.
	What  string
	Times int
}

// String returns the method and the path.
func (r Request) String() string { return r.Method + " " + r.Path }

// add adds what a further attempt met, whose answer asked for a wait. It changes
// no slice that an error has.
func (r *Request) add(met failure, asked time.Duration) {
	what := FaultOf(met).String()
	if api, ok := met.(*APIError); ok { //nolint:errorlint // made by judge, never wrapped
		what = strconv.Itoa(api.StatusCode)
	}
	r.Attempts++
	r.Asked, r.acted = asked, r.acted || met.tried().acted || faults[FaultOf(met)].acted
	r.Met = slices.Clone(r.Met)
	if last := len(r.Met) - 1; last >= 0 && r.Met[last].What == what {
		r.Met[last].Times++
		return
	}
	r.Met = append(r.Met, Met{what, 1})
}

// unsent returns the error of a call that starts no further attempt, for the reason
// given. What the attempt before it met says more, unless the user stopped it.
func (r Request) unsent(ctx context.Context, last failure, reason error) failure {
	r.ended = reason
	stopped := errors.Is(ctx.Err(), context.Canceled)
	switch {
	case last != nil && !stopped:
		*last.tried() = r
		return last
	case errors.Is(reason, errRefused) && !stopped:
		return &APIError{Request: r, StatusCode: http.StatusTooManyRequests, JSON: true}
	}
	return &TransportError{Request: r, Fault: FaultInterrupted, cause: reason}
}

// history is a sentence about the attempts, with a space before it; empty if
// there was one at most.
func (r Request) history() string {
	if r.Attempts < 2 {
		return ""
	}
	switch {
	case len(r.Met) == 1 && r.Attempts == 2:
		return " Both attempts had this result."
	case len(r.Met) == 1:
		return fmt.Sprintf(" All %d attempts had this result.", r.Attempts)
	}
	parts := make([]string, len(r.Met))
	for i, met := range r.Met {
		parts[i] = met.What
		if met.Times > 1 {
			parts[i] += fmt.Sprintf(" (%d times)", met.Times)
		}
	}
	last := len(parts) - 1
	if last < 0 {
		return fmt.Sprintf(" The provider made %d attempts.", r.Attempts)
	}
	return fmt.Sprintf(" The results of the %d attempts were %s, then %s.", r.Attempts, strings.Join(parts[:last], ", "), parts[last])
}

// asked is a sentence about the wait that the service asked for, with a space
// before it; empty if it asked for none.
func (r Request) asked() string {
	switch {
	case r.Asked == 0:
		return ""
	case errors.Is(r.ended, errTooLate):
		return fmt.Sprintf(" The service asked the provider to wait for %s, and less than that was left of the time limit.", waitText(r.Asked))
	default:
		return fmt.Sprintf(" The service asked the provider to wait for %s.", waitText(r.Asked))
	}
}

// waitText writes a wait in the largest unit of which it has at least two, rounded up.
func waitText(d time.Duration) string {
	if d >= maxAsked {
		return "more than a year"
	}
	for _, unit := range []struct {
		length time.Duration
		name   string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}} {
		switch {
		case d == unit.length:
			return "1 " + unit.name
		case d >= 2*unit.length:
			return fmt.Sprintf("%d %ss", (d+unit.length-1)/unit.length, unit.name)
		}
	}
	if d <= time.Second {
		return "1 second"
	}
	return fmt.Sprintf("%d seconds", (d+time.Second-1)/time.Second)
}
