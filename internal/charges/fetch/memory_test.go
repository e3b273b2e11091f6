// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// memory is a service in memory, with the ways in which services differ.
type memory struct {
	charges     []paymentapi.Charge // newest first
	latency     time.Duration
	slowAsc     time.Duration // latency of a list in ascending order
	concurrency int

	noTotal      bool // no total_hits at all
	totalOnce    bool // total_hits only for the first page of a query without from and to
	wrongTotal   int64
	ignoreAsc    bool
	ignoreBounds bool
	wholeDays    bool          // from and to are cut to the day
	wholeSeconds bool          // from and to are cut to the second
	refuseBounds bool          // a part's from or to is an error 400
	skewed       time.Duration // the clock of from and to against that of created_on
	fail         func(paymentapi.ChargeQuery) error
	arrive       func(request int) []paymentapi.Charge // newer charges, oldest first

	mu       sync.Mutex
	requests []paymentapi.ChargeQuery
	inFlight int
	peak     int
}

var epoch = time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC)

// charge returns the i-th charge, created at the given time.
func charge(i int, created time.Time) paymentapi.Charge {
	text := created.Format("2006-01-02T15:04:05.000000Z07:00")
	return paymentapi.Charge{ID: fmt.Sprintf("charge-%06d", i), CreatedOn: &text}
}

// spread returns n charges, newest first, at the times that at gives for 0 to n-1.
func spread(n int, at func(i int) time.Time) []paymentapi.Charge {
	list := make([]paymentapi.Charge, n)
	for i := range n {
		list[n-1-i] = charge(i, at(i))
	}
	return list
}

func even(i int) time.Time { return epoch.Add(time.Duration(i) * 17 * time.Second) }

// tied puts every 250 charges at the same instant.
func tied(i int) time.Time { return epoch.Add(time.Duration(i/250) * time.Hour) }

func sameInstant(int) time.Time { return epoch }

// coarse returns charges whose created_on is cut to the second.
func coarse(charges []paymentapi.Charge) []paymentapi.Charge {
	for i := range charges {
		text := created(charges[i]).Format(time.RFC3339)
		charges[i].CreatedOn = &text
	}
	return charges
}

// fine spreads charges over fractions of seconds.
func fine(i int) time.Time { return epoch.Add(time.Duration(i) * 7_654_321 * time.Microsecond) }

// dense puts 90% of n charges into 5% of the time.
func dense(n int) func(int) time.Time {
	r := rand.New(rand.NewPCG(1, 2))
	span := 30 * 24 * time.Hour
	offsets := make([]time.Duration, n)
	for i := range offsets {
		offsets[i] = time.Duration(r.Int64N(int64(span)))
		if i%10 != 0 {
			offsets[i] = span*6/10 + time.Duration(r.Int64N(int64(span/20)))
		}
	}
	slices.Sort(offsets)
	return func(i int) time.Time { return epoch.Add(offsets[i]) }
}

func (m *memory) Concurrency() int { return m.concurrency }

func (m *memory) begin(q paymentapi.ChargeQuery) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, q)
	m.inFlight++
	m.peak = max(m.peak, m.inFlight)
	if m.arrive != nil {
		for _, c := range m.arrive(len(m.requests)) {
			m.charges = slices.Insert(slices.Clone(m.charges), 0, c)
		}
	}
	return len(m.requests)
}

