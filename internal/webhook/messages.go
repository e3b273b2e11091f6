// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// Titles and sentences that several messages share.
const (
	notCreated      = "Unable to Create Webhook"
	notUpdated      = "Unable to Update Webhook"
	notDeleted      = "Unable to Delete Webhook"
	notRead         = "Unable to Read Webhook"
	notListed       = "Unable to List Webhooks"
	webhookExists   = "Webhook Exists Already"
	webhookNotFound = "Webhook Not Found"

	applyAgain     = "You can safely apply again."
	stateUnchanged = "The state is unchanged."
	nothingSaved   = "Nothing was saved in the state."
	noneCreated    = "No webhook was created."
	importOld      = "If this apply replaces a webhook that still exists, the state no longer has it: import it again."
	checkIDs       = "Check that the ids are right and in the right order (`STORE_ID/WEBHOOK_ID`, " +
		"or `MERCHANT_ID/STORE_ID/WEBHOOK_ID`)."
	checkAccount = "Check that the provider's `secret`, `app_token` and `base_url` are those of the account that " +
		"the webhook belongs to."
	useMoved = "To rename a resource, use a `moved` block or `terraform state mv`."

	removeFromState = "If the webhook is really gone, remove the resource from the state with `terraform state rm`."
	leaveWebhook    = "To leave the webhook as it is, apply `delete_on_destroy = false` before you destroy the " +
		"resource, or remove it from the state with `terraform state rm`."
)

// notice is a message about one webhook, which takes the place of {webhook}, or about its store, which
// takes that of {store}.
type notice struct{ title, text string }

// about returns the text of the notice for one webhook, and more paragraphs.
func (n notice) about(ref paymentapi.WebhookRef, paragraphs ...string) string {
	text := strings.NewReplacer("{webhook}", webhookName(ref), "{store}", ref.StoreID).Replace(n.text)
	return diagnostics.Paragraphs(append([]string{text}, paragraphs...)...)
}

// fail adds the notice as an error.
func (n notice) fail(diags *diag.Diagnostics, ref paymentapi.WebhookRef, paragraphs ...string) {
	diagnostics.AddError(diags, n.title, n.about(ref, paragraphs...))
}

// warn adds the notice as a warning. It points to store_id, which is always configured:
// the CLI folds warnings with the same title into one only if they have a place.
func (n notice) warn(diags *diag.Diagnostics, ref paymentapi.WebhookRef, paragraphs ...string) {
	diagnostics.AddAttributeWarning(diags, path.Root("store_id"), n.title, n.about(ref, paragraphs...))
}

// webhookName names a webhook, or one whose id is not known yet.
func webhookName(ref paymentapi.WebhookRef) string {
	if ref.WebhookID == "" {
		return "the webhook of store " + ref.StoreID
	}
	return fmt.Sprintf("webhook %s of store %s", ref.WebhookID, ref.StoreID)
}

