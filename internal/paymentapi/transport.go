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
func newTransport(o Options, config *tls.Config, proxy func(*http.Request) (*url.URL, error)) *http.Transport {
	dialer := &net.Dialer{Timeout: o.RequestTimeout, KeepAlive: 15 * time.Second}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Transport{
		Protocols:              protocols,
		Proxy:                  proxy,
		DialContext:            dialer.DialContext,
		TLSClientConfig:        config,
		TLSHandshakeTimeout:    o.RequestTimeout,
		MaxIdleConns:           o.MaxConcurrentRequests,
		MaxIdleConnsPerHost:    o.MaxConcurrentRequests,
		MaxConnsPerHost:        o.MaxConcurrentRequests,
		IdleConnTimeout:        90 * time.Second,
		MaxResponseHeaderBytes: maxHeader,
	}
}

// errProxy is the reason if what the environment names is not the URL of a proxy. Go
// would connect to the service directly.
var errProxy = errors.New("it is not a URL such as http://proxy.example.com:3128; special characters in a user name or password must be percent-encoded")

// opProxy is the operation of Go that reaches a proxy.
const opProxy = "proxyconnect"

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

// connectError is the status with which a proxy refuses to connect to the service.
type connectError int

// Error implements error.
func (e connectError) Error() string { return "it answered CONNECT with status " + statusText(int(e)) }

func (c *Client) onConnect(_ context.Context, _ *url.URL, _ *http.Request, response *http.Response) error {
	if response.StatusCode != http.StatusOK {
		return connectError(response.StatusCode)
	}
	c.proxyTLS.Store(false)
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
	err, atProxy := a.err, false
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == opProxy {
		err, atProxy = op.Err, true
	}
	why, inTLS := c.reasonInTLS(err, a.connected)
	atProxy = atProxy || inTLS && c.proxyTLS.Load() // with TLS 1.3, it refuses a client after the handshake
	if !inTLS {
		why = reasonOf(err, atProxy)
	}
	if a.connected && !why.final && isTimeout(err) {
		e := a.fail(FaultTimeout, "the answer took longer than the request timeout of "+FormatTimeout(c.options.RequestTimeout))
		e.Limit = c.options.RequestTimeout
		return e
	}
	fault := FaultBroken
	switch {
	case why.final:
		fault = FaultUnusable
	case !a.connected:
		fault = FaultUnreachable
	}
	var problem, proxy string
	closed := c.proxy != "" && !a.connected && !inTLS // the way through the proxy
	switch {
	case atProxy:
		proxy, problem = c.proxy, "the proxy in "+c.proxy+" could not be reached"
	case closed:
		proxy, problem = c.proxy, "the proxy in "+c.proxy+" opened no connection to the payment service at "+c.base.Host
	case fault == FaultBroken:
		problem = "the connection ended too early or the answer was not valid HTTP"
	default:
		problem = "could not connect to the payment service at " + c.base.Host
	}
	if why.text != "" {
		problem += " (" + why.text + ")"
	}
	e := a.fail(fault, problem)
	e.Proxy, e.Cause = proxy, why.cause
	if asked := c.certificateRequest(); asked == CauseNoClientCertificate && proxy == "" && !inTLS && a.status == 0 && !isDial(err) {
		e.Cause = asked // some servers close the connection instead of an answer
	}
	return e
}

// reason says why no complete answer came.
type reason struct {
	text  string // in our words or the system's; empty if neither has any
	final bool   // the next attempt would meet the same
	cause Cause
}

// reasonInTLS returns the reason that a server, or this client, gave while they agreed on TLS,
// and whether there is one.
func (c *Client) reasonInTLS(err error, connected bool) (why reason, ok bool) {
	const untrusted = "its certificate is not trusted: "
	var (
		verification *tls.CertificateVerificationError
		authority    x509.UnknownAuthorityError
		hostname     x509.HostnameError
		invalid      x509.CertificateInvalidError
		record       tls.RecordHeaderError
		alert        string
	)
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "remote error" {
		alert = strings.TrimPrefix(op.Err.Error(), "tls: ")
	}
	// Outside of the handshake, an alert can have other reasons. With TLS 1.3, the server
	// judges a client certificate when the request may have been sent, but does not serve it.
	refused := alert != "" && (!connected || strings.Contains(alert, "certificate") || alert == "access denied")
	switch asked := c.certificateRequest(); {
	case alert == "no application protocol",
		err != nil && strings.Contains(err.Error(), `malformed HTTP response "\x00\x00`): // the first frame of HTTP/2
		return reason{"the service seems to speak only HTTP/2 at this address, and the provider speaks HTTP/1.1", true, CauseUnknown}, true
	case errors.As(err, &authority):
		return reason{untrusted + "it is signed by an unknown certificate authority", true, CauseAuthority}, true
	case errors.As(err, &hostname):
		return reason{untrusted + "it is for another host name", true, CauseUnknown}, true
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return reason{untrusted + "by the clock of this machine, it has expired or is not yet valid", true, CauseUnknown}, true
	case errors.As(err, &verification):
		return reason{untrusted + "it is not valid", true, CauseUnknown}, true
	case errors.As(err, &record) && !connected:
		return reason{"it does not speak TLS; `http://` may be right", true, CauseUnknown}, true
	case refused && asked == CauseNoClientCertificate:
		return reason{"it requires a client certificate", true, asked}, true
	case refused && asked == CauseClientCertificate:
		return reason{"it refused the client certificate: " + alert, true, asked}, true
	}
	return reason{text: "TLS: " + alert}, alert != ""
}

// reasonOf returns the reason for an error of the network, or of the proxy.
func reasonOf(err error, atProxy bool) reason {
	var (
		refusal connectError
		dns     *net.DNSError
		errno   syscall.Errno
	)
	switch {
	case errors.As(err, &refusal):
		return reason{text: refusal.Error(), final: !faults[faultOf(int(refusal))].again}
	case errors.Is(err, errProxy):
		return reason{text: errProxy.Error(), final: true}
	case errors.As(err, &dns) && dns.IsNotFound && !atProxy: // a part of its password could pass for a host
		return reason{text: "no such host: " + dns.Name}
	case errors.As(err, &dns):
		return reason{text: "DNS lookup of its host failed"}
	case errors.As(err, &errno):
		return reason{text: errno.Error()}
	case isTimeout(err):
		return reason{text: "it took longer than the request timeout"}
	}
	return reason{}
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

// isDial reports whether no TCP connection was made.
func isDial(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}
