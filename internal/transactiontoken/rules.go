// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
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

	// required are the arguments that no payment of their group can do without.
	required = []string{
		"card.card_number", "card.exp_month", "card.exp_year",
		"konbini.customer_name", "konbini.phone_number.country_code", "konbini.phone_number.local_number", "konbini.convenience_store",
		"online.brand", "online.call_method", "bank_transfer.brand",
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
		"card.phone_number.country_code":    matches(`^\d+$`, "must be a country code in digits, such as 81, without a plus sign"),
		"card.phone_number.local_number":    checkLocalNumber,
		"card.cvv_authorize.currency":       validators.CheckCurrency,
		"card.three_ds.redirect_endpoint":   validators.CheckHTTPURL,
		"konbini.phone_number.country_code": validators.CheckOneOf("81"), // of Japan
		"konbini.phone_number.local_number": checkLocalNumber,
		"konbini.convenience_store":         validators.CheckOneOf(slices.Concat(storesWithTimeShift, storesWithoutTimeShift)...),
		"konbini.expiration_period":         checkExpirationPeriod,
		"konbini.expiration_time_shift":     validators.CheckTimeOfDay,
		"online.brand":                      validators.CheckOneOf(slices.Sorted(maps.Keys(callMethods))...),
		"online.call_method":                validators.CheckOneOf(anyCallMethod()...),
		"online.os_type":                    validators.CheckOneOf("android", "ios"),
		"bank_transfer.brand":               validators.CheckOneOf("aozora_bank"),
	}

	// rules are broken if all their conditions hold.
	rules = []rule{
		{"email", "is required unless the payment method is `online`", []condition{isNull("email"), anySet("card", "paidy", "konbini", "bank_transfer")}},
		{"ip_address", "is required if `online.brand` is `we_chat_online` and `online.call_method` is `web` or `http_get`",
			[]condition{isNull("ip_address"), is("online.brand", "we_chat_online"), is("online.call_method", "web", "http_get")}},
		{"card.phone_number.country_code", "is required if `card.three_ds.enabled` is `true`",
			[]condition{isNull("card.phone_number.country_code"), is("card.three_ds.enabled", "true")}},
		{"card.phone_number.local_number", "is required if `card.three_ds.enabled` is `true`",
			[]condition{isNull("card.phone_number.local_number"), is("card.three_ds.enabled", "true")}},
		{"online.user_identifier", "is required if `online.brand` is `we_chat_online` and `online.call_method` is `sdk` or `web`",
			[]condition{isNull("online.user_identifier"), is("online.brand", "we_chat_online"), is("online.call_method", "sdk", "web")}},
		{"online.os_type", "is required if `online.brand` is `alipay_plus_online` and `online.call_method` is `http_get_mobile` or `app`",
			[]condition{isNull("online.os_type"), is("online.brand", "alipay_plus_online"), is("online.call_method", "http_get_mobile", "app")}},
		{"online", "is allowed only if `type` is `one_time`", []condition{anySet("online"), isNot("type", typeOneTime)}},
		{"card.three_ds.enabled", "may be `true` only if `type` is `recurring`", []condition{is("card.three_ds.enabled", "true"), isNot("type", typeRecurring)}},
		{"konbini.expiration_time_shift", "requires that `konbini.expiration_period` is one day (P1D) or more, or unset", []condition{anySet("konbini.expiration_time_shift"), expiresWithinADay}},
	}

	// withoutEffect are arguments that do nothing if all their conditions hold.
	withoutEffect = []rule{
		{"usage_limit", "has no effect if `type` is `one_time`", []condition{anySet("usage_limit"), is("type", typeOneTime)}},
		{"konbini.expiration_time_shift", "has no effect at this `konbini.convenience_store`",
			[]condition{anySet("konbini.expiration_time_shift"), is("konbini.convenience_store", storesWithoutTimeShift...)}},
	}

	// callMethods are the call methods that each brand supports.
	callMethods = map[string][]string{
		"alipay_online":      {"http_get", "http_get_mobile", "sdk", "app"},
		"alipay_plus_online": {"http_get", "http_get_mobile", "sdk", "app"},
		"pay_pay_online":     {"http_post"},
		"we_chat_online":     {"http_get", "sdk", "app", "web"},
		"d_barai_online":     {"http_post"},
	}

	storesWithTimeShift    = []string{"family_mart", "lawson", "mini_stop", "daily_yamazaki", "yamazaki_daily_store"}
	storesWithoutTimeShift = []string{"seven_eleven", "seico_mart", "pay_easy", "circle_k", "sunkus"}
)

