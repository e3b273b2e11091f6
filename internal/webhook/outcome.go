// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"errors"
	"net/http"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// outcome is what the answer to a call, or its absence, says about a webhook, a store or a call.
// It stands beside the call's error, which has the words.
type outcome int

// The outcomes. Own means: in the service's own error format. A gateway in front of the service
// answers in another one.
const (
	done       outcome = iota // a success, with what was asked for
	mismatched                // a success, with other values than were asked for
	absent                    // an own 404
	gone                      // an own 410
	misplaced                 // a 404 that is not the service's own: a wrong path, or no such call
	notOffered                // 405 or 501: the service has no such call
	refused                   // 401 or 403
	taken                     // 409
	throttled                 // 429, or nothing was sent: the rate left no time for the call, or the run was interrupted
	unclear                   // the service may have acted, and did not say so (the client decides that: paymentapi.MayHaveActed)
	failed                    // anything else; the service has not acted
)

// outcomeOf classifies the error of a call, nil for a success.
//
// Only the first page of a list says whether there is a list: what a later one lacks is a failure.
func outcomeOf(err error) outcome {
	if err == nil {
		return done
	}

	if errors.As(err, new(mismatch)) {
		return mismatched
	}

	callError, ok := errors.AsType[*paymentapi.Error](err)
	if !ok {
		return unclear
	}

	result := outcomeOfAnswer(callError)
	page, isPage := errors.AsType[*paymentapi.PageError](err)
	if isPage && page.Page > 1 && !result.isAnswered() {
		return failed
	}

	return result
}

// statusOutcomes are what a status says, in the service's own error format and in another one. Any
// other status says nothing by itself.
var statusOutcomes = map[int]struct{ own, foreign outcome }{
	http.StatusUnauthorized:     {refused, refused},
	http.StatusForbidden:        {refused, refused},
	http.StatusNotFound:         {absent, misplaced},
	http.StatusMethodNotAllowed: {notOffered, notOffered},
	http.StatusConflict:         {taken, taken},
	http.StatusGone:             {gone, failed},
	http.StatusNotImplemented:   {notOffered, notOffered},
}

// outcomeOfAnswer classifies an error by its status, and then by what may have happened.
func outcomeOfAnswer(err *paymentapi.Error) outcome {
	byStatus, isKnown := statusOutcomes[err.StatusCode]
	switch {
	case isKnown && err.OwnFormat:
		return byStatus.own
	case isKnown:
		return byStatus.foreign
	case err.Fault == paymentapi.FaultThrottled, err.Attempts == 0:
		return throttled
	case paymentapi.MayHaveActed(err):
		return unclear
	}
	return failed
}

// isMissing reports whether the service says itself that it does not have what the call is about.
func (o outcome) isMissing() bool {
	return o == absent || o == gone
}

// isAnswered reports whether the outcome shows that the service has the call. An own 404 does not:
// a service that has no such call may answer in its own format, too.
func (o outcome) isAnswered() bool {
	switch o {
	case absent, misplaced, notOffered:
		return false
	default:
		return true
	}
}
