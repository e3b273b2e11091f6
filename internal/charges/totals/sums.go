// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// UnknownCurrency stands for the currency of an amount without one.
const UnknownCurrency = "unknown"

// Sum is what charges in one currency come to, exactly.
type Sum struct {
	// Count is the number of charges that have the amount.
	Count int64

	amount      decimal
	formatted   decimal
	unformatted bool // a charge has the amount and not its decimal form
}

// Amount returns the sum in the smallest unit of the currency.
func (s *Sum) Amount() json.Number { return json.Number(s.amount.String()) }

// Formatted returns the sum of the amounts as decimals, without exponent, or nil
// if a charge lacks that form, or if the sum has more digits than a number of the
// CLI.
func (s *Sum) Formatted() *json.Number {
	if s.unformatted || s.tooPrecise() {
		return nil
	}
	return new(json.Number(s.formatted.String()))
}

// tooPrecise reports whether the sum of the amounts as decimals has more digits
// than a number of the CLI.
func (s *Sum) tooPrecise() bool {
	return !s.unformatted && significant(s.formatted.String()) > maxDigits
}

// Sums are sums by currency.
type Sums map[string]*Sum

// add adds an amount of a charge. A charge without the amount is in no sum.
func (s Sums) add(amount *json.Number, currency *string, formatted *json.Number) error {
	if amount == nil {
		return nil
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
	if err := sum.amount.add(amount.String()); err != nil {
		return fmt.Errorf("_amount %w", err)
	}
	if formatted == nil {
		sum.unformatted = true
		return nil
	}
	if err := sum.formatted.add(formatted.String()); err != nil {
		return fmt.Errorf("_amount_formatted %w", err)
	}
	return nil
}

// Figures are what is said of all charges, and of each group.
type Figures struct {
	Count                    int64
	Requested, Charged, Fees Sums
}

func newFigures() Figures { return Figures{Requested: Sums{}, Charged: Sums{}, Fees: Sums{}} }

func (f *Figures) add(c *paymentapi.Charge) error {
	f.Count++
	if err := f.Requested.add(c.RequestedAmount, c.RequestedCurrency, c.RequestedAmountFormatted); err != nil {
		return fmt.Errorf("requested%w", err)
	}
	if err := f.Charged.add(c.ChargedAmount, c.ChargedCurrency, c.ChargedAmountFormatted); err != nil {
		return fmt.Errorf("charged%w", err)
	}
	if err := f.Fees.add(c.FeeAmount, c.FeeCurrency, c.FeeAmountFormatted); err != nil {
		return fmt.Errorf("fee%w", err)
	}
	return nil
}

// tooPrecise returns the names of the sums that are too precise for the CLI, such
// as requested["JPY"].
func (f *Figures) tooPrecise() []string {
	var names []string
	for result, sums := range map[string]Sums{"requested": f.Requested, "charged": f.Charged, "fees": f.Fees} {
		for currency, sum := range sums {
			if sum.tooPrecise() {
				names = append(names, fmt.Sprintf("%s[%q]", result, currency))
			}
		}
	}
	return names
}
