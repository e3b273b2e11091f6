// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"fmt"
	"net/http"
	"strings"
	"time"
)

// FieldError is what the service said of one field, as far as it is shown.
type FieldError struct{ Field, Reason string }

// APIError is an answer with another status than success. What it holds of the
// service's words may be shown.
type APIError struct {
	Request
	StatusCode int
	// Code, RequestID and Fields are the service's own, if it gave any that may be
	// shown.
	Code, RequestID string
	Fields          []FieldError
	// JSON reports whether the answer was a JSON object.
	JSON        bool
	contentType string // of the answer, unless it is that of JSON
	problem     string // of a body that is no JSON object
	more        int    // errors beyond Fields
	withheld    bool   // a reason of the service is not shown
}

func (e *APIError) fault() Fault { return faultOf(e.StatusCode) }

// Error says in full sentences which call failed, and how.
func (e *APIError) Error() string {
	var b strings.Builder
	if e.Attempts == 0 {
		fmt.Fprintf(&b, "%s was not sent, because the payment service answered all other requests with status %s", e.Request, statusText(e.StatusCode))
	} else {
		fmt.Fprintf(&b, "The payment service answered %s with status %s", e.Request, statusText(e.StatusCode))
	}
	if e.Code != "" {
		fmt.Fprintf(&b, " and code %s", e.Code)
	}
	b.WriteString("." + e.history() + e.asked())
	switch {
	case e.problem != "" && e.contentType != "":
		fmt.Fprintf(&b, " Its body (%s) %s.", e.contentType, e.problem)
	case e.problem != "":
		fmt.Fprintf(&b, " Its body %s.", e.problem)
	}
	if e.withheld {
		b.WriteString(" The service gave a reason in its own words, which is not shown because it may repeat what was sent.")
	}
	if e.RequestID != "" {
		fmt.Fprintf(&b, " The request id is %s.", e.RequestID)
	}
	for _, f := range e.Fields {
		switch {
		case f.Field == "":
			fmt.Fprintf(&b, "\n  - %s", f.Reason)
		case f.Reason == "":
			fmt.Fprintf(&b, "\n  - %s", f.Field)
		default:
			fmt.Fprintf(&b, "\n  - %s: %s", f.Field, f.Reason)
		}
	}
	if e.more > 0 {
		fmt.Fprintf(&b, "\n  - and %d more", e.more)
	}
	return b.String()
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("%d (%s)", status, text)
	}
	return fmt.Sprint(status)
}

// ResponseError is a success whose body is not what was asked for.
type ResponseError struct {
	Request
	StatusCode int
	// Problem says what is wrong with the body, without quoting it.
	Problem string
	// Defect says what kind of problem it is, if it is not the address's.
	Defect Defect
	// Field is the field of an item that cannot be used; empty if the item as a whole
	// cannot.
	Field string
	// Every reports whether the page has at least two items and none of them can
	// be used.
	Every bool

	contentType string // of the answer, unless it is that of JSON
}

func (e *ResponseError) fault() Fault { return FaultAnswer }

// Defect is what is wrong with a success of the payment service.
type Defect int

// The kinds of Defect.
const (
	DefectUnknown  Defect = iota // what answered need not be the payment service
	DefectTooLarge               // a page of a list is larger than any can be
	DefectEncoding               // the body is compressed in a way that was not asked for
	DefectPage                   // it is a page of a list, but a wrong one
	DefectItem                   // an item of a list cannot be used
	DefectToken                  // it is no transaction token, but an error, or has a wrong id
	DefectSecret                 // it repeats a secret
)

// Error says in full sentences which call failed, and how.
func (e *ResponseError) Error() string {
	var contentType string
	if e.contentType != "" {
		contentType = " and content type " + e.contentType
	}
	return fmt.Sprintf("The payment service answered %s with status %d%s, but %s.%s", e.Request, e.StatusCode, contentType, e.Problem, e.history())
}

// TransportError is a call that got no complete answer.
type TransportError struct {
	Request
	Fault Fault
	// Host is the host and the port of the service if no connection was made to
	// it, else empty.
	Host string
	// Reason is the system's own word for the fault; may be empty.
	Reason string
	// Limit is the request timeout if that was over, else 0.
	Limit time.Duration

	cause error
}

func (e *TransportError) fault() Fault { return e.Fault }

// Error says in full sentences which call failed, and how.
func (e *TransportError) Error() string {
	var b strings.Builder
	b.WriteString(e.String() + " failed")
	if e.Attempts > 1 {
		fmt.Fprintf(&b, " after %d attempts", e.Attempts)
	}
	b.WriteString(": " + faults[e.Fault].text)
	if e.Host != "" {
		b.WriteString(" at " + e.Host)
	}
	if e.Limit > 0 {
		b.WriteString(" of " + FormatTimeout(e.Limit))
	}
	waiting := e.Fault == FaultInterrupted && e.ended != nil && e.Attempts > 0
	if waiting {
		b.WriteString(" before the next attempt")
	}
	if e.Reason != "" {
		b.WriteString(" (" + e.Reason + ")")
	}
	b.WriteString(".")
	switch met := e.results(); {
	case waiting && len(met) == 1:
		b.WriteString(" The attempts so far had this result: " + e.met[0] + ".")
	case len(met) > 1:
		b.WriteString(e.history())
	}
	return b.String()
}

// Unwrap returns the context's error if that ended the call, else nil: the
// errors of Go's HTTP client quote what the service sent.
func (e *TransportError) Unwrap() error {
	if e.Fault == FaultInterrupted {
		return e.cause
	}
	return nil
}

// FormatTimeout writes a time as users do: "1m" rather than "1m0s".
func FormatTimeout(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}
