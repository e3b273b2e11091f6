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
	argument, claim string
	check           func(value string) error       // of a value of the list
	allows          func(value, claim string) bool // reports whether such a value allows a claim
}

var allowLists = []allowList{
	{"allowed_merchant_ids", "merchant_id", validators.CheckUUID, strings.EqualFold},
	{"allowed_modes", "mode", validators.CheckTrimmed, func(value, claim string) bool { return value == claim }},
}

// enforce adds an error for each configured value that is wrong. As soon as all of them and the
// token are known, it adds one unless they allow the claim. No error shows the token.
func (l allowList) enforce(configured tftypes.Value, appToken string, diags *diag.Diagnostics) {
	var elements []tftypes.Value
	if configured.IsNull() || configured.As(&elements) != nil { // it is unset or unknown
		return
	}
	if len(elements) == 0 {
		diagnostics.AddError(diags, invalidConfiguration, "The provider argument `"+l.argument+"` must contain at least one value.")
		return
	}
	var allowed []string
	for _, element := range elements {
		var value string
		if element.As(&value) != nil {
			continue // it is unknown; null reads as an empty text
		}
		if err := validators.ApplyElementCheck(l.check, value); err != nil {
			diagnostics.AddError(diags, invalidConfiguration, fmt.Sprintf("Each value of the provider argument `%s` %s.", l.argument, err))
		}
		allowed = append(allowed, value)
	}
	if appToken == "" || !configured.IsFullyKnown() {
		return
	}
	claims, err := decodeClaims(appToken)
	claim, _ := claims[l.claim].(string)
	var reason string
	switch {
	case err != nil:
		reason = "is not a JWT: " + err.Error()
	case claim == "":
		reason = fmt.Sprintf("has no claim `%s` that is a text", l.claim)
	case slices.ContainsFunc(allowed, func(value string) bool { return l.allows(value, claim) }):
		return
	default:
		reason = fmt.Sprintf("has the claim `%s` with the value %q, which is not allowed", l.claim, claim)
	}
	diagnostics.AddError(diags, "Unexpected Application Token", fmt.Sprintf(
		"The provider argument `%[1]s` is set, but the application token %[2]s. This provider configuration sent no request.\n\n"+
			"Check that the provider's `secret` and `app_token` (environment variables PAYMENTSERVICE_SECRET and PAYMENTSERVICE_APP_TOKEN) are the ones that this configuration is meant for. "+
			"If they are, correct or remove `%[1]s`.", l.argument, reason))
}
