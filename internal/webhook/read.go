// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Read refreshes the state in the way that the provider's webhook_refresh says.
// What can't be read stands as it is.
func (r *webhookResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	throughMerchant, diags := remembersMerchantPath(ctx, req.Private)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if resp.Identity.Raw.IsFullyNull() { // also a CLI without identities wants one back
		resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity(throughMerchant))...)
	}
	answer, gone := r.fetch(ctx, r.client(state), state.ref(throughMerchant), resp.Private, &resp.Diagnostics)
	switch {
	case resp.Diagnostics.HasError():
	case gone:
		resp.State.RemoveResource(ctx)
	case answer != nil:
		resp.Diagnostics.Append(resp.State.Set(ctx, r.refreshed(state, answer))...)
	}
}

// fetch returns the webhook as the service has it, or that it is gone, or
// neither where it can't be read.
func (r *webhookResource) fetch(ctx context.Context, client *paymentapi.Client, ref paymentapi.WebhookRef, m memory, diags *diag.Diagnostics) (answer *paymentapi.Webhook, gone bool) {
	imported, more := remembers(ctx, m, memoryImported)
	diags.Append(more...)
	if imported { // this is the first read, and said what it has to say once
		diags.Append(remember(ctx, m, memoryImported, false)...)
	}
	readable, more := remembers(ctx, m, memoryReadable)
	diags.Append(more...)

	var err error
	if client != nil {
		switch r.data.WebhookRefresh {
		case providerdata.RefreshGet:
			answer, err = client.GetWebhook(ctx, ref)
		case providerdata.RefreshPatch:
			answer, err = client.UpdateWebhook(ctx, ref, paymentapi.WebhookPatch{})
			readable = true // a documented call: its 404 means what it says
		}
	}
	switch {
	case errors.Is(err, paymentapi.ErrNotFound) && readable:
		addWebhookGone(diags, ref)
		return nil, true
	case err != nil && !readable && isUnreadable(err):
		answer = nil
	case err != nil:
		addWebhookReadError(diags, ref, err)
		return nil, false
	}
	if answer == nil {
		if imported {
			addImportedUnread(diags, ref)
		}
		return nil, false
	}
	if fields := mismatch(ref, paymentapi.WebhookPatch{}, answer); len(fields) > 0 {
		addWebhookMismatch(diags, ref, fields)
		return nil, false
	}
	if r.data.WebhookRefresh == providerdata.RefreshGet {
		diags.Append(remember(ctx, m, memoryReadable, true)...)
	}
	inDoubt, more := doubts(ctx, m)
	diags.Append(more...)
	inDoubt.settled(paymentapi.WebhookPatch{}, answer)
	diags.Append(inDoubt.remember(ctx, m)...)
	return answer, false
}

// isUnreadable tells whether a GET failed as it does where the service has no
// such call.
func isUnreadable(err error) bool {
	return errors.Is(err, paymentapi.ErrNotFound) || errors.Is(err, paymentapi.ErrMethodNotAllowed) || errors.Is(err, paymentapi.ErrNotImplemented)
}

// refreshed returns state with what the service answered. Where reading is a
// write that moves updated_on, that alone is no change.
func (r *webhookResource) refreshed(state model, answer *paymentapi.Webhook) model {
	fresh := state.withAnswer(answer)
	if r.data.WebhookRefresh == providerdata.RefreshPatch {
		settled := fresh
		settled.UpdatedOn = state.UpdatedOn
		if settled.equal(state) && !state.UpdatedOn.IsNull() {
			return settled
		}
	}
	return fresh
}
