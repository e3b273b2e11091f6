// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

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
		addWebhookStays(&resp.Diagnostics, ref)
		return
	}
	if !providerdata.RequireClient(r.data, "deactivating a webhook", &resp.Diagnostics) {
		return
	}
	inactive := false
	patch := paymentapi.WebhookPatch{Active: &inactive}
	answer, err := r.client(state).UpdateWebhook(ctx, ref, patch)
	switch {
	case errors.Is(err, paymentapi.ErrNotFound):
	case err != nil:
		if paymentapi.MayHaveActed(err) {
			resp.Diagnostics.Append(addDoubt(ctx, resp.Private, patch)...)
		}
		addWebhookDeactivateError(&resp.Diagnostics, ref, err)
	default:
		if fields := mismatch(ref, patch, answer); len(fields) > 0 {
			resp.Diagnostics.Append(addDoubt(ctx, resp.Private, patch)...)
			addWebhookMismatch(&resp.Diagnostics, ref, fields)
		}
	}
}
