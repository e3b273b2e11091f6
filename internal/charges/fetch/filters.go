// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"encoding/json"
	"math/big"
	"strings"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Outside is how many charges do not match a filter.
type Outside struct {
	Filter  string
	Charges int
}

// check reports whether a charge does not match a filter that was sent. A charge
// without the fact that the filter is about matches.
type check struct {
	filter  string
	outside func(*paymentapi.Charge) bool
}

// filters are the filters of API description, section 4.2, that can be checked
// against what the service lists, the fields of a charge that they are about, and
// how they are checked: nil if the query does not set them.
var filters = []struct {
	name   string
	fields []string
	check  func(paymentapi.ChargeQuery) func(*paymentapi.Charge) bool
}{
	{"store_id", []string{"store_id"}, func(q paymentapi.ChargeQuery) func(*paymentapi.Charge) bool {
		return differs(q.StoreID, func(c *paymentapi.Charge) *string { return c.StoreID })
	}},
	{"mode", []string{"mode"}, func(q paymentapi.ChargeQuery) func(*paymentapi.Charge) bool {
		return differs(q.Mode, func(c *paymentapi.Charge) *string { return c.Mode })
	}},
	{"transaction_token_id", []string{"transaction_token_id"}, func(q paymentapi.ChargeQuery) func(*paymentapi.Charge) bool {
		return differs(q.TransactionTokenID, func(c *paymentapi.Charge) *string { return c.TransactionTokenID })
	}},
	{"currency", []string{"requested_currency", "charged_currency"}, func(q paymentapi.ChargeQuery) func(*paymentapi.Charge) bool {
		return both(differs(q.Currency, func(c *paymentapi.Charge) *string { return c.RequestedCurrency }),
			differs(q.Currency, func(c *paymentapi.Charge) *string { return c.ChargedCurrency }))
	}},
	{"amount_from", []string{"requested_amount", "charged_amount"}, func(q paymentapi.ChargeQuery) func(*paymentapi.Charge) bool {
		return beyond(q.AmountFrom, -1)
	}},
	{"amount_to", []string{"requested_amount", "charged_amount"}, func(q paymentapi.ChargeQuery) func(*paymentapi.Charge) bool {
		return beyond(q.AmountTo, 1)
	}},
	{filterFrom, []string{"created_on"}, func(q paymentapi.ChargeQuery) func(*paymentapi.Charge) bool {
		return created(q.From, func(created, from time.Time) bool { return created.Before(from) })
	}},
	{filterTo, []string{"created_on"}, func(q paymentapi.ChargeQuery) func(*paymentapi.Charge) bool {
		return created(q.To, func(created, to time.Time) bool { return !created.Before(to) })
	}},
}

// These filters find the parts of a list.
const (
	filterFrom = "from"
	filterTo   = "to"
)

// checksOf returns the checks of the filters that q sets, and the fields of a
// charge that they look at.
func checksOf(q paymentapi.ChargeQuery) (checks []check, fields []string) {
	for _, f := range filters {
		if outside := f.check(q); outside != nil {
			checks = append(checks, check{f.name, outside})
			fields = append(fields, f.fields...)
		}
	}
	return checks, fields
}

// differs checks a text, in which the case of letters makes no difference.
func differs(want string, of func(*paymentapi.Charge) *string) func(*paymentapi.Charge) bool {
	if want == "" {
		return nil
	}
	return func(c *paymentapi.Charge) bool {
		got := of(c)
		return got != nil && !strings.EqualFold(*got, want)
	}
}

// both is for a filter that a charge matches with what was requested or with what
// was charged.
func both(requested, charged func(*paymentapi.Charge) bool) func(*paymentapi.Charge) bool {
	if requested == nil {
		return nil
	}
	return func(c *paymentapi.Charge) bool { return requested(c) && charged(c) }
}

// beyond checks that no amount is beyond a bound in the direction of the sign. One
// that is equal to it is not: services differ there.
func beyond(bound *int64, sign int) func(*paymentapi.Charge) bool {
	if bound == nil {
		return nil
	}
	limit := big.NewInt(*bound)
	isBeyond := func(amount *json.Number) bool {
		if amount == nil {
			return false
		}
		n, ok := new(big.Int).SetString(amount.String(), 10)
		return ok && n.Cmp(limit) == sign
	}
	return func(c *paymentapi.Charge) bool { return isBeyond(c.RequestedAmount) && isBeyond(c.ChargedAmount) }
}

// created checks the time of creation against a from or to: a time of RFC 3339, or
// a date, which is its start in UTC.
func created(bound string, outside func(created, bound time.Time) bool) func(*paymentapi.Charge) bool {
	limit, err := time.Parse(time.RFC3339, bound)
	if err != nil {
		limit, err = time.Parse(time.DateOnly, bound)
	}
	if err != nil {
		return nil
	}
	return func(c *paymentapi.Charge) bool {
		at, ok := c.Created()
		return ok && outside(at, limit)
	}
}
