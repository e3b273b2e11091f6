// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// state is how far a segment is.
type state int

const (
	sought state = iota // the charge that it begins after is being looked up
	open                // it is being read
	closed              // it is read
)

// segment is a part of the list, read by one cursor from the charge that it
// begins after up to the one that the next segment begins after.
type segment struct {
	state  state
	chunks [][]byte // what is kept of it; its reader alone adds to them
	next   *segment // nil for the last
	pages  int

	// found are the ids of the charge that it begins after and of some that follow;
	// none at the beginning of the list, and until they are looked up.
	found []string

	// start is where the charge that it begins after was looked for.
	start position
	// What follows is for the estimate of what is left: the position of the last
	// charge read, where the charges end, and how many charges there are per
	// position.
	at, end position
	density float64
}

// advance notes a page that has so many charges and was read up to a position.
func (s *segment) advance(charges int, at position) {
	s.density = float64(charges) / float64(max(at-s.at, 1))
	s.at = at
}

// estimatedLeft is how many charges an open segment has left if they go on as
// dense as on the last page.
func (s *segment) estimatedLeft() float64 {
	if s.state != open {
		return 0
	}
	return s.density * float64(s.end-s.at)
}

// split takes the last of so many equal parts of what is left away, and returns
// it as a segment of its own. There must be a position for each.
func (s *segment) split(parts int) *segment {
	start := s.end - (s.end-s.at)/position(parts)
	part := &segment{start: start, end: s.end, density: s.density, next: s.next}
	s.next, s.end = part, start
	return part
}

// absorbNext gives up the next segment, because the cursor of s has passed it
// while its beginning was still being looked up. Then s reaches as far as that
// segment did.
func (s *segment) absorbNext() error {
	if s.next.state != sought {
		return misfit("a part of the list does not begin where the cursor of the one before leads to")
	}
	s.next.state = closed
	s.end, s.next = s.next.end, s.next.next
	return nil
}

// position says how far along a list a charge is: the second of its creation,
// counted so that it grows as the list goes on, whichever way that is. Finer
// times are of no use: not every service finds charges by them.
type position int64

// axis maps the times of a list to positions.
type axis struct {
	sign position // 1 oldest first, -1 newest first
}

func axisOf(direction string) axis {
	if direction == paymentapi.Ascending {
		return axis{1}
	}
	return axis{-1}
}

// reverse returns the direction that starts at the other end.
func (a axis) reverse() string {
	if a.sign > 0 {
		return paymentapi.Descending
	}
	return paymentapi.Ascending
}

// of returns the position of a charge, or false if it does not say when it was
// created.
func (a axis) of(charge *paymentapi.Charge) (position, bool) {
	created, ok := charge.Created()
	return a.sign * position(created.Unix()), ok
}

// from narrows q to the charges from a position on. The filter from includes its
// instant and to excludes it.
func (a axis) from(q paymentapi.ChargeQuery, start position) paymentapi.ChargeQuery {
	if a.sign > 0 {
		q.From = rfc3339(start)
	} else {
		q.To = rfc3339(1 - start)
	}
	return q
}

// endBounded reports whether q has a filter for the end of its list: to if the
// oldest charges come first, or else from.
func (a axis) endBounded(q paymentapi.ChargeQuery) bool {
	if a.sign > 0 {
		return q.To != ""
	}
	return q.From != ""
}

func rfc3339(second position) string { return time.Unix(int64(second), 0).UTC().Format(time.RFC3339) }
