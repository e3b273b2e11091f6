// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// claims are what an application token says of itself.
type claims map[string]any

// decodeClaims decodes the claims of an application token, which is a JWT in its compact
// form. It does not verify the signature: the service does. Its errors hold nothing of the
// token.
func decodeClaims(appToken string) (claims, error) {
	parts := strings.Split(appToken, ".")
	if len(parts) != 3 {
		return nil, errors.New("it does not have three parts separated by dots")
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return nil, errors.New("its second part is not base64url")
	}
	var decoded claims
	if err := jsonv2.Unmarshal(payload, &decoded); err != nil || decoded == nil {
		return nil, errors.New("its second part is not a JSON object without repeated names")
	}
	return decoded, nil
}

// text returns a claim that is a text; empty if there is none.
func (c claims) text(name string) string {
	text, _ := c[name].(string)
	return text
}

// expiry returns when the token expires; the zero time if it does not say.
func (c claims) expiry() time.Time {
	seconds, ok := c["exp"].(float64)
	if !ok {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}

// caller returns whose token it is.
func (c claims) caller() (caller providerdata.Caller) {
	id := func(name string) *string {
		if id := strings.ToLower(c.text(name)); paymentapi.IsUUID(id) {
			return &id
		}
		return nil
	}
	caller.MerchantID, caller.StoreID = id("merchant_id"), id("store_id")
	if mode := c.text("mode"); mode != "" {
		caller.Mode = &mode
	}
	return caller
}

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
func (g guard) enforce(allowed []string, appToken string, diags *diag.Diagnostics) {
	token, err := decodeClaims(appToken)
	claim := token.text(g.claim)
	var reason string
	switch {
	case err != nil:
		reason = "is not a JWT: " + err.Error()
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
