// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Titles that several messages share.
const (
	notRead           = "Unable to Read Webhook"
	notCreated        = "Unable to Create Webhook"
	notUpdated        = "Unable to Update Webhook"
	notFinished       = "Unable to Finish Webhook"
	notDeleted        = "Unable to Delete Webhook"
	notDestroyed      = "Webhook Not Deleted"
	webhookNotFound   = "Webhook Not Found"
	webhooksNotListed = "Unable to List Webhooks"
)

func webhookName(ref paymentapi.WebhookRef) string {
	return fmt.Sprintf("webhook %s of store %s", ref.WebhookID, ref.StoreID)
}

// Sentences that several messages share.
const (
	invokeAgain = "You can safely invoke the action again."
	ifGone      = "If you know that the webhook is gone, remove it from the state with `terraform state rm`."
	takeItOver  = "To manage an existing webhook, import it with `terraform import ADDRESS STORE_ID/WEBHOOK_ID` or an `import` block, or set `webhook_id` instead of `delete_on_destroy` to adopt it. If a resource of this state has it, do neither: rename that resource with a `moved` block or `terraform state mv`."
	inTheWay    = "This apply may be destroying that webhook under another name, which a `moved` block avoids. If it deletes the webhook (`delete_on_destroy = true` there), or an earlier apply has just done so, apply again, a few minutes later if this error comes back: nothing else is needed. If not, the webhook stays.\n\n" +
		takeItOver + "\n\nIf this apply replaces that webhook, remove `create_before_destroy`."
	undetected     = stateUnchanged + " Changes made outside of Terraform cannot be detected."
	stateUnchanged = "The state is unchanged."
	checkIDs       = "Check that the ids are right and in the right order (`STORE_ID/WEBHOOK_ID`)."
	noneCreated    = "No webhook was created."
	nothingSaved   = "Nothing was saved in the state."
	noPartKept     = "No part of the list is kept."
	strangeItem    = "The provider requested the webhooks of store %s, but the list contains a webhook with other values than requested. Its id is %s.%s\n\n" + noPartKept + "\n\nCheck that the provider's `base_url` is the address of the right service, and ask its operator whether it can list the webhooks of a single store."
)

// notice is a message about one webhook, which takes the place of {webhook}: what has
// happened or will, and what is next.
type notice struct{ title, happened, next string }

