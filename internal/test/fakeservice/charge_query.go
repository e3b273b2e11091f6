// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// filters has the parameters that choose among charges (API description, section
// 4.2): how each is checked, and which charges it finds, if not those of a Consumer. The
// description does not name email, which services know.
var filters = map[string]struct {
	check kind
	finds func(c *Charge, value string) bool
}{
	"last_four":   {text(`^[0-9]{4}$`), nil},
	"name":        {nonEmpty, nil},
	"exp_month":   {text(`^([1-9]|1[0-2])$`), nil},
	"exp_year":    {text(`^[1-9][0-9]{3}$`), nil},
	"phone":       {text(`^\+?[0-9]+$`), nil},
	"email":       {nonEmpty, nil},
	"amount_from": {whole, func(c *Charge, v string) bool { return c.RequestedAmount > int64(atoi(v)) }},
	"amount_to":   {whole, func(c *Charge, v string) bool { return c.RequestedAmount < int64(atoi(v)) }},
	"currency": {currency, func(c *Charge, v string) bool {
		return c.RequestedCurrency == v || c.ChargedCurrency != nil && *c.ChargedCurrency == v
	}},
	"mode": {mode, func(c *Charge, v string) bool { return c.Mode == v }},
	// Its format is open (API description, section 4.2): here, it is a part of "key:value".
	"metadata":             {nonEmpty, func(c *Charge, v string) bool { return strings.Contains(fmt.Sprint(c.Metadata), v) }},
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
	list := s.chargesFor(c)
	if query.Has("from") {
		list = list[:older(list, query.Get("from"))]
	}
	if query.Has("to") {
		list = list[older(list, query.Get("to")):]
	}
	for _, name := range sortedKeys(query) {
		if filter, ok := filters[name]; ok {
			finds, value := filter.finds, query.Get(name)
			if finds == nil {
				finds = func(charge *Charge, value string) bool { return charge.Consumer[name] == value }
			}
			list = slices.DeleteFunc(slices.Clone(list), func(charge *Charge) bool { return !finds(charge, value) })
		}
	}
	find := func(id string) int { // in lists of any length
		if charge := s.charges[strings.ToLower(id)]; charge != nil {
			if at, found := slices.BinarySearchFunc(list, charge, newestFirst); found {
				return at
			}
		}
		return -1
	}
	total := len(list)
	if c.behavior.TotalHits != nil {
		total = c.behavior.TotalHits(total)
	}
	return answerPage(c, list, &total, find, func(charge *Charge) any { return charge.wire(c.behavior) })
}

// chargesFor returns the charges of the store in the path, or all that the account reaches.
func (s *Service) chargesFor(c call) []*Charge {
	store, inStore := c.ids["storeId"]
	list := s.lists[strings.ToLower(store)]
	if inStore || c.behavior.Scope == ScopeAll {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(charge *Charge) bool {
		return !c.account.sees(charge.StoreID, s.stores[strings.ToLower(charge.StoreID)])
	})
}

// older returns the place of the first charge in a list that was created before a moment.
func older(list []*Charge, moment string) int {
	than := parseMoment(moment)
	return sort.Search(len(list), func(i int) bool { return list[i].CreatedOn.Before(than) })
}
