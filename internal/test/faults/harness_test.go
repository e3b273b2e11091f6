// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"context"
	"maps"
	"net/http"
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
)

// harness is a fake service in memory and the provider, inside a synctest bubble:
// its time is fake, and it ends with an error if a goroutine stays behind.
type harness struct {
	*fakeservice.Service

	server    *fakeservice.Server
	transport *http.Transport
	protocol  *acctest.Protocol
	webhook   *acctest.Resource
}

func newHarness(t *testing.T, arguments acctest.Values) *harness {
	t.Helper()
	service := fakeservice.New()
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList, b.EmailFilter = true, true })
	service.AddWebhook(fakeservice.Webhook{ID: webhookID, Active: true})
	service.SeedCharges(12, fakeservice.SeedOptions{})
	server := fakeservice.Pipe(service)
	transport := server.Transport()
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	w := &harness{Service: service, server: server, transport: transport}
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
