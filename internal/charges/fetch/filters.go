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

// predicate reports whether a charge does not match a filter. A charge that lacks
// the field that the filter is about matches.
type predicate = func(*paymentapi.Charge) bool

// counter counts the charges that do not match a filter.
type counter struct {
	Outside
	excludes predicate
}

// count lets each counter look at charges.
func count(counters []counter, charges []paymentapi.Charge) {
	for i := range charges {
		for j := range counters {
			if counters[j].excludes(&charges[i]) {
				counters[j].Charges++
			}
		}
	}
}

// checkable are the filters of API description, section 4.2, that can be checked
// against what the service lists: the name of each, the fields of a charge that it
// is about, and its predicate, which is nil if the query does not set the filter.
var checkable = []struct {
	filter    string
	fields    []string
	predicate func(paymentapi.ChargeQuery) predicate
}{
	{"store_id", []string{"store_id"}, func(q paymentapi.ChargeQuery) predicate {
		return differs(q.StoreID, func(c *paymentapi.Charge) []*string { return []*string{c.StoreID} })
	}},
	{"mode", []string{"mode"}, func(q paymentapi.ChargeQuery) predicate {
		return differs(q.Mode, func(c *paymentapi.Charge) []*string { return []*string{c.Mode} })
	}},
	{"transaction_token_id", []string{"transaction_token_id"}, func(q paymentapi.ChargeQuery) predicate {
		return differs(q.TransactionTokenID, func(c *paymentapi.Charge) []*string { return []*string{c.TransactionTokenID} })
	}},
	{"currency", []string{"requested_currency", "charged_currency"}, func(q paymentapi.ChargeQuery) predicate {
		return differs(q.Currency, func(c *paymentapi.Charge) []*string { return []*string{c.RequestedCurrency, c.ChargedCurrency} })
	}},
	{"amount_from", []string{"requested_amount", "charged_amount"}, func(q paymentapi.ChargeQuery) predicate { return beyond(q.AmountFrom, -1) }},
	{"amount_to", []string{"requested_amount", "charged_amount"}, func(q paymentapi.ChargeQuery) predicate { return beyond(q.AmountTo, 1) }},
	// The service may write times to the second only, and compare finer ones.
	{"from", []string{"created_on"}, func(q paymentapi.ChargeQuery) predicate {
		return created(q.From, func(at, from time.Time) bool { return at.Before(from.Truncate(time.Second)) })
	}},
	{"to", []string{"created_on"}, func(q paymentapi.ChargeQuery) predicate {
		return created(q.To, func(at, to time.Time) bool { return !at.Before(to) })
	}},
}

// countersOf returns the counters for the filters that q sets, and the fields of a
// charge that they look at.
func countersOf(q paymentapi.ChargeQuery) (counters []counter, fields []string) {
	for _, c := range checkable {
		if excludes := c.predicate(q); excludes != nil {
			counters = append(counters, counter{Outside{Filter: c.filter}, excludes})
			fields = append(fields, c.fields...)
		}
	}
	return counters, fields
}

// differs finds charges that have at least one of these texts and none that is the one
// wanted, in whatever case of letters.
func differs(want string, of func(*paymentapi.Charge) []*string) predicate {
	if want == "" {
		return nil
	}
	return func(c *paymentapi.Charge) bool {
		return allGiven(of(c), func(got string) bool { return !strings.EqualFold(got, want) })
	}
}

// beyond finds charges all of whose amounts are beyond a bound: above it if the sign is
// 1, below it if it is -1. An amount equal to the bound is not beyond it, since services
// differ there.
func beyond(bound *int64, sign int) predicate {
	if bound == nil {
		return nil
	}
	limit := big.NewInt(*bound)
	return func(c *paymentapi.Charge) bool {
		return allGiven([]*json.Number{c.RequestedAmount, c.ChargedAmount}, func(amount json.Number) bool {
			n, ok := new(big.Int).SetString(amount.String(), 10)
			return ok && n.Cmp(limit) == sign
		})
	}
}

// allGiven reports whether at least one value is given, and holds is true for each
// that is. A charge that is pending has been charged nothing yet.
func allGiven[T any](values []*T, holds func(T) bool) bool {
	given := slices.DeleteFunc(values, func(value *T) bool { return value == nil })
	return len(given) > 0 && !slices.ContainsFunc(given, func(value *T) bool { return !holds(*value) })
}

// created finds charges that were created outside of a from or a to: a time of RFC
// 3339, or a date, which means its start in UTC.
func created(bound string, outside func(at, bound time.Time) bool) predicate {
	limit, ok := paymentapi.ParseTime(bound)
	if !ok {
		return nil
	}
	return func(c *paymentapi.Charge) bool {
		at, ok := c.Created()
		return ok && outside(at, limit)
	}
}
