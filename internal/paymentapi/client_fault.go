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

	// Those with an answer that cannot be used.
	FaultAnswer       // it is not what was asked for, and need not be the payment service's
	FaultInconsistent // it is the payment service's, but not what its description says
	FaultTooLarge     // it is larger than any can be
	FaultItem         // an item of a list cannot be used

	// Those with an error status.
	FaultRedirect     // 3xx
	FaultRefused      // 4xx, but for the following: the service refuses what was asked for
	FaultUnauthorized // 401
	FaultForbidden    // 403
	FaultMissing      // 404, 410
	FaultNotOffered   // 405, 501
	FaultThrottled    // 429
	FaultUnavailable  // another 5xx; 408, 499: a proxy stopped waiting for the service
)

// faults is what follows from each kind of fault. A 429 is repeated as the pacer
// allows, without limit of retries.
var faults = map[Fault]struct {
	name  string // in logs, and in the history of a call's attempts
	text  string // in a message, after "failed:"; empty if there is an answer
	again bool   // another attempt may succeed
}{
	FaultNone:         {},
	FaultUnsent:       {name: "not sent", text: "the request could not be built"},
	FaultUnreachable:  {name: "no connection", text: "could not connect to the payment service", again: true},
	FaultUnusable:     {name: "no usable connection", text: "could not connect to the payment service"},
	FaultTimeout:      {name: "timeout", text: "the answer took longer than the request timeout", again: true},
	FaultBroken:       {name: "broken connection", text: "the connection ended too early or the answer was not valid HTTP", again: true},
	FaultInterrupted:  {name: "interrupted", text: "the call was interrupted"},
	FaultAnswer:       {name: "unexpected answer"},
	FaultInconsistent: {name: "unexpected answer"},
	FaultTooLarge:     {name: "unexpected answer"},
	FaultItem:         {name: "unexpected answer"},
	FaultRedirect:     {name: "redirect"},
	FaultRefused:      {name: "refused"},
	FaultUnauthorized: {name: "unauthorized"},
	FaultForbidden:    {name: "forbidden"},
	FaultMissing:      {name: "not found"},
	FaultNotOffered:   {name: "not offered"},
	FaultThrottled:    {name: "too many requests", again: true},
	FaultUnavailable:  {name: "service unavailable", again: true},
}

// statuses are those that mean something else than their hundred.
var statuses = map[int]Fault{
	http.StatusUnauthorized: FaultUnauthorized, http.StatusForbidden: FaultForbidden,
	http.StatusNotFound: FaultMissing, http.StatusGone: FaultMissing,
	http.StatusMethodNotAllowed: FaultNotOffered, http.StatusNotImplemented: FaultNotOffered,
	http.StatusTooManyRequests: FaultThrottled,
	http.StatusRequestTimeout:  FaultUnavailable, statusClientClosedRequest: FaultUnavailable,
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
		return FaultUnavailable
	}
	return FaultAnswer
}

// answered reports whether the service, or what is in front of it, has answered.
func (f Fault) answered() bool { return faults[f].text == "" }

// FaultOf returns the kind of fault of a call's error; FaultNone for any other.
func FaultOf(err error) Fault {
	if failed, ok := errors.AsType[*Error](err); ok {
		return failed.Fault
	}
	return FaultNone
}

// String returns the fault in a few words, for logs.
func (f Fault) String() string { return faults[f].name }
