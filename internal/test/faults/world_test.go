// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"context"
	"maps"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	webhookID = "44444444-4444-4444-8444-444444444444"
	importID  = fakeservice.DefaultStoreID + "/" + webhookID
	hookToken = "Bearer hook-token"
	charges   = 12 // in the store
)

// world is a fake service in memory and the provider, inside a synctest bubble:
// its time is fake, and it ends with an error if a goroutine stays behind.
type world struct {
	*fakeservice.Service

	server    *fakeservice.Server
	transport *http.Transport
	protocol  *acctest.Protocol
	webhook   *acctest.Resource
	before    acctest.Values // the webhook's state before the call
	results   acctest.Values
}

func newWorld(t *testing.T, arguments acctest.Values) *world {
	t.Helper()
	service := fakeservice.New()
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	service.AddWebhook(fakeservice.Webhook{ID: webhookID, Active: true})
	service.SeedCharges(charges, fakeservice.SeedOptions{})
	server := fakeservice.Pipe(service)
	transport := server.Transport()
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	w := &world{Service: service, server: server.Server, transport: transport}
	w.protocol = w.provider(t, arguments)
	w.webhook = w.protocol.NewResource("paymentservice_webhook")
	return w
}

// provider returns another process of the provider.
func (w *world) provider(t *testing.T, arguments acctest.Values) *acctest.Protocol {
	t.Helper()
	all := acctest.Values{"max_retries": 2, "request_timeout": "5s"}
	maps.Copy(all, arguments)
	return acctest.Configured(t, w.server, all, provider.WithTransport(w.transport), provider.WithClock(nil))
}

// webhookConfig configures the webhook, with more arguments.
func webhookConfig(more acctest.Values) acctest.Values {
	config := acctest.Values{"store_id": fakeservice.DefaultStoreID, "webhook_id": webhookID, "active": true}
	maps.Copy(config, more)
	return config
}

// adopt puts the webhook into the state.
func (w *world) adopt(t *testing.T, more acctest.Values) {
	t.Helper()
	if diags := w.webhook.Apply(t.Context(), webhookConfig(more)); diags.Errors() != "" {
		t.Fatal(diags)
	}
	w.protocol.NextRun(t)
	w.before = w.webhook.State()
	w.ResetRequests()
}

// adoptUnread puts the webhook into the state while no GET is answered.
func (w *world) adoptUnread(t *testing.T, more acctest.Values) {
	t.Helper()
	w.Set(func(b *fakeservice.Behavior) { b.WebhookGet = false })
	w.adopt(t, more)
	w.Set(func(b *fakeservice.Behavior) { b.WebhookGet = true })
}

// resume invokes the action.
func resume(ctx context.Context, p *acctest.Protocol) acctest.Diagnostics {
	const name = "paymentservice_resume_webhook"
	server, ok := p.Server.(tfprotov6.ActionServer)
	if !ok {
		return acctest.Diagnostics{{Severity: tfprotov6.DiagnosticSeverityError, Summary: "no actions"}}
	}
	typ := p.Schemas.ActionSchemas[name].Schema.ValueType()
	config, err := tfprotov6.NewDynamicValue(typ, tftypes.NewValue(typ, map[string]tftypes.Value{
		"merchant_id": tftypes.NewValue(tftypes.String, nil),
		"store_id":    tftypes.NewValue(tftypes.String, fakeservice.DefaultStoreID),
		"webhook_id":  tftypes.NewValue(tftypes.String, webhookID),
	}))
	if err != nil {
		return acctest.Diagnostics{{Severity: tfprotov6.DiagnosticSeverityError, Summary: err.Error()}}
	}
	stream, err := server.InvokeAction(ctx, &tfprotov6.InvokeActionRequest{ActionType: name, Config: &config})
	if err != nil {
		return acctest.Diagnostics{{Severity: tfprotov6.DiagnosticSeverityError, Summary: err.Error()}}
	}
	var diags acctest.Diagnostics
	for event := range stream.Events {
		if done, ok := event.Type.(tfprotov6.CompletedInvokeActionEventType); ok {
			diags = done.Diagnostics
		}
	}
	return diags
}

// tokenConfig is a token for a bank transfer.
func tokenConfig() acctest.Values {
	return acctest.Values{"type": "one_time", "email": "taro@example.com", "create": true, "bank_transfer": acctest.Values{"brand": "aozora_bank"}}
}

