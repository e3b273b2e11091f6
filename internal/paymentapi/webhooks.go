// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
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
	return c.webhook(ctx, http.MethodGet, ref, nil, nil)
}

// UpdateWebhook changes a webhook and returns it as it is then (API
// description, section 4.3). An empty patch changes nothing but may move
// updated_on.
func (c *Client) UpdateWebhook(ctx context.Context, ref WebhookRef, patch WebhookPatch) (*Webhook, error) {
	body, err := marshal(patch)
	if err != nil {
		return nil, err
	}
	var secrets []string
	if patch.AuthToken != nil {
		secrets = append(secrets, *patch.AuthToken)
	}
	w, err := c.webhook(ctx, http.MethodPatch, ref, body, secrets)
	if err != nil {
		return nil, err
	}
	return w, c.refuseEcho(ref, patch, w, secrets)
}

func (c *Client) webhook(ctx context.Context, method string, ref WebhookRef, body []byte, secrets []string) (*Webhook, error) {
	r := call{method: method, body: body, want: http.StatusOK, secrets: secrets}
	r.template, r.params = ref.path()
	answer, err := c.do(ctx, r)
	if err != nil {
		return nil, err
	}
	var w Webhook
	if err := c.decode(r, answer, &w); err != nil {
		return nil, err
	}
	if w.Triggers != nil && len(*w.Triggers) > maxTriggers {
		return nil, wrongAnswer(r, "its field triggers has more than "+strconv.Itoa(maxTriggers)+" elements")
	}
	return &w, nil
}

// maxTriggers is many times the kinds of event that there are. A set of a
// million would keep the CLI busy for hours.
const maxTriggers = 1000

func (ref WebhookRef) path() (template string, params []string) {
	template, params = "/stores/{storeId}/webhooks/{webhookId}", []string{ref.StoreID, ref.WebhookID}
	if ref.MerchantID == "" {
		return template, params
	}
	return "/merchants/{merchantId}" + template, append([]string{ref.MerchantID}, params...)
}

// refuseEcho fails where the answer holds a secret in a field that would be
// kept. What the patch itself set is the caller's own.
func (c *Client) refuseEcho(ref WebhookRef, patch WebhookPatch, w *Webhook, secrets []string) error {
	redactor := c.redactor.With(secrets...)
	values := map[string]*string{
		"platform_id": w.PlatformID, "merchant_id": w.MerchantID,
		"created_on": w.CreatedOn, "updated_on": w.UpdatedOn,
	}
	if patch.URL == nil {
		values["url"] = w.URL
	}
	echoed := func(v *string) bool { return v != nil && redactor.Holds(*v) }
	for field, value := range values {
		if echoed(value) {
			return c.wrongAnswer(http.MethodPatch, ref, "its field "+field+" repeats a secret")
		}
	}
	if patch.Triggers == nil && w.Triggers != nil && slices.ContainsFunc(*w.Triggers, redactor.Holds) {
		return c.wrongAnswer(http.MethodPatch, ref, "its field triggers repeats a secret")
	}
	return nil
}

func (c *Client) wrongAnswer(method string, ref WebhookRef, problem string) error {
	template, params := ref.path()
	return wrongAnswer(call{method: method, template: template, params: params, want: http.StatusOK}, problem)
}

// wrongAnswer is the error for an answer to r that is JSON, but not what was
// asked for.
func wrongAnswer(r call, problem string) *ResponseError {
	path, err := fillTemplate(r.template, r.params)
	if err != nil {
		path = r.template
	}
	return &ResponseError{
		Call: Call{Method: r.method, Path: path, Attempts: 1}, StatusCode: r.want,
		ContentType: "application/json", Problem: problem,
	}
}

// decode reads the JSON object body into v. Its error names the field of a
// wrong type, never its value.
func (c *Client) decode(r call, body []byte, v any) error {
	if !bytes.HasPrefix(bytes.TrimSpace(body), []byte("{")) {
		return wrongAnswer(r, "its body is no JSON object")
	}
	err := json.Unmarshal(body, v)
	var wrongType *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrongType) && wrongType.Field != "":
		return wrongAnswer(r, "its field "+wrongType.Field+" is of another type than documented")
	default:
		return wrongAnswer(r, "its body can't be read")
	}
}

// marshal writes v as JSON, characters as they are.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, errors.New("the request body could not be written")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
