// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Titles and sentences that several messages share.
const (
	notCreated      = "Unable to Create Webhook"
	notUpdated      = "Unable to Update Webhook"
	notDeleted      = "Unable to Delete Webhook"
	notListed       = "Unable to List Webhooks"
	webhookNotFound = "Webhook Not Found"

	applyAgain     = "You can safely apply again."
	stateUnchanged = "The state is unchanged."
	nothingSaved   = "Nothing was saved in the state."
	noneCreated    = "No webhook was created."
	importOld      = "If this apply replaces a webhook that still exists, the state no longer has it: import it again."
	checkIDs       = "Check that the ids are right and in the right order (`STORE_ID/WEBHOOK_ID`)."
	useMoved       = "To rename a resource, use a `moved` block or `terraform state mv`."
)

// notice is a message about one webhook, which takes the place of {webhook}.
type notice struct{ title, text string }

var (
	willStay      = notice{"Webhook Not Deleted", "Destroying this resource does not delete {webhook}.\nTo stop the webhook, apply `active = false` first."}
	willBeDeleted = notice{"Webhook Deleted", "Destroying this resource deletes {webhook}.\nTo keep the webhook, apply `delete_on_destroy = false` first."}
	onlyDeletes   = notice{"Replacement Would Only Delete", "This plan would delete {webhook}, and would then fail to replace it, for the reason below. Correct the cause, or keep the webhook as it is."}

	adoptionChanges   = notice{"Adopting Changes a Webhook", "Applying this plan overwrites current settings of {webhook}:"}
	adoptionMayFail   = notice{"Adoption May Fail", "The provider could not read {webhook}, which this plan adopts."}
	adoptedTwice      = notice{"Webhook Adopted Twice", "Two resources adopt {webhook} and declare different settings for it, so each apply undoes what the other resource has set. Remove one of them."}
	adoptedAndDeleted = notice{"Webhook Adopted and Deleted", "One resource adopts or imports {webhook}, and another one deletes it, because the state has `delete_on_destroy = true` there.\n\n" +
		useMoved + " To hand the webhook over, first apply `delete_on_destroy = false` where it is now, or remove it from the state with `terraform state rm`."}
	createdAndDeleted = notice{"Webhook Created and Deleted", "One resource deletes {webhook}, and another one creates a webhook in the same store with the same URL and triggers. Either may come first.\n\n" +
		useMoved + " To replace the webhook, use `-replace`, or destroy the old resource in an apply of its own."}
	createdTwice = notice{notCreated, "Two resources of this apply create a webhook in the same store with the same URL and triggers. This one was not created.\n\nRemove one of the resources."}

	tokenStays = notice{"Webhook Token Stays at the Service", "The token was removed from the configuration. The service keeps it, and still sends it in the notifications of {webhook}.\nTo replace the token, set another one."}

	webhookGone = notice{webhookNotFound, "The payment service no longer has {webhook}, so it is removed from the state. The next apply creates it again if it was created with this resource. If it was adopted, remove the resource, or set another `webhook_id`.\n\n" +
		"If the webhook still exists, the service has stopped answering the request that reads it. In that case, set `webhook_refresh` in the provider to \"patch\" or \"off\"."}
	notReadable = notice{"Webhook Not Readable", "The service does not answer a GET for {webhook}, so changes made outside of Terraform cannot be seen.\n\n" +
		"To read webhooks with an update that changes nothing, set `webhook_refresh = \"patch\"` in the provider. To do without, set \"off\"."}
	importMissing  = notice{webhookNotFound, "The service does not have {webhook}, so nothing was imported. " + checkIDs + "\n\nIf this service cannot read webhooks, set `webhook_refresh = \"off\"` in the provider: then only the ids are imported."}
	importedUnread = notice{"Webhook Settings Not Known", "Only the ids of {webhook} were imported. It is not known whether the webhook exists. " + checkIDs + " The next apply sends all configured settings."}
	stillThere     = notice{notDeleted, "The service says that it does not have {webhook}, but still answers a GET for it. " + stateUnchanged}
)

