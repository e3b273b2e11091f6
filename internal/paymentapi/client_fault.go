// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"errors"
	"net/http"
)

// Fault is the kind of way in which an attempt failed.
type Fault int

// The kinds of Fault.
const (
	FaultNone Fault = iota

	// Those without a complete answer.
	FaultUnsent      // the request could not be built
	FaultUnreachable // no connection could be made (DNS, dial, proxy, TLS)
	FaultUnusable    // none ever will be: the proxy, TLS or a certificate is in the way
	FaultTimeout     // the request timeout was over
	FaultBroken      // the connection ended before the answer did
	FaultInterrupted // the caller's context ended

	// Those with a success that cannot be used.
	FaultAnswer       // it is not what was asked for, and need not be the payment service's
	FaultSecret       // it repeats the credentials
	FaultEncoding     // it is compressed in a way that was not asked for
	FaultTooLarge     // a page of a list is larger than any can be
	FaultComplaint    // it is an error message of the payment service
	FaultInconsistent // it is the payment service's, but not what its description says
	FaultItem         // an item of a list cannot be used

	// Those with another answer.
	FaultStatus         // no success, and no error
	FaultRedirect       // 3xx
	FaultRefused        // 4xx, but for the following: the service refuses what was asked for
	FaultUnauthorized   // 401
	FaultForbidden      // 403
	FaultMissing        // 404, 410
	FaultNotOffered     // 405
	FaultForm           // such as 413: refused before anybody looked at what was asked for
	FaultAborted        // 408, 499: a proxy stopped waiting for the service
	FaultThrottled      // 429
	FaultUnavailable    // 500, 502, 503, 504
	FaultNotImplemented // 501
	FaultFailed         // any other 5xx
)

// faults is what follows from each kind of fault. A 429 is repeated as the pacer
// allows, without limit of retries. Whether the service may have acted on an
// interrupted request depends on whether it had a connection.
var faults = map[Fault]struct {
	name     string // in logs, and in the history of a call's attempts
	text     string // in a message, after "failed:"
	again    bool   // another attempt may succeed
	answered bool   // the service, or what is in front of it, has answered
	acted    bool   // the service may have done what was asked for
}{
	FaultNone:           {},
	FaultUnsent:         {name: "not sent", text: "the request could not be built"},
	FaultUnreachable:    {name: "no connection", text: "could not connect to the payment service", again: true},
	FaultUnusable:       {name: "no usable connection", text: "could not connect to the payment service"},
	FaultTimeout:        {name: "timeout", text: "the answer took longer than the request timeout", again: true, acted: true},
	FaultBroken:         {name: "broken connection", text: "the connection ended too early or the answer was not valid HTTP", again: true, acted: true},
	FaultInterrupted:    {name: "interrupted", text: "the call was interrupted"},
	FaultAnswer:         {name: "unexpected answer", answered: true, acted: true},
	FaultSecret:         {name: "unexpected answer", answered: true, acted: true},
	FaultEncoding:       {name: "unexpected answer", answered: true, acted: true},
	FaultTooLarge:       {name: "unexpected answer", answered: true, acted: true},
	FaultComplaint:      {name: "unexpected answer", answered: true, acted: true},
	FaultInconsistent:   {name: "unexpected answer", answered: true, acted: true},
	FaultItem:           {name: "unexpected answer", answered: true, acted: true},
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
	FaultThrottled:      {name: "too many requests", again: true, answered: true},
	FaultUnavailable:    {name: "service unavailable", again: true, answered: true, acted: true},
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
	if failed, ok := errors.AsType[*Error](err); ok {
		return failed.Fault
	}
	return FaultNone
}

// String returns the fault in a few words, for logs.
func (f Fault) String() string { return faults[f].name }
