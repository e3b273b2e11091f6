// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"context"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// consider decides after the first page whether parts would be faster. If so, it looks for the far
// end of the list, while the cursor goes on, and lets workers wait for parts.
func (r *reading) consider(ctx context.Context) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.worthwhile() {
		r.alone = true
		return
	}
	list := r.segments[0]
	r.expected = *r.totalHits
	list.left = float64(r.expected)
	nearest := list.at
	search, cancel := context.WithCancel(ctx)
	r.endSearch = cancel
	r.spawn(func() error {
		defer cancel()
		r.findEnd(search, nearest)
		return r.work(ctx)
	})
	for range r.workers - 2 {
		r.spawn(func() error { return r.work(ctx) })
	}
}

// worthwhile tells whether the list is long, and all of it wanted.
func (r *reading) worthwhile() bool {
	if r.alone || r.totalHits == nil {
		return false
	}
	total := *r.totalHits
	wanted := int64(r.query.MaxResults)
	return float64(total) >= minPages*r.pageSize && (wanted == 0 || wanted >= total)
}

// findEnd asks for the list the other way round, which shows its last position. Where the answer is
// no such thing, the cursor stays alone: what goes wrong here goes wrong for no charge.
func (r *reading) findEnd(ctx context.Context, nearest position) {
	q := r.query
	q.Direction, q.PageSize, q.MaxResults = r.axis.reverse(), paymentapi.MinPageSize, 0
	page, err := r.source.ListCharges(ctx, q)
	last, ok := position(0), false
	if err == nil {
		last, ok = r.farEnd(page, nearest)
	}
	r.update(func() {
		if !ok {
			r.alone = true
			return
		}
		r.known, r.limit = true, last+1
		if r.axis.sign > 0 {
			// Charges arrive at this end: the ones counted are those that were there just now.
			r.expected = *page.TotalHits
		}
	})
}

// farEnd returns the position of the first charge of a page that runs against the list, or false
// where it does not.
func (r *reading) farEnd(page *paymentapi.Page[paymentapi.Charge], nearest position) (position, bool) {
	if len(page.Items) == 0 || page.TotalHits == nil && r.axis.sign > 0 {
		return 0, false
	}
	last := afterAll
	for i := range page.Items {
		p, ok := r.axis.of(&page.Items[i])
		if !ok || p > last || p < nearest {
			return 0, false
		}
		last = p
	}
	return r.axis.of(&page.Items[0])
}
