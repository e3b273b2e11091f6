// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package live_test tests the provider's promises with a real test store. By
// default, it only reads. Every other run tests them with the fake service.
package live_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// settings say which service to test, and what may be changed there.
type settings struct {
	config       acctest.Values // of the provider
	storeID      string         // of the charges to read; all stores if empty
	read, change string         // webhooks, as STORE_ID/WEBHOOK_ID
	createToken  bool
}

// TestLive tests a real service; CONTRIBUTING.md has the variables.
//
//nolint:paralleltest // its steps change the same webhook
func TestLive(t *testing.T) {
	if os.Getenv("PAYMENTSERVICE_LIVE") != "1" {
		t.Skip("tests a real service, with make testacc-live only")
	}
	promises(t, settings{
		config: acctest.Values{
			"base_url": os.Getenv("PAYMENTSERVICE_BASE_URL"), "secret": os.Getenv("PAYMENTSERVICE_SECRET"), "app_token": os.Getenv("PAYMENTSERVICE_APP_TOKEN"),
		},
		storeID: os.Getenv("PAYMENTSERVICE_LIVE_STORE"), read: os.Getenv("PAYMENTSERVICE_LIVE_WEBHOOK"), change: os.Getenv("PAYMENTSERVICE_LIVE_CHANGE_WEBHOOK"),
		createToken: os.Getenv("PAYMENTSERVICE_LIVE_CREATE_TOKEN") == "1",
	})
}

// promises tests everything that the settings allow.
func promises(t *testing.T, s settings) {
	t.Helper()
	t.Run("charges", s.chargesAreThoseOfOneCursor)
	if s.read != "" {
		t.Run("webhook is read", func(t *testing.T) { s.importWebhook(t, s.provider(t, nil), s.read) })
	}
	if s.change != "" {
		t.Run("webhook is managed", s.webhookIsManaged)
	}
	if s.createToken {
		t.Run("token", s.tokenIsCreated)
	}
}

// provider returns a provider for the service, with more arguments.
func (s settings) provider(t *testing.T, more acctest.Values) *acctest.Protocol {
	t.Helper()
	config := maps.Clone(s.config)
	maps.Copy(config, more)
	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), config); diags.Errors() != "" {
		t.Fatal(diags)
	}
	return p
}

// chargesAreThoseOfOneCursor compares a list that is read in parallel, and a summary, with
// what one request after the other reads. All end before the newest charge, so that no
// charge made meanwhile is among them.
func (s settings) chargesAreThoseOfOneCursor(t *testing.T) {
	filter := acctest.Values{}
	if s.storeID != "" {
		filter["store_id"] = s.storeID
	}
	read := func(more acctest.Values, typeName string, config acctest.Values) acctest.Values {
		config = maps.Clone(config)
		maps.Copy(config, filter)
		got, diags := s.provider(t, more).Read(t.Context(), typeName, config)
		if diags.Errors() != "" {
			t.Fatal(diags)
		}
		return got
	}
	one := acctest.Values{"max_concurrent_requests": 1}
	newest, _ := read(one, "paymentservice_charges", acctest.Values{"max_results": 300})["charges"].([]any)
	if len(newest) < 2 {
		t.Skipf("there are %d charges, which is too few to compare", len(newest))
	}
	member := func(charge any, name string) string { return fmt.Sprint(charge.(map[string]any)[name]) } //nolint:forcetypeassert // a charge is an object
	filter["from"], filter["to"] = member(newest[len(newest)-1], "created_on"), member(newest[0], "created_on")
	want, _ := read(one, "paymentservice_charges", acctest.Values{})["charges"].([]any)
	got, _ := read(nil, "paymentservice_charges", acctest.Values{"page_size": 10})["charges"].([]any)
	if !slices.EqualFunc(got, want, func(a, b any) bool { return member(a, "id") == member(b, "id") }) {
		t.Errorf("the %d charges, or their order, differ from the %d that one cursor reads", len(got), len(want))
	}
	if count := read(nil, "paymentservice_charge_summary", acctest.Values{})["charge_count"]; fmt.Sprint(count) != fmt.Sprint(len(want)) {
		t.Errorf("the summary counts %v charges, one cursor reads %d", count, len(want))
	}
}

