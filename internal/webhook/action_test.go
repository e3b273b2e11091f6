// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const resumeAction = "paymentservice_resume_webhook"

// invoked is what a user sees of an action.
type invoked struct {
	progress []string
	diags    acctest.Diagnostics
}

// invoke validates, plans and invokes the action as a CLI does.
func invoke(t *testing.T, p *acctest.Protocol, arguments map[string]string) invoked {
	t.Helper()
	config := actionConfig(t, p, arguments)
	server, ok := p.Server.(tfprotov6.ActionServer)
	if !ok {
		t.Fatal("the provider serves no actions")
	}
	valid, err := server.ValidateActionConfig(t.Context(), &tfprotov6.ValidateActionConfigRequest{ActionType: resumeAction, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	if len(valid.Diagnostics) > 0 {
		return invoked{diags: valid.Diagnostics}
	}
	planned, err := server.PlanAction(t.Context(), &tfprotov6.PlanActionRequest{ActionType: resumeAction, Config: config})
	if err != nil || len(planned.Diagnostics) > 0 {
		t.Fatalf("planning the action: %v %s", err, acctest.Diagnostics(planned.Diagnostics))
	}
	stream, err := server.InvokeAction(t.Context(), &tfprotov6.InvokeActionRequest{ActionType: resumeAction, Config: config})
	if err != nil {
		t.Fatal(err)
	}
	var result invoked
	for event := range stream.Events {
		switch e := event.Type.(type) {
		case tfprotov6.ProgressInvokeActionEventType:
			result.progress = append(result.progress, e.Message)
		case tfprotov6.CompletedInvokeActionEventType:
			result.diags = e.Diagnostics
		}
	}
	return result
}

func actionConfig(t *testing.T, p *acctest.Protocol, arguments map[string]string) *tfprotov6.DynamicValue {
	t.Helper()
	schema, ok := p.Schemas.ActionSchemas[resumeAction]
	if !ok {
		t.Fatal("the provider has no action " + resumeAction)
	}
	values := map[string]tftypes.Value{}
	for _, a := range schema.Schema.Block.Attributes {
		values[a.Name] = tftypes.NewValue(tftypes.String, nil)
		if text, ok := arguments[a.Name]; ok {
			values[a.Name] = tftypes.NewValue(tftypes.String, text)
		}
	}
	typ := schema.Schema.ValueType()
	config, err := tfprotov6.NewDynamicValue(typ, tftypes.NewValue(typ, values))
	if err != nil {
		t.Fatal(err)
	}
	return &config
}

// The action resumes a webhook on either path. The golden file of messages has its
// errors.
func TestResumeAction(t *testing.T) {
	t.Parallel()
	for route, merchant := range map[string]bool{
		"PATCH /stores/{storeId}/webhooks/{webhookId}":                        false,
		"PATCH /merchants/{merchantId}/stores/{storeId}/webhooks/{webhookId}": true,
	} {
		t.Run(route, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.stop()
			arguments := map[string]string{"store_id": e.webhook.StoreID, "webhook_id": e.webhook.ID}
			if merchant {
				arguments["merchant_id"] = e.webhook.MerchantID
			}
			if got := invoke(t, acctest.Configured(t, e.server, nil), arguments); len(got.diags) > 0 {
				t.Fatal(got.diags)
			}
			e.expectResumed(t, route)
		})
	}
}

// expectResumed checks that one request resumed the webhook, and changed
// nothing else.
func (e env) expectResumed(t *testing.T, route string) {
	t.Helper()
	if !e.now(t).Active {
		t.Error("the webhook is still stopped")
	}
	sent := e.Requests()
	if len(sent) != 1 {
		t.Fatalf("the service got %d requests, want 1", len(sent))
	}
	if sent[0].Route != route || string(sent[0].Body) != `{"active":true}` {
		t.Errorf("the service got %s with %s, want %s", sent[0].Route, sent[0].Body, route)
	}
}

func TestResumeAction_providerNotKnownYet(t *testing.T) {
	t.Parallel()
	e := start(t)
	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), acctest.Values{"base_url": e.server.URL, "secret": acctest.Unknown, "app_token": "t"}); len(diags) > 0 {
		t.Fatal(diags)
	}
	got := invoke(t, p, map[string]string{"store_id": e.webhook.StoreID, "webhook_id": e.webhook.ID})
	wantText(t, got.diags.Errors(), "`secret` is not known before the apply")
}

// If a run is interrupted while the request is in flight, the plugin server sends no
// events any more. So the call itself must fail, or the run would end as a success.
func TestResumeAction_interrupted(t *testing.T) {
	t.Parallel()
	e := start(t)
	arrived := make(chan struct{})
	e.Inject(fakeservice.Fault{Times: 1, Break: fakeservice.BreakHang, Match: func(fakeservice.Request) bool { close(arrived); return true }})
	p := acctest.Configured(t, e.server, nil)
	go func() {
		<-arrived
		_, _ = p.Server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{})
	}()
	server, _ := p.Server.(tfprotov6.ActionServer)
	_, err := server.InvokeAction(t.Context(), &tfprotov6.InvokeActionRequest{
		ActionType: resumeAction, Config: actionConfig(t, p, map[string]string{"store_id": e.webhook.StoreID, "webhook_id": e.webhook.ID}),
	})
	if err == nil {
		t.Fatal("the action has no error")
	}
	for _, want := range []string{"Unable to Resume Webhook", "interrupted", "It is unclear whether the webhook was resumed."} {
		wantText(t, err.Error(), want)
	}
}