// rule is about an argument and others. Its problem completes the sentence that the argument
// begins.
type rule struct {
	argument, problem string
	when              []condition
}

func (r rule) conditionsHold(c tokenConfig) bool {
	return !slices.ContainsFunc(r.when, func(holds condition) bool { return !holds(c) })
}

// condition reports whether something holds, by what is known.
type condition func(tokenConfig) bool

func isNull(argument string) condition {
	return func(c tokenConfig) bool { return c.at(argument).IsNull() }
}

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

// finding is a rule that an argument breaks, or a use of it that has no effect.
type finding struct {
	argument string // empty for a rule that is about none in particular
	problem  string // completes the sentence that the argument begins
	warning  bool
}

// check returns every broken rule, and every argument that is valid but has no effect.
func check(c tokenConfig) []finding {
	var found []finding
	refuse := func(argument, problem string) {
		found = append(found, finding{argument: argument, problem: problem})
	}
	checkPaymentType(c, refuse)
	for _, name := range required {
		group, _, _ := strings.Cut(name, ".")
		// Also in a dynamic block that may turn out to be absent (isSet): if it is there, it lacks the argument.
		if c.at(name).IsNull() && !c.at(group).IsNull() {
			refuse(name, "is required")
		}
	}
	for _, name := range append(argumentNames(isText), "metadata.service-customer-id") {
		value, known := c.scalarText(name)
		if !known {
			continue
		}
		checkValue, ok := checks[name]
		if !ok {
			checkValue = validators.CheckNotBlank
		}
		if err := validators.ApplyCheck(checkValue, value); err != nil {
			refuse(name, err.Error())
		}
	}
	for _, r := range rules {
		if r.conditionsHold(c) {
			refuse(r.argument, r.problem)
		}
	}
	checkCallMethod(c, refuse)
	for _, r := range withoutEffect {
		if r.conditionsHold(c) {
			found = append(found, finding{r.argument, r.problem, true})
		}
	}
	return found
}

// checkPaymentType requires exactly one of the groups, which decides payment_type. The only
// documented rule about paidy is that it is an object.
func checkPaymentType(c tokenConfig, refuse func(argument, problem string)) {
	possible := slices.DeleteFunc(slices.Clone(paymentTypes), func(group string) bool { return c.at(group).IsNull() })
	certain := slices.DeleteFunc(slices.Clone(possible), func(group string) bool { return !c.isSet(group) })
	if len(possible) == 0 || len(certain) > 1 {
		refuse("", "Exactly one of "+diagnostics.QuoteList(paymentTypes)+" is required")
	}
	if _, isObject := jsonValue(c.at("paidy")).(map[string]any); c.isSet("paidy") && !isObject {
		refuse("paidy", "must be an object")
	}
}

// checkCallMethod reads the table of brands and call methods; what is no call
// method at all is found by its own rule.
func checkCallMethod(c tokenConfig, refuse func(argument, problem string)) {
	brand, _ := c.scalarText("online.brand")
	method, known := c.scalarText("online.call_method")
	allowed, listed := callMethods[brand]
	if known && listed && !slices.Contains(allowed, method) && slices.Contains(anyCallMethod(), method) {
		refuse("online.call_method", "must be "+diagnostics.QuoteChoice(allowed)+" if `online.brand` is `"+brand+"`")
	}
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
	if err == nil && (period < 30*time.Minute || period > 60*24*time.Hour) {
		err = errors.New("must be from 30 minutes (PT30M) to 60 days (P60D)")
	}
	return err
}

// checkLocalNumber is the rule of a phone number without its country code.
var checkLocalNumber = matches(`^\d{1,15}$`, "must consist of 1 to 15 digits")

func matches(pattern, must string) func(string) error {
	return validators.CheckThat(regexp.MustCompile(pattern).MatchString, must)
}
