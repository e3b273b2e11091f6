// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
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

	contentType  string // the answer's, unless it is that of JSON
	reasonHidden bool   // whether the service said more, which is not shown
	stoppedBy    error  // an error of a context, or a refusedFor, that ended the call; nil if its last attempt did
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
type FieldError struct {
	Field  string
	Reason string
}

// String writes both as a line of a message.
func (f FieldError) String() string {
	switch {
	case f.Field == "":
		return f.Reason
	case f.Reason == "":
		return f.Field
	}
	return f.Field + ": " + f.Reason
}

// Unwrap returns what ended the call, such as the error of a context; nil if its last attempt did.
// The errors of Go's HTTP client quote what the service sent and are not kept.
func (e *Error) Unwrap() error {
	return e.stoppedBy
}

// Error says in full sentences which call failed, and how.
func (e *Error) Error() string {
	sentences := []string{e.describeFailure() + "."}

	if refused, ok := errors.AsType[refusedFor](e.stoppedBy); ok {
		sentences = append(sentences, "The provider gave up after "+refused.String()+".")
	}
	if e.reasonHidden {
		sentences = append(sentences,
			"The service gave a reason in its own words, which is not shown because it may repeat what was sent.")
	}

	if e.RequestID != "" {
		sentences = append(sentences, "The request id is "+e.RequestID+".")
	}

	text := strings.Join(sentences, " ")
	for _, field := range e.Fields {
		text += "\n  - " + field.String()
	}
	return text
}

// describeFailure says how the last attempt failed.
func (e *Error) describeFailure() string {
	attempts := e.describeAttempts()
	isAnswered := e.Fault.answered() && e.StatusCode != 0 // it is 0 if the gate gave up before a first attempt
	if !isAnswered {
		text := e.String() + " failed" + attempts + ": " + e.Problem
		if e.StatusCode != 0 {
			text += ". The answer began with status " + statusText(e.StatusCode)
		}
		return text
	}

	text := "The payment service answered " + e.String() + " with status " + statusText(e.StatusCode)
	switch {
	case e.Code != "":
		text += " and code " + e.Code
	case e.Problem != "" && e.contentType != "":
		text += " and content type " + e.contentType
	}

	text += attempts
	if e.Problem != "" {
		text += ", but " + e.Problem
	}
	return text
}

// describeAttempts says how often the call was sent before it failed, if that was more than once, such as " after 3
// attempts and 1 refusal with status 429". A 429 is the service's pace and no attempt, unless it is also how the call
// failed, as in " after 4 attempts".
func (e *Error) describeAttempts() string {
	refusals := fmt.Sprintf("%d refusals with status 429", e.refusals)
	if e.refusals == 1 {
		refusals = "1 refusal with status 429"
	}

	attempts := e.Attempts - e.refusals
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
	text := http.StatusText(status)
	if text == "" {
		return strconv.Itoa(status)
	}
	return fmt.Sprintf("%d (%s)", status, text)
}

// FormatDuration writes a time as users do: "1m" rather than "1m0s".
func FormatDuration(d time.Duration) string {
	withoutZeros := strings.NewReplacer("h0m0s", "h", "m0s", "m")
	return withoutZeros.Replace(d.String())
}

// OneLine returns a text of the service on one line, without control characters.
func OneLine(text string) string {
	isGap := func(char rune) bool {
		return unicode.IsSpace(char) || !unicode.IsPrint(char)
	}
	return strings.Join(strings.FieldsFunc(text, isGap), " ")
}

// Tried is a call, and how often it was sent so far.
type Tried struct {
	Method string
	// Path is the path under the base address, with ids and without query.
	Path string
	// HasIDs reports whether there are ids in the path.
	HasIDs bool
	// Attempts is how often it was sent.
	Attempts int

	refusals     int  // how many of the attempts were answered with 429
	mayHaveActed bool // whether the service may have done something on one of them
}

// String returns the method and the path.
func (t Tried) String() string {
	return t.Method + " " + t.Path
}

// MayHaveActed reports whether the service may have done what failed with err:
// always, unless err says otherwise.
func MayHaveActed(err error) bool {
	failed, ok := errors.AsType[*Error](err)
	return !ok || failed.mayHaveActed
}
