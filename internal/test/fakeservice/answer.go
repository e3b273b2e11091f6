// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"crypto/subtle"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"sort"
	"strings"
	"time"
)

const maxRequestBody = 1 << 20

// read reads the whole body first: until then, the HTTP server does not notice
// that a client has closed the connection.
func (s *Service) read(r *http.Request) (req Request, tooLarge bool) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxRequestBody+1))
	tooLarge = err == nil && len(body) > maxRequestBody
	req = Request{Method: r.Method, Path: r.URL.EscapedPath(), Header: r.Header, Body: body, At: time.Now()}
	req.Query, req.queryErr = url.ParseQuery(r.URL.RawQuery)
	if path, ok := s.relative(req.Path); ok {
		if found, _, _ := findRoute(r.Method, path); found != nil {
			req.Route = found.name()
		}
	}
	return req, tooLarge
}

// relative cuts the prefix off a path.
func (s *Service) relative(path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, s.prefix)
	return rest, ok && strings.HasPrefix(rest, "/")
}

// answer is the service without faults: a plain function from request to response.
func (s *Service) answer(req Request, b *Behavior) response {
	if !s.authorized(req.Header) {
		return refuse(http.StatusUnauthorized, "UNAUTHORIZED")
	}
	path, ok := s.relative(req.Path)
	if !ok {
		return refuse(http.StatusNotFound, "NOT_FOUND")
	}
	found, params, allowed := findRoute(req.Method, path)
	switch {
	case found == nil && allowed == nil:
		return refuse(http.StatusNotFound, "NOT_FOUND")
	case found == nil:
		return notAllowed(allowed)
	}
	if problems := checkShape(req, *found, params); problems != nil {
		return *problems
	}
	c := call{Request: req, behavior: b, params: params}
	if found.hasBody {
		body, err := decodeObject(req.Body)
		if err != nil {
			return invalid(fieldProblem{"body", err.Error()})
		}
		c.body = body
	}
	return found.handle(s, c)
}

func notAllowed(methods []string) response {
	r := refuse(http.StatusMethodNotAllowed, "METHOD_NOT_ALLOWED")
	r.header = http.Header{"Allow": {strings.Join(methods, ", ")}}
	return r
}

// authorized implements the API description, section 5.
func (s *Service) authorized(h http.Header) bool {
	got := h.Values("Authorization")
	want := "Bearer " + s.secret + "." + s.appToken
	return len(got) == 1 && subtle.ConstantTimeCompare([]byte(got[0]), []byte(want)) == 1
}

// checkShape refuses what no handler of the route could accept: wrong ids,
// headers, query or body.
func checkShape(req Request, found route, params map[string]string) *response {
	var problems []fieldProblem
	for _, name := range sortedKeys(params) {
		if reason := uuidText(params[name]); reason != "" {
			problems = append(problems, fieldProblem{name, reason})
		}
	}
	if req.queryErr != nil {
		problems = append(problems, fieldProblem{"query", reasonFormat})
	}
	for _, name := range sortedKeys(req.Query) {
		switch {
		case !found.hasQuery:
			problems = append(problems, fieldProblem{name, reasonUnknown})
		case len(req.Query[name]) > 1:
			problems = append(problems, fieldProblem{name, reasonRepeated})
		}
	}
	// The description has no such header. A client that sends it relies on a
	// protection that does not exist.
	if req.Header.Get("Idempotency-Key") != "" {
		problems = append(problems, fieldProblem{"Idempotency-Key", reasonUnknown})
	}
	if !found.hasBody {
		problems = append(problems, checkNoBody(req)...)
	}
	if problems != nil {
		r := invalid(problems...)
		return &r
	}
	if found.hasBody {
		return checkContentType(req)
	}
	return nil
}

func checkNoBody(req Request) []fieldProblem {
	var problems []fieldProblem
	if len(req.Body) > 0 {
		problems = append(problems, fieldProblem{"body", reasonUnknown})
	}
	if req.Header.Get("Content-Type") != "" {
		problems = append(problems, fieldProblem{"Content-Type", reasonUnknown})
	}
	return problems
}

func checkContentType(req Request) *response {
	if err := jsonContentType(req.Header.Values("Content-Type")); err != nil {
		r := refuse(http.StatusUnsupportedMediaType, "UNSUPPORTED_MEDIA_TYPE", fieldProblem{"Content-Type", err.Error()})
		return &r
	}
	return nil
}

func jsonContentType(values []string) error {
	if len(values) != 1 {
		return errors.New(reasonRequired)
	}
	kind, params, err := mime.ParseMediaType(values[0])
	if err != nil || kind != "application/json" {
		return errors.New(reasonValue)
	}
	if charset, ok := params["charset"]; ok && !strings.EqualFold(charset, "utf-8") {
		return errors.New(reasonValue)
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// route is one endpoint of the API description, section 4, or one that the
// description does not show.
type route struct {
	method   string
	template string
	hasBody  bool // the request carries a JSON object
	hasQuery bool // the request may carry query parameters
	handle   func(*Service, call) response
}

// call is a request on its way to a handler: recorded request, path parameters
// and, if the route has one, the body.
type call struct {
	Request
	behavior *Behavior
	params   map[string]string
	body     map[string]any
}

const (
	webhookPath         = "/stores/{storeId}/webhooks/{webhookId}"
	merchantWebhookPath = "/merchants/{merchantId}" + webhookPath
)

var routes = []route{
	{method: http.MethodPost, template: "/tokens", hasBody: true, handle: (*Service).createToken},
	{method: http.MethodGet, template: "/charges", hasQuery: true, handle: (*Service).listCharges},
	{method: http.MethodGet, template: "/stores/{storeId}/charges", hasQuery: true, handle: (*Service).listCharges},
	{method: http.MethodPatch, template: webhookPath, hasBody: true, handle: (*Service).updateWebhook},
	{method: http.MethodPatch, template: merchantWebhookPath, hasBody: true, handle: (*Service).updateWebhook},
	{method: http.MethodGet, template: webhookPath, handle: (*Service).getWebhook},
	{method: http.MethodGet, template: merchantWebhookPath, handle: (*Service).getWebhook},
	{method: http.MethodGet, template: webhooksPath, hasQuery: true, handle: (*Service).listWebhooks},
	{method: http.MethodGet, template: merchantWebhooksPath, hasQuery: true, handle: (*Service).listWebhooks},
	{method: http.MethodPost, template: webhooksPath, hasBody: true, handle: (*Service).createWebhook},
	{method: http.MethodPost, template: merchantWebhooksPath, hasBody: true, handle: (*Service).createWebhook},
	{method: http.MethodDelete, template: webhookPath, handle: (*Service).deleteWebhook},
	{method: http.MethodDelete, template: merchantWebhookPath, handle: (*Service).deleteWebhook},
}

func (r route) name() string { return r.method + " " + r.template }

// findRoute returns the route of a request and its path parameters. If only
// other methods have the path, the route is nil and allowed names them.
func findRoute(method, path string) (found *route, params map[string]string, allowed []string) {
	for i := range routes {
		p, ok := matchPath(routes[i].template, path)
		if !ok {
			continue
		}
		if routes[i].method == method {
			return &routes[i], p, nil
		}
		allowed = append(allowed, routes[i].method)
	}
	return nil, nil, allowed
}

// matchPath compares an escaped path with a template, segment by segment.
func matchPath(template, path string) (map[string]string, bool) {
	if strings.Count(template, "/") != strings.Count(path, "/") {
		return nil, false
	}
	var params map[string]string
	segments := strings.Split(path, "/")
	for i, want := range strings.Split(template, "/") {
		got, err := url.PathUnescape(segments[i])
		if err != nil {
			return nil, false
		}
		if !strings.HasPrefix(want, "{") {
			if got != want {
				return nil, false
			}
			continue
		}
		if params == nil {
			params = map[string]string{}
		}
		params[strings.Trim(want, "{}")] = got
	}
	return params, true
}
