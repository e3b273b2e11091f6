// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"encoding/json"
	"maps"
	"net/http"
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
	"object":          map[string]any{"id": 5, "x": []any{nil}},
}

// eachOdd runs check with the field at path set to each odd value, and without
// the field. put sets the function that changes the service's answers.
func eachOdd(t *testing.T, put func(change func(map[string]any)), path []string, check func(t *testing.T, name string)) {
	t.Helper()
	for _, name := range append(slices.Sorted(maps.Keys(odd)), "nothing") {
		put(func(object map[string]any) {
			for _, step := range path[:len(path)-1] {
				inner, ok := object[step].(map[string]any)
				if !ok {
					return
				}
				object = inner
			}
			if name == "nothing" {
				delete(object, path[len(path)-1])
			} else {
				object[path[len(path)-1]] = odd[name]
			}
		})
		check(t, name)
	}
}

// expectNamed checks an error about an odd field: it names the field.
func expectNamed(t *testing.T, name, field, said string) {
	t.Helper()
	expectHarmless(t, said)
	if !strings.Contains(said, field) {
		t.Errorf("with %s: said %q, want the field %s in it", name, said, field)
	}
	if len(said) > 3000 {
		t.Errorf("with %s: said %d characters", name, len(said))
	}
}

func TestAnswers_webhook(t *testing.T) {
	t.Parallel()

	for _, field := range []string{"id", "platform_id", "merchant_id", "store_id", "triggers", "url", "active", "created_on", "updated_on"} {
		for _, mode := range []string{"get", "patch"} {
			t.Run(field+" "+mode, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t, acctest.Values{"webhook_refresh": mode})
					put := func(change func(map[string]any)) { w.Set(func(b *fakeservice.Behavior) { b.WebhookMutator = change }) }
					eachOdd(t, put, []string{field}, func(t *testing.T, name string) {
						t.Helper()
						w.webhook = w.protocol.NewResource("paymentservice_webhook")
						diags := w.webhook.Apply(t.Context(), webhookConfig(nil))
						if diags.Errors() != "" {
							expectNamed(t, name, field, diags.Errors())
							w.expectUntouched(t, "adopt")
							return
						}
						// An answer that was accepted must give a state without drift.
						if diags := w.webhook.Refresh(t.Context()); len(diags) > 0 {
							t.Errorf("with %s: refreshing said %s", name, diags)
						}
						if plan, diags := w.webhook.Plan(t.Context(), webhookConfig(nil)); len(diags) > 0 || !plan.Empty {
							t.Errorf("with %s: the plan is %v, and said %s", name, plan.Values, diags)
						}
					})
				})
			})
		}
	}
}

var chargeFields = []string{
	"id", "store_id", "transaction_token_id", "transaction_token_type", "subscription_id", "merchant_transaction_id",
	"requested_amount", "requested_currency", "requested_amount_formatted", "charged_amount", "charged_currency", "charged_amount_formatted",
	"fee_amount", "fee_currency", "fee_amount_formatted", "only_direct_currency", "capture_at", "descriptor", "descriptor_phone_number",
	"status", "error", "metadata", "mode", "created_on", "redirect", "merchant_name", "store_name",
}

func TestAnswers_charges(t *testing.T) {
	t.Parallel()

	for _, field := range chargeFields {
		t.Run(field, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				spoilt := ""
				put := func(change func(map[string]any)) {
					spoilt = ""
					w.Set(func(b *fakeservice.Behavior) {
						b.ChargeMutator = func(charge map[string]any) {
							id, _ := charge["id"].(string)
							if spoilt == "" {
								spoilt = id // the newest one
							}
							if id == spoilt {
								change(charge)
							}
						}
					})
				}
				eachOdd(t, put, []string{field}, func(t *testing.T, name string) {
					t.Helper()
					result, diags := w.protocol.Read(t.Context(), "paymentservice_charges", acctest.Values{})
					if diags.Errors() != "" {
						expectNamed(t, name, field, diags.Errors())
						return
					}
					if list, _ := result["charges"].([]any); len(list) != charges {
						t.Errorf("with %s: %d charges and %s, want all or an error", name, len(list), diags)
					}
				})
			})
		})
	}
}

