// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// decodeClaims decodes what an application token, a JWT in its compact form, says of itself.
// It does not verify the signature: the service does. Its errors hold nothing of the token.
func decodeClaims(appToken string) (claims map[string]any, err error) {
	parts := strings.Split(appToken, ".")
	if len(parts) != 3 {
		return nil, errors.New("it does not have three parts separated by dots")
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil || jsonv2.Unmarshal(payload, &claims) != nil || claims == nil {
		return nil, errors.New("its second part is not a JSON object in base64url, without repeated names")
	}
	return claims, nil
}

// selectClaims returns those of an application token's claims that say whose it is.
func selectClaims(claims map[string]any) providerdata.Claims {
	id := func(name string) string {
		text, _ := claims[name].(string)
		if !paymentapi.IsUUID(text) {
			return ""
		}
		return strings.ToLower(text)
	}
	mode, _ := claims["mode"].(string)
	return providerdata.Claims{
		MerchantID: id("merchant_id"),
		StoreID:    id("store_id"),
		Mode:       mode,
	}
}

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
