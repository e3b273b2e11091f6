// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package diagnostics

import (
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// AddWebhookResumeError words why a webhook was not resumed.
func AddWebhookResumeError(diags *diag.Diagnostics, ref paymentapi.WebhookRef, err error) {
	if errors.Is(err, paymentapi.ErrNotFound) {
		AddCallError(diags, webhookNotFound, err, fmt.Sprintf(
			"The service knows no %s, so there is nothing to resume.", webhookName(ref)))
		return
	}
	AddCallError(diags, "Unable to Resume Webhook", err, "Invoking the action again is safe.")
}

// AddWebhookNotResumed reports an answer that does not say that the webhook is
// active; fields are those in which it is another than asked for.
func AddWebhookNotResumed(diags *diag.Diagnostics, ref paymentapi.WebhookRef, fields []string) {
	problem := "does not say whether it is active"
	if len(fields) > 0 {
		problem = "has another " + quoteList(fields) + " than asked for"
	}
	diags.AddError("Unable to Resume Webhook", paragraphs(
		fmt.Sprintf("The payment service accepted the update of %s, but its answer %s.", webhookName(ref), problem),
		"Look at the webhook at the service, and check that the provider's `base_url` leads to the right one. Invoking the action again is safe."))
}
