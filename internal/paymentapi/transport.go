// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// connectTimeout is how long it may take to make a connection, with its proxy and TLS.
const connectTimeout = 10 * time.Second

// connection is what is known of the connection that is made for an attempt.
type connection struct {
	made               atomic.Bool  // the request could be sent, so it may have arrived
	certificateRequest atomic.Int64 // the Cause that the server made by asking for a client certificate
}

// connectionKey is the key of a *connection in the context of an attempt.
type connectionKey struct{}

// maxHeader caps the headers of an answer, in bytes.
const maxHeader = 256 << 10

// newTransport returns connections to the service, over HTTP/1.1 only: over HTTP/2, Go sends a
// request again by itself if the answer says that the service has not acted, and load balancers
// say so even if it has. Over HTTP/1.1, Go repeats only a GET, and a request that was never
// written. A POST never uses an idle connection: if the service had closed it in the meantime,
// nobody could tell whether the service acted.
func (c *Client) newTransport(config *tls.Config) *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Transport{
		Protocols:              protocols,
		Proxy:                  func(*http.Request) (*url.URL, error) { return c.proxy.url, nil },
		OnProxyConnectResponse: checkConnectResponse,
		DialContext:            (&net.Dialer{Timeout: connectTimeout}).DialContext,
		TLSClientConfig:        config,
		TLSHandshakeTimeout:    connectTimeout,
		MaxIdleConnsPerHost:    c.options.MaxConcurrentRequests,
		MaxConnsPerHost:        c.options.MaxConcurrentRequests,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: maxHeader,
	}
}

// proxy is the proxy in front of the service; none if its url is nil.
type proxy struct {
	url      *url.URL
	variable string // of the environment, which names it
}

// String names the proxy in messages, with its host unless that may be a part of a password.
func (p proxy) String() string {
	if p.url.User == nil && strings.Contains(os.Getenv(p.variable), "@") {
		return "the proxy in " + p.variable
	}
	return "the proxy in " + p.variable + " (" + p.url.Host + ")"
}

// findProxy returns the proxy that the environment has for the service. A loopback host, which
// alone has http, has none, however its name is spelled.
func findProxy(base *url.URL) proxy {
	if base.Scheme == "http" {
		return proxy{}
	}
	address, _ := httpproxy.FromEnvironment().ProxyFunc()(base)
	if os.Getenv("HTTPS_PROXY") == "" {
		return proxy{address, "https_proxy"}
	}
	return proxy{address, "HTTPS_PROXY"}
}

// checkConnectResponse returns an error if a proxy refuses to open a connection.
func checkConnectResponse(_ context.Context, _ *url.URL, _ *http.Request, response *http.Response) error {
	status := response.StatusCode
	if status == http.StatusOK {
		return nil
	}
	refused := connectionFailure{text: "it answered CONNECT with status " + statusText(status), fault: FaultUnusable}
	if faults[faultOf(status)].transient {
		refused.fault = FaultUnreachable
	}
	return &net.OpError{Op: opProxy, Err: refused}
}

// The operations of Go that reach a proxy, and that let one of SOCKS reach the service.
const opProxy, opSOCKS = "proxyconnect", "socks connect"

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

// blame says where an attempt failed that has no complete answer: at the proxy, on the way to
// the service, or once the request could be sent.
func (c *Client) blame(ctx context.Context, a *answer) *Error {
	outermost, innermost := failedOperations(a.err)
	why, service := a.findFailure(innermost), "the payment service at "+c.base.Host
	byProxy := outermost.Op == opProxy || outermost.Op == opSOCKS
	if c.proxy.url != nil && !byProxy {
		service += " through " + c.proxy.String()
	}
	connected := a.conn.made.Load() && why.fault != FaultUnusable
	fault, problem := why.fault, "could not connect to "+service
	switch {
	case ctx.Err() != nil:
		fault, problem, why = FaultInterrupted, interrupted, connectionFailure{}
	case byProxy:
		problem = c.proxy.String() + " opened no connection to " + service
	case connected && isTimeout(a.err):
		fault, problem, why = FaultTimeout, service+" took longer than "+FormatTimeout(a.timeout)+" to answer", connectionFailure{}
	case connected:
		fault, problem = FaultConnectionLost, "the connection to "+service+" ended too early, or the answer was not valid HTTP"
	}
	if why.text != "" {
		problem += " (" + why.text + ")"
	}
	e := a.fail(fault, problem)
	e.Cause, e.ended = why.cause, ctx.Err()
	if byProxy {
		e.Proxy = c.proxy.variable
	}
	return e
}

