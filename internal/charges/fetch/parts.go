// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"context"
	"fmt"
	"slices"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// minPages is how many pages a list must have left for parts to pay. One cursor
// reads so many in seconds, and the requests that look for charges to begin after
// could use up what a rate limit allows.
const minPages = 30

// splitting says whether idle workers may begin parts of the list.
type splitting int

const (
	notSplit      splitting = iota // the list is not known to be long
	seekingFarEnd                  // the list is long, and its far end is looked for
	maySplit                       // idle workers may begin parts
	neverSplit                     // no more parts are begun, except by lookups in flight
)

// part is a part of the list, read by one cursor from the charge that it begins
// after up to the one that the next part begins after.
type part struct {
	// after is the id of the charge that it begins after; for the first part, the cursor
	// of the query, which may be empty. begin is the position of that charge.
	after string
	begin position

	next     *part    // nil for the last part
	complete bool     // every charge of the part is read
	chunks   [][]byte // what the sink returned, added only by the worker that reads the part

	reached       position // of the last charge that was read, or else of the one that the part begins after
	lastCreatedOn *string  // when that charge was created
	density       float64  // charges per position on the last page
}

// endAtNext ends p if the next part begins on this page. The cursor of p must come to
// the very charge that the next part begins after. Otherwise, the cursors together do
// not list what one of them would.
func (p *part) endAtNext(page *chargePage) error {
	if p.next == nil {
		return nil
	}

	end := slices.IndexFunc(page.Items, func(charge paymentapi.Charge) bool {
		return charge.ID == p.next.after
	})

	switch {
	case end >= 0:
		page.Items = page.Items[:end+1]
		page.HasMore = false
	case !page.HasMore:
		return fmt.Errorf("%w: a cursor does not come to the charge that the next part begins after", errPartsDisagree)
	}
	return nil
}

// advance notes how far p has come with charges. It reports false if they are not in the
// order of time, or do not say.
func (p *part) advance(axis axis, charges []paymentapi.Charge) bool {
	if len(charges) == 0 {
		return true
	}

	last := &charges[len(charges)-1]
	begin, hasBegin := axis.positionOf(&charges[0])
	end, hasEnd := axis.positionOf(last)
	p.reached = end
	p.lastCreatedOn = last.CreatedOn
	p.density = axis.density(charges)
	return hasBegin && hasEnd && begin <= end
}

// splitLocked lets idle workers begin parts, while the rate of requests allows that some overlap.
func (r *reading) splitLocked(ctx context.Context) {
	const fewPages = 1 // they tell little of how dense the list is
	switch {
	case r.source.Throttled():
		return
	case r.splitting == notSplit && r.idle > 0 && r.isLongLocked():
		r.splitting = seekingFarEnd
		r.overlapping = true
		r.startLocked(ctx, r.findFarEnd)
	case r.splitting == maySplit && r.result.Pages > fewPages:
		r.beginPartsLocked(ctx)
	}
}

// beginPartsLocked lets all idle workers begin parts where most is left to read, as long as each has at least a page
// and a position.
func (r *reading) beginPartsLocked(ctx context.Context) {
	// Each turn takes at least one idle worker, and the next looks again where most is left.
	for {
		p := r.longestPartLocked()
		rest := r.restOfLocked(p)
		parts := min(
			r.idle+1, // the worker of p keeps the first of these parts
			int(rest.charges)/r.query.PageSize,
			int(rest.positions),
		)
		if parts < 2 {
			return
		}
		for i := 1; i < parts; i++ {
			r.startLookupLocked(ctx, p.reached+rest.positions*position(i)/position(parts))
		}
	}
}

// isLongLocked reports whether much of the list is left to read, and all of it wanted, as
// far as its first page tells.
func (r *reading) isLongLocked() bool {
	total, isCounted := r.result.Counted(r.query)
	if !isCounted {
		return false
	}

	wanted := int64(r.query.MaxResults)
	isAllWanted := wanted == 0 || wanted >= total
	left := total - int64(r.result.Len)
	return isAllWanted && left >= minPages*int64(r.query.PageSize)
}

