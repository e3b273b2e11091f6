// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package fetch reads a whole list of charges, a long one in several parts at once.
//
// A cursor leads from each page to the next one only. But any charge can serve as a
// cursor, and the filters from and to find charges in the middle of a list. So one
// cursor begins to read, and if the list is long, idle workers look up a charge
// further on, each another, and read what comes after it.
//
// A part is complete when its cursor comes to the very charge after which the next
// part begins, and the charges after that are those of the next part. So every charge
// comes from a cursor, and the cursors meet: together they read what a single one
// would. A lookup only finds a charge to begin after, and nothing depends on what from
// and to mean to the service. If two cursors do not meet, a single one reads the whole
// list again.
package fetch

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Source is the part of the API client that reading needs.
type Source interface {
	ListCharges(context.Context, paymentapi.ChargeQuery) (*paymentapi.Page[paymentapi.Charge], error)
	// Concurrency is how many requests may be in flight at once.
	Concurrency() int
	// HoldsBack reports whether requests wait for the rate of the service. Then parts
	// save no time.
	HoldsBack() bool
}

// Keep returns what is to be kept of charges that follow each other in the list.
// It is called from several goroutines, for parts of the list in any order.
type Keep func([]paymentapi.Charge) ([]byte, error)

// Result is a complete list. With an error, it says how far reading came.
type Result struct {
	// Chunks are what was kept, in the order of the list.
	Chunks [][]byte
	// Len is the number of charges, each counted once, and Pages the number of
	// pages that had them.
	Len, Pages int
	// Parts is in how many parts the list was read.
	Parts int
	// TotalHits is what the first page said; nil if it said nothing.
	TotalHits *int64
	// Outside are the filters that charges do not match.
	Outside []Outside
	// Reread is why one cursor read all of it again; empty if it did not.
	Reread string
}

// Read reads the charges that q asks for, all or none. It calls begin for each
// attempt at the list: the first one, and the single cursor that it falls back to.
// What came before is then forgotten.
//
// An error of Keep ends the read and is returned as it is. Every other error
// wraps a *paymentapi.PageError.
func Read(ctx context.Context, source Source, q paymentapi.ChargeQuery, begin func() Keep) (*Result, error) {
	result, why, err := attempt(ctx, source, q, begin(), source.Concurrency())
	if why == "" {
		return result, err
	}
	// The service has answered this very list: what it refuses now, it may refuse
	// because of the requests of the parts.
	q.Persistence = paymentapi.Patient
	result, _, err = attempt(ctx, source, q, begin(), 1)
	result.Reread = why.Error()
	return result, err
}

// attempt reads the list once, by so many workers. Nothing refers to what it has read
// but its result, so that an attempt whose parts do not fit takes no memory afterwards.
func attempt(ctx context.Context, source Source, q paymentapi.ChargeQuery, keep Keep, workers int) (*Result, misfit, error) {
	r := newReading(source, q, keep, workers)
	err := r.run(ctx)
	return r.result(), r.misfit, err
}

func (r *reading) result() *Result {
	result := &Result{Len: len(r.seen), Pages: r.pages, TotalHits: r.totalHits}
	for p := r.first; p != nil; p = p.next {
		result.Parts++
		result.Chunks = append(result.Chunks, p.chunks...)
	}
	for _, c := range r.checks {
		if c.Charges > 0 {
			result.Outside = append(result.Outside, c.Outside)
		}
	}
	return result
}

// misfit is why the parts of a list do not make up the list that one cursor gives.
// It never leaves this package.
type misfit string

func (m misfit) Error() string { return string(m) }

// defaultPageSize is what the service takes if no limit is sent.
const defaultPageSize = 10

// drainLimit is how long requests in flight are waited for once the parts of a
// list do not fit: the service is at work on them, and one cursor would have to
// share it with them.
const drainLimit = 30 * time.Second

// page is a page of the list.
type page = paymentapi.Page[paymentapi.Charge]

// reading is one attempt at a list: by one cursor, or in parts.
type reading struct {
	source   Source
	query    paymentapi.ChargeQuery
	keep     Keep
	axis     axis
	pageSize float64

	// start runs work at the same time as what has been started before. Its first
	// context ends with the reading, the second one as soon as all charges are read.
	start     func(work func(ctx, lookup context.Context) error)
	cancel    context.CancelFunc // ends all requests
	endLookup context.CancelFunc // ends those that only look for a charge

	mu       sync.Mutex // for all that follows
	first    *part      // of a chain in the order of the list
	idle     int        // workers that have nothing to do
	parallel bool       // requests are sent at the same time
	division division
	farEnd   position
	lookups  []position  // where charges to begin after were looked for
	misfit   misfit      // why the parts do not make up the list
	drain    *time.Timer // ends what is in flight then
	err      error       // why the list cannot be read

	seen      paymentapi.IDSet
	checks    []check // of the filters in the query
	pages     int
	totalHits *int64
}

func newReading(source Source, q paymentapi.ChargeQuery, keep Keep, workers int) *reading {
	checks, fields := checksOf(q)
	q.Checked = fields
	return &reading{
		source: source, query: q, keep: keep, checks: checks, axis: axisOf(q.Direction), idle: workers,
		pageSize: float64(cmp.Or(q.PageSize, defaultPageSize)), first: &part{}, seen: paymentapi.IDSet{},
	}
}

