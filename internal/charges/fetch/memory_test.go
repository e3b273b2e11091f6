// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// memory is a service in memory, with the ways in which services differ.
type memory struct {
	charges     []paymentapi.Charge // newest first
	latency     time.Duration
	slow        func(paymentapi.ChargeQuery) time.Duration // the additional time of a request, if not nil
	concurrency int

	noTotal      bool // no total_hits at all
	totalOnce    bool // total_hits only for the first page of a query without from and to
	wrongTotal   int64
	maxTotal     int64 // total_hits is at most this; 0 for no limit
	pageTotal    bool  // total_hits is the number of charges on the page
	cursorTotal  bool  // total_hits is 0 once a cursor is sent
	ignoreAsc    bool
	ignoreBounds bool
	wholeDays    bool          // from and to are cut to the day
	wholeSeconds bool          // from and to are cut to the second
	skewed       time.Duration // how far from and to are moved before they are compared with created_on
	forgetful    bool          // from, to and currency are forgotten once a cursor is sent
	inclusive    bool          // a page begins with its cursor
	ends         string        // the page after this cursor is the last
	generous     int           // a page has this many times the charges that were requested
	short        int           // a page with a cursor has at most this many charges; 0 for no limit
	hides        string        // pages with a cursor leave out the charges whose ids end with this
	gap          int           // a page without a cursor, but with to, lacks the charge with this index
	fail         func(paymentapi.ChargeQuery) error
	busy         error // the answer to a request that comes while there is another
	banned       error // the answer to all requests for the time of ban, after more than three at once
	ban          time.Duration
	patience     time.Duration                         // if set, requests are handled one after the other, and given up after this time
	arrive       func(request int) []paymentapi.Charge // newer charges, oldest first

	mu       sync.Mutex
	requests []paymentapi.ChargeQuery
	inFlight int
	peak     int
	until    time.Time // the end of the ban
	free     time.Time // when all requests so far are handled
}

var epoch = time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC)

// charge returns the i-th charge, created at the given time.
func charge(i int, created time.Time) paymentapi.Charge {
	text := created.Format("2006-01-02T15:04:05.000000Z07:00")
	return paymentapi.Charge{ID: fmt.Sprintf("charge-%06d", i), CreatedOn: &text}
}

// spread returns n charges, newest first, at the times that at gives for 0 to
// n-1.
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

// fading puts all charges but the 60 oldest, which are a day apart, at the same
// instant.
func fading(i int) time.Time { return epoch.Add(time.Duration(min(i, 60)) * 24 * time.Hour) }

// coarse returns charges whose created_on is cut to the second.
func coarse(charges []paymentapi.Charge) []paymentapi.Charge {
	for i := range charges {
		text := created(charges[i]).Format(time.RFC3339)
		charges[i].CreatedOn = &text
	}
	return charges
}

func reversed(charges []paymentapi.Charge) []paymentapi.Charge {
	slices.Reverse(charges)
	return charges
}

// doubled puts the id of one charge in place of another's.
func doubled(charges []paymentapi.Charge, one, other int) []paymentapi.Charge {
	charges[other].ID = charges[one].ID
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

// bunched puts n charges into bunches of an hour each, three days from each
// other.
func bunched(n, bunches int) func(int) time.Time {
	each := n / bunches
	return func(i int) time.Time {
		within := time.Duration(i%each) * time.Hour / time.Duration(each)
		return epoch.Add(time.Duration(i/each)*72*time.Hour + within)
	}
}

// slowing spreads n charges over a year, with more and more time between them.
func slowing(n int) func(int) time.Time {
	return func(i int) time.Time {
		x := float64(i) / float64(n)
		return epoch.Add(time.Duration(x * x * x * float64(365*24*time.Hour)))
	}
}

func (m *memory) Concurrency() int { return m.concurrency }

// begin notes a request and reports whether there is another.
func (m *memory) begin(q paymentapi.ChargeQuery) bool {
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
	return m.inFlight > 1
}

// ListCharges implements fetch.Source. It retries as the client does.
func (m *memory) ListCharges(ctx context.Context, q paymentapi.ChargeQuery) (*paymentapi.Page[paymentapi.Charge], error) {
	begun := time.Now()
	for wait := 250 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		page, err := m.answer(ctx, q)
		if err == nil || ctx.Err() != nil || q.Persistence != paymentapi.Patient || time.Since(begun) > 75*time.Second {
			return page, err
		}
		time.Sleep(wait)
	}
}

func (m *memory) answer(ctx context.Context, q paymentapi.ChargeQuery) (*paymentapi.Page[paymentapi.Charge], error) {
	busy := m.begin(q)
	defer func() {
		m.mu.Lock()
		m.inFlight--
		m.mu.Unlock()
	}()
	wait := m.latency
	if m.slow != nil {
		wait += m.slow(q)
	}
	wait, late := m.queue(wait)
	select {
	case <-time.After(wait):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if late {
		return nil, &paymentapi.Error{Fault: paymentapi.FaultTimeout}
	}
	if m.isBanned() {
		return nil, m.banned
	}
	if busy && m.busy != nil {
		return nil, m.busy
	}
	if m.fail != nil {
		if err := m.fail(q); err != nil {
			return nil, err
		}
	}
	return m.page(q), nil
}

// isBanned reports whether requests are banned, which begins with more than three
// in flight.
func (m *memory) isBanned() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.banned != nil && m.inFlight > 3 && m.until.IsZero() {
		m.until = time.Now().Add(m.ban)
	}
	return time.Now().Before(m.until)
}

