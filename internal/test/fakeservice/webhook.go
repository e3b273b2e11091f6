// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Webhook is a notification target (API description, section 2.3). AuthToken is in
// no answer unless Behavior.EchoAuthToken is set.
type Webhook struct {
	ID         string
	PlatformID string
	MerchantID string
	StoreID    string
	Triggers   []string
	URL        string
	Active     bool
	AuthToken  string
	CreatedOn  time.Time
	UpdatedOn  time.Time

	before *Webhook // as it was before the last update; nil if there was none
}

// AddWebhook puts a webhook into the store and returns it with what was
// missing: ids, URL, triggers and times.
func (s *Service) AddWebhook(w Webhook) Webhook {
	w.ID = cmp.Or(w.ID, uuid.NewString())
	w.PlatformID = cmp.Or(w.PlatformID, DefaultPlatformID)
	w.MerchantID = cmp.Or(w.MerchantID, DefaultMerchantID)
	w.StoreID = cmp.Or(w.StoreID, DefaultStoreID)
	w.URL = cmp.Or(w.URL, "https://hooks.example.com/"+w.ID)
	if w.Triggers == nil {
		w.Triggers = []string{"charge_finished"}
	}
	if w.CreatedOn.IsZero() {
		w.CreatedOn = s.instant()
	}
	if w.UpdatedOn.IsZero() {
		w.UpdatedOn = w.CreatedOn
	}
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	stored := w.clone()
	s.store.webhooks[strings.ToLower(w.ID)] = &stored
	return w
}

// Webhook returns the webhook as the store has it.
func (s *Service) Webhook(id string) (Webhook, bool) {
	s.store.mu.RLock()
	defer s.store.mu.RUnlock()
	w, ok := s.store.webhooks[strings.ToLower(id)]
	if !ok {
		return Webhook{}, false
	}
	return w.clone(), true
}

// Webhooks returns all webhooks, the newest first.
func (s *Service) Webhooks() []Webhook { return s.webhooksOf(nil) }

// ChangeWebhook changes a webhook as the service itself may at any time. It moves
// updated_on unless change does. An unknown id has no effect.
func (s *Service) ChangeWebhook(id string, change func(*Webhook)) {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	if w, ok := s.store.webhooks[strings.ToLower(id)]; ok {
		before := w.UpdatedOn
		change(w)
		if w.UpdatedOn.Equal(before) {
			s.touch(w)
		}
	}
}

// DeleteWebhook takes a webhook out of the store.
func (s *Service) DeleteWebhook(id string) {
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	delete(s.store.webhooks, strings.ToLower(id))
}

// touch moves updated_on forward, even if the clock stands still.
func (s *Service) touch(w *Webhook) {
	now := s.instant()
	if !now.After(w.UpdatedOn) {
		now = w.UpdatedOn.Add(time.Microsecond)
	}
	w.UpdatedOn = now
}

func (w Webhook) clone() Webhook {
	w.Triggers = slices.Clone(w.Triggers)
	return w
}

// wire returns the members of the webhook in an answer.
func (w Webhook) wire(b *Behavior) map[string]any {
	object := map[string]any{
		"id":          w.ID,
		"platform_id": w.PlatformID,
		"merchant_id": w.MerchantID,
		"store_id":    w.StoreID,
		"triggers":    append([]string{}, w.Triggers...),
		"url":         w.URL,
		"active":      w.Active,
		"created_on":  w.CreatedOn.UTC().Format(timestamp),
		"updated_on":  w.UpdatedOn.UTC().Format(timestamp),
	}
	if b.EchoAuthToken {
		object["auth_token"] = w.AuthToken
	}
	if b.NullStoreID {
		object["store_id"] = nil
	}
	maps.Copy(object, b.ExtraFields)
	for _, field := range b.OmitWebhookFields {
		delete(object, field)
	}
	if b.WebhookMutator != nil {
		b.WebhookMutator(object)
	}
	return object
}
