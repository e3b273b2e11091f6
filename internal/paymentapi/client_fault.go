// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"errors"
	"net/http"
)

// Fault is the kind of way in which an attempt failed.
type Fault int

// The kinds of Fault: first those without a complete answer.
const (
	FaultNone Fault = iota
	// FaultUnsent: the request could not be built.
	FaultUnsent
	// FaultUnreachable: no connection could be made (DNS, dial, proxy, TLS).
	FaultUnreachable
	// FaultUnusable: none ever will be. The proxy refuses, the service does not
	// speak TLS, or one of the two does not accept the other's certificate.
	FaultUnusable
	// FaultTimeout: the request timeout was over.
	FaultTimeout
	// FaultBroken: the connection ended before the answer did.
	FaultBroken
	// FaultInterrupted: the caller's context ended.
	FaultInterrupted

	// FaultAnswer: a success that is not what was asked for.
	FaultAnswer
	// FaultStatus: another status that is no error.
	FaultStatus
	// FaultRedirect: 3xx.
	FaultRedirect
	// FaultRefused: the service refuses what was asked for (4xx, but for those that
	// follow).
	FaultRefused
	// FaultUnauthorized: 401.
	FaultUnauthorized
	// FaultForbidden: 403.
	FaultForbidden
	// FaultMissing: 404 or 410.
	FaultMissing
	// FaultNotOffered: 405.
	FaultNotOffered
	// FaultNotImplemented: 501.
	FaultNotImplemented
	// FaultForm: the request was refused for its form or its way, before anybody
	// looked at what it asks for.
	FaultForm
	// FaultAborted: 408 or 499, of a proxy that stopped waiting for the service.
	FaultAborted
	// FaultThrottled: 429.
	FaultThrottled
	// FaultUnavailable: 500, 502, 503 or 504.
	FaultUnavailable
	// FaultFailed: any other 5xx.
	FaultFailed
)

// repetition says which requests may be sent again. GET and PATCH have the same
// effect however often they are sent; of a POST it must be certain that the
// service has not acted on it.
type repetition int

const (
	never repetition = iota
	unlessPost
	always
)

// faults is what follows from each kind of fault. A 429 is repeated as the pacer
// allows, without limit of retries. Whether the service may have acted on a
// request that was not answered depends on whether it had a connection.
var faults = map[Fault]struct {
	name     string // in logs, and in the history of a call's attempts
	text     string // in a message, after "failed:"
	again    repetition
	answered bool
	acted    bool // the service may have done what was asked for
}{
	FaultNone:           {},
	FaultUnsent:         {name: "not sent", text: "the request could not be built"},
	FaultUnreachable:    {name: "no connection", text: "could not connect to the payment service", again: always},
	FaultUnusable:       {name: "no usable connection", text: "could not connect to the payment service"},
	FaultTimeout:        {name: "timeout", text: "the answer took longer than the request timeout", again: unlessPost},
	FaultBroken:         {name: "broken connection", text: "the connection ended too early or the answer was not valid HTTP", again: unlessPost},
	FaultInterrupted:    {name: "interrupted", text: "the call was interrupted"},
	FaultAnswer:         {name: "unexpected answer", answered: true, acted: true},
	FaultStatus:         {name: "unexpected status", answered: true, acted: true},
	FaultRedirect:       {name: "redirect", answered: true, acted: true},
	FaultRefused:        {name: "refused", answered: true},
	FaultUnauthorized:   {name: "unauthorized", answered: true},
	FaultForbidden:      {name: "forbidden", answered: true},
	FaultMissing:        {name: "not found", answered: true},
	FaultNotOffered:     {name: "not offered", answered: true},
	FaultNotImplemented: {name: "not implemented", answered: true, acted: true},
	FaultForm:           {name: "refused", answered: true},
	FaultAborted:        {name: "aborted by a proxy", answered: true, acted: true},
	FaultThrottled:      {name: "too many requests", again: always, answered: true},
	FaultUnavailable:    {name: "service unavailable", again: unlessPost, answered: true, acted: true},
	FaultFailed:         {name: "service failed", answered: true, acted: true},
}

// statuses are those that mean something else than their hundred.
var statuses = map[int]Fault{
	http.StatusUnauthorized: FaultUnauthorized, http.StatusForbidden: FaultForbidden,
	http.StatusNotFound: FaultMissing, http.StatusGone: FaultMissing,
	http.StatusMethodNotAllowed: FaultNotOffered, http.StatusNotImplemented: FaultNotImplemented,
	http.StatusNotAcceptable: FaultForm, http.StatusProxyAuthRequired: FaultForm, http.StatusLengthRequired: FaultForm,
	http.StatusRequestEntityTooLarge: FaultForm, http.StatusRequestURITooLong: FaultForm, http.StatusUnsupportedMediaType: FaultForm,
	http.StatusMisdirectedRequest: FaultForm, http.StatusTooEarly: FaultForm, http.StatusUpgradeRequired: FaultForm,
	http.StatusRequestHeaderFieldsTooLarge: FaultForm,
	http.StatusRequestTimeout:              FaultAborted, statusClientClosedRequest: FaultAborted,
	http.StatusTooManyRequests:     FaultThrottled,
	http.StatusInternalServerError: FaultUnavailable, http.StatusBadGateway: FaultUnavailable,
	http.StatusServiceUnavailable: FaultUnavailable, http.StatusGatewayTimeout: FaultUnavailable,
}

// statusClientClosedRequest is what some proxies answer when they took the
// connection for closed.
const statusClientClosedRequest = 499

// faultOf classifies a status that is not the wanted one.
func faultOf(status int) Fault {
	if fault, ok := statuses[status]; ok {
		return fault
	}
	switch status / 100 {
	case 3:
		return FaultRedirect
	case 4:
		return FaultRefused
	case 5:
		return FaultFailed
	}
	return FaultStatus
}

// FaultOf returns the kind of fault of a call's error; FaultNone for any other.
func FaultOf(err error) Fault {
	var (
		api       *APIError
		response  *ResponseError
		transport *TransportError
	)
	switch {
	case errors.As(err, &api):
		return faultOf(api.StatusCode)
	case errors.As(err, &response):
		return FaultAnswer
	case errors.As(err, &transport):
		return transport.Fault
	}
	return FaultNone
}

// String returns the fault in a few words, for logs.
func (f Fault) String() string { return faults[f].name }
