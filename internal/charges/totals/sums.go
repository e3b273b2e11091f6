// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals

import (
	"cmp"
	"encoding/json"
	"math/big"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// UnknownCurrency stands for the currency of an amount without one.
const UnknownCurrency = "unknown"

// Sum is the exact sum of amounts in one currency.
type Sum struct {
	// Count is the number of charges that have the amount.
	Count int64

	amount      big.Int
	formatted   big.Rat
	unformatted bool // a charge has the amount and not its decimal form
}

// Amount returns the sum in the smallest unit of the currency.
func (s *Sum) Amount() json.Number { return json.Number(s.amount.String()) }

// Formatted returns the sum of the amounts as decimals, without exponent, or nil
// if a charge lacks that form.
func (s *Sum) Formatted() *json.Number {
	if s.unformatted {
		return nil
	}
	digits, _ := s.formatted.FloatPrec() // after the point
	return new(json.Number(s.formatted.FloatString(digits)))
}

// Sums are sums by currency.
type Sums map[string]*Sum

// add adds an amount of a charge, whose numbers are as paymentapi.PlainNumber writes them.
// A charge without the amount is in no sum.
func (s Sums) add(amount *json.Number, currency *string, formatted *json.Number) {
	if amount == nil {
		return
	}
	name := UnknownCurrency
	if currency != nil {
		name = cmp.Or(*currency, UnknownCurrency)
	}
	sum := s[name]
	if sum == nil {
		sum = &Sum{}
		s[name] = sum
	}
	sum.Count++
	var whole big.Int
	whole.SetString(amount.String(), 10)
	sum.amount.Add(&sum.amount, &whole)
	if formatted == nil {
		sum.unformatted = true
		return
	}
	var decimal big.Rat
	decimal.SetString(formatted.String())
	sum.formatted.Add(&sum.formatted, &decimal)
}

// Figures are the figures of all charges, or of one group.
type Figures struct {
	Count                    int64
	Requested, Charged, Fees Sums
}

func newFigures() Figures { return Figures{Requested: Sums{}, Charged: Sums{}, Fees: Sums{}} }

func (f *Figures) add(c *paymentapi.Charge) {
	f.Count++
	f.Requested.add(c.RequestedAmount, c.RequestedCurrency, c.RequestedAmountFormatted)
	f.Charged.add(c.ChargedAmount, c.ChargedCurrency, c.ChargedAmountFormatted)
	f.Fees.add(c.FeeAmount, c.FeeCurrency, c.FeeAmountFormatted)
}
