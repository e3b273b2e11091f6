// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"net/http"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestDescribed: a new service answers what the API's description shows, and nothing else: its
// refusals are 400 or 404, without a body.
func TestDescribed(t *testing.T) {
	t.Parallel()
	const creation = `{"url":"https://hooks.example.com","triggers":["charge_finished"]}`
	for name, tc := range map[string]struct {
		request string
		body    string
		headers header
		status  int
		refused bool
	}{
		"update of a webhook": {request: "PATCH " + webhookURL, body: `{"active":false}`, status: 200},
		"update, by the long path": {
			request: "PATCH /merchants/" + fakeservice.DefaultMerchantID + webhookURL,
			body:    `{}`,
			status:  200,
		},
		"update that takes all": {request: "PATCH " + webhookURL, body: `{"triggers":[]}`, status: 200},
		"charges":               {request: "GET /charges", status: 200},
		"charges of no store":   {request: "GET /stores/" + otherID + "/charges", status: 200},
		"token": {
			request: "POST /tokens",
			body:    tokenRequest{payment: "card"}.body(t),
			status:  201,
		},
		"webhook that is not there": {
			request: "PATCH " + webhooksURL + "/" + otherID,
			body:    `{}`,
			status:  404,
			refused: true,
		},
		"read of a webhook":       {request: "GET " + webhookURL, status: 404, refused: true},
		"list of webhooks":        {request: "GET " + webhooksURL, status: 404, refused: true},
		"creation of a webhook":   {request: "POST " + webhooksURL, body: creation, status: 404, refused: true},
		"deletion of a webhook":   {request: "DELETE " + webhookURL, status: 404, refused: true},
		"unknown path":            {request: "GET /stores", status: 404, refused: true},
		"broken rule":             {request: "PATCH " + webhookURL, body: `{"active":1}`, status: 400, refused: true},
		"filter that has no name": {request: "GET /charges?email=a@example.com", status: 400, refused: true},
		"plus before a phone":     {request: "GET /charges?phone=%2B81312345678", status: 400, refused: true},
		"mode live_test":          {request: "GET /charges?mode=live_test", status: 400, refused: true},
		"wrong credentials": {
			request: "GET /charges",
			headers: header{"Authorization": {"x"}},
			status:  400,
			refused: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			s.AddWebhook(fakeservice.Webhook{ID: webhookID})
			got := sendWith(t, s, tc.request, tc.body, tc.headers)
			if got.status != tc.status || (got.text == "") != tc.refused {
				t.Errorf("status %d, want %d: %s", got.status, tc.status, got.text)
			}
		})
	}
}

// TestUndescribed: each call that the description does not show has a switch, and is answered
// without it as UnknownRoutes says.
func TestUndescribed(t *testing.T) {
	t.Parallel()
	calls := map[string]struct {
		request string
		body    string
		turnOn  func(*fakeservice.Behavior)
		status  int // if it is on
	}{
		"read": {
			request: "GET " + webhookURL,
			turnOn:  func(b *fakeservice.Behavior) { b.WebhookGet = true },
			status:  http.StatusOK,
		},
		"list": {
			request: "GET " + webhooksURL,
			turnOn:  func(b *fakeservice.Behavior) { b.WebhookList = true },
			status:  http.StatusOK,
		},
		"create": {
			request: "POST " + webhooksURL,
			body:    `{"url":"https://hooks.example.com","triggers":["charge_finished"]}`,
			turnOn:  func(b *fakeservice.Behavior) { b.WebhookCreate = true },
			status:  http.StatusCreated,
		},
		"delete": {
			request: "DELETE " + webhookURL,
			turnOn:  func(b *fakeservice.Behavior) { b.WebhookDelete = true },
			status:  http.StatusNoContent,
		},
	}
	ways := map[string]struct {
		routes fakeservice.UnknownRoutes
		status int
		text   string
	}{
		"as an object that is not there": {
			routes: fakeservice.RouteNotFound,
			status: http.StatusNotFound,
			text:   `{"code":"NOT_FOUND","errors":[],"status":"error"}`,
		},
		"by a method that is not allowed": {
			routes: fakeservice.RouteMethodNotAllowed,
			status: http.StatusMethodNotAllowed,
			text:   `{"code":"METHOD_NOT_ALLOWED","errors":[],"status":"error"}`,
		},
		"by a gateway": {
			routes: fakeservice.RouteUnknownToGateway,
			status: http.StatusNotFound,
			text:   `{"message":"no Route matched with those values"}`,
		},
	}

	for name, call := range calls {
		for how, way := range ways {
			t.Run(name+" is unknown, "+how, func(t *testing.T) {
				t.Parallel()
				s := fakeservice.New()
				s.AddWebhook(fakeservice.Webhook{ID: webhookID})
				s.Set(func(b *fakeservice.Behavior) {
					b.ErrorFormat = true
					b.UnknownRoutes = way.routes
				})
				got := send(t, s, call.request, call.body)
				// Only those paths that have another method can refuse one.
				mayDiffer := way.routes == fakeservice.RouteMethodNotAllowed
				if !mayDiffer && (got.status != way.status || got.text != way.text) {
					t.Errorf("status %d: %s", got.status, got.text)
				}

				s.Set(call.turnOn)
				if got := send(t, s, call.request, call.body); got.status != call.status {
					t.Errorf("turned on, status %d, want %d: %s", got.status, call.status, got.text)
				}
			})
		}
	}
}

