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

// Update sends what changed, and nothing where nothing did.
func (r *webhookResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var config, plan, state model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	inDoubt, diags := doubts(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	throughMerchant := !config.MerchantID.IsNull()
	updated, certain := plan, state.certain(inDoubt, config)
	if !plan.patch(certain).IsEmpty() || plan.sendsWriteOnlyToken(certain) {
		var ok bool
		updated, ok = r.write(ctx, plan, config, certain, &inDoubt, &resp.Diagnostics)
		resp.Diagnostics.Append(inDoubt.remember(ctx, resp.Private)...)
		if !ok {
			return
		}
	}
	updated = updated.withoutUnknowns(state)
	resp.Diagnostics.Append(rememberPath(ctx, resp.Private, throughMerchant)...)
	if resp.Identity.Raw.IsFullyNull() { // recorded by a CLI without identities
		resp.Diagnostics.Append(resp.Identity.Set(ctx, updated.identity(throughMerchant))...)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, updated)...)
}

// write sends the update that makes state into the plan, and returns the plan
// with what the service answered. The token in config is write-only. It notes
// what is in doubt afterwards.
func (r *webhookResource) write(ctx context.Context, plan, config, state model, inDoubt *doubt, diags *diag.Diagnostics) (model, bool) {
	if !providerdata.RequireClient(r.data, "updating a webhook", diags) {
		return model{}, false
	}
	ref := plan.ref(!config.MerchantID.IsNull())
	patch := plan.patch(state)
	if plan.sendsWriteOnlyToken(state) {
		if config.AuthTokenWO.IsNull() {
			addVersionWithoutToken(diags, ref)
			return model{}, false
		}
		patch.AuthToken = config.AuthTokenWO.ValueStringPointer()
	}
	answer, err := r.client(state).UpdateWebhook(ctx, ref, patch)
	if err != nil {
		if paymentapi.MayHaveActed(err) {
			inDoubt.add(patch)
		}
		addWebhookUpdateError(diags, ref, err)
		return model{}, false
	}
	wanted := plan.patch(emptyModel())
	if fields := mismatch(ref, wanted, answer); len(fields) > 0 {
		inDoubt.add(patch)
		addWebhookMismatch(diags, ref, fields)
		return model{}, false
	}
	inDoubt.settled(patch, answer)
	return plan.withAnswer(answer), true
}
