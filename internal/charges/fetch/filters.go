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

// filter is one that the query sets, and that the charges can be checked against.
type filter struct {
	Outside
	fields []string // of a charge that it is about
	// mismatches reports whether a value of such a field does not match.
	mismatches func(value string) bool
}

// filtersOf returns the filters of API description, section 4.2, that q sets, and the
// fields of a charge that they are about.
func filtersOf(q paymentapi.ChargeQuery) (filters []filter, fields []string) {
	add := func(name string, mismatches func(string) bool, about ...string) {
		if mismatches != nil {
			filters, fields = append(filters, filter{Outside{Filter: name}, about, mismatches}), append(fields, about...)
		}
	}
	add("store_id", differs(q.StoreID), "store_id")
	add("mode", differs(q.Mode), "mode")
	add("transaction_token_id", differs(q.TransactionTokenID), "transaction_token_id")
	add("currency", differs(q.Currency), "requested_currency", "charged_currency")
	add("amount_from", beyond(q.AmountFrom, -1), "requested_amount", "charged_amount")
	add("amount_to", beyond(q.AmountTo, 1), "requested_amount", "charged_amount")
	// The service may write times to the second only, and compare finer ones.
	add("from", created(q.From, func(at, from time.Time) bool { return at.Before(from.Truncate(time.Second)) }), "created_on")
	add("to", created(q.To, func(at, to time.Time) bool { return !at.Before(to) }), "created_on")
	return filters, fields
}

// count counts the charges that do not match, for each filter.
func count(filters []filter, charges []paymentapi.Charge) {
	var charge paymentapi.Charge
	fields := charge.Fields() // pointers into charge
	for _, charge = range charges {
		for i := range filters {
			if filters[i].excludes(fields) {
				filters[i].Charges++
			}
		}
	}
}

// excludes reports whether a charge has at least one of the fields that the filter is
// about, and none of them matches. A charge that is pending has been charged nothing yet.
func (f *filter) excludes(fields map[string]any) bool {
	given := false
	for _, name := range f.fields {
		var value *string
		switch field := fields[name].(type) {
		case **string:
			value = *field
		case **json.Number:
			value = (*string)(*field)
		}
		if value != nil {
			if !f.mismatches(*value) {
				return false
			}
			given = true
		}
	}
	return given
}

// differs finds texts that are not the one wanted, in whatever case of letters.
func differs(want string) func(string) bool {
	if want == "" {
		return nil
	}
	return func(got string) bool { return !strings.EqualFold(got, want) }
}

// beyond finds amounts beyond a bound: above it if the sign is 1, below it if it is -1.
// One that is equal to the bound is not beyond it, since services differ there.
func beyond(bound *int64, sign int) func(string) bool {
	if bound == nil {
		return nil
	}
	limit := big.NewInt(*bound)
	return func(amount string) bool {
		n, ok := new(big.Int).SetString(amount, 10)
		return ok && n.Cmp(limit) == sign
	}
}

// created finds times outside of a from or a to: a time of RFC 3339, or a date, which
// means its start in UTC.
func created(bound string, outside func(at, bound time.Time) bool) func(string) bool {
	limit, ok := paymentapi.ParseTime(bound)
	if !ok {
		return nil
	}
	return func(value string) bool {
		at, ok := paymentapi.ParseTime(value)
		return ok && outside(at, limit)
	}
}
