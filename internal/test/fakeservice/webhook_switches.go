// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice

import "net/http"

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
