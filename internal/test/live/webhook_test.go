// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package live_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// webhookIsRead imports a webhook and expects an empty plan.
func (s *service) webhookIsRead(t *testing.T, ref paymentapi.WebhookRef) {
	resource := s.provider.NewResource("paymentservice_webhook")
	if diags := resource.Import(t.Context(), ref.StoreID+"/"+ref.WebhookID); diags.Errors() != "" {
		t.Fatal(diags)
	}
	state := resource.State()
	config := acctest.Values{"store_id": ref.StoreID, "webhook_id": ref.WebhookID}
	if url, ok := state["url"]; ok {
		config["url"] = url
	}
	expectEmptyPlan(t, resource, config)
}

// webhookIsManaged adopts a webhook, changes, stops and resumes it. Even if a step
// fails, the webhook is restored.
func (s *service) webhookIsManaged(t *testing.T, ref paymentapi.WebhookRef) {
	before := s.get(t, webhookPath(ref.StoreID, ref.WebhookID), nil)
	var was hook
	if before.status != http.StatusOK || json.Unmarshal(before.body, &was) != nil || was.URL == "" || was.Triggers == nil {
		t.Skipf("the service does not show the webhook (status %d), so it could not be restored", before.status)
	}
	t.Cleanup(func() { s.putBack(t, ref, was) })

	resource := s.provider.NewResource("paymentservice_webhook")
	config := acctest.Values{
		"store_id": ref.StoreID, "webhook_id": ref.WebhookID,
		"url": withQuery(t, was.URL), "triggers": was.Triggers, "active": true,
	}
	for _, step := range []struct {
		name   string
		before func()
		active bool
	}{
		{"adopt and change", nil, true},
		{"stop", nil, false},
		{"start", nil, true},
		{"resume what the service stopped", func() {
			if got := s.update(t, ref.StoreID, ref.WebhookID, map[string]bool{"active": false}); got.status != http.StatusOK {
				t.Errorf("stopping the webhook: status %d", got.status)
			}
		}, true},
	} {
		if step.before != nil {
			step.before()
		}
		config["active"] = step.active
		if diags := resource.Apply(t.Context(), config); diags.Errors() != "" {
			t.Fatalf("%s: %s", step.name, diags)
		}
		var is hook
		if got := s.get(t, webhookPath(ref.StoreID, ref.WebhookID), nil); json.Unmarshal(got.body, &is) != nil || is.Active != step.active || is.URL != config["url"] {
			t.Errorf("%s: the service does not have the settings that were applied", step.name)
		}
		expectEmptyPlan(t, resource, config)
	}
}

// withQuery changes a URL, but not where it leads, by a query parameter.
func withQuery(t *testing.T, text string) string {
	t.Helper()
	parsed, err := url.Parse(text)
	if err != nil {
		t.Fatal("the webhook's URL is no URL")
	}
	query := parsed.Query()
	query.Set("terraform_live_test", "1")
	parsed.RawQuery = query.Encode()
	return parsed.String()
}

func expectEmptyPlan(t *testing.T, resource *acctest.Resource, config acctest.Values) {
	t.Helper()
	if diags := resource.Refresh(t.Context()); diags.Errors() != "" {
		t.Fatal(diags)
	}
	plan, diags := resource.Plan(t.Context(), config)
	if diags.Errors() != "" || !plan.Empty {
		t.Errorf("the plan is not empty: %s", diags)
	}
}

// putBack restores a webhook and checks the result.
func (s *service) putBack(t *testing.T, ref paymentapi.WebhookRef, was hook) {
	t.Helper()
	// The test's own context has ended by now.
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	body, err := json.Marshal(was)
	if err != nil {
		t.Fatal(err)
	}
	path := webhookPath(ref.StoreID, ref.WebhookID)
	var is hook
	for range 3 {
		if _, err = s.send(ctx, http.MethodPatch, path, nil, body); err != nil {
			continue
		}
		var got answer
		if got, err = s.send(ctx, http.MethodGet, path, nil, nil); err != nil {
			continue
		}
		if json.Unmarshal(got.body, &is) == nil && is.URL == was.URL && is.Active == was.Active && slices.Equal(sorted(is.Triggers), sorted(was.Triggers)) {
			return
		}
	}
	t.Errorf("the webhook could not be restored: %v. Remove terraform_live_test from its URL, and set active = %t and triggers = %q", err, was.Active, was.Triggers)
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }
