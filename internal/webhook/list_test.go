// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	dataSource  = "paymentservice_webhooks"
	echoedToken = "Bearer echoed-token"
)

var inStore = acctest.Values{"store_id": storeID}

// startList serves n webhooks of the default store, the newest first in the
// result, and one of another store.
func startList(t *testing.T, n int) (env, []fakeservice.Webhook) {
	t.Helper()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) {
		b.WebhookList, b.Rewrite = true, func(w map[string]any) { w["auth_token"] = echoedToken }
	})
	var all []fakeservice.Webhook
	for i := range n {
		all = append(all, service.AddWebhook(fakeservice.Webhook{
			ID: fmt.Sprintf("44444444-4444-4444-8444-%012d", i), URL: fmt.Sprintf("https://hooks.example.com/%d", i),
			Active: i%2 == 0, CreatedOn: time.Unix(1_700_000_000+int64(i), 0),
		}))
	}
	service.AddWebhook(fakeservice.Webhook{StoreID: "33333333-3333-4333-8333-333333333334"})
	slices.Reverse(all)
	return env{Service: service, server: server}, all
}

func TestDataSource_listsAStore(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		webhooks  int
		arguments acctest.Values
		calls     string
	}{
		"none":                 {0, nil, "GET list"},
		"three pages":          {230, nil, "GET list; GET list; GET list"},
		"through the merchant": {2, acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, "GET long list"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, all := startList(t, tc.webhooks)
			got, diags := acctest.Configured(t, e.server, nil).Read(t.Context(), dataSource, with(inStore, tc.arguments))
			wantText(t, diags.String())
			want := make([]any, 0, len(all))
			for _, w := range all {
				want = append(want, map[string]any{
					"id": w.ID, "store_id": w.StoreID, "merchant_id": w.MerchantID, "platform_id": w.PlatformID,
					"url": w.URL, "triggers": []any{"charge_finished"}, "active": w.Active,
					"created_on": w.CreatedOn.UTC().Format("2006-01-02T15:04:05.000000Z"), "updated_on": w.UpdatedOn.UTC().Format("2006-01-02T15:04:05.000000Z"),
				})
			}
			if !reflect.DeepEqual(got["webhooks"], any(want)) {
				t.Errorf("got %v\nwant %v", got["webhooks"], want)
			}
			e.wantCalls(t, tc.calls)
		})
	}
}

// Fields that a webhook of a list lacks are null, or known from the request. Those that it has count.
func TestDataSource_toleratesMissingFields(t *testing.T) {
	t.Parallel()
	for want, store := range map[string]any{storeID: nil, otherID: otherID} {
		e, all := startList(t, 1)
		e.Set(func(b *fakeservice.Behavior) {
			b.Rewrite = func(w map[string]any) {
				maps.DeleteFunc(w, func(name string, _ any) bool { return name != "id" })
				w["secret"], w["Active"], w["store_id"], w["merchant_id"] = echoedToken, true, store, nil
			}
		})
		got, diags := acctest.Configured(t, e.server, nil).Read(t.Context(), dataSource, inStore)
		wantText(t, diags.String())
		one, _ := got["webhooks"].([]any)[0].(map[string]any)
		if want := map[string]any{"id": all[0].ID, "store_id": want}; !reflect.DeepEqual(one, want) {
			t.Errorf("got %v, want %v", one, want)
		}
	}
}

func TestDataSource_timeout(t *testing.T) {
	t.Parallel()
	e, _ := startList(t, 1)
	e.Inject(fakeservice.Fault{Break: fakeservice.BreakHang})
	_, diags := acctest.Configured(t, e.server, nil).Read(t.Context(), dataSource, with(inStore, acctest.Values{"timeouts": acctest.Values{"read": "10ms"}}))
	wantText(t, diags.Errors(), "Unable to List Webhooks", "The time limit set in `timeouts` was exceeded")
}

