// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"sync"
)

// chargeRow is a charge as the lists hold it: its place in the order and its
// JSON, made once.
type chargeRow struct {
	at     int64 // created_on in microseconds
	charge Charge
	json   []byte
}

func newChargeRow(c Charge) chargeRow {
	return chargeRow{at: c.CreatedOn.UnixMicro(), charge: c, json: c.render()}
}

func (row *chargeRow) store() string { return strings.ToLower(row.charge.StoreID) }

// before is the order of every charge list: newest first, and by descending id
// for charges of the same instant, so that the order is total and "asc" is its
// exact reverse.
func before(a, b *chargeRow) int {
	if a.at != b.at {
		return cmp.Compare(b.at, a.at)
	}
	return strings.Compare(b.charge.ID, a.charge.ID)
}

// chargeList is one list in the service's order. It is never changed after it was
// stored, so it can be read without a lock.
type chargeList struct {
	rows []*chargeRow

	mu     sync.Mutex
	counts map[countKey]int // so that total_hits costs one scan, not one for each page
}

// countKey identifies a count of matching charges: the filters as text, and the
// behavior that interprets them.
type countKey struct {
	behavior *Behavior
	filters  string
}

// count returns the number of rows in rows[low:high] that match. The result is
// cached under key.
func (l *chargeList) count(key countKey, low, high int, match func(*Charge) bool) int {
	if match == nil {
		return high - low
	}
	l.mu.Lock()
	n, known := l.counts[key]
	l.mu.Unlock()
	if known {
		return n
	}
	for _, row := range l.rows[low:high] {
		if match(&row.charge) {
			n++
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.counts == nil {
		l.counts = map[countKey]int{}
	}
	l.counts[key] = n
	return n
}

// window returns the bounds of the rows created at or after from and before to,
// in microseconds.
func (l *chargeList) window(from, to int64) (low, high int) {
	low = sort.Search(len(l.rows), func(i int) bool { return l.rows[i].at < to })
	high = sort.Search(len(l.rows), func(i int) bool { return l.rows[i].at < from })
	return low, max(low, high)
}

// position returns the place of a row in the list.
func (l *chargeList) position(row *chargeRow) (int, bool) {
	return slices.BinarySearchFunc(l.rows, row, before)
}

// merged returns a new list with the sorted rows added and the replaced ones left out.
func (l *chargeList) merged(rows []*chargeRow, replaced map[*chargeRow]bool) *chargeList {
	out := make([]*chargeRow, 0, len(l.rows)+len(rows))
	for _, old := range l.rows {
		if replaced[old] {
			continue
		}
		for len(rows) > 0 && before(rows[0], old) < 0 {
			out, rows = append(out, rows[0]), rows[1:]
		}
		out = append(out, old)
	}
	return &chargeList{rows: append(out, rows...)}
}

// chargeIndex finds charges by id, and has one list for each store and one of
// all. The store's lock guards it.
type chargeIndex struct {
	byID    map[string]*chargeRow  // by the id in lower case
	byStore map[string]*chargeList // by the store id in lower case; "" is the list of all
}

func newChargeIndex() chargeIndex {
	return chargeIndex{byID: map[string]*chargeRow{}, byStore: map[string]*chargeList{}}
}

func (x *chargeIndex) list(storeID string) *chargeList {
	if l, ok := x.byStore[strings.ToLower(storeID)]; ok {
		return l
	}
	return &chargeList{}
}

// row finds a charge by its id.
func (x *chargeIndex) row(id string) (*chargeRow, bool) {
	row, ok := x.byID[strings.ToLower(id)]
	return row, ok
}

// add puts rows into their lists. A row replaces one with the same id, even if
// that one belongs to another store.
func (x *chargeIndex) add(rows []*chargeRow) {
	replaced := map[*chargeRow]bool{}
	added := map[string][]*chargeRow{"": nil}
	for _, row := range rows {
		if old, ok := x.row(row.charge.ID); ok {
			replaced[old] = true
			added[old.store()] = nil // its list loses the row
		}
		x.byID[strings.ToLower(row.charge.ID)] = row
	}
	for _, row := range rows {
		if !replaced[row] {
			added[""] = append(added[""], row)
			added[row.store()] = append(added[row.store()], row)
		}
	}
	for storeID, fresh := range added {
		slices.SortFunc(fresh, before)
		x.byStore[storeID] = x.list(storeID).merged(fresh, replaced)
	}
}
