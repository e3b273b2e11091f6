// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package fetch reads a whole list of charges, a long one in several parts at once.
//
// A cursor leads from each page to the next one only. But any charge can serve as a
// cursor, and the filters from and to find charges in the middle of a list. So one
// cursor begins to read, and if the list is long, idle workers look up a charge
// further on, each another, and read what comes after it.
//
// A part is complete when its cursor comes to the very charge after which the next part begins,
// and the charges after that are those of the next part. So every charge comes from a cursor, and
// the cursors meet: together they read what a single one would. A lookup only finds a charge to
// begin after, and nothing depends on what from and to mean to the service. If two cursors do not
// meet, a single one reads the whole list again.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Source is the part of the API client that reading needs.
type Source interface {
	ListCharges(context.Context, paymentapi.ChargeQuery) (*chargePage, error)
	// Concurrency is how many requests may be in flight at once.
	Concurrency() int
	// Throttled reports whether a further request would only wait. Then parts save no time.
	Throttled() bool
}

// chargePage is a page of a list.
type chargePage = paymentapi.Page[paymentapi.Charge]

// Sink returns what is to be kept of charges that follow each other in the list.
// It is called from several goroutines, for parts of the list in any order.
type Sink func([]paymentapi.Charge) ([]byte, error)

// Result is a complete list. With an error, it says how far reading came.
type Result struct {
	Chunks        [][]byte       // what the sink returned, in the order of the list
	Len           int            // the number of charges, each counted once
	Pages         int            // the number of pages that were taken, empty ones too
	Parts         int            // the number of parts in which the list was read
	TotalHits     *int64         // the count on the first page; nil if it had none
	Mismatches    map[string]int // how many charges do not match a filter, by its name; only if there are any
	RereadBecause string         // why one cursor read all of it again; empty if it did not
}

// Counted returns how many charges a query finds by the service's own count, which is on the first page. It returns
// false if there is none, and after a cursor: there, total_hits may count other charges, too.
func (r *Result) Counted(query paymentapi.ChargeQuery) (int64, bool) {
	if r.TotalHits == nil || query.Cursor != "" {
		return 0, false
	}
	return *r.TotalHits, true
}

// Read reads the charges of a query, all or none, in pages of the size in the query.
// It calls newSink for each reading of the list: the first one, and that by the single
// cursor that it falls back to. What came before is then forgotten.
//
// An error of Sink ends the read and is returned as it is. Every other error
// wraps a *paymentapi.PageError.
func Read(ctx context.Context, source Source, query paymentapi.ChargeQuery, newSink func() Sink) (*Result, error) {
	result, err := readOnce(ctx, source, query, newSink(), source.Concurrency())
	if !errors.Is(err, errPartsDisagree) {
		return result, err
	}

	reason := err.Error()
	result, err = readOnce(ctx, source, query, newSink(), 1)
	result.RereadBecause = reason
	return result, err
}

// errPartsDisagree is the error of parts that do not make up the list that one cursor gives.
// It never leaves this package.
var errPartsDisagree = errors.New("one cursor has to read the list")

// reading is one reading of a list: by one cursor, or in parts.
type reading struct {
	source  Source
	query   paymentapi.ChargeQuery
	checks  []filterCheck // those of the query's filters
	sink    Sink
	axis    axis
	stop    context.CancelFunc // it ends all requests
	workers sync.WaitGroup     // those that have something to do

	// mu is for all that follows. Methods whose names end with Locked need it locked.
	mu        sync.Mutex
	idle      int   // the number of workers that have nothing to do
	err       error // the first error of a worker; nobody goes on after it
	first     *part // the beginning of a chain in the order of the list
	splitting splitting
	// overlapping says that requests were sent at the same time. From then on, a failure may
	// come from that.
	overlapping bool
	farEnd      position
	lookups     []position // where lookups began; none is removed, see unsearchedEndLocked

	seen   paymentapi.IDSet
	result Result // so far; what the parts have is added at the end
}

// readOnce reads the list by a cursor from its beginning. If the list is long, each page lets
// idle workers begin further on. It returns after all work has ended.
func readOnce(
	ctx context.Context, source Source, query paymentapi.ChargeQuery, sink Sink, workers int,
) (*Result, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()

	checks := filterChecks(&query)
	query.LenientFields = checkedFields(checks) // a field that only a check reads must not fail the read

	r := &reading{
		source: source,
		query:  query,
		checks: checks,
		sink:   sink,
		axis:   axisOf(query.Direction),
		stop:   stop,
		idle:   workers,
		first:  &part{after: query.Cursor},
		seen:   paymentapi.IDSet{},
		result: Result{Mismatches: map[string]int{}},
	}

	r.mu.Lock()
	r.startLocked(ctx, func(ctx context.Context) error { return r.readPart(ctx, r.first) })
	r.mu.Unlock()
	r.workers.Wait()

	result := r.result // a copy: a pointer into r would keep all of r in memory
	for p := r.first; p != nil; p = p.next {
		result.Parts++
		result.Chunks = append(result.Chunks, p.chunks...)
	}
	return &result, r.err
}

