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
	"net/url"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/net/http/httpproxy"
)

// connectTimeout is how long it may take to make a connection, with its proxy and TLS.
const connectTimeout = 10 * time.Second

// errConnectTimeout is the reason if it takes longer.
var errConnectTimeout = reason{text: "it took longer than " + FormatTimeout(connectTimeout)}

// connection is what is known of the connection that is made for an attempt.
type connection struct {
	made      atomic.Bool // the request could be sent
	connectOK atomic.Bool // the proxy has opened it
}

// connectionKey is the key of a *connection in the context of an attempt.
type connectionKey struct{}

// maxHeader caps the headers of an answer, in bytes.
const maxHeader = 256 << 10

// newTransport returns connections to the service, over HTTP/1.1 only: over
// HTTP/2, Go sends a request again by itself if the answer says that the
// service has not acted, and load balancers say so even if it has. Over
// HTTP/1.1, Go repeats only a GET, and a request that was never written. A POST
// never uses an idle connection: if the service had closed it in the meantime,
// nobody could tell whether the service acted.
func (c *Client) newTransport(config *tls.Config, proxy func(*http.Request) (*url.URL, error)) *http.Transport {
	o := c.options
	dialer := &net.Dialer{Timeout: connectTimeout}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Transport{
		Protocols:              protocols,
		Proxy:                  proxy,
		OnProxyConnectResponse: onConnect,
		DialContext:            dialer.DialContext,
		TLSClientConfig:        config,
		TLSHandshakeTimeout:    connectTimeout,
		MaxIdleConnsPerHost:    o.MaxConcurrentRequests,
		MaxConnsPerHost:        o.MaxConcurrentRequests,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: maxHeader,
	}
}

// errProxy is the reason if what the environment names is not the URL of a proxy. Go
// would connect to the service directly.
var errProxy = reason{text: "the variable must be a URL such as http://proxy.example.com:3128; special characters in a user name or password must be percent-encoded", final: true}

// The operations of Go that reach a proxy, and that let one of SOCKS reach the service.
const opProxy, opSOCKS = "proxyconnect", "socks connect"

// findProxy returns the proxy in front of the service, nil for none. The environment
// variable names it.
func findProxy(base *url.URL) (proxy *url.URL, variable string, err error) {
	config := httpproxy.FromEnvironment()
	address := config.HTTPSProxy
	if address != "" {
		config.HTTPSProxy = "http://any" // for now, only whether the service needs one
	}
	config.HTTPProxy = "" // http is for loopback hosts
	if needed, _ := config.ProxyFunc()(base); needed == nil {
		return nil, "", nil
	}
	variable = "https_proxy"
	if os.Getenv("HTTPS_PROXY") != "" {
		variable = "HTTPS_PROXY"
	}
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	proxy, err = url.Parse(address)
	if err != nil || proxy.Hostname() == "" || proxy.User == nil && strings.Contains(address, "@") || !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, proxy.Scheme) {
		return nil, variable, &net.OpError{Op: opProxy, Err: errProxy}
	}
	return proxy, variable, nil
}

