// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

const webhookNotFound = "Webhook Not Found"

// idPath is where warnings about a webhook as a whole point to: the CLI folds
// warnings with the same title into one only if they have a place.
var idPath = path.Root("webhook_id")

func webhookName(ref paymentapi.WebhookRef) string {
	return fmt.Sprintf("webhook %s of store %s", ref.WebhookID, ref.StoreID)
}

// requested and returned are the words for the two sides of a mismatch.
const (
	requested = "requested"
	returned  = "returned"
)

// Why a webhook that was not found is not taken for gone.
const (
	notItsForm    = "The answer did not have the service's own format. It may come from a proxy or from another service, so it says nothing about the webhook. "
	notTheService = notItsForm + ifGone
	storeMissing  = "The service does not answer for the store either, so this does not show that the webhook is gone. The store may be gone, or `base_url` may be wrong. " + ifGone
	checkBaseURL  = "Check that the provider's `base_url` is the address of the API itself, including its path."
	ifGone        = checkBaseURL + " If you know that the webhook is gone, remove it from the state with `terraform state rm`."
)

// secondFailed says that the second call, which would tell whether a webhook is
// gone, failed too.
func secondFailed(err error) string {
	return "To find out whether the webhook is gone or the address is wrong, the provider also requested charges of the store, and that failed too:\n\n" +
		diagnostics.Explain(err) + "\n\n" +
		"Try again. If this keeps happening, check the provider's `base_url`. If you know that the webhook is gone, remove it from the state with `terraform state rm`."
}

// adviceForMode is what helps if a read is refused for good, by webhook_refresh.
var adviceForMode = map[string]string{
	providerdata.RefreshGet:   "If this service does not let you read webhooks with GET, set `webhook_refresh = \"off\"` in the provider, or \"patch\" to read with an update that changes nothing.",
	providerdata.RefreshPatch: "If this service refuses an update that changes nothing, set `webhook_refresh = \"off\"` in the provider, or \"get\" if the service answers a GET for webhooks.",
}

// addWebhookUpdateError reports why a webhook was not updated, or not adopted.
func addWebhookUpdateError(diags *diag.Diagnostics, c *change, err error, why string) {
	diagnostics.AddCallError(diags, "Unable to Update Webhook", err, why, c.kept()+". You can safely apply again.", c.doubt())
}

// addWebhookNotAdopted reports that a webhook to be adopted was not found.
func addWebhookNotAdopted(diags *diag.Diagnostics, c *change, err error) {
	ref := c.ref()
	merchant := ""
	if ref.MerchantID != "" {
		merchant = " and merchant " + ref.MerchantID
	}
	why := fmt.Sprintf(
		"The service has no %s%s. This resource adopts an existing webhook, because the API cannot create one. Create the webhook at the service first, or correct `webhook_id` and `store_id`.",
		webhookName(ref), merchant)
	if !isServiceAnswer(err) {
		why = notItsForm + checkBaseURL + " If it is, check that the service has " + webhookName(ref) + merchant + "."
	}
	diagnostics.AddCallError(diags, webhookNotFound, err, why, c.kept()+".", c.doubt())
}

// addWebhookGoneAtUpdate reports that a webhook to be updated is gone.
func addWebhookGoneAtUpdate(diags *diag.Diagnostics, c *change, err error) {
	diagnostics.AddCallError(diags, webhookNotFound, err,
		fmt.Sprintf("The payment service no longer has %s. Remove the resource from the configuration, or set `webhook_id` to the id of the webhook that replaced it. "+
			"To remove it from the state only, use `terraform state rm`.", webhookName(c.ref())),
		c.kept()+".", c.doubt())
}

// addWebhookResumed warns that a webhook was resumed that the same run had
// stopped, since what came after that failed.
func addWebhookResumed(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddAttributeWarning(idPath, "Webhook Resumed After a Failure", fmt.Sprintf(
		"This run had deactivated %s along with its old resource (`deactivate_on_destroy`). The update that followed failed, so `active` was set back to `true`: it is active again.", webhookName(ref)))
}

