// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals

import (
	"cmp"
	"encoding/json"

	"github.com/shopspring/decimal"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// UnknownCurrency stands for the currency of an amount without one.
const UnknownCurrency = "unknown"

// Sum is the exact sum of amounts in one currency.
type Sum struct {
	// Count is the number of charges that have the amount.
	Count int64

	amount      decimal.Decimal // in the smallest unit of the currency
	formatted   decimal.Decimal // of the amounts that have a decimal form
	unformatted bool            // a charge has the amount and not its decimal form
}

// Amount returns the sum in the smallest unit of the currency.
func (s *Sum) Amount() json.Number {
	return json.Number(s.amount.String())
}

// Formatted returns the sum of the amounts as decimals, without an exponent, or nil if a charge
// lacks that form.
func (s *Sum) Formatted() *json.Number {
	if s.unformatted {
		return nil
	}
	return new(json.Number(s.formatted.String()))
}

// add adds an amount, which the charge has.
func (s *Sum) add(a amount) {
	s.Count++
	s.amount = s.amount.Add(toDecimal(*a.number))
	if a.formatted == nil {
		s.unformatted = true
		return
	}
	s.formatted = s.formatted.Add(toDecimal(*a.formatted))
}

// toDecimal returns a number of a charge. The client refuses what is no number, and numbers so long
// that adding them up would take minutes.
func toDecimal(number json.Number) decimal.Decimal {
	d, _ := decimal.NewFromString(number.String())
	return d
}

// amount is an amount of one charge. What the charge lacks is nil.
type amount struct {
	number    *json.Number // in the smallest unit of the currency
	formatted *json.Number // as a decimal
	currency  *string
}

// Sums are sums by currency.
type Sums map[string]*Sum

// add adds an amount to the sum of its currency. A charge without the amount is in no sum.
func (s Sums) add(a amount) {
	if a.number == nil {
		return
	}

	currency := UnknownCurrency
	if a.currency != nil {
		currency = cmp.Or(*a.currency, UnknownCurrency)
	}
	sum, ok := s[currency]
	if !ok {
		sum = &Sum{}
		s[currency] = sum
	}
	sum.add(a)
}

// Figures are the figures of all charges, or of one group.
type Figures struct {
	Count     int64
	Requested Sums
	Charged   Sums
	Fees      Sums
}

func newFigures() Figures {
	return Figures{
		Requested: Sums{},
		Charged:   Sums{},
		Fees:      Sums{},
	}
}

// add adds a charge.
func (f *Figures) add(charge *paymentapi.Charge) {
	f.Count++
	f.Requested.add(amount{
		number:    charge.RequestedAmount,
		formatted: charge.RequestedAmountFormatted,
		currency:  charge.RequestedCurrency,
	})
	f.Charged.add(amount{
		number:    charge.ChargedAmount,
		formatted: charge.ChargedAmountFormatted,
		currency:  charge.ChargedCurrency,
	})
	f.Fees.add(amount{
		number:    charge.FeeAmount,
		formatted: charge.FeeAmountFormatted,
		currency:  charge.FeeCurrency,
	})
}
