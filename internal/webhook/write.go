// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Update sends what is declared if any of it differs from the state, and nothing
// else.
func (r *webhookResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var c change
	diags := &resp.Diagnostics
	diags.Append(req.Config.Get(ctx, &c.config)...)
	diags.Append(req.Plan.Get(ctx, &c.plan)...)
	diags.Append(req.State.Get(ctx, &c.state)...)
	known, _ := loadRecord(ctx, req.Private, diags)
	c.throughMerchant = known.MerchantPath
	if diags.HasError() {
		return
	}
	checkTriggers(c.config.Triggers, diags)
	checkTokens(c.config, diags)
	c.checkTokenValue(diags)
	if diags.HasError() || c.sends() && !providerdata.RequireClient(r.data, "updating a webhook", diags) {
		return
	}
	claim := providerdata.Claim{ID: strings.ToLower(c.state.WebhookID.ValueString())}
	if !r.addClaim(claim, c.ref(), diags) {
		return
	}
	updated := c.plan.withoutUnknowns(c.state)
	if c.sends() {
		done := r.write(ctx, &c, c.patch())
		if !done.ok() {
			var taken *paymentapi.Webhook
			if hasStatus(done.err, http.StatusConflict) {
				taken, _ = r.findURL(ctx, &c, c.patch())
			}
			addNotUpdated(diags, &c, done, taken)
			return
		}
		updated = c.result(done.answer)
	}
	if resp.Identity.Raw.IsFullyNull() { // recorded by a CLI without identities
		diags.Append(resp.Identity.Set(ctx, updated.identity(c.throughMerchant))...)
	}
	diags.Append(resp.State.Set(ctx, updated)...)
}

// outcome is what has come of a request that writes a webhook.
type outcome struct {
	answer    *paymentapi.Webhook
	differing []difference // what the answer shows otherwise than asked for
	err       error
}

func (o outcome) ok() bool { return o.err == nil && len(o.differing) == 0 }

func differences(ref paymentapi.WebhookRef, p paymentapi.WebhookPatch, w *paymentapi.Webhook) []difference {
	return append(otherIDs(ref, w), otherSettings(p, w)...)
}

// write updates the webhook of a change.
func (r *webhookResource) write(ctx context.Context, c *change, patch paymentapi.WebhookPatch) outcome {
	answer, err := r.data.Client.UpdateWebhook(ctx, c.ref(), patch)
	if err != nil {
		return outcome{err: err}
	}
	return outcome{answer: answer, differing: differences(c.expected(), patch, answer)}
}

// expected returns the ids that an answer must have: the configured merchant also if the
// webhook is not addressed through it.
func (c *change) expected() paymentapi.WebhookRef {
	ref := c.ref()
	if declares(c.config.MerchantID, c.plan.MerchantID) {
		ref.MerchantID = c.plan.MerchantID.ValueString()
	}
	return ref
}

// Delete deletes the webhook if the state says so. Otherwise it sends nothing, and the
// webhook stays, as the plan has said.
func (r *webhookResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	diags := &resp.Diagnostics
	diags.Append(req.State.Get(ctx, &state)...)
	if diags.HasError() || !state.DeleteOnDestroy.ValueBool() || !providerdata.RequireClient(r.data, "deleting a webhook", diags) {
		return
	}
	claim := state.deletion(false, "")
	if !r.addClaim(claim, state.name(), diags) {
		return
	}
	ref, known, err := r.sendDelete(ctx, req, state, resp)
	switch {
	case err == nil:
	case !isOwnNotFound(err):
		addNotDeleted(diags, err)
	case known.Readable && r.mode() == providerdata.RefreshGet:
		if _, unread := r.data.Client.GetWebhook(ctx, ref); unread == nil {
			stillThere.fail(diags, ref, err.Error())
		}
	}
	if !diags.HasError() {
		r.claims().Add(providerdata.Claim{Action: providerdata.Deleted, ID: claim.ID}, claim)
	}
}

// sendDelete deletes a webhook, and returns the ids that have addressed it. No CLI hands
// over the record of a tainted webhook, which says what path it has: then, the merchant's
// path follows the short one.
func (r *webhookResource) sendDelete(ctx context.Context, req resource.DeleteRequest, state model, resp *resource.DeleteResponse) (paymentapi.WebhookRef, record, error) {
	known, found := loadRecord(ctx, req.Private, &resp.Diagnostics)
	ref, long := state.ref(known.MerchantPath), state.ref(true)
	err := r.data.Client.DeleteWebhook(ctx, ref)
	if found || ref == long || !hasStatus(err, http.StatusNotFound, http.StatusMethodNotAllowed) {
		return ref, known, err
	}
	if second := r.data.Client.DeleteWebhook(ctx, long); !isOwnNotFound(err) || !isNotOffered(second) {
		return long, known, second
	}
	return ref, known, err // the service does not have the other path
}
