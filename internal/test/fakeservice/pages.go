// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"net/http"
)

// paging has the parameters of every list (API description, section 4.4).
var paging = fields{
	"limit":            text(`^([1-9][0-9]|100)$`),
	"cursor":           uuidText,
	"cursor_direction": oneOf("asc", "desc"),
}

// defaultLimit is how many elements a page has if a request does not say.
const defaultLimit = 10

// list is a list of resources, the newest first.
type list[T any] struct {
	all   []T
	total *int                // for total_hits; nil if the answer has none
	find  func(id string) int // returns the place of a resource, -1 if the list does not have it
	wire  func(T) any         // returns a resource as in an answer
}

// answer answers with the page that a call asks for (API description, sections 2.4 and 4.4).
func (l list[T]) answer(c call) response {
	ascending := c.Query.Get("cursor_direction") == "asc"
	before := -1 // the place of the element before the page
	step := 1
	if ascending {
		before = len(l.all)
		step = -1
	}
	if cursor := c.Query.Get("cursor"); cursor != "" {
		before = l.find(cursor)
		if before < 0 {
			return invalid(problem{"cursor", "UNKNOWN_CURSOR"})
		}
	}

	limit := cmp.Or(atoi(c.Query.Get("limit")), defaultLimit)
	items := make([]any, 0, limit)
	at := before + step
	for l.has(at) && len(items) < limit {
		items = append(items, l.wire(l.all[at]))
		at += step
	}
	return answerJSON(http.StatusOK, struct {
		Items     []any `json:"items"`
		HasMore   bool  `json:"has_more"`
		TotalHits *int  `json:"total_hits,omitempty"`
	}{items, l.has(at), l.total})
}

func (l list[T]) has(place int) bool { return place >= 0 && place < len(l.all) }
