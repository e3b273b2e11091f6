// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package live_test

import (
	"net/http"
	"os"
	"slices"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestLive tests a real service; see CONTRIBUTING.md.
//
//nolint:paralleltest // its steps change the same webhook
func TestLive(t *testing.T) {
	if os.Getenv(envOn) != "1" {
		t.Skip("tests a real service, with make testacc-live only")
	}
	s, err := fromEnvironment()
	if err != nil {
		t.Fatal(err)
	}
	promises(t, s)
}

const webhookID = "44444444-4444-4444-8444-444444444441"

// fakeSettings serves a fake service, with settings that allow all tests.
func fakeSettings(t *testing.T, change func(*fakeservice.Behavior)) (settings, *fakeservice.Service) {
	t.Helper()
	service, server := acctest.Start(t)
	service.SeedCharges(250, fakeservice.SeedOptions{Seed: 1})
	service.AddWebhook(fakeservice.Webhook{ID: webhookID, URL: "https://hooks.example.com/orders?a=1", AuthToken: "Bearer hook-token"})
	if change != nil {
		service.Set(change)
	}
	ref := &paymentapi.WebhookRef{StoreID: fakeservice.DefaultStoreID, WebhookID: webhookID}
	secret, appToken := service.Credentials()
	return settings{
		baseURL: server.URL, secret: secret, appToken: appToken, storeID: fakeservice.DefaultStoreID,
		read: ref, change: ref, createToken: true, charges: 120,
	}, service
}

// The tests of a real service pass with the fake one, both as described and with
// the oddities of real services.
func TestPromises(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*fakeservice.Behavior){
		"as described": nil,
		"with oddities": func(b *fakeservice.Behavior) {
			b.TotalHits, b.WebhookList, b.EchoAuthToken, b.NullStoreID = fakeservice.TotalHitsFirstPage, true, true, true
			b.Gzip, b.ByteOrderMark, b.ExtraFields = true, true, map[string]any{"more": true}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, service := fakeSettings(t, change)
			before, _ := service.Webhook(webhookID)
			promises(t, s)
			after, _ := service.Webhook(webhookID)
			if after.URL != before.URL || after.Active != before.Active || !slices.Equal(after.Triggers, before.Triggers) || after.AuthToken != before.AuthToken {
				t.Errorf("the webhook is left as %+v, was %+v", after, before)
			}
			if got := len(service.Tokens()); got != 1 {
				t.Errorf("%d tokens were created", got)
			}
		})
	}
}

// By default a real service is only read.
func TestPromises_readOnlyByDefault(t *testing.T) {
	t.Parallel()
	s, service := fakeSettings(t, func(b *fakeservice.Behavior) { b.WebhookGet = false })
	s.change, s.createToken = nil, false
	promises(t, s)
	for _, r := range service.Requests() {
		if r.Method != http.MethodGet {
			t.Errorf("%s %s was sent", r.Method, r.Path)
		}
	}
}

// A webhook that cannot be read is not changed, because it could not be restored.
func TestPromises_unreadableWebhookIsLeftAlone(t *testing.T) {
	t.Parallel()
	s, service := fakeSettings(t, func(b *fakeservice.Behavior) { b.WebhookGet = false })
	s.read, s.createToken = nil, false
	promises(t, s)
	if sent := service.Requests(fakeservice.ByMethod(http.MethodPatch)); len(sent) > 0 {
		t.Errorf("%d updates were sent", len(sent))
	}
}

// A webhook that a failed step left changed is put back.
func TestPromises_webhookEndsAsItWas(t *testing.T) {
	t.Parallel()
	s, service := fakeSettings(t, nil)
	before, _ := service.Webhook(webhookID)
	direct := newService(t, s)
	service.ChangeWebhook(webhookID, func(w *fakeservice.Webhook) { w.URL, w.Active = "https://hooks.example.com/changed", !before.Active })
	direct.putBack(t, *s.change, hook{before.URL, before.Triggers, before.Active})
	if after, _ := service.Webhook(webhookID); after.URL != before.URL || after.Active != before.Active {
		t.Errorf("the webhook is left as %+v, was %+v", after, before)
	}
}

func TestSettings_mode(t *testing.T) {
	t.Parallel()
	for token, want := range map[string]string{
		fakeservice.AppToken(map[string]any{"mode": "test"}): "test",
		fakeservice.AppToken(map[string]any{"mode": "live"}): "live",
		fakeservice.AppToken(map[string]any{}):               "",
		"no JWT":                                             "",
		"a.b.c":                                              "",
	} {
		if got := (settings{appToken: token}).mode(); got != want {
			t.Errorf("the mode is %q, want %q", got, want)
		}
	}
}
