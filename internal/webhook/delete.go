// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Delete deletes the webhook if the state says so. Otherwise it sends nothing, and the
// webhook stays, as the plan has said.
func (r *webhookResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	diags := &resp.Diagnostics
	diags.Append(req.State.Get(ctx, &state)...)
	known := loadRecord(ctx, req.Private, diags)
	if diags.HasError() || !state.DeleteOnDestroy.ValueBool() || !providerdata.RequireClient(r.data, "deleting a webhook", diags) {
		return
	}
	ref := state.identity(known.MerchantPath).ref()
	err := r.data.Client.DeleteWebhook(ctx, ref)
	// No CLI hands over the record of a tainted webhook, which says what path it has.
	kept, _ := req.Private.GetKey(ctx, recordKey)
	if long := state.identity(true).ref(); kept == nil && ref != long && isMaybeNoCall(err) {
		if second := r.data.Client.DeleteWebhook(ctx, long); !isMaybeNoCall(second) {
			ref, err = long, second
		}
	}
	switch {
	case err == nil:
	case verdicts[paymentapi.FaultOf(err)].call != readMissing:
		addNotDeleted(diags, err)
	default:
		if why := r.whyNotGone(ctx, ref, known.Readable, err); why != "" {
			diagnostics.AddCallError(diags, notDeleted, err, why, stateUnchanged, ifGone)
		}
	}
}

// whyNotGone says why a deletion that found no webhook does not show that it is gone;
// "" if it does. The charges of the store prove nothing here: a service may have them
// and not this call.
func (r *webhookResource) whyNotGone(ctx context.Context, ref paymentapi.WebhookRef, readable bool, err error) string {
	if !isServiceAnswer(err) {
		return notServiceAnswer
	}
	if paymentapi.MayHaveActed(err) { // an attempt before has deleted it
		return ""
	}
	list, unlisted := readList(ctx, r.data.Client, ref.Store(), 0)
	switch {
	case unlisted == nil && list.find(ref.WebhookID) == nil:
		return ""
	case unlisted == nil:
		return "The service still lists the webhook."
	case readable && isNotListed(unlisted):
		_, read := r.data.Client.GetWebhook(ctx, ref)
		if verdicts[paymentapi.FaultOf(read)].call != readMissing {
			break
		}
		if gone, _ := r.proveGone(ctx, ref, read); gone == readGone {
			return ""
		}
	}
	return "This does not show that the webhook is gone, and neither does the list of the store's webhooks, which the service did not return."
}
