// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"net/http"
	"slices"
	"strings"
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
	errors   string
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
		return invoked{errors: texts(valid.Diagnostics), diags: valid.Diagnostics}
	}
	planned, err := server.PlanAction(t.Context(), &tfprotov6.PlanActionRequest{ActionType: resumeAction, Config: config})
	if err != nil || len(planned.Diagnostics) > 0 {
		t.Fatalf("planning the action: %v %s", err, texts(planned.Diagnostics))
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
			result.errors, result.diags = texts(e.Diagnostics), e.Diagnostics
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

func texts(diags []*tfprotov6.Diagnostic) string {
	var b strings.Builder
	for _, d := range diags {
		b.WriteString(d.Summary + ": " + d.Detail + "\n")
	}
	return b.String()
}

func TestResumeAction(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		arrange func(*fakeservice.Service)
		more    func(env) map[string]string
		// errors are parts of what the user reads; none for success.
		errors []string
		route  string
	}{
		"resumes a stopped webhook": {route: "PATCH /stores/{storeId}/webhooks/{webhookId}"},
		"through its merchant": {
			more:  func(e env) map[string]string { return map[string]string{"merchant_id": e.webhook.MerchantID} },
			route: "PATCH /merchants/{merchantId}/stores/{storeId}/webhooks/{webhookId}",
		},
		"no such webhook": {
			more: func(env) map[string]string {
				return map[string]string{"webhook_id": "00000000-0000-4000-8000-000000000000"}
			},
			errors: []string{"Webhook Not Found", "00000000-0000-4000-8000-000000000000", "nothing to resume"},
		},
		"refused": {
			arrange: func(s *fakeservice.Service) { s.Inject(fakeservice.Fault{Status: http.StatusForbidden}) },
			errors:  []string{"Unable to Resume Webhook", "403", "`secret` and `app_token`"},
		},
		"still stopped": {
			arrange: func(s *fakeservice.Service) {
				s.Set(func(b *fakeservice.Behavior) {
					b.WebhookMutator = func(w map[string]any) { w["active"] = false }
				})
			},
			errors: []string{"Unable to Resume Webhook", "an unexpected `active`"},
		},
		"does not say": {
			arrange: func(s *fakeservice.Service) {
				s.Set(func(b *fakeservice.Behavior) {
					b.WebhookMutator = func(w map[string]any) { delete(w, "active") }
				})
			},
			errors: []string{"Unable to Resume Webhook", "does not say whether the webhook is active"},
		},
		"an error that came as a success": {
			arrange: func(s *fakeservice.Service) {
				s.Inject(fakeservice.Fault{Status: http.StatusOK, Body: []byte(`{"status":"error","code":"VALIDATION_ERROR"}`)})
			},
			errors: []string{"Unable to Resume Webhook", "has no field of a webhook", "unclear whether the webhook was resumed"},
		},
		"another webhook answers": {
			arrange: func(s *fakeservice.Service) {
				s.Set(func(b *fakeservice.Behavior) {
					b.WebhookMutator = func(w map[string]any) { w["id"] = "00000000-0000-4000-8000-000000000000" }
				})
			},
			errors: []string{"Unable to Resume Webhook", "an unexpected `id`"},
		},
		"not a UUID": {
			more:   func(env) map[string]string { return map[string]string{"store_id": "shop"} },
			errors: []string{"`store_id` must be a UUID"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.stop()
			if tc.arrange != nil {
				tc.arrange(e.Service)
			}
			arguments := map[string]string{"store_id": e.webhook.StoreID, "webhook_id": e.webhook.ID}
			if tc.more != nil {
				for name, value := range tc.more(e) {
					arguments[name] = value
				}
			}
			got := invoke(t, acctest.Configured(t, e.server, nil), arguments)
			if len(tc.errors) > 0 {
				for _, want := range tc.errors {
					if !strings.Contains(got.errors, want) {
						t.Errorf("the error does not say %q:\n%s", want, got.errors)
					}
				}
				return
			}
			if got.errors != "" {
				t.Fatal(got.errors)
			}
			e.expectResumed(t, tc.route)
			if want := []string{
				"Resuming webhook " + e.webhook.ID + " of store " + e.webhook.StoreID + " ...",
				"Webhook " + e.webhook.ID + " is active.",
			}; !slices.Equal(got.progress, want) {
				t.Errorf("the user read %q, want %q", got.progress, want)
			}
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
	if !strings.Contains(got.errors, "`secret` is not known before the apply") {
		t.Errorf("the error is %q", got.errors)
	}
}

// A run that is interrupted while the request is in flight must not end as a
// success: the plugin server sends no event then, so that the call itself fails.
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
