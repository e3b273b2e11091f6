// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// WebhookQuery says which webhooks to list. With a MerchantID the long path is
// used, as for a single webhook.
type WebhookQuery struct {
	MerchantID, StoreID string
}

// ListWebhooks reads the pages of a store's webhooks one after the other, each
// webhook once, however its id is spelled, until the last (API description,
// section 4.4). The description names no such call; many services answer it on
// the parent of a webhook's own path. It yields at most one error, a
// *PageError, and ends with it. Each webhook has an id, which is a UUID.
func (c *Client) ListWebhooks(ctx context.Context, q WebhookQuery) iter.Seq2[*Page[Webhook], error] {
	list := func(cursor string) (*Page[Webhook], error) {
		r := q.call(http.MethodGet)
		r.list, r.query = true, url.Values{"limit": {positive(MaxPageSize)}}
		if cursor != "" {
			r.query.Set("cursor", cursor)
		}
		return readPage(ctx, c, r, decodeListed)
	}
	return func(yield func(*Page[Webhook], error) bool) {
		seen := IDSet{}
		for page, err := range Pages("", list, func(w *Webhook) string { return *w.ID }) {
			if err == nil {
				page.Items = slices.DeleteFunc(page.Items, func(w Webhook) bool { return !seen.Add(strings.ToLower(*w.ID)) })
			}
			if !yield(page, err) {
				return
			}
		}
	}
}

// call is a call to the path of a store's webhooks.
func (q WebhookQuery) call(method string) call {
	r := call{
		method: method, want: []int{http.StatusOK}, documented: webhookNames,
		template: "/stores/{storeId}/webhooks", params: []string{q.StoreID},
	}
	if q.MerchantID != "" {
		r.template = "/merchants/{merchantId}" + r.template
		r.params = append([]string{q.MerchantID}, r.params...)
	}
	return r
}

// decodeListed decodes a webhook of a list.
func decodeListed(decoder *jsontext.Decoder, w *Webhook) error {
	if err := webhookFields.read(decoder, w); err != nil {
		return err
	}
	if w.ID == nil || !IsUUID(*w.ID) {
		return errors.New("it has no id that is a UUID")
	}
	return nil
}
