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
	// divided: a list that goes round in circles shows itself by then.
	provenPages = 2
	// searchLimit is how long a request may take that only looks for a place to
	// divide the list. Meanwhile it may hold a place that a cursor waits for.
	searchLimit = 5 * time.Second
)

// divide decides after the first page whether parts would be faster. If so, it
// looks for the far end of the list, while the cursor goes on, and lets workers
// wait for parts. What goes wrong here and in locate goes wrong for no charge:
// the list is not divided (any further), and the cursors that there are read on.
func (r *reading) divide(ctx, search context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.worthwhile() {
		r.division = indivisible
		return
	}
	r.parallel = true
	r.spawn(func() error {
		r.findEnd(search)
		return r.work(ctx, search)
	})
	for range r.workers - 2 {
		r.spawn(func() error { return r.work(ctx, search) })
	}
}

// worthwhile reports whether the list is long, and all of it wanted.
func (r *reading) worthwhile() bool {
	if r.division == indivisible || r.outOfRange > 0 || r.workers < 2 || r.query.Cursor != "" || r.totalHits == nil {
		return false
	}
	total, wanted := *r.totalHits, int64(r.query.MaxResults)
	return float64(total) >= minPages*r.pageSize && (wanted == 0 || wanted >= total)
}

// findEnd asks for the list the other way round, which shows where it ends.
func (r *reading) findEnd(ctx context.Context) {
	q := r.query
	q.Direction, q.PageSize = r.axis.reverse(), paymentapi.MinPageSize
	page, err := r.search(ctx, q)
	r.update(func() {
		end, ok := r.begin(page, err)
		switch {
		case r.division != undecided:
		case !ok || end < r.first.at:
			r.division = indivisible
		default:
			r.division, r.first.end = divisible, end
		}
	})
}

// locate looks for the charge that a segment begins after, and returns the page
// that begins with it. It returns nil if there is none, and the segment is left
// to the cursor before.
func (r *reading) locate(ctx context.Context, s *segment) *paymentapi.Page[paymentapi.Charge] {
	q := r.axis.from(r.query, s.start)
	if !r.usesFound {
		q.PageSize = paymentapi.MinPageSize
	}
	page, err := r.search(ctx, q)
	found := false
	r.update(func() {
		at, ok := r.begin(page, err)
		switch {
		case s.state == closed:
			// The cursor of the segment before has passed it, as it will in the
			// other cases.
		case !ok || at < s.start:
			// The service does not find charges by time as they say it themselves.
			r.division = indivisible
		case s.next != nil && at >= s.next.start:
			// There are no charges in it.
		default:
			s.state, s.part, s.at = open, r.newPart(), at
			s.found = ids(page.Items)
			found = true
		}
	})
	if !found {
		return nil
	}
	return page
}

// search asks for a page, and not for long.
func (r *reading) search(ctx context.Context, q paymentapi.ChargeQuery) (*paymentapi.Page[paymentapi.Charge], error) {
	ctx, cancel := context.WithTimeout(ctx, searchLimit)
	defer cancel()
	return r.source.ListCharges(ctx, q)
}

// begin returns the position of the first charge of a page, or false if there is
// none or it does not say when it was created.
func (r *reading) begin(page *paymentapi.Page[paymentapi.Charge], err error) (position, bool) {
	if err != nil || len(page.Items) == 0 {
		return 0, false
	}
	return r.axis.of(&page.Items[0])
}

func ids(charges []paymentapi.Charge) []string {
	list := make([]string, len(charges))
	for i := range charges {
		list[i] = charges[i].ID
	}
	return list
}
