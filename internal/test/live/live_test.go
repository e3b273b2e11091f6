// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package live_test tests what the provider reads from a real test store. It changes
// nothing. Every other run does the same with the fake service.
package live_test

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// settings say which service to test.
type settings struct {
	config  acctest.Values // of the provider
	storeID string         // of the charges to read; all stores if empty
	webhook string         // STORE_ID/WEBHOOK_ID; none if empty
}

// TestLive tests a real service; CONTRIBUTING.md has the variables.
func TestLive(t *testing.T) {
	t.Parallel()
	if os.Getenv("PAYMENTSERVICE_LIVE") != "1" {
		t.Skip("tests a real service, with make testacc-live only")
	}
	promises(t, settings{
		config: acctest.Values{
			"base_url": os.Getenv("PAYMENTSERVICE_BASE_URL"), "secret": os.Getenv("PAYMENTSERVICE_SECRET"), "app_token": os.Getenv("PAYMENTSERVICE_APP_TOKEN"),
		},
		storeID: os.Getenv("PAYMENTSERVICE_LIVE_STORE"), webhook: os.Getenv("PAYMENTSERVICE_LIVE_WEBHOOK"),
	})
}

// promises tests everything that the settings name.
func promises(t *testing.T, s settings) {
	t.Helper()
	t.Run("charges", s.chargesAreThoseOfOneCursor)
	if s.webhook != "" {
		t.Run("webhook", s.webhookIsImported)
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

// webhookIsImported imports a webhook, and expects an empty plan.
func (s settings) webhookIsImported(t *testing.T) {
	resource := s.provider(t, nil).NewResource("paymentservice_webhook")
	if diags := resource.Import(t.Context(), s.webhook); diags.Errors() != "" {
		t.Fatal(diags)
	}
	config := acctest.Values{}
	for _, name := range []string{"store_id", "webhook_id", "url", "triggers", "active"} {
		if value := resource.State()[name]; value != nil {
			config[name] = value
		}
	}
	if plan, diags := resource.Plan(t.Context(), config); diags.Errors() != "" || !plan.Empty {
		t.Errorf("the plan is not empty: %s", diags)
	}
}

// The tests of a real service pass with the fake one, also if it does not show webhooks, and
// change nothing.
func TestPromises(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"a readable webhook": 0, "an unreadable webhook": http.StatusMethodNotAllowed} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.SeedCharges(250, fakeservice.SeedOptions{Seed: 1})
			webhook := service.AddWebhook(fakeservice.Webhook{})
			service.Set(func(b *fakeservice.Behavior) { b.WebhookGetStatus = status })
			promises(t, settings{
				config:  acctest.Values{"base_url": server.URL, "secret": fakeservice.DefaultSecret, "app_token": fakeservice.DefaultAppToken},
				storeID: fakeservice.DefaultStoreID, webhook: webhook.StoreID + "/" + webhook.ID,
			})
			if sent, reads := service.Requests(), service.Requests(fakeservice.ByMethod(http.MethodGet)); len(sent) != len(reads) {
				t.Errorf("%d of %d requests are not reads", len(sent)-len(reads), len(sent))
			}
		})
	}
}
