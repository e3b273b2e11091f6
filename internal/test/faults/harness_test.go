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

// harness is a fake service in memory and the provider, inside a synctest bubble:
// its time is fake, and it ends with an error if a goroutine stays behind.
type harness struct {
	*fakeservice.Service

	server    *fakeservice.Server
	transport *http.Transport
	protocol  *acctest.Protocol
	webhook   *acctest.Resource
	before    acctest.Values // the webhook's state before the call
	results   acctest.Values
}

func newHarness(t *testing.T, arguments acctest.Values) *harness {
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
	w := &harness{Service: service, server: server.Server, transport: transport}
	w.protocol = w.provider(t, arguments)
	w.webhook = w.protocol.NewResource("paymentservice_webhook")
	return w
}

// provider returns another process of the provider.
func (w *harness) provider(t *testing.T, arguments acctest.Values) *acctest.Protocol {
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
func (w *harness) adopt(t *testing.T, more acctest.Values) {
	t.Helper()
	if diags := w.webhook.Apply(t.Context(), webhookConfig(more)); diags.Errors() != "" {
		t.Fatal(diags)
	}
	w.protocol.NextRun(t)
	w.before = w.webhook.State()
	w.ResetRequests()
}

// adoptUnread puts the webhook into the state while no GET is answered.
func (w *harness) adoptUnread(t *testing.T, more acctest.Values) {
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

// expectUntouched checks that a failure left state and results as they were.
func (w *harness) expectUntouched(t *testing.T) {
	t.Helper()
	got := maps.Clone(w.webhook.State())
	if got != nil && got["active"] == nil && w.before["active"] != nil { // a setting that was to change is unconfirmed
		got["active"] = w.before["active"]
	}
	if imported := (acctest.Values{"id": webhookID, "store_id": fakeservice.DefaultStoreID, "webhook_id": webhookID}); w.before == nil && reflect.DeepEqual(got, imported) {
		return // an import that can't read keeps the ids
	}
	if !reflect.DeepEqual(got, w.before) {
		t.Errorf("the state became %v, want %v", got, w.before)
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
