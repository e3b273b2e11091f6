// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
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

const (
	webhooksPath         = "/stores/{storeId}/webhooks"
	merchantWebhooksPath = "/merchants/{merchantId}" + webhooksPath
)

// listWebhooks answers a list that the API description does not have, if
// Behavior.WebhookList is on: paged as all lists are, newest first, without
// total_hits.
func (s *Service) listWebhooks(c call) response {
	if !c.behavior.WebhookList {
		return refuse(http.StatusNotFound, "NOT_FOUND")
	}
	var q chargeQuery // only its paging parameters are used
	q.limit = 10
	var problems []fieldProblem
	for _, name := range sortedKeys(c.Query) {
		reason := reasonUnknown
		if slices.Contains(pagingParams, name) {
			reason = chargeParams[name](&q, c.Query.Get(name))
		}
		if reason != "" {
			problems = append(problems, fieldProblem{name, reason})
		}
	}
	if problems != nil {
		return invalid(problems...)
	}
	list := s.webhooksOf(c.params)
	if q.asc {
		slices.Reverse(list)
	}
	if q.cursor != "" {
		at := slices.IndexFunc(list, func(w Webhook) bool { return strings.EqualFold(w.ID, q.cursor) })
		if at < 0 {
			return invalid(fieldProblem{"cursor", "UNKNOWN_CURSOR"})
		}
		list = list[at+1:]
	}
	return webhookPage(c, list[:min(len(list), pageSize(q.limit, c.behavior))], len(list) > pageSize(q.limit, c.behavior))
}

// webhooksOf returns the webhooks that all ids of a path agree on, the newest first.
func (s *Service) webhooksOf(params map[string]string) []Webhook {
	s.store.mu.RLock()
	defer s.store.mu.RUnlock()
	var list []Webhook
	for _, w := range s.store.webhooks {
		if agrees(params, "storeId", w.StoreID) && agrees(params, "merchantId", w.MerchantID) {
			list = append(list, w.clone())
		}
	}
	slices.SortFunc(list, func(a, b Webhook) int {
		return cmp.Or(b.CreatedOn.Compare(a.CreatedOn), cmp.Compare(a.ID, b.ID))
	})
	return list
}

func agrees(params map[string]string, name, id string) bool {
	given, ok := params[name]
	return !ok || strings.EqualFold(given, id)
}

func webhookPage(c call, list []Webhook, hasMore bool) response {
	page := Page{Items: make([]json.RawMessage, 0, len(list)), HasMore: hasMore}
	for _, w := range list {
		raw, err := encode(w.wire(c.behavior))
		if err != nil {
			return refuse(http.StatusInternalServerError, "NOT_ENCODABLE")
		}
		page.Items = append(page.Items, raw)
	}
	if c.behavior.PageMutator != nil {
		c.behavior.PageMutator(c.Request, &page)
	}
	envelope := map[string]any{"items": page.Items, "has_more": page.HasMore}
	if page.TotalHits != nil {
		envelope["total_hits"] = *page.TotalHits
	}
	return answerJSON(http.StatusOK, envelope)
}

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

// asRead writes the times of a webhook in the layout of answers to GET, if
// Behavior.WebhookGetTimes sets one.
func (w Webhook) asRead(object map[string]any, b *Behavior) map[string]any {
	if b.WebhookGetTimes == "" {
		return object
	}
	for field, at := range map[string]interface{ Format(string) string }{"created_on": w.CreatedOn.UTC(), "updated_on": w.UpdatedOn.UTC()} {
		if _, ok := object[field]; ok {
			object[field] = at.Format(b.WebhookGetTimes)
		}
	}
	return object
}

// ProxyNotFound is a fault in which an ingress or a proxy answers for the
// service, which never gets the request.
func ProxyNotFound() Fault {
	return Fault{
		Status: http.StatusNotFound, Body: []byte("404 page not found\n"),
		Header: http.Header{"Content-Type": {"text/plain; charset=utf-8"}},
	}
}
