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

func given(argument string) condition { return condition{argument: argument} }

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
		open = open || a.uncertain(group)
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
