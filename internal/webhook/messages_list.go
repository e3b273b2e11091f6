// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

const webhooksNotListed = "Unable to List Webhooks"

const importByID = "Without a list, take the ids of the webhooks from the service's console, and import each webhook with `terraform import ADDRESS STORE_ID/WEBHOOK_ID` or an `import` block."

// addListError reports that a list of webhooks could not be read to its end.
func addListError(diags *diag.Diagnostics, q paymentapi.WebhookQuery, err error) {
	var (
		page     *paymentapi.PageError
		response *paymentapi.ResponseError
		number   = 1
	)
	if errors.As(err, &page) {
		number, err = page.Page, page.Err
	}
	where := fmt.Sprintf("The error occurred on page %d of the list. No part of the list is kept.", number)
	unusable := errors.As(err, &response)
	switch {
	case number == 1 && (kindOf(err) == errorMissing || kindOf(err) == errorNoCall):
		diags.AddError(webhooksNotListed, diagnostics.Paragraphs(err.Error(),
			fmt.Sprintf("The API does not document a list of webhooks, and this service may not offer one. If it does, check that %s is the id of a store and that the provider's `base_url` is the address of the API.", q.StoreID),
			importByID))
	case number == 1 && unusable:
		diagnostics.AddCallError(diags, webhooksNotListed, err, where, importByID)
	case unusable: // the pages before were usable, so the address is right
		diags.AddError(webhooksNotListed, diagnostics.Paragraphs(
			fmt.Sprintf("The payment service answered %s with a page that cannot be used: %s.", response.Request, response.Problem),
			where, "Ask the operator of the service about it. "+importByID))
	default:
		diagnostics.AddCallError(diags, webhooksNotListed, err, where)
	}
}

// addListMismatch reports that a list holds a webhook that does not belong to
// what was asked for.
func addListMismatch(diags *diag.Diagnostics, q paymentapi.WebhookQuery, w *paymentapi.Webhook, fields []string) {
	name := "a webhook"
	if validators.CheckUUID(*w.ID) == nil { // anything else may hold whatever the service likes
		name = "webhook " + *w.ID
	}
	diags.AddError(webhooksNotListed, diagnostics.Paragraphs(
		fmt.Sprintf("The provider requested the webhooks of store %s, but the list contains %s with an unexpected %s. No part of the list is kept.",
			q.StoreID, name, diagnostics.QuoteList(fields)),
		"Check that the provider's `base_url` is the address of the right service, and ask its operator whether it can list the webhooks of a single store."))
}

// addListTooLong reports a list that takes too much memory.
func addListTooLong(diags *diag.Diagnostics, q paymentapi.WebhookQuery, webhooks int) {
	diags.AddError(webhooksNotListed, diagnostics.Paragraphs(
		fmt.Sprintf("After %d webhooks, the list of store %s is larger than %d MiB and continues. No part of the list is kept.", webhooks, q.StoreID, maxListSize>>20),
		"A store normally has far fewer webhooks. Ask the operator of the service about it."))
}

// addListCutShort warns that the CLI asked for fewer webhooks than there are.
func addListCutShort(diags *diag.Diagnostics, q paymentapi.WebhookQuery, limit int) {
	diags.AddWarning("Webhook List Cut Short", fmt.Sprintf(
		"Store %s has more webhooks than the %d listed here. To see the others, raise `limit` in the `list` block. Its default is 100.", q.StoreID, limit))
}
