// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"errors"
	"fmt"
	"strings"
)

// Request names what was tried, and what its attempts met.
type Request struct {
	Method string
	// Path is the path under the base address, with ids and without query.
	Path string
	// Attempts is how often it was sent.
	Attempts int
	// Met is what the attempts met, in order.
	Met []Met
	// acted reports whether the service may have acted on one of the attempts.
	acted bool
	// ended is why it was not sent again, if not for what the attempts met.
	ended error
}

// EndedByRefusals reports whether a call ended since the service refused every
// request, of whatever call, for too long.
func EndedByRefusals(err error) bool { return endedBy(err, errRefused) }

// EndedByDeadline reports whether a call was not sent again since its context
// would have ended before.
func EndedByDeadline(err error) bool { return endedBy(err, errTooLate) }

func endedBy(err, reason error) bool {
	var known interface{ endedBy(reason error) bool }
	return errors.As(err, &known) && known.endedBy(reason)
}

func (r *Request) endedBy(reason error) bool { return errors.Is(r.ended, reason) }

// Met is what one attempt met, or several in a row.
type Met struct {
	// What is a status, or the kind of fault in a few words.
	What  string
	Times int
}

// String returns the method and the path.
func (r Request) String() string { return r.Method + " " + r.Path }

func (r *Request) describe(with Request) { *r = with }

// met adds what a further attempt met. It changes no slice that an error has.
func (r Request) met(what string) []Met {
	list := append([]Met(nil), r.Met...)
	if last := len(list) - 1; last >= 0 && list[last].What == what {
		list[last].Times++
		return list
	}
	return append(list, Met{what, 1})
}

// history is a sentence about the attempts, with a space before it; empty if
// there was one at most.
func (r Request) history() string {
	if r.Attempts < 2 {
		return ""
	}
	if len(r.Met) == 1 {
		return fmt.Sprintf(" All %d attempts had this result.", r.Attempts)
	}
	parts := make([]string, len(r.Met))
	for i, met := range r.Met {
		parts[i] = met.What
		if met.Times > 1 {
			parts[i] += fmt.Sprintf(" (%d times)", met.Times)
		}
	}
	last := len(parts) - 1
	if last < 0 {
		return fmt.Sprintf(" The provider made %d attempts.", r.Attempts)
	}
	return fmt.Sprintf(" The results of the %d attempts were %s, then %s.", r.Attempts, strings.Join(parts[:last], ", "), parts[last])
}
