// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

const (
	missingToken = "Missing Webhook Token"
	nullToken    = "The token must be sent, because `auth_token_wo_version` is new or changed, " +
		"or because the webhook is replaced, but `auth_token_wo` is null."
	setToken = "If its value comes from an ephemeral variable, " +
		"set that variable both for the plan and for the apply. " +
		"Otherwise set `auth_token_wo`, or remove `auth_token_wo_version`."
)

var (
	tokenStays = notice{"Webhook Token Stays at the Service", "The token was removed from the configuration. " +
		"The service keeps it, and still sends it in the notifications of {webhook}.\n" +
		"To replace the token, set another one."}
	tokenMovesAlong = notice{"Webhook Token Sent to Another Host", "The `url` of {webhook} gets another host or " +
		"port, and `auth_token_wo_version` stays, so the new receiver gets the old token with its first " +
		"notification.\n" +
		"To send another token, set it in `auth_token_wo`, and raise `auth_token_wo_version`."}
	tokenMissing = notice{missingToken, "The token of {webhook} is to be sent, " +
		"but `auth_token_wo` is null in this plan. The apply fails unless it has the token then: " +
		"from `terraform.applying ? var.token : null`, " +
		"or from an ephemeral variable that OpenTofu gets for the apply alone.\nOtherwise set `auth_token_wo`, " +
		"such as the variable that it comes from, or remove `auth_token_wo_version`."}
)

// hasToken reports whether the webhook has a token that this resource has sent, or will send.
func (m model) hasToken() bool {
	return !m.AuthToken.IsNull() || !m.AuthTokenWOVersion.IsNull()
}

// sendsWriteOnlyToken reports whether a write sends auth_token_wo: its version is new.
func (c *webhookChange) sendsWriteOnlyToken() bool {
	return differsFromState(c.config.AuthTokenWOVersion, c.plan.AuthTokenWOVersion, c.state.AuthTokenWOVersion)
}

// lacksToken reports whether a write should send auth_token_wo, and it is null.
func (c *webhookChange) lacksToken() bool {
	return c.sendsWriteOnlyToken() && c.config.AuthTokenWO.IsNull()
}

// checkToken checks, before anything is sent, that there is a token if one is to be sent.
func (c *webhookChange) checkToken(diags *diag.Diagnostics) {
	if c.lacksToken() {
		diagnostics.AddError(diags, missingToken, nullToken+" Nothing was sent for this webhook. "+setToken+
			" If this apply replaces a webhook, the old one may be deleted already: apply again with the token.")
	}
}

// losesToken reports whether the configuration had a token, and has none now.
func (c *webhookChange) losesToken() bool {
	return c.state.hasToken() && !c.plan.hasToken()
}

// takesTokenAlong reports whether another host gets the notifications, with the write-only token of the old one. An
// auth_token does not count: it stands in the configuration beside the URL, so whoever changes one sees the other.
func (c *webhookChange) takesTokenAlong() bool {
	if !providerdata.IsSet(c.plan.URL) || c.state.URL.IsNull() {
		return false
	}

	hasToken := providerdata.IsSet(c.plan.AuthTokenWOVersion)
	if !hasToken || c.sendsWriteOnlyToken() {
		return false
	}

	planned := c.plan.URL.ValueString()
	current := c.state.URL.ValueString()
	return !sameHost(planned, current)
}

// reportToken says that a new webhook needs a token, which is null in this plan: an error if the
// plan deletes the old webhook first.
func reportToken(next *webhookChange, deletesOld bool, diags *diag.Diagnostics) {
	switch {
	case !next.lacksToken():
	case deletesOld:
		diagnostics.AddError(diags, missingToken, nullToken+" The old webhook would be deleted first. "+setToken+
			" With `terraform.applying ? var.token : null`, the token is null in each plan: pass the variable itself.")
	default:
		tokenMissing.warn(diags, next.ref())
	}
}
