// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// defaultPageSize is what the service takes if no limit is sent.
const defaultPageSize = 10

// division says whether idle workers may take parts away from others.
type division int

const (
	undecided   division = iota // it is not known yet how far the list reaches
	divisible                   // they may
	indivisible                 // they may not (any more)
)

// reading is one attempt at a list.
type reading struct {
	source   Source
	query    paymentapi.ChargeQuery
	asked    timeRange // of the query itself
	newPart  func() Part
	axis     axis
	workers  int
	pageSize float64
	// usesFound says that the page that shows where a part begins is also the first
	// of it. A filter that a service forgets once a cursor is sent would make it
	// another one than a cursor finds; as to from and to, the charges would show it.
	usesFound bool

	group *errgroup.Group
	// endSearch ends the requests that only look for places to divide the list.
	endSearch context.CancelFunc

	mu       sync.Mutex
	changed  *sync.Cond // the state of a segment, or the division
	division division
	first    *segment // of a chain in the order of the list
	idle     int      // workers without a segment
	parallel bool     // requests were sent at the same time
	failed   bool
	panicked any // what the first goroutine to panic did so with

	seen       paymentapi.IDSet
	totalHits  *int64
	outOfRange int // charges outside of asked
}

func newReading(source Source, q paymentapi.ChargeQuery, newPart func() Part, workers int) *reading {
	r := &reading{
		source: source, query: q, asked: rangeOf(q), newPart: newPart, axis: axisOf(q.Direction), workers: workers,
		pageSize: float64(cmp.Or(q.PageSize, defaultPageSize)), usesFound: q.SelectsByTimeOnly(), seen: paymentapi.IDSet{},
	}
	r.first = &segment{state: open, part: newPart()}
	r.changed = sync.NewCond(&r.mu)
	return r
}

// run reads the list. It returns after all its goroutines have ended.
func (r *reading) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	search, cancel := context.WithCancel(ctx)
	defer cancel()
	r.group, r.endSearch = group, cancel
	r.spawn(func() error {
		begun := func() { r.divide(ctx, search) }
		if err := r.read(ctx, r.first, r.source.ChargePagesAsSent(ctx, r.query), begun); err != nil {
			return err
		}
		return r.work(ctx, search)
	})
	err := group.Wait()
	if r.panicked != nil {
		panic(r.panicked) // here the caller can recover it
	}
	if err != nil {
		return err
	}
	return r.complete()
}

// spawn runs f in the group. If it fails, no one waits for more work.
func (r *reading) spawn(f func() error) {
	r.group.Go(func() (err error) {
		defer func() {
			caught := recover()
			if caught != nil {
				err = errPanicked
			}
			if err != nil {
				r.update(func() {
					r.failed = true
					r.panicked = cmp.Or(r.panicked, caught)
				})
			}
		}()
		return f()
	})
}

// errPanicked ends the group of a goroutine that panicked.
var errPanicked = errors.New("a goroutine panicked")

// update changes the state under the lock and wakes the workers that wait.
func (r *reading) update(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change()
	r.changed.Broadcast()
}

// work reads parts of the list until none is left to take.
func (r *reading) work(ctx, search context.Context) error {
	for s := r.next(); s != nil; s = r.next() {
		page := r.locate(search, s)
		if page == nil {
			continue
		}
		if err := r.read(ctx, s, r.pagesAfter(ctx, page), func() {}); err != nil {
			return err
		}
	}
	return nil
}

// next waits until a part can be taken from a segment, and returns nil once that
// can no longer be.
func (r *reading) next() *segment {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle++
	defer func() { r.idle-- }()
	for {
		if r.failed || r.division == indivisible || !r.unfinished() {
			return nil
		}
		if s := r.take(); s != nil {
			return s
		}
		r.changed.Wait()
	}
}

// take splits the segment that has most left into as many parts as there are
// workers for it, of which it returns the last. None has less than a page, or
// less than a position.
func (r *reading) take() *segment {
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

// unfinished reports whether a segment is being read.
func (r *reading) unfinished() bool {
	for s := r.first; s != nil; s = s.next {
		if s.state != closed {
			return true
		}
	}
	return false
}

// pages are those of a part of the list.
type pages = iter.Seq2[*paymentapi.Page[paymentapi.Charge], error]

// pagesAfter yields the pages behind the first charge of a page.
func (r *reading) pagesAfter(ctx context.Context, page *paymentapi.Page[paymentapi.Charge]) pages {
	return func(yield func(*paymentapi.Page[paymentapi.Charge], error) bool) {
		q := r.query
		q.Cursor = page.Items[0].ID
		if r.usesFound {
			q.Cursor = page.Items[len(page.Items)-1].ID
			page.Items = page.Items[1:]
			// Only behind the last page does a service that forgets from and to
			// show it.
			page.HasMore = page.HasMore || r.axis.endBounded(r.query)
			if !yield(page, nil) || !page.HasMore {
				return
			}
		}
		for page, err := range r.source.ChargePagesAsSent(ctx, q) {
			var failed *paymentapi.PageError
			if r.usesFound && errors.As(err, &failed) {
				failed.Page++ // the first one was found
			}
			if !yield(page, err) {
				return
			}
		}
	}
}

// read reads the pages of a segment up to its end, which may come nearer
// meanwhile. It calls begun after the first one.
func (r *reading) read(ctx context.Context, s *segment, list pages, begun func()) error {
	for page, err := range list {
		if err != nil {
			return r.failure(ctx, s, err)
		}
		done, err := r.admit(s, page)
		if err != nil {
			return err
		}
		if len(page.Items) > 0 {
			if err := s.part.Add(page.Items); err != nil {
				return err
			}
		}
		if done {
			return nil
		}
		if s.pages == 1 {
			begun()
		}
	}
	return nil
}