var (
	adoptionRefused = notice{"Adoption May Be Refused", "The service refused to show {webhook}, so the apply will probably fail too.", ""}
	willBeLeft      = notice{notDestroyed, "If {webhook} still exists, destroying the resource leaves it as it is at the payment service.",
		"To stop it, apply `active = false` before you remove the resource."}
	willBeDeleted = notice{"Webhook Deleted", "If {webhook} still exists, destroying the resource deletes it at the payment service.",
		"To keep it, apply `delete_on_destroy = false` first."}
	keptByAnother = notice{notDestroyed, "Another object of this apply has {webhook}, so it stays at the payment service. Only its old object is gone.", ""}
	leftBefore    = notice{notCreated, "This apply has left {webhook}, because `delete_on_destroy` was `false` in the state. It has this URL and these triggers. " + noneCreated,
		"Before you apply again, import it with `terraform import ADDRESS STORE_ID/WEBHOOK_ID` or an `import` block. Otherwise, the next apply is refused too, or creates a second one."}
	leftBeside = notice{notDestroyed, "This apply has left {webhook}, because `delete_on_destroy` was `false` in the state. It has the URL of the new one, but not its triggers, so both send notifications to it.",
		"If that is not what you want, delete or stop one of them at the service."}
	takenOver = notice{"Webhook Kept", "With `delete_on_destroy = false`, this apply has left {webhook} as it is. It has the URL and the triggers of the new one, so it was updated and not created again.", ""}

	tokenStays = notice{"Webhook Token Stays at the Service", "The token was removed from the configuration, but the API's description shows no call that removes it from {webhook}, which still sends it in its notifications.",
		"To replace it, set another token."}
	tokenKept = notice{"Webhook Token Kept in State", "`auth_token` is stored in the state.",
		"This CLI supports write-only arguments: to keep the token out of the plan and the state, use `auth_token_wo` with `auth_token_wo_version`."}

	deletedInRun = notice{webhookNotFound, "This apply also deletes {webhook}, because this or another resource had `delete_on_destroy = true`.",
		"To create another webhook, set `delete_on_destroy` instead of `webhook_id`. Next time, apply the switch to `webhook_id` before you replace the resource, or declare its new name with a `moved` block."}
	deletedInPlan = notice{"Webhook Imported and Deleted", "This plan imports {webhook}, and destroys another resource that has it with `delete_on_destroy = true`, which deletes it.",
		"To rename a resource, use a `moved` block or `terraform state mv` instead of the import. Otherwise, apply `delete_on_destroy = false` there first."}

	gone = notice{webhookNotFound, "The payment service no longer has {webhook}, so an apply removes it from the state.",
		"If its resource is still configured, the next apply creates another one. With `webhook_id`, it tries to adopt the webhook again, and fails if it still does not exist: remove the resource from the configuration, or set `webhook_id` to the id of the webhook that replaced it."}
	notReadable = notice{"Webhook Not Readable", "The service's answer to a GET for {webhook} is not a webhook. " + undetected,
		inMode[providerdata.RefreshGet].refused} // a service need not have that call
	listedNotFound = notice{"Listed Webhook Not Found", "A request for {webhook} was answered as if the webhook did not exist, but the service lists it. " + undetected,
		"Something between this machine and the service, such as a gateway, may have answered instead of it. Check the path of the request there."}
	notVisibleYet = notice{"Webhook Not Visible Yet", "The service does not show {webhook}. It was created less than ten minutes ago, so it may not be visible yet. " + undetected,
		"If the webhook is still missing ten minutes after its creation, a refresh removes it from the state. " + ifGone}

	neverWas = notice{webhookNotFound, "The service shows the store without {webhook}.",
		checkIDs + " If an earlier import has recorded them, remove the webhook from the state with `terraform state rm`."}
	importedUnread = notice{"Webhook Settings Not Known", "The import recorded the ids of {webhook}, but could not read its settings. The next apply sends all configured settings.",
		"It is not known whether the webhook exists. " + checkIDs + " No later plan reports it if they are wrong."}
)

// about returns the text of the notice, with details.
func (n notice) about(ref paymentapi.WebhookRef, details []string) string {
	return diagnostics.Paragraphs(strings.ReplaceAll(n.happened, "{webhook}", webhookName(ref)), diagnostics.Paragraphs(details...), n.next)
}

// fail adds the notice as an error.
func (n notice) fail(diags *diag.Diagnostics, ref paymentapi.WebhookRef, details ...string) {
	diagnostics.AddError(diags, n.title, n.about(ref, details))
}

// warn adds the notice as a warning. It points to store_id, which is always configured:
// the CLI folds warnings with the same title into one only if they have a place.
func (n notice) warn(diags *diag.Diagnostics, ref paymentapi.WebhookRef, details ...string) {
	diagnostics.AddAttributeWarning(diags, path.Root("store_id"), n.title, n.about(ref, details))
}

// inMode is what messages say by webhook_refresh: what helps if a read is refused for good,
// why a webhook may not be gone all the same, and why an import brought no settings. "" stands
// for a provider that is not fully known yet.
var inMode = map[string]struct{ refused, goneUnless, unread string }{
	providerdata.RefreshGet: {
		refused:    "If this service does not let you read webhooks with GET, set `webhook_refresh = \"off\"` in the provider, or \"patch\" to read with an update that changes nothing.",
		goneUnless: "If the webhook still exists, the service has stopped answering a GET for it. In that case, set `webhook_refresh` in the provider to \"patch\" or \"off\".",
		unread:     "The service does not answer a GET for this webhook, and does not list it either. To read the settings with an update that changes nothing, set `webhook_refresh = \"patch\"` in the provider.",
	},
	providerdata.RefreshPatch: {refused: "If this service refuses an update that changes nothing, set `webhook_refresh = \"off\"` in the provider, or \"get\" if the service answers a GET for webhooks."},
	providerdata.RefreshOff:   {unread: "The provider has `webhook_refresh = \"off\"`. With \"get\" or \"patch\", an import also reads the settings."},
	"":                        {unread: "The configuration of the provider itself is not fully known yet, so the provider could not read the webhook. To import the settings too, import again when it is known."},
}

