// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package paymentapi is a client of the payment service's REST API. It imports nothing of
// Terraform; its messages are worded for users of the provider.
package paymentapi

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Defaults and limits of Options.
const (
	DefaultRequestTimeout        = 30 * time.Second
	MinRequestTimeout            = time.Second
	MaxRequestTimeout            = 10 * time.Minute
	DefaultMaxAttempts           = 5
	MaxAttemptsLimit             = 21
	DefaultMaxConcurrentRequests = 10
	MaxConcurrentRequestsLimit   = 100
	MaxRequestsPerMinuteLimit    = 60_000
)

// minWithheld is the length of the shortest header values that messages must not repeat. Shorter
// ones, such as "on" and "v2", are words of many sentences.
const minWithheld = 4

// Options configures a Client. BaseURL, Secret and AppToken are required; for the latter, see
// CheckCredential.
type Options struct {
	// BaseURL is the base address, with or without a path; see ParseBaseURL.
	BaseURL string
	// Secret and AppToken make the Authorization header (API description, section 5).
	Secret   string
	AppToken string
	// CACertificate is PEM with authorities that are trusted besides the system's; see
	// CheckCertificates. Empty for none.
	CACertificate string
	// ClientCertificate and ClientKey are a certificate with its chain and its private
	// key, in PEM, for a server that asks for one; see CheckKeyPair. Empty for none.
	ClientCertificate string
	ClientKey         string
	// UserAgent is sent with each request.
	UserAgent string
	// RequestHeaders are sent with each request, for what stands in front of the service.
	// Their values may be secrets. A header that the client sets itself cannot be replaced.
	RequestHeaders map[string]string
	// AppTokenExpiry is when the application token expires; the zero time if it does not say.
	AppTokenExpiry time.Time
	// CredentialFlaws are what looks wrong in Secret and AppToken.
	CredentialFlaws []CredentialFlaw
	// RequestTimeout limits one attempt with its body; 0 for the default.
	RequestTimeout time.Duration
	// MaxAttempts is how often a call is sent at most if its attempts fail; see the table
	// in fault.go. A 429 does not count as a failed attempt. 0 for the default.
	MaxAttempts int
	// MaxConcurrentRequests limits the requests in flight; 0 for the default.
	MaxConcurrentRequests int
	// MaxRequestsPerMinute makes requests start evenly; 0 for no limit but the service's own.
	MaxRequestsPerMinute int

	// OnAttempt, if set, is called when an attempt ends.
	OnAttempt func(context.Context, Attempt)
	// Transport replaces the connections to the service; nil for real ones.
	Transport http.RoundTripper
	// Jitter gives numbers from 0 to 1; nil for random ones.
	Jitter func() float64
}

// CredentialFlaw is something in a credential that is probably a mistake. Only a 401 shows that it is
// one.
type CredentialFlaw int

// What may be wrong with credentials.
const (
	FlawSecretQuoted       CredentialFlaw = iota + 1 // the secret is enclosed in quotes
	FlawAppTokenQuoted                               // the application token is enclosed in quotes
	FlawAppTokenNoJWT                                // the application token is not a JWT
	FlawCredentialsSwapped                           // the secret is a JWT, and the application token is not
)

// Attempt is what may be logged of one attempt of a call.
type Attempt struct {
	Method string
	// Template is the path with its placeholders, without ids and query.
	Template string
	// Status is 0 if no answer came.
	Status   int
	Duration time.Duration
	// RequestID is the id that the service gave the request, if it may be shown; else empty.
	RequestID string
	// Fault says what went wrong in a few words; empty for a success.
	Fault string
}

// Client calls the payment service. It is safe for concurrent use; all its calls share one gate.
type Client struct {
	options  Options // those of the caller, with the defaults
	base     *url.URL
	secrets  []string // texts that no message may repeat: credentials, and values of request headers
	pooled   http.RoundTripper
	unpooled http.RoundTripper // one that makes a new connection for each request
	proxy    proxy
	gate     *gate
}

