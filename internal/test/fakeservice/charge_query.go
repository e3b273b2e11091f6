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

// filter is a parameter that chooses among charges.
type filter struct {
	check check
	finds func(c *Charge, value string) bool // nil: by the charge's Consumer
}

// filters are the parameters of the API description, section 4.2, that choose among charges. The
// description has a filter by e-mail address and does not name it: see Behavior.EmailFilter.
var filters = map[string]filter{
	"last_four": {check: text(`^[0-9]{4}$`)},
	"name":      {check: nonEmpty},
	"exp_month": {check: text(`^([1-9]|1[0-2])$`)},
	"exp_year":  {check: text(`^[1-9][0-9]{3}$`)},
	"phone":     {check: text(`^\+?[0-9]+$`)},
	"email":     {check: nonEmpty},
	"amount_from": {
		check: whole,
		finds: func(c *Charge, v string) bool { return c.RequestedAmount > int64(atoi(v)) },
	},
	"amount_to": {
		check: whole,
		finds: func(c *Charge, v string) bool { return c.RequestedAmount < int64(atoi(v)) },
	},
	"currency": {
		check: currency,
		finds: func(c *Charge, v string) bool {
			return c.RequestedCurrency == v || c.ChargedCurrency != nil && *c.ChargedCurrency == v
		},
	},
	"mode": {
		check: oneOf("live", "test", liveTest),
		finds: func(c *Charge, v string) bool { return c.Mode == v },
	},
	// The description leaves its format open: here, it is a part of "key:value".
	"metadata": {
		check: nonEmpty,
		finds: func(c *Charge, v string) bool { return strings.Contains(fmt.Sprint(c.Metadata), v) },
	},
	"transaction_token_id": {
		check: uuidText,
		finds: func(c *Charge, v string) bool { return same(c.TransactionTokenID, v) },
	},
}

// liveTest is a mode that some services know.
const liveTest = "live_test"

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

// listCharges implements the API description, sections 4.2 and 4.4.
func (s *Service) listCharges(c call) response {
	if problems := undescribedFilters(c); problems != nil {
		return invalid(problems...)
	}
	missing := slices.DeleteFunc(slices.Clone(cardParams), c.Query.Has)
	if len(missing) > 0 && len(missing) < len(cardParams) {
		return invalid(problem{missing[0], reasonRequired})
	}

	found := s.chargesFor(c)
	total := len(found)
	if c.behavior.TotalHits != nil {
		total = c.behavior.TotalHits(total)
	}
	return list[*Charge]{
		all:   found,
		total: &total,
		find:  func(id string) int { return s.placeOf(id, found) },
		wire:  func(charge *Charge) any { return charge.wire(c.behavior) },
	}.answer(c)
}

// undescribedFilters returns the problems of filters that only some services know.
func undescribedFilters(c call) (problems []problem) {
	b := c.behavior
	if c.Query.Has("email") && !b.EmailFilter {
		problems = append(problems, problem{"email", reasonUnknown})
	}
	if strings.HasPrefix(c.Query.Get("phone"), "+") && !b.PhoneWithPlus {
		problems = append(problems, problem{"phone", reasonFormat})
	}
	if c.Query.Get("mode") == liveTest && !b.LiveTest {
		problems = append(problems, problem{"mode", reasonFormat})
	}
	return problems
}

// chargesFor returns the charges of the store in the path, or of all that the account reaches,
// which the filters find.
func (s *Service) chargesFor(c call) []*Charge {
	store, inStore := c.ids["storeId"]
	found := s.lists[strings.ToLower(store)]
	if !inStore && c.behavior.Scope != ScopeAll {
		found = chosen(found, func(charge *Charge) bool {
			return c.account.sees(charge.StoreID, s.stores[strings.ToLower(charge.StoreID)])
		})
	}

	if c.Query.Has("from") {
		found = found[:older(found, c.Query.Get("from"))]
	}
	if c.Query.Has("to") {
		found = found[older(found, c.Query.Get("to")):]
	}
	for _, name := range sortedKeys(c.Query) {
		if filter, known := filters[name]; known {
			found = filter.apply(found, name, c.Query.Get(name))
		}
	}
	return found
}

// apply returns the charges that the filter of a name finds.
func (f filter) apply(charges []*Charge, name, value string) []*Charge {
	return chosen(charges, func(charge *Charge) bool {
		if f.finds == nil {
			return charge.Consumer[name] == value
		}
		return f.finds(charge, value)
	})
}

// chosen returns the charges that pass a test.
func chosen(charges []*Charge, test func(*Charge) bool) []*Charge {
	return slices.DeleteFunc(slices.Clone(charges), func(c *Charge) bool { return !test(c) })
}

// placeOf returns the place of a charge in a list of any length, -1 if it does not have it.
func (s *Service) placeOf(id string, charges []*Charge) int {
	charge := s.charges[strings.ToLower(id)]
	if charge == nil {
		return -1
	}
	place, found := slices.BinarySearchFunc(charges, charge, newestFirst)
	if !found {
		return -1
	}
	return place
}

// older returns the place of the first charge in a list that was created before a moment.
func older(charges []*Charge, moment string) int {
	than := parseMoment(moment)
	return sort.Search(len(charges), func(i int) bool { return charges[i].CreatedOn.Before(than) })
}
