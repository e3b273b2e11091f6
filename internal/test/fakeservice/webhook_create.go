// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"net/http"
	"strings"
)

// createWebhook answers a call that the API description names and does not show:
// the service gives the webhook its id, and it is active.
func (s *Service) createWebhook(c call) response {
	if status := c.behavior.WebhookCreateStatus; status != 0 {
		return refuse(status, "NOT_SUPPORTED")
	}
	o := &object{members: c.body}
	o.require("url", "triggers")
	target, triggers, token := o.text("url", webhookURL), o.texts("triggers"), o.text("auth_token", headerValue)
	if triggers != nil && len(triggers) == 0 {
		o.refuse("triggers", reasonRequired)
	}
	if problems := o.finish(); problems != nil {
		return invalid(problems...)
	}
	made := Webhook{StoreID: c.params["storeId"], MerchantID: c.params["merchantId"], URL: *target, Triggers: triggers, Active: true}
	if token != nil {
		made.AuthToken = *token
	}
	if b := c.behavior; b.UniqueURLs || b.MaxWebhooks > 0 {
		s.store.mu.RLock()
		taken := s.store.taken(made, made.URL)
		s.store.mu.RUnlock()
		switch {
		case b.UniqueURLs && taken:
			return refuse(http.StatusConflict, "WEBHOOK_URL_EXISTS")
		case b.MaxWebhooks > 0 && len(s.webhooksOf(map[string]string{"storeId": made.StoreID})) >= b.MaxWebhooks:
			return refuse(http.StatusBadRequest, "RESOURCE_LIMIT_REACHED")
		}
	}
	return answerJSON(http.StatusCreated, s.AddWebhook(made).wire(c.behavior))
}

// taken reports whether another webhook of a webhook's store has the URL. The
// caller holds the lock.
func (st *store) taken(w Webhook, url string) bool {
	for _, other := range st.webhooks {
		if other.URL == url && strings.EqualFold(other.StoreID, w.StoreID) && !strings.EqualFold(other.ID, w.ID) {
			return true
		}
	}
	return false
}

// deleteWebhook answers a call that the API description does not name.
func (s *Service) deleteWebhook(c call) response {
	if status := c.behavior.WebhookDeleteStatus; status != 0 {
		return refuse(status, "NOT_SUPPORTED")
	}
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	w := s.store.findWebhook(c.params)
	if w == nil {
		return refuse(http.StatusNotFound, "NOT_FOUND")
	}
	delete(s.store.webhooks, strings.ToLower(w.ID))
	return response{status: http.StatusNoContent}
}