// addWebhookLeftInactive reports a webhook that the same run has stopped and
// that could not be resumed.
func addWebhookLeftInactive(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddError("Webhook Left Inactive", diagnostics.Paragraphs(
		fmt.Sprintf("This run deactivated %s along with its old resource (`deactivate_on_destroy`). The update that should have resumed it failed, and so did setting `active` back to `true`. It sends no notifications while it is inactive.", webhookName(ref)),
		"An apply resumes it only if `active = true` is configured. To resume it, set `active = true` and apply, or invoke the action `paymentservice_resume_webhook`."))
}

// addWebhookBusy reports that the run was stopped while a webhook waited for
// another change of the same webhook.
func addWebhookBusy(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddError("Unable to Update Webhook", fmt.Sprintf(
		"The run was stopped while this change waited for another change of %s. Nothing was sent for this change. You can safely apply again.", webhookName(ref)))
}

// addWebhookReadError reports why a webhook could not be refreshed.
func addWebhookReadError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error, advice string) {
	diagnostics.AddCallError(diags, "Unable to Read Webhook", err, advice, fmt.Sprintf("The state of %s is unchanged.", webhookName(ref)))
}

// addNotReadable warns that a GET was answered with something that is no
// webhook. A service need not have that call, so nothing is wrong.
func addNotReadable(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	diags.AddAttributeWarning(idPath, "Webhook Not Readable", diagnostics.Paragraphs(
		fmt.Sprintf("The service's answer to a GET for %s is not a webhook. The state is unchanged, and changes made outside of Terraform cannot be detected.", webhookName(ref)),
		diagnostics.Explain(err),
		"If this service does not let you read webhooks, set `webhook_refresh = \"off\"` in the provider, or \"patch\" to read with an update that changes nothing."))
}

// addWebhookDeactivateError reports why a webhook was not stopped along with its
// resource.
func addWebhookDeactivateError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error, why string) {
	doubt := ""
	if paymentapi.MayHaveActed(err) {
		doubt = "The service may have applied the update, so the webhook may already be inactive. To keep it active, apply `active = true`."
	}
	diagnostics.AddCallError(diags, "Unable to Deactivate Webhook", err, why, fmt.Sprintf(
		"The resource of %s is still in the state. To retry, destroy it again. To remove it without stopping the webhook, apply `deactivate_on_destroy = false` first.",
		webhookName(ref)), doubt)
}

// addWebhookMismatch reports an answer that is about another webhook, or in
// which the service has other values than asked for.
func addWebhookMismatch(diags *diag.Diagnostics, ref paymentapi.WebhookRef, differing string, fields []string, kept string, advice ...string) {
	diags.AddError("Unexpected Webhook Answer", diagnostics.Paragraphs(append([]string{
		fmt.Sprintf("The payment service answered the request for %s, but with an unexpected %s:%s", webhookName(ref), diagnostics.QuoteList(fields), differing),
		kept + ". Check which values the webhook has at the service, whether the service accepts the configured values, and whether the provider's `base_url` is the address of the right service. Then plan again.",
	}, advice...)...))
}

// addAdoptionChanges warns of what adopting a webhook overwrites.
func addAdoptionChanges(diags *diag.Diagnostics, ref paymentapi.WebhookRef, differing string) {
	diags.AddAttributeWarning(idPath, "Adopting Changes a Webhook", fmt.Sprintf(
		"Applying this plan overwrites current settings of %s:%s", webhookName(ref), differing))
}

// addAdoptedInactive warns of an adopted webhook that may have been stopped along
// with its old resource, in an apply that failed before it came to the new one.
func addAdoptedInactive(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddAttributeWarning(idPath, "Adopted Webhook Is Inactive", fmt.Sprintf(
		"The %s sends no notifications, because it is inactive. An earlier apply may have deactivated it along with its old resource (`deactivate_on_destroy`). `active` is not configured, so the provider leaves it as it is. To resume it, set `active = true` and apply.", webhookName(ref)))
}

// addDriftCorrected warns that an update also set what had changed at the
// service without anybody seeing it.
func addDriftCorrected(diags *diag.Diagnostics, ref paymentapi.WebhookRef, differing string) {
	diags.AddAttributeWarning(idPath, "Webhook Had Changed Outside of Terraform", fmt.Sprintf(
		"The answer to the update of %s showed settings that differ from the state. A second update set them as configured:%s", webhookName(ref), differing))
}

