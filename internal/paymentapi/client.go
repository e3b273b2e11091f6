// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package paymentapi is a client of the payment service's REST API. It knows
// nothing of Terraform.
package paymentapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Defaults and limits of Options.
const (
	DefaultRequestTimeout        = 30 * time.Second
	MinRequestTimeout            = time.Second
	MaxRequestTimeout            = 10 * time.Minute
	DefaultMaxRetries            = 4
	MaxMaxRetries                = 20
	DefaultMaxConcurrentRequests = 10
	MaxMaxConcurrentRequests     = 100
	MaxMaxRequestsPerMinute      = 60_000
)

// Options configures a Client. BaseURL, Secret and AppToken are required.
type Options struct {
	// BaseURL is the base address, with or without a path; see ParseBaseURL.
	BaseURL string
	// Secret and AppToken make the Authorization header (API description,
	// section 5).
	Secret, AppToken string
	// UserAgent is sent with each request.
	UserAgent string
	// RequestTimeout limits one attempt with its body.
	RequestTimeout time.Duration
	// MaxRetries is how often a call is repeated at most after a failed attempt;
	// see the table in client_fault.go. A 429 is none.
	MaxRetries int
	// MaxConcurrentRequests limits the requests in flight.
	MaxConcurrentRequests int
	// MaxRequestsPerMinute limits the rate at which requests start, evenly and
	// without a burst; 0 for no limit but the service's own.
	MaxRequestsPerMinute int

	// OnAttempt is told of each attempt as it ends; nil for nobody.
	OnAttempt func(context.Context, Attempt)
	// Transport replaces the connections to the service; nil for real ones.
	Transport http.RoundTripper
	// Clock replaces the time; nil for the real one.
	Clock Clock
	// Jitter gives numbers from 0 to 1; nil for random ones.
	Jitter func() float64
}

// Attempt is what may be logged of one attempt of a call.
type Attempt struct {
	Method string
	// Template is the path with its placeholders, without ids and query.
	Template string
	// Status is 0 if no answer came.
	Status int
	// Number counts the attempts of a call from 1.
	Number   int
	Duration time.Duration
	// Fault says what went wrong in a few words; empty for a success.
	Fault string
}

// Client calls the payment service. It is safe for concurrent use; all its
// calls share one pace.
type Client struct {
	base          *url.URL
	authorization string
	userAgent     string
	timeout       time.Duration
	maxRetries    int
	transports    transports
	pacer         *pacer
	maxInFlight   int
	credentials   []string // secret, application token
	backoff       backoff
	onAttempt     func(context.Context, Attempt)
	clock         Clock
}

