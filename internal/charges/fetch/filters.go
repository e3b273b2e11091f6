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

// lenientFields are the fields of a charge that countMismatches looks at. They are read leniently,
// because only filters are checked with them. Every charge is read with its created_on anyway.
var lenientFields = []string{
	"store_id", "mode", "transaction_token_id", "requested_currency", "charged_currency", "requested_amount", "charged_amount",
}

// countMismatches adds to counts, by the name of the filter, how many charges do not match each
// filter of q (API description, section 4.2). Nothing is known of the filters that are not here.
func countMismatches(counts map[string]int, q *paymentapi.ChargeQuery, charges []paymentapi.Charge) {
	from, hasFrom := paymentapi.ParseTime(q.From)
	from = from.Truncate(time.Second) // a service may write times to the second only, and compare finer ones
	to, hasTo := paymentapi.ParseTime(q.To)
	for i := range charges {
		c := &charges[i]
		created, dated := c.Created()
		for filter, mismatch := range map[string]bool{
			"store_id":             allDiffer(q.StoreID, c.StoreID),
			"mode":                 q.Mode != "live_test" && allDiffer(q.Mode, c.Mode), // a charge is live or test
			"currency":             allDiffer(q.Currency, c.RequestedCurrency, c.ChargedCurrency),
			"transaction_token_id": allDiffer(q.TransactionTokenID, c.TransactionTokenID),
			"amount_from":          allBeyond(q.AmountFrom, -1, c.RequestedAmount, c.ChargedAmount),
			"amount_to":            allBeyond(q.AmountTo, 1, c.RequestedAmount, c.ChargedAmount),
			"from":                 hasFrom && dated && created.Before(from),
			"to":                   hasTo && dated && !created.Before(to),
		} {
			if mismatch {
				counts[filter]++
			}
		}
	}
}

// allDiffer reports whether the values that a charge has all differ from the wanted text, in
// any letter case. No value is wanted if that is empty.
func allDiffer(want string, values ...*string) bool {
	return want != "" && isMismatch(values, func(got string) bool { return strings.EqualFold(got, want) })
}

// allBeyond reports whether the amounts that a charge has are all beyond a bound: above it if
// sign is 1, below it if sign is -1. One that equals the bound is not, since services differ
// there. Nothing is beyond a bound that is nil.
func allBeyond(bound *int64, sign int, amounts ...*json.Number) bool {
	isWithin := func(amount json.Number) bool {
		n, ok := new(big.Int).SetString(amount.String(), 10)
		isBeyond := ok && n.Cmp(big.NewInt(*bound)) == sign
		return !isBeyond
	}
	return bound != nil && isMismatch(amounts, isWithin)
}

// isMismatch reports whether a charge has some of the values, and none of them matches. Values
// that are nil do not count: a pending charge has no charged amount yet. If all are nil, there is
// no mismatch, because nothing is known to differ.
func isMismatch[T any](values []*T, matches func(T) bool) bool {
	given := slices.DeleteFunc(values, func(value *T) bool { return value == nil })
	return len(given) > 0 && !slices.ContainsFunc(given, func(value *T) bool { return matches(*value) })
}
