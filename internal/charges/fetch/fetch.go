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
	"slices"
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
	result, err := readOnce(ctx, source, q, begin(), source.Concurrency())
	why, ok := errors.AsType[misfit](err)
	if !ok {
		return result, err
	}
	// The service has answered this very list: what it refuses now, it may refuse
	// because of the requests of the parts.
	q.Persistence = paymentapi.Patient
	result, err = readOnce(ctx, source, q, begin(), 1)
	result.Reread = why.Error()
	return result, err
}

// misfit is the error of parts that do not make up the list that one cursor gives.
// It never leaves this package.
type misfit string

func (m misfit) Error() string { return string(m) }

const (
	// defaultPageSize is what the service takes if no limit is sent.
	defaultPageSize = 10
	// drainLimit is how long requests in flight are waited for once the parts of a
	// list do not fit: the service is at work on them, and one cursor would have to
	// share it with them.
	drainLimit = 30 * time.Second
)

// page is a page of the list.
type page = paymentapi.Page[paymentapi.Charge]

// attempt is one attempt at a list: by one cursor, or in parts.
type attempt struct {
	source   Source
	query    paymentapi.ChargeQuery
	keep     Keep
	axis     axis
	pageSize float64
	stop     context.CancelFunc // ends all requests
	workers  sync.WaitGroup     // those that have something to do

	mu       sync.Mutex // for all that follows
	idle     int        // workers that have nothing to do
	err      error      // the first of a worker; nobody goes on after it
	drain    *time.Timer
	first    *part // of a chain in the order of the list
	parallel bool  // requests are sent at the same time
	division division
	farEnd   position
	lookups  []position // where charges to begin after were looked for

	seen     paymentapi.IDSet
	counters []counter
	result   Result // so far
}

// readOnce reads the list by a cursor from its beginning. If the list is long, each page
// lets idle workers begin further on. It returns after all work has ended. Nothing
// refers to what it has read but its result, so that an attempt whose parts do not fit
// takes no memory afterwards.
func readOnce(ctx context.Context, source Source, q paymentapi.ChargeQuery, keep Keep, workers int) (*Result, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	counters, fields := countersOf(q)
	q.Checked = fields
	a := &attempt{
		source: source, query: q, keep: keep, axis: axisOf(q.Direction), pageSize: float64(cmp.Or(q.PageSize, defaultPageSize)),
		stop: stop, idle: workers, first: &part{after: q.Cursor}, seen: paymentapi.IDSet{}, counters: counters,
	}
	a.mu.Lock()
	a.start(ctx, func(ctx context.Context) error { return a.follow(ctx, a.first) })
	a.mu.Unlock()
	a.workers.Wait()
	if a.drain != nil {
		a.drain.Stop()
	}
	result := a.result
	for p := a.first; p != nil; p = p.next {
		result.Parts++
		result.Chunks = append(result.Chunks, p.chunks...)
	}
	for _, c := range a.counters {
		if c.Charges > 0 {
			result.Outside = append(result.Outside, c.Outside)
		}
	}
	return &result, a.err
}

// start lets an idle worker do something.
func (a *attempt) start(ctx context.Context, work func(context.Context) error) {
	a.idle--
	a.workers.Go(func() { a.end(ctx, work(ctx)) })
}

// end takes note of work that has ended with err. The first error is that of the
// attempt: what others meet after it is of no interest.
func (a *attempt) end(ctx context.Context, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.idle++
	if a.err != nil {
		return
	}
	a.err = err
	switch _, ok := errors.AsType[misfit](err); {
	case ok:
		a.drain = time.AfterFunc(drainLimit, a.stop)
	case err != nil:
		a.stop()
	default:
		a.divide(ctx)
	}
}

// follow reads the pages of a part, up to its end, which may come nearer meanwhile.
func (a *attempt) follow(ctx context.Context, p *part) error {
	next := func(cursor string) (*page, error) { return a.source.ListCharges(ctx, a.queryAfter(cursor)) }
	id := func(c *paymentapi.Charge) string { return c.ID }
	for page, err := range paymentapi.Pages(p.after, next, id) {
		if err != nil {
			return a.failure(ctx, p, err)
		}
		if err = a.admit(ctx, p, page); err != nil {
			return err
		}
		chunk, err := a.keep(page.Items)
		if err != nil {
			return err
		}
		p.chunks = append(p.chunks, chunk)
	}
	return nil
}

