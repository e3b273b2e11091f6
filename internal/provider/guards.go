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

// guard is an argument of the provider that lists the values which a claim of the
// application token may have.
type guard struct {
	argument, claim string
	// check returns what is wrong with a value of the list.
	check func(string) error
	// equal reports whether a value of the list allows a claim.
	equal func(value, claim string) bool
}

var guards = []guard{
	{"allowed_merchant_ids", "merchant_id", validators.CheckUUID, strings.EqualFold},
	{"allowed_modes", "mode", validators.CheckNotBlank, func(value, claim string) bool { return value == claim }},
}

// allowed returns the values of a guard, nil if it is unset or not wholly known, and
// reports what is wrong with those that are known.
func (c configuration) allowed(g guard, diags *diag.Diagnostics) (values []string) {
	var elements []tftypes.Value
	if c[g.argument].IsNull() || c[g.argument].As(&elements) != nil {
		return nil
	}
	if len(elements) == 0 {
		diagnostics.AddError(diags, invalidConfiguration, "The provider argument `"+g.argument+"` must contain at least one value.")
	}
	for _, element := range elements {
		var value string
		if element.As(&value) != nil {
			continue // it is unknown
		}
		if err := validators.CheckText(value, g.check); err != nil {
			diagnostics.AddError(diags, invalidConfiguration, fmt.Sprintf("Each value of the provider argument `%s` %s.", g.argument, err))
		}
		values = append(values, value)
	}
	if !c[g.argument].IsFullyKnown() {
		return nil
	}
	return values
}

// enforce adds an error if the claim of an application token is none of the allowed values,
// or cannot be read. The error never shows the token.
func (g guard) enforce(allowed []string, token claims, tokenErr error, diags *diag.Diagnostics) {
	claim := token.text(g.claim)
	var reason string
	switch {
	case tokenErr != nil:
		reason = "is not a JWT: " + tokenErr.Error()
	case claim == "":
		reason = fmt.Sprintf("has no claim `%s` that is a text", g.claim)
	case slices.ContainsFunc(allowed, func(value string) bool { return g.equal(value, claim) }):
		return
	default:
		reason = fmt.Sprintf("has the claim `%s` with the value %q, which is not allowed", g.claim, claim)
	}
	diagnostics.AddError(diags, "Unexpected Application Token", fmt.Sprintf(
		"The provider argument `%[1]s` is set, but the application token %[2]s. No request was sent.\n\n"+
			"Check that the provider's `secret` and `app_token` (environment variables PAYMENTSERVICE_SECRET and PAYMENTSERVICE_APP_TOKEN) are the ones that this configuration is meant for. "+
			"If they are, correct or remove `%[1]s`.", g.argument, reason))
}
