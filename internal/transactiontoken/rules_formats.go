// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// Limits of API description, section 8.
const (
	minExpiration    = 30 * time.Minute
	maxExpiration    = 60 * 24 * time.Hour
	minShiftedPeriod = 24 * time.Hour
	maxLocalNumber   = 15

	japaneseCountryCode = "81"
)

// formats are the rules of single values.
var formats = []struct {
	argument string
	check    func(string) error
}{
	{"type", checkNotBlank},
	{"usage_limit", checkNotBlank},
	{"email", validators.CheckEmail},
	{"ip_address", validators.CheckIPv4},
	{"metadata.service-customer-id", validators.CheckUUID},
	{"card.card_number", checkNotBlank},
	{"card.exp_month", checkMonth},
	{"card.exp_year", checkYear},
	{"card.country", validators.CheckCountry},
	{"card.phone_number.country_code", checkCountryCode},
	{"card.phone_number.local_number", checkLocalNumber},
	{"card.cvv_authorize.currency", validators.CheckCurrency},
	{"card.three_ds.redirect_endpoint", validators.CheckHTTPURL},
	{"konbini.customer_name", checkNotBlank},
	{"konbini.phone_number.country_code", oneOf(japaneseCountryCode)},
	{"konbini.phone_number.local_number", checkLocalNumber},
	{"konbini.convenience_store", oneOf(slices.Concat(storesWithTimeShift, storesWithoutTimeShift)...)},
	{"konbini.expiration_period", checkExpirationPeriod},
	{"konbini.expiration_time_shift", validators.CheckTimeOfDay},
	{"online.brand", oneOf(slices.Sorted(maps.Keys(callMethods))...)},
	{"online.call_method", oneOf(anyCallMethod()...)},
	{"online.user_identifier", checkNotBlank},
	{"online.os_type", oneOf("android", "ios")},
	{"bank_transfer.brand", oneOf("aozora_bank")},
}

func checkFormats(a arguments) []finding {
	var found []finding
	for _, f := range formats {
		value, known := a.text(f.argument)
		if !known {
			continue
		}
		if err := f.check(value); err != nil {
			found = append(found, finding{argument: f.argument, problem: err.Error()})
		}
	}
	return found
}

func checkNotBlank(value string) error {
	if strings.TrimSpace(value) == "" {
		return errors.New("must not be empty or blank")
	}
	return nil
}

func oneOf(values ...string) func(string) error {
	return func(value string) error {
		if !slices.Contains(values, value) {
			return errors.New("must be " + diagnostics.QuoteChoice(values))
		}
		return nil
	}
}

// anyCallMethod lists the call methods of all brands, for a brand that is not
// known or not one of them.
func anyCallMethod() []string {
	methods := slices.Concat(slices.Collect(maps.Values(callMethods))...)
	slices.Sort(methods)
	return slices.Compact(methods)
}

func checkMonth(value string) error {
	month, err := strconv.Atoi(value)
	if err != nil || !validators.IsDigits(value) || len(value) > 2 || month < 1 || month > 12 {
		return errors.New("must be a month from 1 to 12")
	}
	return nil
}

func checkYear(value string) error {
	if !validators.IsDigits(value) || len(value) != 2 && len(value) != 4 {
		return errors.New("must be a year of two or four digits")
	}
	return nil
}

func checkCountryCode(value string) error {
	if !validators.IsDigits(value) {
		return errors.New("must be a country code in digits, such as 81, without a plus sign")
	}
	return nil
}

func checkLocalNumber(value string) error {
	if !validators.IsDigits(value) || len(value) > maxLocalNumber {
		return errors.New("must consist of 1 to 15 digits")
	}
	return nil
}

func checkExpirationPeriod(value string) error {
	period, err := validators.ParseDuration(value)
	if err != nil {
		return err
	}
	if period < minExpiration || period > maxExpiration {
		return errors.New("must be from 30 minutes (PT30M) to 60 days (P60D)")
	}
	return nil
}

// checkTimeShift refuses expiration_time_shift with a period of less than a
// day. If no period is set, the service's default of 30 days is long enough.
func checkTimeShift(a arguments) []finding {
	period, known := a.text("konbini.expiration_period")
	if !known || !a.given("konbini.expiration_time_shift") || checkExpirationPeriod(period) != nil {
		return nil
	}
	if d, err := validators.ParseDuration(period); err != nil || d >= minShiftedPeriod {
		return nil
	}
	return []finding{{
		argument: "konbini.expiration_time_shift",
		problem:  "requires that `konbini.expiration_period` is one day (P1D) or more, or unset",
	}}
}
