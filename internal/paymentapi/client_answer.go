// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// answer is what came of one attempt.
type answer struct {
	call        call // that it answers
	credentials []string
	tried       Request // with all attempts so far
	status      int     // 0 if no answer came
	header      http.Header
	asked       time.Duration // the wait that it asks for
	body        []byte        // what came of it
	tooLarge    bool          // the body is a beginning of it
	err         error         // of sending, or of reading the body
	connected   bool          // the request had a connection, so it may have arrived
}

// fail makes the error of an attempt.
func (a *answer) fail(fault Fault, problem string) *Error {
	e := &Error{Fault: fault, StatusCode: a.status, Problem: problem, contentType: a.sent().mediaType(a.header)}
	e.acted = a.mayHaveActed(fault)
	if e.acted && a.call.method == http.MethodPost {
		e.objectID = a.sent().id(topID(a.body))
	}
	return e
}

// mayHaveActed reports whether the service may have done what was asked for, although
// the attempt met fault. A 4xx says that it has not, unless a proxy says so.
func (a *answer) mayHaveActed(fault Fault) bool {
	if a.status == 0 {
		return a.connected && fault != FaultUnusable
	}
	return a.status/100 != 4 || fault == FaultUnavailable
}

// refused makes the error of an answer with another status than success.
func (a *answer) refused() *Error {
	e := a.fail(faultOf(a.status), "")
	if !a.tooLarge && a.err == nil {
		e.readBody(a.body, a.sent())
	}
	e.RequestID = cmp.Or(e.RequestID, a.sent().id(a.header.Get("X-Request-Id")))
	if !e.JSON {
		e.Problem, _ = a.problem()
		e.Problem = cmp.Or(e.Problem, "its body is not a JSON object")
	}
	return e
}

// unusable makes the error of a success that cannot be used after all. The problem
// quotes nothing of the service but ids.
func (a *answer) unusable(fault Fault, problem string) *Error {
	e := a.fail(fault, problem)
	a.tried.add(e, 0)
	return e
}

// complaint makes the error of a success whose body is an error message: it has the
// status error or, if it has nothing of what was asked for, a code or errors. It returns
// nil for any other body.
func (a *answer) complaint(hasContent bool) *Error {
	said := DecodeAs[struct {
		Status jsontext.Value `json:"status"`
		Code   jsontext.Value `json:"code"`
		Errors jsontext.Value `json:"errors"`
	}](a.body)
	if said == nil || !strings.EqualFold(string(said.Status), `"error"`) && (hasContent || isVoid(said.Code) && isVoid(said.Errors)) {
		return nil
	}
	e := a.unusable(FaultInconsistent, "its body is an error message")
	e.readBody(a.body, a.sent())
	return e
}

// isVoid reports whether a value is absent, null or has nothing in it.
func isVoid(raw jsontext.Value) bool {
	return isNull(raw) || len(bytes.Trim(raw, "[]{}\" \t\r\n")) == 0
}

// Caps of an answer's body once it is decompressed, in bytes. Each is many times
// what it is for: a page of 100 charges, one object, an error message. Each is also
// small enough for several answers to be in memory at once.
const (
	maxListBody   = 8 << 20
	maxObjectBody = 1 << 20
	maxErrorBody  = 64 << 10
)

// maxCommas caps the values in a body: what is short to write can be long to
// hold. Ten thousand charges have fewer.
const maxCommas = 400_000

// maxBody returns the cap of an answer to r with the given status.
func (r call) maxBody(status int) int {
	switch {
	case !r.succeeds(status):
		return maxErrorBody
	case r.list:
		return maxListBody
	default:
		return maxObjectBody
	}
}

// problem says what is wrong with the body, such as "its body is not JSON"; empty if it
// is a JSON value of a size that may be read.
func (a *answer) problem() (string, Fault) {
	if a.tooLarge {
		limit, unit := a.call.maxBody(a.status)>>10, "KiB"
		if limit >= 1<<10 {
			limit, unit = limit>>10, "MiB"
		}
		return fmt.Sprintf("its body is larger than %d %s", limit, unit), FaultTooLarge
	}
	switch {
	case bytes.Count(a.body, []byte(",")) > maxCommas:
		return "its body has more values than any answer of this API", FaultTooLarge
	case a.err != nil:
		return endsEarly, FaultAnswer
	}
	return checkJSON(a.body), FaultAnswer
}
