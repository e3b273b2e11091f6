// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// The token types that rules are about; there are others.
const (
	typeOneTime   = "one_time"
	typeRecurring = "recurring"
)

// The tables are all documented rules (API description, sections 4.1 and 8), which check
// reads in this order. Each rule passes over values that are not known yet; null is known.
var (
	// paymentTypes are the groups of arguments, each named like its payment type.
	paymentTypes = []string{"card", "paidy", "online", "konbini", "bank_transfer"}

	// alwaysRequired are the arguments that no token, or no payment of their group, can do without.
	alwaysRequired = []string{
		"type",
		"card.card_number",
		"card.exp_month",
		"card.exp_year",
		"konbini.customer_name",
		"konbini.phone_number.country_code",
		"konbini.phone_number.local_number",
		"konbini.convenience_store",
		"online.brand",
		"online.call_method",
		"bank_transfer.brand",
	}

	// checks are the rules of single texts. Any other text may be anything that is not blank.
	checks = map[string]func(string) error{
		"type":                              validators.CheckTrimmed,
		"email":                             validators.CheckEmail,
		"ip_address":                        validators.CheckIPv4,
		"metadata.service-customer-id":      validators.CheckUUID,
		"card.exp_month":                    matches(`^(0?[1-9]|1[0-2])$`, "must be a month from 1 to 12"),
		"card.exp_year":                     matches(`^(\d{2}|\d{4})$`, "must be a year of two or four digits"),
		"card.country":                      validators.CheckCountry,
		"card.phone_number.country_code":    checkCountryCode,
		"card.phone_number.local_number":    checkLocalNumber,
		"card.cvv_authorize.currency":       validators.CheckCurrency,
		"card.three_ds.redirect_endpoint":   validators.CheckHTTPURL,
		"konbini.phone_number.country_code": validators.CheckOneOf("81"), // of Japan
		"konbini.phone_number.local_number": checkLocalNumber,
		"konbini.convenience_store":         validators.CheckOneOf(stores...),
		"konbini.expiration_period":         checkExpirationPeriod,
		"konbini.expiration_time_shift":     validators.CheckTimeOfDay,
		"online.brand":                      validators.CheckOneOf(slices.Sorted(maps.Keys(callMethods))...),
		"online.call_method":                validators.CheckOneOf(anyCallMethod()...),
		"online.os_type":                    validators.CheckOneOf("android", "ios"),
		"bank_transfer.brand":               validators.CheckOneOf("aozora_bank"),
	}

	// conditionallyRequired are the arguments that must not be null if all conditions hold.
	conditionallyRequired = []rule{
		{
			argument: "email",
			problem:  "is required unless the payment method is `online`",
			when:     []condition{anySet("card", "paidy", "konbini", "bank_transfer")},
		},
		{
			argument: "ip_address",
			problem: "is required if `online.brand` is `we_chat_online` " +
				"and `online.call_method` is `web` or `http_get`",
			when: []condition{is("online.brand", "we_chat_online"), is("online.call_method", "web", "http_get")},
		},
		{
			argument: "card.phone_number.country_code",
			problem:  "is required if `card.three_ds.enabled` is `true`",
			when:     []condition{is("card.three_ds.enabled", "true")},
		},
		{
			argument: "card.phone_number.local_number",
			problem:  "is required if `card.three_ds.enabled` is `true`",
			when:     []condition{is("card.three_ds.enabled", "true")},
		},
		{
			argument: "online.user_identifier",
			problem: "is required if `online.brand` is `we_chat_online` " +
				"and `online.call_method` is `sdk` or `web`",
			when: []condition{is("online.brand", "we_chat_online"), is("online.call_method", "sdk", "web")},
		},
		{
			argument: "online.os_type",
			problem: "is required if `online.brand` is `alipay_plus_online` " +
				"and `online.call_method` is `http_get_mobile` or `app`",
			when: []condition{
				is("online.brand", "alipay_plus_online"),
				is("online.call_method", "http_get_mobile", "app"),
			},
		},
	}

	// prohibitions are broken if all conditions hold.
	prohibitions = []rule{
		{
			argument: "online",
			problem:  "is allowed only if `type` is `one_time`",
			when:     []condition{anySet("online"), isNot("type", typeOneTime)},
		},
		{
			argument: "card.three_ds.enabled",
			problem:  "may be `true` only if `type` is `recurring`",
			when:     []condition{is("card.three_ds.enabled", "true"), isNot("type", typeRecurring)},
		},
		{
			argument: "konbini.expiration_time_shift",
			problem:  "requires that `konbini.expiration_period` is one day (P1D) or more, or unset",
			when:     []condition{anySet("konbini.expiration_time_shift"), expiresWithinADay},
		},
	}

	// callMethods are the call methods that each brand supports.
	callMethods = map[string][]string{
		"alipay_online":      {"http_get", "http_get_mobile", "sdk", "app"},
		"alipay_plus_online": {"http_get", "http_get_mobile", "sdk", "app"},
		"pay_pay_online":     {"http_post"},
		"we_chat_online":     {"http_get", "sdk", "app", "web"},
		"d_barai_online":     {"http_post"},
	}

	// withoutEffect are arguments that do nothing if all conditions hold.
	withoutEffect = []rule{
		{
			argument: "usage_limit",
			problem:  "has no effect if `type` is `one_time`",
			when:     []condition{anySet("usage_limit"), is("type", typeOneTime)},
		},
		{
			argument: "konbini.expiration_time_shift",
			problem:  "has no effect at this `konbini.convenience_store`",
			when: []condition{
				anySet("konbini.expiration_time_shift"),
				is("konbini.convenience_store", storesWithoutTimeShift...),
			},
		},
	}

	// The stores are values of several rules.
	storesWithTimeShift    = []string{"family_mart", "lawson", "mini_stop", "daily_yamazaki", "yamazaki_daily_store"}
	storesWithoutTimeShift = []string{"seven_eleven", "seico_mart", "pay_easy", "circle_k", "sunkus"}
	stores                 = slices.Concat(storesWithTimeShift, storesWithoutTimeShift)
)

