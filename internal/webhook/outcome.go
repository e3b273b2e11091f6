// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
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
	throttled                 // 429, or nothing was sent: the rate left no time, or the run was interrupted
	unclear                   // the service may have acted, and did not say so (see paymentapi.MayHaveActed)
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
	if isPage && page.Page > 1 && result.mayLackCall() {
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

// mayLackCall reports whether the service may have no such call at all. An own 404 counts, since a service
// that has no such call may answer in its own format, too.
func (o outcome) mayLackCall() bool {
	return o == absent || o == misplaced || o == notOffered
}

// verifyAnswer returns the error of a call, or a mismatch if the answer differs from the request.
func verifyAnswer(
	ref paymentapi.WebhookRef, patch paymentapi.WebhookPatch, answer *paymentapi.Webhook, err error,
) error {
	if err != nil {
		return err
	}
	lines := differences(ref, patch, answer)
	if len(lines) > 0 {
		return mismatch(strings.Join(lines, "\n"))
	}
	return nil
}

// mismatch is the error of an answer with other values than were requested.
type mismatch string

func (m mismatch) Error() string {
	return "The payment service answered the request, but with other values than requested:\n" + string(m)
}

// differences says in which ids an answer differs from those that were requested, and which
// settings of a patch it does not have. What either of them lacks does not differ.
func differences(ref paymentapi.WebhookRef, patch paymentapi.WebhookPatch, answer *paymentapi.Webhook) []string {
	lines := differentIDs(ref, answer)
	isEqual := func(a, b bool) bool { return a == b }
	if areDifferent(patch.Active, answer.Active, isEqual) {
		configured := strconv.FormatBool(*patch.Active)
		lines = append(lines, differenceLine("active", configured, strconv.FormatBool(*answer.Active)))
	}

	if areDifferent(patch.URL, answer.URL, validators.SameURL) {
		configured := origin(*patch.URL)
		current := origin(*answer.URL)
		if configured == current {
			current = "the same host, but another path or query"
		}

		lines = append(lines, differenceLine("url", configured, current))
	}

	if areDifferent(patch.Triggers, answer.Triggers, sameTriggers) {
		configured := shown(fmt.Sprint(*patch.Triggers))
		lines = append(lines, differenceLine("triggers", configured, shown(fmt.Sprint(*answer.Triggers))))
	}

	return lines
}

// areDifferent reports whether a setting is sent and answered, and the two are not the same.
func areDifferent[T any](sent, answered *T, areSame func(a, b T) bool) bool {
	return sent != nil && answered != nil && !areSame(*sent, *answered)
}

// differentIDs says in which ids an answer differs from those that were requested.
func differentIDs(ref paymentapi.WebhookRef, answer *paymentapi.Webhook) []string {
	var lines []string
	for _, id := range []struct {
		field, requested string
		answered         *string
	}{
		{"id", ref.WebhookID, answer.ID},
		{"store_id", ref.StoreID, answer.StoreID},
		{"merchant_id", ref.MerchantID, answer.MerchantID},
	} {
		isRequested := id.requested != ""
		if isRequested && areDifferent(&id.requested, id.answered, sameID) {
			lines = append(lines, differenceLine(id.field, id.requested, shownID(*id.answered)))
		}
	}

	return lines
}

// differenceLine is one line of a message.
func differenceLine(field, configured, current string) string {
	return fmt.Sprintf("- `%s`: configured %s, at the service %s", field, configured, current)
}
