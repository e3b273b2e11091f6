// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// ModifyPlan refuses what an apply could not do, and says what it will do to webhooks. A CLI
// calls it twice for a resource that is replaced: with its state, and then without.
func (r *webhookResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	diags := &resp.Diagnostics
	c := &change{}
	isNew := req.State.Raw.IsNull()
	if !isNew {
		diags.Append(req.State.Get(ctx, &c.state)...)
		c.record, _ = loadRecord(ctx, req.Private, diags)
	}
	if req.Plan.Raw.IsNull() {
		r.planDestroy(c.state, c.stateRef(), c.state.deletionClaim(), diags)
		return
	}
	diags.Append(req.Config.Get(ctx, &c.config)...)
	diags.Append(req.Plan.Get(ctx, &c.plan)...)
	if diags.HasError() {
		return
	}
	if isNew {
		c = newChange(c.config, c.plan)
		reportConflict(r.data.Run.ClaimInPlan(c.claim()), c.ref(), diags)
		_ = r.previewAdoption(ctx, c, diags) // a warning, which does not fail the plan
	} else {
		r.planChange(ctx, c, diags)
	}
	c.plan.ID = c.plan.WebhookID
	diags.Append(resp.Plan.Set(ctx, c.plan)...)
}

// planDestroy says what destroying a webhook does to it, and makes the claim of its deletion.
func (r *webhookResource) planDestroy(state model, ref paymentapi.WebhookRef, deletion providerdata.Claim, diags *diag.Diagnostics) {
	if !state.DeleteOnDestroy.ValueBool() {
		willStay.warn(diags, ref)
		return
	}
	willBeDeleted.warn(diags, ref)
	reportConflict(r.data.Run.ClaimInPlan(deletion), ref, diags)
}

// planChange plans an update or a replacement. What is not configured stays as in the state,
// but for updated_on if something is to be sent.
func (r *webhookResource) planChange(ctx context.Context, c *change, diags *diag.Diagnostics) {
	c.dropIgnoredWebhookID()
	// ValidateConfig has checked what is written. With ignore_changes = [delete_on_destroy], config now has
	// that of the state, which conflicts with another webhook_id that is written.
	if providerdata.IsSet(c.config.WebhookID) && providerdata.IsSet(c.config.DeleteOnDestroy) {
		checkLifecycle(c.config, diags)
		return
	}
	c.keepIDs()
	if c.replaces() {
		r.planReplacement(ctx, c, diags)
		return
	}
	hadToken := !c.state.AuthToken.IsNull() || !c.state.AuthTokenWOVersion.IsNull()
	if hadToken && c.plan.AuthToken.IsNull() && c.plan.AuthTokenWOVersion.IsNull() {
		tokenStays.warn(diags, c.ref())
	}
	if !c.needsUpdate() {
		c.plan = c.plan.fillUnknowns(c.state)
	}
}

// planReplacement says what a replacement does, and refuses one that is sure to end without a
// webhook. No CLI shows the warnings of the call that follows, which is without the state.
func (r *webhookResource) planReplacement(ctx context.Context, c *change, diags *diag.Diagnostics) {
	next := newChange(c.config, c.config) // and not c.plan, which has values of the old webhook
	deletion := c.state.deletionClaim()
	// If only the merchant changes, this deletion has the same fingerprint as the creation that follows, which the next
	// call claims. A replacement must not conflict with itself; without a fingerprint, the deletion conflicts by its id.
	if deletion.Fingerprint == next.claim().Fingerprint {
		deletion.Fingerprint = ""
	}
	r.planDestroy(c.state, c.stateRef(), deletion, diags)
	next.checkTokenValue(diags, "")
	readErr := r.previewAdoption(ctx, next, diags)
	switch {
	case !c.state.DeleteOnDestroy.ValueBool(): // the old webhook stays
	case c.record.Readable && isOwnNotFound(readErr): // the service has this GET, so its 404 is about the new webhook
		onlyDeletes.fail(diags, c.stateRef(), diagnostics.Explain(readErr))
	default:
		r.checkNewStore(ctx, c, next, diags)
	}
}

// checkNewStore refuses to replace a webhook if it moves to a store or a merchant that the service
// does not have, or does not let this configuration use, or if a webhook like it is there already.
func (r *webhookResource) checkNewStore(ctx context.Context, c, next *change, diags *diag.Diagnostics) {
	moves := isOtherID(next.config.StoreID, c.state.StoreID) || isOtherID(next.config.MerchantID, c.state.MerchantID)
	if !moves || r.data.Client == nil || next.config.StoreID.IsUnknown() || next.config.MerchantID.IsUnknown() {
		return
	}
	all, err := r.listStoreOnce(ctx, next.ref())
	if hasStatus(err, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound) {
		if _, oldErr := r.listStoreOnce(ctx, c.stateRef()); oldErr == nil { // so it is not that the service has no lists
			onlyDeletes.fail(diags, c.stateRef(), diagnostics.Explain(err))
		}
	}
	others := slices.DeleteFunc(all, func(w paymentapi.Webhook) bool { return sameID(*w.ID, c.state.WebhookID.ValueString()) })
	if duplicate := findDuplicate(others, next.patch()); duplicate != nil && next.config.WebhookID.IsNull() {
		onlyDeletes.fail(diags, c.stateRef(), "The store already has another webhook with this URL and these triggers. Its id is "+*duplicate.ID+". To manage that one with this resource, set `webhook_id` to its id instead of `delete_on_destroy`. If another resource manages it, and this plan removes it there, remove it in an apply of its own first.")
	}
}

// previewAdoption says what adopting a webhook overwrites, or why it may fail, and returns the
// error of reading the webhook. It does nothing if none is adopted, if an id is not known yet, or
// if webhooks are not read by GET.
func (r *webhookResource) previewAdoption(ctx context.Context, c *change, diags *diag.Diagnostics) error {
	if r.refreshMode() != providerdata.RefreshGet || !providerdata.IsSet(c.config.StoreID) || !providerdata.IsSet(c.config.WebhookID) || c.config.MerchantID.IsUnknown() {
		return nil
	}
	answer, err := r.data.Client.TryGetWebhook(ctx, c.ref())
	err = c.verify(paymentapi.WebhookPatch{}, answer, err)
	switch {
	case err == nil:
		if settings := differences(paymentapi.WebhookRef{}, c.patch(), answer); len(settings) > 0 {
			diagnostics.AddWarning(diags, adoptionChanges.title, adoptionChanges.about(c.ref(), strings.Join(settings, "\n"))) // without a path, a CLI folds none
		}
	case !isUnsupported(err) && !isThrottled(err):
		adoptionMayFail.warn(diags, c.ref(), diagnostics.Explain(err))
	}
	return err
}

// isThrottled reports whether a call got no answer because of the rate of requests.
func isThrottled(err error) bool {
	failed, ok := errors.AsType[*paymentapi.Error](err)
	return ok && (failed.Fault == paymentapi.FaultThrottled || failed.Attempts == 0)
}