// onConnect takes note of whether the proxy opens a connection.
func onConnect(ctx context.Context, _ *url.URL, _ *http.Request, response *http.Response) error {
	if status := response.StatusCode; status != http.StatusOK {
		return reason{text: "it answered CONNECT with status " + statusText(status), final: !faults[faultOf(status)].transient}
	}
	if conn, ok := ctx.Value(connectionKey{}).(*connection); ok {
		conn.connectOK.Store(true)
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
	if ctx.Err() != nil {
		e := a.fail(FaultInterrupted, interrupted)
		e.ended = context.Cause(ctx)
		return e
	}
	why := c.reasonOf(a.err, a.connected)
	host, through := c.base.Host, ""
	if c.proxy != "" {
		through = " through the proxy in " + c.proxy
	}
	// Go names the proxy in the error if it could not be reached, and if SOCKS refuses. An HTTP
	// proxy may end the connection before it has answered CONNECT.
	toProxy := failureIn(opProxy, a.err) != nil
	unanswered := c.speaksCONNECT && !a.connected && !a.connectOK
	byProxy := toProxy || unanswered || failureIn(opSOCKS, a.err) != nil
	fault, problem := FaultUnreachable, ""
	switch {
	case toProxy || unanswered && why.inTLS: // with TLS 1.3, a proxy refuses a client after the handshake
		problem = "the proxy in " + c.proxy + c.proxyHost + " could not be reached"
	case byProxy:
		problem = "the proxy in " + c.proxy + c.proxyHost + " opened no connection to the payment service at " + host
	case why.final || !a.connected:
		problem = "could not connect to the payment service at " + host + through
	case isTimeout(a.err):
		e := a.fail(FaultTimeout, "the answer took longer than the request timeout of "+FormatTimeout(a.timeout))
		e.Limit = a.timeout
		return e
	default:
		fault, problem = FaultConnectionLost, "the connection ended too early or the answer was not valid HTTP"
	}
	if why.final {
		fault = FaultUnusable
	}
	if why.text != "" {
		problem += " (" + why.text + ")"
	}
	e := a.fail(fault, problem)
	e.Cause = why.cause
	switch requested := c.certificateRequest(); {
	case byProxy:
		e.Proxy = c.proxy
	case requested != CauseUnknown && !why.inTLS && a.status == 0 && failureIn("dial", a.err) == nil:
		e.Cause = requested // some servers close the connection instead of an answer
	}
	return e
}

// reason says why no complete answer came.
type reason struct {
	text  string // in our words or the system's; empty if neither has any
	final bool   // the next attempt would meet the same
	inTLS bool   // the server, or this client, gave it while they agreed on TLS, or could not begin to
	cause Cause
}

// Error implements error, for the reasons that this package gives itself.
func (r reason) Error() string { return r.text }

// reasonOf returns the reason that err stands for. The request may have been sent if
// connected.
func (c *Client) reasonOf(err error, connected bool) reason {
	var alert string // of the server
	if sent := failureIn("remote error", err); sent != nil {
		alert = strings.TrimPrefix(sent.Error(), "tls: ")
	}
	// Outside of the handshake, an alert can have other reasons. With TLS 1.3, the server
	// judges a client certificate when the request may have been sent, but does not serve it.
	refused := alert != "" && (!connected || strings.Contains(alert, "certificate") || alert == "access denied")
	sentHTTP2 := err != nil && strings.Contains(err.Error(), `malformed HTTP response "\x00\x00`) // its first frame
	invalid, _ := errors.AsType[x509.CertificateInvalidError](err)
	requested := c.certificateRequest()
	const untrusted = "its certificate is not trusted: "
	for _, row := range []struct {
		is    bool
		text  string
		cause Cause
	}{
		{alert == "no application protocol" || sentHTTP2, "the service seems to speak only HTTP/2 at this address, and the provider speaks HTTP/1.1", CauseUnknown},
		{has[x509.UnknownAuthorityError](err), untrusted + "it is signed by an unknown certificate authority", CauseAuthority},
		{hasNoName(err), untrusted + "it has no subject alternative name, and its common name does not count", CauseUnknown},
		{has[x509.HostnameError](err), untrusted + "it is for another host name", CauseUnknown},
		{invalid.Cert != nil && invalid.Reason == x509.Expired, untrusted + "by the clock of this machine, it has expired or is not yet valid", CauseUnknown},
		{has[*tls.CertificateVerificationError](err), untrusted + "it is not valid", CauseUnknown},
		{has[tls.RecordHeaderError](err) && !connected, "it does not speak TLS; `http://` may be right", CauseUnknown},
		{refused && requested == CauseNoClientCertificate, "it requires a client certificate", requested},
		{refused && requested == CauseClientCertificate, "it refused the client certificate: " + alert, requested},
	} {
		if row.is {
			return reason{text: row.text, final: true, inTLS: true, cause: row.cause}
		}
	}
	own, isOwn := errors.AsType[reason](err)
	dns, isDNS := errors.AsType[*net.DNSError](err)
	errno, isErrno := errors.AsType[syscall.Errno](err)
	switch {
	case alert != "":
		return reason{text: "TLS: " + alert, inTLS: true}
	case isOwn:
		return own
	case isDNS && dns.IsNotFound && failureIn(opProxy, err) == nil: // a part of its password could pass for a host
		return reason{text: "no such host: " + dns.Name}
	case isDNS:
		return reason{text: "DNS lookup of its host failed"}
	case isErrno:
		return reason{text: errno.Error()}
	case isTimeout(err):
		return reason{text: "it took too long"}
	}
	return reason{}
}

// hasNoName reports whether the certificate of the server has no subject alternative name.
func hasNoName(err error) bool {
	wrong, ok := errors.AsType[x509.HostnameError](err)
	return ok && wrong.Certificate != nil && len(wrong.Certificate.DNSNames)+len(wrong.Certificate.IPAddresses) == 0
}

// certificateRequest says which client certificate, if any, a server got that asked for
// one, to explain its refusal.
func (c *Client) certificateRequest() Cause { return Cause(c.tlsCause.Load()) }

func isTimeout(err error) bool {
	timed, ok := errors.AsType[net.Error](err)
	return ok && timed.Timeout() // also those of contexts and of the system
}

func has[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

// failureIn returns what went wrong in an operation of Go; nil if err is not about it.
func failureIn(operation string, err error) error {
	failed, ok := errors.AsType[*net.OpError](err)
	switch {
	case !ok:
		return nil
	case failed.Op == operation:
		return failed.Err
	}
	return failureIn(operation, failed.Err)
}
