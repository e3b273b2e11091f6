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

// Update sends what changed, and nothing if nothing did.
func (r *webhookResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var c change
	resp.Diagnostics.Append(req.Config.Get(ctx, &c.config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &c.plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &c.state)...)
	c.unconfirmed = rememberedUnconfirmed(ctx, req.Private, &resp.Diagnostics)
	c.throughMerchant = remembers(ctx, req.Private, memoryMerchantPath, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	c.unconfirmed.drop(c.ignored())
	c.unconfirmed.remember(ctx, resp.Private, &resp.Diagnostics)
	updated := c.plan
	if !c.patch().IsEmpty() || c.sendsWriteOnlyToken() {
		if !providerdata.RequireClient(r.data, "updating a webhook", &resp.Diagnostics) {
			return
		}
		var ok bool
		updated, ok = r.write(ctx, &c, &resp.Diagnostics)
		c.unconfirmed.remember(ctx, resp.Private, &resp.Diagnostics)
		if !ok {
			return
		}
		if c.sendsWriteOnlyToken() && r.readsByGet() {
			r.glance(ctx, c.ref(), resp.Private, &resp.Diagnostics)
		}
	}
	updated = updated.withoutUnknowns(c.state)
	rememberSpelling(ctx, resp.Private, updated, c.config, &resp.Diagnostics)
	if resp.Identity.Raw.IsFullyNull() { // recorded by a CLI without identities
		resp.Diagnostics.Append(resp.Identity.Set(ctx, updated.identity(c.throughMerchant))...)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, updated)...)
}

// write makes the webhook as c plans it and returns the new state. It notes in
// c what is unconfirmed afterwards.
func (r *webhookResource) write(ctx context.Context, c *change, diags *diag.Diagnostics) (model, bool) {
	ref := c.ref()
	inRun, endTurn, err := runOf(r.data).webhook(ctx, ref)
	if err != nil {
		addWebhookBusy(diags, ref)
		return model{}, false
	}
	defer endTurn()
	written, ok := r.writeInTurn(ctx, c, inRun, diags)
	if !ok && inRun.stopped && (c.config.Active.IsNull() || c.config.Active.ValueBool()) {
		r.resume(ctx, inRun, diags)
	}
	return written, ok
}

// resume tries to resume a webhook that this run has stopped, since the update
// that would have done so failed. It takes a few seconds at most.
func (r *webhookResource) resume(ctx context.Context, inRun *runWebhook, diags *diag.Diagnostics) {
	ctx, cancel := context.WithTimeout(ctx, paymentapi.GlanceTimeout)
	defer cancel()
	ref, patch := inRun.stoppedAs, paymentapi.WebhookPatch{Active: new(true)}
	answer, err := r.client().UpdateWebhook(ctx, ref, patch)
	if err != nil || len(mismatch(ref, patch, answer)) > 0 {
		addWebhookLeftInactive(diags, ref)
		return
	}
	inRun.stopped = false
	addWebhookResumed(diags, ref)
}

// writeInTurn is write once the webhook's turn has come.
func (r *webhookResource) writeInTurn(ctx context.Context, c *change, inRun *runWebhook, diags *diag.Diagnostics) (model, bool) {
	ref := c.ref()
	patch := c.patch()
	if c.sendsWriteOnlyToken() {
		if c.config.AuthTokenWO.IsNull() {
			addVersionWithoutToken(diags, ref, c.plan.AuthTokenWOVersion.Equal(c.state.AuthTokenWOVersion))
			return model{}, false
		}
		patch.AuthToken = c.config.AuthTokenWO.ValueStringPointer()
	}
	if inRun.stopped && c.config.Active.IsNull() {
		patch.Active = new(true)
	}
	answer, ok := r.send(ctx, c, patch, inRun, diags)
	if !ok {
		return model{}, false
	}
	if drift := c.drift(patch, answer); !drift.IsEmpty() {
		found := settingDifferences(drift, answer)
		c.unconfirmed.add(patch) // if the second update fails, the state stays as it was before the first
		c.unconfirmed.add(drift)
		if answer, ok = r.send(ctx, c, drift, inRun, diags); !ok {
			return model{}, false
		}
		if differences := settingDifferences(patch, answer); len(differences) > 0 {
			addWebhookMismatch(diags, ref, lines(differences, requested, returned), names(differences), c.kept(), c.doubt())
			return model{}, false
		}
		c.unconfirmed.confirm(patch, answer)
		addDriftCorrected(diags, ref, lines(found, "configured", "was"))
	}
	return c.result(answer), true
}

// send sends one update and checks what the service answers. It notes in c what
// is unconfirmed afterwards.
func (r *webhookResource) send(ctx context.Context, c *change, patch paymentapi.WebhookPatch, inRun *runWebhook, diags *diag.Diagnostics) (*paymentapi.Webhook, bool) {
	ref := c.ref()
	answer, err := r.client().UpdateWebhook(ctx, ref, patch)
	if err != nil {
		if paymentapi.MayHaveActed(err) {
			inRun.updated = true
			c.unconfirmed.add(patch)
		}
		r.reportFailure(ctx, c, err, diags)
		return nil, false
	}
	withoutToken(answer, c.state, patch)
	inRun.updated, inRun.stopped = true, false
	asked := ref
	if asked.MerchantID == "" && sameText(c.config.MerchantID, c.plan.MerchantID) { // and not ignored
		asked.MerchantID = c.config.MerchantID.ValueString()
	}
	if differences := mismatch(asked, patch, answer); len(differences) > 0 {
		c.unconfirmed.add(patch)
		addWebhookMismatch(diags, ref, lines(differences, requested, returned), names(differences), c.kept(), c.doubt())
		return nil, false
	}
	c.unconfirmed.confirm(patch, answer)
	return answer, true
}

// reportFailure says why an update failed. A webhook in the state that is not
// found is gone only if the service itself says so.
func (r *webhookResource) reportFailure(ctx context.Context, c *change, err error, diags *diag.Diagnostics) {
	switch missing := kindOf(err) == errorMissing; {
	case missing && c.adopts():
		addWebhookNotAdopted(diags, c, err)
	case missing:
		gone, why := r.isGone(ctx, c.ref(), err)
		if gone {
			addWebhookGoneAtUpdate(diags, c, err)
			return
		}
		addWebhookUpdateError(diags, c, err, why)
	default:
		addWebhookUpdateError(diags, c, err, "")
	}
}
