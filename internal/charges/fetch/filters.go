// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"encoding/json"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Outside is how many charges do not match a filter.
type Outside struct {
	Filter  string
	Charges int
}

// filters are those of API description, section 4.2, that charges can be checked against.
var filters = []struct {
	name string
	// isOutside reports whether the query has the filter, and the charge does not match it.
	isOutside func(q *paymentapi.ChargeQuery, c *paymentapi.Charge) bool
}{
	{"store_id", func(q *paymentapi.ChargeQuery, c *paymentapi.Charge) bool { return differ(q.StoreID, c.StoreID) }},
	{"mode", func(q *paymentapi.ChargeQuery, c *paymentapi.Charge) bool { return differ(q.Mode, c.Mode) }},
	{"transaction_token_id", func(q *paymentapi.ChargeQuery, c *paymentapi.Charge) bool {
		return differ(q.TransactionTokenID, c.TransactionTokenID)
	}},
	{"currency", func(q *paymentapi.ChargeQuery, c *paymentapi.Charge) bool {
		return differ(q.Currency, c.RequestedCurrency, c.ChargedCurrency)
	}},
	{"amount_from", func(q *paymentapi.ChargeQuery, c *paymentapi.Charge) bool {
		return beyond(q.AmountFrom, -1, c.RequestedAmount, c.ChargedAmount)
	}},
	{"amount_to", func(q *paymentapi.ChargeQuery, c *paymentapi.Charge) bool {
		return beyond(q.AmountTo, 1, c.RequestedAmount, c.ChargedAmount)
	}},
	{"from", func(q *paymentapi.ChargeQuery, c *paymentapi.Charge) bool {
		// The service may write times to the second only, and compare finer ones.
		return created(c, q.From, func(at, from time.Time) bool { return at.Before(from.Truncate(time.Second)) })
	}},
	{"to", func(q *paymentapi.ChargeQuery, c *paymentapi.Charge) bool {
		return created(c, q.To, func(at, to time.Time) bool { return !at.Before(to) })
	}},
}

// checkedFields are the fields of a charge that the filters are about, besides created_on,
// which every charge is read with.
var checkedFields = []string{
	"store_id", "mode", "transaction_token_id", "requested_currency", "charged_currency", "requested_amount", "charged_amount",
}

// countOutside adds the charges that do not match the query to counts, which has one for
// each filter.
func countOutside(counts []int, q *paymentapi.ChargeQuery, charges []paymentapi.Charge) {
	for i := range charges {
		for f := range filters {
			if filters[f].isOutside(q, &charges[i]) {
				counts[f]++
			}
		}
	}
}

// differ reports whether the values that a charge has all differ from the wanted text, in
// any letter case. No value is wanted if that is empty.
func differ(want string, values ...*string) bool {
	return want != "" && allOf(values, func(got string) bool { return !strings.EqualFold(got, want) })
}

// beyond reports whether the amounts that a charge has are all beyond a bound: above it if
// sign is 1, below it if sign is -1. One that equals the bound is not, since services differ
// there. Nothing is beyond a bound that is nil.
func beyond(bound *int64, sign int, amounts ...*json.Number) bool {
	return bound != nil && allOf(amounts, func(amount json.Number) bool {
		n, ok := new(big.Int).SetString(amount.String(), 10)
		return ok && n.Cmp(big.NewInt(*bound)) == sign
	})
}

// created reports whether a charge was created at a time to which a condition applies, given
// a bound. It does not apply to a charge or a bound without a readable time.
func created(c *paymentapi.Charge, bound string, condition func(at, bound time.Time) bool) bool {
	if bound == "" {
		return false
	}
	limit, hasLimit := paymentapi.ParseTime(bound)
	at, ok := c.Created()
	return hasLimit && ok && condition(at, limit)
}

// allOf reports whether there is a value, and the condition holds for each one: a charge
// that is pending has been charged nothing yet.
func allOf[T any](values []*T, condition func(T) bool) bool {
	given := slices.DeleteFunc(values, func(value *T) bool { return value == nil })
	return len(given) > 0 && !slices.ContainsFunc(given, func(value *T) bool { return !condition(*value) })
}
