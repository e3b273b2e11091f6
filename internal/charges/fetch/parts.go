// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"context"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// minPages is how many pages a list must have left for parts to pay. One cursor
// reads so many in seconds, and the requests that look for charges to begin after
// could use up what a rate limit allows.
const minPages = 30

// splitting says whether idle workers may begin parts of the list.
type splitting int

const (
	undecided     splitting = iota // it is not known whether the list is long
	seekingFarEnd                  // it is, and its far end is looked for
	maySplit                       // they may
	neverSplit                     // they may not (any more), but lookups that have begun still may
)

// part is a part of the list, read by one cursor from the charge that it begins
// after up to the one that the next part begins after.
type part struct {
	// after is the id of the charge that it begins after; for the first part, the cursor
	// of the query, which may be empty. begin is the position of that charge.
	after string
	begin position

	next     *part    // nil for the last
	complete bool     // every charge of the part is read
	chunks   [][]byte // what is kept of the part, added only by the worker that reads it

	reached       position // of the last charge read, or else of the one that it begins after
	lastCreatedOn *string  // of that charge
	density       float64  // charges per position on the last page
}

// split lets idle workers begin parts where most is left to read, as long as each
// has at least a page and a position, and while requests may overlap.
func (r *reading) split(ctx context.Context) {
	if r.isComplete() || r.splitting == neverSplit || r.source.Throttled() {
		return
	}
	if r.splitting == undecided && r.idle > 0 && r.query.Cursor == "" && r.isLong() {
		r.splitting, r.overlapping = seekingFarEnd, true
		r.start(ctx, r.findFarEnd)
	}
	// Each turn takes at least one idle worker, and the next looks again where most is left.
	for r.splitting == maySplit && r.result.Pages > 1 { // one page tells little of how dense the list is
		p, positions, charges := r.mostLeft()
		// The worker of p keeps the first of these parts.
		parts := min(r.idle+1, int(charges)/r.query.PageSize, int(positions))
		if parts < 2 {
			return
		}
		for i := 1; i < parts; i++ {
			r.startLookup(ctx, p.reached+positions*position(i)/position(parts))
		}
	}
}

// mostLeft returns the part that has the most unclaimed charges left to read, and how many
// positions and, as far as is known, charges these are.
func (r *reading) mostLeft() (most *part, positions position, charges float64) {
	most = r.first
	for p := r.first; p != nil; p = p.next {
		if left := p.density * float64(r.unclaimedEnd(p)-p.reached); !p.complete && left > charges {
			most, charges = p, left
		}
	}
	return most, r.unclaimedEnd(most) - most.reached, charges
}

// isLong reports whether much of the list is left to read, and all of it wanted, as
// far as its first page tells.
func (r *reading) isLong() bool {
	if r.result.TotalHits == nil {
		return false
	}
	total, wanted := *r.result.TotalHits, int64(r.query.MaxResults)
	return total-int64(r.result.Len) >= minPages*int64(r.query.PageSize) && (wanted == 0 || wanted >= total)
}

// unclaimedEnd returns the position up to which p may still be split: the nearest claim ahead of it,
// or its end. A claim is where a lookup began. It stays after the lookup has found a part, since it is
// known then that there are no charges in between:
//
//	p.reached ... charges of p ... claim ... no charges ... p.next.begin
//
// A claim that p has passed does not count, nor does it for p.next, which begins after it. Once a lookup
// has failed, nothing is split any more.
func (r *reading) unclaimedEnd(p *part) position {
	end := r.farEnd
	if p.next != nil {
		end = p.next.begin
	}
	for _, claim := range r.claims {
		if claim > p.reached {
			end = min(end, claim)
		}
	}
	return end
}

