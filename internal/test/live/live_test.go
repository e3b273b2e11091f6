// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package live_test tests the provider's promises with a real test store. By
// default, it only reads. Every other run tests them with the fake service.
package live_test

import (
	"context"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// settings say which service to test, and what may be changed there.
type settings struct {
	baseURL, secret, appToken string
	storeID                   string // of the charges to read; all stores if empty
	read, change              string // webhooks, as STORE_ID/WEBHOOK_ID
	createToken               bool
}

// TestLive tests a real service; CONTRIBUTING.md has the variables.
//
//nolint:paralleltest // its steps change the same webhook
func TestLive(t *testing.T) {
	if os.Getenv("PAYMENTSERVICE_LIVE") != "1" {
		t.Skip("tests a real service, with make testacc-live only")
	}
	promises(t, settings{
		baseURL: os.Getenv("PAYMENTSERVICE_BASE_URL"), secret: os.Getenv("PAYMENTSERVICE_SECRET"), appToken: os.Getenv("PAYMENTSERVICE_APP_TOKEN"),
		storeID: os.Getenv("PAYMENTSERVICE_LIVE_STORE"), read: os.Getenv("PAYMENTSERVICE_LIVE_WEBHOOK"), change: os.Getenv("PAYMENTSERVICE_LIVE_CHANGE_WEBHOOK"),
		createToken: os.Getenv("PAYMENTSERVICE_LIVE_CREATE_TOKEN") == "1",
	})
}

// live is a service with two ways to it: the provider, and a client of one request
// after the other, with which it is compared.
type live struct {
	settings
	provider *acctest.Protocol
	client   *paymentapi.Client
}

// promises tests everything that the settings allow.
func promises(t *testing.T, s settings) {
	t.Helper()
	client, err := paymentapi.New(paymentapi.Options{BaseURL: s.baseURL, Secret: s.secret, AppToken: s.appToken, MaxConcurrentRequests: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.CloseIdleConnections)
	config := acctest.Values{"base_url": s.baseURL, "secret": s.secret, "app_token": s.appToken}
	if s.createToken {
		config["allowed_modes"] = []any{"test"} // so that no live token is ever created
	}
	l := &live{s, acctest.NewProtocol(t, provider.WithClock(nil)), client}
	if diags := l.provider.Configure(t.Context(), config); diags.Errors() != "" {
		t.Fatal(diags)
	}
	t.Run("charges", l.chargesAreThoseOfOneCursor)
	if s.read != "" {
		t.Run("webhook is read", l.webhookIsRead)
	}
	if s.change != "" {
		t.Run("webhook is managed", l.webhookIsManaged)
	}
	if s.createToken {
		t.Run("token", l.tokenIsCreated)
	}
}

// cursor reads at most limit charges, each page after the other.
func (l *live) cursor(t *testing.T, query paymentapi.ChargeQuery, limit int) (all []paymentapi.Charge) {
	t.Helper()
	query.StoreID, query.PageSize = l.storeID, paymentapi.MaxPageSize
	for len(all) < limit {
		page, err := l.client.ListCharges(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, page.Items...)
		if !page.HasMore {
			return all
		}
		query.Cursor = all[len(all)-1].ID
	}
	return all[:limit]
}

// chargesAreThoseOfOneCursor compares lists and a summary with what one cursor reads.
// All end before the newest charge, so that no charge made meanwhile is among them.
func (l *live) chargesAreThoseOfOneCursor(t *testing.T) {
	newest := l.cursor(t, paymentapi.ChargeQuery{}, 300)
	if len(newest) < 2 {
		t.Skipf("there are %d charges, which is too few to compare", len(newest))
	}
	from, half, to := *newest[len(newest)-1].CreatedOn, *newest[len(newest)/2].CreatedOn, *newest[0].CreatedOn
	whole := acctest.Values{"from": from, "to": to}
	for name, tc := range map[string]struct {
		config acctest.Values
		query  paymentapi.ChargeQuery
	}{
		"all":                 {whole, paymentapi.ChargeQuery{From: from, To: to}},
		"in small pages":      {acctest.Values{"from": from, "to": to, "page_size": 10}, paymentapi.ChargeQuery{From: from, To: to}},
		"oldest first":        {acctest.Values{"from": from, "to": to, "cursor_direction": paymentapi.Ascending}, paymentapi.ChargeQuery{From: from, To: to, Direction: paymentapi.Ascending}},
		"in one currency":     {acctest.Values{"from": from, "to": to, "currency": *newest[0].RequestedCurrency}, paymentapi.ChargeQuery{From: from, To: to, Currency: *newest[0].RequestedCurrency}},
		"in test mode":        {acctest.Values{"from": from, "to": to, "mode": "test"}, paymentapi.ChargeQuery{From: from, To: to, Mode: "test"}},
		"after a charge":      {acctest.Values{"from": from, "to": to, "cursor": newest[9%len(newest)].ID}, paymentapi.ChargeQuery{From: from, To: to, Cursor: newest[9%len(newest)].ID}},
		"the newer half":      {acctest.Values{"from": half, "to": to}, paymentapi.ChargeQuery{From: half, To: to}},
		"the first of a list": {acctest.Values{"to": to, "max_results": 60, "page_size": 37}, paymentapi.ChargeQuery{To: to, MaxResults: 60}},
	} {
		t.Run(name, func(t *testing.T) {
			limit := 1 << 30
			if tc.query.MaxResults > 0 {
				limit = tc.query.MaxResults
			}
			want := l.cursor(t, tc.query, limit)
			got, _ := l.list(t, "paymentservice_charges", tc.config)["charges"].([]any)
			same := slices.EqualFunc(got, want, func(a any, b paymentapi.Charge) bool {
				charge, _ := a.(map[string]any)
				return charge["id"] == b.ID
			})
			if !same {
				t.Errorf("the %d charges, or their order, differ from the %d that one cursor reads", len(got), len(want))
			}
		})
	}
	want := map[string]*big.Float{}
	list := l.cursor(t, paymentapi.ChargeQuery{From: from, To: to}, 1<<30)
	for _, c := range list {
		amount, _ := new(big.Float).SetString(c.RequestedAmount.String())
		if want[*c.RequestedCurrency] == nil {
			want[*c.RequestedCurrency] = new(big.Float)
		}
		want[*c.RequestedCurrency].Add(want[*c.RequestedCurrency], amount)
	}
	got := l.list(t, "paymentservice_charge_summary", whole)
	if fmt.Sprint(got["charge_count"]) != fmt.Sprint(len(list)) {
		t.Errorf("the summary counts %v charges, one cursor reads %d", got["charge_count"], len(list))
	}
	sums, _ := got["requested"].(map[string]any)
	for currency, sum := range want {
		one, _ := sums[currency].(map[string]any)
		if amount, ok := one["amount"].(*big.Float); !ok || amount.Cmp(sum) != 0 || len(sums) != len(want) {
			t.Errorf("the sum in %s differs from that of the list", currency)
		}
	}
}

// list reads a data source of the store's charges.
func (l *live) list(t *testing.T, typeName string, config acctest.Values) acctest.Values {
	t.Helper()
	if l.storeID != "" {
		config["store_id"] = l.storeID
	}
	got, diags := l.provider.Read(t.Context(), typeName, config)
	if diags.Errors() != "" {
		t.Fatal(diags)
	}
	return got
}

func ref(name string) paymentapi.WebhookRef {
	store, webhook, _ := strings.Cut(name, "/")
	return paymentapi.WebhookRef{StoreID: store, WebhookID: webhook}
}

// webhookIsRead imports a webhook and expects an empty plan.
func (l *live) webhookIsRead(t *testing.T) {
	resource := l.provider.NewResource("paymentservice_webhook")
	if diags := resource.Import(t.Context(), l.read); diags.Errors() != "" {
		t.Fatal(diags)
	}
	config := acctest.Values{"store_id": ref(l.read).StoreID, "webhook_id": ref(l.read).WebhookID}
	if url, ok := resource.State()["url"]; ok {
		config["url"] = url
	}
	expectEmptyPlan(t, resource, config)
}

func expectEmptyPlan(t *testing.T, resource *acctest.Resource, config acctest.Values) {
	t.Helper()
	diags := resource.Refresh(t.Context())
	plan, more := resource.Plan(t.Context(), config)
	if diags = append(diags, more...); diags.Errors() != "" || !plan.Empty {
		t.Errorf("the plan is not empty: %s", diags)
	}
}

// webhookIsManaged adopts a webhook, stops and resumes it. Even if a step fails, the
// webhook is restored. Only one that can be read is changed.
func (l *live) webhookIsManaged(t *testing.T) {
	ref := ref(l.change)
	was, err := l.client.GetWebhook(t.Context(), ref)
	if err != nil || was.URL == nil || was.Triggers == nil || was.Active == nil {
		t.Skipf("the service does not show the webhook, so it could not be restored: %v", err)
	}
	t.Cleanup(func() { l.putBack(t, ref, was.WebhookSettings) })
	query := "?terraform_live_test=1"
	if strings.Contains(*was.URL, "?") {
		query = "&terraform_live_test=1"
	}
	resource := l.provider.NewResource("paymentservice_webhook")
	config := acctest.Values{"store_id": ref.StoreID, "webhook_id": ref.WebhookID, "url": *was.URL + query, "triggers": *was.Triggers}
	for step, active := range []bool{true, false, true, true} {
		if step == 3 { // the service stops it meanwhile
			stopped := paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Active: new(bool)}}
			if _, err := l.client.UpdateWebhook(t.Context(), ref, stopped); err != nil {
				t.Error(err)
			}
		}
		config["active"] = active
		if diags := resource.Apply(t.Context(), config); diags.Errors() != "" {
			t.Fatalf("step %d: %s", step+1, diags)
		}
		if is, err := l.client.GetWebhook(t.Context(), ref); err != nil || is.Active == nil || *is.Active != active || *is.URL != config["url"] {
			t.Errorf("step %d: the service does not have the settings that were applied; %v", step+1, err)
		}
		expectEmptyPlan(t, resource, config)
	}
}

