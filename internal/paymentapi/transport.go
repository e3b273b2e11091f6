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
	made               atomic.Bool  // the request could be sent, so it may have arrived
	connectOK          atomic.Bool  // the proxy has opened it
	certificateRequest atomic.Int64 // the Cause that the server made by asking for a client certificate
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

// proxy is the proxy in front of the service.
type proxy struct {
	url           *url.URL
	variable      string // of the environment, which names it; empty if there is no proxy
	speaksCONNECT bool   // it is no proxy of SOCKS
}

// String names the proxy in messages.
func (p proxy) String() string {
	name := "the proxy in " + p.variable
	if p.url != nil {
		name += " (" + p.url.Host + ")"
	}
	return name
}

// findProxy returns the proxy that the environment has for the service. If the variable has
// no URL, the proxy is only named.
func findProxy(base *url.URL) (proxy, error) {
	config := httpproxy.FromEnvironment()
	address := config.HTTPSProxy
	if address != "" {
		config.HTTPSProxy = "http://any" // for now, only whether the service needs one
	}
	config.HTTPProxy = "" // http is for loopback hosts
	if needed, _ := config.ProxyFunc()(base); needed == nil {
		return proxy{}, nil
	}
	variable := "https_proxy"
	if os.Getenv("HTTPS_PROXY") != "" {
		variable = "HTTPS_PROXY"
	}
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.User == nil && strings.Contains(address, "@") || !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme) {
		return proxy{variable: variable}, &net.OpError{Op: opProxy, Err: errProxy}
	}
	return proxy{u, variable, strings.HasPrefix(u.Scheme, "http")}, nil
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

// blame says where an attempt failed that has no complete answer: at the proxy, on the way to
// the service, or once the request could be sent.
func (c *Client) blame(ctx context.Context, a *answer) *Error {
	if ctx.Err() != nil {
		e := a.fail(FaultInterrupted, interrupted)
		e.ended = context.Cause(ctx)
		return e
	}
	// Go names the proxy in the error if it could not be reached, and if SOCKS refuses. An HTTP
	// proxy may end the connection before it has answered CONNECT.
	connected, toProxy := a.conn.made.Load(), failureIn(opProxy, a.err) != nil
	byProxy := toProxy || failureIn(opSOCKS, a.err) != nil || c.proxy.speaksCONNECT && !connected && !a.conn.connectOK.Load()
	why := a.reason()
	fault, problem := FaultUnreachable, "could not connect to the payment service at "+c.base.Host
	switch {
	case toProxy:
		problem = c.proxy.String() + " could not be reached"
	case byProxy:
		problem = c.proxy.String() + " opened no connection to the payment service at " + c.base.Host
	case connected && !why.final && isTimeout(a.err):
		return a.fail(FaultTimeout, "the answer took longer than the request timeout of "+FormatTimeout(a.timeout))
	case connected && !why.final:
		fault, problem = FaultConnectionLost, "the connection ended too early or the answer was not valid HTTP"
	case c.proxy.variable != "":
		problem += " through the proxy in " + c.proxy.variable
	}
	if why.final {
		fault = FaultUnusable
	}
	if why.text != "" {
		problem += " (" + why.text + ")"
	}
	e := a.fail(fault, problem)
	e.Cause = why.cause
	switch {
	case byProxy:
		e.Proxy = c.proxy.variable
	case why.cause == CauseUnknown && a.status == 0:
		e.Cause = Cause(a.conn.certificateRequest.Load()) // some servers close the connection instead of an answer
	}
	return e
}

// reason says why no complete answer came.
type reason struct {
	text  string // in our words or the system's; empty if neither has any
	final bool   // the next attempt would meet the same
	cause Cause
}

// Error implements error, for the reasons that this package gives itself.
func (r reason) Error() string { return r.text }

// reason finds out why an attempt failed. It keeps nothing of Go's error texts that the
// service could have put there.
func (a *answer) reason() reason {
	const untrusted = "its certificate is not trusted: "
	var (
		own     reason
		host    x509.HostnameError
		invalid x509.CertificateInvalidError
		errno   syscall.Errno
	)
	connected, asked, alert := a.conn.made.Load(), Cause(a.conn.certificateRequest.Load()), alertIn("remote error", a.err)
	// Once the request could be sent, an alert can have other reasons. But with TLS 1.3, the
	// server judges a client certificate only then, and does not serve the request.
	refused := alert != "" && (!connected || strings.Contains(alert, "certificate") || alert == "access denied")
	// Some servers ask for one by path, which takes a renegotiation.
	asksByPath := alertIn("local error", a.err) == "no renegotiation"
	switch err := a.err; {
	case errors.As(err, &own):
		return own
	case has[x509.UnknownAuthorityError](err):
		return reason{untrusted + "it is signed by an unknown certificate authority", true, CauseAuthority}
	case errors.As(err, &host) && len(host.Certificate.DNSNames)+len(host.Certificate.IPAddresses) == 0:
		return reason{untrusted + "it has no subject alternative name, and its common name does not count", true, CauseUnknown}
	case errors.As(err, &host):
		return reason{untrusted + "it is for another host name", true, CauseUnknown}
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return reason{untrusted + "by the clock of this machine, it has expired or is not yet valid", true, CauseUnknown}
	case has[*tls.CertificateVerificationError](err):
		return reason{untrusted + "it is not valid", true, CauseUnknown}
	case has[tls.RecordHeaderError](err) && !connected:
		return reason{"it does not speak TLS; `http://` may be right", true, CauseUnknown}
	case refused && asked == CauseNoClientCertificate, asksByPath:
		return reason{"it requires a client certificate", true, CauseNoClientCertificate}
	case refused && asked == CauseClientCertificate:
		return reason{"it refused the client certificate: " + alert, true, CauseClientCertificate}
	case alert != "":
		return reason{text: "TLS: " + alert}
	case has[*net.DNSError](err):
		return reason{text: "DNS lookup of its host failed"}
	case errors.As(err, &errno):
		return reason{text: errno.Error()}
	case isTimeout(err):
		return reason{text: "it took too long"}
	}
	return reason{}
}

// alertIn returns the TLS alert that an operation of Go ended with; empty if there is none.
func alertIn(operation string, err error) string {
	if alert := failureIn(operation, err); alert != nil {
		return strings.TrimPrefix(alert.Error(), "tls: ")
	}
	return ""
}

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
