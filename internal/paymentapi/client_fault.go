// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import "net/http"

// Fault is the kind of way in which an attempt failed.
type Fault int

// The kinds of Fault. Those of a TransportError are the ones up to
// FaultInterrupted.
const (
	FaultNone Fault = iota
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
	// FaultThrottled: 429.
	FaultThrottled
	// FaultUnavailable: 500, 502, 503 or 504.
	FaultUnavailable
	// FaultRefused: any other answer that is not what was asked for.
	FaultRefused
)

// faults says of each kind who may be repeated. GET and PATCH have the same
// effect however often they are sent; of a POST it must be certain that the
// service has not acted on it. A 429 is repeated as the pacer allows, without
// limit of retries.
var faults = map[Fault]struct {
	name          string // in logs, and in the history of a call's attempts
	text          string // in a message, after "failed:"
	idempotent    bool   // GET, PATCH
	nonIdempotent bool   // POST
}{
	FaultNone:        {},
	FaultUnreachable: {name: "no connection", text: "could not connect to the payment service", idempotent: true, nonIdempotent: true},
	FaultUnusable:    {name: "no usable connection", text: "could not connect to the payment service"},
	FaultTimeout:     {name: "timeout", text: "the answer took longer than the request timeout", idempotent: true},
	FaultBroken:      {name: "broken connection", text: "the connection ended too early or the answer was not valid HTTP", idempotent: true},
	FaultInterrupted: {name: "interrupted", text: "the call was interrupted"},
	FaultThrottled:   {name: "too many requests", idempotent: true, nonIdempotent: true},
	FaultUnavailable: {name: "service unavailable", idempotent: true},
	FaultRefused:     {name: "unexpected answer"},
}

// String returns the fault in a few words, for logs.
func (f Fault) String() string { return faults[f].name }

// repeatable reports whether a request that met f may be sent again.
func (f Fault) repeatable(method string) bool {
	if method == http.MethodPost {
		return faults[f].nonIdempotent
	}
	return faults[f].idempotent
}

// faultOfStatus classifies an answer that has another status than wanted.
func faultOfStatus(status int) Fault {
	switch status {
	case http.StatusTooManyRequests:
		return FaultThrottled
	case http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return FaultUnavailable
	default:
		return FaultRefused
	}
}
