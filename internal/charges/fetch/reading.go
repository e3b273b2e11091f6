// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// defaultPageSize is what the service takes if no limit is sent.
const defaultPageSize = 10

// drainLimit is how long requests in flight are waited for once the parts of a
// list do not fit: the service is at work on them, and one cursor would have to
// share it with them.
const drainLimit = 30 * time.Second

// page is a page of the list.
type page = paymentapi.Page[paymentapi.Charge]

// division says whether idle workers may take parts away from others.
type division int

const (
	undecided   division = iota // it is not known yet how far the list reaches
	divisible                   // they may
	indivisible                 // they may not (any more)
)

// reading is one attempt at a list: by one cursor, or in parts.
type reading struct {
	source   Source
	query    paymentapi.ChargeQuery
	keep     Keep
	axis     axis
	workers  int
	pageSize float64
	// reuse says that the page that a lookup finds is also the first page of its
	// part. A service that forgets a filter once a cursor is sent would give
	// another page there. If it forgets from and to, the charges show it.
	reuse bool

	group     *errgroup.Group
	cancel    context.CancelFunc // ends all requests
	endSearch context.CancelFunc // ends those that look for places to divide the list

	mu       sync.Mutex
	changed  *sync.Cond // anything below
	division division
	first    *segment    // of a chain in the order of the list
	idle     int         // workers without a segment
	parallel bool        // requests are sent at the same time
	stopped  bool        // no more requests are sent
	misfit   misfit      // why the parts do not make up the list
	drain    *time.Timer // ends what is in flight once the parts do not fit
	panicked any         // the value of the first panic of a goroutine

	seen      paymentapi.IDSet
	checks    []check // of the filters in the query
	pages     int
	totalHits *int64
}

func newReading(source Source, q paymentapi.ChargeQuery, keep Keep, workers int) *reading {
	checks, fields := checksOf(q)
	q.Checked = fields
	r := &reading{
		source: source, query: q, keep: keep, checks: checks, axis: axisOf(q.Direction), workers: workers,
		pageSize: float64(cmp.Or(q.PageSize, defaultPageSize)), reuse: q.SelectsByTimeOnly(),
		first: &segment{state: open}, seen: paymentapi.IDSet{},
	}
	r.changed = sync.NewCond(&r.mu)
	return r
}

// run reads the list: by a cursor from its beginning, and, if it is long, by
// workers that take parts away from each other. It returns after all goroutines
// have ended. If the parts do not fit, it says so in r.misfit.
func (r *reading) run(ctx context.Context) error {
	ctx, r.cancel = context.WithCancel(ctx)
	defer r.cancel()
	r.group, ctx = errgroup.WithContext(ctx)
	search, endSearch := context.WithCancel(ctx)
	defer endSearch()
	r.endSearch = endSearch
	work := func() error { return r.work(ctx, search) }
	r.spawn(func() error {
		if err := r.follow(ctx, r.first, r.query.Cursor); err != nil {
			return err
		}
		return work()
	})
	if r.awaitFirstPage() {
		r.spawn(func() error {
			r.findFarEnd(search)
			return work()
		})
		for range r.workers - 2 {
			r.spawn(work)
		}
	}
	err := r.group.Wait()
	if r.drain != nil {
		r.drain.Stop()
	}
	if r.panicked != nil {
		panic(r.panicked) // here the caller can recover it
	}
	if err == nil && r.misfit == "" {
		r.misfit = r.shortfall()
	}
	return err
}

// spawn runs f in the group. If it fails, or the parts do not fit, no more
// requests are sent.
func (r *reading) spawn(f func() error) {
	r.group.Go(func() (err error) {
		defer func() {
			caught := recover()
			r.update(func() {
				if r.misfit == "" && errors.As(err, &r.misfit) {
					r.drain = time.AfterFunc(drainLimit, r.cancel)
				}
				r.stopped = r.stopped || err != nil || caught != nil
				if r.misfit != "" {
					err = nil // whatever the other parts meet now
				}
				r.panicked = cmp.Or(r.panicked, caught)
			})
		}()
		return f()
	})
}

// update changes the state under the lock and wakes whoever waits.
func (r *reading) update(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change()
	r.changed.Broadcast()
}

// awaitFirstPage waits for the first page, and reports whether the list is to be
// divided.
func (r *reading) awaitFirstPage() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.first.pages == 0 && !r.stopped {
		r.changed.Wait()
	}
	return r.parallel
}

// follow reads the pages of a segment after its cursor, up to its end, which may
// come nearer meanwhile.
func (r *reading) follow(ctx context.Context, s *segment, cursor string) error {
	next := func(cursor string) (*page, error) {
		q := r.query
		q.Cursor = cursor
		if r.parallel {
			q.Persistence = paymentapi.Brief
		}
		return r.source.ListCharges(ctx, q)
	}
	id := func(c *paymentapi.Charge) string { return c.ID }
	for page, err := range paymentapi.Pages(cursor, next, id) {
		if err != nil {
			return r.failure(ctx, s, err)
		}
		if done, err := r.add(s, page); done || err != nil {
			return err
		}
	}
	return nil
}

// add keeps what a page of s has, and reports whether that is the last one.
func (r *reading) add(s *segment, page *page) (done bool, err error) {
	if done, err = r.admit(s, page); err != nil {
		return false, err
	}
	chunk, err := r.keep(page.Items)
	s.chunks = append(s.chunks, chunk)
	return done, err
}

// failure returns what a failed page of s means. A service may not cope with
// many requests at once, or with a cursor from the middle of its list. Then one
// cursor reads the list, unless it would fail too: after a charge that cannot
// be used, or after the end of ctx. If every request is refused, even for long,
// one cursor may still succeed: the only requests left may be those of parts.
func (r *reading) failure(ctx context.Context, s *segment, err error) error {
	var page *paymentapi.PageError
	final := paymentapi.FaultOf(err) == paymentapi.FaultItem || paymentapi.EndedByDeadline(err) || ctx.Err() != nil
	if r.parallel && !final {
		return misfit("a page of a part could not be read")
	}
	if s != r.first && errors.As(err, &page) {
		bounds := r.axis.from(r.query, s.start)
		page.From, page.To = bounds.From, bounds.To
		if r.reuse {
			page.Page++ // the first one was found
		}
	}
	return err
}
