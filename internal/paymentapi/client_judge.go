// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// verdict is an attempt judged: no error if it is what was asked for.
type verdict struct {
	kind Fault
	err  failure
}

// met says in a word or two what an attempt met.
func (v verdict) met() string {
	switch err := v.err.(type) { //nolint:errorlint // made here, never wrapped
	case *APIError:
		return strconv.Itoa(err.StatusCode)
	case *TransportError:
		return err.Fault.String()
	default:
		return v.kind.String()
	}
}

// judge decides what an answer means for the call r.
func (c *Client) judge(ctx context.Context, r call, a *answer) verdict {
	if a.status == 0 {
		return c.judgeTransport(ctx, a)
	}
	s := c.sent(r)
	id := objectID(r, a, s)
	if a.status != r.want {
		err := newAPIError(r, a, s)
		err.ObjectID = id
		return verdict{faultOfStatus(a.status), err}
	}
	unusable := &ResponseError{StatusCode: a.status, ContentType: mediaType(a.header, s), ObjectID: id}
	wrong := func(problem string) verdict {
		unusable.Problem = problem
		return verdict{FaultRefused, unusable}
	}
	if a.tooLarge {
		return wrong("its body is larger than " + strconv.Itoa(r.maxBody(a.status)>>20) + " MiB" + unusable.tooLarge(r))
	}
	if a.err != nil {
		return c.judgeTransport(ctx, a)
	}
	if bytes.Count(a.body, []byte(",")) > maxCommas {
		return wrong("its body has more values than any answer of this API" + unusable.tooLarge(r))
	}
	a.body = bytes.TrimPrefix(a.body, byteOrderMark)
	state := checkJSON(a.body)
	if encoding := undecoded(a, s); encoding != "" && state != jsonComplete {
		unusable.Defect = DefectEncoding
		return wrong("its body " + encoding)
	}
	switch state {
	case jsonCut:
		return verdict{FaultBroken, &TransportError{Fault: FaultBroken, Reason: "the JSON of the answer is incomplete", connected: true}}
	case jsonEmpty:
		return wrong("its body is empty")
	case jsonTooDeep:
		return wrong("its body is nested too deeply")
	case jsonInvalid:
		return wrong("its body is not JSON")
	case jsonComplete:
	}
	if c.repeatsCredentials(a.body) {
		unusable.RepeatsSecret = true
		return wrong("its body repeats the credentials that were sent")
	}
	return verdict{}
}

// tooLarge notes that a success of r is too large, and returns what is to be
// added to that.
func (e *ResponseError) tooLarge(r call) string {
	if !r.list {
		return ""
	}
	e.Defect = DefectTooLarge
	if limit := r.query.Get("limit"); limit != "" {
		return ", although only " + limit + " items were asked for"
	}
	return ""
}

// undecoded says how a body is compressed that Go did not decompress; empty if
// there is no sign of it.
func undecoded(a *answer, s sent) string {
	encoding := strings.Join(a.header.Values("Content-Encoding"), ", ")
	switch {
	case encoding != "" && !strings.EqualFold(encoding, "identity"):
		return "has the encoding " + cmp.Or(s.reason(encoding), mark) + " (header Content-Encoding), which the provider did not ask for"
	case bytes.HasPrefix(a.body, []byte("\x1F\x8B")):
		return "is compressed with gzip in a way that its headers do not say"
	}
	return ""
}

var byteOrderMark = []byte("\xEF\xBB\xBF")

// judgeTransport finds out why no complete answer came. It keeps nothing of
// Go's error texts that the service could have put there.
func (c *Client) judgeTransport(ctx context.Context, a *answer) verdict {
	e := &TransportError{connected: a.connected, cause: a.err}
	final := finalReason(a)
	switch {
	case ctx.Err() != nil:
		e.Fault, e.cause = FaultInterrupted, context.Cause(ctx)
	case final != "":
		e.Fault, e.Reason, e.connected = FaultUnusable, final, false
	case !a.connected:
		e.Fault, e.Reason = FaultUnreachable, dialReason(a.err)
	case isTimeout(a.err):
		e.Fault, e.Limit = FaultTimeout, c.timeout
	default:
		e.Fault, e.Reason = FaultBroken, brokenReason(a)
	}
	if !e.connected && e.Fault != FaultInterrupted {
		e.Host = c.base.Host
	}
	return verdict{e.Fault, e}
}

// finalReason says why no connection can be made, if the next attempt would meet
// the same: a proxy that refuses, TLS that the service does not speak, or a
// certificate that one of the two does not accept. In TLS 1.3, a service asks for
// the client's certificate once the client takes the connection for made and has
// sent its request, which is not served then.
func finalReason(a *answer) string {
	var (
		proxy        *proxyError
		verification *tls.CertificateVerificationError
		op           *net.OpError
	)
	switch {
	case errors.As(a.err, &proxy) && proxy.isFinal():
		return proxy.Error()
	case errors.As(a.err, &verification):
		return "its certificate is not trusted: " + untrustedReason(a.err)
	case errors.As(a.err, &op) && op.Op == "remote error" && op.Err.Error() == "tls: certificate required":
		return "it requires a client certificate, and the provider has none to send"
	case isTLSRecord(a.err) && !a.connected:
		return "the service does not speak TLS at this address"
	}
	return ""
}

func isTimeout(err error) bool {
	var netErr net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) ||
		errors.As(err, &netErr) && netErr.Timeout()
}

func untrustedReason(err error) string {
	var (
		authority x509.UnknownAuthorityError
		hostname  x509.HostnameError
		invalid   x509.CertificateInvalidError
	)
	switch {
	case errors.As(err, &authority):
		return "it is signed by an unknown certificate authority"
	case errors.As(err, &hostname):
		return "it is for another host name"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "it has expired or is not yet valid"
	}
	return "it is not valid"
}

// dialReason says why no connection was made, in the words of the system.
func dialReason(err error) string {
	var (
		dns   *net.DNSError
		errno syscall.Errno
		op    *net.OpError
		proxy *proxyError
	)
	switch {
	case errors.As(err, &proxy):
		return proxy.Error()
	case errors.As(err, &dns) && dns.IsNotFound:
		return "no such host: " + dns.Name
	case errors.As(err, &dns):
		return "DNS lookup failed for " + dns.Name
	case errors.As(err, &errno):
		return errno.Error()
	case errors.As(err, &op) && op.Op == "remote error":
		return op.Err.Error() // a TLS alert
	case isTimeout(err):
		return "it took longer than the request timeout"
	}
	return ""
}

func isTLSRecord(err error) bool {
	var header tls.RecordHeaderError
	return errors.As(err, &header)
}

func brokenReason(a *answer) string {
	var errno syscall.Errno
	switch {
	case errors.As(a.err, &errno):
		return errno.Error()
	case errors.Is(a.err, gzip.ErrHeader):
		return "the body is not gzip, although the header Content-Encoding says so"
	default:
		return ""
	}
}
