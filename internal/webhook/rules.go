// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// ValidateConfig checks the tokens. They have no schema validators: the path of
// such a message makes the CLI print the line that holds the token. Only known
// values count, so that a module can pass all three arguments on.
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
			diagnostics.AddSecretError(&resp.Diagnostics, "Invalid Webhook Token", "`"+token.name+"` "+err.Error()+".")
		}
	}
	switch {
	case providerdata.IsSet(config.AuthToken) && providerdata.IsSet(config.AuthTokenWO):
		addTokenConflict(&resp.Diagnostics)
	case providerdata.IsSet(config.AuthTokenWO) && config.AuthTokenWOVersion.IsNull():
		addTokenWithoutVersion(&resp.Diagnostics)
	}
}

// triggerRules checks the elements of triggers.
type triggerRules struct{}

func (triggerRules) Description(context.Context) string {
	return "each element must be the name of an event"
}

func (t triggerRules) MarkdownDescription(ctx context.Context) string { return t.Description(ctx) }

func (triggerRules) ValidateSet(_ context.Context, req validator.SetRequest, resp *validator.SetResponse) {
	for _, element := range req.ConfigValue.Elements() {
		name, ok := element.(types.String)
		switch {
		case !ok || name.IsUnknown():
		case name.IsNull():
			addInvalidTrigger(&resp.Diagnostics, req.Path, "one of them is null")
		case strings.TrimSpace(name.ValueString()) == "":
			addInvalidTrigger(&resp.Diagnostics, req.Path, "one of them is empty")
		}
	}
}

// sameIDStays keeps the state's spelling of an id in a plan. UUIDs that differ
// in the case of their letters are one.
type sameIDStays struct{}

func (sameIDStays) Description(context.Context) string {
	return "A different letter case of the same id is not a change."
}

func (s sameIDStays) MarkdownDescription(ctx context.Context) string { return s.Description(ctx) }

func (sameIDStays) PlanModifyString(_ context.Context, req planmodifier.StringRequest, resp *planmodifier.StringResponse) {
	if providerdata.IsSet(req.StateValue) && sameText(req.PlanValue, req.StateValue) {
		resp.PlanValue = req.StateValue
	}
}

const replacesMerchantText = "Replaces the resource if merchant_id changes from one configured value to another."

// replacesMerchant keeps a merchant_id that becomes known from replacing the
// webhook that it is the merchant of.
func replacesMerchant(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
	resp.RequiresReplace = changesMerchant(req.ConfigValue, req.StateValue)
}