// TestDataSource_unsupported: a service that lists no webhooks.
func TestDataSource_unsupported(t *testing.T) {
	t.Parallel()
	for _, status := range []int{404, 405, 501} {
		e, _ := startList(t, 1)
		e.Inject(fakeservice.Fault{Status: status})
		_, diags := acctest.Configured(t, e.server, nil).Read(t.Context(), dataSource, inStore)
		wantText(t, diags.Errors(), "may not list webhooks", storeID+" is the id of a store", "`base_url`", "`terraform import ADDRESS STORE_ID/WEBHOOK_ID`")
	}
}

// TestListResource: a query finds all webhooks, with the identities that imports need and, if it
// asks for them, with the settings that an import brings.
func TestListResource(t *testing.T) {
	t.Parallel()
	for name, arguments := range map[string]acctest.Values{
		"short path":           nil,
		"through the merchant": {"merchant_id": strings.ToUpper(fakeservice.DefaultMerchantID)},
	} {
		for _, include := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", with settings: ", include), func(t *testing.T) {
				t.Parallel()
				e, all := startList(t, 3)
				p := acctest.Configured(t, e.server, nil)
				found, diags := p.List(t.Context(), listed, with(inStore, arguments), 100, include)
				if len(diags) > 0 || len(found) != len(all) {
					t.Fatalf("%d results, and %s", len(found), diags)
				}
				for i, w := range all {
					identity := with(acctest.Values{"store_id": w.StoreID, "webhook_id": w.ID}, arguments)
					if found[i].Name != w.URL || !reflect.DeepEqual(found[i].Identity, identity) || (found[i].Values != nil) != include {
						t.Errorf("got %q with identity %v and settings %v, want %q with %v", found[i].Name, found[i].Identity, found[i].Values, w.URL, identity)
					}
					if imported := p.NewResource(listed); include {
						wantText(t, imported.ImportListed(t.Context(), found[i]).String())
						wantState(t, imported, found[i].Values)
					}
				}
			})
		}
	}
}

func TestListResource_limit(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		webhooks, limit int
		requests        int
		says            []string
	}{
		"as many as the limit":    {webhooks: 100, limit: 100, requests: 1},
		"one more than the limit": {webhooks: 101, limit: 100, requests: 2, says: []string{"Webhook List Cut Short", "more webhooks than the 100 listed here"}},
		"more than two pages":     {webhooks: 230, limit: 101, requests: 2, says: []string{"more webhooks than the 101 listed here"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, _ := startList(t, tc.webhooks)
			found, diags := acctest.Configured(t, e.server, nil).List(t.Context(), listed, inStore, tc.limit, false)
			wantText(t, diags.Errors())
			wantText(t, diags.Warnings(), tc.says...)
			if requests := len(e.Requests()); len(found) != tc.limit || requests != tc.requests {
				t.Errorf("%d results of %d requests", len(found), requests)
			}
		})
	}
}

// A query has no time limit of its own: a slow service only takes longer.
func TestListResource_slow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := startInBubble(t, acctest.Values{"request_timeout": "10m"})
		for range 200 {
			e.AddWebhook(fakeservice.Webhook{})
		}
		e.Set(func(b *fakeservice.Behavior) { b.WebhookList, b.Latency = true, 9*time.Minute })
		found, diags := e.List(t.Context(), listed, inStore, 300, false)
		wantText(t, diags.String())
		if len(found) != 201 {
			t.Errorf("%d results", len(found))
		}
	})
}

func TestListResource_displayName(t *testing.T) {
	t.Parallel()
	e, all := startList(t, 1)
	for want, url := range map[string]any{all[0].ID: nil, "https://hooks.example.com/ [31m red": "https://hooks.example.com/\x1b[31m\u202ered\r\n"} {
		e.answer(map[string]any{"url": url})
		found, _ := acctest.Configured(t, e.server, nil).List(t.Context(), listed, inStore, 100, false)
		if len(found) != 1 || found[0].Name != want {
			t.Errorf("got %v, want the name %q", found, want)
		}
	}
}
