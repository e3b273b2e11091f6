// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"context"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

const (
	// minPages is the length of a list, in pages, from which on parts pay.
	minPages = 10
	// provenPages is how many pages one cursor must have read before its list is
	// divided: pages that repeat charges show themselves by then, and so does how
	// dense the charges are.
	provenPages = 2
	// searchLimit is how long a request may take that only looks for a place to
	// divide the list. Meanwhile it may hold a place that a cursor waits for.
	searchLimit = 5 * time.Second
)

// longEnough reports whether the list is long, and all of it wanted, as far as the
// first page tells.
func (r *reading) longEnough() bool {
	if r.division == indivisible || r.outsideOfTime() || r.workers < 2 || r.query.Cursor != "" || r.totalHits == nil {
		return false
	}
	total, wanted := *r.totalHits, int64(r.query.MaxResults)
	return float64(total) >= minPages*r.pageSize && (wanted == 0 || wanted >= total)
}

// findFarEnd asks for the list the other way round, which shows where it ends. If
// that cannot be found out, the list is not divided.
func (r *reading) findFarEnd(ctx context.Context) {
	q := r.query
	q.Direction, q.PageSize = r.axis.reverse(), paymentapi.MinPageSize
	found, end := r.search(ctx, q)
	r.update(func() {
		switch {
		case r.division != undecided:
		case found == nil || end < r.first.at:
			r.division = indivisible
		default:
			r.division, r.first.end = divisible, end
		}
	})
}

// work reads parts of the list until none is left to take.
func (r *reading) work(ctx, search context.Context) error {
	for s := r.awaitPart(); s != nil; s = r.awaitPart() {
		if err := r.readPart(ctx, search, s); err != nil {
			return err
		}
	}
	return nil
}

// awaitPart waits until a part can be taken from a segment, and returns nil once
// that can no longer be.
func (r *reading) awaitPart() *segment {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle++
	defer func() { r.idle-- }()
	for {
		if r.stopped || !r.unfinished() {
			return nil
		}
		if s := r.takeFarEnd(); s != nil {
			return s
		}
		r.changed.Wait()
	}
}

// takeFarEnd splits the segment that has most left into as many parts as there
// are workers for it, and returns the last part. Each part has at least one
// page and one position.
func (r *reading) takeFarEnd() *segment {
	if r.division != divisible || r.first.pages < provenPages {
		return nil
	}
	longest := r.first
	for s := r.first; s != nil; s = s.next {
		if s.estimatedLeft() > longest.estimatedLeft() {
			longest = s
		}
	}
	parts := min(r.idle+1, int(longest.estimatedLeft()/r.pageSize), int(longest.end-longest.at))
	if parts < 2 {
		return nil
	}
	return longest.split(parts)
}

// unfinished reports whether a segment is being read. That is so as long as one is
// looked up: the cursor before it has yet to come there.
func (r *reading) unfinished() bool {
	for s := r.first; s != nil; s = s.next {
		if s.state == open {
			return true
		}
	}
	return false
}

// readPart looks up the charge that a segment begins after, and reads what comes
// after it. If there is no such charge, the segment is left to the cursor before.
func (r *reading) readPart(ctx, search context.Context, s *segment) error {
	found := r.lookUp(search, s)
	if found == nil {
		return nil
	}
	if !r.reuse {
		return r.follow(ctx, s, found.Items[0].ID)
	}
	cursor := found.Items[len(found.Items)-1].ID
	// A service that forgets from and to shows it only behind the last page.
	rest := &page{Items: found.Items[1:], HasMore: found.HasMore || r.axis.endBounded(r.query)}
	if done, err := r.add(s, rest); done || err != nil {
		return err
	}
	return r.follow(ctx, s, cursor)
}

// lookUp returns the page that begins with the charge that a segment begins after,
// and opens the segment. It returns nil if there is none.
func (r *reading) lookUp(ctx context.Context, s *segment) (found *page) {
	q := r.axis.from(r.query, s.start)
	if !r.reuse {
		q.PageSize = paymentapi.MinPageSize
	}
	candidate, at := r.search(ctx, q)
	r.update(func() {
		switch {
		case s.state == closed:
			// The cursor of the segment before has passed it, as it will in the
			// other cases.
		case candidate == nil || at < s.start:
			// The service does not find charges by the time that they state themselves.
			r.division = indivisible
		case s.next != nil && at >= s.next.start:
			// There are no charges in it.
		default:
			found = candidate
			s.state, s.at = open, at
			for i := range found.Items {
				s.found = append(s.found, found.Items[i].ID)
			}
		}
	})
	return found
}

// search asks for a page that shows where the list can be divided, and not for
// long. It returns nil, and no charge is lost by that, if the request fails or the
// page does not begin with a charge that says when it was created.
func (r *reading) search(ctx context.Context, q paymentapi.ChargeQuery) (found *page, begins position) {
	ctx, cancel := context.WithTimeout(ctx, searchLimit)
	defer cancel()
	q.Persistence = paymentapi.Brief
	found, err := r.source.ListCharges(ctx, q)
	if err != nil || len(found.Items) == 0 {
		return nil, 0
	}
	begins, ok := r.axis.of(&found.Items[0])
	if !ok {
		return nil, 0
	}
	return found, begins
}
