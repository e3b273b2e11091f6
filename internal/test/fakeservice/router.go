// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

const maxRequestBody = 1 << 20

// route is one endpoint of the API description, section 4, or one that the
// description does not show.
type route struct {
	method, template string
	query            fields // the parameters that the request may have
	body             kind   // of the JSON that the request carries, nil if it carries none
	handle           func(*Service, call) response
	pattern          *regexp.Regexp
}

// call is a request on its way to a handler.
type call struct {
	Request
	bearer   claims
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
		{method: http.MethodGet, template: webhookPath, handle: (*Service).getWebhook},
		{method: http.MethodDelete, template: webhookPath, handle: (*Service).deleteWebhook},
		{method: http.MethodGet, template: webhooksPath, query: paging, handle: (*Service).listWebhooks},
		{method: http.MethodPost, template: webhooksPath, body: webhookCreation, handle: (*Service).createWebhook},
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
	if len(req.Body) > maxRequestBody {
		return refuse(http.StatusRequestEntityTooLarge, "BODY_TOO_LARGE")
	}
	bearer, accepted := s.bearers[strings.Join(req.Header["Authorization"], "\n")] // API description, section 5
	if !accepted {
		return refuse(http.StatusUnauthorized, "UNAUTHORIZED")
	}
	found, ids, exists := find(req)
	switch {
	case !exists:
		return refuse(http.StatusNotFound, "NOT_FOUND")
	case found == nil:
		return refuse(http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED")
	}
	var problems []problem
	for _, name := range sortedKeys(ids) {
		problems = append(problems, uuidText(name, ids[name])...)
	}
	problems = append(problems, checkQuery(req, found.query)...)
	// The description has no such header. A client that sends it relies on a
	// protection that does not exist.
	if req.Header.Get("Idempotency-Key") != "" {
		problems = append(problems, problem{"Idempotency-Key", reasonUnknown})
	}
	c := call{Request: req, bearer: bearer, behavior: b, ids: ids}
	if found.body == nil {
		for name, wrong := range map[string]bool{"body": len(req.Body) > 0, "Content-Type": req.Header.Get("Content-Type") != ""} {
			if wrong {
				problems = append(problems, problem{name, reasonUnknown})
			}
		}
	} else {
		if !slices.Equal(req.Header["Content-Type"], []string{"application/json"}) {
			return refuse(http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", problem{"Content-Type", reasonFormat})
		}
		var ok bool
		if c.body, ok = decodeObject(req.Body); !ok {
			return invalid(problem{"body", reasonFormat})
		}
		problems = append(problems, found.body("", c.body)...)
	}
	if problems != nil {
		return invalid(problems...)
	}
	if !s.hasStore(ids) {
		return refuse(http.StatusNotFound, "NOT_FOUND")
	}
	return found.handle(s, c)
}

func checkQuery(req Request, known fields) (problems []problem) {
	if req.queryErr != nil {
		problems = append(problems, problem{"query", reasonFormat})
	}
	for _, name := range sortedKeys(req.Query) {
		check, ok := known[name]
		switch {
		case !ok:
			problems = append(problems, problem{name, reasonUnknown})
		case len(req.Query[name]) > 1:
			problems = append(problems, problem{name, reasonRepeated})
		default:
			problems = append(problems, check(name, req.Query.Get(name))...)
		}
	}
	return problems
}

// paging has the parameters of every list (API description, section 4.4).
var paging = fields{"limit": text(`^([1-9][0-9]|100)$`), "cursor": uuidText, "cursor_direction": text(`^(asc|desc)$`)}

// cut returns the page of a list that a query asks for: the limit's number of the
// items that match, behind the cursor's place, -1 if there is none.
func cut[T any](list []T, query url.Values, at int, b *Behavior, match func(T) bool) (page []T, more bool) {
	size := 10
	if query.Has("limit") {
		size = atoi(query.Get("limit"))
	}
	if b.PageSize != nil {
		size = b.PageSize(size)
	}
	start, step := at+1, 1
	if query.Get("cursor_direction") == "asc" {
		start, step = at-1, -1
		if at < 0 {
			start = len(list) - 1
		}
	}
	for i := start; i >= 0 && i < len(list); i += step {
		if !match(list[i]) {
			continue
		}
		if len(page) == size {
			return page, true
		}
		page = append(page, list[i])
	}
	return page, false
}

// list writes the envelope of the API description, section 2.4.
func (c call) list(page Page) response {
	if c.behavior.Page != nil {
		c.behavior.Page(c.Request, &page)
	}
	out := []byte(`{"items":[`)
	for i, item := range page.Items {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, item...)
	}
	out = fmt.Appendf(out, `],"has_more":%t`, page.HasMore)
	if page.TotalHits != "" {
		out = fmt.Appendf(out, `,"total_hits":%s`, page.TotalHits)
	}
	return response{status: http.StatusOK, body: append(out, '}')}
}

func unknownCursor() response { return invalid(problem{"cursor", "UNKNOWN_CURSOR"}) }
