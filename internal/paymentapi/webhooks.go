// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi/redact"
)

// WebhookRef names a webhook. With a MerchantID the long path is used (API
// description, section 4.3).
type WebhookRef struct{ MerchantID, StoreID, WebhookID string }

// Webhook is a webhook as the service answers with it (API description, section
// 2.3). What the answer left out, or gave as null, is nil. A token that the
// service echoes is not read.
type Webhook struct {
	ID         *string
	PlatformID *string
	MerchantID *string
	StoreID    *string
	Triggers   *[]string
	URL        *string
	Active     *bool
	CreatedOn  *string
	UpdatedOn  *string
}

var webhookFields = fields[Webhook]{
	"id":          into(func(w *Webhook) **string { return &w.ID }, decodeText),
	"platform_id": into(func(w *Webhook) **string { return &w.PlatformID }, decodeText),
	"merchant_id": into(func(w *Webhook) **string { return &w.MerchantID }, decodeText),
	"store_id":    into(func(w *Webhook) **string { return &w.StoreID }, decodeText),
	"triggers":    into(func(w *Webhook) **[]string { return &w.Triggers }, decodeAs[[]string]),
	"url":         into(func(w *Webhook) **string { return &w.URL }, decodeText),
	"active":      into(func(w *Webhook) **bool { return &w.Active }, decodeAs[bool]),
	"created_on":  into(func(w *Webhook) **string { return &w.CreatedOn }, decodeText),
	"updated_on":  into(func(w *Webhook) **string { return &w.UpdatedOn }, decodeText),
}

// WebhookPatch is what to change of a webhook; nil leaves a field alone.
type WebhookPatch struct {
	Active    *bool     `json:"active,omitempty"`
	URL       *string   `json:"url,omitempty"`
	Triggers  *[]string `json:"triggers,omitempty"`
	AuthToken *string   `json:"auth_token,omitempty"`
}

// IsEmpty reports whether p changes nothing.
func (p WebhookPatch) IsEmpty() bool { return p == WebhookPatch{} }

// GetWebhook reads a webhook. The description does not name this call; many
// services answer it on the path of the update. An answer that repeats a token is
// refused; known are the URL and the triggers as they were, if they are known.
func (c *Client) GetWebhook(ctx context.Context, ref WebhookRef, known ...string) (*Webhook, error) {
	return c.webhook(ctx, ref.call(http.MethodGet), c.credentials, known)
}

// GlanceTimeout limits GlanceAtWebhook.
const GlanceTimeout = 5 * time.Second

// GlanceAtWebhook is GetWebhook for what is good to know and not needed: it
// makes one attempt and takes no longer than GlanceTimeout.
func (c *Client) GlanceAtWebhook(ctx context.Context, ref WebhookRef, known ...string) (*Webhook, error) {
	ctx, cancel := context.WithTimeout(ctx, GlanceTimeout)
	defer cancel()
	r := ref.call(http.MethodGet)
	r.once = true
	return c.webhook(ctx, r, c.credentials, known)
}

// UpdateWebhook changes a webhook and returns it as it is then (API
// description, section 4.3). An empty patch changes nothing but may move
// updated_on. An answer that repeats the token is refused, unless the token
// also stands in the patch's URL or triggers or in one of the known texts.
func (c *Client) UpdateWebhook(ctx context.Context, ref WebhookRef, patch WebhookPatch, known ...string) (*Webhook, error) {
	r := ref.call(http.MethodPatch)
	var err error
	if r.body, err = encodeJSON(patch); err != nil {
		return nil, err
	}
	known = slices.Concat(known, patch.texts())
	echoes := c.credentials
	if patch.AuthToken != nil {
		c.Hide(*patch.AuthToken, known...)
		r.secrets = tokenSecrets(*patch.AuthToken)
		echoes = echoes.With(withoutKnown(r.secrets, known)...)
	}
	return c.webhook(ctx, r, echoes, known)
}

// texts are the texts of the patch that the service shows to anyone.
func (p WebhookPatch) texts() []string {
	var texts []string
	if p.URL != nil {
		texts = append(texts, *p.URL)
	}
	if p.Triggers != nil {
		texts = append(texts, *p.Triggers...)
	}
	return texts
}

// FindStore asks for charges of a store, to learn whether the service itself
// answers for it (API description, section 4.2).
func (c *Client) FindStore(ctx context.Context, storeID string) error {
	r := call{
		method: http.MethodGet, want: http.StatusOK, list: true,
		template: "/stores/{storeId}/charges", params: []string{storeID}, query: url.Values{"limit": {"10"}},
	}
	answer, err := c.do(ctx, r)
	if err != nil {
		return err
	}
	if _, err := decodeEnvelope(answer); err != nil {
		return c.untrusted(r, err.Error())
	}
	return nil
}

// Clean returns a text of the service in a form that is fit for a message: in
// one line, not long, and without a secret of this client.
func (c *Client) Clean(text string) string { return cleanText(text, maxReason, c.hidden.redactor) }

// webhook sends r and reads the webhook that the service answers with. What
// would be kept of it must hold none of the echoes.
func (c *Client) webhook(ctx context.Context, r call, echoes *redact.Redactor, known []string) (*Webhook, error) {
	answer, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	var w Webhook
	if err := webhookFields.read(answer, &w); err != nil {
		return nil, c.untrusted(r, err.Error())
	}
	if w.ID == nil && w.URL == nil && w.Active == nil && w.Triggers == nil { // such as an error that came with status 200
		return nil, c.untrusted(r, "its body has no field of a webhook")
	}
	if w.Triggers != nil && len(*w.Triggers) > maxTriggers {
		return nil, c.untrusted(r, fmt.Sprintf("its triggers field has more than %d elements", maxTriggers))
	}
	if field := c.webhookEcho(&w, echoes, known); field != "" {
		return nil, c.repeatsSecret(r, field)
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

// repeats names the first field, if any, that would be kept and holds a secret.
func (w *Webhook) repeats(holds func(text string) bool) string {
	for _, field := range []struct {
		name  string
		value *string
	}{
		{"platform_id", w.PlatformID}, {"merchant_id", w.MerchantID}, {"url", w.URL},
		{"created_on", w.CreatedOn}, {"updated_on", w.UpdatedOn},
	} {
		if field.value != nil && holds(*field.value) {
			return field.name
		}
	}
	if w.Triggers != nil && slices.ContainsFunc(*w.Triggers, holds) {
		return "triggers"
	}
	return ""
}
