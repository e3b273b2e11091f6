// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"slices"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
)

// finding is a rule that an argument breaks, or a use of it that has no effect.
type finding struct {
	argument string // empty for a rule that is about none in particular
	problem  string // completes the sentence that the argument begins
	warning  bool
}

// String is the finding as a sentence.
func (f finding) String() string {
	if f.argument == "" {
		return f.problem + "."
	}
	return "`" + f.argument + "` " + f.problem + "."
}

// rules are all documented rules (API description, sections 4.1 and 8). Each
// passes over values that are not known yet.
var rules = []func(arguments) []finding{
	checkPaymentType,
	checkPaidy,
	checkRequired,
	checkRequirements,
	checkFormats,
	checkRestrictions,
	checkCallMethod,
	checkTimeShift,
	checkEffects,
}

// check returns every broken rule, and every argument that is valid but has no
// effect.
func check(a arguments) []finding {
	var found []finding
	broken := map[string]bool{}
	for _, rule := range rules {
		for _, f := range rule(a) {
			broken[f.argument] = broken[f.argument] || !f.warning
			found = append(found, f)
		}
	}
	return slices.DeleteFunc(found, func(f finding) bool { return f.warning && broken[f.argument] })
}

// condition is that an argument is set, or that it has one of the values.
type condition struct {
	argument string
	values   []string
}

func has(argument string) condition { return condition{argument: argument} }

func is(argument string, values ...string) condition { return condition{argument, values} }

func (c condition) holds(a arguments) bool {
	if len(c.values) == 0 {
		return a.given(c.argument)
	}
	value, known := a.text(c.argument)
	return known && slices.Contains(c.values, value)
}

// String names the condition as a clause.
func (c condition) String() string {
	if len(c.values) == 0 {
		return "`" + c.argument + "` is set"
	}
	return "`" + c.argument + "` is " + diagnostics.QuoteChoice(c.values)
}

func all(conditions []condition, a arguments) bool {
	return !slices.ContainsFunc(conditions, func(c condition) bool { return !c.holds(a) })
}

func joined(conditions []condition) string {
	texts := make([]string, len(conditions))
	for i, c := range conditions {
		texts[i] = c.String()
	}
	return strings.Join(texts, " and ")
}

// checkPaymentType wants exactly one of the groups: it decides payment_type.
func checkPaymentType(a arguments) []finding {
	var chosen []string
	open := false
	for _, group := range paymentTypes {
		if a.given(group) {
			chosen = append(chosen, group)
		}
		open = open || a.unknown(group)
	}
	choice := "exactly one of " + diagnostics.QuoteList(paymentTypes) + " is required"
	switch {
	case len(chosen) > 1:
		return []finding{{problem: diagnostics.QuoteList(chosen) + " cannot be used together: " + choice}}
	case len(chosen) == 0 && !open:
		return []finding{{problem: "The payment method is missing: " + choice}}
	}
	return nil
}

// checkPaidy wants an object; what is in it is not documented.
func checkPaidy(a arguments) []finding {
	if a.given("paidy") && members(a.find("paidy")) == nil {
		return []finding{{argument: "paidy", problem: "must be an object"}}
	}
	return nil
}

// The token types that rules are about; there are others.
const (
	typeOneTime   = "one_time"
	typeRecurring = "recurring"
)

// The tables of this file are read by the functions below it, in this order.
var (
	// paymentTypes are the groups of arguments, each named like its payment type.
	paymentTypes = []string{"card", "paidy", "online", "konbini", "bank_transfer"}

	// required are the arguments that no payment of their group can do without.
	required = []string{
		"card.card_number", "card.exp_month", "card.exp_year",
		"konbini.customer_name", "konbini.phone_number.country_code", "konbini.phone_number.local_number", "konbini.convenience_store",
		"online.brand", "online.call_method",
		"bank_transfer.brand",
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

	// restrictions are what may be asked for only if something else is so.
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

// checkRequired asks for what is required. Like a CLI, it also does so in a
// dynamic block that may turn out to be absent.
func checkRequired(a arguments) []finding {
	var found []finding
	for _, argument := range required {
		group, _, _ := strings.Cut(argument, ".")
		if !a.missing(group) && a.missing(argument) {
			found = append(found, finding{argument: argument, problem: "is required"})
		}
	}
	return found
}

func checkRequirements(a arguments) []finding {
	var found []finding
	for _, r := range requirements {
		if !a.missing(r.argument) || !all(r.when, a) {
			continue
		}
		problem := "is required if " + joined(r.when)
		if group := r.when[0].argument; slices.Contains(paymentTypes, group) {
			problem = "is required with `" + group + "`"
		}
		found = append(found, finding{argument: r.argument, problem: problem})
	}
	return found
}

func checkRestrictions(a arguments) []finding {
	var found []finding
	for _, r := range restrictions {
		if r.use.holds(a) && a.given(r.needs.argument) && !r.needs.holds(a) {
			found = append(found, finding{argument: r.use.argument, problem: restriction(r.use, r.needs)})
		}
	}
	return found
}

func restriction(use, needs condition) string {
	allowed := "is allowed"
	if len(use.values) > 0 {
		allowed = "may be " + diagnostics.QuoteChoice(use.values)
	}
	return allowed + " only if " + needs.String()
}

// checkCallMethod reads the table of brands and call methods; what is no call
// method at all is found by its format.
func checkCallMethod(a arguments) []finding {
	brand, _ := a.text("online.brand")
	method, known := a.text("online.call_method")
	allowed, listed := callMethods[brand]
	if !known || !listed || slices.Contains(allowed, method) || !slices.Contains(anyCallMethod(), method) {
		return nil
	}
	return []finding{{
		argument: "online.call_method",
		problem:  "must be " + diagnostics.QuoteChoice(allowed) + " if " + is("online.brand", brand).String(),
	}}
}

func checkEffects(a arguments) []finding {
	var found []finding
	for _, e := range effects {
		if a.given(e.argument) && e.when.holds(a) {
			found = append(found, finding{argument: e.argument, problem: "has no effect if " + e.when.String(), warning: true})
		}
	}
	return found
}
