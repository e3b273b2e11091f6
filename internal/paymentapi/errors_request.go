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

// Request names what was tried, and what its attempts met.
type Request struct {
	Method string
	// Path is the path under the base address, with ids and without query.
	Path string
	// Attempts is how often it was sent.
	Attempts int
	// Asked is how long the last answer asked to wait; 0 if it did not.
	Asked time.Duration

	met   []string // statuses, or kinds of fault in a few words, of the attempts
	acted bool     // the service may have acted on one of them
	ended error    // why it was not sent again, if their results are not the reason
}

// MayHaveActed reports whether the service may have done what failed with err:
// always, unless err says otherwise.
func MayHaveActed(err error) bool {
	failed, ok := errors.AsType[*Error](err)
	return !ok || failed.acted
}

// ObjectID returns the UUID of the object that an answer to a POST describes, if that
// object may exist although the call failed; empty if the answer names none.
func ObjectID(err error) string {
	if failed, ok := errors.AsType[*Error](err); ok {
		return failed.objectID
	}
	return ""
}

// EndedByDeadline reports whether a call was not sent again because its context
// would have ended before.
func EndedByDeadline(err error) bool { return errors.Is(err, errTooLate) }

// String returns the method and the path.
func (r Request) String() string { return r.Method + " " + r.Path }

// add adds what a further attempt met, whose answer asked for a wait, and tells e of
// all attempts.
func (r *Request) add(e *Error, asked time.Duration) {
	what := e.Fault.String()
	if e.Fault.answered() {
		what = strconv.Itoa(e.StatusCode)
	}
	r.Attempts++
	r.Asked, r.ended = asked, e.ended
	r.acted = r.acted || e.acted
	r.met = append(slices.Clip(r.met), what)
	e.Request = *r
}

// unsent returns the error of a call that starts no further attempt, for the
// reason given. The error of the last attempt, if there was one, says more; but if
// the user stopped the call, the error says that.
func (r Request) unsent(ctx context.Context, last *Error, reason error) *Error {
	r.ended = reason
	stopped := errors.Is(ctx.Err(), context.Canceled)
	switch {
	case last != nil && !stopped:
		last.Request = r
		return last
	case errors.Is(reason, errRefused) && !stopped:
		return &Error{Request: r, Fault: FaultThrottled, StatusCode: http.StatusTooManyRequests, JSON: true}
	}
	return &Error{Request: r, Fault: FaultInterrupted}
}

// results are what the attempts met, each with how often in a row.
func (r Request) results() []string {
	var results []string
	for i := 0; i < len(r.met); {
		times := 1
		for i+times < len(r.met) && r.met[i+times] == r.met[i] {
			times++
		}
		result := r.met[i]
		if times > 1 {
			result += fmt.Sprintf(" (%d times)", times)
		}
		results, i = append(results, result), i+times
	}
	return results
}

// history is a sentence about the attempts, with a space before it; empty if
// there was one at most.
func (r Request) history() string {
	results := r.results()
	last := len(results) - 1
	switch {
	case r.Attempts < 2 || last < 0:
		return ""
	case last == 0 && r.Attempts == 2:
		return " Both attempts had this result."
	case last == 0:
		return fmt.Sprintf(" All %d attempts had this result.", r.Attempts)
	}
	return fmt.Sprintf(" The results of the %d attempts were %s, then %s.", r.Attempts, strings.Join(results[:last], ", "), results[last])
}

// asked is a sentence about the wait that the service asked for, with a space
// before it; empty if it asked for none.
func (r Request) asked() string {
	if r.Asked == 0 {
		return ""
	}
	return fmt.Sprintf(" The service asked the provider to wait for %s.", FormatTimeout(r.Asked.Round(time.Second)))
}
