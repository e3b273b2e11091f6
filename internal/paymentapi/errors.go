// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// Errors that an *APIError matches by its status, with errors.Is.
var (
	ErrUnauthorized     = errors.New("unauthorized")
	ErrForbidden        = errors.New("forbidden")
	ErrNotFound         = errors.New("not found")
	ErrMethodNotAllowed = errors.New("method not allowed")
	ErrConflict         = errors.New("conflict")
	ErrTooManyRequests  = errors.New("too many requests")
	ErrNotImplemented   = errors.New("not implemented")
)

var errorOfStatus = map[int]error{
	http.StatusUnauthorized:     ErrUnauthorized,
	http.StatusForbidden:        ErrForbidden,
	http.StatusNotFound:         ErrNotFound,
	http.StatusMethodNotAllowed: ErrMethodNotAllowed,
	http.StatusConflict:         ErrConflict,
	http.StatusTooManyRequests:  ErrTooManyRequests,
	http.StatusNotImplemented:   ErrNotImplemented,
}

// Call names what was tried.
type Call struct {
	Method string
	// Path is the path under the base address, with ids and without query.
	Path string
	// Attempts is how often it was sent.
	Attempts int
}

// String returns the method and the path.
func (c Call) String() string { return c.Method + " " + c.Path }

// FieldError is what the service said of one field.
type FieldError struct{ Field, Reason string }

// APIError is an answer with another status than success. What it holds of the
// service's words is free of secrets.
type APIError struct {
	Call
	StatusCode int
	// Code and Fields are the service's own, where it gave any.
	Code   string
	Fields []FieldError
	// ContentType is the media type of the answer.
	ContentType string
	// JSON tells whether the answer was a JSON object.
	JSON bool
}

// Error says which call failed, and how.
func (e *APIError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: status %d", e.Call, e.StatusCode)
	if e.Code != "" {
		fmt.Fprintf(&b, " (%s)", e.Code)
	}
	for _, f := range e.Fields {
		fmt.Fprintf(&b, "; %s: %s", f.Field, f.Reason)
	}
	return b.String()
}

// Is matches the errors above by status.
func (e *APIError) Is(target error) bool {
	return errorOfStatus[e.StatusCode] == target && target != nil
}

// MayHaveActed tells whether the service may have done what the call asks for.
func (e *APIError) MayHaveActed() bool { return e.StatusCode < 400 || e.StatusCode > 499 }

// ResponseError is a success whose body is not what was asked for.
type ResponseError struct {
	Call
	StatusCode  int
	ContentType string
	// Problem says what is wrong with the body, without quoting it.
	Problem string
}

// Error says which call failed, and how.
func (e *ResponseError) Error() string {
	return fmt.Sprintf("%s: status %d, but %s", e.Call, e.StatusCode, e.Problem)
}

// MayHaveActed is true: the service said that it succeeded.
func (e *ResponseError) MayHaveActed() bool { return true }

// TransportFault is why no complete answer came.
type TransportFault int

// The kinds of TransportFault.
const (
	// FaultUnreachable: no connection could be made (DNS, dial, TLS).
	FaultUnreachable TransportFault = iota
	// FaultUntrusted: the certificate of the service is not trusted.
	FaultUntrusted
	// FaultTimeout: the request timeout was over.
	FaultTimeout
	// FaultBroken: the connection ended before the answer did.
	FaultBroken
	// FaultInterrupted: the caller's context ended.
	FaultInterrupted
)

// TransportError is a call that got no complete answer.
type TransportError struct {
	Call
	Fault TransportFault
	// Reason is the system's own word for the fault; may be empty.
	Reason    string
	connected bool
	cause     error
}

// Error says which call failed, and how.
func (e *TransportError) Error() string {
	text := fmt.Sprintf("%s: %s", e.Call, faultTexts[e.Fault])
	if e.Reason != "" {
		text += " (" + e.Reason + ")"
	}
	return text
}

var faultTexts = map[TransportFault]string{
	FaultUnreachable: "no connection could be made",
	FaultUntrusted:   "the certificate of the service is not trusted",
	FaultTimeout:     "the request timeout was over before the answer was complete",
	FaultBroken:      "the connection ended before the answer was complete",
	FaultInterrupted: "interrupted",
}

// Unwrap returns the context's error where that ended the call, else nil: the
// errors of Go's HTTP client quote what the service sent.
func (e *TransportError) Unwrap() error {
	if e.Fault == FaultInterrupted {
		return e.cause
	}
	return nil
}

// MayHaveActed tells whether the service may have done what the call asks for.
func (e *TransportError) MayHaveActed() bool { return e.connected }

// MayHaveActed tells whether the service may have done what failed with err:
// always, unless err tells otherwise.
func MayHaveActed(err error) bool {
	var known interface{ MayHaveActed() bool }
	return !errors.As(err, &known) || known.MayHaveActed()
}
