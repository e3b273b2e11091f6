// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"
)

// Every call follows these steps, from top to bottom: it is built, waits at the gate, is
// sent, its answer is judged, and it is sent again or returns.

// call describes one API request.
type call struct {
	method      string
	template    string // "/stores/{storeId}/charges"
	pathParams  []string
	query       url.Values
	payload     any           // of the body; nil for none
	body        []byte        // its JSON
	okStatuses  []int         // the statuses that are success; nil: any 2xx, with any body
	detached    bool          // an attempt runs to its end although the caller's context ends
	oneAttempt  bool          // it is never repeated, not even after a 429
	timeLimit   time.Duration // with oneAttempt: of the wait at the gate, and of the attempt; 0 for the usual
	sendsSecret bool          // besides the credentials
	withheld    []string      // texts that no message may contain
	documented  []string      // names of fields that messages may show
}

// do makes the call r and returns its answer, the body of which is JSON unless r.okStatuses is
// nil. The errors are of the type *Error.
func (c *Client) do(ctx context.Context, r call) (*answer, error) {
	tried := Tried{Method: r.method, Path: r.template} // what was tried, and how often
	path, err := fillTemplate(r.template, r.pathParams)
	if err == nil && r.payload != nil {
		r.body, err = json.Marshal(r.payload)
	}
	if err != nil {
		return nil, newError(tried, FaultUnsent, "the request could not be built")
	}
	tried.Path = path
	waitCtx, attemptCtx := ctx, ctx // end the wait at the gate, and an attempt (as does its timeout)
	if r.timeLimit > 0 {
		var cancel context.CancelFunc
		waitCtx, cancel = context.WithTimeout(ctx, r.timeLimit)
		defer cancel()
	}
	if r.detached {
		attemptCtx = context.WithoutCancel(ctx)
	}
	var failed *Error // the last attempt, if there was one
	for failures := 0; ; {
		started, err := c.gate.start(waitCtx)
		if err != nil {
			return nil, stoppedError(tried, failed, err)
		}
		a := c.attempt(attemptCtx, r, tried)
		c.gate.end(started, a.status, a.retryAfter)
		failed = c.judge(attemptCtx, a)
		c.log(ctx, a, failed, time.Since(started))
		if failed == nil {
			return a, nil
		}
		if !r.mayRepeat(failed) {
			return nil, failed
		}
		tried = failed.Tried // which counts this attempt, too
		if failed.Fault == FaultThrottled {
			continue // a 429 is the service's pace, for which the gate waits, and no failed attempt
		}
		if failures++; failures >= c.options.MaxAttempts {
			return nil, failed
		}
		if err := sleep(ctx, retryWait(failures, a.retryAfter, c.options.Jitter())); err != nil {
			return nil, stoppedError(tried, failed, err)
		}
	}
}

// accepts reports whether a status is success.
func (r call) accepts(status int) bool {
	return slices.Contains(r.okStatuses, status) || r.okStatuses == nil && status/100 == 2
}

// fillTemplate puts the params, each escaped as one segment, in the places of
// the template's placeholders.
func fillTemplate(template string, params []string) (string, error) {
	for _, param := range params {
		if slices.Contains([]string{"", ".", ".."}, param) {
			return "", errors.New("a parameter is no path segment")
		}
		before, placeholder, _ := strings.Cut(template, "{")
		_, after, _ := strings.Cut(placeholder, "}")
		template = before + url.PathEscape(param) + after // an escaped param has no {
	}
	return template, nil
}

