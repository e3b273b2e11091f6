// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// route is one endpoint of the API description, section 4, or one that the
// description does not show.
type route struct {
	method, template string
	query            fields // the parameters that the request may have
	body             kind   // of the JSON that the request carries, nil if it carries none
	handle           func(*Service, call) response
	offered          func(*Behavior) bool // nil for what the description shows
	pattern          *regexp.Regexp
}

// call is a request on its way to a handler.
type call struct {
	Request
	account  Account
	behavior *Behavior
	ids      map[string]string // of the path
	body     map[string]any
}

const (
	webhooksPath = "/stores/{storeId}/webhooks"
	webhookPath  = webhooksPath + "/{webhookId}"
)

var routes = func() []route {
	all := []route{
		{method: http.MethodPost, template: "/tokens", body: tokenBody, handle: (*Service).createToken},
		{method: http.MethodGet, template: "/charges", query: chargeQuery, handle: (*Service).listCharges},
		{method: http.MethodGet, template: "/stores/{storeId}/charges", query: chargeQuery, handle: (*Service).listCharges},
		{method: http.MethodPatch, template: webhookPath, body: webhookUpdate, handle: (*Service).updateWebhook},

		// The description does not show these.
		{
			method: http.MethodGet, template: webhookPath, handle: (*Service).getWebhook,
			offered: func(b *Behavior) bool { return b.WebhookGet },
		},
		{
			method: http.MethodDelete, template: webhookPath, handle: (*Service).deleteWebhook,
			offered: func(b *Behavior) bool { return b.WebhookDelete },
		},
		{
			method: http.MethodGet, template: webhooksPath, query: paging, handle: (*Service).listWebhooks,
			offered: func(b *Behavior) bool { return b.WebhookList },
		},
		{
			method: http.MethodPost, template: webhooksPath, body: webhookCreation, handle: (*Service).createWebhook,
			offered: func(b *Behavior) bool { return b.WebhookCreate },
		},
	}
	for _, r := range all {
		if strings.HasPrefix(r.template, webhooksPath) {
			r.template = "/merchants/{merchantId}" + r.template
			all = append(all, r)
		}
	}
	for i, r := range all {
		all[i].pattern = regexp.MustCompile("^" + strings.NewReplacer("{", "(?P<", "}", ">[^/]+)").Replace(r.template) + "$")
	}
	return all
}()

func (r route) name() string { return r.method + " " + r.template }

// find returns the route of a request and the ids in its path. If there is
// none, exists reports whether other methods have the path.
func find(req Request) (found *route, ids map[string]string, exists bool) {
	for i, r := range routes {
		values := r.pattern.FindStringSubmatch(req.Path)
		switch {
		case values == nil:
		case r.method != req.Method:
			exists = true
		default:
			ids = map[string]string{}
			for n, name := range r.pattern.SubexpNames() {
				if name != "" {
					ids[name] = values[n]
				}
			}
			return &routes[i], ids, true
		}
	}
	return nil, nil, exists
}

// answer is the service without faults: a plain function from request to response.
func (s *Service) answer(req Request, b *Behavior) response {
	account, accepted := s.account(req)
	if !accepted {
		return refuse(http.StatusUnauthorized, "UNAUTHORIZED")
	}
	found, ids, exists := find(req)
	if found == nil || found.offered != nil && !found.offered(b) {
		return b.unknownRoute(exists)
	}
	c := call{Request: req, account: account, behavior: b, ids: ids}
	if found.body != nil {
		if !slices.Equal(req.Header["Content-Type"], []string{"application/json"}) {
			return refuse(http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", problem{"Content-Type", reasonFormat})
		}
		var ok bool
		if c.body, ok = decodeObject(req.Body); !ok {
			return invalid(problem{"body", reasonFormat})
		}
	}
	if problems := found.problems(c); problems != nil {
		return invalid(problems...)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if b.KnownStores && !s.hasStore(ids) {
		return notFound()
	}
	if refusal, refused := s.refusalOf(c); refused {
		return refusal
	}
	return found.handle(s, c)
}

// problems returns what is wrong with the ids, the query, the headers and the body of a
// request.
func (r route) problems(c call) []problem {
	query := map[string]any{}
	for name, values := range c.Query {
		if query[name] = values; len(values) == 1 { // no parameter may be repeated
			query[name] = values[0]
		}
	}
	problems := object(r.query)("", query)
	for _, name := range sortedKeys(c.ids) {
		problems = append(problems, uuidText(name, c.ids[name])...)
	}
	refuse := func(name, reason string, wrong bool) {
		if wrong {
			problems = append(problems, problem{name, reason})
		}
	}
	refuse("query", reasonFormat, c.queryErr != nil)
	// The description has no such header. A client that sends it relies on a
	// protection that does not exist.
	refuse("Idempotency-Key", reasonUnknown, c.Header.Get("Idempotency-Key") != "")
	if r.body != nil {
		return append(problems, r.body("", c.body)...)
	}
	refuse("body", reasonUnknown, len(c.Body) > 0)
	refuse("Content-Type", reasonUnknown, c.Header.Get("Content-Type") != "")
	return problems
}

// paging has the parameters of every list (API description, section 4.4).
var paging = fields{"limit": text(`^([1-9][0-9]|100)$`), "cursor": uuidText, "cursor_direction": text(`^(asc|desc)$`)}

// answerPage answers with the page that a call asks for of a list, which is sorted, the
// newest first (API description, section 2.4). A list without a total has no total_hits; find
// returns the place of the element with an id, and -1 if the list has none.
func answerPage[T any](c call, list []T, total *int, find func(id string) int, wire func(T) any) response {
	at, step := -1, 1 // of the element before the page
	if c.Query.Get("cursor_direction") == "asc" {
		at, step = len(list), -1
	}
	if cursor := c.Query.Get("cursor"); cursor != "" {
		if at = find(cursor); at < 0 {
			return invalid(problem{"cursor", "UNKNOWN_CURSOR"})
		}
	}
	limit := cmp.Or(atoi(c.Query.Get("limit")), 10)
	items := make([]any, 0, limit)
	for at += step; at >= 0 && at < len(list) && len(items) < limit; at += step {
		items = append(items, wire(list[at]))
	}
	return answerJSON(http.StatusOK, struct {
		Items     []any `json:"items"`
		HasMore   bool  `json:"has_more"`
		TotalHits *int  `json:"total_hits,omitempty"`
	}{items, at >= 0 && at < len(list), total})
}
