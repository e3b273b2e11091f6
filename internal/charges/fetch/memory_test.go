// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

const latency = 50 * time.Millisecond

var epoch = time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC)

// memory is a service in memory that answers without JSON, so that thousands of lists
// take seconds. Its clients are those of paymentapi, which are tested there: it repeats
// nothing. The hooks make it one of the services that there are.
type memory struct {
	charges     []*entry // newest first
	concurrency int      // 10 if it is 0
	holdsBack   bool

	total   func(q query, n int) *int64 // total_hits, if n charges match; nil for n
	slow    func(query) time.Duration   // how long a request takes beyond the latency
	fail    func(query) error           // the error of a request, if there is one
	ask     func(query) query           // the query that the service reads
	rewrite func(q query, page *page)   // it changes an answer
	arrive  func(request int) []*entry  // the newer charges that come with a request

	mu       sync.Mutex
	requests []query
}

type (
	page  = paymentapi.Page[paymentapi.Charge]
	query = paymentapi.ChargeQuery
)

// entry is a charge, and the time that from and to are compared with.
type entry struct {
	paymentapi.Charge
	compared time.Time
}

// spread returns n charges, newest first, created at the times that at gives for 0 to
// n-1.
func spread(n int, at func(i int) time.Time) []*entry {
	list := make([]*entry, n)
	for i := range n {
		created := at(i)
		text := created.Format("2006-01-02T15:04:05.000000Z07:00")
		list[n-1-i] = &entry{paymentapi.Charge{ID: fmt.Sprintf("charge-%06d", i), CreatedOn: &text}, created}
	}
	return list
}

func even(i int) time.Time { return epoch.Add(time.Duration(i) * 17 * time.Second) }

func (m *memory) Concurrency() int { return cmp.Or(m.concurrency, 10) }

func (m *memory) Throttled() bool { return m.holdsBack }

// ListCharges implements fetch.Source.
func (m *memory) ListCharges(ctx context.Context, q query) (*page, error) {
	m.mu.Lock()
	m.requests = append(m.requests, q)
	if m.arrive != nil {
		m.charges = slices.Concat(m.arrive(len(m.requests)), m.charges)
	}
	m.mu.Unlock()
	wait := latency
	if m.slow != nil {
		wait += m.slow(q)
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
	return m.page(q), nil
}

func (m *memory) page(q query) *page {
	asked := q
	if m.ask != nil {
		q = m.ask(q)
	}
	m.mu.Lock()
	list := slices.Clone(m.charges)
	m.mu.Unlock()
	list = slices.DeleteFunc(list, func(e *entry) bool { return !e.matches(q) })
	if q.Direction == paymentapi.Ascending {
		slices.Reverse(list)
	}
	answer := &page{TotalHits: new(int64(len(list)))}
	if m.total != nil {
		answer.TotalHits = m.total(asked, len(list))
	}
	after := slices.IndexFunc(list, func(e *entry) bool { return e.ID == q.Cursor })
	list = list[after+1:]
	n := min(cmp.Or(q.PageSize, 10), len(list))
	for _, e := range list[:n] {
		answer.Items = append(answer.Items, e.Charge)
	}
	answer.HasMore = len(list) > n
	if m.rewrite != nil {
		m.rewrite(asked, answer)
	}
	return answer
}

// matches reports whether a query finds a charge. JPY is the currency of every third charge.
func (e *entry) matches(q query) bool {
	from, err := time.Parse(time.RFC3339, q.From)
	if err == nil && e.compared.Before(from) {
		return false
	}
	to, err := time.Parse(time.RFC3339, q.To)
	if err == nil && !e.compared.Before(to) {
		return false
	}
	isYen := e.ID[len(e.ID)-1]%3 == 0
	return q.Currency == "" || isYen
}

func isLookup(q query) bool { return q.Cursor == "" && q.From+q.To != "" }

func isAscending(q query) bool { return q.Direction == paymentapi.Ascending }

// slowly makes requests of a kind take longer.
func slowly(by time.Duration, is func(query) bool) func(query) time.Duration {
	return func(q query) time.Duration {
		if is(q) {
			return by
		}
		return 0
	}
}

// read reads the list that q asks for, and returns the ids of its charges.
func (m *memory) read(t testing.TB, q query) (*fetch.Result, []string, error) {
	t.Helper()
	result, err := fetch.Read(t.Context(), m, q, func() fetch.Sink { return keepIDs })
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

// oneCursor returns the list that one cursor gives.
func (m *memory) oneCursor(t testing.TB, q query) []string {
	t.Helper()
	concurrency := m.concurrency
	m.concurrency = 1
	_, ids, err := m.read(t, q)
	if m.concurrency = concurrency; err != nil {
		t.Fatal(err)
	}
	return ids
}
