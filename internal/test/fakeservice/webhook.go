// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Webhook is a notification target (API description, section 2.3). AuthToken is in
// no answer.
type Webhook struct {
	ID         string
	PlatformID string
	MerchantID string
	StoreID    string
	Triggers   []string // never changed: an update replaces the list
	URL        string
	Active     bool
	AuthToken  string
	CreatedOn  time.Time
	UpdatedOn  time.Time
}

// AddWebhook puts a webhook into the store and returns it with what was
// missing: ids, URL, triggers and times.
func (s *Service) AddWebhook(w Webhook) Webhook {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addWebhook(w)
}

// addWebhook is AddWebhook for a caller that holds the lock.
func (s *Service) addWebhook(w Webhook) Webhook {
	w.ID = cmp.Or(w.ID, uuid.NewString())
	w.PlatformID = cmp.Or(w.PlatformID, DefaultPlatformID)
	w.MerchantID = cmp.Or(w.MerchantID, DefaultMerchantID)
	w.StoreID = cmp.Or(w.StoreID, DefaultStoreID)
	w.URL = cmp.Or(w.URL, "https://hooks.example.com/"+w.ID)
	w.CreatedOn = cmp.Or(w.CreatedOn, instant())
	w.UpdatedOn = cmp.Or(w.UpdatedOn, w.CreatedOn)
	if w.Triggers == nil {
		w.Triggers = []string{"charge_finished"}
	}
	s.addStore(w.StoreID, w.MerchantID)
	s.webhooks[strings.ToLower(w.ID)] = &w
	return w
}

// Webhook returns the webhook as the store has it.
func (s *Service) Webhook(id string) (Webhook, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if w := s.webhooks[strings.ToLower(id)]; w != nil {
		return *w, true
	}
	return Webhook{}, false
}

// Webhooks returns all webhooks, the newest first.
func (s *Service) Webhooks() []Webhook {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.webhooksOf(nil)
}

// ChangeWebhook changes a webhook as the service itself may at any time. An unknown id
// has no effect.
func (s *Service) ChangeWebhook(id string, change func(*Webhook)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w, ok := s.webhooks[strings.ToLower(id)]; ok {
		change(w)
		w.touch()
	}
}

// DeleteWebhook takes a webhook out of the store.
func (s *Service) DeleteWebhook(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.webhooks, strings.ToLower(id))
}

// touch moves updated_on forward, even if the clock stands still.
func (w *Webhook) touch() {
	w.UpdatedOn = w.UpdatedOn.Add(time.Microsecond)
	if now := instant(); now.After(w.UpdatedOn) {
		w.UpdatedOn = now
	}
}

// wire returns the webhook as in an answer.
func (w Webhook) wire(b *Behavior) any {
	return b.rewritten(map[string]any{
		"id": w.ID, "platform_id": w.PlatformID, "merchant_id": w.MerchantID, "store_id": w.StoreID,
		"triggers": w.Triggers, "url": w.URL, "active": w.Active,
		"created_on": w.CreatedOn.UTC().Format(timestamp), "updated_on": w.UpdatedOn.UTC().Format(timestamp),
	})
}