// remains says what is in the state after an adoption or an update that failed.
func (c *change) remains(inDoubt bool) string {
	switch {
	case c.isNew() && inDoubt:
		return "It is unclear whether the service changed the webhook. " + nothingSaved + " You can safely apply again."
	case c.isNew():
		return nothingSaved
	case inDoubt:
		var names []string
		for _, changed := range c.changed() {
			names = append(names, changed.name)
		}
		return fmt.Sprintf("It is unclear whether the service applied the new %s, so the provider cleared these values in the state. The next plan shows that as a change, unless a refresh shows that the webhook was updated since, or comes more than ten minutes later. You can safely apply again.",
			diagnostics.QuoteList(names))
	}
	return stateUnchanged + " You can safely apply again."
}

// addNotWritten reports why a webhook was not updated, or not adopted.
func addNotWritten(diags *diag.Diagnostics, c *change, done outcome) {
	name, remains, empty := webhookName(c.ref()), c.remains(done.inDoubt()), ""
	if done.err == nil {
		addMismatch(diags, c.ref(), done.differing, aboutMerchant(done.differing), remains)
		return
	}
	absent := fmt.Sprintf("The service did not find %s. If it still exists, check that the provider's `secret` and `app_token` belong to its merchant. If it is gone, remove the resource from the state with `terraform state rm`. The next apply then creates another one, or adopts the webhook of the configured `webhook_id`: correct that first.", name)
	if c.isNew() {
		absent = fmt.Sprintf("The service has no %s. With `webhook_id`, the resource adopts an existing webhook. Correct `webhook_id` and `store_id`, or set `delete_on_destroy` instead of `webhook_id` to create one.", name)
	}
	if failureOf(done.err) == useless && c.isNew() && c.patch().IsEmpty() {
		empty = "No setting is configured, so the provider sent an update that changes nothing, and this service may refuse one. Import the webhook instead, or configure one of its settings."
	}
	addUpdateError(diags, notUpdated, done.err, absent, empty, remains)
}

// addResumeError reports why a webhook was not resumed.
func addResumeError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	unclear := ""
	if paymentapi.MayHaveActed(err) {
		unclear = "It is unclear whether the webhook was resumed."
	}
	addUpdateError(diags, "Unable to Resume Webhook", err, fmt.Sprintf("The service has no %s, so there is nothing to resume.", webhookName(ref)), unclear, invokeAgain)
}

// addUpdateError reports an update that failed. The text absent says what it means if
// the service has not found the webhook.
func addUpdateError(diags *diag.Diagnostics, title string, err error, absent string, more ...string) {
	switch {
	case failureOf(err) != missing:
		absent = ""
	case failed(err).JSON:
		title = webhookNotFound
	default:
		title, absent = webhookNotFound, errForeign.Error()
	}
	diagnostics.AddCallError(diags, title, err, absent, diagnostics.Paragraphs(more...))
}

// addMismatch reports an answer that is about another webhook, or in which the
// service has other values than asked for.
func addMismatch(diags *diag.Diagnostics, ref paymentapi.WebhookRef, differing []difference, more ...string) {
	diagnostics.AddError(diags, "Unexpected Webhook Answer", diagnostics.Paragraphs(append([]string{
		fmt.Sprintf("The payment service answered the request for %s, but with other values than requested:%s", webhookName(ref), lines(differing, "requested", "returned")),
		"Check which values the webhook has at the service, whether the service accepts the requested values, and whether the provider's `base_url` is the address of the right service.",
	}, more...)...))
}

// aboutMerchant returns what helps if the service has another merchant.
func aboutMerchant(differing []difference) string {
	if slices.ContainsFunc(differing, func(d difference) bool { return d.field == "merchant_id" }) {
		return "First correct or remove `merchant_id`: the merchant of a webhook never changes."
	}
	return ""
}

