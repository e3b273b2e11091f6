// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals

import (
	"cmp"
	"encoding/json"
	"math/big"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// UnknownCurrency stands for the currency of an amount without one.
const UnknownCurrency = "unknown"

// Sum is the exact sum of amounts in one currency.
type Sum struct {
	// Count is the number of charges that have the amount.
	Count int64

	amount      decimal
	formatted   decimal
	unformatted bool // a charge has the amount and not its decimal form
}

// Amount returns the sum in the smallest unit of the currency.
func (s *Sum) Amount() json.Number { return s.amount.number() }

// Formatted returns the sum of the amounts as decimals, without exponent, or nil
// if a charge lacks that form.
func (s *Sum) Formatted() *json.Number {
	if s.unformatted {
		return nil
	}
	return new(s.formatted.number())
}

// Sums are sums by currency.
type Sums map[string]*Sum

// add adds an amount of a charge. A charge without the amount is in no sum.
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
	sum.amount.add(*amount)
	if formatted == nil {
		sum.unformatted = true
		return
	}
	sum.formatted.add(*formatted)
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

// decimal is an exact decimal number: mantissa / 10^scale.
type decimal struct {
	mantissa big.Int
	scale    int
}

// add adds a number as paymentapi.PlainNumber writes it.
func (d *decimal) add(number json.Number) {
	var term big.Int
	whole, fraction, _ := strings.Cut(number.String(), ".")
	term.SetString(whole+fraction, 10)
	if scale := len(fraction); scale > d.scale {
		d.mantissa.Mul(&d.mantissa, powerOfTen(scale-d.scale))
		d.scale = scale
	} else if scale < d.scale {
		term.Mul(&term, powerOfTen(d.scale-scale))
	}
	d.mantissa.Add(&d.mantissa, &term)
}

func powerOfTen(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

func (d *decimal) number() json.Number { return paymentapi.PlainNumber(d.mantissa.String(), -d.scale) }
