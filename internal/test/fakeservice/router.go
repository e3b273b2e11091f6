// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// route is one endpoint of the API description, section 4, or one that the
// description does not show.
type route struct {
	method   string
	template string
	query    fields // the parameters that the request may have
	body     check  // of the JSON that the request carries, nil if it carries none
	handle   func(*Service, call) response
	offered  func(*Behavior) bool // nil for what the description shows
	pattern  *regexp.Regexp
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

// described are the endpoints that the description shows.
var described = []route{
	{
		method:   http.MethodPost,
		template: "/tokens",
		body:     tokenBody,
		handle:   (*Service).createToken,
	},
	{
		method:   http.MethodGet,
		template: "/charges",
		query:    chargeQuery,
		handle:   (*Service).listCharges,
	},
	{
		method:   http.MethodGet,
		template: "/stores/{storeId}/charges",
		query:    chargeQuery,
		handle:   (*Service).listCharges,
	},
	{
		method:   http.MethodPatch,
		template: webhookPath,
		body:     webhookUpdate,
		handle:   (*Service).updateWebhook,
	},
}

// undescribed are the endpoints that many services have, and the description does not show.
var undescribed = []route{
	{
		method:   http.MethodGet,
		template: webhookPath,
		handle:   (*Service).getWebhook,
		offered:  func(b *Behavior) bool { return b.WebhookGet },
	},
	{
		method:   http.MethodGet,
		template: webhooksPath,
		query:    paging,
		handle:   (*Service).listWebhooks,
		offered:  func(b *Behavior) bool { return b.WebhookList },
	},
	{
		method:   http.MethodPost,
		template: webhooksPath,
		body:     webhookCreation,
		handle:   (*Service).createWebhook,
		offered:  func(b *Behavior) bool { return b.WebhookCreate },
	},
	{
		method:   http.MethodDelete,
		template: webhookPath,
		handle:   (*Service).deleteWebhook,
		offered:  func(b *Behavior) bool { return b.WebhookDelete },
	},
}

// routes are all endpoints. Those of webhooks have a long path, too (API description, section 4.3).
var routes = func() []route {
	all := slices.Concat(described, undescribed)
	for _, r := range all {
		if strings.HasPrefix(r.template, webhooksPath) {
			r.template = "/merchants/{merchantId}" + r.template
			all = append(all, r)
		}
	}
	groups := strings.NewReplacer("{", "(?P<", "}", ">[^/]+)")
	for i, r := range all {
		all[i].pattern = regexp.MustCompile("^" + groups.Replace(r.template) + "$")
	}
	return all
}()

func (r route) name() string { return r.method + " " + r.template }

// isOffered reports whether the service has the endpoint.
func (r route) isOffered(b *Behavior) bool { return r.offered == nil || r.offered(b) }

// match returns the ids in a path, nil if it is not that of the route.
func (r route) match(path string) map[string]string {
	values := r.pattern.FindStringSubmatch(path)
	if values == nil {
		return nil
	}
	ids := map[string]string{}
	for n, name := range r.pattern.SubexpNames() {
		if name != "" {
			ids[name] = values[n]
		}
	}
	return ids
}

// find returns the route of a request and the ids in its path. If there is
// none, pathExists reports whether other methods have the path.
func find(req Request) (found *route, ids map[string]string, pathExists bool) {
	for i, r := range routes {
		ids := r.match(req.Path)
		if ids == nil {
			continue
		}
		if r.method == req.Method {
			return &routes[i], ids, true
		}
		pathExists = true
	}
	return nil, nil, pathExists
}

// answer is the service without faults: a plain function from request to response.
func (s *Service) answer(req Request, b *Behavior) response {
	account, accepted := s.account(req)
	if !accepted {
		return refuse(http.StatusUnauthorized, "UNAUTHORIZED")
	}
	found, ids, pathExists := find(req)
	if found == nil || !found.isOffered(b) {
		return b.unknownRoute(pathExists)
	}

	c := call{
		Request:  req,
		account:  account,
		behavior: b,
		ids:      ids,
	}
	if found.body != nil {
		if !slices.Equal(req.Header["Content-Type"], []string{"application/json"}) {
			wrongType := problem{"Content-Type", reasonFormat}
			return refuse(http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", wrongType)
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
	if refusal, refused := s.refusalOfScope(c); refused {
		return refusal
	}
	return found.handle(s, c)
}

// problems returns what is wrong with the query, the ids, the headers and the body of a
// request.
func (r route) problems(c call) []problem {
	problems := queryProblems(r.query, c)
	for _, name := range sortedKeys(c.ids) {
		problems = append(problems, uuidText(name, c.ids[name])...)
	}
	// The description has no such header. A client that sends it relies on a
	// protection that does not exist.
	if c.Header.Get("Idempotency-Key") != "" {
		problems = append(problems, problem{"Idempotency-Key", reasonUnknown})
	}
	if r.body != nil {
		return append(problems, r.body("", c.body)...)
	}

	if len(c.Body) > 0 {
		problems = append(problems, problem{"body", reasonUnknown})
	}
	if c.Header.Get("Content-Type") != "" {
		problems = append(problems, problem{"Content-Type", reasonUnknown})
	}
	return problems
}

// queryProblems returns what is wrong with the query of a request.
func queryProblems(parameters fields, c call) []problem {
	query := map[string]any{}
	for name, values := range c.Query {
		query[name] = values[0]
		if len(values) > 1 {
			query[name] = values // no parameter may be repeated
		}
	}
	problems := object(parameters)("", query)
	if c.queryErr != nil {
		problems = append(problems, problem{"query", reasonFormat})
	}
	return problems
}
