// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// WebhookRef names a webhook. With a MerchantID the long path is used (API description, section 4.3).
type WebhookRef struct {
	MerchantID string
	StoreID    string
	WebhookID  string
	// KnownURL is the webhook's URL, if it is known. No message repeats what follows its
	// host; if that may hold a secret, a call for the webhook counts as one that sent it.
	KnownURL string
}

// Webhook is a webhook as the service answers with it (API description, section 2.3). What is
// absent, null or of another type is nil. A token that the service echoes is not read.
type Webhook struct {
	WebhookSettings

	ID         *string
	PlatformID *string
	MerchantID *string
	StoreID    *string
	CreatedOn  *string
	UpdatedOn  *string
}

func (w *Webhook) readers() fieldReaders {
	return fieldReaders{
		"id":          into(&w.ID, decodeText),
		"platform_id": into(&w.PlatformID, decodeText),
		"merchant_id": into(&w.MerchantID, decodeText),
		"store_id":    into(&w.StoreID, decodeText),
		"active":      into(&w.Active, decodeAs[bool]),
		"url":         into(&w.URL, decodeText),
		"triggers":    into(&w.Triggers, decodeAs[[]string]),
		"created_on":  into(&w.CreatedOn, decodeText),
		"updated_on":  into(&w.UpdatedOn, decodeText),
	}
}

// WebhookSettings are what a request can set of a webhook and an answer shows.
type WebhookSettings struct {
	Active   *bool     `json:"active,omitempty"`
	URL      *string   `json:"url,omitempty"`
	Triggers *[]string `json:"triggers,omitempty"`
}

// webhookNames are the fields of a webhook, and the parameters of its calls (API
// description, sections 4.3 and 4.4).
var webhookNames = slices.AppendSeq([]string{
	"webhook_id", "merchantId", "storeId", "webhookId", "auth_token", "limit", "cursor", "cursor_direction",
}, maps.Keys(new(Webhook).readers()))

// WebhookPatch is what to change of a webhook; nil leaves a field alone.
type WebhookPatch struct {
	WebhookSettings

	AuthToken *string `json:"auth_token,omitempty"`
}

// GetWebhook reads a webhook. The description does not name this call; many
// services answer it on the path of the update.
func (c *Client) GetWebhook(ctx context.Context, ref WebhookRef) (*Webhook, error) {
	return c.webhook(ctx, ref.webhookCall(http.MethodGet))
}

// previewTime is how long a preview may take.
const previewTime = 5 * time.Second

// errPreviewTime ends a preview of several pages.
var errPreviewTime = errors.New("the list was not read within " + FormatDuration(previewTime))

// PreviewWebhook is GetWebhook for what is good to know and not needed: it makes one
// attempt, of five seconds from its start. If the error's Attempts is 0, the gate left no time for it.
func (c *Client) PreviewWebhook(ctx context.Context, ref WebhookRef) (*Webhook, error) {
	preview := ref.webhookCall(http.MethodGet)
	preview.oneAttempt = true
	preview.timeLimit = previewTime
	webhook, err := c.webhook(ctx, preview)
	if failed, ok := errors.AsType[*Error](err); ok && failed.Fault == FaultTimeout {
		failed.Fault = FaultInterrupted // so that no message advises a longer timeout
	}
	return webhook, err
}

// UpdateWebhook changes a webhook and returns it as it is then (API description, section 4.3).
// An empty patch changes nothing but may move updated_on.
func (c *Client) UpdateWebhook(ctx context.Context, ref WebhookRef, patch WebhookPatch) (*Webhook, error) {
	call := ref.webhookCall(http.MethodPatch)
	call.setPatch(patch)
	return c.webhook(ctx, call)
}

// Creation is what came of a call that creates a webhook.
type Creation struct {
	// ID is the UUID of the webhook that the service says it has created; empty if it named none.
	ID string
	// Webhook is what the service answered; nil if that is of no use beyond the ID.
	Webhook *Webhook
	// Err is why the call failed; nil if it did not. With an ID, the webhook exists all the same.
	Err error
}

// CreateWebhook creates a webhook in the store of ref. The description names this call and
// does not show it; many services answer it on the parent of a webhook's own path. It is sent
// once, unless the service cannot have acted on it, and an attempt runs to its end although
// ctx ends.
func (c *Client) CreateWebhook(ctx context.Context, ref WebhookRef, settings WebhookPatch) Creation {
	post := ref.storeCall(http.MethodPost)
	post.setPatch(settings)
	post.okStatuses = []int{http.StatusCreated, http.StatusOK}
	post.detached = true

	webhook, err := c.webhook(ctx, post)
	if err == nil {
		return Creation{ID: *webhook.ID, Webhook: webhook}
	}
	failed, ok := errors.AsType[*Error](err)
	if ok && failed.StatusCode/100 == 2 { // the service says that it has created what the answer names
		return Creation{ID: failed.ObjectID, Err: err}
	}
	return Creation{Err: err}
}

// DeleteWebhook deletes a webhook. The description does not name this call; many
// services answer it on the path of the update.
func (c *Client) DeleteWebhook(ctx context.Context, ref WebhookRef) error {
	call := ref.webhookCall(http.MethodDelete)
	call.okStatuses = nil // any success, with any body
	_, err := c.do(ctx, call)
	return err
}

