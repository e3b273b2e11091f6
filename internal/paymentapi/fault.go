// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"cmp"
	"errors"
	"slices"
)

// Fault is the kind of way in which an attempt failed.
type Fault int

// The kinds of Fault.
const (
	FaultNone Fault = iota

	// Those without a complete answer.
	FaultUnsent             // the request could not be built
	FaultUnreachable        // no connection could be made (DNS, dial, proxy, TLS)
	FaultConnectionUnusable // none ever will be: the proxy, TLS or a certificate is in the way
	FaultTimeout            // the request timeout was over
	FaultConnectionLost     // the connection ended before the answer did
	FaultInterrupted        // the caller's context ended

	// Those with an answer that cannot be used.
	FaultUnexpectedAnswer // it is not what was asked for, and need not be the payment service's
	FaultInconsistent     // it is too large, or not what the service's description says
	FaultItem             // an item of a list cannot be used

	// Those with an error status; faultByStatus says which.
	FaultRedirect
	FaultRefused // the service refuses what was asked for
	FaultUnauthorized
	FaultForbidden
	FaultNotFound
	FaultUnsupported
	FaultThrottled
	FaultUnavailable
)

// faults says how each kind of fault is logged, and whether another attempt may succeed. A 429 is repeated
// as the gate allows, whatever MaxAttempts is.
var faults = map[Fault]struct {
	name      string // a few words for logs
	transient bool
}{
	FaultUnsent:             {name: "not sent"},
	FaultUnreachable:        {name: "no connection", transient: true},
	FaultConnectionUnusable: {name: "no usable connection"},
	FaultTimeout:            {name: "timeout", transient: true},
	FaultConnectionLost:     {name: "broken connection", transient: true},
	FaultInterrupted:        {name: "interrupted"},
	FaultUnexpectedAnswer:   {name: "unexpected answer"},
	FaultInconsistent:       {name: "inconsistent answer"},
	FaultItem:               {name: "unusable item"},
	FaultRedirect:           {name: "redirect"},
	FaultRefused:            {name: "refused"},
	FaultUnauthorized:       {name: "unauthorized"},
	FaultForbidden:          {name: "forbidden"},
	FaultNotFound:           {name: "not found"},
	FaultUnsupported:        {name: "not supported"},
	FaultThrottled:          {name: "too many requests", transient: true},
	FaultUnavailable:        {name: "service unavailable", transient: true},
}

// faultByStatus has the error statuses. 300, 400 and 500 also stand for the rest of their hundred.
var faultByStatus = map[int]Fault{
	300: FaultRedirect,
	400: FaultRefused,
	401: FaultUnauthorized,
	403: FaultForbidden,
	404: FaultNotFound,
	405: FaultUnsupported,
	408: FaultUnavailable, // a proxy stopped waiting
	410: FaultNotFound,
	429: FaultThrottled,
	499: FaultUnavailable, // the same
	500: FaultUnavailable,
	501: FaultUnsupported,
}

// faultOfStatus classifies a status that is not the wanted one.
func faultOfStatus(status int) Fault {
	hundred := status / 100 * 100
	return cmp.Or(faultByStatus[status], faultByStatus[hundred], FaultUnexpectedAnswer)
}

// answered reports whether the service, or what is in front of it, has answered.
func (f Fault) answered() bool {
	return f >= FaultUnexpectedAnswer
}

// Conclusive reports whether the call was answered, and another attempt would be answered alike.
func (f Fault) Conclusive() bool {
	return f == FaultNone || f.answered() && !faults[f].transient
}

// FaultOf returns the kind of fault of a call's error; FaultNone for any other.
func FaultOf(err error) Fault {
	if failed, ok := errors.AsType[*Error](err); ok {
		return failed.Fault
	}
	return FaultNone
}

// Is reports whether err is that of a call, or of a page of a list, that failed in one of these ways.
func Is(err error, faults ...Fault) bool {
	failed, ok := errors.AsType[*Error](err)
	return ok && slices.Contains(faults, failed.Fault)
}

// String returns the fault in a few words, for logs.
func (f Fault) String() string {
	return faults[f].name
}
