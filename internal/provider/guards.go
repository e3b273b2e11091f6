// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// allowList is a guard: an argument of the provider that lists the values which a claim of the
// application token may have.
type allowList struct {
	argument string
	claim    string
	// check returns an error for a value that the list must not have.
	check func(value string) error
	// allows reports whether a value of the list allows a claim.
	allows func(value, claim string) bool
}

var allowLists = []allowList{
	{
		argument: "allowed_merchant_ids",
		claim:    "merchant_id",
		check:    validators.CheckUUID,
		allows:   strings.EqualFold,
	},
	{
		argument: "allowed_modes",
		claim:    "mode",
		check:    validators.CheckTrimmed,
		allows:   func(value, claim string) bool { return value == claim },
	},
}

// enforce adds an error for each configured value that is wrong. As soon as all of them and the
// token are known, it adds one unless they allow the claim. No error shows the token.
func (l allowList) enforce(configured tftypes.Value, s *settings, diags *diag.Diagnostics) {
	var elements []tftypes.Value
	if configured.IsNull() || configured.As(&elements) != nil { // it is unset or unknown
		return
	}
	if len(elements) == 0 {
		diagnostics.AddError(diags, invalidConfiguration,
			"The provider argument `"+l.argument+"` must contain at least one value.")
		return
	}

	allowed := l.checkElements(elements, diags)
	if s.AppToken == "" || !configured.IsFullyKnown() {
		return
	}

	reason := l.reasonToRefuse(s, allowed)
	if reason == "" {
		return
	}

	diagnostics.AddError(diags, "Unexpected Application Token", fmt.Sprintf(
		"The provider argument `%[1]s` is set, but the application token %[2]s. "+
			"This provider configuration sent no request.\n\n"+
			"Check that the provider's `secret` and `app_token` "+
			"(environment variables PAYMENTSERVICE_SECRET and PAYMENTSERVICE_APP_TOKEN) "+
			"are the ones that this configuration is meant for, and are not swapped. "+
			"If they are, correct or remove `%[1]s`.", l.argument, reason))
}

// checkElements returns the known values of the list, and adds an error for each that is wrong.
func (l allowList) checkElements(elements []tftypes.Value, diags *diag.Diagnostics) []string {
	var known []string
	for _, element := range elements {
		var value string
		if element.As(&value) != nil { // it is unknown; null reads as an empty text
			continue
		}

		known = append(known, value)
		err := validators.ApplyElementCheck(l.check, value)
		if err != nil {
			diagnostics.AddError(diags, invalidConfiguration,
				fmt.Sprintf("Each value of the provider argument `%s` %s.", l.argument, err))
		}
	}
	return known
}

// reasonToRefuse returns why the application token may not be used, in words that follow its name; empty if it may.
func (l allowList) reasonToRefuse(s *settings, allowed []string) string {
	if s.claimsError != nil {
		return "is not a JWT: " + s.claimsError.Error()
	}

	claim, _ := s.claims[l.claim].(string)
	allowsClaim := func(value string) bool { return l.allows(value, claim) }
	switch {
	case claim == "": // the token may be for anything
		return fmt.Sprintf("has no claim `%s` that is a text", l.claim)
	case !slices.ContainsFunc(allowed, allowsClaim):
		return fmt.Sprintf("has the claim `%s` with the value %s, which is not allowed",
			l.claim, diagnostics.QuoteValue(claim))
	}
	return ""
}
