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

// maxListSize limits the texts of a list in bytes. It is many times what the
// webhooks of a store take, and keeps a list without end out of memory.
const maxListSize = 16 << 20

// readList reads the webhooks of a store through all pages, or up to limit if it
// is above 0. A list that cannot be read to its end is an error, and nothing of
// it is returned.
func readList(ctx context.Context, client *paymentapi.Client, q paymentapi.WebhookQuery, limit int, diags *diag.Diagnostics) listing {
	var (
		read listing
		size int
	)
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
			size += textSize(&page.Items[i])
		}
		if size > maxListSize {
			addListTooLong(diags, q, len(read.webhooks)+len(page.Items))
			return listing{}
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
	return names(mismatch(paymentapi.WebhookRef{MerchantID: q.MerchantID, StoreID: q.StoreID, WebhookID: *w.ID}, wantedNothing, w))
}

// textSize returns how many bytes the texts of a webhook take.
func textSize(w *paymentapi.Webhook) int {
	size := 0
	for _, text := range []*string{w.ID, w.PlatformID, w.MerchantID, w.StoreID, w.URL, w.CreatedOn, w.UpdatedOn} {
		if text != nil {
			size += len(*text)
		}
	}
	if w.Triggers != nil {
		for _, trigger := range *w.Triggers {
			size += len(trigger)
		}
	}
	return size
}
