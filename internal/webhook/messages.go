// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

const webhookNotFound = "Webhook Not Found"

func webhookName(ref paymentapi.WebhookRef) string {
	return fmt.Sprintf("webhook %s of store %s", ref.WebhookID, ref.StoreID)
}

// addWebhookUpdateError words why a webhook was not updated, or not adopted.
func addWebhookUpdateError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	again := "The state is as it was before; applying again is safe."
	if errors.Is(err, paymentapi.ErrNotFound) {
		merchant := ""
		if ref.MerchantID != "" {
			merchant = " and merchant " + ref.MerchantID
		}
		diagnostics.AddCallError(diags, webhookNotFound, err, fmt.Sprintf(
			"The service knows no %s%s. This resource adopts a webhook that exists; the API can't create one. Create it at the service first, or correct `webhook_id` and `store_id`.",
			webhookName(ref), merchant))
		return
	}
	diagnostics.AddCallError(diags, "Unable to Update Webhook", err, again)
}

// addWebhookReadError words why a webhook could not be refreshed.
func addWebhookReadError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	advice := fmt.Sprintf("The state of %s is as it was before.", webhookName(ref))
	for _, refused := range []error{paymentapi.ErrUnauthorized, paymentapi.ErrForbidden, paymentapi.ErrMethodNotAllowed, paymentapi.ErrNotImplemented} {
		if errors.Is(err, refused) {
			advice += " Where this service does not let webhooks be read, set `webhook_refresh = \"off\"` in the provider (or \"patch\", which reads by an update that changes nothing)."
		}
	}
	diagnostics.AddCallError(diags, "Unable to Read Webhook", err, advice)
}

// addWebhookDeactivateError words why a webhook was not stopped along with its
// resource.
func addWebhookDeactivateError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	diagnostics.AddCallError(diags, "Unable to Deactivate Webhook", err, fmt.Sprintf(
		"The resource of %s is still in the state: destroying again tries again. To let go of it without stopping the webhook, apply `deactivate_on_destroy = false` first.",
		webhookName(ref)))
}

// addWebhookMismatch reports an answer that is about another webhook, or in
// which the service has other values than asked for.
func addWebhookMismatch(diags *diag.Diagnostics, ref paymentapi.WebhookRef, fields []string) {
	diags.AddError("Unexpected Webhook Answer", diagnostics.Paragraphs(
		fmt.Sprintf("The payment service answered for %s, but with another %s than asked for.", webhookName(ref), diagnostics.QuoteList(fields)),
		"The state is as it was before. Check at the service which values the webhook has, whether it accepts the configured ones, and that the provider's `base_url` leads to the right service; then plan again."))
}

// addWebhookGone warns that a webhook leaves the state because the service no
// longer has it.
func addWebhookGone(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddWarning(webhookNotFound, diagnostics.Paragraphs(
		fmt.Sprintf("The payment service no longer has %s, so it is removed from the state. Applying tries to adopt it again and fails while it does not exist.", webhookName(ref)),
		"Take the resource out of the configuration, or set `webhook_id` to the webhook that took its place."))
}

// addWebhookStays warns that destroying the resource leaves the webhook.
func addWebhookStays(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddWarning("Webhook Stays at the Service", diagnostics.Paragraphs(
		fmt.Sprintf("Destroying this resource sends nothing: %s stays at the payment service with its settings, and goes on firing if it is active. The API can't delete webhooks.", webhookName(ref)),
		"To stop it along with the resource, set `deactivate_on_destroy = true` and apply before destroying."))
}

// addWebhookInDoubt warns that settings are sent again, though the state has the
// configured values already.
func addWebhookInDoubt(diags *diag.Diagnostics, ref paymentapi.WebhookRef, settings []string) {
	diagnostics.AddSecretWarning(diags, "Webhook Settings in Doubt", fmt.Sprintf(
		"An earlier update of %s failed, but the service may have taken it on, so that its %s may differ from the state. "+
			"What is configured of that is sent again.", webhookName(ref), diagnostics.QuoteList(settings)))
}

