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
// reads in this order. Each rule passes over values that are not known yet.
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

	// requirements are the arguments that are required if the conditions hold.
	requirements = []struct {
		argument string
		when     []condition
	}{
		{"email", []condition{has("card")}},
		{"email", []condition{has("paidy")}},
		{"email", []condition{has("konbini")}},
		{"email", []condition{has("bank_transfer")}},
		{"ip_address", []condition{is("online.brand", "we_chat_online"), is("online.call_method", "web", "http_get")}},
		{"card.phone_number.country_code", []condition{is("card.three_ds.enabled", "true")}},
		{"card.phone_number.local_number", []condition{is("card.three_ds.enabled", "true")}},
		{"online.user_identifier", []condition{is("online.brand", "we_chat_online"), is("online.call_method", "sdk", "web")}},
		{"online.os_type", []condition{is("online.brand", "alipay_plus_online"), is("online.call_method", "http_get_mobile", "app")}},
	}

	// restrictions are arguments that require another value.
	restrictions = []struct{ use, needs condition }{
		{has("online"), is("type", typeOneTime)},
		{is("card.three_ds.enabled", "true"), is("type", typeRecurring)},
	}

	// callMethods are the call methods that each brand supports, as its rows list
	// them; http_get_mobile occurs there only.
	callMethods = map[string][]string{
		"alipay_online":      {"http_get", "http_get_mobile", "sdk", "app"},
		"alipay_plus_online": {"http_get", "http_get_mobile", "sdk", "app"},
		"pay_pay_online":     {"http_post"},
		"we_chat_online":     {"http_get", "sdk", "app", "web"},
		"d_barai_online":     {"http_post"},
	}

	// effects are arguments that do nothing if the condition holds.
	effects = []struct {
		argument string
		when     condition
	}{
		{"usage_limit", is("type", typeOneTime)},
		{"konbini.expiration_time_shift", is("konbini.convenience_store", storesWithoutTimeShift...)},
	}

	storesWithTimeShift    = []string{"family_mart", "lawson", "mini_stop", "daily_yamazaki", "yamazaki_daily_store"}
	storesWithoutTimeShift = []string{"seven_eleven", "seico_mart", "pay_easy", "circle_k", "sunkus"}
)

// condition requires that an argument is set, or that it has one of the values.
type condition struct {
	argument string
	values   []string
}

func has(argument string) condition { return condition{argument: argument} }

func is(argument string, values ...string) condition { return condition{argument, values} }

func (c condition) holds(a arguments) bool {
	if len(c.values) == 0 {
		return a.isSet(c.argument)
	}
	value, known := a.text(c.argument)
	return known && slices.Contains(c.values, value)
}

// clause puts conditions into words, such as "with `card`" or "if `type` is `recurring`".
func clause(conditions ...condition) string {
	var texts []string
	for _, c := range conditions {
		if len(c.values) == 0 {
			return "with `" + c.argument + "`"
		}
		texts = append(texts, "`"+c.argument+"` is "+diagnostics.QuoteChoice(c.values))
	}
	return "if " + strings.Join(texts, " and ")
}

// finding is a rule that an argument breaks, or a use of it that has no effect.
type finding struct {
	argument string // empty for a rule that is about none in particular
	problem  string // completes the sentence that the argument begins
	warning  bool
}

// check returns every broken rule, and every argument that is valid but has no
// effect.
func check(a arguments) []finding {
	var found []finding
	refuse := func(argument, problem string) {
		found = append(found, finding{argument: argument, problem: problem})
	}
	checkPaymentType(a, refuse)
	for _, name := range required {
		group, _, _ := strings.Cut(name, ".")
		if a.at(name).IsNull() && !a.at(group).IsNull() { // like a CLI, also in a dynamic block that may turn out to be absent
			refuse(name, "is required")
		}
	}
	for _, name := range append(argumentsThat(isText), "metadata.service-customer-id") {
		value, known := a.text(name)
		if !known {
			continue
		}
		rule, ok := checks[name]
		if !ok {
			rule = validators.CheckNotBlank
		}
		if err := validators.CheckText(value, rule); err != nil {
			refuse(name, err.Error())
		}
	}
	for _, rule := range requirements {
		if a.at(rule.argument).IsNull() && !slices.ContainsFunc(rule.when, func(c condition) bool { return !c.holds(a) }) {
			refuse(rule.argument, "is required "+clause(rule.when...))
		}
	}
	for _, rule := range restrictions {
		if !rule.use.holds(a) || !a.isSet(rule.needs.argument) || rule.needs.holds(a) {
			continue
		}
		allowed := "is allowed"
		if len(rule.use.values) > 0 {
			allowed = "may be " + diagnostics.QuoteChoice(rule.use.values)
		}
		refuse(rule.use.argument, allowed+" only "+clause(rule.needs))
	}
	checkCallMethod(a, refuse)
	checkTimeShift(a, refuse)
	for _, rule := range effects {
		if a.isSet(rule.argument) && rule.when.holds(a) {
			found = append(found, finding{rule.argument, "has no effect " + clause(rule.when), true})
		}
	}
	return found
}

// checkPaymentType requires exactly one of the groups, which decides payment_type. The only
// documented rule about paidy is that it is an object.
func checkPaymentType(a arguments, refuse func(argument, problem string)) {
	chosen, absent := 0, 0
	for _, group := range paymentTypes {
		if a.isSet(group) {
			chosen++
		}
		if a.at(group).IsNull() {
			absent++
		}
	}
	if chosen > 1 || absent == len(paymentTypes) {
		refuse("", "Exactly one of "+diagnostics.QuoteList(paymentTypes)+" is required")
	}
	if _, isObject := jsonValue(a.at("paidy")).(map[string]any); a.isSet("paidy") && !isObject {
		refuse("paidy", "must be an object")
	}
}

// checkCallMethod reads the table of brands and call methods; what is no call
// method at all is found by its own rule.
func checkCallMethod(a arguments, refuse func(argument, problem string)) {
	brand, _ := a.text("online.brand")
	method, known := a.text("online.call_method")
	allowed, listed := callMethods[brand]
	if known && listed && !slices.Contains(allowed, method) && slices.Contains(anyCallMethod(), method) {
		refuse("online.call_method", "must be "+diagnostics.QuoteChoice(allowed)+" "+clause(is("online.brand", brand)))
	}
}

// anyCallMethod lists the call methods of all brands, for a brand that is not
// known or not one of them.
func anyCallMethod() []string {
	methods := slices.Concat(slices.Collect(maps.Values(callMethods))...)
	slices.Sort(methods)
	return slices.Compact(methods)
}

// checkTimeShift refuses expiration_time_shift with a period of less than a day. If no
// period is set, the service's default of 30 days is long enough.
func checkTimeShift(a arguments, refuse func(argument, problem string)) {
	text, _ := a.text("konbini.expiration_period")
	period, err := validators.ParseDuration(text)
	if err == nil && period < 24*time.Hour && a.isSet("konbini.expiration_time_shift") {
		refuse("konbini.expiration_time_shift", "requires that `konbini.expiration_period` is one day (P1D) or more, or unset")
	}
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