func TestAnswers_token(t *testing.T) {
	t.Parallel()

	paths := map[string][]string{}
	for _, field := range []string{"id", "store_id", "email", "payment_type", "active", "mode", "type", "usage_limit", "confirmed", "metadata", "created_on", "updated_on", "last_used_on", "data"} {
		paths[field] = []string{field}
	}
	for _, field := range []string{"card", "billing", "cvv_authorize", "cvv_authorize_check"} {
		paths["data."+field] = []string{"data", field}
	}
	for name, path := range paths {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				put := func(change func(map[string]any)) { w.Set(func(b *fakeservice.Behavior) { b.TokenMutator = change }) }
				config := tokenConfig()
				delete(config, "email") // otherwise, the answer's email is not used
				config["online"], config["bank_transfer"] = acctest.Values{"brand": "alipay_online", "call_method": "sdk"}, nil
				eachOdd(t, put, path, func(t *testing.T, odd string) {
					t.Helper()
					result, diags := w.protocol.Open(t.Context(), "paymentservice_transaction_token", config)
					if diags.Errors() == "" {
						if id, _ := result["id"].(string); id == "" {
							t.Errorf("with %s: no id, and no error", odd)
						}
						return
					}
					// No detail of an answer may hide that a token exists.
					if name != "id" {
						t.Errorf("with %s: %s", odd, diags)
					}
					expectNamed(t, odd, "id", diags.Errors())
				})
			})
		})
	}
}

// TestAnswers_pages reads pages that are odd, or no page of a list at all.
func TestAnswers_pages(t *testing.T) {
	t.Parallel()

	const (
		one             = `{"id":"99999999-9999-4999-8999-999999999999"}`
		moreThanCounted = "More Charges Than Counted"
	)
	for name, tc := range map[string]struct {
		body string
		says string // empty if the page is read
	}{
		"one charge":           {`{"items":[` + one + `],"has_more":false}`, ""},
		"byte order mark":      {"\xEF\xBB\xBF" + `{"items":[` + one + `],"has_more":false}`, ""},
		"keys twice":           {`{"items":[],"has_more":true,"has_more":false,"items":[` + one + `]}`, ""},
		"the same charge":      {`{"items":[` + one + `,` + one + `],"has_more":false}`, ""},
		"no items":             {`{"has_more":false}`, "items"},
		"items null":           {`{"items":null,"has_more":false}`, "items"},
		"items an object":      {`{"items":{},"has_more":false}`, "items"},
		"items a text":         {`{"items":"x","has_more":false}`, "items"},
		"a null in items":      {`{"items":[null],"has_more":false}`, "id"},
		"a text in items":      {`{"items":["x"],"has_more":false}`, "id"},
		"an array in items":    {`{"items":[[` + one + `]],"has_more":false}`, "id"},
		"no id":                {`{"items":[{}],"has_more":false}`, "id"},
		"id a number":          {`{"items":[{"id":5}],"has_more":false}`, "id"},
		"id blank":             {`{"items":[{"id":" "}],"has_more":false}`, "id"},
		"no has_more":          {`{"items":[` + one + `]}`, "has_more"},
		"has_more null":        {`{"items":[` + one + `],"has_more":null}`, "has_more"},
		"has_more as text":     {`{"items":[` + one + `],"has_more":"false"}`, ""},
		"has_more a word":      {`{"items":[` + one + `],"has_more":"no"}`, "has_more"},
		"more, but no items":   {`{"items":[],"has_more":true}`, "has_more"},
		"the same page always": {`{"items":[` + one + `],"has_more":true}`, "the list would never end"},
		"total_hits a text":    {`{"items":[` + one + `],"has_more":false,"total_hits":"x"}`, ""},
		"total_hits absurd":    {`{"items":[` + one + `],"has_more":false,"total_hits":1e999999999}`, ""},
		"total_hits fraction":  {`{"items":[` + one + `],"has_more":false,"total_hits":1.5}`, ""},
		"total_hits null":      {`{"items":[` + one + `],"has_more":false,"total_hits":null}`, ""},
		"total_hits too small": {`{"items":[` + one + `],"has_more":false,"total_hits":0}`, moreThanCounted},
		"a webhook":            {`{"id":"x","url":"https://hooks.example.com"}`, "items"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				w.Inject(fakeservice.Fault{Status: http.StatusOK, Body: []byte(tc.body)})
				result, diags := w.protocol.Read(t.Context(), "paymentservice_charges", acctest.Values{})
				expectHarmless(t, diags.String())
				if n := len(w.Requests()); n > 60 {
					t.Errorf("%d requests arrived", n)
				}
				charges, _ := result["charges"].([]any)
				switch {
				case tc.says == "" && (len(diags) > 0 || len(charges) != 1):
					t.Errorf("%d charges and %s, want one charge", len(charges), diags)
				case tc.says == moreThanCounted && (diags.Errors() != "" || len(charges) != 1 || !strings.Contains(diags.Warnings(), moreThanCounted)):
					t.Errorf("%d charges and %s, want one charge and a warning", len(charges), diags)
				case tc.says != "" && tc.says != moreThanCounted && (!strings.Contains(diags.Errors(), "Unable to Read Charges") || !strings.Contains(diags.Errors(), tc.says) || !strings.Contains(diags.Errors(), "The error occurred on page")):
					t.Errorf("said %q, want %q and the page in it", diags, tc.says)
				}
			})
		})
	}
}
