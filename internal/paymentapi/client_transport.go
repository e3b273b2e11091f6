// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
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

// transports are the ways to the service, over HTTP/1.1 only: over HTTP/2, Go
// sends a request again by itself if the service says that it has not acted,
// which load balancers say of services that have. Over HTTP/1.1 it repeats only
// what was never written, and a GET. A POST never travels on a connection that
// waited: one that the service closed in the meantime would leave open whether it
// acted.
type transports struct {
	pooled, once http.RoundTripper
}

func newTransports(custom http.RoundTripper, timeout time.Duration, maxInFlight int) transports {
	if custom != nil {
		return transports{pooled: custom, once: custom}
	}
	pooled, once := newTransport(timeout, maxInFlight), newTransport(timeout, maxInFlight)
	once.DisableKeepAlives = true
	return transports{pooled: pooled, once: once}
}

func newTransport(timeout time.Duration, maxInFlight int) *http.Transport {
	dialer := &net.Dialer{Timeout: timeout, KeepAlive: 15 * time.Second}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Transport{
		Protocols:              protocols,
		Proxy:                  http.ProxyFromEnvironment,
		OnProxyConnectResponse: refusedByProxy,
		DialContext:            dialer.DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout:    timeout,
		MaxIdleConns:           maxInFlight,
		MaxIdleConnsPerHost:    maxInFlight,
		MaxConnsPerHost:        maxInFlight,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: maxHeader,
	}
}

func (t transports) forMethod(method string) http.RoundTripper {
	if method == http.MethodPost {
		return t.once
	}
	return t.pooled
}

func (t transports) closeIdle() {
	for _, rt := range []http.RoundTripper{t.pooled, t.once} {
		if c, ok := rt.(interface{ CloseIdleConnections() }); ok {
			c.CloseIdleConnections()
		}
	}
}

// proxyError is a proxy that opens no way to the service.
type proxyError struct{ status int }

func (e *proxyError) Error() string {
	return "the proxy answered CONNECT with status " + statusText(e.status)
}

// isFinal reports whether the proxy would refuse the next attempt too, such as
// one that wants credentials.
func (e *proxyError) isFinal() bool {
	switch e.status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	}
	return e.status >= 400 && e.status < 500
}

func refusedByProxy(_ context.Context, _ *url.URL, _ *http.Request, response *http.Response) error {
	if response.StatusCode != http.StatusOK {
		return &proxyError{response.StatusCode}
	}
	return nil
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

// send sends r and reads the answer's body, all within the request timeout. It
// calls the transport itself, not an http.Client, so no redirect is followed and
// Go's errors don't repeat the URL.
func (c *Client) send(ctx context.Context, r call, target string) *answer {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()

	var connected atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }})
	req, err := c.request(ctx, r, target)
	if err != nil {
		return &answer{err: err}
	}
	transport := c.transports.forMethod(r.method)
	resp, err := transport.RoundTrip(req)
	a := &answer{err: err, connected: connected.Load()}
	if err != nil {
		if closer, ok := transport.(interface{ CloseIdleConnections() }); ok && a.connected {
			closer.CloseIdleConnections() // what closed this one has likely closed them
		}
		return a
	}
	defer resp.Body.Close()

	a.status, a.header, a.connected = resp.StatusCode, resp.Header, true
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
	req.Header.Set("Accept", jsonType)
	req.Header.Set("Authorization", c.authorization)
	if r.body != nil {
		req.Header.Set("Content-Type", jsonType)
	}
	if c.userAgent != "" {
		req.Header.Set("User-Agent", c.userAgent)
	}
	return req, nil
}
