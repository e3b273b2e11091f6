// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"
)

// listCharges implements the API description, sections 4.2 and 4.4. A store
// without charges has an empty list.
func (s *Service) listCharges(c call) response {
	q, problems := readChargeQuery(c.Query, c.behavior)
	if problems != nil {
		return invalid(problems...)
	}
	list, cursor, known := s.chargesAt(c.params["storeId"], q.cursor)
	if !known {
		return invalid(fieldProblem{"cursor", "UNKNOWN_CURSOR"})
	}
	cut, ok := list.cut(q, cursor, c.behavior)
	if !ok {
		return invalid(fieldProblem{"cursor", "UNKNOWN_CURSOR"})
	}
	if c.behavior.PageMutator != nil {
		return mutatedPage(c, cut)
	}
	return response{status: http.StatusOK, body: cut.page(c.behavior)}
}

// chargesAt returns the list and the row that the cursor names, or nil without a cursor.
func (s *Service) chargesAt(storeID, cursor string) (list *chargeList, row *chargeRow, known bool) {
	s.store.mu.RLock()
	defer s.store.mu.RUnlock()
	list = s.store.charges.list(storeID)
	if cursor == "" {
		return list, nil, true
	}
	row, known = s.store.charges.row(cursor)
	return list, row, known
}

// chargeCut is the part of a list that one page has.
type chargeCut struct {
	rows      []*chargeRow
	hasMore   bool
	totalHits *int
}

// cut returns the page that a query asks for, and false if the list does not
// contain the cursor.
func (l *chargeList) cut(q chargeQuery, cursor *chargeRow, b *Behavior) (chargeCut, bool) {
	low, high := l.window(q.from, q.to)
	match := q.match()
	if b.ForgetFilters && cursor != nil {
		low, high, match = 0, len(l.rows), nil
	}
	start, step := low, 1
	if q.asc && !b.IgnoreAsc {
		start, step = high-1, -1
	}
	if cursor != nil {
		at, found := l.position(cursor)
		if !found || at < low || at >= high || (match != nil && !match(&cursor.charge)) {
			return chargeCut{}, false
		}
		start = at + step
	}
	var cut chargeCut
	size := pageSize(q.limit, b)
	for i := start; i >= low && i < high; i += step {
		if match != nil && !match(&l.rows[i].charge) {
			continue
		}
		if len(cut.rows) == size {
			cut.hasMore = true
			break
		}
		cut.rows = append(cut.rows, l.rows[i])
	}
	if b.TotalHits == TotalHitsAlways || (b.TotalHits == TotalHitsFirstPage && cursor == nil) {
		cut.totalHits = new(l.count(q.key, low, high, match))
	}
	return cut, true
}

func pageSize(limit int, b *Behavior) int {
	if b.MaxPageItems > 0 {
		limit = min(limit, b.MaxPageItems)
	}
	return limit + b.ExtraPageItems
}

// page writes the envelope of the API description, section 2.4, around charges
// that are JSON already.
func (cut chargeCut) page(b *Behavior) []byte {
	size := 64
	for _, row := range cut.rows {
		size += len(row.json) + 1
	}
	out := append(make([]byte, 0, size), `{"items":[`...)
	for i, row := range cut.rows {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, row.wire(b)...)
	}
	out = append(out, `],"has_more":`...)
	out = strconv.AppendBool(out, cut.hasMore)
	if text := cut.totalHitsText(b); text != "" {
		out = append(out, `,"total_hits":`...)
		out = append(out, text...)
	}
	return append(out, '}')
}

// mutatedPage passes the page through Behavior.PageMutator.
func mutatedPage(c call, cut chargeCut) response {
	page := Page{Items: make([]json.RawMessage, len(cut.rows)), HasMore: cut.hasMore, TotalHits: cut.totalHits}
	for i, row := range cut.rows {
		page.Items[i] = row.wire(c.behavior)
	}
	c.behavior.PageMutator(c.Request, &page)
	envelope := map[string]any{"items": page.Items, "has_more": page.HasMore}
	if page.TotalHits != nil {
		envelope["total_hits"] = *page.TotalHits
	}
	return answerJSON(http.StatusOK, envelope)
}

// wire returns the row's JSON. It is encoded again only if the behavior changes
// charges.
func (row *chargeRow) wire(b *Behavior) []byte {
	if b.ChargeMutator == nil && len(b.ExtraFields) == 0 {
		return row.json
	}
	dec := json.NewDecoder(bytes.NewReader(row.json))
	dec.UseNumber()
	charge := map[string]any{}
	if err := dec.Decode(&charge); err != nil {
		return row.json
	}
	maps.Copy(charge, b.ExtraFields)
	if b.ChargeMutator != nil {
		b.ChargeMutator(charge)
	}
	raw, err := encode(charge)
	if err != nil {
		return row.json
	}
	return raw
}

// matchMetadata reports whether the text is part of "key:value" of any entry of
// the charge's metadata. A value that is no string counts as its JSON text. The
// API description leaves the format of the filter open.
func matchMetadata(c *Charge, text string) bool {
	for key, value := range c.Metadata {
		if strings.Contains(key+":"+plainText(value), text) {
			return true
		}
	}
	return false
}

func plainText(value any) string {
	if text, ok := value.(string); ok {
		return text
	}
	raw, err := encode(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(raw)
}