// New returns a Client. It sends nothing. Its errors never hold a value of the options.
func New(o Options) (*Client, error) {
	base, err := ParseBaseURL(o.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("the base URL %w", err)
	}
	config, err := o.tlsConfig()
	if err != nil {
		return nil, err
	}

	o = o.withDefaults()
	c := &Client{
		options:  o,
		base:     base,
		secrets:  o.secrets(),
		pooled:   o.Transport,
		unpooled: o.Transport,
		gate:     newGate(o.MaxConcurrentRequests, o.MaxRequestsPerMinute),
	}

	if o.Transport == nil {
		c.proxy = findProxy(base)
		pooled := c.newTransport(config)
		unpooled := pooled.Clone()
		unpooled.DisableKeepAlives = true
		c.pooled = pooled
		c.unpooled = unpooled
	}
	return c, nil
}

// withDefaults returns the options with the default of each that is not set.
func (o Options) withDefaults() Options {
	o.RequestTimeout = cmp.Or(o.RequestTimeout, DefaultRequestTimeout)
	o.MaxAttempts = cmp.Or(o.MaxAttempts, DefaultMaxAttempts)
	o.MaxConcurrentRequests = cmp.Or(o.MaxConcurrentRequests, DefaultMaxConcurrentRequests)
	if o.OnAttempt == nil {
		o.OnAttempt = func(context.Context, Attempt) {}
	}
	if o.Jitter == nil {
		o.Jitter = rand.Float64
	}
	return o
}

// secrets returns what no message may repeat: the credentials, and the values of request headers.
func (o Options) secrets() []string {
	secrets := []string{o.Secret, o.AppToken}
	for _, value := range o.RequestHeaders {
		_, credential, _ := strings.Cut(value, " ") // after a scheme, such as Bearer
		for _, secret := range []string{value, credential} {
			if len(secret) >= minWithheld {
				secrets = append(secrets, secret)
			}
		}
	}
	return secrets
}

// Throttled reports whether a request would have to wait now, after a refusal, or to keep the rate.
func (c *Client) Throttled() bool {
	return c.gate.throttled()
}

// Concurrency returns how many requests may be in flight at once.
func (c *Client) Concurrency() int {
	return c.options.MaxConcurrentRequests
}

// ErrUserInfo is the error of a URL with a user name or a password.
var ErrUserInfo = errors.New("must not contain a user name or password")

// ErrPort is the error of a URL with a port that cannot be.
var ErrPort = errors.New("must have a port from 1 to 65535, or none")

var errUnprotected = errors.New("must start with https://: http:// would send the credentials unprotected, " +
	"so it is accepted only for a loopback host (localhost, 127.0.0.0/8, ::1)")

// ParseBaseURL checks a base address: https, or http to a loopback host; a path is welcome; user
// information, a query and a fragment are not. Its errors, like those of all checks of options,
// complete a sentence that begins with the name of the option, and never repeat the value.
func ParseBaseURL(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	isURL := err == nil && u.Opaque == "" && !strings.ContainsFunc(raw, unicode.IsSpace)
	if !isURL {
		return nil, errors.New("must be a URL, such as https://api.example.com/v1")
	}

	isProtected := u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname())
	for _, rule := range []struct {
		isBroken bool
		problem  error
	}{
		{!isProtected, errUnprotected},
		{u.Hostname() == "", errors.New("must have a host")},
		{!HasUsablePort(u), ErrPort},
		{u.User != nil, ErrUserInfo},
		{strings.Contains(raw, "#"), errors.New("must not have a fragment")},
		{strings.Contains(raw, "?"), errors.New("must not have a query")},
	} {
		if rule.isBroken {
			return nil, rule.problem
		}
	}
	return u, nil
}

// HasUsablePort reports whether a URL names a port from 1 to 65535, or none.
func HasUsablePort(u *url.URL) bool {
	port, err := strconv.ParseUint(cmp.Or(u.Port(), "443"), 10, 16)
	return err == nil && port > 0
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Zone() == "" && addr.IsLoopback()
}

// CheckCredential returns an error if value cannot be part of the Authorization
// header, because it has white space or control characters in it. The error never
// repeats the value.
func CheckCredential(value string) error {
	isUnfit := func(char rune) bool {
		return char == ' ' || !unicode.IsPrint(char) // no other space is printable
	}
	if strings.ContainsFunc(value, isUnfit) {
		return errors.New("must not contain white space or control characters")
	}
	return nil
}