// importWebhook imports a webhook, expects an empty plan, and returns its configuration.
func (s settings) importWebhook(t *testing.T, p *acctest.Protocol, name string) (*acctest.Resource, acctest.Values) {
	t.Helper()
	resource := p.NewResource("paymentservice_webhook")
	if diags := resource.Import(t.Context(), name); diags.Errors() != "" {
		t.Fatal(diags)
	}
	config := acctest.Values{}
	for _, name := range []string{"store_id", "webhook_id", "url", "triggers", "active"} {
		if value := resource.State()[name]; value != nil {
			config[name] = value
		}
	}
	expectEmptyPlan(t, resource, config)
	return resource, config
}

func expectEmptyPlan(t *testing.T, resource *acctest.Resource, config acctest.Values) {
	t.Helper()
	diags := resource.Refresh(t.Context())
	plan, more := resource.Plan(t.Context(), config)
	if diags = append(diags, more...); diags.Errors() != "" || !plan.Empty {
		t.Errorf("the plan is not empty: %s", diags)
	}
}

// webhookIsManaged changes, stops and resumes a webhook. Even if a step fails, the webhook
// is restored. Only one that can be read is changed.
func (s settings) webhookIsManaged(t *testing.T) {
	resource, was := s.importWebhook(t, s.provider(t, nil), s.change)
	url, ok := was["url"].(string)
	if !ok || was["triggers"] == nil || was["active"] == nil {
		t.Skip("the service does not show the webhook, so it could not be restored")
	}
	t.Cleanup(func() {
		if diags := resource.Apply(context.WithoutCancel(t.Context()), was); diags.Errors() != "" {
			t.Errorf("the webhook could not be restored to active = %v, triggers = %v. Remove terraform_live_test from its URL. %s", was["active"], was["triggers"], diags)
		}
	})
	query := "?terraform_live_test=1"
	if strings.Contains(url, "?") {
		query = "&terraform_live_test=1"
	}
	for step, active := range []bool{true, false, true} {
		config := maps.Clone(was)
		config["url"], config["active"] = url+query, active
		if diags := resource.Apply(t.Context(), config); diags.Errors() != "" {
			t.Fatalf("step %d: %s", step+1, diags)
		}
		expectEmptyPlan(t, resource, config)
	}
}

// tokenIsCreated creates one token for an online payment, which needs no personal data,
// and never in live mode.
func (s settings) tokenIsCreated(t *testing.T) {
	got, diags := s.provider(t, acctest.Values{"allowed_modes": []any{"test"}}).Open(t.Context(), "paymentservice_transaction_token", acctest.Values{
		"create": true, "type": "one_time", "online": acctest.Values{"brand": "pay_pay_online", "call_method": "http_post"},
	})
	if id, _ := got["id"].(string); id == "" || diags.Errors() != "" {
		t.Errorf("no token was created: %s", diags)
	}
}

// The tests of a real service pass with the fake one, also if it does not show webhooks.
// They leave the webhook as it was, and change nothing unless they are told to.
func TestPromises(t *testing.T) {
	t.Parallel()
	const webhook = fakeservice.DefaultStoreID + "/44444444-4444-4444-8444-444444444441"
	for name, tc := range map[string]struct {
		status  int // of a GET on the webhook; 0: it is shown
		change  string
		token   bool
		updated bool
	}{
		"everything":            {change: webhook, token: true, updated: true},
		"reading only":          {},
		"an unreadable webhook": {status: 405, change: webhook},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.SeedCharges(250, fakeservice.SeedOptions{Seed: 1})
			_, id, _ := strings.Cut(webhook, "/")
			before := service.AddWebhook(fakeservice.Webhook{ID: id, URL: "https://hooks.example.com/orders?a=1", AuthToken: "Bearer hook-token"})
			service.Set(func(b *fakeservice.Behavior) { b.WebhookGetStatus = tc.status })
			promises(t, settings{
				config:  acctest.Values{"base_url": server.URL, "secret": fakeservice.DefaultSecret, "app_token": fakeservice.DefaultAppToken},
				storeID: fakeservice.DefaultStoreID, read: webhook, change: tc.change, createToken: tc.token,
			})
			after, _ := service.Webhook(id)
			updates := service.Requests(fakeservice.ByMethod(http.MethodPatch))
			if after.URL != before.URL || after.Active != before.Active || !slices.Equal(after.Triggers, before.Triggers) || after.AuthToken != before.AuthToken || len(updates) > 0 != tc.updated {
				t.Errorf("after %d updates, the webhook is %+v, was %+v", len(updates), after, before)
			}
			if got := len(service.Tokens()); got > 0 != tc.token {
				t.Errorf("%d tokens were created", got)
			}
		})
	}
}