// problems are what is said of intents that conflict.
var problems = map[problem]notice{
	managedTwice: {"Webhook Managed Twice", "Two resources manage {webhook}, and declare different settings for " +
		"it, or one of them deletes it when it is destroyed.\n" +
		"Remove one of them, with a `removed` block and `destroy = false`, or with `terraform state rm`."},
	existsAlready: {webhookExists, "One resource manages {webhook}, and another one creates a webhook in the same " +
		"store with the same URL and triggers, which the apply may refuse.\n" +
		"To rename a resource, use a `moved` block. If this apply changes or deletes the first webhook, apply again."},
	createdTwice: {notCreated, "Two resources of this apply create a webhook in the same store with the same URL " +
		"and triggers. This one was not created.\n\n" +
		"Remove one of the resources."},
	createdAndLeft: {"Webhook Left and Created", "One resource leaves {webhook} to the service, " +
		"since destroying it does not delete the webhook, and another one creates a webhook in the same store with " +
		"the same URL and triggers, which would be refused.\n\n" +
		useMoved + " To hand the webhook over, set `webhook_id` to its id in the new resource, " +
		"instead of `delete_on_destroy`, or import it there."},
	createdAndDeleted: {"Webhook Created and Deleted", "One resource deletes {webhook}, " +
		"and another one creates a webhook in the same store with the same URL and triggers. " +
		"Either may come first.\n\n" +
		useMoved + " To replace the webhook, use `-replace`, or destroy the old resource in an apply of its own."},
	keptAndDeleted: {"Webhook Kept and Deleted", "One resource manages {webhook}, and another one deletes it, " +
		"because the state has `delete_on_destroy = true` there.\n\n" +
		"To keep the webhook, first apply `delete_on_destroy = false` in an apply of its own where it would be " +
		"deleted, or take it out of the state there: with a `removed` block and `destroy = false`, " +
		"or with `terraform state rm`. " +
		"To destroy everything, use `terraform destroy -refresh=false`."},
	adoptedAndDeleted: {"Webhook Adopted and Deleted", "One resource adopts or imports {webhook}, " +
		"and another one deletes it, because the state has `delete_on_destroy = true` there.\n\n" +
		useMoved + " To hand the webhook over, first apply `delete_on_destroy = false` where it is now, " +
		"or remove it from the state with `terraform state rm`."},
}

// reportConflict reports a conflict of intents, and returns whether there is one that is an error.
func reportConflict(found conflict, ref paymentapi.WebhookRef, diags *diag.Diagnostics) bool {
	if found.problem == noProblem {
		return false
	}

	ref.WebhookID = found.id // that of one to create is not known
	message := problems[found.problem]
	switch {
	case !found.problem.isError():
		message.warn(diags, ref)
	case found.problem == createdTwice:
		message.fail(diags, ref, "The id of the other resource's webhook is "+cmp.Or(found.id, "not known yet")+".")
	default:
		message.fail(diags, ref)
	}

	return found.problem.isError()
}

// addFailure reports a call for one webhook that failed, or whose answer has other values than
// were requested, and what to do.
func addFailure(diags *diag.Diagnostics, title string, err error, advice ...string) {
	if outcomeOf(err) == mismatched {
		title = "Unexpected Webhook Answer"
		advice = append([]string{"Check which values the webhook has at the service, " +
			"whether the service accepts the requested values, " +
			"and whether the provider's `base_url` is the address of the right service. " +
			"The merchant of a webhook never changes."}, advice...)
	}
	diagnostics.AddCallError(diags, title, err, advice...)
}

// addListError reports that a list of webhooks could not be read to its end.
func addListError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	failed, isCall := errors.AsType[*paymentapi.Error](err)
	if !isCall || !outcomeOf(err).mayLackCall() {
		diagnostics.AddCallError(diags, notListed, err)
		return
	}

	// This is about the first page, since of a later one outcomeOf says failed: the page need not be named.
	diagnostics.AddError(diags, notListed, diagnostics.Paragraphs(failed.Error(),
		fmt.Sprintf("This service may not list webhooks. If it does, "+
			"check that %s is the id of a store and that the provider's `base_url` is the address of the API.", ref.StoreID),
		"Without a list, take the ids of the webhooks from the service's console, "+
			"and import each webhook with `terraform import ADDRESS STORE_ID/WEBHOOK_ID` or an `import` block."))
}

// origin is what messages show of a URL: its scheme and host. Receivers keep secrets in paths.
func origin(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "a value that is not a URL"
	}
	return shown("`" + u.Scheme + "://" + u.Host + "`")
}

// shown is a text of the service in one line, and not endless.
func shown(text string) string {
	return fmt.Sprintf("%.300s", paymentapi.OneLine(text))
}

// shownID is an id of the service, unless it is no UUID and may be anything.
func shownID(id string) string {
	if !paymentapi.IsUUID(id) {
		return "a value that is not a UUID"
	}
	return id
}
