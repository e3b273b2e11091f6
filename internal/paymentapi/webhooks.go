// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi/redact"
)

// WebhookRef names a webhook. With a MerchantID the long path is used (API
// description, section 4.3).
type WebhookRef struct{ MerchantID, StoreID, WebhookID string }

// Webhook is a webhook as the service answers with it (API description, section
// 2.3). What the answer left out, or gave as null, is nil. A token that the
// service echoes is not read.
type Webhook struct {
	ID         *string   `json:"id"`
	PlatformID *string   `json:"platform_id"`
	MerchantID *string   `json:"merchant_id"`
	StoreID    *string   `json:"store_id"`
	Triggers   *[]string `json:"triggers"`
	URL        *string   `json:"url"`
	Active     *bool     `json:"active"`
	CreatedOn  *string   `json:"created_on"`
	UpdatedOn  *string   `json:"updated_on"`
}

// WebhookPatch is what to change of a webhook; nil leaves a field alone.
type WebhookPatch struct {
	Active    *bool     `json:"active,omitempty"`
	URL       *string   `json:"url,omitempty"`
	Triggers  *[]string `json:"triggers,omitempty"`
	AuthToken *string   `json:"auth_token,omitempty"`
}

// IsEmpty tells whether p changes nothing.
func (p WebhookPatch) IsEmpty() bool { return p == WebhookPatch{} }

// GetWebhook reads a webhook. The description does not name this call; many
// services answer it on the path of the update.
func (c *Client) GetWebhook(ctx context.Context, ref WebhookRef) (*Webhook, error) {
	r := ref.call(http.MethodGet)
	return c.webhook(ctx, r, WebhookPatch{})
}

// UpdateWebhook changes a webhook and returns it as it is then (API
// description, section 4.3). An empty patch changes nothing but may move
// updated_on.
func (c *Client) UpdateWebhook(ctx context.Context, ref WebhookRef, patch WebhookPatch) (*Webhook, error) {
	r := ref.call(http.MethodPatch)
	var err error
	if r.body, err = encodeJSON(patch); err != nil {
		return nil, err
	}
	if patch.AuthToken != nil {
		r.secrets = tokenSecrets(*patch.AuthToken)
		c.tokens.Remember(r.secrets...)
	}
	return c.webhook(ctx, r, patch)
}

// tokenSecrets returns a token and what of it a service may repeat by itself:
// the words after a scheme, unless they are too short to be the secret.
func tokenSecrets(token string) []string {
	return append([]string{token}, slices.DeleteFunc(strings.Fields(token), func(word string) bool { return len(word) < minTokenWord })...)
}

// minTokenWord is longer than the schemes in use, such as Bearer.
const minTokenWord = 8

func (c *Client) webhook(ctx context.Context, r call, patch WebhookPatch) (*Webhook, error) {
	answer, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	var w Webhook
	if err := decodeObject(answer, &w); err != nil {
		return nil, c.untrusted(r, err.Error())
	}
	if w.Triggers != nil && len(*w.Triggers) > maxTriggers {
		return nil, c.untrusted(r, fmt.Sprintf("its triggers has more than %d elements", maxTriggers))
	}
	if field := w.echoes(c.credentials.With(r.secrets...), patch); field != "" {
		return nil, c.untrusted(r, "its "+field+" repeats a secret")
	}
	return &w, nil
}

// maxTriggers is many times the kinds of event that there are. A set of a
// million would keep the CLI busy for hours.
const maxTriggers = 1000

func (ref WebhookRef) call(method string) call {
	r := call{
		method: method, want: http.StatusOK,
		template: "/stores/{storeId}/webhooks/{webhookId}", params: []string{ref.StoreID, ref.WebhookID},
	}
	if ref.MerchantID != "" {
		r.template = "/merchants/{merchantId}" + r.template
		r.params = append([]string{ref.MerchantID}, r.params...)
	}
	return r
}

// echoes names the field, if any, in which a secret came back and would be
// kept. What the patch itself set is the caller's own.
func (w *Webhook) echoes(redactor *redact.Redactor, patch WebhookPatch) string {
	kept := map[string]*string{
		"platform_id": w.PlatformID, "merchant_id": w.MerchantID,
		"created_on": w.CreatedOn, "updated_on": w.UpdatedOn,
	}
	if patch.URL == nil {
		kept["url"] = w.URL
	}
	for field, value := range kept {
		if value != nil && redactor.Holds(*value) {
			return field
		}
	}
	if patch.Triggers == nil && w.Triggers != nil && slices.ContainsFunc(*w.Triggers, redactor.Holds) {
		return "triggers"
	}
	return ""
}
