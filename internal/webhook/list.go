// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// listing is a store's webhooks, in the service's order.
type listing struct {
	webhooks []paymentapi.Webhook
	// more reports whether the service has further webhooks beyond the limit.
	more bool
}

// readList reads the webhooks of a store through all pages, or up to limit if it
// is above 0. A list that cannot be read to its end is an error, and nothing of
// it is returned.
func readList(ctx context.Context, client *paymentapi.Client, q paymentapi.WebhookQuery, limit int, diags *diag.Diagnostics) listing {
	var read listing
	for page, err := range client.ListWebhooks(ctx, q) {
		if err != nil {
			addListError(diags, q, err)
			return listing{}
		}
		for i := range page.Items {
			if fields := mismatchListed(q, &page.Items[i]); len(fields) > 0 {
				addListMismatch(diags, q, &page.Items[i], fields)
				return listing{}
			}
		}
		read.webhooks = append(read.webhooks, page.Items...)
		if limit > 0 && len(read.webhooks) >= limit {
			read.more = page.HasMore || len(read.webhooks) > limit
			read.webhooks = read.webhooks[:limit]
			break
		}
	}
	return read
}

// mismatchListed names the fields in which a listed webhook is another than
// asked for. What it lacks is no mismatch.
func mismatchListed(q paymentapi.WebhookQuery, w *paymentapi.Webhook) []string {
	return mismatch(paymentapi.WebhookRef{MerchantID: q.MerchantID, StoreID: q.StoreID, WebhookID: *w.ID}, paymentapi.WebhookPatch{}, w)
}
