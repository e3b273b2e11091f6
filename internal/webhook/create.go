// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// Create adopts the webhook: one update with what is configured.
func (r *webhookResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	var config, plan model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	throughMerchant := !config.MerchantID.IsNull()
	created, ok := r.write(ctx, plan, config, emptyModel(), new(doubt), &resp.Diagnostics)
	if !ok {
		return
	}
	created = created.withoutUnknowns(emptyModel())
	resp.Diagnostics.Append(rememberPath(ctx, resp.Private, throughMerchant)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, created.identity(throughMerchant))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, created)...)
}
