// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// ValidateConfig checks the rules that no single argument has. Only known values count, so
// that a module can pass all arguments on. A CLI calls it again in the plan and in the apply.
func (r *webhookResource) ValidateConfig(
	ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse,
) {
	var config model
	diags := &resp.Diagnostics
	diags.Append(req.Config.Get(ctx, &config)...)
	if diags.HasError() {
		return
	}

	checkLifecycle(config, diags)
	checkTokens(config, diags)
	warnOfMisspelling(config.Triggers, diags)
	if req.ClientCapabilities.WriteOnlyAttributesAllowed && providerdata.IsSet(config.AuthToken) {
		diagnostics.AddAttributeWarning(diags, path.Root("store_id"), "Webhook Token Kept in State",
			"`auth_token` is stored in the state. To keep the token out of the plan and the state, "+
				"use `auth_token_wo` with `auth_token_wo_version`.")
	}
}

// checkTrigger accepts the name of an event.
var checkTrigger = validators.CheckThat(func(name string) bool { return !strings.ContainsFunc(name, unicode.IsSpace) },
	"must be the name of an event, without white space; if you split a text, remove the white space with `trimspace`")

// knownTriggers are the events that the API's description names. Services have others.
var knownTriggers = []string{"charge_finished", "refund_finished"}

// warnOfMisspelling warns of a trigger that is almost a known one.
func warnOfMisspelling(triggers types.Set, diags *diag.Diagnostics) {
	for _, element := range triggers.Elements() {
		name, _ := element.(types.String)
		known := validators.NameSuggestion(name.ValueString(), knownTriggers)
		if known == "" {
			continue
		}

		diagnostics.AddAttributeWarning(diags, path.Root("triggers"), "Unknown Webhook Trigger", fmt.Sprintf(
			"`triggers` contains %q, which looks like a misspelling of `%s`. "+
				"If the service has no such event, the webhook never fires for it.", name.ValueString(), known))
	}
}

// checkLifecycle checks that exactly one of webhook_id and delete_on_destroy is configured, and
// that a webhook that is to be created has what it needs.
func checkLifecycle(config model, diags *diag.Diagnostics) {
	id := config.WebhookID
	deletion := config.DeleteOnDestroy
	switch {
	case providerdata.IsSet(id) && providerdata.IsSet(deletion):
		diagnostics.AddAttributeError(diags, path.Root("webhook_id"), "Conflicting Webhook Arguments",
			"`webhook_id` and `delete_on_destroy` cannot both be set. "+
				"Keep `webhook_id` to adopt an existing webhook, which is never deleted, "+
				"or `delete_on_destroy` to create one.")
	case id.IsNull() && deletion.IsNull():
		diagnostics.AddError(diags, "Missing Webhook Argument",
			"Either `webhook_id` or `delete_on_destroy` must be set: "+
				"`webhook_id` to adopt an existing webhook, or `delete_on_destroy` to create one. "+
				"If `webhook_id` comes from a variable or another resource, it has no value there.")
	case id.IsNull() && (config.URL.IsNull() || config.Triggers.IsNull()):
		diagnostics.AddAttributeError(diags, path.Root("delete_on_destroy"), "Missing Webhook Setting",
			"Without `webhook_id`, the webhook is created, and that requires both `url` and `triggers`.")
	}
}

// checkTokens checks the rules between the three arguments of the token. The messages have no
// path: with one, the CLI would print the line that holds the token.
func checkTokens(config model, diags *diag.Diagnostics) {
	switch {
	case providerdata.IsSet(config.AuthToken) && providerdata.IsSet(config.AuthTokenWO):
		diagnostics.AddError(diags, "Conflicting Webhook Tokens",
			"`auth_token` and `auth_token_wo` cannot both be set. "+
				"Keep `auth_token_wo` with `auth_token_wo_version`, which keeps the token out of the plan and the state.")
	case providerdata.IsSet(config.AuthTokenWO) && config.AuthTokenWOVersion.IsNull():
		diagnostics.AddError(diags, "Missing Webhook Token Version",
			"`auth_token_wo` requires `auth_token_wo_version`. "+
				"The CLI does not store write-only values, so the token is sent only when the version changes. "+
				"Set the version to 1, and change it with each new token.")
	}
}
