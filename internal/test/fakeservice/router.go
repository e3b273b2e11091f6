// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import (
	"net/http"
	"net/url"
	"strings"
)

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
