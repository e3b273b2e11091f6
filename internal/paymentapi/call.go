// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Every call follows these steps, from top to bottom: it is built, waits at the gate, is
// sent, its answer is judged, and it is sent again or returns.

// apiCall describes one API request.
type apiCall struct {
	method      string
	template    string   // the path with placeholders, such as "/stores/{storeId}/charges"
	pathParams  []string // the values of the placeholders
	query       url.Values
	payload     any           // what the body is made from; nil for none
	body        []byte        // the JSON of the payload
	okStatuses  []int         // the statuses that are success; nil: any 2xx, with any body
	detached    bool          // whether an attempt runs to its end although the caller's context ends
	oneAttempt  bool          // whether it is sent only once, even if it is answered with 429
	timeLimit   time.Duration // of the waits at the gate together, and of each attempt by itself; 0 for none
	sendsSecret bool          // whether it sends a secret besides the credentials
	withheld    []string      // texts that no message may contain
	documented  []string      // names of fields that messages may show
}

// do makes a call and returns its answer, the body of which is JSON unless okStatuses is
// nil. The errors are of the type *Error.
func (c *Client) do(ctx context.Context, call *apiCall) (*answer, error) {
	tried, err := call.build()
	if err != nil {
		return nil, newError(tried, FaultUnsent, "the request could not be built")
	}

	// Three contexts: waitCtx ends the waits at the gate, attemptCtx an attempt (besides its own timeout), and ctx
	// the wait between two attempts.
	waitCtx := ctx
	if call.timeLimit > 0 {
		var cancel context.CancelFunc
		waitCtx, cancel = context.WithTimeout(ctx, call.timeLimit)
		defer cancel()
	}
	attemptCtx := ctx
	if call.detached {
		attemptCtx = context.WithoutCancel(ctx)
	}

	var failed *Error // the last attempt's, if there was one
	failures := 0
	for {
		started, err := c.gate.start(waitCtx)
		if err != nil {
			return nil, stoppedError(tried, failed, err)
		}
		a := c.attempt(attemptCtx, call, tried)
		c.gate.end(started, a.status, a.retryAfter)

		failed = c.judge(attemptCtx, a)
		c.log(ctx, a, failed, time.Since(started))
		if failed == nil {
			return a, nil
		}
		if !call.mayRepeat(failed) {
			return nil, failed
		}
		tried = failed.Tried // with this attempt

		// A 429 is the service's pace, for which the gate waits, and no failed attempt.
		if failed.Fault == FaultThrottled {
			continue
		}

		failures++
		if failures >= c.options.MaxAttempts {
			return nil, failed
		}
		wait := retryWait(failures, a.retryAfter, c.options.Jitter())
		if err := sleep(ctx, wait); err != nil {
			return nil, stoppedError(tried, failed, err)
		}
	}
}

// build makes the body of a call, and returns what is tried: with the path, or with its template if there is an error.
func (call *apiCall) build() (Tried, error) {
	tried := Tried{
		Method: call.method,
		Path:   call.template,
		HasIDs: len(call.pathParams) > 0,
	}
	path, err := fillTemplate(call.template, call.pathParams)
	if err != nil {
		return tried, err
	}

	if call.payload != nil {
		call.body, err = json.Marshal(call.payload)
		if err != nil {
			return tried, err
		}
	}

	tried.Path = path
	return tried, nil
}

// accepts reports whether a status is success.
func (call *apiCall) accepts(status int) bool {
	if call.okStatuses == nil {
		return status/100 == 2
	}
	return slices.Contains(call.okStatuses, status)
}

// fillTemplate puts the params, each escaped as one segment, in the places of
// the template's placeholders.
func fillTemplate(template string, params []string) (string, error) {
	path := template
	for _, param := range params {
		if slices.Contains([]string{"", ".", ".."}, param) {
			return "", errors.New("a parameter is no path segment")
		}
		before, placeholder, _ := strings.Cut(path, "{")
		_, after, _ := strings.Cut(placeholder, "}")
		path = before + url.PathEscape(param) + after // an escaped param has no {
	}
	return path, nil
}

// newRequest returns the HTTP request of a call to a path.
func (c *Client) newRequest(ctx context.Context, call *apiCall, path string) (*http.Request, error) {
	target := strings.TrimRight(c.base.String(), "/") + path
	if len(call.query) > 0 {
		target += "?" + call.query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, call.method, target, bytes.NewReader(call.body))
	if err != nil {
		return nil, err
	}

	// Those of the caller come first, since they replace none of the client's own.
	for name, value := range c.options.RequestHeaders {
		req.Header.Set(name, value)
	}

	req.Header.Set("Accept", jsonType)
	req.Header.Set("Authorization", "Bearer "+c.options.Secret+"."+c.options.AppToken)
	if call.body != nil {
		req.Header.Set("Content-Type", jsonType)
	}
	req.Header.Set("User-Agent", c.options.UserAgent)
	return req, nil
}

// attempt sends a call and reads the answer with its body, all within the request timeout.
func (c *Client) attempt(ctx context.Context, call *apiCall, tried Tried) *answer {
	a := &answer{
		call:    call,
		secrets: c.secrets,
		tried:   tried,
		timeout: c.options.RequestTimeout,
	}
	if call.timeLimit > 0 {
		a.timeout = min(a.timeout, call.timeLimit)
	}

	ctx, cancel := context.WithTimeout(ctx, a.timeout)
	defer cancel()
	ctx, stop := a.conn.watch(ctx)
	defer stop()

	resp, err := c.send(ctx, call, tried.Path)
	if err != nil {
		a.err = err
		return a
	}
	defer resp.Body.Close()

	a.conn.made.Store(true) // a transport of tests may not say so itself
	a.status = resp.StatusCode
	a.header = resp.Header
	a.retryAfter = parseRetryAfter(resp.Header, time.Now())
	if a.status == http.StatusSwitchingProtocols {
		return a // a 101 has no body, and no timeout would end the reading of one
	}
	a.readBody(resp.Body)
	return a
}

// send sends a call. It calls the transport itself, not an http.Client, so no redirect is followed and Go's
// errors don't repeat the URL.
func (c *Client) send(ctx context.Context, call *apiCall, path string) (*http.Response, error) {
	req, err := c.newRequest(ctx, call, path)
	if err != nil {
		return nil, err
	}
	if call.method == http.MethodPost {
		return c.unpooled.RoundTrip(req)
	}
	return c.pooled.RoundTrip(req)
}

// log reports an attempt to the caller.
func (c *Client) log(ctx context.Context, a *answer, failed *Error, took time.Duration) {
	entry := Attempt{
		Method:    a.call.method,
		Template:  a.call.template,
		Status:    a.status,
		Duration:  took,
		RequestID: a.redactor().requestID(a.header),
	}

	if failed != nil {
		entry.Fault = failed.Fault.String()
	}
	c.options.OnAttempt(ctx, entry)
}
