// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// Page sizes that the service allows (API description, sections 4.4 and 8).
const (
	MinPageSize = 10
	MaxPageSize = 100
)

// Page is one page of a list (API description, sections 2.4 and 4.4).
type Page[T any] struct {
	Items   []T
	HasMore bool
	// TotalHits is nil if the service gave none.
	TotalHits *int64

	answer *answer // the answer that it came with
}

// PageError says at which page, counted from 1, reading a list failed.
type PageError struct {
	Page int
	// After is the id of the item that the page begins after; empty at the beginning of a
	// list.
	After string
	// CreatedOn is when that item was created, for a caller of ReadPages that knows it.
	CreatedOn *string
	// WasRead reports whether the page itself was read. The error is then that the list makes no progress after it.
	WasRead bool
	Err     error
}

func (e *PageError) Error() string {
	return fmt.Sprintf("page %d of the list: %v", e.Page, e.Err)
}

// Unwrap returns why the page could not be read.
func (e *PageError) Unwrap() error {
	return e.Err
}

// FailedPage returns the number of the page at which reading a list failed, 1 for the first; 0 if err
// is not that of a list.
func FailedPage(err error) int {
	if failed, ok := errors.AsType[*PageError](err); ok {
		return failed.Page
	}
	return 0
}

// ReadPages reads the pages of a list until the last. readAfter asks for the page after the item
// with an id, or for the first if that is empty. accept takes a page: it removes the items
// that earlier pages had, and clears HasMore to stop. The next cursor is the last item of the page
// as it came. It is an error if no item is left although the list goes on, and if a cursor comes a
// second time. An error of accept is returned as it is; every other one is a *PageError.
func ReadPages[T any](
	cursor string, readAfter func(cursor string) (*Page[T], error), idOf func(*T) string, accept func(*Page[T]) error,
) error {
	cursors := IDSet{}
	for number := 1; ; number++ {
		page, err := readAfter(cursor)
		if err != nil {
			return &PageError{Page: number, After: cursor, Err: err}
		}

		next := "" // the last item's id, before accept removes items
		if last := len(page.Items) - 1; last >= 0 {
			next = idOf(&page.Items[last])
		}

		if err := accept(page); err != nil || !page.HasMore {
			return err
		}

		if problem := progressProblem(next, cursors.Add(next), len(page.Items)); problem != "" {
			return &PageError{
				Page:    number,
				After:   cursor,
				WasRead: true,
				Err:     page.answer.newError(FaultInconsistent, problem),
			}
		}
		cursor = next
	}
}

// progressProblem says why a list makes no progress with a page that is not its last; empty if it does. The page has
// so many items that earlier pages had not.
func progressProblem(next string, isNew bool, newItems int) string {
	switch {
	case next == "":
		return "the page has no items, although has_more is true"
	case !isNew:
		return "the page ends with the same item as an earlier page, so the list would never end"
	case newItems == 0:
		return "earlier pages already had all items of this page, although has_more is true"
	}
	return ""
}

// itemDecoder decodes an item of a list.
type itemDecoder[T any] func(*jsontext.Decoder, *T) error

// readPage makes a call for a page of a list. An answer that is no page, or that
// has an item which cannot be used, is an *Error.
func readPage[T any](ctx context.Context, c *Client, call *apiCall, decode itemDecoder[T]) (*Page[T], error) {
	answer, err := c.do(ctx, call)
	if err != nil {
		return nil, err
	}
	page, err := decodePage(answer, decode)
	answer.body = nil // the page keeps the rest of the answer, for errors
	return page, err
}

// decodePage decodes a list's envelope. If a name occurs twice, the last one counts.
func decodePage[T any](a *answer, decode itemDecoder[T]) (*Page[T], error) {
	decoder := decoderOf(a.body)
	if decoder.PeekKind() != '{' {
		return nil, a.newError(FaultUnexpectedAnswer, "its body "+errNotObject.Error())
	}
	_, _ = decoder.ReadToken()

	page := &Page[T]{answer: a}
	var hasMore *bool
	for name, ok := nextName(decoder); ok; name, ok = nextName(decoder) {
		switch string(name) {
		case "items":
			items, unusable := decodeItems(a, decoder, decode)
			if unusable != nil {
				return nil, unusable
			}
			page.Items = items
		case "has_more":
			raw, _ := decoder.ReadValue()
			hasMore = DecodeOrNil[bool](raw)
		case "total_hits":
			raw, _ := decoder.ReadValue()
			if total := DecodeInt64(raw); total != nil && *total >= 0 {
				page.TotalHits = total
			}
		default:
			_ = decoder.SkipValue()
		}
	}

	switch {
	case page.Items == nil:
		return nil, a.newError(FaultUnexpectedAnswer, "its body has no items field, or one that is not a list")
	case hasMore == nil:
		const problem = "its body has no has_more field, or one that is neither true nor false"
		return nil, a.newError(FaultInconsistent, problem)
	}
	page.HasMore = *hasMore
	return page, nil
}

// decodeItems decodes the items that come next, one by one. Anything but a list has none.
func decodeItems[T any](a *answer, decoder *jsontext.Decoder, decode itemDecoder[T]) ([]T, *Error) {
	if decoder.PeekKind() != '[' {
		_ = decoder.SkipValue()
		return nil, nil
	}
	_, _ = decoder.ReadToken()

	items := []T{}
	for decoder.PeekKind() != ']' {
		items = append(items, *new(T))
		last := len(items) - 1
		if err := decode(decoder, &items[last]); err != nil {
			return nil, a.itemError(len(items), err)
		}
	}
	_, _ = decoder.ReadToken()
	return items, nil
}

// itemError makes the error of an item that cannot be used, the number of which counts from 1.
func (a *answer) itemError(number int, err error) *Error {
	e := a.newError(FaultItem, fmt.Sprintf("item %d cannot be used: %v", number, err))
	if member, ok := errors.AsType[memberError](err); ok {
		e.Field = member.name
	}
	return e
}

// IDSet is a set of ids of any length in 16 bytes each.
type IDSet map[[16]byte]struct{}

// Add puts id into the set and returns false if it is there already.
func (ids IDSet) Add(id string) bool {
	digest := sha256.Sum256([]byte(id))
	key := [16]byte(digest[:16])
	_, known := ids[key]
	ids[key] = struct{}{}
	return !known
}