// webhooksOf returns the webhooks that all ids of a path agree on, the newest first.
// The caller holds the lock.
func (s *Service) webhooksOf(ids map[string]string) []Webhook {
	var list []Webhook
	for _, w := range s.webhooks {
		if w.agrees(ids) {
			list = append(list, *w)
		}
	}
	slices.SortFunc(list, func(a, b Webhook) int {
		return cmp.Or(b.CreatedOn.Compare(a.CreatedOn), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// agrees reports whether the webhook has the ids of a path.
func (w Webhook) agrees(ids map[string]string) bool {
	for name, id := range map[string]string{"merchantId": w.MerchantID, "storeId": w.StoreID, "webhookId": w.ID} {
		if given, ok := ids[name]; ok && !same(given, id) {
			return false
		}
	}
	return true
}

// webhookAt returns the webhook of a path, or nil. The caller holds the lock.
func (s *Service) webhookAt(c call) *Webhook {
	if w := s.webhooks[strings.ToLower(c.ids["webhookId"])]; w != nil && w.agrees(c.ids) {
		return w
	}
	return nil
}

// The bodies of an update (API description, section 4.3) and of a creation. The
// description calls the triggers a string in a request and an array in the answer: an
// array is what the provider sends. The auth_token becomes a header of notifications.
var (
	webhookUpdate   = object(fields{"active": boolean, "url": webhookURL, "triggers": triggers, "auth_token": headerValue})
	webhookCreation = object(fields{"url": webhookURL, "triggers": triggers, "auth_token": headerValue}, "url", "triggers")
)

// apply changes the settings that a checked body has.
func (w *Webhook) apply(body map[string]any) {
	if v, ok := body["active"].(bool); ok {
		w.Active = v
	}
	if v, ok := body["url"].(string); ok {
		w.URL = v
	}
	if v, ok := body["auth_token"].(string); ok {
		w.AuthToken = v
	}
	if list, ok := body["triggers"].([]any); ok {
		w.Triggers = []string{}
		for _, trigger := range list {
			w.Triggers = append(w.Triggers, trigger.(string)) //nolint:forcetypeassert // it is checked
		}
	}
}

// taken reports whether another webhook of a webhook's store has its URL, and that
// matters. The caller holds the lock.
func (s *Service) taken(w Webhook, b *Behavior) bool {
	return b.UniqueURLs && slices.ContainsFunc(s.webhooksOf(map[string]string{"storeId": w.StoreID}), func(other Webhook) bool {
		return other.URL == w.URL && !same(other.ID, w.ID)
	})
}

// updateWebhook implements the API description, section 4.3.
func (s *Service) updateWebhook(c call) response {
	stored := s.webhookAt(c)
	if stored == nil {
		return notFound()
	}
	changed := *stored
	changed.apply(c.body)
	changed.touch()
	if c.body["url"] != nil && s.taken(changed, c.behavior) {
		return refuse(http.StatusConflict, "WEBHOOK_URL_EXISTS")
	}
	*stored = changed
	return answerJSON(http.StatusOK, changed.wire(c.behavior))
}

// getWebhook answers a read that the API description does not have.
func (s *Service) getWebhook(c call) response {
	if w := s.webhookAt(c); w != nil {
		return answerJSON(http.StatusOK, w.wire(c.behavior))
	}
	return notFound()
}

// listWebhooks answers a list that the API description does not have: paged as all
// lists are, newest first, without total_hits.
func (s *Service) listWebhooks(c call) response {
	list := s.webhooksOf(c.ids)
	find := func(id string) int { return slices.IndexFunc(list, func(w Webhook) bool { return same(w.ID, id) }) }
	return answerPage(c, list, nil, find, func(w Webhook) any { return w.wire(c.behavior) })
}

// createWebhook answers a call that the API description names and does not show:
// the service gives the webhook its id, and it is active.
func (s *Service) createWebhook(c call) response {
	made := Webhook{StoreID: c.ids["storeId"], MerchantID: c.ids["merchantId"], Active: true}
	made.apply(c.body)
	switch {
	case len(made.Triggers) == 0:
		return invalid(problem{"triggers", reasonRequired})
	case s.taken(made, c.behavior):
		return refuse(http.StatusConflict, "WEBHOOK_URL_EXISTS")
	}
	return answerJSON(http.StatusCreated, s.addWebhook(made).wire(c.behavior))
}

// deleteWebhook answers a call that the API description does not name.
func (s *Service) deleteWebhook(c call) response {
	if s.webhookAt(c) == nil {
		return notFound()
	}
	delete(s.webhooks, strings.ToLower(c.ids["webhookId"]))
	return response{status: http.StatusNoContent}
}