// target is something that the provider does with one call of the API.
type target struct {
	method    string
	arguments acctest.Values // of the provider
	title     string         // of the error
	path      string         // in the error
	prepare   func(*testing.T, *world)
	run       func(context.Context, *world) acctest.Diagnostics
	// harmless has the statuses that are no error here, each with the warning
	// that it causes, if any.
	harmless map[int]string
	// unread, if set, is the warning if a read never gets a webhook as its answer:
	// a service need not have this call.
	unread string
	// adopts says that the call is the first one about the webhook.
	adopts bool
}

// matches reports whether a request is the call of the target.
func (t target) matches(r fakeservice.Request) bool {
	return r.Method == t.method && strings.HasSuffix(r.Path, t.path)
}

const (
	webhooksPath = "/stores/" + fakeservice.DefaultStoreID + "/webhooks"
	webhookPath  = webhooksPath + "/" + webhookID
)

// storeConfig asks for the webhooks of the store.
var storeConfig = acctest.Values{"store_id": fakeservice.DefaultStoreID}

func applyAfterRefresh(ctx context.Context, w *world) acctest.Diagnostics {
	if diags := w.webhook.Refresh(ctx); diags.Errors() != "" || w.webhook.State() == nil {
		return diags
	}
	return w.webhook.Apply(ctx, webhookConfig(acctest.Values{"active": false}))
}

// gone has the statuses of a webhook that no longer exists, with their warning.
var gone = map[int]string{404: "Webhook Not Found", 410: "Webhook Not Found"}

const notKnown = "Webhook Settings Not Known"

// targets is all that the provider does.
var targets = map[string]target{
	"adopt": {
		method: http.MethodPatch, adopts: true, title: "Unable to Update Webhook", path: webhookPath,
		run: func(ctx context.Context, w *world) acctest.Diagnostics {
			return w.webhook.Apply(ctx, webhookConfig(acctest.Values{"auth_token": hookToken}))
		},
	},
	"update": {
		method: http.MethodPatch, arguments: acctest.Values{"webhook_refresh": "off"}, title: "Unable to Update Webhook", path: webhookPath,
		prepare: func(t *testing.T, w *world) { t.Helper(); w.adopt(t, nil) },
		run: func(ctx context.Context, w *world) acctest.Diagnostics {
			return w.webhook.Apply(ctx, webhookConfig(acctest.Values{"active": false, "auth_token": hookToken}))
		},
	},
	"refresh": {
		method: http.MethodGet, title: "Unable to Read Webhook", path: webhookPath,
		prepare: func(t *testing.T, w *world) {
			t.Helper()
			w.adopt(t, nil)
			if diags := w.webhook.Refresh(t.Context()); len(diags) > 0 {
				t.Fatal(diags)
			}
			w.before = w.webhook.State()
			w.ResetRequests()
		},
		run:      func(ctx context.Context, w *world) acctest.Diagnostics { return w.webhook.Refresh(ctx) },
		harmless: gone,
	},
	"first refresh": {
		method: http.MethodGet, title: "Unable to Read Webhook", path: webhookPath,
		prepare:  func(t *testing.T, w *world) { t.Helper(); w.adoptUnread(t, nil) },
		run:      func(ctx context.Context, w *world) acctest.Diagnostics { return w.webhook.Refresh(ctx) },
		harmless: map[int]string{404: "", 405: "", 410: "", 501: ""}, unread: "Webhook Not Readable",
	},
	"apply after a refresh": {
		method: http.MethodGet, title: "Unable to Read Webhook", path: webhookPath,
		prepare:  func(t *testing.T, w *world) { t.Helper(); w.adopt(t, nil) },
		run:      applyAfterRefresh,
		harmless: gone,
	},
	"refresh by patch": {
		method: http.MethodPatch, arguments: acctest.Values{"webhook_refresh": "patch"}, title: "Unable to Read Webhook", path: webhookPath,
		prepare:  func(t *testing.T, w *world) { t.Helper(); w.adopt(t, nil) },
		run:      func(ctx context.Context, w *world) acctest.Diagnostics { return w.webhook.Refresh(ctx) },
		harmless: gone,
	},
	"apply after a refresh by patch": {
		method: http.MethodPatch, arguments: acctest.Values{"webhook_refresh": "patch"}, title: "Unable to Read Webhook", path: webhookPath,
		prepare: func(t *testing.T, w *world) { t.Helper(); w.adopt(t, nil) },
		run:     applyAfterRefresh, harmless: gone,
	},
	"import": {
		method: http.MethodGet, title: "Unable to Read Webhook", path: webhookPath,
		prepare: func(t *testing.T, w *world) {
			t.Helper()
			w.Set(func(b *fakeservice.Behavior) { b.WebhookList = false }) // otherwise, an import finds the settings there
		},
		run:      func(ctx context.Context, w *world) acctest.Diagnostics { return w.webhook.Import(ctx, importID) },
		harmless: map[int]string{404: notKnown, 405: notKnown, 410: notKnown, 501: notKnown}, unread: notKnown,
	},
	"resume": {
		method: http.MethodPatch, title: "Unable to Resume Webhook", path: webhookPath,
		run: func(ctx context.Context, w *world) acctest.Diagnostics { return resume(ctx, w.protocol) },
	},
	"webhooks": {
		method: http.MethodGet, title: "Unable to List Webhooks", path: webhooksPath,
		run: func(ctx context.Context, w *world) (diags acctest.Diagnostics) {
			w.results, diags = w.protocol.Read(ctx, "paymentservice_webhooks", storeConfig)
			return diags
		},
	},
	"query of webhooks": {
		method: http.MethodGet, title: "Unable to List Webhooks", path: webhooksPath,
		run: func(ctx context.Context, w *world) acctest.Diagnostics {
			found, diags := w.protocol.List(ctx, "paymentservice_webhook", storeConfig, acctest.Listing{Limit: 100, IncludeResource: true})
			w.results = acctest.Values{"webhooks": make([]any, len(found))}
			return diags
		},
	},
	"charges": {
		method: http.MethodGet, title: "Unable to Read Charges", path: "/charges",
		run: func(ctx context.Context, w *world) (diags acctest.Diagnostics) {
			w.results, diags = w.protocol.Read(ctx, "paymentservice_charges", acctest.Values{})
			return diags
		},
	},
	"charges of a store": {
		method: http.MethodGet, title: "Unable to Read Charges", path: "/stores/" + fakeservice.DefaultStoreID + "/charges",
		run: func(ctx context.Context, w *world) (diags acctest.Diagnostics) {
			w.results, diags = w.protocol.Read(ctx, "paymentservice_charges", acctest.Values{"store_id": fakeservice.DefaultStoreID, "page_size": 10})
			return diags
		},
	},
	"ephemeral charges": {
		method: http.MethodGet, title: "Unable to Read Charges", path: "/charges",
		run: func(ctx context.Context, w *world) (diags acctest.Diagnostics) {
			w.results, diags = w.protocol.Open(ctx, "paymentservice_charges", acctest.Values{})
			return diags
		},
	},
	"charge summary": {
		method: http.MethodGet, title: "Unable to Read Charges", path: "/stores/" + fakeservice.DefaultStoreID + "/charges",
		run: func(ctx context.Context, w *world) (diags acctest.Diagnostics) {
			w.results, diags = w.protocol.Read(ctx, "paymentservice_charge_summary", acctest.Values{
				"store_id": fakeservice.DefaultStoreID, "group_by": []string{"day", "status"},
			})
			return diags
		},
	},
	"token": {
		method: http.MethodPost, title: "Unable to Create Transaction Token", path: "/tokens",
		run: func(ctx context.Context, w *world) (diags acctest.Diagnostics) {
			w.results, diags = w.protocol.Open(ctx, "paymentservice_transaction_token", tokenConfig())
			return diags
		},
	},
}