// startLocked lets an idle worker do something.
func (r *reading) startLocked(ctx context.Context, work func(context.Context) error) {
	r.idle--
	r.workers.Go(func() {
		err := work(ctx)
		r.finished(ctx, err)
	})
}

// finished takes note of work that has ended with err. The first error is that of the
// reading: what others meet after it is of no interest.
func (r *reading) finished(ctx context.Context, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()

	r.idle++
	switch {
	case r.err != nil:
		return
	case err != nil:
		r.err = err
		r.stop()
	default:
		r.splitLocked(ctx)
	}
}

// readPart reads the pages of a part, up to its end, which may come nearer meanwhile.
func (r *reading) readPart(ctx context.Context, p *part) error {
	query := r.query
	var createdOn *string // of the last charge before the page that is being read

	list := func(cursor string) (*chargePage, error) {
		query.Cursor = cursor
		createdOn = p.lastCreatedOn // a PageError is about this charge, even if take moves on before ReadPages fails
		return r.source.ListCharges(ctx, query)
	}
	id := func(charge *paymentapi.Charge) string { return charge.ID }

	take := func(page *chargePage) error {
		if err := r.takePage(ctx, p, page); err != nil {
			return err
		}
		chunk, err := r.sink(page.Items)
		p.chunks = append(p.chunks, chunk)
		return err
	}

	err := paymentapi.ReadPages(p.after, list, id, take)
	if failed, ok := errors.AsType[*paymentapi.PageError](err); ok {
		return r.judgeFailure(ctx, failed, createdOn)
	}
	return err
}

// judgeFailure returns the error of the reading after a page of a part failed, which begins after the
// charge of createdOn. A service may not cope with many requests at once, or with a cursor from the
// middle of its list. Then one cursor reads the list.
func (r *reading) judgeFailure(ctx context.Context, failed *paymentapi.PageError, createdOn *string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return r.err
	}

	if r.overlapping && !isFinal(ctx, failed) {
		return fmt.Errorf("%w: a page of a part could not be read", errPartsDisagree)
	}

	failed.CreatedOn = createdOn
	failed.Page = r.result.Pages // which counts a page that was read already
	if !failed.WasRead {
		failed.Page++
	}
	return failed
}

// isFinal reports whether a single cursor would meet a failure as well.
func isFinal(ctx context.Context, failed *paymentapi.PageError) bool {
	if paymentapi.Is(failed, paymentapi.FaultItem) {
		return true
	}
	// The client returns DeadlineExceeded before ctx ends if it would have to wait longer than the
	// time left.
	return ctx.Err() != nil || errors.Is(failed, context.DeadlineExceeded)
}

// takePage takes note of a page of the list, and makes it a page of p: with the charges
// that belong to p and were not read before, and HasMore if p has more.
func (r *reading) takePage(ctx context.Context, p *part, page *chargePage) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return r.err
	}
	if r.result.Pages == 0 {
		r.result.TotalHits = page.TotalHits
	}

	// What belongs to the part, and was not read before, stays on the page.
	if err := p.endAtNext(page); err != nil {
		return err
	}
	if !p.advance(r.axis, page.Items) {
		r.splitting = neverSplit
	}
	if err := r.dropSeenLocked(page); err != nil {
		return err
	}
	if err := r.endAtMaxResultsLocked(page); err != nil {
		return err
	}

	countMismatches(r.result.Mismatches, r.checks, page.Items)
	r.result.Len += len(page.Items)
	r.result.Pages++
	p.complete = !page.HasMore

	if r.isCompleteLocked() {
		r.splitting = neverSplit
		r.stop() // only lookups can be in flight, and nothing is lost with them
	}
	r.splitLocked(ctx)
	return nil
}

// dropSeenLocked removes the charges that were read before.
func (r *reading) dropSeenLocked(page *chargePage) error {
	all := len(page.Items)
	page.Items = slices.DeleteFunc(page.Items, func(charge paymentapi.Charge) bool {
		isNew := r.seen.Add(charge.ID)
		return !isNew
	})

	if len(page.Items) == all {
		return nil
	}
	if r.isSplitLocked() {
		return fmt.Errorf("%w: a charge came twice", errPartsDisagree)
	}
	r.splitting = neverSplit
	return nil
}

// endAtMaxResultsLocked removes the charges beyond max_results, after which no page is wanted. A list is
// split only if, by total_hits, all of it is wanted (isLongLocked). If more charges come, one cursor has to
// read it: parts come in any order, so none of them can be cut off.
func (r *reading) endAtMaxResultsLocked(page *chargePage) error {
	wanted := r.query.MaxResults
	beyond := r.result.Len + len(page.Items) - wanted
	isReached := wanted > 0 && beyond >= 0

	switch {
	case !isReached:
		return nil
	case !r.isSplitLocked():
		page.Items = page.Items[:len(page.Items)-beyond]
		page.HasMore = false
	case beyond > 0: // if a split list ends exactly there, all of it is wanted
		return fmt.Errorf("%w: there are more charges than total_hits says, which max_results cuts", errPartsDisagree)
	}
	return nil
}

func (r *reading) isSplitLocked() bool {
	return r.first.next != nil
}

func (r *reading) isCompleteLocked() bool {
	for p := r.first; p != nil; p = p.next {
		if !p.complete {
			return false
		}
	}
	return true
}
