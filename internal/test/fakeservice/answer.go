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