// ListCharges implements fetch.Source.
func (m *memory) ListCharges(ctx context.Context, q paymentapi.ChargeQuery) (*paymentapi.Page[paymentapi.Charge], error) {
	m.begin(q)
	defer func() {
		m.mu.Lock()
		m.inFlight--
		m.mu.Unlock()
	}()
	wait := m.latency
	if q.Direction == paymentapi.Ascending {
		wait = max(wait, m.slowAsc)
	}
	select {
	case <-time.After(wait):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if m.fail != nil {
		if err := m.fail(q); err != nil {
			return nil, err
		}
	}
	if m.refuseBounds && (q.From != "" || q.To != "") {
		return nil, &paymentapi.APIError{StatusCode: 400}
	}
	return m.page(q), nil
}

func (m *memory) page(q paymentapi.ChargeQuery) *paymentapi.Page[paymentapi.Charge] {
	m.mu.Lock()
	list := m.charges
	m.mu.Unlock()
	if !m.ignoreBounds {
		list = m.within(list, q)
	}
	if q.Direction == paymentapi.Ascending && !m.ignoreAsc {
		list = slices.Clone(list)
		slices.Reverse(list)
	}
	page := &paymentapi.Page[paymentapi.Charge]{}
	if total := int64(len(list)) + m.wrongTotal; !m.noTotal && (!m.totalOnce || q.Cursor == "" && q.From == "" && q.To == "") {
		page.TotalHits = &total
	}
	if q.Cursor != "" {
		list = list[1+slices.IndexFunc(list, func(c paymentapi.Charge) bool { return c.ID == q.Cursor }):]
	}
	n := min(q.PageSize, len(list))
	page.Items, page.HasMore = slices.Clone(list[:n]), len(list) > n
	return page
}

func (m *memory) within(list []paymentapi.Charge, q paymentapi.ChargeQuery) []paymentapi.Charge {
	// Newest first: to ends the list at its beginning, from at its end.
	first, last := 0, len(list)
	if t, ok := m.bound(q.To); ok {
		first, _ = slices.BinarySearchFunc(list, t, func(c paymentapi.Charge, t time.Time) int { return compare(created(c).Before(t)) })
	}
	if t, ok := m.bound(q.From); ok {
		last, _ = slices.BinarySearchFunc(list, t, func(c paymentapi.Charge, t time.Time) int { return compare(created(c).Before(t)) })
	}
	return list[first:max(first, last)]
}

func compare(reached bool) int {
	if reached {
		return 1
	}
	return -1
}

func (m *memory) bound(text string) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339, text)
	if m.wholeDays {
		t = t.Truncate(24 * time.Hour)
	}
	if m.wholeSeconds {
		t = t.Truncate(time.Second)
	}
	return t.Add(m.skewed), err == nil
}

func created(c paymentapi.Charge) time.Time {
	t, _ := time.Parse(time.RFC3339, *c.CreatedOn)
	return t
}

var errGuard = errors.New("a list without end")

// ChargePages implements fetch.Source.
func (m *memory) ChargePages(ctx context.Context, q paymentapi.ChargeQuery) iter.Seq2[*paymentapi.Page[paymentapi.Charge], error] {
	return func(yield func(*paymentapi.Page[paymentapi.Charge], error) bool) {
		seen := paymentapi.IDSet{}
		for n := 1; ; n++ {
			page, err := m.ListCharges(ctx, q)
			if err != nil {
				yield(nil, &paymentapi.PageError{Page: n, Err: err})
				return
			}
			if len(page.Items) > 0 && page.HasMore {
				q.Cursor = page.Items[len(page.Items)-1].ID
				if !seen.Add(q.Cursor) {
					yield(nil, &paymentapi.PageError{Page: n, Err: errGuard})
					return
				}
			}
			if left := q.MaxResults - (n-1)*q.PageSize; q.MaxResults > 0 && left <= len(page.Items) {
				page.Items, page.HasMore = page.Items[:left], false
			}
			if !yield(page, nil) || !page.HasMore {
				return
			}
		}
	}
}

// lines keeps the ids of charges.
type lines struct{ ids []string }

// Add implements fetch.Part.
func (l *lines) Add(charges []paymentapi.Charge) error {
	for i := range charges {
		l.ids = append(l.ids, charges[i].ID)
	}
	return nil
}

func newLines() func() *lines { return func() *lines { return &lines{} } }

func idsOf(result *fetch.Result[*lines]) []string {
	var list []string
	for _, part := range result.Parts {
		list = append(list, part.ids...)
	}
	return list
}
