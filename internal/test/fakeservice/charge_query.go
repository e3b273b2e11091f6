// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// chargeQuery is a checked query of a charge list (API description, sections
// 4.2 and 4.4).
type chargeQuery struct {
	from, to int64 // microseconds, from inclusive, to exclusive
	limit    int
	cursor   string
	asc      bool
	card     ChargeCard
	filters  []func(*Charge) bool
	key      countKey
}

// pagingParams do not change which charges a list has.
var pagingParams = []string{"limit", "cursor", "cursor_direction"}

// cardParams must be sent together.
var cardParams = []string{"last_four", "name", "exp_month", "exp_year"}

// chargeParams reads each query parameter and returns the reason of a refusal, or "".
var chargeParams = map[string]func(*chargeQuery, string) string{
	"limit":            readLimit,
	"cursor":           func(q *chargeQuery, v string) string { q.cursor = v; return uuidText(v) },
	"cursor_direction": func(q *chargeQuery, v string) string { q.asc = v == "asc"; return oneOf("asc", "desc")(v) },

	"last_four": func(q *chargeQuery, v string) string { q.card.LastFour = v; return fourDigits(v) },
	"name":      func(q *chargeQuery, v string) string { q.card.Name = v; return nonEmpty(v) },
	"exp_month": func(q *chargeQuery, v string) string { return readNumber(v, 1, 12, &q.card.ExpMonth) },
	"exp_year":  func(q *chargeQuery, v string) string { return readNumber(v, 1000, 9999, &q.card.ExpYear) },

	"phone": func(q *chargeQuery, v string) string {
		return q.filter(digits(v), func(c *Charge) bool { return c.Phone == v })
	},
	"amount_from": func(q *chargeQuery, v string) string {
		return q.filter(whole(v), func(c *Charge) bool { return compareAmount(c.RequestedAmount, v) > 0 })
	},
	"amount_to": func(q *chargeQuery, v string) string {
		return q.filter(whole(v), func(c *Charge) bool { return compareAmount(c.RequestedAmount, v) < 0 })
	},
	"currency": func(q *chargeQuery, v string) string {
		return q.filter(currency(v), func(c *Charge) bool {
			return c.RequestedCurrency == v || c.ChargedCurrency != nil && *c.ChargedCurrency == v
		})
	},
	"mode": func(q *chargeQuery, v string) string {
		return q.filter(oneOf("live", "test")(v), func(c *Charge) bool { return c.Mode == v })
	},
	"metadata": func(q *chargeQuery, v string) string {
		return q.filter(nonEmpty(v), func(c *Charge) bool { return matchMetadata(c, v) })
	},
	"transaction_token_id": func(q *chargeQuery, v string) string {
		return q.filter(uuidText(v), func(c *Charge) bool { return strings.EqualFold(c.TransactionTokenID, v) })
	},
}

var fourDigits = pattern(`^[0-9]{4}$`)

// readChargeQuery checks every parameter and reports all that is wrong.
func readChargeQuery(values url.Values, b *Behavior) (chargeQuery, []fieldProblem) {
	q := chargeQuery{from: math.MinInt64, to: math.MaxInt64, limit: 10}
	var problems []fieldProblem
	for _, name := range sortedKeys(values) {
		if reason := q.read(name, values.Get(name), b); reason != "" {
			problems = append(problems, fieldProblem{name, reason})
		}
	}
	problems = append(problems, q.readCard(values)...)
	if b.DateFilterWholeDays {
		q.from, q.to = wholeDay(q.from), wholeDay(q.to)
	}
	q.key = countKey{b, filterKey(values)}
	return q, problems
}

func (q *chargeQuery) read(name, value string, b *Behavior) string {
	switch name {
	case "from":
		return readTime(value, &q.from)
	case "to":
		return readTime(value, &q.to)
	}
	if read, ok := chargeParams[name]; ok {
		return read(q, value)
	}
	if match, ok := b.ExtraFilters[name]; ok {
		return q.filter("", func(c *Charge) bool { return match(c, value) })
	}
	return reasonUnknown
}

// filter adds a filter unless there is a reason to refuse its value. It returns
// that reason.
func (q *chargeQuery) filter(reason string, match func(*Charge) bool) string {
	if reason == "" {
		q.filters = append(q.filters, match)
	}
	return reason
}

// readCard adds the card filter; its four parameters come together or not at all.
func (q *chargeQuery) readCard(values url.Values) []fieldProblem {
	var missing []fieldProblem
	for _, name := range cardParams {
		if !values.Has(name) {
			missing = append(missing, fieldProblem{name, reasonRequired})
		}
	}
	switch len(missing) {
	case 0:
		card := q.card
		q.filters = append(q.filters, func(c *Charge) bool { return c.Card != nil && *c.Card == card })
		return nil
	case len(cardParams):
		return nil
	}
	return missing
}

// match returns a function that applies all filters, nil if there is none. Times
// are not among them: the sorted list is searched for those.
func (q *chargeQuery) match() func(*Charge) bool {
	if len(q.filters) == 0 {
		return nil
	}
	return func(c *Charge) bool {
		for _, f := range q.filters {
			if !f(c) {
				return false
			}
		}
		return true
	}
}

func readLimit(q *chargeQuery, v string) string { return readNumber(v, 10, 100, &q.limit) }

func readNumber(v string, low, high int, into *int) string {
	if reason := digits(v); reason != "" {
		return reason
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < low || n > high {
		return reasonRange
	}
	*into = n
	return ""
}

// compareAmount compares an amount with a checked number.
func compareAmount(amount int64, with string) int {
	bound, _ := strconv.ParseInt(with, 10, 64)
	return cmp.Compare(amount, bound)
}

// readTime reads an RFC 3339 time, or a date, which means its midnight in UTC.
func readTime(v string, into *int64) string {
	t, err := time.Parse(time.RFC3339Nano, v)
	if err != nil {
		t, err = time.Parse(time.DateOnly, v)
	}
	if err != nil {
		return reasonFormat
	}
	*into = t.UnixMicro()
	if t.Nanosecond()%1000 != 0 {
		*into++ // charges have whole microseconds: the first one that is not before t
	}
	return ""
}

const dayMicros = 24 * 60 * 60 * 1_000_000

func wholeDay(at int64) int64 {
	if at == math.MinInt64 || at == math.MaxInt64 {
		return at
	}
	return at - ((at%dayMicros)+dayMicros)%dayMicros
}

func filterKey(values url.Values) string {
	kept := url.Values{}
	for name, v := range values {
		if !slices.Contains(pagingParams, name) {
			kept[name] = v
		}
	}
	return kept.Encode()
}