// about returns the text of the notice for one webhook, and more paragraphs.
func (n notice) about(ref paymentapi.WebhookRef, more ...string) string {
	return diagnostics.Paragraphs(append([]string{strings.ReplaceAll(n.text, "{webhook}", webhookName(ref))}, more...)...)
}

// fail adds the notice as an error.
func (n notice) fail(diags *diag.Diagnostics, ref paymentapi.WebhookRef, more ...string) {
	diagnostics.AddError(diags, n.title, n.about(ref, more...))
}

// warn adds the notice as a warning. It points to store_id, which is always configured:
// the CLI folds warnings with the same title into one only if they have a place.
func (n notice) warn(diags *diag.Diagnostics, ref paymentapi.WebhookRef, more ...string) {
	diagnostics.AddAttributeWarning(diags, path.Root("store_id"), n.title, n.about(ref, more...))
}

func webhookName(ref paymentapi.WebhookRef) string {
	return fmt.Sprintf("webhook %s of store %s", ref.WebhookID, ref.StoreID)
}

// reportConflict reports a conflict of claims, and returns whether there is one that is an error.
func reportConflict(conflict *providerdata.Conflict, ref paymentapi.WebhookRef, diags *diag.Diagnostics) bool {
	if conflict == nil {
		return false
	}
	ref.WebhookID = conflict.ID // that of one to create is not known
	switch conflict.Actions {
	case providerdata.Pair{providerdata.Adopts, providerdata.Adopts}:
		adoptedTwice.warn(diags, ref)
		return false
	case providerdata.Pair{providerdata.Adopts, providerdata.Deletes}:
		adoptedAndDeleted.fail(diags, ref)
	case providerdata.Pair{providerdata.Creates, providerdata.Deletes}:
		createdAndDeleted.fail(diags, ref)
	case providerdata.Pair{providerdata.Creates, providerdata.Creates}:
		createdTwice.fail(diags, ref, "The id of the other resource's webhook is "+cmp.Or(conflict.ID, "not known yet")+".")
	}
	return true
}

// addFailure reports a call for one webhook that failed, or whose answer has other values than
// were requested, and more.
func addFailure(diags *diag.Diagnostics, title string, err error, more ...string) {
	if errors.As(err, new(mismatch)) {
		title, more = "Unexpected Webhook Answer", append([]string{"Check which values the webhook has at the service, whether the service accepts the requested values, and whether the provider's `base_url` is the address of the right service. The merchant of a webhook never changes."}, more...)
	}
	diagnostics.AddCallError(diags, title, err, more...)
}

// addReadError reports that a read does not tell what has become of a webhook.
func addReadError(diags *diag.Diagnostics, err error) {
	more := ""
	if isOwnNotFound(err) {
		more = "This does not show that the webhook is gone: it was never read before, or the service does not answer `GET /charges` either. Check that the provider's `base_url` is the address of the API, including its path."
	}
	addFailure(diags, "Unable to Read Webhook", err, more, stateUnchanged)
}

// addUpdateError reports an update that failed, what to do if the service has no such webhook,
// and what is left.
func addUpdateError(diags *diag.Diagnostics, title string, ref paymentapi.WebhookRef, err error, ifMissing, left string) {
	more := ""
	switch {
	case isOwnNotFound(err):
		title, more = webhookNotFound, "The service has no "+webhookName(ref)+". "+ifMissing
	case hasStatus(err, http.StatusNotFound):
		title = webhookNotFound
	case errors.As(err, new(mismatch)): // addFailure says more
	case paymentapi.MayHaveActed(err):
		more = "It is unclear whether the service changed the webhook. You can safely try again."
	}
	addFailure(diags, title, err, more, left)
}