func (a *attempt) queryAfter(cursor string) paymentapi.ChargeQuery {
	a.mu.Lock()
	defer a.mu.Unlock()
	q := a.query
	q.Cursor = cursor
	q.MaxResults -= a.result.Len
	if a.parallel {
		q.Persistence = paymentapi.Brief
	}
	return q
}

// failure returns what a failed page of p means. A service may not cope with
// many requests at once, or with a cursor from the middle of its list. Then one
// cursor reads the list, unless it would fail too: after a charge that cannot
// be used, or after the end of ctx. Even if all requests are refused for
// long, one cursor may still succeed: all of them may be requests of parts.
func (a *attempt) failure(ctx context.Context, p *part, err error) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	final := paymentapi.FaultOf(err) == paymentapi.FaultItem || paymentapi.EndedByDeadline(err) || ctx.Err() != nil
	if a.parallel && !final {
		return misfit("a page of a part could not be read")
	}
	if page, ok := errors.AsType[*paymentapi.PageError](err); ok && p != a.first {
		bounds := a.axis.from(a.query, p.from)
		page.From, page.To = bounds.From, bounds.To
	}
	return err
}

// admit takes note of a page of the list, and makes it a page of p: with the charges
// that belong to p and were not read before, and HasMore if p has more.
func (a *attempt) admit(ctx context.Context, p *part, page *page) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err != nil {
		return a.err
	}
	if a.result.Pages == 0 {
		a.result.TotalHits = page.TotalHits
	}
	if err := a.endAtNext(p, page); err != nil {
		return err
	}
	if !a.axis.advance(p, page.Items) {
		a.division = indivisible
	}
	if err := a.dropSeen(page); err != nil {
		return err
	}
	if err := a.endAtMaxResults(page); err != nil {
		return err
	}
	count(a.counters, page.Items)
	a.result.Len += len(page.Items)
	a.result.Pages++
	p.pages++
	if p.complete = !page.HasMore; a.isComplete() {
		a.stop() // what is in flight only looks for charges
	}
	a.divide(ctx)
	return nil
}

const notTheList = misfit("a part of the list does not begin where the cursor of the one before leads to")

// endAtNext ends p if the next part begins on this page. The cursor of p must come to
// the very charge that the next part begins after, and the same charges must follow in
// both. Otherwise, the cursors together do not list what one of them would.
func (a *attempt) endAtNext(p *part, page *page) error {
	if p.pages == 0 && !p.beginsWith(page.Items) {
		return notTheList
	}
	if p.next == nil {
		return nil
	}
	for i := range page.Items {
		charge := &page.Items[i]
		if charge.ID == p.next.after {
			if !p.next.beginsWith(page.Items[i+1:]) {
				return notTheList
			}
			page.Items, page.HasMore = page.Items[:i+1], false
			return nil
		}
		if at, ok := a.axis.of(charge); ok && at > p.next.begin {
			return notTheList
		}
	}
	if !page.HasMore {
		return notTheList
	}
	return nil
}

// dropSeen removes the charges that were read before.
func (a *attempt) dropSeen(page *page) error {
	all := len(page.Items)
	page.Items = slices.DeleteFunc(page.Items, func(c paymentapi.Charge) bool { return !a.seen.Add(c.ID) })
	switch {
	case len(page.Items) == all:
	case a.isDivided():
		return misfit("a charge came twice")
	default:
		a.division = indivisible
	}
	return nil
}

// endAtMaxResults removes the charges beyond max_results.
func (a *attempt) endAtMaxResults(page *page) error {
	most := a.query.MaxResults
	beyond := a.result.Len + len(page.Items) - most
	switch {
	case most <= 0 || beyond < 0:
	case !a.isDivided():
		page.Items, page.HasMore = page.Items[:len(page.Items)-beyond], false
	case beyond > 0:
		return misfit("there are more charges than total_hits says, which max_results cuts")
	}
	return nil
}

func (a *attempt) isDivided() bool { return a.first.next != nil }

func (a *attempt) isComplete() bool {
	for p := a.first; p != nil; p = p.next {
		if !p.complete {
			return false
		}
	}
	return true
}
