// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
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
		addDestroyed(&resp.Diagnostics, c.state)
		return
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &c.config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &c.plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if checkLife(c.config, &resp.Diagnostics); resp.Diagnostics.HasError() {
		return
	}
	if !c.isNew() {
		c.keepID()
	}
	if c.state.DeleteOnDestroy.ValueBool() && c.plan.WebhookID.IsUnknown() {
		addUnknownID(&resp.Diagnostics, c.state)
		return
	}
	c.keepSpelling()
	replaced := c.replaces()
	switch {
	case c.isNew():
		c.plan.ID = c.plan.WebhookID
		c.throughMerchant = !c.config.MerchantID.IsNull()
		r.adviseAdoption(ctx, &c, &resp.Diagnostics)
	case len(replaced) > 0:
		resp.RequiresReplace = append(resp.RequiresReplace, replaced...)
		addDestroyed(&resp.Diagnostics, c.state)
	default:
		c.plan = c.planned()
		if c.dropsToken(loadRecord(ctx, req.Private, &resp.Diagnostics).TokenInDoubt) {
			addTokenStays(&resp.Diagnostics, c.state.identity(false).ref())
		}
	}
	if c.sendsToken() && r.data != nil && r.data.WriteOnly.Load() {
		addTokenInState(&resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.Plan.Set(ctx, c.plan)...)
}

// adviseAdoption says what adopting a webhook overwrites, or that it may be
// refused, if that can be read at once. A failure here does not fail the plan.
func (r *webhookResource) adviseAdoption(ctx context.Context, c *change, diags *diag.Diagnostics) {
	known := providerdata.IsSet(c.plan.StoreID) && providerdata.IsSet(c.plan.WebhookID) && !c.config.MerchantID.IsUnknown()
	if !known || r.mode() != providerdata.RefreshGet {
		return
	}
	answer, err := r.data.Client.GlanceAtWebhook(ctx, c.ref())
	switch fault := paymentapi.FaultOf(err); {
	case fault == paymentapi.FaultUnauthorized || fault == paymentapi.FaultForbidden:
		addAdoptionRefused(diags, c.ref(), err)
	case err != nil || len(mismatch(c.ref(), noChange, answer)) > 0:
	default:
		if differing := settingDifferences(c.patch(), answer); len(differing) > 0 {
			addAdoptionChanges(diags, c.ref(), differing)
		}
	}
}
