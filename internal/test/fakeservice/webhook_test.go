// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"net/http"
	"reflect"
	"slices"
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

func TestWebhookSwitches(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		set    func(*fakeservice.Behavior)
		method string
		path   string
		body   string
		status int
		check  func(t *testing.T, object map[string]any)
	}{
		"read": {method: http.MethodGet, status: http.StatusOK, check: func(t *testing.T, o map[string]any) {
			t.Helper()
			if o["id"] != webhookID || o["store_id"] != fakeservice.DefaultStoreID {
				t.Errorf("the answer is %v", o)
			}
		}},
		"read is off": {
			set:    func(b *fakeservice.Behavior) { b.WebhookGet = false },
			method: http.MethodGet, status: http.StatusMethodNotAllowed,
		},
		"read is off with another status": {
			set:    func(b *fakeservice.Behavior) { b.WebhookGet, b.WebhookGetStatus = false, http.StatusNotImplemented },
			method: http.MethodGet, status: http.StatusNotImplemented,
		},
		"auth_token is echoed": {
			set:    func(b *fakeservice.Behavior) { b.EchoAuthToken = true },
			method: http.MethodPatch, body: `{"auth_token":"t"}`, status: http.StatusOK,
			check: func(t *testing.T, o map[string]any) {
				t.Helper()
				if o["auth_token"] != "t" {
					t.Errorf("the answer is %v", o)
				}
			},
		},
		"fields are left out and added": {
			set: func(b *fakeservice.Behavior) {
				b.OmitWebhookFields = []string{"platform_id"}
				b.ExtraFields = map[string]any{"further": 1}
				b.WebhookMutator = func(o map[string]any) { o["store_id"] = nil }
			},
			method: http.MethodGet, status: http.StatusOK,
			check: func(t *testing.T, o map[string]any) {
				t.Helper()
				if _, has := o["platform_id"]; has || o["further"] != 1.0 || o["store_id"] != nil {
					t.Errorf("the answer is %v", o)
				}
			},
		},
		"an empty patch leaves updated_on": {
			set:    func(b *fakeservice.Behavior) { b.EmptyPatchMovesUpdatedOn = false },
			method: http.MethodPatch, body: `{}`, status: http.StatusOK,
			check: func(t *testing.T, o map[string]any) {
				t.Helper()
				if o["updated_on"] != o["created_on"] {
					t.Errorf("the answer is %v", o)
				}
			},
		},
		"a URL twice": {
			set:    func(b *fakeservice.Behavior) { b.DuplicateURLConflict = true },
			method: http.MethodPatch, body: `{"url":"https://taken.example.com"}`, status: http.StatusConflict,
		},
		"unknown webhook": {method: http.MethodPatch, path: webhookPath(fakeservice.DefaultPlatformID), body: `{}`, status: http.StatusNotFound},
		"other store":     {method: http.MethodPatch, path: "/stores/" + otherID + "/webhooks/" + webhookID, body: `{}`, status: http.StatusNotFound},
		"other merchant":  {method: http.MethodPatch, path: "/merchants/" + otherID + webhookPath(webhookID), body: `{}`, status: http.StatusNotFound},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			s.AddWebhook(fakeservice.Webhook{ID: webhookID})
			s.AddWebhook(fakeservice.Webhook{ID: otherID, URL: "https://taken.example.com"})
			if test.set != nil {
				s.Set(test.set)
			}
			c, _ := serve(t, s)
			path := test.path
			if path == "" {
				path = webhookPath(webhookID)
			}
			got := c.send(t, test.method, path, test.body, nil)
			if got.status != test.status {
				t.Fatalf("status %d, want %d: %s", got.status, test.status, got.raw)
			}
			if test.check != nil {
				test.check(t, got.object(t))
			}
		})
	}
}

func TestChangeWebhookBehindTheBack(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	made := s.AddWebhook(fakeservice.Webhook{Active: true})
	s.ChangeWebhook(made.ID, func(w *fakeservice.Webhook) { w.Active = false })
	got, ok := s.Webhook(made.ID)
	if !ok || got.Active || !got.UpdatedOn.After(made.UpdatedOn) {
		t.Errorf("the store has %+v", got)
	}
	s.DeleteWebhook(made.ID)
	if _, ok := s.Webhook(made.ID); ok {
		t.Error("the webhook is still there")
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

func TestNotificationsStopWebhooks(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		statuses []int
		active   bool
	}{
		"delivered":            {slices.Repeat([]int{200}, 30), true},
		"a redirect":           {[]int{302}, false},
		"nine failures":        {slices.Repeat([]int{500}, 9), true},
		"ten failures":         {slices.Repeat([]int{404}, 10), false},
		"a success in between": {slices.Concat(slices.Repeat([]int{500}, 9), []int{204}, slices.Repeat([]int{500}, 9)), true},
		"different failures":   {slices.Concat(slices.Repeat([]int{500}, 5), slices.Repeat([]int{410}, 5)), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			made := s.AddWebhook(fakeservice.Webhook{Active: true})
			for _, status := range test.statuses {
				s.Notified(made.ID, status)
			}
			got, _ := s.Webhook(made.ID)
			if got.Active != test.active || got.UpdatedOn.After(made.UpdatedOn) == test.active {
				t.Errorf("the store has %+v", got)
			}
		})
	}
}
