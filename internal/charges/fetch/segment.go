// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// segment is a part of the list, read by one cursor.
type segment struct {
	query paymentapi.ChargeQuery
	// first and end are the bounds that query asks for; stop is where the next segment takes over,
	// which comes nearer as others take parts away.
	first, end, stop position
	// at is the position of the last charge read, and left an estimate of those still to come.
	at     position
	left   float64
	pages  int
	closed bool
	part   Part
}

// whole is the segment of the whole list, by the query as it is.
func whole(q paymentapi.ChargeQuery) *segment {
	return &segment{query: q, first: beforeAll, end: afterAll, stop: afterAll, at: beforeAll}
}

// bounded tells whether the segment asks for less than the whole list.
func (s *segment) bounded() bool { return s.first != beforeAll || s.end != afterAll }

// check returns the positions of charges, or an error where they are not what the segment asks for,
// in order.
func (s *segment) check(a axis, charges []paymentapi.Charge) ([]position, error) {
	positions := make([]position, len(charges))
	last := s.at
	for i := range charges {
		p, ok := a.of(&charges[i])
		switch {
		case !ok:
			return nil, odd("a charge has no created_on, or one that is not RFC 3339")
		case p < s.first || p >= s.end:
			return nil, odd("the service listed a charge outside of the from and to that were asked for")
		case p < last:
			return nil, odd("the charges are not in the order of created_on")
		}
		positions[i], last = p, p
	}
	return positions, nil
}

// advance notes a page that was read up to the position at.
func (s *segment) advance(page *paymentapi.Page[paymentapi.Charge], at position, pageSize, most float64) {
	came := float64(len(page.Items))
	before := s.at
	s.at = at
	s.pages++
	switch {
	case !page.HasMore:
		s.left = 0
		return
	case s.pages == 1 && page.TotalHits != nil:
		s.left = float64(*page.TotalHits) - came
		if s.end != s.stop && s.end != afterAll {
			s.left *= share(at, s.stop, s.end)
		}
	default:
		s.left -= came
	}
	if s.left < pageSize {
		// More than was expected: as dense as this page, for want of anything better.
		s.left = pageSize
		if before != beforeAll && s.stop != afterAll && at > before {
			s.left = max(pageSize, came*float64(s.stop-at)/float64(at-before))
		}
	}
	s.left = min(s.left, max(most, 0))
}

// share is how much of the way from start to end is left at stop.
func share(start, stop, end position) float64 {
	if end <= start {
		return 0
	}
	return float64(stop-start) / float64(end-start)
}

// split takes the far end of the segment away and returns it as one of its own, or nil where that
// is not possible. The last position of an open segment is limit.
func (s *segment) split(a axis, base paymentapi.ChargeQuery, fraction float64, limit position) *segment {
	stop := min(s.stop, limit)
	start := max(s.at, s.first)
	if stop-start < 2 {
		return nil
	}
	width := float64(stop - start)
	middle := a.align(stop-position(width*fraction), stop-start)
	middle = min(max(middle, start+1), stop-1)
	part := &segment{
		query: a.bound(base, middle, s.stop),
		first: middle, end: s.stop, stop: s.stop, at: beforeAll,
		left: s.left * float64(stop-middle) / width,
	}
	s.stop = middle
	s.left -= part.left
	return part
}
