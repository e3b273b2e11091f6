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
func newTransport(timeout time.Duration, maxInFlight int) *http.Transport {
	dialer := &net.Dialer{Timeout: timeout, KeepAlive: 15 * time.Second}
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	return &http.Transport{
		Protocols:              protocols,
		Proxy:                  proxyOf(httpproxy.FromEnvironment()),
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

// errProxy is the error of a proxy in the environment that is not the address of one. Go
// would connect to the service directly.
var errProxy = errors.New("HTTPS_PROXY is not the URL of a proxy")

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

// proxyError is the status of a proxy that opens no way to the service.
type proxyError int

// Error implements error.
func (e proxyError) Error() string {
	return "the proxy answered CONNECT with status " + statusText(int(e))
}

func refusedByProxy(_ context.Context, _ *url.URL, _ *http.Request, response *http.Response) error {
	if response.StatusCode != http.StatusOK {
		return proxyError(response.StatusCode)
	}
	return nil
}

// interrupted is why a call failed that the caller ended.
const interrupted = "the call was interrupted"

// judgeConnection finds out why no complete answer came. It keeps nothing of
// Go's error texts that the service could have put there.
func (c *Client) judgeConnection(ctx context.Context, a *answer) *Error {
	reason, final := reasonOf(a)
	if reason != "" {
		reason = " (" + reason + ")"
	}
	unconnected := "could not connect to the payment service at " + c.base.Host + reason
	switch {
	case ctx.Err() != nil:
		e := a.fail(FaultInterrupted, interrupted)
		e.ended = context.Cause(ctx)
		return e
	case final:
		return a.fail(FaultUnusable, unconnected)
	case !a.connected:
		return a.fail(FaultUnreachable, unconnected)
	case isTimeout(a.err):
		e := a.fail(FaultTimeout, "the answer took longer than the request timeout of "+FormatTimeout(c.options.RequestTimeout))
		e.Limit = c.options.RequestTimeout
		return e
	}
	return a.fail(FaultBroken, "the connection ended too early or the answer was not valid HTTP"+reason)
}

// reasonOf says why no complete answer came, in our words or the system's; empty if
// neither has any. It reports whether the next attempt would meet the same.
func reasonOf(a *answer) (reason string, final bool) {
	const untrusted = "its certificate is not trusted: "
	var (
		proxy        proxyError
		verification *tls.CertificateVerificationError
		authority    x509.UnknownAuthorityError
		hostname     x509.HostnameError
		invalid      x509.CertificateInvalidError
		record       tls.RecordHeaderError
		dns          *net.DNSError
		errno        syscall.Errno
		alert        string // of TLS
	)
	if op, ok := errors.AsType[*net.OpError](a.err); ok && op.Op == "remote error" {
		alert = op.Err.Error()
	}
	switch {
	case errors.As(a.err, &proxy):
		return proxy.Error(), !faults[faultOf(int(proxy))].again
	case errors.Is(a.err, errProxy):
		return errProxy.Error(), true
	case alert == "tls: no application protocol",
		a.err != nil && strings.Contains(a.err.Error(), `malformed HTTP response "\x00\x00`): // the first frame of HTTP/2
		return "the service seems to speak only HTTP/2 at this address, and the provider speaks HTTP/1.1", true
	case errors.As(a.err, &authority):
		return untrusted + "it is signed by an unknown certificate authority", true
	case errors.As(a.err, &hostname):
		return untrusted + "it is for another host name", true
	case errors.As(a.err, &invalid) && invalid.Reason == x509.Expired:
		return untrusted + "it has expired or is not yet valid", true
	case errors.As(a.err, &verification):
		return untrusted + "it is not valid", true
	case errors.As(a.err, &record) && !a.connected:
		return "the service does not speak TLS at this address; for a service on your own machine, `http://` may be right", true
	case alert == "tls: certificate required": // said only after the request was sent, and that is not served
		return "it requires a client certificate, and the provider has none to send", true
	case alert != "":
		return alert, false
	case errors.As(a.err, &dns) && dns.IsNotFound:
		return "no such host: " + dns.Name, false
	case errors.As(a.err, &dns):
		return "DNS lookup failed for " + dns.Name, false
	case errors.As(a.err, &errno):
		return errno.Error(), false
	case isTimeout(a.err):
		return "it took longer than the request timeout", false
	}
	return "", false
}

func isTimeout(err error) bool {
	var netErr net.Error
	return errors.As(err, &netErr) && netErr.Timeout() // also those of contexts and of the system
}
