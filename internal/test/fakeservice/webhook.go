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
		"id":          w.ID,
		"platform_id": w.PlatformID,
		"merchant_id": w.MerchantID,
		"store_id":    w.StoreID,
		"triggers":    w.Triggers,
		"url":         w.URL,
		"active":      w.Active,
		"created_on":  w.CreatedOn.UTC().Format(timestamp),
		"updated_on":  w.UpdatedOn.UTC().Format(timestamp),
	})
}

// webhooksOf returns the webhooks that all ids of a path agree on, the newest first.
// The caller holds the lock.
func (s *Service) webhooksOf(ids map[string]string) []Webhook {
	var all []Webhook
	for _, w := range s.webhooks {
		if w.agrees(ids) {
			all = append(all, *w)
		}
	}
	slices.SortFunc(all, func(a, b Webhook) int {
		return cmp.Or(b.CreatedOn.Compare(a.CreatedOn), cmp.Compare(a.ID, b.ID))
	})
	return all
}

// agrees reports whether the webhook has the ids of a path.
func (w Webhook) agrees(ids map[string]string) bool {
	own := map[string]string{
		"merchantId": w.MerchantID,
		"storeId":    w.StoreID,
		"webhookId":  w.ID,
	}
	for name, given := range ids {
		if !same(given, own[name]) {
			return false
		}
	}
	return true
}

// webhookAt returns the webhook of a path, or nil. The caller holds the lock.
func (s *Service) webhookAt(c call) *Webhook {
	w := s.webhooks[strings.ToLower(c.ids["webhookId"])]
	if w == nil || !w.agrees(c.ids) {
		return nil
	}
	return w
}

// webhookUpdate is the body of an update (API description, section 4.3). The auth_token becomes a
// header of notifications.
var webhookUpdate = object(fields{
	"active":     boolean,
	"url":        webhookURL,
	"triggers":   triggers,
	"auth_token": headerValue,
})

// webhookCreation is the body of a creation, which the description does not show.
var webhookCreation = object(fields{
	"url":        webhookURL,
	"triggers":   triggers,
	"auth_token": headerValue,
}, "url", "triggers")

// triggers checks triggers in a request, which the API description, section 4.3, calls a string,
// and in the answer an array of strings. Which of them is taken is up to Behavior.TriggersAsText.
func triggers(name string, value any) []problem {
	elements, isArray := value.([]any)
	if !isArray {
		return nonEmpty(name, value)
	}
	for _, element := range elements {
		text, _ := element.(string)
		if strings.TrimSpace(text) == "" {
			return []problem{{name, reasonFormat}}
		}
	}
	return nil
}

// triggersProblems returns the problem of triggers that are sent in the wrong form.
func triggersProblems(c call) []problem {
	value, given := c.body["triggers"]
	if _, isText := value.(string); given && isText != c.behavior.TriggersAsText {
		return []problem{{"triggers", reasonType}}
	}
	return nil
}

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
	switch v := body["triggers"].(type) {
	case string:
		w.Triggers = []string{v}
	case []any:
		w.Triggers = []string{}
		for _, trigger := range v {
			text, _ := trigger.(string)
			w.Triggers = append(w.Triggers, text)
		}
	}
}

// taken reports whether another webhook of a webhook's store has its URL, and that
// matters. The caller holds the lock.
func (s *Service) taken(w Webhook, b *Behavior) bool {
	if !b.UniqueURLs {
		return false
	}
	inStore := s.webhooksOf(map[string]string{"storeId": w.StoreID})
	return slices.ContainsFunc(inStore, func(other Webhook) bool {
		return other.URL == w.URL && !same(other.ID, w.ID)
	})
}

// updateWebhook implements the API description, section 4.3.
func (s *Service) updateWebhook(c call) response {
	if problems := triggersProblems(c); problems != nil {
		return invalid(problems...)
	}
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

// getWebhook answers a call that the API description does not name.
func (s *Service) getWebhook(c call) response {
	w := s.webhookAt(c)
	if w == nil {
		return notFound()
	}
	return answerJSON(http.StatusOK, w.wire(c.behavior))
}

// listWebhooks answers a call that the API description names and does not show: a list that is
// paged as all lists are, without total_hits.
func (s *Service) listWebhooks(c call) response {
	found := s.webhooksOf(c.ids)
	return list[Webhook]{
		all: found,
		find: func(id string) int {
			return slices.IndexFunc(found, func(w Webhook) bool { return same(w.ID, id) })
		},
		wire: func(w Webhook) any { return w.wire(c.behavior) },
	}.answer(c)
}

// createWebhook answers a call that the API description names and does not show:
// the service gives the webhook its id, and it is active.
func (s *Service) createWebhook(c call) response {
	if problems := triggersProblems(c); problems != nil {
		return invalid(problems...)
	}

	created := Webhook{
		StoreID:    c.ids["storeId"],
		MerchantID: c.ids["merchantId"],
		Active:     true,
	}
	created.apply(c.body)
	if len(created.Triggers) == 0 {
		return invalid(problem{"triggers", reasonRequired})
	}
	if s.taken(created, c.behavior) {
		return refuse(http.StatusConflict, "WEBHOOK_URL_EXISTS")
	}
	return answerJSON(http.StatusCreated, s.addWebhook(created).wire(c.behavior))
}

// deleteWebhook answers a call that the API description does not name.
func (s *Service) deleteWebhook(c call) response {
	if s.webhookAt(c) == nil {
		return notFound()
	}
	delete(s.webhooks, strings.ToLower(c.ids["webhookId"]))
	return response{status: http.StatusNoContent}
}
