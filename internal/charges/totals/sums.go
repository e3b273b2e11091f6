// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals

import (
	"cmp"
	"encoding/json"
	"math/big"
	"strconv"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// UnknownCurrency stands for the currency of an amount without one.
const UnknownCurrency = "unknown"

// Sum is the exact sum of amounts in one currency.
type Sum struct {
	// Count is the number of charges that have the amount.
	Count int64

	amount      big.Int
	formatted   big.Int // in units of the last decimal
	decimals    int     // of the amount that has most
	unformatted bool    // a charge has the amount and not its decimal form
}

// Amount returns the sum in the smallest unit of the currency.
func (s *Sum) Amount() json.Number { return json.Number(s.amount.String()) }

// Formatted returns the sum of the amounts as decimals, without exponent, or nil
// if a charge lacks that form.
func (s *Sum) Formatted() *json.Number {
	if s.unformatted {
		return nil
	}
	return new(paymentapi.PlainNumber(s.formatted.String(), -s.decimals))
}

// addFormatted adds a number without an exponent.
func (s *Sum) addFormatted(number string) {
	whole, fraction, _ := strings.Cut(number, ".")
	if more := len(fraction) - s.decimals; more > 0 {
		s.formatted.Mul(&s.formatted, parseInt("1"+strings.Repeat("0", more)))
		s.decimals = len(fraction)
	}
	digits := whole + fraction + strings.Repeat("0", s.decimals-len(fraction))
	s.formatted.Add(&s.formatted, parseInt(digits))
}

// parseInt reads a whole number of any size.
func parseInt(digits string) *big.Int {
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil { // most do, and it is ten times as fast
		return big.NewInt(n)
	}
	n, _ := new(big.Int).SetString(digits, 10)
	return n
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
	sum.amount.Add(&sum.amount, parseInt(amount.String()))
	if formatted == nil {
		sum.unformatted = true
		return
	}
	sum.addFormatted(formatted.String())
}

// Figures are the figures of all charges, or of one group.
type Figures struct {
	Count                    int64
	Requested, Charged, Fees Sums
}

func newFigures() Figures { return Figures{Requested: Sums{}, Charged: Sums{}, Fees: Sums{}} }

func (f *Figures) addCharge(c *paymentapi.Charge) {
	f.Count++
	f.Requested.add(c.RequestedAmount, c.RequestedCurrency, c.RequestedAmountFormatted)
	f.Charged.add(c.ChargedAmount, c.ChargedCurrency, c.ChargedAmountFormatted)
	f.Fees.add(c.FeeAmount, c.FeeCurrency, c.FeeAmountFormatted)
}
