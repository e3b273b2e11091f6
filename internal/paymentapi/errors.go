// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Error is a call that failed. Whatever it holds may be shown.
type Error struct {
	Request
	Fault Fault
	// StatusCode is that of the last answer, even if the answer was cut off; 0 if
	// none came.
	StatusCode int
	// Problem says, in words of this package or of the system, what is wrong with the
	// answer's body or with the connection; may be empty.
	Problem string

	// Code, RequestID and Fields are the service's own, if it gave any that may be
	// shown.
	Code, RequestID string
	Fields          []FieldError
	// JSON reports whether an answer with an error status was a JSON object, and Coded
	// whether that has a code or errors, as the service's own have and a gateway's do
	// not.
	JSON, Coded bool
	// Field is the field of an item that cannot be used; empty if the item as a whole
	// cannot.
	Field string

	// Limit is the request timeout if that was over, else 0.
	Limit time.Duration

	objectID    string // the UUID of the object that the answer to a POST describes
	host        string // of the service, with its port, if no connection was made
	contentType string // of the answer, unless it is that of JSON
	more        int    // errors beyond Fields
	withheld    bool   // a reason of the service is not shown
}

// FieldError is what the service said of one field, as far as it is shown.
type FieldError struct{ Field, Reason string }

// Unwrap returns why the call was not sent again if its results are not the reason:
// the error of a context, for example. The errors of Go's HTTP client quote what the
// service sent and are not kept.
func (e *Error) Unwrap() error { return e.ended }

// Error says in full sentences which call failed, and how.
func (e *Error) Error() string {
	if !e.Fault.answered() {
		return e.withoutAnswer()
	}
	var b strings.Builder
	if e.Attempts == 0 {
		fmt.Fprintf(&b, "%s was not sent, because the payment service answered all other requests with status %s", e.Request, statusText(e.StatusCode))
	} else {
		fmt.Fprintf(&b, "The payment service answered %s with status %s", e.Request, statusText(e.StatusCode))
	}
	if e.Code != "" {
		b.WriteString(" and code " + e.Code)
	} else if e.Problem != "" && e.contentType != "" {
		b.WriteString(" and content type " + e.contentType)
	}
	if e.Problem != "" {
		b.WriteString(", but " + e.Problem)
	}
	b.WriteString("." + e.history() + e.asked())
	if e.withheld {
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
	if e.more > 0 {
		fmt.Fprintf(&b, "\n  - and %d more", e.more)
	}
	return b.String()
}

// withoutAnswer words a call that got no complete answer.
func (e *Error) withoutAnswer() string {
	var b strings.Builder
	b.WriteString(e.String() + " failed")
	if e.Attempts > 1 {
		fmt.Fprintf(&b, " after %d attempts", e.Attempts)
	}
	b.WriteString(": " + faults[e.Fault].text)
	if e.host != "" {
		b.WriteString(" at " + e.host)
	}
	if e.Limit > 0 {
		b.WriteString(" of " + FormatTimeout(e.Limit))
	}
	waiting := e.Fault == FaultInterrupted && len(e.met) > 0 && !slices.Contains(e.met, e.Fault.String())
	if waiting {
		b.WriteString(" before the next attempt")
	}
	if e.Problem != "" {
		b.WriteString(" (" + e.Problem + ")")
	}
	b.WriteString(".")
	if e.StatusCode != 0 {
		fmt.Fprintf(&b, " The answer began with status %s.", statusText(e.StatusCode))
	}
	switch met := e.results(); {
	case waiting && len(met) == 1:
		b.WriteString(" The attempts so far had this result: " + e.met[0] + ".")
	case len(met) > 1:
		b.WriteString(e.history())
	}
	return b.String()
}

func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("%d (%s)", status, text)
	}
	return fmt.Sprint(status)
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