// rest is what a part has left to read, up to the nearest lookup.
type rest struct {
	positions position
	charges   float64 // as far as is known
}

func (r *reading) restOfLocked(p *part) rest {
	if p.complete {
		return rest{}
	}

	positions := r.unsearchedEndLocked(p) - p.reached
	return rest{positions, p.density * float64(positions)}
}

// longestPartLocked returns the part that has the most charges left to read.
func (r *reading) longestPartLocked() *part {
	longest := r.first
	for p := r.first.next; p != nil; p = p.next {
		if r.restOfLocked(p).charges > r.restOfLocked(longest).charges {
			longest = p
		}
	}
	return longest
}

// unsearchedEndLocked returns the position up to which p may still be split: the nearest lookup ahead of what p has
// read, or else the end of p.
//
//	p.reached ... charges of p ... lookup ... no charges ... p.next.begin
//
// The lookup that has found p.next still counts for p: there are no charges between the two. It does not count for
// p.next, which begins after it. No lookup that p has passed counts for p.
func (r *reading) unsearchedEndLocked(p *part) position {
	end := r.farEnd
	if p.next != nil {
		end = p.next.begin
	}
	for _, lookup := range r.lookups {
		if lookup > p.reached {
			end = min(end, lookup)
		}
	}
	return end
}

// findFarEnd asks for the list the other way round, which shows where it ends. If
// that cannot be found out, the list is not split.
func (r *reading) findFarEnd(ctx context.Context) error {
	query := r.query
	query.Direction = paymentapi.Ascending
	if r.axis > 0 {
		query.Direction = paymentapi.Descending
	}
	last, isFound := r.findCharge(ctx, query)

	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !isFound:
		r.splitting = neverSplit
	case r.splitting == seekingFarEnd:
		r.splitting = maySplit
		r.farEnd = last.at
	}
	return nil
}

// startLookupLocked lets a worker look for a charge from a position on, and read the part that begins
// after it.
func (r *reading) startLookupLocked(ctx context.Context, from position) {
	r.lookups = append(r.lookups, from)
	r.startLocked(ctx, func(ctx context.Context) error {
		found, isFound := r.findCharge(ctx, r.axis.startingAt(r.query, from))
		if !isFound || found.at < from { // it found none, or one that comes earlier than asked for
			r.stopSplitting()
			return nil
		}

		p := &part{
			after:         found.charge.ID,
			begin:         found.at,
			reached:       found.at,
			lastCreatedOn: found.charge.CreatedOn,
			density:       found.density,
		}
		if !r.insert(p) {
			return nil
		}
		return r.readPart(ctx, p)
	})
}

// stopSplitting begins no more lookups, because they are of no use for this list.
func (r *reading) stopSplitting() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.splitting = neverSplit
}

// foundCharge is a charge that was looked for.
type foundCharge struct {
	charge  *paymentapi.Charge
	at      position
	density float64 // charges per position from there on
}

// findCharge returns the first charge that a query finds. It returns false, and no charge is lost by that, if the
// request fails or finds none, or if the charge does not say when it was created.
func (r *reading) findCharge(ctx context.Context, query paymentapi.ChargeQuery) (foundCharge, bool) {
	query.PageSize = paymentapi.MinPageSize
	query.OneAttempt = true
	page, err := r.source.ListCharges(ctx, query)
	if err != nil || len(page.Items) == 0 {
		return foundCharge{}, false
	}

	first := &page.Items[0]
	at, ok := r.axis.positionOf(first)
	found := foundCharge{
		charge:  first,
		at:      at,
		density: r.axis.density(page.Items),
	}
	return found, ok
}

// insert puts a part into the chain, and reports whether it did.
func (r *reading) insert(p *part) bool {
	r.mu.Lock()
	defer r.mu.Unlock()

	previous := r.first
	for previous.next != nil && previous.next.begin <= p.begin {
		previous = previous.next
	}
	// The cursor of the part before may be there already, or that part may begin after the same charge.
	if previous.complete || previous.reached >= p.begin {
		return false
	}

	p.next = previous.next
	previous.next = p
	return true
}
