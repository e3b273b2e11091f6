// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// ValidateConfig checks the tokens. They have no schema validators: the path of
// such a message makes the CLI print the line that holds the token.
func (r *webhookResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	for name, token := range map[string]types.String{"auth_token": config.AuthToken, "auth_token_wo": config.AuthTokenWO} {
		if err := validators.CheckHeaderValue(token.ValueString()); err != nil {
			diagnostics.AddSecretError(&resp.Diagnostics, "Invalid Webhook Token", "`"+name+"` "+err.Error()+".")
		}
	}
	switch {
	case !config.AuthToken.IsNull() && !config.AuthTokenWO.IsNull():
		addTokenConflict(&resp.Diagnostics)
	case !config.AuthTokenWO.IsNull() && config.AuthTokenWOVersion.IsNull():
		addTokenWithoutVersion(&resp.Diagnostics)
	case !config.AuthToken.IsNull() && req.ClientCapabilities.WriteOnlyAttributesAllowed:
		addTokenInState(&resp.Diagnostics)
	}
}
