// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Read refreshes the state in the way that the provider's webhook_refresh says.
// If the webhook cannot be read, the state stands as it is.
func (r *webhookResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	throughMerchant := remembers(ctx, req.Private, memoryMerchantPath, &resp.Diagnostics)
	readable := remembers(ctx, req.Private, memoryReadable, &resp.Diagnostics)
	imported := remembers(ctx, req.Private, memoryImported, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if resp.Identity.Raw.IsFullyNull() { // also a CLI without identities wants one back
		resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity(throughMerchant))...)
	}
	if imported { // this is the first read, which says once what an import did not bring
		remember(ctx, resp.Private, memoryImported, false, &resp.Diagnostics)
	}
	ref := state.ref(throughMerchant)
	answer, err := r.get(ctx, ref)
	withoutToken(answer, state, wantedNothing)
	switch r.triage(ctx, ref, answer, err, readable, &resp.Diagnostics) {
	case readingFailed:
	case readingGone:
		resp.State.RemoveResource(ctx)
	case readingNone:
		if !imported {
			return
		}
		var listed *paymentapi.Webhook
		if notOffered(err) {
			listed = r.findListed(ctx, ref)
		}
		if listed == nil {
			addImportedUnread(&resp.Diagnostics, ref, r.whyUnread(err))
			return
		}
		resp.Diagnostics.Append(resp.State.Set(ctx, state.withAnswer(listed))...)
	case readingFresh:
		r.settle(ctx, resp.Private, answer, &resp.Diagnostics)
		fresh := r.refreshed(state, answer)
		forgetSpelling(ctx, resp.Private, state, fresh, &resp.Diagnostics)
		resp.Diagnostics.Append(resp.State.Set(ctx, fresh)...)
	}
}

// get asks for the webhook. It returns nothing at all if nothing is to be asked.
func (r *webhookResource) get(ctx context.Context, ref paymentapi.WebhookRef) (*paymentapi.Webhook, error) {
	client := r.client()
	switch {
	case client == nil:
		return nil, nil
	case r.data.WebhookRefresh == providerdata.RefreshGet:
		return client.GetWebhook(ctx, ref)
	case r.data.WebhookRefresh == providerdata.RefreshPatch:
		return client.UpdateWebhook(ctx, ref, wantedNothing)
	}
	return nil, nil
}

// findListed looks for a webhook in the list of its store, and returns nil if it
// is not there. If the service does not offer a GET for a webhook, what a query
// found and generated is thus imported without a change.
func (r *webhookResource) findListed(ctx context.Context, ref paymentapi.WebhookRef) *paymentapi.Webhook {
	webhooks := runOf(r.data).list(ctx, r.client(), paymentapi.WebhookQuery{MerchantID: ref.MerchantID, StoreID: ref.StoreID})
	i := slices.IndexFunc(webhooks, func(w paymentapi.Webhook) bool { return sameID(*w.ID, ref.WebhookID) })
	if i < 0 {
		return nil
	}
	return &webhooks[i]
}

// wantedNothing is the patch that changes nothing.
var wantedNothing paymentapi.WebhookPatch

// glance remembers whether a GET is answered with the webhook. It asks once, and
// says nothing if that fails.
func (r *webhookResource) glance(ctx context.Context, ref paymentapi.WebhookRef, m memory, diags *diag.Diagnostics) {
	answer, err := r.client().GlanceAtWebhook(ctx, ref)
	if err == nil && len(mismatch(ref, wantedNothing, answer)) == 0 {
		remember(ctx, m, memoryReadable, true, diags)
	}
}

// settle remembers what an answer proves.
func (r *webhookResource) settle(ctx context.Context, m memory, answer *paymentapi.Webhook, diags *diag.Diagnostics) {
	if r.data.WebhookRefresh == providerdata.RefreshGet {
		remember(ctx, m, memoryReadable, true, diags)
	}
	left := rememberedUnconfirmed(ctx, m, diags)
	left.confirm(wantedNothing, answer)
	left.remember(ctx, m, diags)
}

// refreshed returns state with what the service answered. If reading is a write
// that moves updated_on, that alone is no change.
func (r *webhookResource) refreshed(state model, answer *paymentapi.Webhook) model {
	fresh := state.withAnswer(answer)
	if r.data.WebhookRefresh == providerdata.RefreshPatch {
		unmoved := fresh
		unmoved.UpdatedOn = state.UpdatedOn
		if unmoved.equal(state) && !state.UpdatedOn.IsNull() {
			return unmoved
		}
	}
	return fresh
}
