// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Create adopts the webhook: one update with what is configured.
func (r *webhookResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	c := change{state: emptyModel()}
	resp.Diagnostics.Append(req.Config.Get(ctx, &c.config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &c.plan)...)
	if resp.Diagnostics.HasError() || !providerdata.RequireClient(r.data, "adopting a webhook", &resp.Diagnostics) {
		return
	}
	c.throughMerchant = !c.config.MerchantID.IsNull()
	created, ok := r.write(ctx, &c, &resp.Diagnostics)
	if !ok {
		return
	}
	created = created.withoutUnknowns(c.state)
	if c.config.Active.IsNull() && created.DeactivateOnDestroy.ValueBool() && providerdata.IsSet(created.Active) && !created.Active.ValueBool() {
		addAdoptedInactive(&resp.Diagnostics, c.ref())
	}
	rememberSpelling(ctx, resp.Private, created, c.config, &resp.Diagnostics)
	remember(ctx, resp.Private, memoryMerchantPath, c.throughMerchant, &resp.Diagnostics)
	if r.readsByGet() {
		r.glance(ctx, c.ref(), resp.Private, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.Identity.Set(ctx, created.identity(c.throughMerchant))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, created)...)
}
