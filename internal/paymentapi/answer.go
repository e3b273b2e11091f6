// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

const (
	jsonType      = "application/json" // the media type of requests and answers
	maxBody       = 4 << 20            // bytes of an answer once it is decompressed; several are in memory at once
	byteOrderMark = "\ufeff"           // what some services write before their JSON
)

// answer is what came of one attempt.
type answer struct {
	call       *apiCall      // the call that this answers
	secrets    []string      // texts that no message may contain, besides those of the call
	timeout    time.Duration // how long the attempt might take
	tried      Tried         // the call, with the attempts before this one
	status     int           // the status of the answer; 0 if none came
	header     http.Header
	retryAfter time.Duration // the wait that the answer asks for
	body       []byte        // the body as far as it arrived, and no more than maxBody+1
	tooLarge   bool          // whether the body is longer than maxBody
	err        error         // the error of sending, or of reading the body
	conn       connection
}

// readBody reads the body of an answer as far as it may be read.
func (a *answer) readBody(body io.Reader) {
	a.body, a.err = io.ReadAll(io.LimitReader(body, maxBody+1))
	a.tooLarge = len(a.body) > maxBody
	a.body = bytes.TrimPrefix(a.body, []byte(byteOrderMark))
}

// judge returns what is wrong with an answer, nil if it is what was asked for.
func (c *Client) judge(attemptCtx context.Context, a *answer) *Error {
	switch {
	case a.status == 0:
		return c.connectionError(attemptCtx, a)
	case !a.call.accepts(a.status):
		return c.refusal(a)
	case a.call.okStatuses == nil: // then, any body will do
		return nil
	}

	problem := a.bodyProblem()
	switch {
	case problem == "":
		return nil
	case problem == problemEndsEarly: // also if only the JSON ends early, and the connection has no error
		return c.connectionError(attemptCtx, a)
	case a.tooLarge:
		return a.newError(FaultInconsistent, problem)
	}
	return a.newError(FaultUnexpectedAnswer, problem)
}

// refusal returns the error of an answer with another status than success, with what may be the reason for it.
func (c *Client) refusal(a *answer) *Error {
	e := a.statusError()
	asksToWait := a.header.Get("Retry-After") != ""
	if e.Fault == FaultForbidden && asksToWait {
		e.Cause = CauseQuota
	}

	if e.Fault == FaultUnauthorized {
		e.CredentialFlaws = c.options.CredentialFlaws
		expiry := c.options.AppTokenExpiry // zero if the token does not say when it expires
		if !expiry.After(time.Now()) {
			e.TokenExpiredAt = expiry
		}
	}
	return e
}

// mayHaveActed reports whether the service may have acted on an attempt that failed.
func (a *answer) mayHaveActed(fault Fault) bool {
	switch {
	case a.status == 0 && fault == FaultConnectionUnusable: // a server that refuses a certificate reads no request
		return false
	case a.status == 0:
		return a.conn.made.Load()
	case a.status/100 == 4: // the service refuses the request, unless a proxy says that it stopped waiting (408, 499)
		return fault == FaultUnavailable
	}
	return true
}

// newError makes the error of an attempt, and of a success that cannot be used after all. The
// problem quotes nothing of the service but ids.
func (a *answer) newError(fault Fault, problem string) *Error {
	e := newError(a.tried, fault, problem)
	redact := a.redactor()
	e.StatusCode = a.status
	e.RequestID = redact.requestID(a.header)
	e.contentType = redact.mediaType(a.header)

	acted := a.mayHaveActed(fault)
	if acted && a.call.method == http.MethodPost {
		e.ObjectID = redact.id(objectID(a.body))
	}

	// With this attempt.
	e.mayHaveActed = a.tried.mayHaveActed || acted
	e.Attempts++
	if fault == FaultThrottled {
		e.refusals++
	}
	return e
}

// interruptedError makes the error of an attempt that the end of its context ended.
func (a *answer) interruptedError(ended context.Context) *Error {
	e := a.newError(FaultInterrupted, interrupted)
	e.stoppedBy = ended.Err()
	if cause := context.Cause(ended); errors.Is(cause, errPreviewTime) {
		e.Problem = cause.Error()
		e.stoppedBy = cause
	}
	return e
}

// statusError makes the error of an answer with another status than success.
func (a *answer) statusError() *Error {
	e := a.newError(faultOfStatus(a.status), "")
	isWhole := !a.tooLarge && a.err == nil
	if isWhole && e.quoteBody(a.body, a.redactor()) {
		return e
	}
	e.Problem = cmp.Or(a.bodyProblem(), "its body is not a JSON object")
	return e
}

// bodyProblem says why the body is not one JSON value of a size that may be read; empty if it is.
func (a *answer) bodyProblem() string {
	switch {
	case a.tooLarge:
		return "its body is larger than any answer of this API"
	case a.err != nil:
		return problemEndsEarly
	}
	return checkJSON(a.body)
}
