// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// finding is a rule that an argument breaks, or a use of it that has no effect.
type finding struct {
	argument string // empty for a rule that is about none in particular
	problem  string // completes the sentence that the argument begins
	warning  bool
}

type findings []finding

// refuse adds a rule that an argument breaks.
func (f *findings) refuse(argument, problem string) {
	*f = append(*f, finding{argument: argument, problem: problem})
}

// check returns every broken rule, and every argument that is valid but has no effect.
func check(c tokenConfig) findings {
	var found findings
	found.checkPaymentType(c)
	found.checkRequired(c)
	found.checkTexts(c)
	found.checkRules(c)
	found.checkCallMethod(c)

	for _, r := range withoutEffect {
		if r.applies(c) {
			found = append(found, finding{argument: r.argument, problem: r.problem, warning: true})
		}
	}
	return found
}

// checkPaymentType requires exactly one of the groups, which decides payment_type. The only
// documented rule about paidy is that it is an object.
func (f *findings) checkPaymentType(c tokenConfig) {
	isPossible := func(group string) bool {
		return !c.at(group).IsNull()
	}
	certain := 0
	for _, group := range paymentTypes {
		if c.isSet(group) {
			certain++
		}
	}

	if certain > 1 || !slices.ContainsFunc(paymentTypes, isPossible) {
		f.refuse("", "Exactly one of "+diagnostics.QuoteList(paymentTypes)+" is required")
	}

	if c.isSet("paidy") && !isObject(c.at("paidy")) {
		f.refuse("paidy", "must be an object")
	}
}

func isObject(value tftypes.Value) bool {
	return value.Type().Is(tftypes.Object{}) || value.Type().Is(tftypes.Map{})
}

// checkRequired requires in each group what it cannot do without. A group that may turn out to be absent, such as a
// dynamic block (isSet), counts as present: what is null inside of it is null for certain. (For type, which is in no
// group, the schema says that it is required.)
func (f *findings) checkRequired(c tokenConfig) {
	for _, name := range alwaysRequired {
		group, _, _ := strings.Cut(name, ".")
		if c.at(name).IsNull() && !c.at(group).IsNull() {
			f.refuse(name, "is required")
		}
	}
}

// checkTexts checks each text by itself.
func (f *findings) checkTexts(c tokenConfig) {
	for _, name := range append(argumentNames(isText), "metadata.service-customer-id") {
		value, known := c.scalarText(name)
		if !known {
			continue
		}

		checkValue, ok := checks[name]
		if !ok {
			checkValue = validators.AnyText
		}

		apply := validators.ApplyCheck
		if isRequired(c, name) {
			apply = validators.ApplyRequiredCheck
		}

		err := apply(checkValue, value)
		if err != nil {
			f.refuse(name, err.Error())
		}
	}
}

// isRequired reports whether an argument must not be null.
func isRequired(c tokenConfig, name string) bool {
	requires := func(r rule) bool { return r.argument == name && r.applies(c) }
	return slices.Contains(alwaysRequired, name) || slices.ContainsFunc(conditionallyRequired, requires)
}

// checkRules checks arguments together with others.
func (f *findings) checkRules(c tokenConfig) {
	for _, r := range conditionallyRequired {
		if c.at(r.argument).IsNull() && r.applies(c) {
			f.refuse(r.argument, r.problem)
		}
	}
	for _, r := range prohibitions {
		if r.applies(c) {
			f.refuse(r.argument, r.problem)
		}
	}
}

// checkCallMethod reads the table of brands and call methods. What is no call method at all is
// refused by its own rule.
func (f *findings) checkCallMethod(c tokenConfig) {
	method, known := c.scalarText("online.call_method")
	if !known || !slices.Contains(anyCallMethod(), method) {
		return
	}

	brand, _ := c.scalarText("online.brand")
	allowed, listed := callMethods[brand]
	if listed && !slices.Contains(allowed, method) {
		f.refuse("online.call_method",
			"must be "+diagnostics.QuoteChoice(allowed)+" if `online.brand` is `"+brand+"`")
	}
}
