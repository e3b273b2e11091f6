// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
)

// Page sizes that the service allows (API description, sections 4.4 and 8).
const (
	MinPageSize = 10
	MaxPageSize = 100
)

const (
	// maxExcessPages is how many pages may follow after as many items as the
	// service has counted.
	maxExcessPages = 50
	// cappedTotal is from where on a total may be a search engine's cap rather
	// than a count, so that it bounds nothing.
	cappedTotal = 10_000
	// maxPageItems is far more than any page is asked for.
	maxPageItems = 10_000
)

// Page is one page of a list (API description, sections 2.4 and 4.4).
type Page[T any] struct {
	Items   []T
	HasMore bool
	// TotalHits is nil where the service gave none.
	TotalHits *int64
}

// PageError says at which page, counted from 1, reading a list failed.
type PageError struct {
	Page int
	Err  error
}

// Error implements error.
func (e *PageError) Error() string { return fmt.Sprintf("page %d of the list: %v", e.Page, e.Err) }

// Unwrap returns why the page could not be read.
func (e *PageError) Unwrap() error { return e.Err }

// ItemError is a page with an item that cannot be used. It wraps a
// *ResponseError that names the item and what is wrong with it.
type ItemError struct{ Err error }

// Error implements error.
func (e *ItemError) Error() string { return e.Err.Error() }

// Unwrap returns the *ResponseError.
func (e *ItemError) Unwrap() error { return e.Err }

// pager reads a list page by page.
type pager[T any] struct {
	fetch func(ctx context.Context, cursor string) (*Page[T], error)
	id    func(*T) string
	// reject makes the error for an answer that cannot be trusted.
	reject func(reason string) error
	cursor string
	max    int // stop after so many items; 0 for all
}

// pages yields the pages until the last, each item once. It yields at most one
// error, a *PageError, and ends with it. A list that makes no headway is such
// an error.
func (p pager[T]) pages(ctx context.Context) iter.Seq2[*Page[T], error] {
	return func(yield func(*Page[T], error) bool) {
		guard := newGuard(p.id)
		cursor := p.cursor
		for number := 1; ; number++ {
			page, err := p.fetch(ctx, cursor)
			if err == nil {
				cursor, err = guard.admit(page)
				if err != nil {
					err = p.reject(err.Error())
				}
			}
			if err != nil {
				yield(nil, &PageError{Page: number, Err: err})
				return
			}
			done := !page.HasMore
			if excess := guard.count - p.max; p.max > 0 && excess >= 0 {
				page.Items = page.Items[:len(page.Items)-excess]
				done = true
			}
			if !yield(page, nil) || done {
				return
			}
		}
	}
}

// guard watches that a list makes headway.
type guard[T any] struct {
	id      func(*T) string
	seen    IDSet
	cursors IDSet
	count   int
	total   int64 // -1 while not known
	excess  int   // pages since count reached total
}

func newGuard[T any](id func(*T) string) *guard[T] {
	return &guard[T]{id: id, seen: IDSet{}, cursors: IDSet{}, total: -1}
}

// admit takes the items that came before out of page and returns the cursor
// of the next one.
func (g *guard[T]) admit(page *Page[T]) (string, error) {
	if len(page.Items) == 0 {
		if page.HasMore {
			return "", errors.New("has_more is true, but the page has no items")
		}
		return "", nil
	}
	cursor := g.id(&page.Items[len(page.Items)-1])
	fresh := page.Items[:0]
	for _, item := range page.Items {
		if g.seen.Add(g.id(&item)) {
			fresh = append(fresh, item)
		}
	}
	page.Items = fresh
	g.count += len(fresh)
	if !page.HasMore {
		return cursor, nil
	}
	return cursor, g.headway(page, cursor)
}

func (g *guard[T]) headway(page *Page[T], cursor string) error {
	if !g.cursors.Add(cursor) {
		return fmt.Errorf("it ends with the same item, %s, as an earlier page, so the list goes round in circles", cursor)
	}
	if len(page.Items) == 0 {
		return errors.New("all of its items came before, although has_more is true")
	}
	if g.total < 0 && page.TotalHits != nil {
		g.total = *page.TotalHits
	}
	if g.total < 0 || g.total >= cappedTotal || int64(g.count) < g.total {
		return nil
	}
	if g.excess++; g.excess > maxExcessPages {
		return fmt.Errorf("the list does not end: total_hits was %d, and has_more is still true after %d items", g.total, g.count)
	}
	return nil
}

// decodePage decodes a list's envelope, and its items one by one. What is wrong
// with an item is an *ItemError.
func decodePage[T any](body []byte, decode func(json.RawMessage) (T, error)) (*Page[T], error) {
	var envelope struct {
		Items     *[]json.RawMessage `json:"items"`
		HasMore   *bool              `json:"has_more"`
		TotalHits json.RawMessage    `json:"total_hits"`
	}
	if err := decodeExact(body, &envelope); err != nil {
		return nil, err
	}
	switch {
	case envelope.Items == nil:
		return nil, errors.New("it has no items")
	case envelope.HasMore == nil:
		return nil, errors.New("it has no has_more")
	case len(*envelope.Items) > maxPageItems:
		return nil, fmt.Errorf("it has %d items, more than any page", len(*envelope.Items))
	}
	page := &Page[T]{HasMore: *envelope.HasMore, Items: make([]T, len(*envelope.Items))}
	page.TotalHits = decodeCount(envelope.TotalHits)
	for i, raw := range *envelope.Items {
		var err error
		if page.Items[i], err = decode(raw); err != nil {
			return nil, &ItemError{fmt.Errorf("item %d: %w", i+1, err)}
		}
	}
	return page, nil
}
