// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// ModifyPlan makes the plan say what an apply will do: which values the service
// may change with the update, and what will stay as it is.
func (r *webhookResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	c := change{state: emptyModel()}
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &c.state)...)
	}
	if req.Plan.Raw.IsNull() {
		warnDestroy(ctx, c.state, resp)
		return
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &c.config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &c.plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	switch {
	case req.State.Raw.IsNull():
		c.plan.ID = c.plan.WebhookID
		c.throughMerchant = !c.config.MerchantID.IsNull()
		r.adviseAdoption(ctx, c, &resp.Diagnostics)
	case c.replaces():
		warnDestroy(ctx, c.state, resp)
	default:
		r.planUpdate(ctx, &c, req.Private, &resp.Diagnostics)
	}
	r.adviseToken(c, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Plan.Set(ctx, c.plan)...)
}

// planUpdate makes the plan of c that of an update.
func (r *webhookResource) planUpdate(ctx context.Context, c *change, m memory, diags *diag.Diagnostics) {
	c.unconfirmed = rememberedUnconfirmed(ctx, m, diags)
	c.asConfigured = rememberedNames(ctx, m, memoryAsConfigured, diags)
	c.throughMerchant = remembers(ctx, m, memoryMerchantPath, diags)
	readable := remembers(ctx, m, memoryReadable, diags)
	if r.data != nil {
		c.factsAreRead = r.data.WebhookRefresh == providerdata.RefreshPatch ||
			r.data.WebhookRefresh == providerdata.RefreshGet && readable
	}
	c.plan = c.planned()
	if c.resends() {
		addUnconfirmed(diags, c.ref(), c.unconfirmed)
	}
	had := !c.state.AuthToken.IsNull() || !c.state.AuthTokenWOVersion.IsNull()
	has := !c.plan.AuthToken.IsNull() || !c.plan.AuthTokenWOVersion.IsNull()
	if had && !has {
		addTokenStays(diags, c.ref())
	}
}

// adviseAdoption says what adopting a webhook overwrites, if that can be read
// at once. Whatever goes wrong here is no matter of the plan.
func (r *webhookResource) adviseAdoption(ctx context.Context, c change, diags *diag.Diagnostics) {
	known := providerdata.IsSet(c.plan.StoreID) && providerdata.IsSet(c.plan.WebhookID) && !c.config.MerchantID.IsUnknown()
	wanted := c.plan.patch(emptyModel())
	wanted.AuthToken = nil
	sendsToken := !c.config.AuthToken.IsNull() || !c.config.AuthTokenWO.IsNull()
	if !known || wanted.IsEmpty() && !sendsToken || !r.readsByGet() {
		return
	}
	answer, err := r.client().GlanceAtWebhook(ctx, c.ref())
	if err != nil || len(mismatch(c.ref(), wantedNothing, answer)) > 0 {
		return
	}
	if differences := settingDifferences(wanted, answer); len(differences) > 0 {
		addAdoptionChanges(diags, c.ref(), lines(differences, "configured", "currently"))
	}
}

// adviseToken suggests a write-only token for one that is new in the state or
// changes there, if the CLI has write-only arguments.
func (r *webhookResource) adviseToken(c change, diags *diag.Diagnostics) {
	if r.data != nil && !c.plan.AuthToken.IsNull() && !c.plan.AuthToken.Equal(c.state.AuthToken) && runOf(r.data).hasWriteOnly.Load() {
		addTokenInState(diags)
	}
}

// warnDestroy says that the webhook stays, and notes that this was said.
func warnDestroy(ctx context.Context, state model, resp *resource.ModifyPlanResponse) {
	if !state.DeactivateOnDestroy.ValueBool() {
		addWebhookStays(&resp.Diagnostics, state.ref(false))
		remember(ctx, resp.Private, memoryDestroyTold, true, &resp.Diagnostics)
	}
}