// connectionFailure is why no complete answer came.
type connectionFailure struct {
	text  string // in our words or the system's; empty if neither has any
	fault Fault  // FaultUnusable if the next attempt would meet the same, else FaultUnreachable
	cause Cause
}

// Error implements error, for checkConnectResponse.
func (f connectionFailure) Error() string { return f.text }

// findFailure finds out why an attempt failed, the last in an operation of Go. It keeps nothing of
// Go's error texts that the service could have put there.
func (a *answer) findFailure(failed net.OpError) (why connectionFailure) {
	const untrusted = "its certificate is not trusted: "
	var host x509.HostnameError
	var errno syscall.Errno
	_, alert, _ := strings.Cut(fmt.Sprint(failed.Err), "tls: ")
	why.fault = FaultUnreachable
	if a.status == 0 { // some servers close the connection instead of an answer
		why.cause = Cause(a.conn.certificateRequest.Load())
	}
	switch {
	case errors.As(a.err, &why):
	case has[x509.UnknownAuthorityError](a.err):
		why = connectionFailure{untrusted + "it is signed by an unknown certificate authority", FaultUnusable, CauseAuthority}
	case errors.As(a.err, &host) && len(host.Certificate.DNSNames)+len(host.Certificate.IPAddresses) == 0:
		why = connectionFailure{untrusted + "it has no subject alternative name, and its common name does not count", FaultUnusable, CauseUnknown}
	case has[*tls.CertificateVerificationError](a.err):
		why = connectionFailure{untrusted + "it is for another host name or, by the clock of this machine, has expired or is not yet valid", FaultUnusable, CauseUnknown}
	case has[tls.RecordHeaderError](a.err) && !a.conn.made.Load():
		why = connectionFailure{"it does not speak TLS; `http://` may be right", FaultUnusable, CauseUnknown}
	case alert == "no renegotiation": // some servers ask for a certificate by path
		why = connectionFailure{"TLS: " + alert, FaultUnusable, CauseNoClientCertificate}
	// Once the request could be sent, an alert can have other reasons. But with TLS 1.3, the
	// server judges a client certificate only then, and does not serve the request.
	case alert != "" && why.cause != CauseUnknown && (!a.conn.made.Load() || strings.Contains(alert, "certificate") || alert == "access denied"):
		why.text, why.fault = "TLS: "+alert, FaultUnusable
	case alert != "":
		why.text = "TLS: " + alert
	case has[*net.DNSError](a.err):
		why.text = "DNS lookup of its host failed"
	case errors.As(a.err, &errno):
		why.text = errno.Error()
	case isTimeout(a.err):
		why.text = "it took too long"
	}
	return why
}

// failedOperations returns the outermost and the innermost operation of Go that an error is of.
func failedOperations(err error) (outermost, innermost net.OpError) {
	for failed, ok := errors.AsType[*net.OpError](err); ok; failed, ok = errors.AsType[*net.OpError](innermost.Err) {
		innermost = *failed
		if outermost.Op == "" {
			outermost = innermost
		}
	}
	return outermost, innermost
}

func isTimeout(err error) bool {
	timed, ok := errors.AsType[net.Error](err)
	return ok && timed.Timeout() // also those of contexts and of the system
}

func has[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
