// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// ValidateConfig checks the rules that no single attribute of the schema can tell. Only
// known values count, so that a module can pass all arguments on. Messages about tokens
// have no path: with one, the CLI would print the line that holds the token.
func (r *webhookResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if req.ClientCapabilities.WriteOnlyAttributesAllowed {
		r.run().WriteOnly.Store(true)
	}
	if hasBlank(config.Triggers) {
		diagnostics.AddAttributeError(&resp.Diagnostics, path.Root("triggers"), "Invalid Webhook Trigger",
			"`triggers` must contain names of event types, such as `charge_finished`, but one of them is null or blank. If `triggers` was generated for an import, delete the whole argument: if you omit it, the webhook keeps its triggers.")
	}
	checkLife(config, true, &resp.Diagnostics)
	checkTokens(config, &resp.Diagnostics)
}

// hasBlank reports whether one of the triggers is known and names no event.
func hasBlank(triggers types.Set) bool {
	return slices.ContainsFunc(triggers.Elements(), func(element attr.Value) bool {
		name, ok := element.(types.String) // a null has the text ""
		return ok && !name.IsUnknown() && strings.TrimSpace(name.ValueString()) == ""
	})
}

// checkLife checks, as far as is known, that exactly one of webhook_id and
// delete_on_destroy is configured, and that a webhook that is to be created has what
// it needs. In a plan for one that exists, ignore_changes may have taken that out.
func checkLife(config model, creates bool, diags *diag.Diagnostics) {
	id, del := config.WebhookID, config.DeleteOnDestroy
	switch {
	case providerdata.IsSet(id) && providerdata.IsSet(del):
		diagnostics.AddAttributeError(diags, path.Root("webhook_id"), "Conflicting Webhook Arguments",
			"`webhook_id` and `delete_on_destroy` cannot both be set. Keep `webhook_id` to adopt an existing webhook, which is never deleted, or `delete_on_destroy` to create one.")
	case id.IsNull() && del.IsNull():
		diagnostics.AddError(diags, "Missing Webhook Argument",
			"Either `webhook_id` or `delete_on_destroy` must be set: `webhook_id` to adopt an existing webhook, or `delete_on_destroy` to create one. If `webhook_id` comes from a variable or another resource, it has no value there.")
	case creates && id.IsNull() && (config.URL.IsNull() || config.Triggers.IsNull()):
		diagnostics.AddAttributeError(diags, path.Root("delete_on_destroy"), "Missing Webhook Setting",
			"Without `webhook_id`, the webhook is created, and that requires both `url` and `triggers`.")
	}
}

func checkTokens(config model, diags *diag.Diagnostics) {
	token, writeOnly := config.AuthToken, config.AuthTokenWO
	for _, one := range []struct {
		name  string
		value types.String
	}{{"auth_token", token}, {"auth_token_wo", writeOnly}} {
		if err := validators.CheckHeaderValue(one.value.ValueString()); err != nil {
			diagnostics.AddError(diags, "Invalid Webhook Token", "`"+one.name+"` "+err.Error()+".")
		}
	}
	switch {
	case providerdata.IsSet(token) && providerdata.IsSet(writeOnly):
		diagnostics.AddError(diags, "Conflicting Webhook Tokens",
			"`auth_token` and `auth_token_wo` cannot both be set. Keep `auth_token_wo` with `auth_token_wo_version`, which keeps the token out of the plan and the state.")
	case providerdata.IsSet(writeOnly) && config.AuthTokenWOVersion.IsNull():
		diagnostics.AddError(diags, "Missing Webhook Token Version",
			"`auth_token_wo` requires `auth_token_wo_version`. The CLI does not store write-only values, so the token is sent only when the version changes. Set the version to 1, and change it with each new token.")
	}
}

// checkTokenValue checks, before anything is sent, that there is a token to send if its
// version is new: the CLI stores no write-only value, so it may be null in an apply.
func (c *change) checkTokenValue(diags *diag.Diagnostics) {
	if c.renews(authTokenWOVersion) && c.config.AuthTokenWO.IsNull() {
		diagnostics.AddError(diags, "Missing Webhook Token",
			"The token must be sent, because `auth_token_wo_version` is new or changed, but `auth_token_wo` is null. The version was not recorded and nothing was sent. If its value comes from an ephemeral variable, set that variable in the apply too. Otherwise set `auth_token_wo`, or remove `auth_token_wo_version`.")
	}
}