// findPart returns a part that begins after the first charge that q finds. It returns nil, and
// no charge is lost by that, if the request fails or finds none, or if the charge does not
// say when it was created.
func (r *reading) findPart(ctx context.Context, q paymentapi.ChargeQuery) *part {
	q.PageSize, q.OneAttempt = paymentapi.MinPageSize, true
	page, err := r.source.ListCharges(ctx, q)
	if err != nil || len(page.Items) == 0 {
		return nil
	}
	first := &page.Items[0]
	begin, ok := r.axis.positionOf(first)
	if !ok {
		return nil
	}
	return &part{after: first.ID, begin: begin, reached: begin, lastCreatedOn: first.CreatedOn, density: r.axis.density(page.Items)}
}

// findFarEnd asks for the list the other way round, which shows where it ends. If
// that cannot be found out, the list is not split.
func (r *reading) findFarEnd(ctx context.Context) error {
	q := r.query
	q.Direction = paymentapi.Ascending
	if r.axis > 0 {
		q.Direction = paymentapi.Descending
	}
	end := r.findPart(ctx, q) // a part that would begin after the last charge: only its position counts
	r.mu.Lock()
	defer r.mu.Unlock()
	if end == nil {
		r.splitting = neverSplit
	} else if r.splitting == seekingFarEnd {
		r.splitting, r.farEnd = maySplit, end.begin
	}
	return nil
}

// startLookup lets a worker look for a charge from a position on, and read the part that begins
// after it.
func (r *reading) startLookup(ctx context.Context, from position) {
	r.claims = append(r.claims, from)
	r.start(ctx, func(ctx context.Context) error {
		p := r.findPart(ctx, r.axis.startingAt(r.query, from))
		if !r.insert(p, from) {
			return nil
		}
		return r.readPart(ctx, p)
	})
}

// insert puts a part that was looked for from a position on into the chain, and reports whether
// it did.
func (r *reading) insert(p *part, from position) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p == nil || p.begin < from {
		// Lookups are of no use here: no part was found, or one that begins earlier than asked for.
		r.splitting = neverSplit
		return false
	}
	before := r.first
	for before.next != nil && before.next.begin < p.begin {
		before = before.next
	}
	switch {
	case before.complete || before.reached >= p.begin:
		return false // the cursor of the part before is there already
	case before.next != nil && before.next.begin == p.begin:
		return false // two lookups with no charge between them found the same place
	}
	p.next, before.next = before.next, p
	return true
}

// advance notes how far p has come with charges. It reports false if they are not in the
// order of time, or do not say.
func (p *part) advance(a axis, charges []paymentapi.Charge) bool {
	if len(charges) == 0 {
		return true
	}
	last := &charges[len(charges)-1]
	begin, beginOK := a.positionOf(&charges[0])
	end, endOK := a.positionOf(last)
	p.reached, p.lastCreatedOn, p.density = end, last.CreatedOn, a.density(charges)
	return beginOK && endOK && begin <= end
}

// position says how far along a list a charge is: the second of its creation,
// counted so that it grows as the list goes on, whichever way that is. Finer
// times are of no use: not every service finds charges by them.
type position int64

// axis maps the times of a list to positions: 1 is oldest first, -1 newest first.
type axis position

func axisOf(direction string) axis {
	if direction == paymentapi.Ascending {
		return 1
	}
	return -1
}

// positionOf returns the position of a charge, or false if it does not say when it was created.
func (a axis) positionOf(charge *paymentapi.Charge) (position, bool) {
	created, ok := charge.Created()
	return position(a) * position(created.Unix()), ok
}

// density returns how many charges there are per position, on a page that has some.
func (a axis) density(charges []paymentapi.Charge) float64 {
	begin, _ := a.positionOf(&charges[0])
	end, _ := a.positionOf(&charges[len(charges)-1])
	return float64(len(charges)) / float64(max(end-begin, 1))
}

// startingAt narrows q to the charges from a position on.
func (a axis) startingAt(q paymentapi.ChargeQuery, start position) paymentapi.ChargeQuery {
	second := position(a) * start // a position is the second, or minus that
	if a > 0 {
		q.From = rfc3339(second) // from is inclusive
	} else {
		q.To = rfc3339(second + 1) // to is exclusive
	}
	return q
}

func rfc3339(second position) string { return time.Unix(int64(second), 0).UTC().Format(time.RFC3339) }