// webhook makes a call and reads the webhook that the service answers with. It has an id, which
// is a UUID if the webhook is new.
func (c *Client) webhook(ctx context.Context, call *apiCall) (*Webhook, error) {
	answer, err := c.do(ctx, call)
	if err != nil {
		return nil, err
	}

	webhook := &Webhook{}
	_ = webhook.readers().read(decoderOf(answer.body)) // what cannot be used is as what is missing

	isNew := call.method == http.MethodPost
	switch {
	case webhook.ID == nil:
		return nil, answer.newError(FaultUnexpectedAnswer, "its body contains no webhook with an id")
	case isNew && !IsUUID(*webhook.ID):
		return nil, answer.newError(FaultUnexpectedAnswer, "its body contains no webhook with an id that is a UUID")
	}
	return webhook, nil
}

// webhookCall is a call to the path of a webhook.
func (ref WebhookRef) webhookCall(method string) *apiCall {
	call := ref.storeCall(method)
	call.template += "/{webhookId}"
	call.pathParams = append(call.pathParams, ref.WebhookID)
	call.protectURL(ref.KnownURL)
	return call
}

// storeCall is a call to the path of all webhooks of the store.
func (ref WebhookRef) storeCall(method string) *apiCall {
	call := &apiCall{
		method:     method,
		template:   "/stores/{storeId}/webhooks",
		pathParams: []string{ref.StoreID},
		okStatuses: []int{http.StatusOK},
		documented: webhookNames,
	}

	if ref.MerchantID != "" {
		call.template = "/merchants/{merchantId}" + call.template
		call.pathParams = []string{ref.MerchantID, ref.StoreID}
	}
	return call
}

// setPatch lets a call set something of a webhook.
func (call *apiCall) setPatch(patch WebhookPatch) {
	call.payload = patch
	if patch.AuthToken != nil {
		call.sendsSecret = true
	}
	if patch.URL != nil {
		call.protectURL(*patch.URL)
	}
}

// protectURL keeps messages about a call from repeating the URL of a webhook.
func (call *apiCall) protectURL(address string) {
	call.withheld = append(call.withheld, afterHost(address))
	if mayHoldSecret(address) {
		call.sendsSecret = true
	}
}

// minSecret is the length of the shortest part of a webhook's URL that may be a secret.
const minSecret = 10

// mayHoldSecret reports whether a segment in the path, or a value in the query, of the URL of a webhook is
// long enough for a secret.
func mayHoldSecret(address string) bool {
	path, query, _ := strings.Cut(afterHost(address), "?")
	parts := strings.Split(path, "/")

	for pair := range strings.SplitSeq(query, "&") {
		name, value, isPair := strings.Cut(pair, "=")
		if !isPair {
			value = name
		}
		parts = append(parts, value)
	}

	isLong := func(part string) bool {
		return utf8.RuneCountInString(part) >= minSecret
	}
	return slices.ContainsFunc(parts, isLong)
}

// afterHost returns what follows the host in the URL of a webhook, where receivers keep
// secrets.
func afterHost(address string) string {
	_, after, _ := strings.Cut(address, "://")
	start := strings.IndexAny(after, "/?#")
	if start < 0 {
		return ""
	}
	return strings.TrimRight(after[start:], "/")
}

// ListWebhooks reads the webhooks of ref's store through all pages, each once, however its id
// is spelled (API description, section 4.4). The description names no such call; many services
// answer it on the parent of a webhook's own path. If stopAbove is above 0, it reads no further page
// once it has more than that, and returns all that it has. An error is a *PageError, and comes alone.
// Each webhook has an id, which is a UUID.
func (c *Client) ListWebhooks(ctx context.Context, ref WebhookRef, stopAbove int) ([]Webhook, error) {
	return c.listWebhooks(ctx, ref.storeCall(http.MethodGet), stopAbove)
}

// PreviewWebhooks is ListWebhooks for what is good to know and not needed: it makes one attempt for each
// page, and takes five seconds for the whole list. If the error's Attempts is 0, the gate left no time for it.
func (c *Client) PreviewWebhooks(ctx context.Context, ref WebhookRef) ([]Webhook, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, previewTime, errPreviewTime)
	defer cancel()
	preview := ref.storeCall(http.MethodGet)
	preview.oneAttempt = true
	return c.listWebhooks(ctx, preview, 0)
}

// listWebhooks makes a call for each page of a list.
func (c *Client) listWebhooks(ctx context.Context, call *apiCall, stopAbove int) ([]Webhook, error) {
	readAfter := func(cursor string) (*Page[Webhook], error) {
		next := *call
		next.query = url.Values{"limit": {formatPositive(MaxPageSize)}}
		if cursor != "" {
			next.query.Set("cursor", cursor)
		}
		return readPage(ctx, c, &next, decodeWebhook)
	}

	idOf := func(webhook *Webhook) string {
		return *webhook.ID
	}

	var all []Webhook
	seen := IDSet{}
	isSeen := func(webhook Webhook) bool {
		return !seen.Add(strings.ToLower(*webhook.ID))
	}

	accept := func(page *Page[Webhook]) error {
		page.Items = slices.DeleteFunc(page.Items, isSeen)
		all = append(all, page.Items...)
		if stopAbove > 0 && len(all) > stopAbove {
			page.HasMore = false
		}
		return nil
	}

	if err := ReadPages("", readAfter, idOf, accept); err != nil {
		return nil, err
	}
	return all, nil
}

// decodeWebhook decodes a webhook of a list.
func decodeWebhook(decoder *jsontext.Decoder, webhook *Webhook) error {
	_ = webhook.readers().read(decoder) // what cannot be used is as what is missing
	if webhook.ID == nil || !IsUUID(*webhook.ID) {
		return errors.New("it has no id that is a UUID")
	}
	return nil
}