// putBack restores a webhook. The test's own context has ended by then.
func (l *live) putBack(t *testing.T, ref paymentapi.WebhookRef, was paymentapi.WebhookSettings) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err := l.client.UpdateWebhook(ctx, ref, paymentapi.WebhookPatch{WebhookSettings: was})
	if is, readErr := l.client.GetWebhook(ctx, ref); err != nil || readErr != nil || !reflect.DeepEqual(is.WebhookSettings, was) {
		t.Errorf("the webhook could not be restored: %v, %v. Remove terraform_live_test from its URL, and set active = %t and triggers = %q", err, readErr, *was.Active, *was.Triggers)
	}
}

// tokenIsCreated creates one token for an online payment, which needs no personal data.
func (l *live) tokenIsCreated(t *testing.T) {
	got, diags := l.provider.Open(t.Context(), "paymentservice_transaction_token", acctest.Values{
		"create": true, "type": "one_time", "online": acctest.Values{"brand": "pay_pay_online", "call_method": "http_post"},
	})
	if id, _ := got["id"].(string); id == "" || diags.Errors() != "" {
		t.Errorf("no token was created: %s", diags)
	}
}

// The tests of a real service pass with the fake one, as it is described and with the
// oddities of real services. They leave the webhook as it was, and change nothing
// unless they are told to, or if the webhook cannot be read.
func TestPromises(t *testing.T) {
	t.Parallel()
	const webhook = fakeservice.DefaultStoreID + "/44444444-4444-4444-8444-444444444441"
	for name, tc := range map[string]struct {
		set     func(*fakeservice.Behavior)
		change  string
		token   bool
		updated bool
	}{
		"as described": {set: func(*fakeservice.Behavior) {}, change: webhook, token: true, updated: true},
		"with oddities": {set: func(b *fakeservice.Behavior) {
			b.Page, b.WebhookList, b.EchoAuthToken, b.Gzip = fakeservice.TotalHitsFirstPage, true, true, true
			b.Rewrite = func(object map[string]any) {
				object["more"] = true
				if _, isWebhook := object["triggers"]; isWebhook {
					object["store_id"] = nil
				}
			}
		}, change: webhook, token: true, updated: true},
		"reading only":          {set: func(*fakeservice.Behavior) {}},
		"an unreadable webhook": {set: func(b *fakeservice.Behavior) { b.WebhookGetStatus = 405 }, change: webhook},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.SeedCharges(250, fakeservice.SeedOptions{Seed: 1})
			id := ref(webhook).WebhookID
			service.AddWebhook(fakeservice.Webhook{ID: id, URL: "https://hooks.example.com/orders?a=1", AuthToken: "Bearer hook-token"})
			service.Set(tc.set)
			before, _ := service.Webhook(id)
			promises(t, settings{
				baseURL: server.URL, secret: fakeservice.DefaultSecret, appToken: fakeservice.DefaultAppToken,
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
