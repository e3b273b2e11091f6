// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestUpdateWebhook(t *testing.T) {
	t.Parallel()
	s := fakeservice.New(fakeservice.WithClock(func() time.Time { return time.Unix(1_700_000_000, 0) }))
	s.AddWebhook(fakeservice.Webhook{ID: webhookID, AuthToken: "old"})
	c, _ := serve(t, s)

	got := c.send(t, http.MethodPatch, webhookPath(webhookID), `{"active":true}`, nil)
	if got.status != http.StatusOK {
		t.Fatalf("status %d: %s", got.status, got.raw)
	}
	object := got.object(t)
	if object["active"] != true || object["created_on"] == object["updated_on"] {
		t.Errorf("the answer is %v", object)
	}
	if _, echoed := object["auth_token"]; echoed {
		t.Error("the answer echoes auth_token")
	}
	long := "/merchants/" + fakeservice.DefaultMerchantID + webhookPath(webhookID)
	body := `{"url":"https://example.com/x","triggers":[],"auth_token":"new"}`
	if got := c.send(t, http.MethodPatch, long, body, nil); got.status != http.StatusOK {
		t.Fatalf("status %d: %s", got.status, got.raw)
	}
	stored, ok := s.Webhook(webhookID)
	if !ok || !stored.Active || stored.URL != "https://example.com/x" || stored.AuthToken != "new" || len(stored.Triggers) != 0 {
		t.Errorf("the store has %+v", stored)
	}

	last := s.Requests(fakeservice.ByMethod(http.MethodPatch))[1]
	if want := []string{"auth_token", "triggers", "url"}; !reflect.DeepEqual(last.BodyKeys(), want) {
		t.Errorf("the recorder has %v", last.BodyKeys())
	}
	if last.Has("active") || !last.Has("url") || last.Status != http.StatusOK {
		t.Errorf("the recorder has %+v", last)
	}
	if want := "PATCH /merchants/{merchantId}/stores/{storeId}/webhooks/{webhookId}"; last.Route != want {
		t.Errorf("the route is %q", last.Route)
	}
}

func TestWebhookIDsHaveNoLetterCase(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	const id = "ABCDEFAB-4444-4444-8444-444444444444"
	s.AddWebhook(fakeservice.Webhook{ID: id})
	c, _ := serve(t, s)
	for _, spelt := range []string{id, strings.ToLower(id)} {
		if got := c.send(t, http.MethodPatch, webhookPath(spelt), `{"active":true}`, nil); got.status != http.StatusOK || got.object(t)["id"] != id {
			t.Errorf("%s: status %d, %s", spelt, got.status, got.raw)
		}
		if _, ok := s.Webhook(spelt); !ok {
			t.Errorf("%s is not in the store", spelt)
		}
	}
	s.DeleteWebhook(strings.ToLower(id))
	if _, ok := s.Webhook(id); ok {
		t.Error("the webhook is still there")
	}
}
