// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// operation is something that the provider does with one call of the API.
type operation struct {
	method    string
	arguments acctest.Values // of the provider
	title     string         // of the error
	path      string         // in the error
	prepare   func(*testing.T, *harness)
	run       func(context.Context, *harness) acctest.Diagnostics
}

// matches reports whether a request is the call of the operation.
func (o operation) matches(r fakeservice.Request) bool {
	return r.Method == o.method && strings.HasSuffix(r.Path, o.path)
}

const (
	webhooksPath = "/stores/" + fakeservice.DefaultStoreID + "/webhooks"
	webhookPath  = webhooksPath + "/" + webhookID
)

// storeConfig asks for the webhooks of the store.
var storeConfig = acctest.Values{"store_id": fakeservice.DefaultStoreID}

func applyAfterRefresh(ctx context.Context, w *harness) acctest.Diagnostics {
	if diags := w.webhook.Refresh(ctx); diags.Errors() != "" || w.webhook.State() == nil {
		return diags
	}
	return w.webhook.Apply(ctx, webhookConfig(acctest.Values{"active": false}))
}

// operations are all that the provider does. A test compares them with what it
// registers.
var operations = map[string]operation{
	"adopt": {
		method: http.MethodPatch, title: "Unable to Update Webhook", path: webhookPath,
		run: func(ctx context.Context, w *harness) acctest.Diagnostics {
			return w.webhook.Apply(ctx, webhookConfig(acctest.Values{"auth_token": hookToken}))
		},
	},
	"update": {
		method: http.MethodPatch, arguments: acctest.Values{"webhook_refresh": "off"}, title: "Unable to Update Webhook", path: webhookPath,
		prepare: func(t *testing.T, w *harness) { t.Helper(); w.adopt(t, nil) },
		run: func(ctx context.Context, w *harness) acctest.Diagnostics {
			return w.webhook.Apply(ctx, webhookConfig(acctest.Values{"active": false, "auth_token": hookToken}))
		},
	},
	"refresh": {
		method: http.MethodGet, title: "Unable to Read Webhook", path: webhookPath,
		prepare: func(t *testing.T, w *harness) {
			t.Helper()
			w.adopt(t, nil)
			if diags := w.webhook.Refresh(t.Context()); len(diags) > 0 {
				t.Fatal(diags)
			}
			w.before = w.webhook.State()
			w.ResetRequests()
		},
		run: func(ctx context.Context, w *harness) acctest.Diagnostics { return w.webhook.Refresh(ctx) },
	},
	"first refresh": {
		method: http.MethodGet, title: "Unable to Read Webhook", path: webhookPath,
		prepare: func(t *testing.T, w *harness) { t.Helper(); w.adoptUnread(t, nil) },
		run:     func(ctx context.Context, w *harness) acctest.Diagnostics { return w.webhook.Refresh(ctx) },
	},
	"apply after a refresh": {
		method: http.MethodGet, title: "Unable to Read Webhook", path: webhookPath,
		prepare: func(t *testing.T, w *harness) { t.Helper(); w.adopt(t, nil) },
		run:     applyAfterRefresh,
	},
	"refresh by patch": {
		method: http.MethodPatch, arguments: acctest.Values{"webhook_refresh": "patch"}, title: "Unable to Read Webhook", path: webhookPath,
		prepare: func(t *testing.T, w *harness) { t.Helper(); w.adopt(t, nil) },
		run:     func(ctx context.Context, w *harness) acctest.Diagnostics { return w.webhook.Refresh(ctx) },
	},
	"apply after a refresh by patch": {
		method: http.MethodPatch, arguments: acctest.Values{"webhook_refresh": "patch"}, title: "Unable to Read Webhook", path: webhookPath,
		prepare: func(t *testing.T, w *harness) { t.Helper(); w.adopt(t, nil) },
		run:     applyAfterRefresh,
	},
	"import": {
		method: http.MethodGet, title: "Unable to Read Webhook", path: webhookPath,
		prepare: func(t *testing.T, w *harness) {
			t.Helper()
			w.Set(func(b *fakeservice.Behavior) { b.WebhookList = false }) // otherwise, an import finds the settings there
		},
		run: func(ctx context.Context, w *harness) acctest.Diagnostics { return w.webhook.Import(ctx, importID) },
	},
	"resume": {
		method: http.MethodPatch, title: "Unable to Resume Webhook", path: webhookPath,
		run: func(ctx context.Context, w *harness) acctest.Diagnostics { return resume(ctx, w.protocol) },
	},
	"webhooks": {
		method: http.MethodGet, title: "Unable to List Webhooks", path: webhooksPath,
		run: func(ctx context.Context, w *harness) (diags acctest.Diagnostics) {
			w.results, diags = w.protocol.Read(ctx, "paymentservice_webhooks", storeConfig)
			return diags
		},
	},
	"query of webhooks": {
		method: http.MethodGet, title: "Unable to List Webhooks", path: webhooksPath,
		run: func(ctx context.Context, w *harness) acctest.Diagnostics {
			found, diags := w.protocol.List(ctx, "paymentservice_webhook", storeConfig, acctest.Listing{Limit: 100, IncludeResource: true})
			w.results = acctest.Values{"webhooks": make([]any, len(found))}
			return diags
		},
	},
	"charges": {
		method: http.MethodGet, title: "Unable to Read Charges", path: "/charges",
		run: func(ctx context.Context, w *harness) (diags acctest.Diagnostics) {
			w.results, diags = w.protocol.Read(ctx, "paymentservice_charges", acctest.Values{})
			return diags
		},
	},
	"charges of a store": {
		method: http.MethodGet, title: "Unable to Read Charges", path: "/stores/" + fakeservice.DefaultStoreID + "/charges",
		run: func(ctx context.Context, w *harness) (diags acctest.Diagnostics) {
			w.results, diags = w.protocol.Read(ctx, "paymentservice_charges", acctest.Values{"store_id": fakeservice.DefaultStoreID, "page_size": 10})
			return diags
		},
	},
	"ephemeral charges": {
		method: http.MethodGet, title: "Unable to Read Charges", path: "/charges",
		run: func(ctx context.Context, w *harness) (diags acctest.Diagnostics) {
			w.results, diags = w.protocol.Open(ctx, "paymentservice_charges", acctest.Values{})
			return diags
		},
	},
	"charge summary": {
		method: http.MethodGet, title: "Unable to Read Charges", path: "/stores/" + fakeservice.DefaultStoreID + "/charges",
		run: func(ctx context.Context, w *harness) (diags acctest.Diagnostics) {
			w.results, diags = w.protocol.Read(ctx, "paymentservice_charge_summary", acctest.Values{
				"store_id": fakeservice.DefaultStoreID, "group_by": []string{"day", "status"},
			})
			return diags
		},
	},
	"token": {
		method: http.MethodPost, title: "Unable to Create Transaction Token", path: "/tokens",
		run: func(ctx context.Context, w *harness) (diags acctest.Diagnostics) {
			w.results, diags = w.protocol.Open(ctx, "paymentservice_transaction_token", tokenConfig())
			return diags
		},
	},
}
