// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Error is a call that failed. Whatever it holds may be shown.
type Error struct {
	Tried
	Fault Fault
	// StatusCode is that of the last answer, even if the answer was cut off; 0 if none came.
	StatusCode int
	// Problem says, in words of this package or of the system, what is wrong with the
	// answer's body, or why there is no complete answer; empty for an error status with a
	// JSON object.
	Problem string
	// Proxy is the environment variable that names a proxy which opened no connection to the
	// service; else empty.
	Proxy string
	// Cause is what advice depends on besides Fault.
	Cause Cause

	// Code, RequestID and Fields are the service's own, if it gave any that may be shown.
	Code, RequestID string
	Fields          []FieldError
	// OwnFormat reports whether an answer with an error status has the service's own format,
	// which a gateway's do not have: its code is a constant, or it has errors.
	OwnFormat bool
	// Field is the field of an item that cannot be used; empty if the item as a whole
	// cannot.
	Field string

	// ObjectID is the UUID of the object that the answer to a POST describes, if that
	// object may exist; empty if the answer names none.
	ObjectID string
	// TokenExpiredAt is when the application token expired, if it had before a 401; else the
	// zero time.
	TokenExpiredAt time.Time
	// CredentialFlaws are what looks wrong in the credentials that were answered with a 401.
	CredentialFlaws []CredentialFlaw

	contentType  string // of the answer, unless it is that of JSON
	reasonHidden bool   // the service said more, which is not shown
	stoppedBy    error  // the error of a context, or the refusedFor, that ended the call; nil if its last attempt did
}

// newError makes an Error: the one place that does.
func newError(tried Tried, fault Fault, problem string) *Error {
	return &Error{Tried: tried, Fault: fault, Problem: problem}
}

// Cause is what advice depends on besides Fault.
type Cause int

// The kinds of Cause.
const (
	CauseUnknown Cause = iota

	// Those of a connection that was not made.
	CauseAuthority           // an unknown authority has signed the certificate of the server
	CauseNoClientCertificate // the server asks for a client certificate, and there is none
	CauseClientCertificate   // the server asks for a client certificate, and may have refused the one it got

	// That of a 403.
	CauseQuota // the answer asks to wait, so too many requests may have been sent
)

// FieldError is what the service said of one field, as far as it is shown.
type FieldError struct{ Field, Reason string }

// Unwrap returns what ended the call, such as the error of a context; nil if its last attempt did.
// The errors of Go's HTTP client quote what the service sent and are not kept.
func (e *Error) Unwrap() error { return e.stoppedBy }

// Error says in full sentences which call failed, and how.
func (e *Error) Error() string {
	var b strings.Builder
	after := e.describeAttempts()
	if e.Fault.answered() && e.StatusCode != 0 { // it is 0 if the gate gave up before a first attempt
		fmt.Fprintf(&b, "The payment service answered %s with status %s", e.Tried, statusText(e.StatusCode))
		if e.Code != "" {
			b.WriteString(" and code " + e.Code)
		} else if e.Problem != "" && e.contentType != "" {
			b.WriteString(" and content type " + e.contentType)
		}
		b.WriteString(after)
		if e.Problem != "" {
			b.WriteString(", but " + e.Problem)
		}
	} else {
		fmt.Fprintf(&b, "%s failed%s: %s", e.Tried, after, e.Problem)
		if e.StatusCode != 0 {
			b.WriteString(". The answer began with status " + statusText(e.StatusCode))
		}
	}
	b.WriteString(".")
	if refused, ok := errors.AsType[refusedFor](e.stoppedBy); ok {
		b.WriteString(" The provider gave up after " + refused.String() + ".")
	}
	if e.reasonHidden {
		b.WriteString(" The service gave a reason in its own words, which is not shown because it may repeat what was sent.")
	}
	if e.RequestID != "" {
		b.WriteString(" The request id is " + e.RequestID + ".")
	}
	for _, f := range e.Fields {
		separator := ": "
		if f.Field == "" || f.Reason == "" {
			separator = ""
		}
		b.WriteString("\n  - " + f.Field + separator + f.Reason)
	}
	return b.String()
}