// newRequest returns the HTTP request of a call to a path.
func (c *Client) newRequest(ctx context.Context, r call, path string) (*http.Request, error) {
	target := strings.TrimRight(c.base.String(), "/") + path
	if len(r.query) > 0 {
		target += "?" + r.query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, r.method, target, bytes.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	for name, value := range c.options.RequestHeaders { // which replace none of the following
		req.Header.Set(name, value)
	}
	req.Header.Set("Accept", jsonType)
	req.Header.Set("Authorization", "Bearer "+c.options.Secret+"."+c.options.AppToken)
	if r.body != nil {
		req.Header.Set("Content-Type", jsonType)
	}
	req.Header.Set("User-Agent", c.options.UserAgent)
	return req, nil
}

// attempt sends r and reads the answer with its body, all within the request timeout. It
// calls the transport itself, not an http.Client, so no redirect is followed and Go's errors
// don't repeat the URL.
func (c *Client) attempt(ctx context.Context, r call, tried Tried) *answer {
	a := &answer{call: r, secrets: c.secrets, tried: tried, timeout: c.options.RequestTimeout}
	if r.timeLimit > 0 {
		a.timeout = min(a.timeout, r.timeLimit)
	}
	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	ctx, abort := context.WithCancelCause(ctx)
	defer abort(nil)
	ctx = context.WithValue(ctx, connectionKey{}, &a.conn)
	// Connecting has a limit of its own. RoundTrip returns the cause, which isTimeout recognizes.
	connecting := time.AfterFunc(connectTimeout, func() { abort(os.ErrDeadlineExceeded) })
	defer connecting.Stop()
	trace := &httptrace.ClientTrace{
		GetConn: func(string) { // Go calls it a second time if an idle connection turns out to be closed
			connecting.Reset(connectTimeout)
			a.conn.made.Store(false)
		},
		GotConn: func(httptrace.GotConnInfo) {
			connecting.Stop()
			a.conn.made.Store(true)
		},
	}
	req, err := c.newRequest(httptrace.WithClientTrace(ctx, trace), r, tried.Path)
	if a.err = err; err != nil {
		return a
	}
	transport := c.pooled
	if r.method == http.MethodPost {
		transport = c.unpooled
	}
	resp, err := transport.RoundTrip(req)
	if a.err = err; err != nil {
		return a
	}
	defer resp.Body.Close()
	a.conn.made.Store(true) // a transport of tests may not say so itself
	a.status, a.header = resp.StatusCode, resp.Header
	a.retryAfter = parseRetryAfter(resp.Header, time.Now())
	if a.status == http.StatusSwitchingProtocols {
		return a // a 101 has no body, and no timeout would end the reading of one
	}
	a.body, a.err = io.ReadAll(io.LimitReader(resp.Body, maxBody+1))
	a.tooLarge = len(a.body) > maxBody
	a.body = bytes.TrimPrefix(a.body, []byte(byteOrderMark))
	return a
}

// log reports an attempt to the caller.
func (c *Client) log(ctx context.Context, a *answer, failed *Error, took time.Duration) {
	log := Attempt{
		Method: a.call.method, Template: a.call.template, Status: a.status,
		Duration: took, RequestID: a.redactor().requestID(a.header),
	}
	if failed != nil {
		log.Fault = failed.Fault.String()
	}
	c.options.OnAttempt(ctx, log)
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
	switch problem := a.bodyProblem(); {
	case problem == "":
		return nil
	case problem == problemEndsEarly: // also if only the JSON ends early, and the connection has no error
		return c.connectionError(attemptCtx, a)
	case a.tooLarge:
		return a.newError(FaultInconsistent, problem)
	default:
		return a.newError(FaultUnexpectedAnswer, problem)
	}
}

// refusal returns the error of an answer with another status than success, with what may be the reason for it.
func (c *Client) refusal(a *answer) *Error {
	e := a.statusError()
	switch e.Fault {
	case FaultUnauthorized:
		e.CredentialFlaws = c.options.CredentialFlaws
		if at := c.options.AppTokenExpiry; !at.IsZero() && !at.After(time.Now()) {
			e.TokenExpiredAt = at
		}
	case FaultForbidden:
		if a.header.Get("Retry-After") != "" {
			e.Cause = CauseQuota
		}
	}
	return e
}

// answer is what came of one attempt.
type answer struct {
	call       call          // that it answers
	secrets    []string      // that no message may contain, besides those of the call
	timeout    time.Duration // of the attempt
	tried      Tried         // with the attempts before this one
	status     int           // 0 if no answer came
	header     http.Header
	retryAfter time.Duration // the wait that it asks for
	body       []byte        // as far as it arrived, and no more than maxBody+1
	tooLarge   bool          // the body is longer than maxBody
	err        error         // of sending, or of reading the body
	conn       connection
}

// mayHaveActed reports whether the service may have acted on an attempt that failed.
func (a *answer) mayHaveActed(fault Fault) bool {
	switch {
	case fault == FaultConnectionUnusable && a.status == 0: // whoever refuses a client certificate has not read the request
		return false
	case a.status == 0:
		return a.conn.made.Load()
	case a.status/100 == 4: // the service refuses the request; but 408 and 499 say that a proxy stopped waiting for it
		return fault == FaultUnavailable
	}
	return true
}

// newError makes the error of an attempt, and of a success that cannot be used after all. The
// problem quotes nothing of the service but ids.
func (a *answer) newError(fault Fault, problem string) *Error {
	redact := a.redactor()
	e := newError(a.tried, fault, problem)
	e.StatusCode, e.RequestID, e.contentType = a.status, redact.requestID(a.header), redact.mediaType(a.header)
	acted := a.mayHaveActed(fault)
	if acted && a.call.method == http.MethodPost {
		e.ObjectID = redact.id(objectID(a.body))
	}
	e.mayHaveActed = a.tried.mayHaveActed || acted
	e.Attempts = a.tried.Attempts + 1
	if fault == FaultThrottled {
		e.refusals = a.tried.refusals + 1
	}
	return e
}

// interruptedError makes the error of an attempt that the end of its context ended.
func (a *answer) interruptedError(ended context.Context) *Error {
	problem := interrupted
	why := ended.Err()
	if cause := context.Cause(ended); errors.Is(cause, errPreviewTime) {
		problem = cause.Error()
		why = cause
	}
	e := a.newError(FaultInterrupted, problem)
	e.stoppedBy = why
	return e
}

// statusError makes the error of an answer with another status than success.
func (a *answer) statusError() *Error {
	e := a.newError(faultOfStatus(a.status), "")
	if a.tooLarge || a.err != nil || !e.readBody(a.body, a.redactor()) {
		e.Problem = cmp.Or(a.bodyProblem(), "its body is not a JSON object")
	}
	return e
}

const (
	jsonType      = "application/json" // of requests and answers
	maxBody       = 4 << 20            // bytes of an answer once it is decompressed; several are in memory at once
	byteOrderMark = "\ufeff"           // which some services write before their JSON
)

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