// New returns a Client. It sends nothing. Its errors never hold a value of the
// options.
func New(o Options) (*Client, error) {
	base, err := ParseBaseURL(o.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("base URL: %w", err)
	}
	for name, value := range map[string]string{"secret": o.Secret, "app token": o.AppToken} {
		if err := CheckCredential(value); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	if o.RequestTimeout <= 0 {
		o.RequestTimeout = DefaultRequestTimeout
	}
	if o.MaxConcurrentRequests <= 0 {
		o.MaxConcurrentRequests = DefaultMaxConcurrentRequests
	}
	if o.Clock == nil {
		o.Clock = realClock{}
	}
	if o.OnAttempt == nil {
		o.OnAttempt = func(context.Context, Attempt) {}
	}
	return &Client{
		base:          base,
		authorization: "Bearer " + o.Secret + "." + o.AppToken,
		userAgent:     o.UserAgent,
		timeout:       o.RequestTimeout,
		maxRetries:    max(o.MaxRetries, 0),
		transports:    newTransports(o.Transport, o.RequestTimeout, o.MaxConcurrentRequests),
		pacer:         newPacer(o.Clock, o.MaxConcurrentRequests, o.MaxRequestsPerMinute),
		maxInFlight:   o.MaxConcurrentRequests,
		credentials:   []string{o.Secret, o.AppToken},
		backoff:       newBackoff(o.Jitter),
		onAttempt:     o.OnAttempt,
		clock:         o.Clock,
	}, nil
}

// Refusals returns how many requests the service has refused so far since they
// came too fast.
func (c *Client) Refusals() int { return c.pacer.refusals() }

// Concurrency returns how many requests may be in flight at once.
func (c *Client) Concurrency() int { return c.maxInFlight }

// CloseIdleConnections closes the connections that wait for further requests.
func (c *Client) CloseIdleConnections() { c.transports.closeIdle() }

// call is one call of an endpoint, as its method describes it to do.
type call struct {
	method     string
	template   string // "/stores/{storeId}/charges"
	params     []string
	query      url.Values
	body       []byte   // nil for none
	want       int      // the one status that is success
	secrets    []string // values sent that no message may repeat
	names      []string // the names of persons among them
	documented documented
	list       bool // the answer is a page of a list, not one object
	once       bool // it is not sent again, whatever comes
}

// do sends r, again if the table in client_fault.go allows it, and returns the
// JSON text of the answer. Its errors are *APIError, *ResponseError or
// *TransportError.
func (c *Client) do(ctx context.Context, r call) ([]byte, error) {
	path, err := fillTemplate(r.template, r.params)
	if err != nil {
		return nil, err
	}
	target := c.url(path, r.query)
	request := Request{Method: r.method, Path: path}

	turn := c.pacer.join()

	var last failure // of the attempt before
	for failures := 0; ; {
		if err := c.pacer.start(ctx, turn); err != nil {
			if isInterrupted(ctx) {
				last = nil
			}
			return nil, notSent(last, request, err)
		}
		a := c.once(ctx, r, attempt{target: target, number: request.Attempts + 1, turn: turn})
		if a.err == nil {
			return a.body, nil
		}
		request.meet(a.met())
		request.Asked, request.acted = a.asked, request.acted || a.err.MayHaveActed()
		if a.kind == FaultInterrupted && last != nil && !isInterrupted(ctx) && r.method != http.MethodPost {
			return nil, notSent(last, request, errTooLate) // what the attempts before it met says why the time was too short
		}
		a.err.describe(request)
		last = a.err
		if r.once {
			return nil, last
		}
		wait := a.away
		if a.kind != FaultThrottled { // a 429 is the service's pace, not a failed attempt
			if failures++; failures > c.maxRetries || !a.kind.repeatable(r.method) {
				return nil, last
			}
			wait = c.backoff.wait(failures, a.asked)
		}
		if deadline, ok := ctx.Deadline(); ok && c.clock.Now().Add(wait).After(deadline) {
			return nil, notSent(last, request, errTooLate)
		}
		if wait > 0 && c.clock.Sleep(ctx, wait) != nil {
			if isInterrupted(ctx) {
				last = Interrupted(request, context.Cause(ctx))
			}
			return nil, last
		}
	}
}

// isInterrupted reports whether ctx was cancelled, rather than too late.
func isInterrupted(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// notSent makes the error of a call that may not start another attempt. What the
// attempt before it met, if it is given, says more than err.
func notSent(last failure, request Request, err error) error {
	switch {
	case errors.Is(err, errRefused):
		request.ended = errRefused
	case errors.Is(err, errTooLate):
		request.ended = errTooLate
	}
	if last != nil {
		last.describe(request)
		return last
	}
	if errors.Is(err, errRefused) {
		return &APIError{Request: request, StatusCode: http.StatusTooManyRequests, JSON: true}
	}
	return Interrupted(request, err)
}

// attempt is one attempt of a call.
type attempt struct {
	target string
	number int // from 1
	turn   *turn
}

// result is what became of an attempt.
type result struct {
	verdict

	body  []byte
	asked time.Duration // the wait that the answer asks for
	away  time.Duration // how long the call must not be sent again
}

// once makes the attempt that the pacer let start, and ends it there however it
// goes.
func (c *Client) once(ctx context.Context, r call, at attempt) (got result) {
	var status int
	defer func() { got.away = c.pacer.end(at.turn, status, min(got.asked, maxRetryAfter)) }()
	started := c.clock.Now()
	a := c.send(ctx, r, at.target)
	got = result{verdict: c.judge(ctx, r, a), body: a.body, asked: parseRetryAfter(a.header.Get("Retry-After"), c.clock.Now())}
	status = a.status
	c.onAttempt(ctx, Attempt{
		Method: r.method, Template: r.template, Status: a.status, Number: at.number,
		Duration: c.clock.Now().Sub(started), Fault: got.kind.String(),
	})
	return got
}

// url joins the base address, a path with escaped segments and a query.
func (c *Client) url(path string, query url.Values) string {
	target := strings.TrimRight(c.base.String(), "/") + path
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	return target
}

// fillTemplate puts the params, each escaped as one segment, in the places of
// the template's placeholders.
func fillTemplate(template string, params []string) (string, error) {
	var b strings.Builder
	rest := template
	for _, param := range params {
		before, after, found := strings.Cut(rest, "{")
		_, after, closed := strings.Cut(after, "}")
		if !found || !closed {
			return "", errors.New("more values than placeholders in " + template)
		}
		if param == "" || param == "." || param == ".." {
			return "", errors.New("a value for " + template + " is no path segment")
		}
		b.WriteString(before)
		b.WriteString(url.PathEscape(param))
		rest = after
	}
	if strings.Contains(rest, "{") {
		return "", errors.New("fewer values than placeholders in " + template)
	}
	b.WriteString(rest)
	return b.String(), nil
}
