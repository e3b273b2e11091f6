// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// maxHeader caps the headers of an answer, in bytes.
const maxHeader = 256 << 10

// newTransport returns connections to the service, over HTTP/1.1 only: over
// HTTP/2, Go sends a request again by itself if the answer says that the
// service has not acted, and load balancers say so even if it has. Over
// HTTP/1.1, Go repeats only a GET, and a request that was never written. A POST
// never uses an idle connection: if the service had closed it in the meantime,
// nobody could tell whether the service acted.
func newTransport(o Options, config *tls.Config) *transport {
	dialer := &net.Dialer{Timeout: o.RequestTimeout, KeepAlive: 15 * time.Second}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &transport{&http.Transport{
		Protocols:              protocols,
		Proxy:                  proxyOf(httpproxy.FromEnvironment()),
		OnProxyConnectResponse: refusedByProxy,
		DialContext:            dialer.DialContext,
		TLSClientConfig:        config,
		TLSHandshakeTimeout:    o.RequestTimeout,
		MaxIdleConns:           o.MaxConcurrentRequests,
		MaxIdleConnsPerHost:    o.MaxConcurrentRequests,
		MaxConnsPerHost:        o.MaxConcurrentRequests,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: maxHeader,
	}}
}

// transport is connections that tell the failures of a proxy from those of the service.
type transport struct{ *http.Transport }

// RoundTrip implements http.RoundTripper. If a proxy opened no connection to the
// service, the error is a proxyError.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	proxy, err := t.Proxy(r)
	if proxy == nil && err == nil {
		return t.Transport.RoundTrip(r)
	}
	if err != nil {
		return nil, &proxyError{err, false}
	}
	var handshakes atomic.Int32 // with the service: it is the proxy that opens the way to the first
	if proxy.Scheme == "https" {
		handshakes.Store(-1) // that with the proxy
	}
	trace := &httptrace.ClientTrace{
		TLSHandshakeStart: func() { handshakes.Add(1) },
		GotConn:           func(httptrace.GotConnInfo) { handshakes.Store(1) }, // or an idle one
	}
	response, err := t.Transport.RoundTrip(r.WithContext(httptrace.WithClientTrace(r.Context(), trace)))
	if err == nil || handshakes.Load() > 0 {
		return response, err
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "proxyconnect" {
		return nil, &proxyError{op.Err, false}
	}
	return nil, &proxyError{err, true}
}

// proxyError is why a proxy opened no connection to the service.
type proxyError struct {
	error
	reached bool // the proxy itself was
}

// Unwrap returns the reason.
func (e *proxyError) Unwrap() error { return e.error }

// errProxy is the reason if what the environment names is not the URL of a proxy. Go
// would connect to the service directly.
var errProxy = errors.New("it is not a URL such as http://proxy.example.com:3128")

// proxyVariable returns the name of the environment variable that names the proxy.
func proxyVariable() string {
	if os.Getenv("HTTPS_PROXY") == "" {
		return "https_proxy"
	}
	return "HTTPS_PROXY"
}

// proxyOf returns what finds the proxy for a request.
func proxyOf(config *httpproxy.Config) func(*http.Request) (*url.URL, error) {
	address := config.HTTPSProxy
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(address)
	unreadable := config.HTTPSProxy != "" && (err != nil || u.Hostname() == "" || !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme))
	if unreadable {
		config.HTTPSProxy = "unreadable" // to find out which hosts need it
	}
	find := config.ProxyFunc()
	return func(r *http.Request) (*url.URL, error) {
		proxy, err := find(r.URL)
		if proxy != nil && unreadable {
			return nil, errProxy
		}
		return proxy, err
	}
}

// connectError is the status with which a proxy refuses to connect to the service.
type connectError int

// Error implements error.
func (e connectError) Error() string { return "it answered CONNECT with status " + statusText(int(e)) }

func refusedByProxy(_ context.Context, _ *url.URL, _ *http.Request, response *http.Response) error {
	if response.StatusCode != http.StatusOK {
		return connectError(response.StatusCode)
	}
	return nil
}

// Cause is what kept a request from the service, if advice depends on it.
type Cause int

// The kinds of Cause.
const (
	CauseUnknown             Cause = iota
	CauseAuthority                 // an unknown authority has signed the certificate of the server
	CauseNoClientCertificate       // the server asks for a client certificate, and there is none
	CauseClientCertificate         // the server asks for a client certificate, and may have refused the one it got
)

// interrupted is why a call failed that the caller ended.
const interrupted = "the call was interrupted"