// addExists reports a webhook that is in the way of one to create, and the ways out.
func addExists(diags *diag.Diagnostics, c *change, what, id, left string) {
	ways := fmt.Sprintf("What you can do:\n"+
		"  - If another resource manages that webhook, remove one of the two.\n"+
		"  - To manage that webhook with this resource, also if it was renamed without a `moved` block, run `terraform import ADDRESS %[1]s/%[2]s`, or use an `import` block; or set `webhook_id = \"%[2]s\"` instead of `delete_on_destroy` to adopt it.\n"+
		"  - If this apply changes or deletes that webhook, apply again.\n"+
		"  - If this apply replaces that webhook: with `delete_on_destroy = false`, the old one stays, so import it. With `true`, the old one must be deleted first: remove `create_before_destroy` from this resource and from all resources that depend on it, since they pass it on.",
		strings.TrimPrefix(c.ref().MerchantID+"/"+c.ref().StoreID, "/"), id)
	diagnostics.AddError(diags, notCreated, diagnostics.Paragraphs(what+" Its id is "+id+". "+left, ways))
}

// addNotCreated reports a creation that may have succeeded, or whose URL is taken. The list says
// which webhook has that URL, unless it could not be read.
func addNotCreated(diags *diag.Diagnostics, c *change, err error, taken *paymentapi.Webhook, listErr error) {
	what := err.Error()
	if paymentapi.MayHaveActed(err) {
		what = diagnostics.Paragraphs(what, "It is unclear whether the service created the webhook. The request is not sent again, so that there are never two. "+diagnostics.AdviceWithoutRetry(err))
	}
	switch {
	case taken != nil:
		addExists(diags, c, diagnostics.Paragraphs(what, "The store has a webhook with this URL."), *taken.ID, nothingSaved+" If only the triggers differ, declare one webhook with the triggers of both.")
	case listErr != nil:
		diagnostics.AddError(diags, notCreated, diagnostics.Paragraphs(what, "The provider could not read the list of the store's webhooks. Look for a webhook with this URL in the service's console before you apply again.", nothingSaved))
	case !paymentapi.MayHaveActed(err): // a 409 for another reason
		diagnostics.AddCallError(diags, notCreated, err, noneCreated)
	default:
		diagnostics.AddError(diags, notCreated, diagnostics.Paragraphs(what, "The list of the store's webhooks has none with this URL. "+applyAgain, nothingSaved))
	}
}

// addNotDeleted reports why a webhook was not deleted.
func addNotDeleted(diags *diag.Diagnostics, err error) {
	why := stateUnchanged + " You can safely apply or destroy again."
	switch {
	case hasStatus(err, http.StatusMethodNotAllowed, http.StatusNotImplemented):
		why = "This service deletes no webhooks by its API. To leave the webhook as it is, apply `delete_on_destroy = false` before you destroy the resource, or remove it from the state with `terraform state rm`."
	case hasStatus(err, http.StatusNotFound, http.StatusGone):
		why = stateUnchanged
	case paymentapi.MayHaveActed(err):
		why = "It is unclear whether the service deleted the webhook. " + why
	}
	diagnostics.AddCallError(diags, notDeleted, err, why)
}

// addListError reports that a list of webhooks could not be read to its end.
func addListError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	if !mayListBeUnsupported(err) {
		diagnostics.AddCallError(diags, notListed, err)
		return
	}
	diagnostics.AddError(diags, notListed, diagnostics.Paragraphs(errors.Unwrap(err).Error(), // always of the first page
		fmt.Sprintf("This service may not list webhooks. If it does, check that %s is the id of a store and that the provider's `base_url` is the address of the API.", ref.StoreID),
		"Without a list, take the ids of the webhooks from the service's console, and import each webhook with `terraform import ADDRESS STORE_ID/WEBHOOK_ID` or an `import` block."))
}

// differenceLine is one line of a message.
func differenceLine(field, configured, current string) string {
	return fmt.Sprintf("- `%s`: configured %s, at the service %s", field, configured, current)
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
func shown(text string) string { return fmt.Sprintf("%.300s", paymentapi.OneLine(text)) }

// shownID is an id of the service, unless it is no UUID and may be anything.
func shownID(id string) string {
	if !paymentapi.IsUUID(id) {
		return "a value that is not a UUID"
	}
	return id
}
