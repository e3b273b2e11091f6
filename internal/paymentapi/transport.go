// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"crypto/tls"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"
)

const (
	// connectTimeout is how long it may take to make a connection, with its proxy and TLS.
	connectTimeout = 10 * time.Second
	// dialTimeout is shorter, so that the dialer's own error comes before the end of connectTimeout would hide it:
	// only that error says whether it was the proxy that did not answer.
	dialTimeout = 9 * time.Second
)

// newTransport returns connections to the service, over HTTP/1.1 only: over HTTP/2, Go sends a
// request again by itself if the answer says that the service has not acted, and load balancers
// say so even if it has. Over HTTP/1.1, Go repeats only a GET, and a request that was never
// written. A POST never uses an idle connection: if the service had closed it in the meantime,
// nobody could tell whether the service acted.
func (c *Client) newTransport(config *tls.Config) *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	findProxy := func(*http.Request) (*url.URL, error) {
		return c.proxy.url, nil
	}
	return &http.Transport{
		Protocols:              protocols,
		Proxy:                  findProxy,
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
	variable string // the name of the environment variable that names it
}

// String names the proxy in messages, with its host unless that may be a part of a password. If a
// password has a slash that is not escaped, Go finds no user: it takes http://user:12/34@host for the
// host "user:12" with a path.
func (p proxy) String() string {
	name := "the proxy in " + p.variable
	isMisread := p.url.User == nil && strings.Contains(os.Getenv(p.variable), "@")
	if isMisread {
		return name
	}
	return name + " (" + p.url.Host + ")"
}

// findProxy returns the proxy that the environment has for the service. There is none for http,
// which is for loopback hosts only: httpproxy does not know all their spellings.
func findProxy(base *url.URL) proxy {
	if base.Scheme == "http" {
		return proxy{}
	}

	address, _ := httpproxy.FromEnvironment().ProxyFunc()(base)
	variable := "HTTPS_PROXY"
	if os.Getenv(variable) == "" {
		variable = "https_proxy"
	}
	return proxy{url: address, variable: variable}
}
