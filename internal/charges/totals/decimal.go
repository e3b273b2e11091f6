// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package totals

import (
	"errors"
	"math/big"
	"strconv"
	"strings"
)

// decimal is an exact decimal number: mantissa / 10^scale.
type decimal struct {
	mantissa big.Int
	scale    int
	term     big.Int // what is added, kept for its memory
}

var errNoNumber = errors.New("is not a number")

// maxExponent is far beyond any number that the client accepts. A larger one
// could stand for a number that takes minutes to write out.
const maxExponent = 1000

// add adds a number as JSON writes it.
func (d *decimal) add(number string) error {
	mantissa, exponent := number, 0
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		var err error
		if exponent, err = strconv.Atoi(number[i+1:]); err != nil || max(exponent, -exponent) > maxExponent {
			return errNoNumber
		}
		mantissa = number[:i]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	if !d.parseTerm(whole + fraction) {
		return errNoNumber
	}
	scale := len(fraction) - exponent
	if scale > d.scale {
		d.mantissa.Mul(&d.mantissa, powerOfTen(scale-d.scale))
		d.scale = scale
	} else if scale < d.scale {
		d.term.Mul(&d.term, powerOfTen(d.scale-scale))
	}
	d.mantissa.Add(&d.mantissa, &d.term)
	return nil
}

func (d *decimal) parseTerm(digits string) bool {
	if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
		d.term.SetInt64(n)
		return true
	}
	_, ok := d.term.SetString(digits, 10)
	return ok
}

func powerOfTen(n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
}

// maxDigits is how many digits of a decimal the 512 bits of the CLI's own numbers
// keep, whichever they are.
const maxDigits = 153

// significant counts the digits of a decimal that are not zeros at either end.
func significant(text string) int {
	return len(strings.Trim(strings.NewReplacer("-", "", ".", "").Replace(text), "0"))
}

// String returns the decimal without exponent and without zeros at the end of
// its fraction.
func (d *decimal) String() string {
	if d.scale <= 0 {
		return new(big.Int).Mul(&d.mantissa, powerOfTen(-d.scale)).String()
	}
	digits, negative := strings.CutPrefix(d.mantissa.String(), "-")
	if missing := d.scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	text := digits[:len(digits)-d.scale]
	if fraction := strings.TrimRight(digits[len(digits)-d.scale:], "0"); fraction != "" {
		text += "." + fraction
	}
	if negative {
		return "-" + text
	}
	return text
}
