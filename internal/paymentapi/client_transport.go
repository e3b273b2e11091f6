// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"time"
)

// Caps of an answer's body once it is decompressed, in bytes: many times a page
// of 100 charges, one object, or an error that says something, and little
// enough that several at once are no harm.
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
	case status != r.want:
		return maxErrorBody
	case r.list:
		return maxListBody
	default:
		return maxObjectBody
	}
}

// maxHeader caps the headers of an answer, in bytes.
const maxHeader = 256 << 10

// maxSilence is how long an HTTP/2 connection may be silent before it is asked
// for a sign of life, and how long that may take.
const maxSilence = 10 * time.Second

// transports are the ways to the service. A POST never travels on a connection
// that waited: one that the service closed in the meantime would leave open
// whether it acted.
type transports struct {
	pooled, fresh http.RoundTripper
}

func newTransports(custom http.RoundTripper, timeout time.Duration, maxInFlight int) transports {
	if custom != nil {
		return transports{pooled: custom, fresh: custom}
	}
	dialer := &net.Dialer{Timeout: timeout, KeepAlive: 15 * time.Second}
	pooled := &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    timeout,
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           maxInFlight,
		MaxIdleConnsPerHost:    maxInFlight,
		MaxConnsPerHost:        maxInFlight,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: maxHeader,
		// An HTTP/2 connection outlives the requests that time out on it. One that
		// is dead must not take the repetitions with it.
		HTTP2: &http.HTTP2Config{SendPingTimeout: min(timeout/3, maxSilence), PingTimeout: min(timeout/3, maxSilence)},
	}
	fresh := pooled.Clone()
	fresh.DisableKeepAlives = true
	return transports{pooled: pooled, fresh: fresh}
}

func (t transports) forMethod(method string) http.RoundTripper {
	if method == http.MethodPost {
		return t.fresh
	}
	return t.pooled
}

func (t transports) closeIdle() {
	for _, rt := range []http.RoundTripper{t.pooled, t.fresh} {
		if c, ok := rt.(interface{ CloseIdleConnections() }); ok {
			c.CloseIdleConnections()
		}
	}
}

// answer is what came of one attempt.
type answer struct {
	status    int // 0 if no answer came
	header    http.Header
	body      []byte // complete unless err is set
	err       error  // of sending, or of reading the body
	connected bool   // the request had a connection, so it may have arrived
	tooLarge  bool
}

// send sends r once and reads the answer's body, all within the request
// timeout. It calls the transport itself, not an http.Client, so no redirect
// is followed and Go's errors don't repeat the URL.
func (c *Client) send(ctx context.Context, r call, target string) *answer {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()

	var connected atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
	})
	req, err := c.request(ctx, r, target)
	if err != nil {
		return &answer{err: err}
	}
	resp, err := c.transports.forMethod(r.method).RoundTrip(req)
	if err != nil {
		return &answer{err: err, connected: connected.Load()}
	}
	defer resp.Body.Close()

	a := &answer{status: resp.StatusCode, header: resp.Header, connected: true}
	if a.status != http.StatusSwitchingProtocols { // what follows that is no body, and no timeout ends it
		a.readBody(resp.Body, r.maxBody(a.status))
	}
	return a
}

// readBody reads the whole body, or as much of it as is needed to know that it
// is too large.
func (a *answer) readBody(body io.Reader, limit int) {
	a.body, a.err = io.ReadAll(io.LimitReader(body, int64(limit)+1))
	if a.tooLarge = len(a.body) > limit; a.tooLarge {
		a.body = nil
	}
}

func (c *Client) request(ctx context.Context, r call, target string) (*http.Request, error) {
	var body io.Reader = http.NoBody
	if r.body != nil {
		body = strings.NewReader(string(r.body))
	}
	req, err := http.NewRequestWithContext(ctx, r.method, target, body)
	if err != nil {
		return nil, errors.New("the request could not be built")
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("Authorization", c.authorization)
	if r.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.userAgent != "" {
		req.Header.Set("User-Agent", c.userAgent)
	}
	return req, nil
}
