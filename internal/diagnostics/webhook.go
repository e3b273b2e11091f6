// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics

import (
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

const webhookNotFound = "Webhook Not Found"

func webhookName(ref paymentapi.WebhookRef) string {
	return fmt.Sprintf("webhook %s of store %s", ref.WebhookID, ref.StoreID)
}

// AddWebhookUpdateError words why a webhook was not updated, or not adopted.
func AddWebhookUpdateError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	again := "The state is as it was before; applying again is safe."
	if errors.Is(err, paymentapi.ErrNotFound) {
		merchant := ""
		if ref.MerchantID != "" {
			merchant = " and merchant " + ref.MerchantID
		}
		AddCallError(diags, webhookNotFound, err, fmt.Sprintf(
			"The service knows no %s%s. This resource adopts a webhook that exists; the API can't create one. Create it at the service first, or correct `webhook_id` and `store_id`.",
			webhookName(ref), merchant))
		return
	}
	AddCallError(diags, "Unable to Update Webhook", err, again)
}

// AddWebhookReadError words why a webhook could not be refreshed.
func AddWebhookReadError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	advice := fmt.Sprintf("The state of %s is as it was before.", webhookName(ref))
	for _, refused := range []error{paymentapi.ErrUnauthorized, paymentapi.ErrForbidden, paymentapi.ErrMethodNotAllowed, paymentapi.ErrNotImplemented} {
		if errors.Is(err, refused) {
			advice += " Where this service does not let webhooks be read, set `webhook_refresh = \"off\"` in the provider (or \"patch\", which reads by an update that changes nothing)."
		}
	}
	AddCallError(diags, "Unable to Read Webhook", err, advice)
}

// AddWebhookDeactivateError words why a webhook was not stopped along with its
// resource.
func AddWebhookDeactivateError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	AddCallError(diags, "Unable to Deactivate Webhook", err, fmt.Sprintf(
		"The resource of %s is still in the state: destroying again tries again. To let go of it without stopping the webhook, apply `deactivate_on_destroy = false` first.",
		webhookName(ref)))
}

// AddWebhookMismatch reports an answer that is about another webhook, or in
// which the service has other values than asked for.
func AddWebhookMismatch(diags *diag.Diagnostics, ref paymentapi.WebhookRef, fields []string) {
	diags.AddError("Unexpected Webhook Answer", paragraphs(
		fmt.Sprintf("The payment service answered for %s, but with another %s than asked for.", webhookName(ref), quoteList(fields)),
		"The state is as it was before. Check at the service which values the webhook has, whether it accepts the configured ones, and that the provider's `base_url` leads to the right service; then plan again."))
}

// AddWebhookGone warns that a webhook leaves the state because the service no
// longer has it.
func AddWebhookGone(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddWarning(webhookNotFound, paragraphs(
		fmt.Sprintf("The payment service no longer has %s, so it is removed from the state. Applying tries to adopt it again and fails while it does not exist.", webhookName(ref)),
		"Take the resource out of the configuration, or set `webhook_id` to the webhook that took its place."))
}

// AddWebhookStays warns that destroying the resource leaves the webhook.
func AddWebhookStays(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddWarning("Webhook Stays at the Service", paragraphs(
		fmt.Sprintf("Destroying this resource sends nothing: %s stays at the payment service with its settings, and goes on firing if it is active. The API can't delete webhooks.", webhookName(ref)),
		"To stop it along with the resource, set `deactivate_on_destroy = true` and apply before destroying."))
}

// AddWebhookInDoubt warns that settings are sent again, though the state has the
// configured values already.
func AddWebhookInDoubt(diags *diag.Diagnostics, ref paymentapi.WebhookRef, settings []string) {
	AddSecretWarning(diags, "Webhook Settings in Doubt", fmt.Sprintf(
		"An earlier update of %s failed, but the service may have taken it on, so that its %s may differ from the state. "+
			"What is configured of that is sent again.", webhookName(ref), quoteList(settings)))
}

// AddImportedUnread warns that an import brought the ids only.
func AddImportedUnread(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	diags.AddWarning("Webhook Settings Not Known", paragraphs(
		fmt.Sprintf("The import brought the ids of %s, but its settings could not be read, so whether it exists and how it is set up is not known.", webhookName(ref)),
		"The next apply sends whatever the configuration sets. Where the service does not answer a GET on webhooks, `webhook_refresh = \"patch\"` in the provider reads them by an update that changes nothing."))
}

// AddInvalidImport reports an import id or identity of the wrong form.
func AddInvalidImport(diags *diag.Diagnostics, err error) {
	diags.AddError("Invalid Import ID", paragraphs(
		fmt.Sprintf("The webhook can't be imported: %s.", err),
		"Expected is STORE_ID/WEBHOOK_ID or MERCHANT_ID/STORE_ID/WEBHOOK_ID, each a UUID."))
}

// AddTokenConflict reports that both forms of the token are configured.
func AddTokenConflict(diags *diag.Diagnostics) {
	AddSecretError(diags, "Conflicting Webhook Tokens",
		"`auth_token` and `auth_token_wo` can't both be set. Keep `auth_token_wo`, which stays out of plan and state, with its `auth_token_wo_version`.")
}

// AddTokenWithoutVersion reports a write-only token that nothing would send.
func AddTokenWithoutVersion(diags *diag.Diagnostics) {
	AddSecretError(diags, "Missing Webhook Token Version",
		"`auth_token_wo` needs `auth_token_wo_version`: the CLI keeps no write-only value to compare with, so the token is sent when the version changes. Set it to 1, and to another number with each new token.")
}

// AddTokenInState suggests the write-only token.
func AddTokenInState(diags *diag.Diagnostics) {
	AddSecretWarning(diags, "Webhook Token Kept in State",
		"`auth_token` is kept in the state. This CLI also has write-only arguments: `auth_token_wo` with `auth_token_wo_version` stays out of plan and state.")
}

// AddVersionWithoutToken reports a new version with nothing to send.
func AddVersionWithoutToken(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	AddSecretError(diags, "Missing Webhook Token",
		fmt.Sprintf("`auth_token_wo_version` changed for %s, but `auth_token_wo` is null, so there is no token to send. The version was not recorded and nothing was sent. Give `auth_token_wo` a value, or take the version out.", webhookName(ref)))
}

// AddTokenStays warns that the service keeps a token that is configured no
// more.
func AddTokenStays(diags *diag.Diagnostics, ref paymentapi.WebhookRef) {
	AddSecretWarning(diags, "Webhook Token Stays at the Service",
		fmt.Sprintf("The token went out of the configuration, but the API has no way to remove one: %s goes on sending the old value in its notifications. Set another token to replace it.", webhookName(ref)))
}
