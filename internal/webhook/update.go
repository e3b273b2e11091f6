// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// planUpdate plans an update. What is not configured stays as in the state, but for updated_on if
// something is to be sent.
func (r *webhookResource) planUpdate(change *webhookChange, diags *diag.Diagnostics) {
	// As long as webhook_id is not known, it may turn out to be another webhook than that of the state.
	if !change.config.WebhookID.IsUnknown() {
		found := r.data.intents.plan(change.keepIntent())
		reportConflict(found, change.ref(), diags)
	}

	if change.losesToken() {
		tokenStays.warn(diags, change.ref())
	}

	if change.takesTokenAlong() {
		tokenMovesAlong.warn(diags, change.ref())
	}

	const deletesOld = false
	reportToken(change, deletesOld, diags)

	// If something is sent, only updated_on stays unknown: the schema keeps all else that is not configured.
	if change.needsUpdate() {
		return
	}

	planned := change.plan.MerchantID
	change.plan = change.plan.fillUnknowns(change.state)
	if change.config.MerchantID.IsUnknown() {
		change.plan.MerchantID = planned // what is configured, and is to come, is not null
	}
}

// update sends what is declared if any of it differs from the state, and nothing else.
func (r *webhookResource) update(ctx context.Context, change *webhookChange, resp *resource.UpdateResponse) {
	diags := &resp.Diagnostics
	updated := change.plan.fillUnknowns(change.state)
	if change.needsUpdate() {
		answer, err := r.updateAndVerify(ctx, change, change.patch())
		if err != nil {
			r.reportNotUpdated(ctx, change, err, diags)
			return
		}

		updated = change.stateAfterWrite(answer)
	}

	if resp.Identity.Raw.IsFullyNull() { // recorded by a CLI without identities
		diags.Append(resp.Identity.Set(ctx, updated.identity(change.record.MerchantPath))...)
	}

	diags.Append(resp.State.Set(ctx, updated)...)
}

// updateAndVerify updates the webhook of a change. The answer must have what was asked for.
func (r *webhookResource) updateAndVerify(
	ctx context.Context, change *webhookChange, patch paymentapi.WebhookPatch,
) (*paymentapi.Webhook, error) {
	answer, err := r.data.Client.UpdateWebhook(ctx, change.ref(), patch)
	return answer, change.verify(patch, answer, err)
}

// reportNotUpdated reports an update that failed. If its URL is taken, it looks for who has it.
func (r *webhookResource) reportNotUpdated(
	ctx context.Context, change *webhookChange, err error, diags *diag.Diagnostics,
) {
	if outcomeOf(err) == taken {
		holder, _ := r.findByURL(ctx, change)
		if holder != nil {
			found := "The store has another webhook with this URL. Its id is " + *holder.ID + "."
			const advice = "If this apply gives that webhook another URL, or destroys it, apply again. " +
				"If two webhooks swap their URLs, first give one of them a third URL, in an apply of its own."
			diagnostics.AddError(diags, notUpdated, diagnostics.Paragraphs(err.Error(), found, advice, stateUnchanged))
			return
		}
	}

	const ifMissing = "If it is gone, remove the resource from the state with `terraform state rm`. " +
		"The next apply then creates another webhook, or adopts that of `webhook_id`."
	addUpdateError(diags, notUpdated, change.ref(), err, ifMissing, stateUnchanged)
}

// addUpdateError reports an update that failed, what to do if the service has no such webhook,
// and what the state has.
func addUpdateError(
	diags *diag.Diagnostics, title string, ref paymentapi.WebhookRef, err error, ifMissing, state string,
) {
	advice := ""
	switch result := outcomeOf(err); {
	case result.isMissing():
		title = webhookNotFound
		advice = "The service has no " + webhookName(ref) + ". " + ifMissing
	case result == misplaced:
		title = webhookNotFound
	case result == mismatched: // addFailure has advice
	case paymentapi.MayHaveActed(err):
		advice = "It is unclear whether the service changed the webhook. You can safely try again."
	}

	addFailure(diags, title, err, advice, state)
}
