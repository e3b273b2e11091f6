// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// filters has the parameters that choose among charges (API description, section
// 4.2): how each is checked, and which charges it finds. The description does not name
// email, which services know.
var filters = map[string]struct {
	check kind
	finds func(c *Charge, value string) bool
}{
	"last_four": {text(`^[0-9]{4}$`), func(c *Charge, v string) bool { return c.Card != nil && c.Card.LastFour == v }},
	"name":      {nonEmpty, func(c *Charge, v string) bool { return c.Card != nil && c.Card.Name == v }},
	"exp_month": {text(`^([1-9]|1[0-2])$`), func(c *Charge, v string) bool { return c.Card != nil && c.Card.ExpMonth == atoi(v) }},
	"exp_year":  {text(`^[1-9][0-9]{3}$`), func(c *Charge, v string) bool { return c.Card != nil && c.Card.ExpYear == atoi(v) }},

	"phone":       {digits, func(c *Charge, v string) bool { return c.Phone == v }},
	"email":       {nonEmpty, func(c *Charge, v string) bool { return c.Email == v }},
	"amount_from": {whole, func(c *Charge, v string) bool { return c.RequestedAmount > int64(atoi(v)) }},
	"amount_to":   {whole, func(c *Charge, v string) bool { return c.RequestedAmount < int64(atoi(v)) }},
	"currency": {currency, func(c *Charge, v string) bool {
		return c.RequestedCurrency == v || c.ChargedCurrency != nil && *c.ChargedCurrency == v
	}},
	"mode":                 {mode, func(c *Charge, v string) bool { return c.Mode == v }},
	"metadata":             {nonEmpty, matchMetadata},
	"transaction_token_id": {uuidText, func(c *Charge, v string) bool { return same(c.TransactionTokenID, v) }},
}

// chargeQuery has all parameters of a list of charges.
var chargeQuery = func() fields {
	all := fields{"from": moment, "to": moment}
	for name, check := range paging {
		all[name] = check
	}
	for name, filter := range filters {
		all[name] = filter.check
	}
	return all
}()

// cardParams must be sent together.
var cardParams = []string{"last_four", "name", "exp_month", "exp_year"}

// atoi reads a checked number.
func atoi(v string) int {
	n, _ := strconv.Atoi(v)
	return n
}

// listCharges implements the API description, sections 4.2 and 4.4. A store
// without charges has an empty list, if there is such a store.
func (s *Service) listCharges(c call) response {
	query := c.Query
	if missing := slices.DeleteFunc(slices.Clone(cardParams), query.Has); len(missing) > 0 && len(missing) < len(cardParams) {
		return invalid(problem{missing[0], reasonRequired})
	}
	s.mu.RLock()
	list := window(s.lists[strings.ToLower(c.ids["storeId"])], query.Get("from"), query.Get("to"))
	after := s.charges[strings.ToLower(query.Get("cursor"))]
	s.mu.RUnlock()
	var matches []func(*chargeRow) bool
	for _, name := range sortedKeys(query) {
		if filter, ok := filters[name]; ok {
			value := query.Get(name)
			matches = append(matches, func(row *chargeRow) bool { return filter.finds(&row.charge, value) })
		}
	}
	match := func(row *chargeRow) bool {
		return !slices.ContainsFunc(matches, func(match func(*chargeRow) bool) bool { return !match(row) })
	}
	at := -1
	if query.Has("cursor") {
		var found bool
		if after != nil {
			at, found = slices.BinarySearchFunc(list, after, order)
		}
		if !found || !match(after) {
			return unknownCursor()
		}
	}
	rows, more := cut(list, query, at, c.behavior, match)
	page := Page{Items: make([]json.RawMessage, len(rows)), HasMore: more}
	for i, row := range rows {
		page.Items[i] = c.behavior.rewritten(row.json())
	}
	all := len(list)
	if matches != nil {
		all = 0
		for _, row := range list {
			if match(row) {
				all++
			}
		}
	}
	page.TotalHits = strconv.Itoa(all)
	return c.list(page)
}

// window returns the rows created at or after from and before to, if they are given.
func window(list []*chargeRow, from, to string) []*chargeRow {
	low, high := 0, len(list)
	older := func(than int64) int { return sort.Search(len(list), func(i int) bool { return list[i].at < than }) }
	if at, ok := micros(to); ok {
		low = older(at)
	}
	if at, ok := micros(from); ok {
		high = older(at)
	}
	return list[low:max(low, high)]
}

// chargeRow is a charge as the list holds it: its place in the order, and its store in
// lower case. It is never changed.
type chargeRow struct {
	at     int64 // created_on in microseconds
	store  string
	charge Charge
}

func newChargeRow(c Charge) *chargeRow {
	return &chargeRow{at: c.CreatedOn.UnixMicro(), store: strings.ToLower(c.StoreID), charge: c}
}

func (r *chargeRow) json() []byte {
	return encode(struct {
		*Charge
		CreatedOn string `json:"created_on"`
	}{&r.charge, r.charge.CreatedOn.Format(timestamp)})
}

// order is that of the lists: newest first, and by descending id if charges are of the
// same instant, so that the order is total and "asc" is its exact reverse.
func order(a, b *chargeRow) int {
	return cmp.Or(cmp.Compare(b.at, a.at), strings.Compare(b.charge.ID, a.charge.ID))
}

// add puts rows into the lists. A row replaces one with the same id, even if that one
// belongs to another store.
func (s *Service) add(rows []*chargeRow) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, row := range rows {
		s.addStore(row.store, DefaultMerchantID)
		s.charges[strings.ToLower(row.charge.ID)] = row
	}
	all := slices.SortedFunc(maps.Values(s.charges), order)
	s.lists = map[string][]*chargeRow{"": all}
	for _, row := range all {
		s.lists[row.store] = append(s.lists[row.store], row)
	}
}

// matchMetadata reports whether the text is part of "key:value" of any entry of
// the charge's metadata. A value that is no string counts as its JSON text. The
// API description leaves the format of the filter open.
func matchMetadata(c *Charge, text string) bool {
	for key, value := range c.Metadata {
		plain, ok := value.(string)
		if !ok {
			plain = string(encode(value))
		}
		if strings.Contains(key+":"+plain, text) {
			return true
		}
	}
	return false
}
