// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals

import (
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// grouping is a fact by which charges can be grouped.
type grouping struct {
	name string
	// of returns the fact of a charge that was created at the given time in the
	// time zone of the groups; nil if it lacks the fact.
	of func(c *paymentapi.Charge, created *time.Time) *string
}

// groupings are in alphabetical order, which is that of the keys of groups.
var groupings = [...]grouping{
	{"charged_currency", func(c *paymentapi.Charge, _ *time.Time) *string { return c.ChargedCurrency }},
	{"day", func(_ *paymentapi.Charge, created *time.Time) *string { return format(created, time.DateOnly) }},
	{"mode", func(c *paymentapi.Charge, _ *time.Time) *string { return c.Mode }},
	{"month", func(_ *paymentapi.Charge, created *time.Time) *string { return format(created, "2006-01") }},
	{"requested_currency", func(c *paymentapi.Charge, _ *time.Time) *string { return c.RequestedCurrency }},
	{"status", func(c *paymentapi.Charge, _ *time.Time) *string { return c.Status }},
	{"store_id", func(c *paymentapi.Charge, _ *time.Time) *string { return c.StoreID }},
	{"transaction_token_type", func(c *paymentapi.Charge, _ *time.Time) *string { return c.TransactionTokenType }},
}

func format(t *time.Time, layout string) *string {
	if t == nil {
		return nil
	}
	text := t.Format(layout)
	return &text
}

// Fields returns the fields of a charge that a summary with groups by the given names
// needs. created_on is not among them: the client reads it anyway, and in any form, so
// that a charge without a readable time does not make the summary fail.
func Fields(groupBy []string) []string {
	return append([]string{
		"requested_amount", "requested_currency", "requested_amount_formatted",
		"charged_amount", "charged_currency", "charged_amount_formatted",
		"fee_amount", "fee_currency", "fee_amount_formatted",
	}, groupBy...)
}

// Groupings returns the names of all that charges can be grouped by.
func Groupings() []string { return namesOf(groupings[:]) }

func namesOf(groupings []grouping) []string {
	names := make([]string, len(groupings))
	for i, g := range groupings {
		names[i] = g.name
	}
	return names
}