// queue returns how long a client waits for a request that the service handles in the
// given time, and whether the client then gives up. The service handles it anyway.
func (m *memory) queue(wait time.Duration) (time.Duration, bool) {
	if m.patience == 0 {
		return wait, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if now := time.Now(); m.free.Before(now) {
		m.free = now
	}
	m.free = m.free.Add(wait)
	wait = time.Until(m.free)
	return min(wait, m.patience), wait > m.patience
}

func (m *memory) page(q paymentapi.ChargeQuery) *paymentapi.Page[paymentapi.Charge] {
	m.mu.Lock()
	list := m.charges
	m.mu.Unlock()
	if !m.forgetful || q.Cursor == "" {
		list = m.filtered(list, q)
	}
	if q.Direction == paymentapi.Ascending && !m.ignoreAsc {
		list = slices.Clone(list)
		slices.Reverse(list)
	}
	page := &paymentapi.Page[paymentapi.Charge]{}
	if total := int64(len(list)) + m.wrongTotal; !m.noTotal && (!m.totalOnce || q.Cursor == "" && q.From == "" && q.To == "") {
		if m.maxTotal > 0 {
			total = min(total, m.maxTotal)
		}
		if m.cursorTotal && q.Cursor != "" {
			total = 0
		}
		page.TotalHits = &total
	}
	if q.Cursor != "" {
		list = list[slices.IndexFunc(list, func(c paymentapi.Charge) bool { return c.ID == q.Cursor }):]
		if !m.inclusive {
			list = list[1:]
		}
	}
	if q.Cursor != "" && m.hides != "" {
		list = slices.DeleteFunc(slices.Clone(list), func(c paymentapi.Charge) bool { return strings.HasSuffix(c.ID, m.hides) })
	}
	if m.gap > 0 && q.Cursor == "" && q.To != "" && m.gap < len(list) {
		list = slices.Delete(slices.Clone(list), m.gap, m.gap+1)
	}
	n := min(cmp.Or(q.PageSize, 10)*max(m.generous, 1), len(list))
	if q.Cursor != "" && m.short > 0 {
		n = min(n, m.short)
	}
	page.Items, page.HasMore = slices.Clone(list[:n]), len(list) > n && (m.ends == "" || q.Cursor != m.ends)
	if m.pageTotal {
		total := int64(n)
		page.TotalHits = &total
	}
	return page
}

// filtered returns the charges that q asks for. A currency is that of every third
// charge.
func (m *memory) filtered(list []paymentapi.Charge, q paymentapi.ChargeQuery) []paymentapi.Charge {
	if !m.ignoreBounds {
		list = m.within(list, q)
	}
	if q.Currency != "" {
		list = slices.DeleteFunc(slices.Clone(list), func(c paymentapi.Charge) bool { return c.ID[len(c.ID)-1]%3 != 0 })
	}
	return list
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

// slowly makes requests of a kind take longer.
func slowly(by time.Duration, is func(paymentapi.ChargeQuery) bool) func(paymentapi.ChargeQuery) time.Duration {
	return func(q paymentapi.ChargeQuery) time.Duration {
		if is(q) {
			return by
		}
		return 0
	}
}

func isLookup(q paymentapi.ChargeQuery) bool { return q.Cursor == "" }

func isAscending(q paymentapi.ChargeQuery) bool { return q.Direction == paymentapi.Ascending }

// begun returns how often a list was begun.
func (m *memory) begun(q paymentapi.ChargeQuery) int {
	n := 0
	for _, r := range m.requests {
		if r.PageSize == q.PageSize && r.Cursor == q.Cursor && r.Direction == q.Direction && r.From == q.From && r.To == q.To {
			n++
		}
	}
	return n
}

// read reads the list that q asks for, and returns the ids of its charges.
func (m *memory) read(t testing.TB, q paymentapi.ChargeQuery) (*fetch.Result, []string, error) {
	t.Helper()
	result, err := fetch.Read(t.Context(), m, q, func() fetch.Keep { return keepIDs })
	return result, strings.Fields(string(slices.Concat(result.Chunks...))), err
}

// keepIDs keeps the ids of charges.
func keepIDs(charges []paymentapi.Charge) ([]byte, error) {
	var ids []byte
	for _, c := range charges {
		ids = fmt.Appendln(ids, c.ID)
	}
	return ids, nil
}

// oneCursor returns what the pages of one cursor hold.
func (m *memory) oneCursor(t testing.TB, q paymentapi.ChargeQuery) []string {
	t.Helper()
	var list []string
	seen := map[string]bool{}
	next := func(cursor string) (*paymentapi.Page[paymentapi.Charge], error) {
		q.Cursor = cursor
		return m.ListCharges(t.Context(), q)
	}
	for page, err := range paymentapi.Pages(q.Cursor, next, func(c *paymentapi.Charge) string { return c.ID }) {
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range page.Items {
			if !seen[c.ID] {
				list = append(list, c.ID)
			}
			if seen[c.ID] = true; len(list) == q.MaxResults {
				return list
			}
		}
	}
	return list
}
