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
