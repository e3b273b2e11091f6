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
//
// A CLI then asks for the plan of the next webhook, without the state (planNew), and drops the warnings of
// that, so they are given here.
func (r *webhookResource) planReplacement(ctx context.Context, change *webhookChange, diags *diag.Diagnostics) {
	// Here, the plan has computed values of the old webhook, so the next one is planned from the configuration.
	next := newChange(change.config, change.config, change.record.Owner)
	deletesOld := change.state.DeleteOnDestroy.ValueBool()

	r.planDestruction(change.state, change.record, diags)
	reportToken(next, deletesOld, diags)
	r.warnOfForeignStore(next.config.identity(true), diags)
	readErr := r.previewAdoption(ctx, next, diags) // nil for a creation
	if !deletesOld {
		return
	}

	obstacle := findObstacle(r.askAboutReplacement(ctx, change, next, readErr))
	if obstacle != "" {
		onlyDeletes.fail(diags, change.stateRef(), obstacle)
	}
}

// reportAdoptionOfDeleted refuses to adopt the webhook that the same plan deletes, by -replace.
func reportAdoptionOfDeleted(next *webhookChange, deletedID string, diags *diag.Diagnostics) {
	adoptedID := next.config.WebhookID.ValueString()
	adoptsDeletedOne := deletedID != "" && sameID(adoptedID, deletedID)
	if adoptsDeletedOne {
		onlyDeletes.fail(diags, next.ref(), adoptsDeleted+" Without `-replace` or `replace_triggered_by`, "+
			"the same change keeps the webhook.")
	}
}

// replacement is what is known of a replacement that deletes the webhook of the state, the old one, and then
// adopts or creates the next one.
type replacement struct {
	isAdoption  bool // the next webhook is adopted
	adoptsOld   bool // and it is the old one
	wasReadable bool // a GET for the old one was answered once

	nextErr      error               // of reading the next one; nil if it was not read
	nextStoreErr error               // of listing its store; nil if it was not listed
	oldStoreErr  error               // of listing the old one's store; nil if it was not listed
	duplicate    *paymentapi.Webhook // a webhook of the next store with the URL and the triggers of the next one
}

// askAboutReplacement asks the service for what keeps a replacement from working.
func (r *webhookResource) askAboutReplacement(
	ctx context.Context, change, next *webhookChange, readErr error,
) replacement {
	nextID := next.config.WebhookID.ValueString()
	oldID := change.state.WebhookID.ValueString()
	found := replacement{
		isAdoption:  next.isAdoption(),
		adoptsOld:   next.isAdoption() && sameID(nextID, oldID),
		wasReadable: change.record.Readable,
		nextErr:     readErr,
	}

	// If it is neither the store nor the merchant that changes, it is webhook_id. Then the next webhook is adopted,
	// and all that could be asked about it is in readErr.
	isKnown := !next.config.StoreID.IsUnknown() && !next.config.MerchantID.IsUnknown()
	if !change.moves() || !isKnown || r.data.Client == nil {
		return found
	}

	// A store is listed once in a plan, whoever asks.
	all, err := r.listStore(ctx, next.ref())
	if err != nil {
		found.nextStoreErr = err
		_, found.oldStoreErr = r.listStore(ctx, change.stateRef())
		return found
	}

	old := map[string]bool{strings.ToLower(oldID): true}
	found.duplicate = findDuplicate(withoutIDs(all, old), next.patch())
	return found
}

// findObstacle says what keeps the next webhook of a replacement from being adopted or created; empty
// if nothing is known to.
func findObstacle(found replacement) string {
	if found.adoptsOld {
		return adoptsDeleted + " To change how it is addressed, first apply `delete_on_destroy = false`."
	}

	// The service has this GET, so its 404 is about the next webhook.
	if found.wasReadable && outcomeOf(found.nextErr).isMissing() {
		return diagnostics.Explain(found.nextErr)
	}

	// The service has lists, if it listed the old store.
	result := outcomeOf(found.nextStoreErr)
	isDenied := result == refused || result.isMissing() || result == misplaced
	if isDenied && found.oldStoreErr == nil {
		return diagnostics.Explain(found.nextStoreErr)
	}

	if found.duplicate != nil && !found.isAdoption {
		return "The store already has another webhook with this URL and these triggers. Its id is " + *found.duplicate.ID + ". " +
			"To manage that one with this resource, set `webhook_id` to its id instead of `delete_on_destroy`. " +
			"If another resource manages it, and this plan removes it there, remove it in an apply of its own first."
	}

	return ""
}