// addImportedUnread warns that an import brought the ids only.
func addImportedUnread(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddWarning("Webhook Settings Not Known", diagnostics.Paragraphs(
		fmt.Sprintf("The import brought the ids of %s, but its settings could not be read, so whether it exists and how it is set up is not known.", webhookName(ref)),
		"The next apply sends whatever the configuration sets. Where the service does not answer a GET on webhooks, `webhook_refresh = \"patch\"` in the provider reads them by an update that changes nothing."))
}

// addInvalidImport reports an import id or identity of the wrong form.
func addInvalidImport(diags *diag.Diagnostics, err error) {
	diags.AddError("Invalid Import ID", diagnostics.Paragraphs(
		fmt.Sprintf("The webhook can't be imported: %s.", err),
		"Expected is STORE_ID/WEBHOOK_ID or MERCHANT_ID/STORE_ID/WEBHOOK_ID, each a UUID."))
}

// addTokenConflict reports that both forms of the token are configured.
func addTokenConflict(diags *diag.Diagnostics) {
	diagnostics.AddSecretError(diags, "Conflicting Webhook Tokens",
		"`auth_token` and `auth_token_wo` can't both be set. Keep `auth_token_wo`, which stays out of plan and state, with its `auth_token_wo_version`.")
}

// addTokenWithoutVersion reports a write-only token that nothing would send.
func addTokenWithoutVersion(diags *diag.Diagnostics) {
	diagnostics.AddSecretError(diags, "Missing Webhook Token Version",
		"`auth_token_wo` needs `auth_token_wo_version`: the CLI keeps no write-only value to compare with, so the token is sent when the version changes. Set it to 1, and to another number with each new token.")
}

// addTokenInState suggests the write-only token.
func addTokenInState(diags *diag.Diagnostics) {
	diagnostics.AddSecretWarning(diags, "Webhook Token Kept in State",
		"`auth_token` is kept in the state. This CLI also has write-only arguments: `auth_token_wo` with `auth_token_wo_version` stays out of plan and state.")
}

// addVersionWithoutToken reports a new version with nothing to send.
func addVersionWithoutToken(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diagnostics.AddSecretError(diags, "Missing Webhook Token",
		fmt.Sprintf("`auth_token_wo_version` changed for %s, but `auth_token_wo` is null, so there is no token to send. The version was not recorded and nothing was sent. Give `auth_token_wo` a value, or take the version out.", webhookName(ref)))
}

// addTokenStays warns that the service keeps a token that is configured no
// more.
func addTokenStays(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diagnostics.AddSecretWarning(diags, "Webhook Token Stays at the Service",
		fmt.Sprintf("The token went out of the configuration, but the API has no way to remove one: %s goes on sending the old value in its notifications. Set another token to replace it.", webhookName(ref)))
}

// addWebhookResumeError words why a webhook was not resumed.
func addWebhookResumeError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	if errors.Is(err, paymentapi.ErrNotFound) {
		diagnostics.AddCallError(diags, webhookNotFound, err, fmt.Sprintf(
			"The service knows no %s, so there is nothing to resume.", webhookName(ref)))
		return
	}
	diagnostics.AddCallError(diags, "Unable to Resume Webhook", err, "Invoking the action again is safe.")
}

// addWebhookNotResumed reports an answer that does not say that the webhook is
// active; fields are those in which it is another than asked for.
func addWebhookNotResumed(diags *diag.Diagnostics, ref paymentapi.WebhookRef, fields []string) {
	problem := "does not say whether it is active"
	if len(fields) > 0 {
		problem = "has another " + diagnostics.QuoteList(fields) + " than asked for"
	}
	diags.AddError("Unable to Resume Webhook", diagnostics.Paragraphs(
		fmt.Sprintf("The payment service accepted the update of %s, but its answer %s.", webhookName(ref), problem),
		"Look at the webhook at the service, and check that the provider's `base_url` leads to the right one. Invoking the action again is safe."))
}
