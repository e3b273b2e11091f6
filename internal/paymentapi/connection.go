// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// connection is what is known of the connection that is made for an attempt.
type connection struct {
	made             atomic.Bool // whether the request could be sent, so that it may have arrived
	wantsCertificate atomic.Bool // whether its server has asked for a client certificate
}

// connectionKey is the key of a *connection in the context of an attempt.
type connectionKey struct{}

// watch returns the context of an attempt, in which the connection notes what becomes of it, and which ends
// if no connection is made in time. The caller stops that once the attempt has ended.
func (conn *connection) watch(ctx context.Context) (_ context.Context, stop func()) {
	ctx = context.WithValue(ctx, connectionKey{}, conn)
	ctx, abort := context.WithCancelCause(ctx)
	tooLate := func() {
		abort(os.ErrDeadlineExceeded) // RoundTrip returns the cause, which isTimeout recognizes
	}
	connecting := time.AfterFunc(connectTimeout, tooLate)

	trace := &httptrace.ClientTrace{
		GetConn: func(string) { // Go calls it a second time if an idle connection turns out to be closed
			connecting.Reset(connectTimeout)
			conn.made.Store(false)
		},
		GotConn: func(httptrace.GotConnInfo) {
			connecting.Stop()
			conn.made.Store(true)
		},
	}

	stop = func() {
		connecting.Stop()
		abort(nil)
	}
	return httptrace.WithClientTrace(ctx, trace), stop
}

// connectionError makes the error of an attempt without a complete answer, by the place where it failed.
func (c *Client) connectionError(attemptCtx context.Context, a *answer) *Error {
	switch {
	case attemptCtx.Err() != nil:
		return a.interruptedError(attemptCtx)
	case isOfProxy(a.err):
		return c.proxyError(a)
	case !a.conn.made.Load():
		return c.connectError(a)
	}
	return c.sentError(a)
}

// proxyError is for a proxy that could not be reached, or opened no connection to the service.
func (c *Client) proxyError(a *answer) *Error {
	failure := c.connectFailure(a)
	problem := c.proxy.String() + " opened no connection to " + c.serviceName()
	e := a.newError(failure.fault(), problem+failure.inBrackets())
	e.Proxy = c.proxy.variable
	e.Cause = failure.cause
	return e
}

// connectError is for a connection to the service, with its TLS, that was not made.
func (c *Client) connectError(a *answer) *Error {
	failure := c.connectFailure(a)
	problem := "could not connect to " + c.serviceWithProxy()
	e := a.newError(failure.fault(), problem+failure.inBrackets())
	e.Cause = failure.cause
	return e
}

// sentError is for a connection that failed once the request could be sent.
func (c *Client) sentError(a *answer) *Error {
	// With TLS 1.3, a server refuses the certificate only now.
	if isAboutCertificate(tlsAlert(a.err)) {
		return c.connectError(a)
	}

	// That an answer is late says nothing of a certificate, so there is no cause.
	if isTimeout(a.err) {
		problem := c.serviceWithProxy() + " took longer than " + FormatDuration(a.timeout) + " to answer"
		return a.newError(FaultTimeout, problem)
	}

	failure := connectionFailure{text: systemReason(a.err)}
	problem := "the connection to " + c.serviceWithProxy() + " ended too early, or the answer was not valid HTTP"
	e := a.newError(FaultConnectionLost, problem+failure.inBrackets())
	if a.status == 0 && a.conn.wantsCertificate.Load() {
		e.Cause = c.certificateCause()
	}
	return e
}

// serviceName names the service in messages.
func (c *Client) serviceName() string {
	return "the payment service at " + c.base.Host
}

// serviceWithProxy names the service in messages, and the proxy in front of it, if there is one.
func (c *Client) serviceWithProxy() string {
	if c.proxy.url == nil {
		return c.serviceName()
	}
	return c.serviceName() + " through " + c.proxy.String()
}

// The operations of a net.OpError that fail at a proxy.
const (
	opProxy = "proxyconnect"  // one of HTTP
	opSOCKS = "socks connect" // one of SOCKS
)

// isOfProxy reports whether an attempt failed at the proxy.
func isOfProxy(err error) bool {
	failed, ok := errors.AsType[*net.OpError](err)
	return ok && (failed.Op == opProxy || failed.Op == opSOCKS)
}

// checkConnectResponse returns an error if a proxy refuses to open a connection.
func checkConnectResponse(_ context.Context, _ *url.URL, _ *http.Request, response *http.Response) error {
	status := response.StatusCode
	if status == http.StatusOK {
		return nil
	}
	refused := connectionFailure{
		text:      "it answered CONNECT with status " + statusText(status),
		permanent: !faults[faultOfStatus(status)].transient,
	}
	return &net.OpError{Op: opProxy, Err: refused} // as Go wraps all other failures at a proxy
}

// connectionFailure is why no connection was made, or why one ended.
type connectionFailure struct {
	text      string // the reason in our words or the system's; empty if neither has any
	permanent bool   // whether the request was not sent, and the next one would not be, either
	cause     Cause
}

// Error makes it an error, for checkConnectResponse.
func (f connectionFailure) Error() string {
	return f.text
}

// inBrackets returns the reason as the end of a sentence.
func (f connectionFailure) inBrackets() string {
	if f.text == "" {
		return ""
	}
	return " (" + f.text + ")"
}

func (f connectionFailure) fault() Fault {
	if f.permanent {
		return FaultConnectionUnusable
	}
	return FaultUnreachable
}

// connectFailure finds out why a connection to the service, or to its proxy, was not made.
func (c *Client) connectFailure(a *answer) connectionFailure {
	if refused, ok := errors.AsType[connectionFailure](a.err); ok { // by the proxy
		return refused
	}
	if hasError[*tls.CertificateVerificationError](a.err) {
		return certificateFailure(a.err)
	}
	if hasError[tls.RecordHeaderError](a.err) {
		return connectionFailure{text: "it does not speak TLS", permanent: true}
	}

	alert := tlsAlert(a.err)
	failure := connectionFailure{text: systemReason(a.err)}
	asksForCertificate := a.conn.wantsCertificate.Load()
	switch {
	case isAboutCertificate(alert), asksForCertificate && alert != "": // the server refuses the certificate
		failure.permanent = true
		failure.cause = c.certificateCause()
	case asksForCertificate: // it closed the connection, for this or another reason: another attempt follows
		failure.cause = c.certificateCause()
	}
	return failure
}

// systemReason returns why a connection failed, if it is in the system's words or those of TLS. It keeps nothing
// of Go's error texts that the service could have put there.
func systemReason(err error) string {
	if alert := tlsAlert(err); alert != "" {
		return "TLS: " + alert
	}

	if hasError[*net.DNSError](err) {
		return "DNS lookup of its host failed"
	}
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno.Error()
	}

	if isTimeout(err) {
		return "it took too long"
	}
	return ""
}

// isAboutCertificate reports whether a TLS alert is about the client certificate. "no renegotiation" is Go's own:
// some servers ask for the certificate in a renegotiation, which tlsConfig allows only if there is one.
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
	for {
		failed, ok := errors.AsType[*net.OpError](err)
		if !ok {
			return ""
		}
		if failed.Op == "remote error" || failed.Op == "local error" {
			return strings.TrimPrefix(failed.Err.Error(), "tls: ")
		}
		err = failed.Err
	}
}

// isTimeout reports whether an attempt took too long. The timeouts of contexts and of the system count.
func isTimeout(err error) bool {
	timed, ok := errors.AsType[net.Error](err)
	return ok && timed.Timeout()
}

func hasError[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
