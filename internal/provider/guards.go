// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// tokenGuard is an argument of the provider that lists the values which a claim of
// the application token may have. A guard that cannot tell refuses.
type tokenGuard struct {
	name, claim string
	// check says what is wrong with a value of the list; nil if nothing is.
	check func(string) error
	// same reports whether a value of the list allows a claim.
	same func(allowed, claim string) bool
	// hint says what to do if the token lacks the claim.
	hint string
}

// guards are all guards there are.
var guards = []tokenGuard{
	{
		name: "allowed_merchant_ids", claim: "merchant_id",
		check: validators.CheckUUID,
		same:  strings.EqualFold,
	},
	{
		name: "allowed_modes", claim: "mode",
		check: validators.CheckNotBlank,
		same:  func(allowed, claim string) bool { return allowed == claim },
		hint:  ". A merchant's token does not always have a mode; a store's token does",
	},
}

// allowed returns the values of g, none if it is unset or not wholly known, and
// reports what is wrong with those that are known.
func (g tokenGuard) allowed(config configuration, diags *diag.Diagnostics) []string {
	set := config[g.name]
	var (
		elements []tftypes.Value
		values   []string
		err      error
	)
	if set.IsNull() || set.As(&elements) != nil {
		return nil
	}
	if len(elements) == 0 {
		err = errors.New("it must contain at least one value")
	}
	for _, element := range elements {
		var value string
		if element.As(&value) != nil {
			continue // it is unknown
		}
		if wrong := g.check(value); wrong != nil {
			err = fmt.Errorf("each of its values %w", wrong)
		}
		values = append(values, value)
	}
	if err != nil {
		diagnostics.AddError(diags, invalidConfiguration, fmt.Sprintf("The value of the provider argument `%s` is invalid: %s.", g.name, err))
	}
	if err != nil || !set.IsFullyKnown() {
		return nil
	}
	return values
}

// enforce reports an application token whose claim is none of the allowed values, or cannot
// be read. It never repeats the token or the secret.
func (g tokenGuard) enforce(allowed []string, token appToken, diags *diag.Diagnostics) {
	var reason string
	advice := "A token that cannot be checked is refused. Use another application token, or remove"
	claim, err := token.text(g.claim)
	switch {
	case token.err != nil:
		reason = "the application token is not a JWT, so its claim `" + g.claim + "` cannot be read: " + token.err.Error()
	case errors.Is(err, errNoClaim):
		reason = "the application token has no claim `" + g.claim + "`" + g.hint
	case err != nil:
		reason = "the claim `" + g.claim + "` of the application token is " + err.Error() + ", so it cannot be compared"
	case slices.ContainsFunc(allowed, func(value string) bool { return g.same(value, claim) }):
		return
	default:
		reason = "the claim `" + g.claim + "` of the application token is " + token.shown(claim) + ", which is not one of the allowed values"
		advice = "Check that the provider's `secret` and `app_token` (environment variables PAYMENTSERVICE_SECRET and PAYMENTSERVICE_APP_TOKEN) are the ones that this configuration is meant for. If they are, correct"
	}
	diagnostics.AddError(diags, "Unexpected Application Token", fmt.Sprintf(
		"The provider argument `%s` is set, but %s. No request was sent.\n\n%s `%s`.", g.name, reason, advice, g.name))
}