// run reads the list by a cursor from its beginning. If the list is long, each page
// lets idle workers begin further on. It returns after all work has ended. If the
// parts do not fit, it says so in r.misfit.
func (r *reading) run(ctx context.Context) error {
	ctx, r.cancel = context.WithCancel(ctx)
	defer r.cancel()
	var (
		group  sync.WaitGroup
		lookup context.Context
	)
	lookup, r.endLookup = context.WithCancel(ctx)
	r.start = func(work func(ctx, lookup context.Context) error) {
		r.idle--
		group.Go(func() { r.end(work(ctx, lookup)) })
	}
	r.mu.Lock()
	r.start(func(ctx, _ context.Context) error { return r.follow(ctx, r.first, r.query.Cursor) })
	r.mu.Unlock()
	group.Wait()
	if r.drain != nil {
		r.drain.Stop()
	}
	return r.err
}

// end takes note of work that has ended with err. The first error ends the reading.
// Once the parts do not fit, no more requests are sent, and what the other parts meet
// then is of no interest.
func (r *reading) end(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle++
	switch {
	case r.misfit != "" || r.err != nil:
	case errors.As(err, &r.misfit):
		r.drain = time.AfterFunc(drainLimit, r.cancel)
	case err != nil:
		r.err = err
		r.cancel()
	default:
		r.divide()
	}
}

// follow reads the pages of a part after a cursor, up to its end, which may come
// nearer meanwhile.
func (r *reading) follow(ctx context.Context, p *part, cursor string) error {
	next := func(cursor string) (*page, error) { return r.source.ListCharges(ctx, r.after(cursor)) }
	id := func(c *paymentapi.Charge) string { return c.ID }
	for page, err := range paymentapi.Pages(cursor, next, id) {
		if err != nil {
			return r.failure(ctx, p, err)
		}
		done, err := r.admit(p, page)
		if err != nil {
			return err
		}
		chunk, err := r.keep(page.Items)
		p.chunks = append(p.chunks, chunk)
		if done || err != nil {
			return err
		}
	}
	return nil
}

// after returns the query for the page after a cursor.
func (r *reading) after(cursor string) paymentapi.ChargeQuery {
	r.mu.Lock()
	defer r.mu.Unlock()
	q := r.query
	q.Cursor = cursor
	q.MaxResults -= len(r.seen)
	if r.parallel {
		q.Persistence = paymentapi.Brief
	}
	return q
}

func (r *reading) isParallel() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.parallel
}

// admit notes a page of p, leaves in it the charges that belong to p and were not read
// before, and reports whether these are the last ones of p.
func (r *reading) admit(p *part, page *page) (done bool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.misfit != "" {
		return true, nil
	}
	if p.pages == 0 && p != r.first && !p.continues(page.Items) {
		return false, notTheList
	}
	if done, err = r.meetNext(p, page); err != nil {
		return false, err
	}
	if !r.axis.advance(p, page.Items) {
		r.division = indivisible
	}
	if done, err = r.keepUnseen(page, done || !page.HasMore); err != nil {
		return false, err
	}
	if r.pages == 0 {
		r.totalHits = page.TotalHits
	}
	r.pages++
	p.pages++
	if p.closed = done; done && !r.unfinished() {
		r.endLookup()
	}
	r.divide()
	return done, nil
}

// keepUnseen removes from a page the charges that were read before, and those
// beyond max_results.
func (r *reading) keepUnseen(page *page, done bool) (bool, error) {
	limit := r.query.MaxResults
	divided := r.first.next != nil
	unseen := page.Items[:0]
	for _, charge := range page.Items {
		if limit > 0 && len(r.seen) >= limit {
			if divided {
				return false, misfit("there are more charges than total_hits says, which max_results cuts")
			}
			break
		}
		if !r.seen.Add(charge.ID) {
			if divided {
				return false, misfit("a charge came twice")
			}
			r.division = indivisible
			continue
		}
		unseen = append(unseen, charge)
		for i := range r.checks {
			if r.checks[i].outside(&charge) {
				r.checks[i].Charges++
			}
		}
	}
	page.Items = unseen
	return done || limit > 0 && !divided && len(r.seen) >= limit, nil
}

// unfinished reports whether a part is being read.
func (r *reading) unfinished() bool {
	for p := r.first; p != nil; p = p.next {
		if !p.closed {
			return true
		}
	}
	return false
}

// failure returns what a failed page of p means. A service may not cope with
// many requests at once, or with a cursor from the middle of its list. Then one
// cursor reads the list, unless it would fail too: after a charge that cannot
// be used, or after the end of ctx. Even if all requests are refused for
// long, one cursor may still succeed: all of them may be requests of parts.
func (r *reading) failure(ctx context.Context, p *part, err error) error {
	var page *paymentapi.PageError
	final := paymentapi.FaultOf(err) == paymentapi.FaultItem || paymentapi.EndedByDeadline(err) || ctx.Err() != nil
	if r.isParallel() && !final {
		return misfit("a page of a part could not be read")
	}
	if p != r.first && errors.As(err, &page) {
		bounds := r.axis.from(r.query, p.from)
		page.From, page.To = bounds.From, bounds.To
	}
	return err
}