// TestExtensions: a new service has none, and each switch is one.
func TestExtensions(t *testing.T) {
	t.Parallel()
	if got := fakeservice.New().Extensions(); len(got) > 0 {
		t.Errorf("a new service has %q", got)
	}
	for field := range reflect.TypeFor[fakeservice.Behavior]().Fields() {
		if field.Type.Kind() != reflect.Bool {
			continue
		}
		s := fakeservice.New()
		s.Set(func(b *fakeservice.Behavior) { reflect.ValueOf(b).Elem().FieldByIndex(field.Index).SetBool(true) })
		if got := s.Extensions(); len(got) != 1 {
			t.Errorf("with %s, the extensions are %q", field.Name, got)
		}
	}
}

// TestTriggersAsText: with this switch, triggers are sent as a text, as the description says.
func TestTriggersAsText(t *testing.T) {
	t.Parallel()
	s := fakeservice.NewExtended()
	s.AddWebhook(fakeservice.Webhook{ID: webhookID})
	s.Set(func(b *fakeservice.Behavior) { b.TriggersAsText = true })

	update := send(t, s, "PATCH "+webhookURL, `{"triggers":["refund_finished"]}`)
	wantRefusal(t, update, http.StatusBadRequest, "triggers")
	creation := send(t, s, "POST "+webhooksURL, `{"url":"https://a.example.com","triggers":["x"]}`)
	wantRefusal(t, creation, http.StatusBadRequest, "triggers")
	send(t, s, "PATCH "+webhookURL, `{"triggers":"refund_finished"}`)
	if webhook, _ := s.Webhook(webhookID); !slices.Equal(webhook.Triggers, []string{"refund_finished"}) {
		t.Errorf("the triggers are %v", webhook.Triggers)
	}
}

// TestScope: with a scope, an application token reaches what its claims name.
func TestScope(t *testing.T) {
	t.Parallel()
	const (
		otherMerchant = "22222222-2222-4222-8222-222222222229"
		foreignStore  = "33333333-3333-4333-8333-333333333330"
	)
	ofStore := fakeservice.Account{MerchantID: fakeservice.DefaultMerchantID, StoreID: fakeservice.DefaultStoreID}
	ofMerchant := fakeservice.Account{MerchantID: fakeservice.DefaultMerchantID}
	ofAnyone := fakeservice.Account{}

	for name, tc := range map[string]struct {
		account fakeservice.Account
		reaches []string // stores
		refused []string
	}{
		"a store's token": {
			account: ofStore,
			reaches: []string{fakeservice.DefaultStoreID},
			refused: []string{otherStore, foreignStore},
		},
		"a merchant's token": {
			account: ofMerchant,
			reaches: []string{fakeservice.DefaultStoreID, otherStore},
			refused: []string{foreignStore},
		},
		"a token without claims": {
			account: ofAnyone,
			reaches: []string{fakeservice.DefaultStoreID, otherStore, foreignStore},
		},
	} {
		for scope, status := range map[fakeservice.Scope]int{
			fakeservice.ScopeAll:       http.StatusOK,
			fakeservice.ScopeNotFound:  http.StatusNotFound,
			fakeservice.ScopeForbidden: http.StatusForbidden,
		} {
			t.Run(name+", "+http.StatusText(status), func(t *testing.T) {
				t.Parallel()
				s := fakeservice.NewExtended()
				s.Set(func(b *fakeservice.Behavior) { b.Scope = scope })
				account := s.AddAccount(tc.account)
				merchants := map[string]string{
					fakeservice.DefaultStoreID: fakeservice.DefaultMerchantID,
					otherStore:                 fakeservice.DefaultMerchantID,
					foreignStore:               otherMerchant,
				}
				for store, merchant := range merchants {
					s.AddWebhook(fakeservice.Webhook{ID: store, StoreID: store, MerchantID: merchant})
					s.AddCharges(fakeservice.Charge{ID: store, StoreID: store})
				}

				try := func(store string, want int) {
					for _, request := range []string{
						"GET /stores/" + store + "/charges",
						"GET /stores/" + store + "/webhooks/" + store,
					} {
						if got := sendWith(t, s, request, "", as(account)); got.status != want {
							t.Errorf("%s: status %d, want %d: %s", request, got.status, want, got.text)
						}
					}
				}
				for _, store := range tc.reaches {
					try(store, http.StatusOK)
				}
				for _, store := range tc.refused {
					try(store, status)
				}

				seen := pageOf(t, sendWith(t, s, "GET /charges", "", as(account))).ids
				for _, store := range tc.refused {
					if slices.Contains(seen, store) != (scope == fakeservice.ScopeAll) {
						t.Errorf("the charges of all stores are %v", seen)
					}
				}
			})
		}
	}
}

// TestRate: beyond a rate, requests are refused.
func TestRate(t *testing.T) {
	t.Parallel()
	for name, rate := range map[string]*fakeservice.Rate{
		"a bucket":      {Burst: 1, PerMinute: 2},
		"one at a time": {AtOnce: 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := fakeservice.New()
			s.Set(func(b *fakeservice.Behavior) {
				b.Rate = rate
				b.Latency = time.Second
			})
			statuses := make(chan int, 3)
			try := func() { statuses <- send(t, s, "GET /charges", "").status }

			go try()
			try()
			together := []int{<-statuses, <-statuses}
			slices.Sort(together)
			if !slices.Equal(together, []int{http.StatusOK, http.StatusTooManyRequests}) {
				t.Errorf("%s: two requests at once are answered with %v", name, together)
			}

			time.Sleep(30 * time.Second)
			try()
			if later := <-statuses; later != http.StatusOK {
				t.Errorf("%s: later, the status is %d", name, later)
			}
		})
	}
}
