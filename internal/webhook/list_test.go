// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	dataSource  = "paymentservice_webhooks"
	echoedToken = "Bearer echoed-token"
)

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

func storeConfig(more acctest.Values) acctest.Values {
	config := acctest.Values{"store_id": fakeservice.DefaultStoreID}
	maps.Copy(config, more)
	return config
}

func TestDataSource_listsAStore(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		webhooks  int
		arguments acctest.Values
		requests  []string
	}{
		"none": {0, nil, []string{"GET /stores/{storeId}/webhooks?limit=100"}},
		"one":  {1, nil, []string{"GET /stores/{storeId}/webhooks?limit=100"}},
		"three pages": {230, nil, []string{
			"GET /stores/{storeId}/webhooks?limit=100",
			"GET /stores/{storeId}/webhooks?cursor=44444444-4444-4444-8444-000000000130&limit=100",
			"GET /stores/{storeId}/webhooks?cursor=44444444-4444-4444-8444-000000000030&limit=100",
		}},
		"through the merchant": {
			2, acctest.Values{"merchant_id": fakeservice.DefaultMerchantID},
			[]string{"GET /merchants/{merchantId}/stores/{storeId}/webhooks?limit=100"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, all := startList(t, tc.webhooks)
			got, diags := acctest.Configured(t, e.server, nil).Read(t.Context(), dataSource, storeConfig(tc.arguments))
			if len(diags) > 0 {
				t.Fatal(diags)
			}
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
			e.expectRoutes(t, tc.requests)
		})
	}
}

// expectRoutes checks which requests came, with their queries.
func (e env) expectRoutes(t *testing.T, want []string) {
	t.Helper()
	var got []string
	for _, r := range e.Requests() {
		got = append(got, r.Route+"?"+r.Query.Encode())
	}
	if !slices.Equal(got, want) {
		t.Errorf("the service got %q, want %q", got, want)
	}
}

// Fields that a webhook of a list lacks are null, or known from the request.
func TestDataSource_toleratesMissingFields(t *testing.T) {
	t.Parallel()
	e, all := startList(t, 1)
	e.Set(func(b *fakeservice.Behavior) {
		b.Rewrite = func(w map[string]any) {
			maps.DeleteFunc(w, func(name string, _ any) bool { return name != "id" })
			w["secret"], w["Active"], w["store_id"], w["merchant_id"] = echoedToken, true, nil, nil
		}
	})
	got, diags := acctest.Configured(t, e.server, nil).Read(t.Context(), dataSource, storeConfig(nil))
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	one, _ := got["webhooks"].([]any)[0].(map[string]any)
	if want := map[string]any{"id": all[0].ID, "store_id": fakeservice.DefaultStoreID}; !reflect.DeepEqual(one, want) {
		t.Errorf("got %v, want %v", one, want)
	}
}

func TestDataSource_timeout(t *testing.T) {
	t.Parallel()
	e, _ := startList(t, 1)
	e.Inject(fakeservice.Fault{Break: fakeservice.BreakHang})
	_, diags := acctest.Configured(t, e.server, nil).Read(t.Context(), dataSource, storeConfig(acctest.Values{"timeouts": acctest.Values{"read": "10ms"}}))
	if said := diags.Errors(); !strings.Contains(said, "Unable to List Webhooks") || !strings.Contains(said, "The time limit set in `timeouts` was exceeded") {
		t.Errorf("said %q", said)
	}
}

// Each webhook is listed once, however a service spells its id and pages the list.
func TestLists_eachWebhookOnce(t *testing.T) {
	t.Parallel()
	const id = "abcdefab-cdef-4bcd-8fab-%012d"
	page := func(spell func(string) string, more bool, numbers ...int) fakeservice.Fault {
		var items []string
		for _, n := range numbers {
			items = append(items, fmt.Sprintf(`{"id":%q,"triggers":["x",null]}`, spell(fmt.Sprintf(id, n))))
		}
		return fakeservice.Fault{Times: 1, Status: http.StatusOK, Body: []byte(fmt.Sprintf(`{"items":[%s],"has_more":%t}`, strings.Join(items, ","), more))}
	}
	e, _ := startList(t, 0)
	for range 2 { // for each list
		e.Inject(page(strings.ToUpper, true, 1, 2, 3))
		e.Inject(page(strings.ToLower, true, 3, 2, 4))
		e.Inject(page(strings.ToUpper, false, 4, 5))
	}
	p := acctest.Configured(t, e.server, nil)
	read, diags := p.Read(t.Context(), dataSource, storeConfig(nil))
	found, more := p.List(t.Context(), listed, storeConfig(nil), 5, true)
	if diags = append(diags, more...); len(diags) > 0 {
		t.Fatal(diags)
	}
	var ids, queried []string
	rows, _ := read["webhooks"].([]any)
	for _, row := range rows {
		one, _ := row.(map[string]any)
		ids = append(ids, strings.ToLower(fmt.Sprint(one["id"])))
		if fmt.Sprint(one["triggers"]) != "[x]" {
			t.Errorf("got %v", one)
		}
	}
	for _, one := range found {
		queried = append(queried, strings.ToLower(fmt.Sprint(one.Identity["webhook_id"])))
	}
	want := []string{fmt.Sprintf(id, 1), fmt.Sprintf(id, 2), fmt.Sprintf(id, 3), fmt.Sprintf(id, 4), fmt.Sprintf(id, 5)}
	if !slices.Equal(ids, want) || !slices.Equal(queried, want) {
		t.Errorf("got %q and %q, want %q", ids, queried, want)
	}
}
