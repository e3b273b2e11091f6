// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
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
	created, ok := r.write(ctx, plan, config, emptyModel(), &resp.Diagnostics)
	if !ok {
		return
	}
	resp.Diagnostics.Append(rememberPath(ctx, resp.Private, throughMerchant)...)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, created.identity(throughMerchant))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, created)...)
}

// Update sends what changed, and nothing where nothing did.
func (r *webhookResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var config, plan, state model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	throughMerchant := !config.MerchantID.IsNull()
	updated := plan.withoutUnknowns(state)
	if !plan.patch(state).IsEmpty() || plan.sendsWriteOnlyToken(state) {
		var ok bool
		if updated, ok = r.write(ctx, plan, config, state, &resp.Diagnostics); !ok {
			return
		}
	}
	resp.Diagnostics.Append(rememberPath(ctx, resp.Private, throughMerchant)...)
	if resp.Identity.Raw.IsFullyNull() { // recorded by a CLI without identities
		resp.Diagnostics.Append(resp.Identity.Set(ctx, updated.identity(throughMerchant))...)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, updated)...)
}

// write sends the update that makes state into the plan, and returns the plan
// with what the service answered. The token in config is write-only.
func (r *webhookResource) write(ctx context.Context, plan, config, state model, diags *diag.Diagnostics) (model, bool) {
	if !diagnostics.RequireClient(r.data, "updating a webhook", diags) {
		return model{}, false
	}
	ref := plan.ref(!config.MerchantID.IsNull())
	patch := plan.patch(state)
	if plan.sendsWriteOnlyToken(state) {
		if config.AuthTokenWO.IsNull() {
			diagnostics.AddVersionWithoutToken(diags, ref)
			return model{}, false
		}
		patch.AuthToken = config.AuthTokenWO.ValueStringPointer()
	}
	answer, err := r.client().UpdateWebhook(ctx, ref, patch)
	if err != nil {
		diagnostics.AddWebhookUpdateError(diags, ref, err)
		return model{}, false
	}
	wanted := plan.patch(emptyModel())
	if fields := mismatch(ref, wanted, answer); len(fields) > 0 {
		diagnostics.AddWebhookMismatch(diags, ref, fields)
		return model{}, false
	}
	return plan.withAnswer(answer).withoutUnknowns(state), true
}

// Delete leaves the webhook at the service, stopped where that is configured.
func (r *webhookResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	if resp.Diagnostics.HasError() {
		return
	}
	throughMerchant, diags := remembersMerchantPath(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	ref := state.ref(throughMerchant)
	if !state.DeactivateOnDestroy.ValueBool() {
		diagnostics.AddWebhookStays(&resp.Diagnostics, ref)
		return
	}
	if !diagnostics.RequireClient(r.data, "deactivating a webhook", &resp.Diagnostics) {
		return
	}
	inactive := false
	patch := paymentapi.WebhookPatch{Active: &inactive}
	answer, err := r.client().UpdateWebhook(ctx, ref, patch)
	switch {
	case errors.Is(err, paymentapi.ErrNotFound):
	case err != nil:
		diagnostics.AddCallError(&resp.Diagnostics, "Unable to Deactivate Webhook", err)
	default:
		if fields := mismatch(ref, patch, answer); len(fields) > 0 {
			diagnostics.AddWebhookMismatch(&resp.Diagnostics, ref, fields)
		}
	}
}