// addWebhookGone warns that a webhook leaves the state because the service no
// longer has it.
func addWebhookGone(diags *diag.Diagnostics, ref paymentapi.WebhookRef, byGet bool) {
	unless := ""
	if byGet {
		unless = "If the webhook still exists, the service has stopped answering a GET for it. Set `webhook_refresh` in the provider to \"patch\" or \"off\" then."
	}
	diags.AddAttributeWarning(idPath, webhookNotFound, diagnostics.Paragraphs(
		fmt.Sprintf("The payment service no longer has %s, so it is removed from the state.", webhookName(ref)),
		"If its resource is still configured, the next apply tries to adopt it again, and fails if it still does not exist. Remove the resource from the configuration, or set `webhook_id` to the id of the webhook that replaced it.",
		unless))
}

// addWebhookStays warns that destroying the resource leaves the webhook.
func addWebhookStays(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddAttributeWarning(idPath, "Webhook Stays at the Service", fmt.Sprintf(
		"The %s stays at the payment service with its settings, because the API cannot delete it. To stop it too, apply `deactivate_on_destroy = true` first.", webhookName(ref)))
}

// addStillManaged warns that a webhook is not stopped along with its resource,
// since the same run has adopted it.
func addStillManaged(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddAttributeWarning(idPath, "Webhook Not Deactivated", fmt.Sprintf(
		"This run also adopted or updated %s through another resource or a replacement, which manages it now. So the webhook was not deactivated.", webhookName(ref)))
}

// addUnconfirmed warns that settings are sent again, though the state has the
// configured values already.
func addUnconfirmed(diags *diag.Diagnostics, ref paymentapi.WebhookRef, settings []string) {
	diags.AddAttributeWarning(idPath, "Webhook Settings in Doubt", fmt.Sprintf(
		"An earlier update of %s failed, but the service may have applied it, so its %s may differ from the state. "+
			"If these settings are configured, they are sent again.", webhookName(ref), diagnostics.QuoteList(settings)))
}

// Why an import brought no settings, by webhook_refresh.
var unreadIn = map[string]string{
	providerdata.RefreshGet:   "The service does not answer a GET for this webhook, and does not list it either. To read the settings with an update that changes nothing, set `webhook_refresh = \"patch\"` in the provider.",
	providerdata.RefreshPatch: "The service did not return the settings.",
	providerdata.RefreshOff:   "The provider has `webhook_refresh = \"off\"`. With \"get\" or \"patch\", an import also reads the settings.",
}

// unreadMissing says that the service knows no such webhook, or no such call.
const unreadMissing = "The service itself answered the GET for this webhook with status %d. The ids may be wrong or in the wrong order (`STORE_ID/WEBHOOK_ID` is expected). Check them at the service. If they are right, this service may not let webhooks be read by GET."

const unreadUnknown = "The configuration of the provider itself is not fully known yet, so the provider could not read the webhook. To import the settings too, import again when it is known."

// addImportedUnread warns that an import brought the ids only.
func addImportedUnread(diags *diag.Diagnostics, ref paymentapi.WebhookRef, why string) {
	diags.AddAttributeWarning(idPath, "Webhook Settings Not Known", diagnostics.Paragraphs(
		fmt.Sprintf("The import recorded the ids of %s, but could not read its settings. It is not known whether the webhook exists, or which settings it has. The next apply sends all configured settings.", webhookName(ref)),
		why))
}

// addInvalidImport reports an import id of the wrong form.
func addInvalidImport(diags *diag.Diagnostics, err error) {
	diags.AddError("Invalid Import ID", fmt.Sprintf(
		"The import ID %s; expected `STORE_ID/WEBHOOK_ID` or `MERCHANT_ID/STORE_ID/WEBHOOK_ID`.", err))
}

// addInvalidIdentity reports an identity of the wrong form.
func addInvalidIdentity(diags *diag.Diagnostics, err error) {
	diags.AddError("Invalid Import ID", fmt.Sprintf(
		"The identity %s. It must have the UUIDs `store_id` and `webhook_id`, and optionally `merchant_id`.", err))
}

