// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const webhooksPath = "/stores/" + fakeservice.DefaultStoreID + "/webhooks"

func numbered(n int) string { return fmt.Sprintf("44444444-4444-4444-8444-%012d", n) }

// withWebhooks serves n webhooks of the default store, created one after the
// other, and one that another store of another merchant has.
func withWebhooks(t *testing.T, n int) *client {
	t.Helper()
	s := fakeservice.New()
	s.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	for i := range n {
		s.AddWebhook(fakeservice.Webhook{ID: numbered(i), AuthToken: "hook-token", CreatedOn: time.Unix(1_700_000_000+int64(i), 0)})
	}
	s.AddWebhook(fakeservice.Webhook{ID: webhookID, StoreID: otherID, MerchantID: otherID, CreatedOn: time.Unix(1, 0)})
	c, _ := serve(t, s)
	return c
}

func TestListWebhooks(t *testing.T) {
	t.Parallel()
	numbers := func(from, to int) []string { // both inclusive, downwards or upwards
		var ids []string
		for i := from; i != to; {
			ids = append(ids, numbered(i))
			if i < to {
				i++
			} else {
				i--
			}
		}
		return append(ids, numbered(to))
	}
	for name, tc := range map[string]struct {
		path string
		ids  []string
		more bool
	}{
		"the newest ten":       {webhooksPath, numbers(24, 15), true},
		"as many as asked for": {webhooksPath + "?limit=20", numbers(24, 5), true},
		"after a cursor":       {webhooksPath + "?limit=10&cursor=" + numbered(10), numbers(9, 0), false},
		"the oldest first":     {webhooksPath + "?cursor_direction=asc", numbers(0, 9), true},
		"through the merchant": {"/merchants/" + fakeservice.DefaultMerchantID + webhooksPath + "?limit=100", numbers(24, 0), false},
		"of another merchant":  {"/merchants/" + otherID + webhooksPath, nil, false},
		"of an unknown store":  {"/stores/" + webhookID + "/webhooks", nil, false},
		"of all stores":        {"/webhooks?limit=100", append(numbers(24, 0), webhookID), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := withWebhooks(t, 25)
			got := c.get(t, tc.path)
			if got.status != http.StatusOK {
				t.Fatalf("status %d: %s", got.status, got.raw)
			}
			object := got.object(t)
			var ids []string
			items, _ := object["items"].([]any)
			for _, item := range items {
				webhook, _ := item.(map[string]any)
				id, _ := webhook["id"].(string)
				ids = append(ids, id)
			}
			if _, counted := object["total_hits"]; counted || object["has_more"] != tc.more || !slices.Equal(ids, tc.ids) {
				t.Errorf("got %v\n%q\nwant %q", object, ids, tc.ids)
			}
			if strings.Contains(string(got.raw), "auth_token") {
				t.Errorf("the answer echoes auth_token: %s", got.raw)
			}
		})
	}
}

func TestListWebhooks_refuses(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		query  string
		status int
		field  string
	}{
		"limit below":       {"?limit=9", 400, "limit"},
		"unknown parameter": {"?active=true", 400, "active"},
		"a charge's filter": {"?mode=test", 400, "mode"},
		"unknown cursor":    {"?cursor=" + otherID, 400, "cursor"},
		"cursor no UUID":    {"?cursor=1", 400, "cursor"},
		"limit twice":       {"?limit=10&limit=10", 400, "limit"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := withWebhooks(t, 1)
			got := c.get(t, webhooksPath+tc.query)
			if _, named := got.reasons(t)[tc.field]; got.status != tc.status || !named {
				t.Errorf("status %d: %s", got.status, got.raw)
			}
		})
	}
}