// addNotProven reports a webhook that was not found, while it stays open whether it is
// gone, for the reason given (see proveGone), and what is next.
func addNotProven(diags *diag.Diagnostics, title string, notFound, unproven error, next ...string) {
	if reason, ok := errors.AsType[sentence](unproven); ok {
		diagnostics.AddCallError(diags, title, notFound, append([]string{reason.Error()}, next...)...)
		return
	}
	var open string
	switch {
	case failureOf(unproven) == refused:
		open = "Wrong credentials give the same answer, so the webhook may still exist. With `allowed_merchant_ids`, the provider refuses the credentials of any other merchant."
	case failureOf(unproven) != passing:
		open = "The store may be gone, or the service may not offer that request."
	}
	diagnostics.AddError(diags, title, diagnostics.Paragraphs(notFound.Error(), "This does not show that the webhook is gone. To find out, the provider sent another request for its store, and that failed too:",
		diagnostics.Explain(unproven), open, diagnostics.Paragraphs(next...)))
}

// addAdoptionChanges warns of what adopting a webhook overwrites. The warning points
// to the first of these settings.
func addAdoptionChanges(diags *diag.Diagnostics, ref paymentapi.WebhookRef, differing []difference) {
	diagnostics.AddAttributeWarning(diags, path.Root(differing[0].field), "Adopting Changes a Webhook", diagnostics.Paragraphs(fmt.Sprintf(
		"Applying this plan overwrites current settings of %s:%s", webhookName(ref), lines(differing, "configured", "currently")), aboutMerchant(differing)))
}

// addDestroyed warns of what destroying the resource does to the webhook in its state.
// Some CLIs plan that before they read the webhook, so it may be gone.
func addDestroyed(diags *diag.Diagnostics, state model) {
	ref := state.name()
	if !state.DeleteOnDestroy.ValueBool() {
		willBeLeft.warn(diags, ref)
		return
	}
	at := ""
	if state.URL.ValueString() != "" {
		at = "Its notifications go to " + origin(state.URL.ValueString()) + "."
	}
	willBeDeleted.warn(diags, ref, at)
}

// addListError reports that a list of webhooks could not be read to its end.
func addListError(diags *diag.Diagnostics, q paymentapi.WebhookQuery, err error) {
	page, ok := errors.AsType[*paymentapi.PageError](err)
	switch {
	case isNotListed(err):
		diagnostics.AddError(diags, webhooksNotListed, diagnostics.Paragraphs(page.Err.Error(),
			fmt.Sprintf("The API does not document a list of webhooks, and this service may not offer one. If it does, check that %s is the id of a store and that the provider's `base_url` is the address of the API.", q.StoreID),
			"Without a list, take the ids of the webhooks from the service's console, and import each webhook with `terraform import ADDRESS STORE_ID/WEBHOOK_ID` or an `import` block."))
	case ok:
		diagnostics.AddCallError(diags, webhooksNotListed, page.Err, fmt.Sprintf("The error occurred on page %d of the list. %s", page.Page, noPartKept))
	default:
		diagnostics.AddCallError(diags, webhooksNotListed, err)
	}
}

// addUnknownID reports an id that a plan does not know, over a webhook that a
// replacement would delete.
func addUnknownID(diags *diag.Diagnostics, state model) {
	diagnostics.AddAttributeError(diags, path.Root("webhook_id"), "Webhook ID Not Known Yet", fmt.Sprintf(
		"The state has `delete_on_destroy = true` for %s, so replacing it would delete it. But `webhook_id` is not known before the apply, and may be the id of this very webhook. Use a value that is known at plan time, or apply `delete_on_destroy = false` first.",
		webhookName(state.name())))
}

// addExists reports that a webhook existed before, so that the one to create would be a
// second one, or is none.
func addExists(diags *diag.Diagnostics, happened string, w *paymentapi.Webhook, more ...string) {
	diagnostics.AddError(diags, notCreated, diagnostics.Paragraphs(happened+" Its id is "+*w.ID+".", diagnostics.Paragraphs(more...)))
}