// sent returns how many requests of the target arrived.
func (w *world) sent(t target) int { return len(w.Requests(t.matches)) }

// expectUntouched checks that a failure left state and results as they were.
func (w *world) expectUntouched(t *testing.T, name string) {
	t.Helper()
	got, want := w.webhook.State(), w.before
	if name == "import" { // one that can't read keeps the ids
		want = acctest.Values{"id": webhookID, "store_id": fakeservice.DefaultStoreID, "webhook_id": webhookID}
	}
	if name == "update" && got["active"] == nil { // the setting that it was to change is unconfirmed
		got = maps.Clone(got)
		got["active"] = w.before["active"]
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the state became %v, want %v", got, want)
	}
	if id, ok := w.results["id"]; ok {
		t.Errorf("a token %v came with the error", id)
	}
	if figure, ok := w.results["charge_count"]; ok {
		t.Errorf("a count of %v came with the error", figure)
	}
	for _, list := range []string{"charges", "webhooks"} {
		if found, _ := w.results[list].([]any); len(found) > 0 {
			t.Errorf("%d %s came with the error", len(found), list)
		}
	}
}

// expectHarmless checks that a message holds no secret and nothing raw.
func expectHarmless(t *testing.T, text string) {
	t.Helper()
	for _, secret := range []string{fakeservice.DefaultSecret, fakeservice.DefaultAppToken, hookToken, "taro@example.com", "<html", "0x", "%!", "goroutine"} {
		if strings.Contains(text, secret) {
			t.Errorf("the message shows %q:\n%s", secret, text)
		}
	}
}
