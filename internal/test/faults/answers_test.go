// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// odd has one value of each kind that a field may hold instead of the documented
// one. The tests of paymentapi show how each value is read.
var odd = map[string]any{
	"null":            nil,
	"empty text":      "",
	"long text":       strings.Repeat("x", 1<<14),
	"control text":    "\x00\x1b[31m\r\n\u202e",
	"lone surrogate":  json.RawMessage(`"\ud800"`),
	"another id":      "99999999-9999-4999-8999-999999999999",
	"true":            true,
	"fraction":        json.Number("1.5"),
	"beyond 64 bits":  json.Number("18446744073709551616"),
	"absurd exponent": json.Number("1e999999999"),
	"array":           []any{1, "x", nil, true, map[string]any{}},
	"nothing":         nothing,
	"object":          map[string]any{"id": 5, "x": []any{nil}},
}

// settings are the fields of a webhook.
var settings = []string{"id", "platform_id", "merchant_id", "store_id", "triggers", "url", "active", "created_on", "updated_on"}

// answer is an object that the service returns, and what reads it.
type answer struct {
	fields  []string // with the names of objects around them
	refresh string   // webhook_refresh, if not the default
	change  func(*fakeservice.Behavior, func(map[string]any))
	// read reads the answer. It also says what is wrong, apart from the messages.
	read func(t *testing.T, w *harness, field string) (diags acctest.Diagnostics, wrong string)
}

func changeWebhook(b *fakeservice.Behavior, change func(map[string]any)) { b.WebhookMutator = change }

var answers = map[string]answer{
	"webhook":       {fields: settings, change: changeWebhook, read: readWebhook},
	"webhook patch": {fields: settings, refresh: "patch", change: changeWebhook, read: readWebhook},
	"list of webhooks": {
		fields: append(slices.Clone(settings), "auth_token"), change: changeWebhook,
		read: func(t *testing.T, w *harness, field string) (acctest.Diagnostics, string) {
			t.Helper()
			diags := operations["webhooks"].run(t.Context(), w)
			list, _ := w.results["webhooks"].([]any)
			return diags, missing(diags, len(list), 1, field == "auth_token") // nobody reads the token
		},
	},
	"query of webhooks": {
		fields: append(slices.Clone(settings), "auth_token"), change: changeWebhook,
		read: func(t *testing.T, w *harness, field string) (acctest.Diagnostics, string) {
			t.Helper()
			diags := operations["query of webhooks"].run(t.Context(), w)
			list, _ := w.results["webhooks"].([]any)
			return diags, missing(diags, len(list), 1, field == "auth_token")
		},
	},
	"charges": {
		fields: []string{
			"id", "store_id", "transaction_token_id", "transaction_token_type", "subscription_id", "merchant_transaction_id",
			"requested_amount", "requested_currency", "requested_amount_formatted", "charged_amount", "charged_currency", "charged_amount_formatted",
			"fee_amount", "fee_currency", "fee_amount_formatted", "only_direct_currency", "capture_at", "descriptor", "descriptor_phone_number",
			"status", "error", "metadata", "mode", "created_on", "redirect", "merchant_name", "store_name",
		},
		change: func(b *fakeservice.Behavior, change func(map[string]any)) {
			newest := ""
			b.ChargeMutator = func(charge map[string]any) {
				id, _ := charge["id"].(string)
				if newest == "" {
					newest = id
				}
				if id == newest {
					change(charge)
				}
			}
		},
		read: func(t *testing.T, w *harness, _ string) (acctest.Diagnostics, string) {
			t.Helper()
			diags := operations["charges"].run(t.Context(), w)
			list, _ := w.results["charges"].([]any)
			return diags, missing(diags, len(list), charges, false)
		},
	},
	"token": {
		fields: []string{
			"id", "store_id", "email", "payment_type", "active", "mode", "type", "usage_limit", "confirmed", "metadata", "created_on", "updated_on",
			"last_used_on", "data", "data.card", "data.billing", "data.cvv_authorize", "data.cvv_authorize_check",
		},
		change: func(b *fakeservice.Behavior, change func(map[string]any)) { b.TokenMutator = change },
		read: func(t *testing.T, w *harness, field string) (acctest.Diagnostics, string) {
			t.Helper()
			// Without an email of its own, the answer's email is used.
			result, diags := w.protocol.Open(t.Context(), "paymentservice_transaction_token", acctest.Values{
				"type": "one_time", "create": true, "online": acctest.Values{"brand": "alipay_online", "call_method": "sdk"},
			})
			ids := 0
			if id, _ := result["id"].(string); id != "" {
				ids = 1
			}
			return diags, missing(diags, ids, 1, field != "id") // no detail may hide that a token exists
		},
	},
}

// missing says what is wrong if neither all objects nor an error came, or if an error
// came that must not.
func missing(diags acctest.Diagnostics, got, want int, never bool) string {
	failed := diags.Errors() != ""
	if never && failed || !failed && got != want {
		return fmt.Sprintf("%d objects came, want %d", got, want)
	}
	return ""
}

// readWebhook adopts the webhook. What was accepted must give a state without drift.
func readWebhook(t *testing.T, w *harness, _ string) (acctest.Diagnostics, string) {
	t.Helper()
	w.webhook = w.protocol.NewResource("paymentservice_webhook")
	if diags := w.webhook.Apply(t.Context(), webhookConfig(nil)); diags.Errors() != "" {
		w.expectUntouched(t)
		return diags, ""
	}
	diags := w.webhook.Refresh(t.Context())
	if plan, more := w.webhook.Plan(t.Context(), webhookConfig(nil)); len(diags)+len(more) > 0 || !plan.Empty {
		return append(diags, more...), "the refresh or the plan after it is not empty"
	}
	return nil, ""
}

// TestAnswers: an answer with any value in any field is read, or is an error that
// names the field.
func TestAnswers(t *testing.T) {
	t.Parallel()

	for name, a := range answers {
		for _, field := range a.fields {
			t.Run(name+" "+field, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					arguments := acctest.Values{}
					if a.refresh != "" {
						arguments["webhook_refresh"] = a.refresh
					}
					w := newHarness(t, arguments)
					path := strings.Split(field, ".")
					for kind, value := range odd {
						w.Set(func(b *fakeservice.Behavior) { a.change(b, func(object map[string]any) { put(object, path, value) }) })
						diags, wrong := a.read(t, w, field)
						said := diags.Errors()
						expectHarmless(t, said)
						if wrong != "" || said != "" && !strings.Contains(said, path[len(path)-1]) || len(said) > 3000 {
							t.Errorf("with %s: %s; said %s", kind, wrong, diags)
						}
					}
				})
			})
		}
	}
}

// nothing is the value of a field that is left out.
var nothing = struct{}{}

// put sets a field.
func put(object map[string]any, path []string, value any) {
	for _, name := range path[:len(path)-1] {
		inner, ok := object[name].(map[string]any)
		if !ok {
			return
		}
		object = inner
	}
	object[path[len(path)-1]] = value
	if value == nothing {
		delete(object, path[len(path)-1])
	}
}
