// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// lists are both ways of listing webhooks; each returns how many it found.
var lists = map[string]func(*testing.T, *world) (int, acctest.Diagnostics){
	"data source": func(t *testing.T, w *world) (int, acctest.Diagnostics) {
		t.Helper()
		result, diags := w.protocol.Read(t.Context(), "paymentservice_webhooks", storeConfig)
		found, _ := result["webhooks"].([]any)
		return len(found), diags
	},
	"query": func(t *testing.T, w *world) (int, acctest.Diagnostics) {
		t.Helper()
		found, diags := w.protocol.List(t.Context(), "paymentservice_webhook", storeConfig, acctest.Listing{Limit: 100, IncludeResource: true})
		return len(found), diags
	},
}

func TestAnswers_webhooks(t *testing.T) {
	t.Parallel()

	for _, field := range []string{"id", "platform_id", "merchant_id", "store_id", "triggers", "url", "active", "created_on", "updated_on", "auth_token"} {
		for how, list := range lists {
			t.Run(field+" "+how, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t, nil)
					put := func(change func(map[string]any)) { w.Set(func(b *fakeservice.Behavior) { b.WebhookMutator = change }) }
					eachOdd(t, put, []string{field}, func(t *testing.T, name string) {
						t.Helper()
						found, diags := list(t, w)
						switch {
						case diags.Errors() != "":
							expectNamed(t, name, field, diags.Errors())
						case found != 1 || len(diags) > 0:
							t.Errorf("with %s: %d webhooks and %s, want one or an error", name, found, diags)
						}
						if field == "auth_token" && diags.Errors() != "" {
							t.Errorf("with %s: a token that nobody reads is an error: %s", name, diags)
						}
					})
				})
			})
		}
	}
}

// TestAnswers_webhookPages reads pages that are odd, or no page of a list at all.
func TestAnswers_webhookPages(t *testing.T) {
	t.Parallel()

	const one = `{"id":"99999999-9999-4999-8999-999999999999"}`
	for name, tc := range map[string]struct {
		body string
		says string // empty if the page is read
	}{
		"one webhook":          {`{"items":[` + one + `],"has_more":false}`, ""},
		"byte order mark":      {"\xEF\xBB\xBF" + `{"items":[` + one + `],"has_more":false}`, ""},
		"the same webhook":     {`{"items":[` + one + `,` + one + `],"has_more":false}`, ""},
		"total_hits":           {`{"items":[` + one + `],"has_more":false,"total_hits":7}`, ""},
		"no items":             {`{"has_more":false}`, "items"},
		"items an object":      {`{"items":{},"has_more":false}`, "items"},
		"a null in items":      {`{"items":[null],"has_more":false}`, "item 1"},
		"a text in items":      {`{"items":["x"],"has_more":false}`, "item 1"},
		"no id":                {`{"items":[{}],"has_more":false}`, "id"},
		"id empty":             {`{"items":[{"id":""}],"has_more":false}`, "id"},
		"has_more as text":     {`{"items":[` + one + `],"has_more":"false"}`, ""},
		"has_more a word":      {`{"items":[` + one + `],"has_more":"perhaps"}`, "has_more"},
		"more, but no items":   {`{"items":[],"has_more":true}`, "has_more"},
		"the same page always": {`{"items":[` + one + `],"has_more":true}`, "the list would never end"},
		"a webhook":            {`{"id":"x","url":"https://hooks.example.com"}`, "items"},
		"an array of webhooks": {`[` + one + `]`, "not a JSON object"},
	} {
		for how, list := range lists {
			t.Run(name+" "+how, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t, nil)
					w.Inject(fakeservice.Fault{Status: http.StatusOK, Body: []byte(tc.body)})
					found, diags := list(t, w)
					expectHarmless(t, diags.String())
					if n := len(w.Requests()); n > 2 {
						t.Errorf("%d requests arrived", n)
					}
					switch {
					case tc.says == "" && (len(diags) > 0 || found != 1):
						t.Errorf("%d webhooks and %s, want one", found, diags)
					case tc.says != "" && (found > 0 || !strings.Contains(diags.Errors(), "Unable to List Webhooks") || !strings.Contains(diags.Errors(), tc.says) || !strings.Contains(diags.Errors(), "The error occurred on page")):
						t.Errorf("%d webhooks and %q, want %q and the page in it", found, diags, tc.says)
					}
				})
			})
		}
	}
}
