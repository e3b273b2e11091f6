// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// tokenGuard is an argument of the provider that lists the values which a claim of
// the application token may have. A guard that cannot tell refuses.
type tokenGuard struct {
	name, claim string
	value       func(model) types.Set
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
		value: func(m model) types.Set { return m.AllowedMerchantIDs },
		check: validators.CheckUUID,
		same:  strings.EqualFold,
	},
	{
		name: "allowed_modes", claim: "mode",
		value: func(m model) types.Set { return m.AllowedModes },
		check: func(mode string) error {
			if strings.TrimSpace(mode) == "" {
				return errors.New("must not be empty or blank")
			}
			return nil
		},
		same: func(allowed, claim string) bool { return allowed == claim },
		hint: ". A merchant's token does not always have a mode; a store's token does",
	},
}

// isUnknown reports whether the values of g are not all known yet.
func (g tokenGuard) isUnknown(m model) bool {
	set := g.value(m)
	for _, element := range set.Elements() {
		if element.IsUnknown() {
			return true
		}
	}
	return set.IsUnknown()
}

// allowed returns the values of g, none if it is unset or not wholly known, and
// reports what is wrong with those that are known.
func (g tokenGuard) allowed(m model, diags *diag.Diagnostics) []string {
	set := g.value(m)
	if set.IsNull() || set.IsUnknown() {
		return nil
	}
	var (
		values []string
		err    error
	)
	if len(set.Elements()) == 0 {
		err = errors.New("it must contain at least one value")
	}
	for _, element := range set.Elements() {
		text, ok := element.(types.String)
		switch {
		case !ok || text.IsUnknown():
		case g.check(text.ValueString()) != nil:
			err = fmt.Errorf("each of its values %w", g.check(text.ValueString()))
		default:
			values = append(values, text.ValueString())
		}
	}
	if err != nil {
		diagnostics.AddError(diags, invalidConfiguration, fmt.Sprintf("The value of the provider argument `%s` is invalid: %s.", g.name, err))
	}
	if err != nil || g.isUnknown(m) {
		return nil
	}
	return values
}

// enforce reports an application token whose claim is none of the allowed
// values, or whose claims could not be read. It never repeats the token or the secret.
func (g tokenGuard) enforce(allowed []string, found claims, unreadable error, s settings, diags *diag.Diagnostics) {
	refuse := func(reason, advice string) {
		diagnostics.AddError(diags, "Unexpected Application Token", fmt.Sprintf(
			"The provider argument `%s` is set, but %s. No request was sent.\n\n%s `%s`.", g.name, reason, advice, g.name))
	}
	const uncheckable = "A token that cannot be checked is refused. Use another application token, or remove"
	if unreadable != nil {
		refuse("the application token is not a JWT, so its claim `"+g.claim+"` cannot be read: "+unreadable.Error(), uncheckable)
		return
	}
	claim, err := found.text(g.claim)
	switch {
	case errors.Is(err, errNoClaim):
		refuse("the application token has no claim `"+g.claim+"`"+g.hint, uncheckable)
		return
	case err != nil:
		refuse("the claim `"+g.claim+"` of the application token is "+err.Error()+", so it cannot be compared", uncheckable)
		return
	}
	for _, one := range allowed {
		if g.same(one, claim) {
			return
		}
	}
	refuse(fmt.Sprintf("the claim `%s` of the application token is %s, which is not one of the allowed values", g.claim, shownClaim(claim, s)),
		"Check that the provider's `secret` and `app_token` (environment variables PAYMENTSERVICE_SECRET and PAYMENTSERVICE_APP_TOKEN) are the ones that this configuration is meant for. If they are, correct")
}

// maxShownClaim is the longest claim that is shown, in bytes. A merchant's id
// has 36.
const maxShownClaim = 64

// shownClaim quotes a claim for a message, unless it is long, or holds a
// credential or a good part of one.
func shownClaim(claim string, s settings) string {
	if s.holdsCredential(claim) {
		return "a part of the credentials"
	}
	if len(claim) > maxShownClaim {
		return fmt.Sprintf("a text of %d bytes", len(claim))
	}
	return strconv.QuoteToGraphic(claim)
}

// holdsCredential reports whether a claim holds a part of the secret or of the application
// token that is long enough not to be there by chance, or as a mode such as live_test.
func (s settings) holdsCredential(claim string) bool {
	for _, part := range append(strings.Split(s.appToken, "."), s.secret) {
		size := min(10, len(part))
		for i := 0; size > 4 && i+size <= len(claim); i++ {
			if strings.Contains(part, claim[i:i+size]) {
				return true
			}
		}
	}
	return false
}
