// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"context"
	"slices"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

const (
	// minPages is how many pages a list must have left for parts to pay. One cursor
	// reads so many in seconds, and the requests that look for charges to begin after
	// could use up what a rate limit allows.
	minPages = 30
	// provenPages is how many pages one cursor must have read before its list is
	// divided: pages that repeat charges show themselves by then, and so does how
	// dense the charges are.
	provenPages = 2
	// lookupLimit is how long a request may take that only looks for a charge.
	lookupLimit = 5 * time.Second
)

// division says whether idle workers may begin parts of the list.
type division int

const (
	undecided   division = iota // it is not known how far the list reaches
	divisible                   // they may
	indivisible                 // they may not (any more)
)

// part is a part of the list, read by one cursor from the charge that it begins
// after up to the one that the next part begins after.
type part struct {
	// A part other than the first begins after a charge with this id. It was looked
	// for from a position on, and found at another.
	after       string
	from, begin position
	// follows are the ids of the charges that follow that charge, from the first page
	// of this part, or from the page on which the part before reached that charge,
	// whichever came first.
	follows []string

	next   *part // nil for the last
	pages  int
	closed bool     // every charge of the part is read
	chunks [][]byte // what is kept of the part, added only by the worker that reads it

	at      position // of the last charge read
	density float64  // charges per position on the last page
}

const notTheList = misfit("a part of the list does not begin where the cursor of the one before leads to")

// continues reports whether the charges are those that follow the one that p begins
// after, as far as that is known already.
func (p *part) continues(charges []paymentapi.Charge) bool {
	if p.follows == nil {
		p.follows = make([]string, len(charges))
		for i := range charges {
			p.follows[i] = charges[i].ID
		}
	}
	n := min(len(charges), len(p.follows))
	return slices.EqualFunc(charges[:n], p.follows[:n], func(c paymentapi.Charge, id string) bool { return c.ID == id })
}

// meetNext removes from a page of p the charges that belong to the next part, and
// reports whether that part begins here. The cursor of p must come to the very charge
// that the next part begins after, and the same charges must follow in both. Otherwise,
// the cursors together do not list what one of them would.
func (r *reading) meetNext(p *part, page *page) (bool, error) {
	if p.next == nil {
		return false, nil
	}
	for i := range page.Items {
		if page.Items[i].ID == p.next.after {
			if !p.next.continues(page.Items[i+1:]) {
				return false, notTheList
			}
			page.Items = page.Items[:i+1]
			return true, nil
		}
		if at, ok := r.axis.of(&page.Items[i]); ok && at > p.next.begin {
			return false, notTheList
		}
	}
	if !page.HasMore {
		return false, notTheList
	}
	return false, nil
}

// divide lets idle workers begin parts where most is left to read, as long as each
// has at least a page and a position, and while requests may overlap.
func (r *reading) divide() {
	if r.misfit != "" || r.division == indivisible || r.source.HoldsBack() {
		return
	}
	if !r.parallel && r.isLong() {
		r.parallel = true
		r.start(r.findFarEnd)
	}
	for r.division == divisible && r.first.pages >= provenPages {
		longest, left := r.first, 0.0
		for p := r.first; p != nil; p = p.next {
			if more := p.density * float64(r.endOf(p)-p.at); !p.closed && more > left {
				longest, left = p, more
			}
		}
		rest := r.endOf(longest) - longest.at
		parts := min(r.idle+1, int(left/r.pageSize), int(rest))
		for i := 1; i < parts; i++ {
			r.lookUp(longest.at + rest*position(i)/position(parts))
		}
		if parts < 2 {
			return
		}
	}
}

// isLong reports whether much of the list is left to read, and all of it wanted, as
// far as its first page tells.
func (r *reading) isLong() bool {
	if r.idle == 0 || r.query.Cursor != "" || r.totalHits == nil || !r.unfinished() {
		return false
	}
	total, wanted := *r.totalHits, int64(r.query.MaxResults)
	return float64(total-int64(len(r.seen))) >= minPages*r.pageSize && (wanted == 0 || wanted >= total)
}

// endOf returns where a part ends, or the first place in it that was looked for:
// either another part begins there, or there is nothing up to its end.
func (r *reading) endOf(p *part) position {
	end := r.farEnd
	if p.next != nil {
		end = p.next.begin
	}
	for _, at := range r.lookups {
		if at > p.at && at < end {
			end = at
		}
	}
	return end
}

// findFarEnd asks for the list the other way round, which shows where it ends. If
// that cannot be found out, the list is not divided.
func (r *reading) findFarEnd(_, lookup context.Context) error {
	q := r.query
	q.Direction = r.axis.reverse()
	last := &part{}
	r.find(lookup, q, last)
	r.mu.Lock()
	defer r.mu.Unlock()
	if last.after == "" || last.begin < r.first.at {
		r.division = indivisible
	} else if r.division == undecided {
		r.division, r.farEnd = divisible, last.begin
	}
	return nil
}

// lookUp lets a worker look for a charge from a position on, and read the part of the
// list that begins after it. If there is no such charge, or the cursor before has
// passed it, nothing is to be done.
func (r *reading) lookUp(from position) {
	r.lookups = append(r.lookups, from)
	r.start(func(ctx, lookup context.Context) error {
		p := &part{from: from}
		if r.find(lookup, r.axis.from(r.query, from), p); r.insert(p) {
			return r.follow(ctx, p, p.after)
		}
		return nil
	})
}

// insert puts a part into the chain, unless a cursor has come to where it begins. If
// the service does not find charges by the time that they state themselves, no more
// are looked for.
func (r *reading) insert(p *part) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.after == "" || p.begin < p.from {
		r.division = indivisible
		return false
	}
	before := r.first
	for before.next != nil && before.next.begin < p.begin {
		before = before.next
	}
	if r.misfit != "" || before.closed || before.at >= p.begin || before.next != nil && before.next.begin == p.begin {
		return false
	}
	p.next, before.next = before.next, p
	return true
}

// find looks for the charge that a part begins after, and not for long. It leaves
// p.after empty, and no charge is lost by that, if the request fails or the charge does
// not say when it was created.
func (r *reading) find(ctx context.Context, q paymentapi.ChargeQuery, p *part) {
	ctx, cancel := context.WithTimeout(ctx, lookupLimit)
	defer cancel()
	q.PageSize, q.Persistence = paymentapi.MinPageSize, paymentapi.Brief
	page, err := r.source.ListCharges(ctx, q)
	if err != nil || len(page.Items) == 0 {
		return
	}
	begin, ok := r.axis.of(&page.Items[0])
	if !ok {
		return
	}
	p.after, p.begin, p.at = page.Items[0].ID, begin, begin
	if r.axis.advance(p, page.Items) {
		p.at = begin
	}
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

// advance notes how far p has come with a page. It reports false if the charges are
// not in the order of time, or do not say.
func (a axis) advance(p *part, charges []paymentapi.Charge) bool {
	if len(charges) == 0 {
		return true
	}
	begin, begins := a.of(&charges[0])
	end, ends := a.of(&charges[len(charges)-1])
	if !begins || !ends || begin > end {
		return false
	}
	p.density = float64(len(charges)) / float64(max(end-p.at, 1))
	p.at = end
	return true
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

func rfc3339(second position) string { return time.Unix(int64(second), 0).UTC().Format(time.RFC3339) }
