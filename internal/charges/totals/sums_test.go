// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
)

// sum is what a test expects of a sum.
type sum struct {
	count     int64
	amount    string
	formatted string // "null" if a charge lacks this form of its amount
}

func sumsOf(of totals.Sums) map[string]sum {
	all := map[string]sum{}
	for currency, one := range of {
		formatted := "null"
		if one.Formatted() != nil {
			formatted = one.Formatted().String()
		}
		all[currency] = sum{one.Count, one.Amount().String(), formatted}
	}
	return all
}

// Sums are exact, by currency, and do not depend on the order in which charges are added.
func TestAdd_sums(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		charges   []charge
		requested map[string]sum
		charged   map[string]sum
		fees      map[string]sum
	}{
		"no charges": {},
		"each amount in its own currency": {
			charges: []charge{
				{
					RequestedAmount:          number("1000"),
					RequestedCurrency:        new("JPY"),
					RequestedAmountFormatted: number("1000"),
					ChargedAmount:            number("701"),
					ChargedCurrency:          new("USD"),
					ChargedAmountFormatted:   number("7.01"),
					FeeAmount:                number("30"),
					FeeCurrency:              new("EUR"),
					FeeAmountFormatted:       number("0.3"),
				},
				requested("500", "USD", "5"),
				{
					ChargedAmount:          number("2"),
					ChargedCurrency:        new("USD"),
					ChargedAmountFormatted: number("0.02"),
				},
			},
			requested: map[string]sum{
				"JPY": {count: 1, amount: "1000", formatted: "1000"},
				"USD": {count: 1, amount: "500", formatted: "5"},
			},
			charged: map[string]sum{
				"USD": {count: 2, amount: "703", formatted: "7.03"},
			},
			fees: map[string]sum{
				"EUR": {count: 1, amount: "30", formatted: "0.3"},
			},
		},
		"a currency without an amount": {
			charges: []charge{
				{FeeCurrency: new("EUR"), FeeAmountFormatted: number("0.3")},
			},
		},
		"an amount without its decimal form": {
			charges: []charge{
				requested("1000", "JPY", "1000"),
				{RequestedAmount: number("3"), RequestedCurrency: new("JPY")},
				requested("1", "JPY", "1"),
			},
			requested: map[string]sum{
				"JPY": {count: 3, amount: "1004", formatted: "null"},
			},
		},
		"no currency": {
			charges: []charge{
				{RequestedAmount: number("1"), RequestedAmountFormatted: number("1")},
				requested("2", "", "2"),
				requested("4", "unknown", "4"),
				requested("8", "usd", "8"),
			},
			requested: map[string]sum{
				"unknown": {count: 3, amount: "7", formatted: "7"},
				"usd":     {count: 1, amount: "8", formatted: "8"},
			},
		},
		"more than 64 bits": {
			charges: []charge{
				requested("9223372036854775807", "JPY", "1"),
				requested("9223372036854775807", "JPY", "1"),
			},
			requested: map[string]sum{
				"JPY": {count: 2, amount: "18446744073709551614", formatted: "2"},
			},
		},
		"less than 64 bits": {
			charges: []charge{
				requested("-9223372036854775808", "JPY", "-0.5"),
				requested("-1", "JPY", "-0.5"),
			},
			requested: map[string]sum{
				"JPY": {count: 2, amount: "-9223372036854775809", formatted: "-1"},
			},
		},
		"one amount of more than 64 bits": {
			charges: []charge{
				requested("999999999999999999999999999999", "JPY", "1"),
			},
			requested: map[string]sum{
				"JPY": {count: 1, amount: "999999999999999999999999999999", formatted: "1"},
			},
		},
		"decimals that cancel each other out": {
			charges: []charge{
				requested("1", "JPY", "1.005"),
				requested("1", "JPY", "2"),
				requested("1", "JPY", "-0.005"),
			},
			requested: map[string]sum{
				"JPY": {count: 3, amount: "3", formatted: "3"},
			},
		},
		"decimals of different lengths": {
			charges: []charge{
				requested("1", "JPY", "2"),
				requested("1", "JPY", "-0.01"),
				requested("1", "JPY", "0.005"),
				requested("1", "JPY", "123456789012345678901.5"),
			},
			requested: map[string]sum{
				"JPY": {count: 4, amount: "4", formatted: "123456789012345678903.495"},
			},
		},
		"the longest numbers that the client lets pass": {
			charges: []charge{
				requested(strings.Repeat("9", 150), "JPY", "1"+strings.Repeat("0", 300)),
				requested("1", "JPY", "0."+strings.Repeat("0", 299)+"1"),
			},
			requested: map[string]sum{
				"JPY": {
					count:     2,
					amount:    "1" + strings.Repeat("0", 150),
					formatted: "1" + strings.Repeat("0", 300) + "." + strings.Repeat("0", 299) + "1",
				},
			},
		},
		"zero": {
			charges: []charge{
				requested("0", "JPY", "0"),
			},
			requested: map[string]sum{
				"JPY": {count: 1, amount: "0", formatted: "0"},
			},
		},
	} {
		for _, atOnce := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, at once %t", name, atOnce), func(t *testing.T) {
				t.Parallel()
				got := added(t, atOnce, nil, time.UTC, tt.charges)
				if got.Count != int64(len(tt.charges)) || len(got.Groups()) > 0 {
					t.Errorf("there are %d charges and %d groups", got.Count, len(got.Groups()))
				}
				for kind, sums := range map[string]struct {
					got  totals.Sums
					want map[string]sum
				}{
					"requested": {got.Requested, tt.requested},
					"charged":   {got.Charged, tt.charged},
					"fees":      {got.Fees, tt.fees},
				} {
					if all := sumsOf(sums.got); !maps.Equal(all, sums.want) {
						t.Errorf("%s: %v, want %v", kind, all, sums.want)
					}
				}
			})
		}
	}
}
