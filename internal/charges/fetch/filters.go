// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fetch

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// A service that does not know a filter ignores it, and nothing but the charges that come shows that.

// BothModes is the mode, which some accounts have, of charges that are live or test.
const BothModes = "live_test"

// filterCheck checks charges against one filter.
type filterCheck struct {
	filter   string   // its name in messages
	fields   []string // the fields of a charge that excludes looks at, besides created_on
	excludes func(*paymentapi.Charge) bool
}

// textFields are the fields of a charge that filters find charges by, by their names in the API.
var textFields = map[string]func(*paymentapi.Charge) *string{
	"store_id":                func(c *paymentapi.Charge) *string { return c.StoreID },
	"mode":                    func(c *paymentapi.Charge) *string { return c.Mode },
	"requested_currency":      func(c *paymentapi.Charge) *string { return c.RequestedCurrency },
	"charged_currency":        func(c *paymentapi.Charge) *string { return c.ChargedCurrency },
	"transaction_token_id":    func(c *paymentapi.Charge) *string { return c.TransactionTokenID },
	"status":                  func(c *paymentapi.Charge) *string { return c.Status },
	"subscription_id":         func(c *paymentapi.Charge) *string { return c.SubscriptionID },
	"transaction_token_type":  func(c *paymentapi.Charge) *string { return c.TransactionTokenType },
	"merchant_transaction_id": func(c *paymentapi.Charge) *string { return c.MerchantTransactionID },
}

// extraFilters are filters without an argument of their own. Each is named like the field that it compares.
var extraFilters = []string{"status", "subscription_id", "transaction_token_type", "merchant_transaction_id"}

// filterChecks returns a check for each filter of a query that can be checked by looking at a charge (API description,
// section 4.2).
func filterChecks(query *paymentapi.ChargeQuery) []filterCheck {
	checks := []filterCheck{
		checkText("store_id", query.StoreID, "store_id"),
		checkText("currency", query.Currency, "requested_currency", "charged_currency"),
		checkText("transaction_token_id", query.TransactionTokenID, "transaction_token_id"),
		checkAmount("amount_from", query.AmountFrom, -1),
		checkAmount("amount_to", query.AmountTo, 1),
		checkFrom(query.From),
		checkTo(query.To),
	}

	if query.Mode != BothModes {
		checks = append(checks, checkText("mode", query.Mode, "mode"))
	}
	for name, value := range query.Extra {
		field := strings.ToLower(name)
		isList := strings.Contains(value, ",")
		if slices.Contains(extraFilters, field) && !isList {
			checks = append(checks, checkText(fmt.Sprintf("extra_filters[%q]", name), value, field))
		}
	}

	isUnset := func(check filterCheck) bool { return check.excludes == nil }
	return slices.DeleteFunc(checks, isUnset)
}

// checkedFields returns the fields that the checks look at.
func checkedFields(checks []filterCheck) []string {
	var fields []string
	for _, check := range checks {
		fields = append(fields, check.fields...)
	}
	return fields
}

// countMismatches adds to counts, by the name of the filter, how many charges each check excludes.
func countMismatches(counts map[string]int, checks []filterCheck, charges []paymentapi.Charge) {
	for _, check := range checks {
		for i := range charges {
			if check.excludes(&charges[i]) {
				counts[check.filter]++
			}
		}
	}
}

// checkText excludes a charge if the given fields that it has all differ from the wanted text, in any
// letter case. It checks nothing if that is empty.
func checkText(filter, wanted string, fields ...string) filterCheck {
	if wanted == "" {
		return filterCheck{}
	}

	matches := func(got string) bool { return strings.EqualFold(got, wanted) }
	return filterCheck{
		filter: filter,
		fields: fields,
		excludes: func(charge *paymentapi.Charge) bool {
			values := make([]*string, len(fields))
			for i, field := range fields {
				values[i] = textFields[field](charge)
			}
			return isMismatch(values, matches)
		},
	}
}

// checkAmount excludes a charge if the amounts that it has are all beyond a bound: above it if sign is
// 1, below it if sign is -1. An amount that equals the bound excludes no charge, since services differ there. A bound
// that is nil excludes none either.
func checkAmount(filter string, bound *int64, sign int) filterCheck {
	if bound == nil {
		return filterCheck{}
	}

	limit := big.NewInt(*bound)
	isWithin := func(amount json.Number) bool {
		n, ok := new(big.Int).SetString(amount.String(), 10)
		isBeyond := ok && n.Cmp(limit) == sign
		return !isBeyond
	}
	return filterCheck{
		filter: filter,
		fields: []string{"requested_amount", "charged_amount"},
		excludes: func(charge *paymentapi.Charge) bool {
			return isMismatch([]*json.Number{charge.RequestedAmount, charge.ChargedAmount}, isWithin)
		},
	}
}

// checkFrom excludes a charge that was created before from.
func checkFrom(text string) filterCheck {
	from, isSet := paymentapi.ParseTime(text)
	if !isSet {
		return filterCheck{}
	}

	from = from.Truncate(time.Second) // created_on may be cut to the second, so whole seconds are compared
	return filterCheck{filter: "from", excludes: func(charge *paymentapi.Charge) bool {
		created, ok := charge.Created()
		return ok && created.Before(from)
	}}
}

// checkTo excludes a charge that was created at to, or later.
func checkTo(text string) filterCheck {
	to, isSet := paymentapi.ParseTime(text)
	if !isSet {
		return filterCheck{}
	}
	return filterCheck{filter: "to", excludes: func(charge *paymentapi.Charge) bool {
		created, ok := charge.Created()
		return ok && !created.Before(to)
	}}
}

// isMismatch reports whether a charge has some of the values, and none of them matches. Values
// that are nil do not count: a pending charge has no charged amount yet. If all are nil, there is
// no mismatch, because nothing is known to differ.
func isMismatch[T any](values []*T, matches func(T) bool) bool {
	given := slices.DeleteFunc(values, func(value *T) bool { return value == nil })
	return len(given) > 0 && !slices.ContainsFunc(given, func(value *T) bool { return matches(*value) })
}