// rule is about an argument and others. Its problem completes the sentence that the argument
// begins.
type rule struct {
	argument string
	problem  string
	when     []condition
}

// applies reports whether all conditions of the rule hold.
func (r rule) applies(c tokenConfig) bool {
	fails := func(holds condition) bool { return !holds(c) }
	return !slices.ContainsFunc(r.when, fails)
}

// condition reports whether something holds, by what is known.
type condition func(tokenConfig) bool

// anySet requires that one of the arguments is set.
func anySet(names ...string) condition {
	return func(c tokenConfig) bool { return slices.ContainsFunc(names, c.isSet) }
}

func is(argument string, values ...string) condition {
	return func(c tokenConfig) bool {
		value, known := c.scalarText(argument)
		return known && slices.Contains(values, value)
	}
}

func isNot(argument, value string) condition {
	return func(c tokenConfig) bool {
		other, known := c.scalarText(argument)
		return known && other != value
	}
}

// expiresWithinADay reports whether the period is less than a day. The service's default is
// 30 days.
func expiresWithinADay(c tokenConfig) bool {
	text, _ := c.scalarText("konbini.expiration_period")
	period, err := validators.ParseDuration(text)
	return err == nil && period < 24*time.Hour
}

// anyCallMethod lists the call methods of all brands, for a brand that is not
// known or not one of them.
func anyCallMethod() []string {
	methods := slices.Concat(slices.Collect(maps.Values(callMethods))...)
	slices.Sort(methods)
	return slices.Compact(methods)
}

func checkExpirationPeriod(value string) error {
	period, err := validators.ParseDuration(value)
	if err != nil {
		return err
	}
	if period < 30*time.Minute || period > 60*24*time.Hour {
		return errors.New("must be from 30 minutes (PT30M) to 60 days (P60D)")
	}
	return nil
}

var (
	checkCountryCode = matches(`^\d+$`, "must be a country code in digits, such as 81, without a plus sign")
	checkLocalNumber = matches(`^\d{1,15}$`, "must consist of 1 to 15 digits")
)

func matches(pattern, must string) func(string) error {
	return validators.CheckThat(regexp.MustCompile(pattern).MatchString, must)
}
