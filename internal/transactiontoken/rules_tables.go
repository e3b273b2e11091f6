// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"fmt"
	"slices"
)

// The token types that rules are about; there are others.
const (
	typeOneTime   = "one_time"
	typeRecurring = "recurring"
)

// The tables of this file are read by the functions below it, in this order.
var (
	// paymentTypes are the groups of arguments, each named like its payment type.
	paymentTypes = []string{"card", "paidy", "online", "konbini", "bank_transfer"}

	// requirements are the arguments that must be given where the conditions hold:
	// what no payment of the kind can do without, and the conditional ones.
	requirements = []struct {
		argument string
		when     []condition
	}{
		{"email", []condition{given("card")}},
		{"email", []condition{given("paidy")}},
		{"email", []condition{given("konbini")}},
		{"email", []condition{given("bank_transfer")}},
		{"ip_address", []condition{is("online.brand", "we_chat_online"), is("online.call_method", "web", "http_get")}},
		{"card.card_number", []condition{given("card")}},
		{"card.exp_month", []condition{given("card")}},
		{"card.exp_year", []condition{given("card")}},
		{"card.phone_number.country_code", []condition{is("card.three_ds.enabled", "true")}},
		{"card.phone_number.local_number", []condition{is("card.three_ds.enabled", "true")}},
		{"konbini.customer_name", []condition{given("konbini")}},
		{"konbini.phone_number.country_code", []condition{given("konbini")}},
		{"konbini.phone_number.local_number", []condition{given("konbini")}},
		{"konbini.convenience_store", []condition{given("konbini")}},
		{"online.brand", []condition{given("online")}},
		{"online.call_method", []condition{given("online")}},
		{"online.user_identifier", []condition{is("online.brand", "we_chat_online"), is("online.call_method", "sdk", "web")}},
		{"online.os_type", []condition{is("online.brand", "alipay_plus_online"), is("online.call_method", "http_get_mobile", "app")}},
		{"bank_transfer.brand", []condition{given("bank_transfer")}},
	}

	// restrictions are what may be asked for only where something else is so.
	restrictions = []struct{ use, needs condition }{
		{given("online"), is("type", typeOneTime)},
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

	// effects are arguments that do nothing where the condition holds.
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

func checkRequirements(a arguments) []finding {
	var found []finding
	for _, r := range requirements {
		if a.missing(r.argument) && all(r.when, a) {
			found = append(found, finding{argument: r.argument, problem: "must be given with " + joined(r.when)})
		}
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
	problem := "is allowed only with " + needs.String()
	if len(use.values) > 0 {
		problem = "may be " + quoted(use.values) + " only with " + needs.String()
	}
	return problem
}

// checkCallMethod reads the table of brands and call methods.
func checkCallMethod(a arguments) []finding {
	brand, _ := a.text("online.brand")
	method, known := a.text("online.call_method")
	allowed, listed := callMethods[brand]
	if !known || !listed || slices.Contains(allowed, method) {
		return nil
	}
	return []finding{{
		argument: "online.call_method",
		problem:  fmt.Sprintf("must be %s with online.brand = %q", quoted(allowed), brand),
	}}
}

func checkEffects(a arguments) []finding {
	var found []finding
	for _, e := range effects {
		if a.given(e.argument) && e.when.holds(a) {
			found = append(found, finding{argument: e.argument, problem: "has no effect with " + e.when.String(), warning: true})
		}
	}
	return found
}