// judgeConnection finds out why no complete answer came. It keeps nothing of
// Go's error texts that the service could have put there.
func (c *Client) judgeConnection(ctx context.Context, a *answer) *Error {
	why := c.reasonOf(a)
	proxy, byProxy := errors.AsType[*proxyError](a.err)
	fault, problem := FaultBroken, "the connection ended too early or the answer was not valid HTTP"
	switch {
	case ctx.Err() != nil:
		e := a.fail(FaultInterrupted, interrupted)
		e.ended = context.Cause(ctx)
		return e
	case a.connected && !why.final && isTimeout(a.err):
		e := a.fail(FaultTimeout, "the answer took longer than the request timeout of "+FormatTimeout(c.options.RequestTimeout))
		e.Limit = c.options.RequestTimeout
		return e
	case why.final:
		fault = FaultUnusable
	case !a.connected:
		fault = FaultUnreachable
	}
	var variable string
	switch {
	case byProxy:
		variable = proxyVariable()
		problem = "the proxy in " + variable + " could not be reached"
		if proxy.reached {
			problem = "the proxy in " + variable + " opened no connection to the payment service at " + c.base.Host
		}
	case fault != FaultBroken:
		problem = "could not connect to the payment service at " + c.base.Host
	}
	if why.text != "" {
		problem += " (" + why.text + ")"
	}
	e := a.fail(fault, problem)
	e.Cause, e.Proxy = why.cause, variable
	return e
}

// reason says why no complete answer came.
type reason struct {
	text  string // in our words or the system's; empty if neither has any
	final bool   // the next attempt would meet the same
	cause Cause
}

func (c *Client) reasonOf(a *answer) reason {
	const untrusted = "its certificate is not trusted: "
	var (
		refusal      connectError
		verification *tls.CertificateVerificationError
		authority    x509.UnknownAuthorityError
		hostname     x509.HostnameError
		invalid      x509.CertificateInvalidError
		record       tls.RecordHeaderError
		dns          *net.DNSError
		errno        syscall.Errno
		alert        string // of TLS
	)
	asked := c.certificateRequest()
	if op, ok := errors.AsType[*net.OpError](a.err); ok && op.Op == "remote error" {
		alert = strings.TrimPrefix(op.Err.Error(), "tls: ")
	} else if ok && op.Op == "dial" || a.status != 0 {
		asked = CauseUnknown
	}
	// Outside of the handshake, an alert can have other reasons. With TLS 1.3, the server
	// judges a client certificate when the request may have been sent, but does not serve it.
	refused := asked != CauseUnknown && alert != "" && (!a.connected || strings.Contains(alert, "certificate") || alert == "access denied")
	if asked == CauseClientCertificate && !refused {
		asked = CauseUnknown // the server has accepted it, or nothing says otherwise
	}
	_, byProxy := errors.AsType[*proxyError](a.err)
	switch {
	case errors.As(a.err, &refusal):
		return reason{refusal.Error(), !faults[faultOf(int(refusal))].again, CauseUnknown}
	case errors.Is(a.err, errProxy):
		return reason{errProxy.Error(), true, CauseUnknown}
	case alert == "no application protocol",
		a.err != nil && strings.Contains(a.err.Error(), `malformed HTTP response "\x00\x00`): // the first frame of HTTP/2
		return reason{"the service seems to speak only HTTP/2 at this address, and the provider speaks HTTP/1.1", true, CauseUnknown}
	case errors.As(a.err, &authority):
		return reason{untrusted + "it is signed by an unknown certificate authority", true, CauseAuthority}
	case errors.As(a.err, &hostname):
		return reason{untrusted + "it is for another host name", true, CauseUnknown}
	case errors.As(a.err, &invalid) && invalid.Reason == x509.Expired:
		return reason{untrusted + "by the clock of this machine, it has expired or is not yet valid", true, CauseUnknown}
	case errors.As(a.err, &verification):
		return reason{untrusted + "it is not valid", true, CauseUnknown}
	case errors.As(a.err, &record) && byProxy:
		return reason{"it does not speak TLS; `http://` may be right", true, CauseUnknown}
	case errors.As(a.err, &record) && !a.connected:
		return reason{"the service does not speak TLS at this address; for a service on your own machine, `http://` may be right", true, CauseUnknown}
	case refused && asked == CauseNoClientCertificate:
		return reason{"it requires a client certificate", true, asked}
	case refused:
		return reason{"it refused the client certificate: " + alert, true, asked}
	case alert != "":
		return reason{"TLS: " + alert, false, CauseUnknown}
	case errors.As(a.err, &dns) && byProxy:
		return reason{"DNS lookup of its host failed", false, CauseUnknown} // a part of a password could pass for a host
	case errors.As(a.err, &dns) && dns.IsNotFound:
		return reason{"no such host: " + dns.Name, false, CauseUnknown}
	case errors.As(a.err, &dns):
		return reason{"DNS lookup failed for " + dns.Name, false, CauseUnknown}
	case errors.As(a.err, &errno):
		return reason{errno.Error(), false, asked}
	case isTimeout(a.err):
		return reason{"it took longer than the request timeout", false, CauseUnknown}
	}
	return reason{cause: asked}
}

// certificateRequest says which client certificate, if any, a server got that asked for
// one, to explain its refusal.
func (c *Client) certificateRequest() Cause {
	switch {
	case !c.requested.Load():
		return CauseUnknown
	case c.options.ClientCertificate == "":
		return CauseNoClientCertificate
	}
	return CauseClientCertificate
}

func isTimeout(err error) bool {
	var netErr net.Error
	return errors.As(err, &netErr) && netErr.Timeout() // also those of contexts and of the system
}
