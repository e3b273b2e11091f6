// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"crypto/tls"
	"errors"
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

// connectTimeout is how long it may take to make a connection, with its proxy and TLS. dialTimeout is
// shorter, because only an error of the dialer says whether it was the proxy that did not answer.
const connectTimeout, dialTimeout = 10 * time.Second, 9 * time.Second

// connection is what is known of the connection that is made for an attempt.
type connection struct {
	made             atomic.Bool // the request could be sent, so it may have arrived
	wantsCertificate atomic.Bool // its server has asked for a client certificate
}

// connectionKey is the key of a *connection in the context of an attempt.
type connectionKey struct{}

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
		DialContext:            (&net.Dialer{Timeout: dialTimeout}).DialContext,
		TLSClientConfig:        config,
		TLSHandshakeTimeout:    connectTimeout,
		MaxIdleConnsPerHost:    c.options.MaxConcurrentRequests,
		MaxConnsPerHost:        c.options.MaxConcurrentRequests,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: 256 << 10,
	}
}

// proxy is the proxy in front of the service; none if its url is nil.
type proxy struct {
	url      *url.URL
	variable string // of the environment, which names it
}

// String names the proxy in messages, with its host unless that may be a part of a password. If a
// password has a slash that is not escaped, Go finds no user: it takes http://user:12/34@host for the
// host "user:12" with a path.
func (p proxy) String() string {
	if p.url.User == nil && strings.Contains(os.Getenv(p.variable), "@") {
		return "the proxy in " + p.variable
	}
	return "the proxy in " + p.variable + " (" + p.url.Host + ")"
}

// findProxy returns the proxy that the environment has for the service. There is none for http,
// which is for loopback hosts only: httpproxy does not know all their spellings.
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
	permanent := !faults[faultOfStatus(status)].transient
	// Go wraps all other failures at a proxy in this way, too; connectionError looks for it.
	refused := connectionFailure{"it answered CONNECT with status " + statusText(status), permanent, CauseUnknown}
	return &net.OpError{Op: opProxy, Err: refused}
}

// The operations of a net.OpError that fail at a proxy, one of HTTP or one of SOCKS.
const opProxy, opSOCKS = "proxyconnect", "socks connect"

// connectionError makes the error of an attempt without a complete answer. It says where that failed: at the
// proxy, on the way to the service, or once the request could be sent.
func (c *Client) connectionError(attemptCtx context.Context, a *answer) *Error {
	if attemptCtx.Err() != nil {
		return a.interruptedError(attemptCtx)
	}
	failed, isOperation := errors.AsType[*net.OpError](a.err)
	isProxy := isOperation && (failed.Op == opProxy || failed.Op == opSOCKS)
	service := "the payment service at " + c.base.Host
	if c.proxy.url != nil && !isProxy {
		service += " through " + c.proxy.String()
	}
	why := c.findFailure(a)
	reason := strings.TrimSuffix(" ("+why.text+")", " ()") // nothing if there is no text
	var e *Error
	switch {
	case isProxy:
		e = a.newError(why.fault(), c.proxy.String()+" opened no connection to "+service+reason)
		e.Proxy = c.proxy.variable
	case !a.conn.made.Load() || why.permanent: // with TLS 1.3, a client certificate is refused after the connection is made
		e = a.newError(why.fault(), "could not connect to "+service+reason)
	case isTimeout(a.err): // without a cause: that an answer is late says nothing of a certificate
		return a.newError(FaultTimeout, service+" took longer than "+FormatDuration(a.timeout)+" to answer")
	default:
		e = a.newError(FaultConnectionLost, "the connection to "+service+" ended too early, or the answer was not valid HTTP"+reason)
	}
	e.Cause = why.cause
	return e
}

// connectionFailure is why no complete answer came.
type connectionFailure struct {
	text      string // in our words or the system's; empty if neither has any
	permanent bool   // this attempt has not reached the service, and the next one would not, either
	cause     Cause
}

func (f connectionFailure) Error() string { return f.text } // for checkConnectResponse

func (f connectionFailure) fault() Fault {
	if f.permanent {
		return FaultConnectionUnusable
	}
	return FaultUnreachable
}

// findFailure finds out why an attempt failed. It keeps nothing of Go's error texts that the
// service could have put there.
func (c *Client) findFailure(a *answer) (why connectionFailure) {
	if refused, ok := errors.AsType[connectionFailure](a.err); ok { // by the proxy
		return refused
	}
	if hasError[*tls.CertificateVerificationError](a.err) {
		return certificateFailure(a.err)
	}
	alert := tlsAlert(a.err)
	errno, isErrno := errors.AsType[syscall.Errno](a.err)
	switch {
	case hasError[tls.RecordHeaderError](a.err) && !a.conn.made.Load():
		why.text, why.permanent = "it does not speak TLS", true
	case alert != "":
		why.text = "TLS: " + alert
	case hasError[*net.DNSError](a.err):
		why.text = "DNS lookup of its host failed"
	case isErrno:
		why.text = errno.Error()
	case isTimeout(a.err):
		why.text = "it took too long"
	}
	// A server refuses a client certificate with an alert about it, with another one in the handshake, or by closing
	// the connection. That may have other reasons, so the cause is only a hint then, and another attempt follows.
	isRefused := isAboutCertificate(alert)
	if isRefused || a.conn.wantsCertificate.Load() && a.status == 0 {
		why.cause = c.certificateCause()
		endsHandshake := alert != "" && !a.conn.made.Load()
		why.permanent = why.permanent || isRefused || endsHandshake
	}
	return why
}

// isAboutCertificate reports whether a TLS alert is about the client certificate. The last is Go's own: tlsConfig
// allows a renegotiation, in which servers ask for the certificate, only if there is one.
func isAboutCertificate(alert string) bool {
	return strings.Contains(alert, "certificate") || alert == "access denied" || alert == "no renegotiation"
}

// certificateCause is the Cause that concerns the client certificate.
func (c *Client) certificateCause() Cause {
	if c.options.ClientCertificate == "" {
		return CauseNoClientCertificate
	}
	return CauseClientCertificate
}

// tlsAlert returns the alert that ended a connection, such as "bad certificate"; empty if none did.
func tlsAlert(err error) string {
	for failed, ok := errors.AsType[*net.OpError](err); ok; failed, ok = errors.AsType[*net.OpError](failed.Err) {
		if failed.Op == "remote error" || failed.Op == "local error" {
			return strings.TrimPrefix(failed.Err.Error(), "tls: ")
		}
	}
	return ""
}

func isTimeout(err error) bool {
	timed, ok := errors.AsType[net.Error](err)
	return ok && timed.Timeout() // also those of contexts and of the system
}

func hasError[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
