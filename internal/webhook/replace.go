// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

var onlyDeletes = notice{"Replacement Would Only Delete", "This plan would delete {webhook}, " +
	"and would then fail to replace it, for the reason below. Correct the cause, or keep the webhook as it is."}

const adoptsDeleted = "The webhook to adopt is the one that this replacement deletes."

// planReplacement says what a replacement does, and refuses one that is sure to end without a webhook.
// ModifyPlan comes again for the new webhook, without the state (planNew). A CLI drops the warnings of that
// call, so they are given here.
func (r *webhookResource) planReplacement(ctx context.Context, change *webhookChange, diags *diag.Diagnostics) {
	// The next call gets the written configuration. Here, the plan has values of the old webhook, and so has
	// the configuration of what is in ignore_changes.
	next := newChange(change.config, change.config)

	r.planDestruction(change.state, change.record, diags)
	reportToken(next, change.state.DeleteOnDestroy.ValueBool(), diags)
	r.warnOfForeignStore(next, diags)
	readErr := r.previewAdoption(ctx, next, diags) // nil for a creation
	if !change.state.DeleteOnDestroy.ValueBool() {
		return // the old webhook stays
	}

	reason := findObstacle(r.askAboutReplacement(ctx, change, next, readErr))
	if reason != "" {
		onlyDeletes.fail(diags, change.stateRef(), reason)
	}
}

// reportToken says that a new webhook needs a token, which is null in this plan: an error if the
// plan deletes the old webhook first.
func reportToken(next *webhookChange, deletesOld bool, diags *diag.Diagnostics) {
	switch {
	case !next.lacksToken():
	case deletesOld:
		diagnostics.AddError(diags, missingToken, nullToken+" The old webhook would be deleted first. "+setToken+
			" With `terraform.applying ? var.token : null`, the token is null in each plan: pass the variable itself.")
	default:
		tokenMissing.warn(diags, next.ref())
	}
}

// reportAdoptionOfDeleted refuses to adopt the webhook that the same plan deletes, by -replace.
func reportAdoptionOfDeleted(next *webhookChange, deletedID string, diags *diag.Diagnostics) {
	if deletedID != "" && sameID(next.config.WebhookID.ValueString(), deletedID) {
		onlyDeletes.fail(diags, next.ref(), adoptsDeleted+" Without `-replace` or `replace_triggered_by`, "+
			"the same change keeps the webhook.")
	}
}

// replacement is what is known of the webhook that takes the place of one with `true`.
type replacement struct {
	adoptsOld   bool  // it is the very webhook that is deleted
	wasReadable bool  // the service answers a GET for the old one
	readErr     error // of reading one to adopt
	isAdopted   bool
	listErr     error               // of listing its store or merchant, if that is another one than the old one's
	oldListErr  error               // of listing the old one's, which is asked for only after a listErr
	duplicate   *paymentapi.Webhook // one in its store with its URL and triggers
}

// askAboutReplacement asks the service for what keeps a replacement from working.
func (r *webhookResource) askAboutReplacement(
	ctx context.Context, change, next *webhookChange, readErr error,
) replacement {
	nextID := next.config.WebhookID.ValueString()
	oldID := change.state.WebhookID.ValueString()
	found := replacement{
		adoptsOld:   next.isAdoption() && sameID(nextID, oldID),
		wasReadable: change.record.Readable,
		readErr:     readErr,
		isAdopted:   next.isAdoption(),
	}

	// Within its store and merchant, a webhook is replaced only by one to adopt, which readErr is about.
	isKnown := !next.config.StoreID.IsUnknown() && !next.config.MerchantID.IsUnknown()
	if !change.moves() || !isKnown || r.data.Client == nil {
		return found
	}

	var all []paymentapi.Webhook
	all, found.listErr = r.listStore(ctx, next.ref())
	if found.listErr != nil {
		_, found.oldListErr = r.listStore(ctx, change.stateRef())
		return found
	}

	old := map[string]bool{strings.ToLower(oldID): true}
	found.duplicate = findDuplicate(withoutIDs(all, old), next.patch())
	return found
}

// findObstacle says what keeps the next webhook of a replacement from being adopted or created; empty
// if nothing is known to. (If nothing in the configuration demands the replacement, as with -replace, the intents
// of the plan and planNew do.)
func findObstacle(found replacement) string {
	if found.adoptsOld {
		return adoptsDeleted + " To change how it is addressed, first apply `delete_on_destroy = false`."
	}
	// The service has this GET, so its 404 is about the next webhook.
	if found.wasReadable && outcomeOf(found.readErr).isMissing() {
		return diagnostics.Explain(found.readErr)
	}

	result := outcomeOf(found.listErr)
	isRefused := result == refused || result.isMissing() || result == misplaced
	if isRefused && found.oldListErr == nil { // so it is not that the service has no lists
		return diagnostics.Explain(found.listErr)
	}

	if found.duplicate != nil && !found.isAdopted {
		return "The store already has another webhook with this URL and these triggers. Its id is " + *found.duplicate.ID + ". " +
			"To manage that one with this resource, set `webhook_id` to its id instead of `delete_on_destroy`. " +
			"If another resource manages it, and this plan removes it there, remove it in an apply of its own first."
	}

	return ""
}