// addInvalidTrigger reports an element of triggers that is no name.
func addInvalidTrigger(diags *diag.Diagnostics, at path.Path, problem string) {
	diags.AddAttributeError(at, "Invalid Webhook Trigger", fmt.Sprintf(
		"`triggers` must contain names of event types, such as `charge_finished`, but %s. If `triggers` was generated for an import, delete the whole argument: if you omit it, the webhook keeps its triggers.", problem))
}

// addTokenConflict reports that both forms of the token are configured.
func addTokenConflict(diags *diag.Diagnostics) {
	diagnostics.AddSecretError(diags, "Conflicting Webhook Tokens",
		"`auth_token` and `auth_token_wo` cannot both be set. Keep `auth_token_wo` with `auth_token_wo_version`, which keeps the token out of the plan and the state.")
}

// addTokenWithoutVersion reports a write-only token that nothing would send.
func addTokenWithoutVersion(diags *diag.Diagnostics) {
	diagnostics.AddSecretError(diags, "Missing Webhook Token Version",
		"`auth_token_wo` requires `auth_token_wo_version`. The CLI does not store write-only values, so the token is sent only when the version changes. Set the version to 1, and change it with each new token.")
}

// addTokenInState suggests the write-only token. Its place is not the token's,
// whose line would be shown.
func addTokenInState(diags *diag.Diagnostics) {
	diags.AddAttributeWarning(idPath, "Webhook Token Kept in State",
		"`auth_token` is stored in the state. This CLI supports write-only arguments: to keep the token out of the plan and the state, use `auth_token_wo` with `auth_token_wo_version`.")
}

// addVersionWithoutToken reports a token that is to be sent and is null; again
// says that the version is the one in the state.
func addVersionWithoutToken(diags *diag.Diagnostics, ref paymentapi.WebhookRef, again bool) {
	reason := "`auth_token_wo_version` changed for " + webhookName(ref)
	if again {
		reason = "An earlier update of the token of " + webhookName(ref) + " failed, and it is unclear whether the service applied it. The token must be sent again"
	}
	diagnostics.AddSecretError(diags, "Missing Webhook Token", reason+
		", but `auth_token_wo` is null, so there is no token to send. The version was not recorded and nothing was sent. Set `auth_token_wo`, or remove `auth_token_wo_version`.")
}

// addTokenStays warns that the service keeps a token that is configured no
// more.
func addTokenStays(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddAttributeWarning(idPath, "Webhook Token Stays at the Service", fmt.Sprintf(
		"The token was removed from the configuration, but the API cannot remove a token from a webhook: %s still sends the old value in its notifications. To replace it, set another token.", webhookName(ref)))
}

// addWebhookResumeError reports why a webhook was not resumed.
func addWebhookResumeError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	why := ""
	switch {
	case kindOf(err) != errorMissing:
	case isServiceAnswer(err):
		diagnostics.AddCallError(diags, webhookNotFound, err, fmt.Sprintf(
			"The service has no %s, so there is nothing to resume.", webhookName(ref)))
		return
	default:
		why = notItsForm + checkBaseURL
	}
	next := "You can safely invoke the action again."
	if paymentapi.MayHaveActed(err) {
		next = "It is unclear whether the webhook was resumed. " + next
	}
	diagnostics.AddCallError(diags, "Unable to Resume Webhook", err, why, next)
}

// addWebhookNotResumed reports an answer that does not say that the webhook is
// active, or that differs from what was asked for.
func addWebhookNotResumed(diags *diag.Diagnostics, ref paymentapi.WebhookRef, differing string, fields []string) {
	problem := "does not say whether the webhook is active"
	if len(fields) > 0 {
		problem = "has an unexpected " + diagnostics.QuoteList(fields) + ":" + differing
	} else {
		problem += "."
	}
	diags.AddError("Unable to Resume Webhook", diagnostics.Paragraphs(
		fmt.Sprintf("The payment service accepted the update of %s, but its answer %s", webhookName(ref), problem),
		"Check the webhook at the service, and check that the provider's `base_url` is the address of the right service. You can safely invoke the action again."))
}