// describeAttempts says how often the call was sent before it failed, if that was more than once. A 429 is the
// service's pace and no attempt, unless it is also how the call failed.
func (e *Error) describeAttempts() string {
	attempts := e.Attempts - e.refusals
	refusals := fmt.Sprintf("%d refusals with status 429", e.refusals)
	if e.refusals == 1 {
		refusals = "1 refusal with status 429"
	}
	switch {
	case e.Attempts <= 1:
		return ""
	case e.refusals == 0 || e.Fault == FaultThrottled:
		return fmt.Sprintf(" after %d attempts", e.Attempts)
	case attempts <= 1:
		return " after " + refusals
	}
	return fmt.Sprintf(" after %d attempts and %s", attempts, refusals)
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("%d (%s)", status, text)
	}
	return fmt.Sprint(status)
}

// FormatDuration writes a time as users do: "1m" rather than "1m0s".
func FormatDuration(d time.Duration) string {
	return strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(d.String())
}

// OneLine returns a text of the service on one line, without control characters.
func OneLine(text string) string {
	isGap := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }
	return strings.Join(strings.FieldsFunc(text, isGap), " ")
}

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

	// Those with an error status; the table below says which.
	FaultRedirect
	FaultRefused // the service refuses what was asked for
	FaultUnauthorized
	FaultForbidden
	FaultNotFound
	FaultUnsupported
	FaultThrottled
	FaultUnavailable
)

// faults says how each kind of fault is logged, retried and recognized. A 429 is repeated
// as the gate allows, whatever MaxAttempts is.
var faults = map[Fault]struct {
	name      string // in logs
	transient bool   // another attempt may succeed
	statuses  []int  // 300, 400 and 500 also stand for the rest of their hundred
}{
	FaultUnsent:             {name: "not sent"},
	FaultUnreachable:        {name: "no connection", transient: true},
	FaultConnectionUnusable: {name: "no usable connection"},
	FaultTimeout:            {name: "timeout", transient: true},
	FaultConnectionLost:     {name: "broken connection", transient: true},
	FaultInterrupted:        {name: "interrupted"},
	FaultUnexpectedAnswer:   {name: "unexpected answer"}, // also with any other status
	FaultInconsistent:       {name: "inconsistent answer"},
	FaultItem:               {name: "unusable item"},
	FaultRedirect:           {name: "redirect", statuses: []int{300}},
	FaultRefused:            {name: "refused", statuses: []int{400}},
	FaultUnauthorized:       {name: "unauthorized", statuses: []int{401}},
	FaultForbidden:          {name: "forbidden", statuses: []int{403}},
	FaultNotFound:           {name: "not found", statuses: []int{404, 410}},
	FaultUnsupported:        {name: "not supported", statuses: []int{405, 501}},
	FaultThrottled:          {name: "too many requests", transient: true, statuses: []int{429}},
	FaultUnavailable:        {name: "service unavailable", transient: true, statuses: []int{500, 408, 499}}, // 408, 499: a proxy stopped waiting
}

// faultOfStatus classifies a status that is not the wanted one.
func faultOfStatus(status int) Fault {
	for _, listed := range []int{status, status / 100 * 100} {
		for fault, row := range faults {
			if slices.Contains(row.statuses, listed) {
				return fault
			}
		}
	}
	return FaultUnexpectedAnswer
}

// answered reports whether the service, or what is in front of it, has answered.
func (f Fault) answered() bool { return f >= FaultUnexpectedAnswer }

// Conclusive reports whether the call was answered, and another attempt would be answered alike.
func (f Fault) Conclusive() bool { return f == FaultNone || f.answered() && !faults[f].transient }

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
func (f Fault) String() string { return faults[f].name }

// Tried is a call, and how often it was sent so far.
type Tried struct {
	Method string
	// Path is the path under the base address, with ids and without query.
	Path string
	// Attempts is how often it was sent.
	Attempts int

	refusals     int  // attempts that were answered with 429
	mayHaveActed bool // the service may have done something on one of them
}

// String returns the method and the path.
func (t Tried) String() string { return t.Method + " " + t.Path }

// MayHaveActed reports whether the service may have done what failed with err:
// always, unless err says otherwise.
func MayHaveActed(err error) bool {
	failed, ok := errors.AsType[*Error](err)
	return !ok || failed.mayHaveActed
}
