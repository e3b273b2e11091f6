// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Delete leaves the webhook at the service, and stops it if that is configured.
func (r *webhookResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	ref := state.ref(remembers(ctx, req.Private, memoryMerchantPath, &resp.Diagnostics))
	told := remembers(ctx, req.Private, memoryDestroyTold, &resp.Diagnostics)
	switch {
	case resp.Diagnostics.HasError():
	case state.DeactivateOnDestroy.ValueBool():
		r.deactivate(ctx, ref, state, resp)
	case !told:
		addWebhookStays(&resp.Diagnostics, ref)
	}
}

// deactivate stops a webhook, unless the same run has adopted it: then it is
// managed at another address, and only its old one goes.
func (r *webhookResource) deactivate(ctx context.Context, ref paymentapi.WebhookRef, state model, resp *resource.DeleteResponse) {
	if !providerdata.RequireClient(r.data, "deactivating a webhook", &resp.Diagnostics) {
		return
	}
	inRun, endTurn, err := runOf(r.data).webhook(ctx, ref)
	if err != nil {
		addWebhookBusy(&resp.Diagnostics, ref)
		return
	}
	defer endTurn()
	if inRun.updated {
		addStillManaged(&resp.Diagnostics, ref)
		return
	}
	patch := paymentapi.WebhookPatch{Active: new(false)}
	unsure := rememberedUnconfirmed(ctx, resp.Private, &resp.Diagnostics)
	answer, err := r.client().UpdateWebhook(ctx, ref, patch)
	inRun.stopped = state.Active.ValueBool() && (err == nil || paymentapi.MayHaveActed(err))
	inRun.stoppedAs = ref
	if err != nil {
		if paymentapi.MayHaveActed(err) {
			unsure.add(patch)
			unsure.remember(ctx, resp.Private, &resp.Diagnostics)
		}
		gone, why := r.isGone(ctx, ref, err)
		if !gone {
			addWebhookDeactivateError(&resp.Diagnostics, ref, err, why)
		}
		return
	}
	if differences := mismatch(ref, patch, answer); len(differences) > 0 {
		unsure.add(patch)
		unsure.remember(ctx, resp.Private, &resp.Diagnostics)
		addWebhookMismatch(&resp.Diagnostics, ref, lines(differences, requested, returned), names(differences), stateAsBefore)
	}
}
