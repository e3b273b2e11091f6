// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

const (
	// defaultPageSize is what the service takes where no limit is sent.
	defaultPageSize = 10
	// minPages is the length of a list, in pages, from which on parts pay.
	minPages = 6
	// provenPages is how many pages one cursor must have read before its list is taken apart: a
	// list that goes round in circles shows itself by then.
	provenPages = 2
)

// reading is one attempt at a list.
type reading struct {
	source   Source
	query    paymentapi.ChargeQuery
	newPart  func() Part
	asked    timeRange // of the query itself
	axis     axis
	workers  int
	pageSize float64

	group *errgroup.Group

	mu       sync.Mutex
	changed  *sync.Cond // something that next looks at
	segments []*segment // in the order of the list
	open     int        // segments that are being read
	idle     int        // workers without one
	failed   bool
	panicked any // what the first goroutine to panic did so with
	seen     paymentapi.IDSet
	// outOfRange is the number of charges outside of asked.
	outOfRange int

	totalHits *int64
	// limit is just after the last position of the list when its far end was looked up, expected
	// the number of charges up to there, and late how many were read beyond. Parts are possible
	// once limit is known; never where alone is set.
	limit    position
	expected int64
	late     int64
	known    bool
	alone    bool
	// endSearch ends the search for the far end, which is of no use once the list is read.
	endSearch context.CancelFunc
}

func newReading(source Source, q paymentapi.ChargeQuery, newPart func() Part, workers int) *reading {
	r := &reading{
		source: source, query: q, newPart: newPart, asked: rangeOf(q), axis: axisOf(q.Direction), workers: workers,
		pageSize: float64(cmp.Or(q.PageSize, defaultPageSize)), seen: paymentapi.IDSet{},
		alone: workers < 2 || q.Cursor != "", endSearch: func() {},
	}
	r.changed = sync.NewCond(&r.mu)
	return r
}

// run reads the list. It returns after all its goroutines have ended.
func (r *reading) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	r.group = group
	list := whole(r.query)
	list.part = r.newPart()
	r.segments, r.open = []*segment{list}, 1
	r.spawn(func() error {
		if err := r.read(ctx, list); err != nil {
			return err
		}
		return r.work(ctx)
	})
	err := group.Wait()
	if r.panicked != nil {
		panic(r.panicked) // where the caller can recover it
	}
	if err != nil {
		return err
	}
	return r.complete()
}

// spawn runs f in the group; where it fails, no one waits for more work.
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

// work reads parts of the list until none is left to take.
func (r *reading) work(ctx context.Context) error {
	for s := r.next(); s != nil; s = r.next() {
		if err := r.read(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// update changes the state under the lock and wakes those who wait for work.
func (r *reading) update(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change()
	r.changed.Broadcast()
}

// next waits until a part can be taken from a segment, and returns nil once that cannot be.
func (r *reading) next() *segment {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle++
	defer func() { r.idle-- }()
	for {
		if r.failed || r.alone || r.open == 0 {
			return nil
		}
		if s := r.take(); s != nil {
			r.open++
			return s
		}
		r.changed.Wait()
	}
}

// take splits the segment that has most left, if that is worth a request: into as many parts as
// there are idle workers, this being the first.
func (r *reading) take() *segment {
	if !r.known || r.segments[0].pages < provenPages {
		return nil
	}
	most := -1
	for i, s := range r.segments {
		if !s.closed && (most < 0 || s.left > r.segments[most].left) {
			most = i
		}
	}
	if most < 0 || r.segments[most].left < 2*r.pageSize {
		return nil
	}
	s := r.segments[most]
	fraction := max(1/float64(r.idle+1), 0.8*r.pageSize/s.left)
	part := s.split(r.axis, r.query, min(fraction, 0.5), r.limit)
	if part != nil {
		part.part = r.newPart()
		r.segments = slices.Insert(r.segments, most+1, part)
	}
	return part
}

// complete returns an error if what was read is not the whole list.
func (r *reading) complete() error {
	if count := int64(len(r.seen)) - r.late; len(r.segments) > 1 && count != r.expected {
		return odd("the parts have %d charges together, and total_hits is %d", count, r.expected)
	}
	if wanted := r.query.MaxResults; wanted > 0 && len(r.seen) > wanted {
		return odd("charges arrived beyond max_results")
	}
	return nil
}
