// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// ValidateConfig checks the triggers and the tokens. Tokens have no schema
// validators: the path of such a message makes the CLI print the line that holds
// the token. Only known values count, so that a module can pass all three
// arguments on.
func (r *webhookResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if r.data != nil && req.ClientCapabilities.WriteOnlyAttributesAllowed {
		r.data.WriteOnly.Store(true)
	}
	for _, token := range []struct {
		name  string
		value types.String
	}{{"auth_token", config.AuthToken}, {"auth_token_wo", config.AuthTokenWO}} {
		if err := validators.CheckHeaderValue(token.value.ValueString()); err != nil {
			diagnostics.AddError(&resp.Diagnostics, "Invalid Webhook Token", "`"+token.name+"` "+err.Error()+".")
		}
	}
	for _, element := range config.Triggers.Elements() {
		name, ok := element.(types.String) // a null has the text ""
		if ok && !name.IsUnknown() && strings.TrimSpace(name.ValueString()) == "" {
			addInvalidTrigger(&resp.Diagnostics)
		}
	}
	checkLife(config, &resp.Diagnostics)
	switch {
	case providerdata.IsSet(config.AuthToken) && providerdata.IsSet(config.AuthTokenWO):
		addTokenConflict(&resp.Diagnostics)
	case providerdata.IsSet(config.AuthTokenWO) && config.AuthTokenWOVersion.IsNull():
		addTokenWithoutVersion(&resp.Diagnostics)
	}
}

// checkLife checks, as far as is known, that exactly one of webhook_id and
// delete_on_destroy is configured, and that a webhook that is to be created has what
// it needs.
func checkLife(config model, diags *diag.Diagnostics) {
	id, del := config.WebhookID, config.DeleteOnDestroy
	switch {
	case providerdata.IsSet(id) && providerdata.IsSet(del):
		addAdoptedAndCreated(diags)
	case id.IsNull() && del.IsNull():
		addNeitherAdoptedNorCreated(diags)
	case id.IsNull() && (config.URL.IsNull() || config.Triggers.IsNull()):
		addNothingToCreate(diags)
	}
}