// addNotLookedUp reports that it is not known whether a new webhook would be a
// second one.
func addNotLookedUp(diags *diag.Diagnostics, err error) {
	forGood := "If this service never returns the list, create the webhook in its console, and set `webhook_id` instead of `delete_on_destroy` to adopt it."
	if failureOf(err) == passing || failureOf(err) == refused {
		forGood = ""
	}
	diagnostics.AddCallError(diags, notCreated, err,
		"Before it creates a webhook, the provider looks for one with the same URL and triggers, so that there are never two. "+noneCreated+" You can safely apply again.", forGood)
}

// addNotOffered reports that the service does not have the call that creates.
func addNotOffered(diags *diag.Diagnostics, err error, throughMerchant bool) {
	why := "This service creates no webhooks by its API, or `store_id` or the provider's `base_url` is wrong. To adopt a webhook that you have created in the service's console, set `webhook_id` instead of `delete_on_destroy`."
	if throughMerchant && failureOf(err) == missing {
		why = "Many services create webhooks only by the path without the merchant: omit `merchant_id` to use it."
	}
	diagnostics.AddError(diags, notCreated, diagnostics.Paragraphs(err.Error(), why, noneCreated))
}

// addNotCreated reports a creation that the service refused because of a webhook with
// the same URL, or that is in doubt. The list that was read then says which webhook that
// is, unless it could not be read. The general advice for the call's status would come
// first, and say to try again at once or to change the URL, so it is left out.
func addNotCreated(diags *diag.Diagnostics, err error, taken *paymentapi.Webhook, isLeft bool, unlisted error) {
	what, next := err.Error(), inTheWay
	if paymentapi.MayHaveActed(err) {
		what = diagnostics.Paragraphs(what, "It is unclear whether the service created the webhook. The request is not sent again, so that there are never two. "+diagnostics.RaiseTimeout(err))
		next = takeItOver
	}
	found := "The provider could not read the list of the store's webhooks. Look for a webhook with this URL in the service's console before you apply again."
	if taken != nil {
		found = "The store has a webhook with this URL. Its id is " + *taken.ID + "."
		if isLeft {
			found, next = found+" This apply has left it, because `delete_on_destroy` was `false` in the state.", leftBefore.next
		}
	} else if unlisted == nil {
		found = "The list of the store's webhooks has none with this URL at the moment. Wait a few minutes before you apply again: it may not be visible yet."
	}
	diagnostics.AddError(diags, notCreated, diagnostics.Paragraphs(what, found, next, nothingSaved))
}

// addUnfinished reports that a webhook has come to the state, and is not as planned.
func addUnfinished(diags *diag.Diagnostics, c *change, title string, done outcome) {
	next := "takes the same webhook over again if `url` and `triggers` stay the same, and otherwise leaves it and creates another one"
	if c.plan.DeleteOnDestroy.ValueBool() {
		next = "deletes it and creates another one"
	}
	finish := fmt.Sprintf("The service has %s, and the state has it too, but the CLI marks the resource as tainted. To keep the webhook and finish it, run `terraform untaint` with the address of the resource, and apply again. Do so also before you set `webhook_id`. Without that, the next apply %s.", webhookName(c.ref()), next)
	if done.err != nil {
		diagnostics.AddCallError(diags, title, done.err, finish)
		return
	}
	addMismatch(diags, c.ref(), done.differing, aboutMerchant(done.differing), finish)
}

// addNotDeleted reports why a webhook was not deleted.
func addNotDeleted(diags *diag.Diagnostics, err error) {
	why := stateUnchanged + " You can safely apply or destroy again."
	if paymentapi.MayHaveActed(err) {
		why = "It is unclear whether the service deleted the webhook. " + why
	}
	if failureOf(err).mayBeNoCall() {
		why = "This service deletes no webhooks by its API. To leave the webhook as it is, apply `delete_on_destroy = false` before you destroy the resource. If its block is gone already, remove it from the state with `terraform state rm`. If the resource is tainted, run `terraform untaint` first."
	}
	diagnostics.AddCallError(diags, notDeleted, err, why)
}
