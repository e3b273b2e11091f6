// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// ModifyPlan refuses what an apply could not do, and says what it will do to webhooks. A CLI
// calls it twice for a resource that is replaced: with its state, and then without.
func (r *webhookResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	diags := &resp.Diagnostics
	c := change{state: emptyModel()}
	if !req.State.Raw.IsNull() {
		diags.Append(req.State.Get(ctx, &c.state)...)
	}
	if req.Plan.Raw.IsNull() {
		r.planDestroy(c.state, emptyModel(), diags)
		return
	}
	diags.Append(req.Config.Get(ctx, &c.config)...)
	diags.Append(req.Plan.Get(ctx, &c.plan)...)
	if diags.HasError() {
		return
	}
	if req.State.Raw.IsNull() {
		r.planNew(ctx, c, diags)
	} else {
		private, _ := loadRecord(ctx, req.Private, diags)
		c.plan = r.planChange(ctx, c, private, diags)
	}
	c.plan.ID = c.plan.WebhookID
	diags.Append(resp.Plan.Set(ctx, c.plan)...)
}

// planDestroy says what destroying a webhook does to it, and claims that. The webhook that
// replaces it may have its store, URL and triggers.
func (r *webhookResource) planDestroy(state, successor model, diags *diag.Diagnostics) {
	if !state.DeleteOnDestroy.ValueBool() {
		willStay.warn(diags, state.ref(false))
		return
	}
	willBeDeleted.warn(diags, state.ref(false))
	claim := state.deletion(true)
	if claim.Fingerprint == fingerprint(successor) {
		claim.Fingerprint = ""
	}
	r.addClaim(claim, state.ref(false), diags)
}

// planNew plans an adoption or a creation.
func (r *webhookResource) planNew(ctx context.Context, c change, diags *diag.Diagnostics) {
	if checkLifecycle(c.config, diags); diags.HasError() {
		return
	}
	r.addClaim(c.claim(true), c.plan.ref(false), diags)
	r.previewAdoption(ctx, c, nil, diags)
}

// planChange plans an update or a replacement, and returns the plan. What is not configured
// stays as in the state, but for updated_on if something is to be sent.
func (r *webhookResource) planChange(ctx context.Context, c change, private record, diags *diag.Diagnostics) model {
	if providerdata.IsSet(c.config.DeleteOnDestroy) && sameID(c.config.WebhookID.ValueString(), c.state.WebhookID.ValueString()) {
		c.config.WebhookID = types.StringNull() // a CLI that ignores changes of it plans with that of the state
	}
	c.keepIDs()
	checkLifecycle(c.config, diags)
	switch {
	case diags.HasError():
	case c.replaces():
		r.planReplacement(ctx, c, private, diags)
	case !c.sends():
		merchant := c.plan.MerchantID
		c.plan = c.plan.withoutUnknowns(c.state)
		if c.config.MerchantID.IsUnknown() {
			c.plan.MerchantID = merchant // the apply will know it
		}
	}
	if !c.replaces() && c.dropsToken() {
		tokenStays.warn(diags, c.plan.ref(false))
	}
	return c.plan
}

// dropsToken reports whether a token was configured and no longer is.
func (c *change) dropsToken() bool {
	had := !c.state.AuthToken.IsNull() || !c.state.AuthTokenWOVersion.IsNull()
	return had && c.plan.AuthToken.IsNull() && c.plan.AuthTokenWOVersion.IsNull()
}

// planReplacement says what a replacement does, and checks that it can work: it begins with
// the end of the old webhook. No CLI shows the warnings of the call that follows.
func (r *webhookResource) planReplacement(ctx context.Context, c change, private record, diags *diag.Diagnostics) {
	old := c.state
	c.state, c.throughMerchant = emptyModel(), !c.config.MerchantID.IsNull()
	r.planDestroy(old, c.plan, diags)
	c.checkTokenValue(diags)
	var deleted *model
	if old.DeleteOnDestroy.ValueBool() {
		r.checkNewStore(ctx, c, old, private, diags)
		if private.Readable {
			deleted = &old
		}
	}
	r.previewAdoption(ctx, c, deleted, diags)
}

// checkNewStore refuses to delete a webhook for one in another store, or through another
// merchant, that the service does not let this configuration use.
func (r *webhookResource) checkNewStore(ctx context.Context, c change, old model, private record, diags *diag.Diagnostics) {
	isSame := !isOtherID(c.config.StoreID, old.StoreID) && !isOtherID(c.config.MerchantID, old.MerchantID)
	if isSame || r.data.Client == nil || diags.HasError() {
		return
	}
	_, err := r.listStore(ctx, c.ref())
	if !hasStatus(err, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound) {
		return
	}
	if _, unlisted := r.listStore(ctx, old.ref(private.MerchantPath)); unlisted == nil {
		addReplacementRefused(diags, old, err)
	}
}

// previewAdoption says what adopting a webhook overwrites, or why it may fail, if that can
// be read at once. A failure here does not fail the plan, unless another webhook would be
// deleted for one that the service does not have.
func (r *webhookResource) previewAdoption(ctx context.Context, c change, deleted *model, diags *diag.Diagnostics) {
	if r.mode() != providerdata.RefreshGet || !providerdata.IsSet(c.plan.StoreID) || !providerdata.IsSet(c.config.WebhookID) || c.config.MerchantID.IsUnknown() {
		return
	}
	c.throughMerchant = !c.config.MerchantID.IsNull()
	answer, err := r.data.Client.GlanceAtWebhook(ctx, c.ref())
	switch err = check(c.expected(), noChange, answer, err); {
	case err == nil:
		if settings := otherSettings(c.patch(), answer); len(settings) > 0 {
			adoptionChanges.warn(diags, c.ref(), strings.Join(settings, "\n"))
		}
	case isOwnNotFound(err) && deleted != nil:
		addReplacementRefused(diags, *deleted, err)
	case isOwnNotFound(err) || !isNotOffered(err) && !isThrottled(err):
		adoptionMayFail.warn(diags, c.ref(), diagnostics.Explain(err))
	}
}

// isThrottled reports whether a call got no answer because of the rate of requests, which
// says nothing about the webhook.
func isThrottled(err error) bool {
	failed, ok := errors.AsType[*paymentapi.Error](err)
	return ok && (failed.Fault == paymentapi.FaultThrottled || failed.Attempts() == 0)
}
