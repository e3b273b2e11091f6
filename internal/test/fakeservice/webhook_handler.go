// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"net/http"
	"strings"
)

// webhookPatch is a checked request body (API description, section 4.3). Nil
// fields were left out.
type webhookPatch struct {
	active    *bool
	url       *string
	triggers  []string
	authToken *string
}

// updateWebhook implements the API description, section 4.3.
func (s *Service) updateWebhook(c call) response {
	patch, problems := readWebhookPatch(c.body)
	if problems != nil {
		return invalid(problems...)
	}
	changed, refusal := s.applyPatch(c, patch)
	if refusal != nil {
		return *refusal
	}
	return answerJSON(http.StatusOK, changed.wire(c.behavior))
}

// applyPatch changes the stored webhook and returns a copy of it.
func (s *Service) applyPatch(c call, patch webhookPatch) (Webhook, *response) {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	w := s.store.findWebhook(c.params)
	if w == nil {
		r := refuse(http.StatusNotFound, "NOT_FOUND")
		return Webhook{}, &r
	}
	if patch.url != nil && s.store.taken(*w, *patch.url) && c.behavior.UniqueURLs {
		r := refuse(http.StatusConflict, "WEBHOOK_URL_EXISTS")
		return Webhook{}, &r
	}
	before := w.clone()
	before.before, w.before = nil, &before
	patch.apply(w)
	s.touch(w)
	return w.clone(), nil
}

// getWebhook answers a read that the API description does not have, if
// Behavior.WebhookGet is on.
func (s *Service) getWebhook(c call) response {
	if !c.behavior.WebhookGet {
		return refuse(c.behavior.WebhookGetStatus, "NOT_SUPPORTED")
	}
	s.store.mu.RLock()
	w := s.store.findWebhook(c.params)
	if w == nil {
		s.store.mu.RUnlock()
		return refuse(http.StatusNotFound, "NOT_FOUND")
	}
	if c.behavior.WebhookGetLags && w.before != nil {
		w = w.before
	}
	found := w.clone()
	s.store.mu.RUnlock()
	return answerJSON(http.StatusOK, found.asRead(found.wire(c.behavior), c.behavior))
}

// findWebhook returns the webhook that all ids of a path agree on. The caller
// holds the lock.
func (st *store) findWebhook(params map[string]string) *Webhook {
	w, ok := st.webhooks[strings.ToLower(params["webhookId"])]
	if !ok || !strings.EqualFold(w.StoreID, params["storeId"]) {
		return nil
	}
	if merchant, given := params["merchantId"]; given && !strings.EqualFold(w.MerchantID, merchant) {
		return nil
	}
	return w
}

func (p webhookPatch) apply(w *Webhook) {
	if p.active != nil {
		w.Active = *p.active
	}
	if p.url != nil {
		w.URL = *p.url
	}
	if p.triggers != nil {
		w.Triggers = p.triggers
	}
	if p.authToken != nil {
		w.AuthToken = *p.authToken
	}
}

// readWebhookPatch checks every field and reports all that is wrong. The
// description calls the triggers a string here and an array in the answer: an
// array is what the provider sends.
func readWebhookPatch(body map[string]any) (webhookPatch, []fieldProblem) {
	o := &object{members: body}
	patch := webhookPatch{
		active:   o.boolean("active"),
		url:      o.text("url", webhookURL),
		triggers: o.texts("triggers"),
		// The value becomes a header of notifications.
		authToken: o.text("auth_token", headerValue),
	}
	return patch, o.finish()
}
