// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// ModifyPlan makes the plan say what an apply will do: which values the service
// may change with the update, and what will be left as it is.
func (r *webhookResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	var config, plan, state model
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	}
	if req.Plan.Raw.IsNull() {
		warnDestroy(state, resp)
		return
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	switch {
	case req.State.Raw.IsNull():
		plan.ID = plan.WebhookID
	case plan.replaces(state, config):
		warnDestroy(state, resp)
	default:
		inDoubt, more := doubts(ctx, req.Private)
		resp.Diagnostics.Append(more...)
		certain := state.certain(inDoubt, config)
		if plan = plan.planUpdate(config, state, certain); plan.sends(config, certain) && !plan.sends(config, state) {
			addWebhookInDoubt(&resp.Diagnostics, state.ref(false), inDoubt)
		}
		warnKeptToken(plan, state, resp)
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, plan)...)
}

// replaces tells whether the plan m is for another webhook than state. A
// replacing plan never comes here as the destroy that it also is.
func (m model) replaces(state, config model) bool {
	otherMerchant := !config.MerchantID.IsNull() && !state.MerchantID.IsNull() &&
		!sameID(config.MerchantID.ValueString(), state.MerchantID.ValueString())
	return !m.StoreID.Equal(state.StoreID) || !m.WebhookID.Equal(state.WebhookID) || otherMerchant
}

// planUpdate returns the plan m with what the service may change unknown where
// something will be sent, and everything else as in state; certain is the part
// of state that is not in doubt.
func (m model) planUpdate(config, state, certain model) model {
	m = m.keepSpelling(state)
	if !m.sends(config, certain) {
		return m.withoutUnknowns(state)
	}
	if config.Active.IsNull() {
		m.Active = types.BoolUnknown()
	}
	if config.URL.IsNull() {
		m.URL = types.StringUnknown()
	}
	if config.Triggers.IsNull() {
		m.Triggers = types.SetUnknown(types.StringType)
	}
	for value, old := range map[*types.String]types.String{&m.CreatedOn: state.CreatedOn, &m.MerchantID: state.MerchantID, &m.PlatformID: state.PlatformID} {
		if value.IsUnknown() && !old.IsNull() {
			*value = old
		}
	}
	m.ID = m.WebhookID
	m.UpdatedOn = types.StringUnknown()
	return m
}

// keepSpelling returns the plan m with state's spelling of the same URL and
// triggers, so that they don't show as a change.
func (m model) keepSpelling(state model) model {
	if isSet(m.URL) && isSet(state.URL) && sameURL(m.URL.ValueString(), state.URL.ValueString()) {
		m.URL = state.URL
	}
	if isSet(m.Triggers) && isSet(state.Triggers) && sameTriggers(triggerList(m.Triggers), triggerList(state.Triggers)) {
		m.Triggers = state.Triggers
	}
	if isSet(m.MerchantID) && isSet(state.MerchantID) && sameID(m.MerchantID.ValueString(), state.MerchantID.ValueString()) {
		m.MerchantID = state.MerchantID
	}
	return m
}

// sends tells whether applying the plan m sends anything, as far as is known.
func (m model) sends(config, state model) bool {
	configuredUnknown := config.Active.IsUnknown() || config.URL.IsUnknown() || config.Triggers.IsUnknown() || config.AuthToken.IsUnknown()
	return configuredUnknown || !m.patch(state).IsEmpty() || m.sendsWriteOnlyToken(state)
}

// sendsWriteOnlyToken tells whether applying the plan m sends auth_token_wo.
func (m model) sendsWriteOnlyToken(state model) bool {
	return !m.AuthTokenWOVersion.IsNull() && !m.AuthTokenWOVersion.Equal(state.AuthTokenWOVersion)
}

func warnDestroy(state model, resp *resource.ModifyPlanResponse) {
	if !state.DeactivateOnDestroy.ValueBool() {
		addWebhookStays(&resp.Diagnostics, state.ref(false))
	}
}

// warnKeptToken says that the service keeps a token that went out of the
// configuration with none in its place.
func warnKeptToken(plan, state model, resp *resource.ModifyPlanResponse) {
	had := !state.AuthToken.IsNull() || !state.AuthTokenWOVersion.IsNull()
	has := !plan.AuthToken.IsNull() || !plan.AuthTokenWOVersion.IsNull()
	if had && !has {
		addTokenStays(&resp.Diagnostics, plan.ref(false))
	}
}
