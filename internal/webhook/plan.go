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
// webhook. It speaks for the call that follows, without the state, whose warnings no CLI shows.
func (r *webhookResource) planReplacement(ctx context.Context, c *change, diags *diag.Diagnostics) {
	next := newChange(c.config, c.config) // c.plan has values of the old webhook; config has them of what is ignored
	deletion := c.state.deletionClaim()
	if deletion.Fingerprint == next.claim().Fingerprint { // only the merchant changes
		deletion.Fingerprint = "" // or the creation, which the next call claims, would conflict with it
	}
	r.planDestroy(c.state, c.stateRef(), deletion, diags)
	next.checkTokenValue(diags, "")
	readErr := r.previewAdoption(ctx, next, diags)
	if !c.state.DeleteOnDestroy.ValueBool() {
		return // the old webhook stays
	}
	if reason := r.findObstacle(ctx, c, next, readErr); reason != "" {
		onlyDeletes.fail(diags, c.stateRef(), reason)
	}
}

// findObstacle says what keeps the next webhook of a replacement from being adopted or created; empty if the
// service names nothing. readErr is the error of reading a webhook to adopt.
func (r *webhookResource) findObstacle(ctx context.Context, c, next *change, readErr error) string {
	if c.record.Readable && isOwnNotFound(readErr) { // the service has this GET, so its 404 is about the next webhook
		return diagnostics.Explain(readErr)
	}
	// Within its store and merchant, a webhook is replaced only by one to adopt, which readErr is about.
	moves := isOtherID(next.config.StoreID, c.state.StoreID) || isOtherID(next.config.MerchantID, c.state.MerchantID)
	if !moves || r.data.Client == nil || next.config.StoreID.IsUnknown() || next.config.MerchantID.IsUnknown() {
		return ""
	}
	all, err := r.listStoreOnce(ctx, next.ref())
	if hasStatus(err, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound) {
		if _, oldErr := r.listStoreOnce(ctx, c.stateRef()); oldErr == nil { // so it is not that the service has no lists
			return diagnostics.Explain(err)
		}
	}
	if !next.config.WebhookID.IsNull() {
		return "" // it is adopted, so it may be there
	}
	others := slices.DeleteFunc(all, func(w paymentapi.Webhook) bool { return sameID(*w.ID, c.state.WebhookID.ValueString()) })
	if duplicate := findDuplicate(others, next.patch()); duplicate != nil {
		return "The store already has another webhook with this URL and these triggers. Its id is " + *duplicate.ID + ". To manage that one with this resource, set `webhook_id` to its id instead of `delete_on_destroy`. If another resource manages it, and this plan removes it there, remove it in an apply of its own first."
	}
	return ""
}

// previewAdoption says what adopting a webhook overwrites, or why it may fail, and returns the error of reading it.
// It does nothing if none is adopted, if an id is not known yet, or if webhooks are not read by GET.
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
