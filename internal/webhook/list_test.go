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
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	dataSource  = "paymentservice_webhooks"
	echoedToken = "Bearer " + secretText // by the service, in each webhook
)

var inStore = acctest.Values{"store_id": storeID}

// startList serves n webhooks of the default store, the newest first in the
// result, and one of another store.
func startList(t *testing.T, n int) (env, []fakeservice.Webhook) {
	t.Helper()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) {
		b.WebhookList = true
		b.Rewrite = func(w map[string]any) { w["auth_token"] = echoedToken }
	})
	var all []fakeservice.Webhook
	for i := range n {
		all = append(all, service.AddWebhook(fakeservice.Webhook{
			ID:        fmt.Sprintf("44444444-4444-4444-8444-%012d", i),
			URL:       fmt.Sprintf("https://hooks.example.com/%d", i),
			Active:    i%2 == 0,
			CreatedOn: time.Unix(1_700_000_000+int64(i), 0),
		}))
	}
	service.AddWebhook(fakeservice.Webhook{StoreID: anotherStore})
	slices.Reverse(all)
	return env{Service: service, server: server}, all
}

// TestDataSource_listsAStore: the data source has every webhook of a store, with all that the service says of it.
func TestDataSource_listsAStore(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		webhooks  int
		arguments acctest.Values
		requests  []request
	}{
		"none": {
			webhooks: 0,
			requests: []request{getList},
		},
		"three pages": {
			webhooks: 230,
			requests: []request{getList, getList, getList},
		},
		"through the merchant": {
			webhooks:  2,
			arguments: acctest.Values{"merchant_id": merchantID},
			requests:  []request{getMerchantList},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, all := startList(t, tt.webhooks)
			p := acctest.Configured(t, e.server, nil)
			got, diags := p.Read(t.Context(), dataSource, with(inStore, tt.arguments))
			wantText(t, diags.String())
			want := make([]any, 0, len(all))
			for _, w := range all {
				want = append(want, valuesOf(w))
			}
			if !reflect.DeepEqual(got["webhooks"], any(want)) {
				t.Errorf("got %v\nwant %v", got["webhooks"], want)
			}
			e.wantRequests(t, tt.requests...)
		})
	}
}

// valuesOf returns a webhook as the data source has it.
func valuesOf(w fakeservice.Webhook) acctest.Values {
	const layout = "2006-01-02T15:04:05.000000Z"
	return acctest.Values{
		"id":          w.ID,
		"store_id":    w.StoreID,
		"merchant_id": w.MerchantID,
		"platform_id": w.PlatformID,
		"url":         w.URL,
		"triggers":    []any{"charge_finished"},
		"active":      w.Active,
		"created_on":  w.CreatedOn.UTC().Format(layout),
		"updated_on":  w.UpdatedOn.UTC().Format(layout),
	}
}

// TestDataSource_toleratesMissingFields: fields that a webhook of a list lacks are null, or known from the
// request. Those that it has count.
func TestDataSource_toleratesMissingFields(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answered any // the store of the webhook
		want     string
	}{
		"no store": {
			want: storeID,
		},
		"another store": {
			answered: otherID,
			want:     otherID,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, all := startList(t, 1)
			fields := acctest.Values{
				"secret":      echoedToken,
				"Active":      true,
				"store_id":    tt.answered,
				"merchant_id": nil,
			}
			e.Set(func(b *fakeservice.Behavior) {
				b.Rewrite = func(w map[string]any) {
					maps.DeleteFunc(w, func(name string, _ any) bool { return name != "id" })
					maps.Copy(w, fields)
				}
			})
			got, diags := acctest.Configured(t, e.server, nil).Read(t.Context(), dataSource, inStore)
			wantText(t, diags.String())
			want := []any{acctest.Values{"id": all[0].ID, "store_id": tt.want}}
			if !reflect.DeepEqual(got["webhooks"], any(want)) {
				t.Errorf("got %v, want %v", got["webhooks"], want)
			}
		})
	}
}

// TestDataSource_timeout: a list that takes longer than timeouts.
func TestDataSource_timeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := startInBubble(t, nil)
		e.Inject(fakeservice.Fault{Break: fakeservice.BreakHang})
		config := with(inStore, acctest.Values{"timeouts": acctest.Values{"read": "10s"}})
		started := time.Now()
		_, diags := e.Read(t.Context(), dataSource, config)
		wantErrors(t, diags, "Unable to List Webhooks", "The time limit set in `timeouts` was exceeded")
		if took := time.Since(started); took != 10*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}

// TestDataSource_fails: a list that cannot be read.
func TestDataSource_fails(t *testing.T) {
	t.Parallel()
	mayNotList := []string{
		"Unable to List Webhooks",
		"may not list webhooks",
		storeID + " is the id of a store",
		"`base_url`",
		"`terraform import ADDRESS STORE_ID/WEBHOOK_ID`",
	}
	for name, tt := range map[string]struct {
		fault fakeservice.Fault
		says  []string
	}{
		"not found": {
			fault: fakeservice.Fault{Status: http.StatusNotFound},
			says:  mayNotList,
		},
		"not allowed": {
			fault: fakeservice.Fault{Status: http.StatusMethodNotAllowed},
			says:  mayNotList,
		},
		"not implemented": {
			fault: fakeservice.Fault{Status: http.StatusNotImplemented},
			says:  mayNotList,
		},
		"not permitted": {
			fault: fakeservice.Fault{Status: http.StatusForbidden},
			says:  []string{"Unable to List Webhooks", "status 403", "`app_token`"},
		},
		"a webhook whose id is none, and may be a secret": {
			fault: fakeservice.Fault{
				Status: http.StatusOK,
				Body:   []byte(`{"items":[{"id":"` + secretText + `"}],"has_more":false}`),
			},
			says: []string{"Unable to List Webhooks", "it has no id that is a UUID"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, _ := startList(t, 1)
			e.Inject(tt.fault)
			_, diags := acctest.Configured(t, e.server, nil).Read(t.Context(), dataSource, inStore)
			wantErrors(t, diags, tt.says...)
			wantNoToken(t, diags.String())
		})
	}
}

// TestListResource: a query finds all webhooks, with the identities that imports need and, if it
// asks for them, with the settings that an import brings.
func TestListResource(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		arguments    acctest.Values
		withSettings bool
	}{
		"by store": {},
		"by store, with settings": {
			withSettings: true,
		},
		"through the merchant": {
			arguments: acctest.Values{"merchant_id": strings.ToUpper(merchantID)},
		},
		"through the merchant, with settings": {
			arguments:    acctest.Values{"merchant_id": strings.ToUpper(merchantID)},
			withSettings: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, all := startList(t, 3)
			p := acctest.Configured(t, e.server, nil)
			found, diags := p.List(t.Context(), webhookType, with(inStore, tt.arguments), 100, tt.withSettings)
			wantText(t, diags.String())
			if len(found) != len(all) {
				t.Fatalf("there are %d results", len(found))
			}

			for i, w := range all {
				got := found[i]
				identity := with(acctest.Values{"store_id": w.StoreID, "webhook_id": w.ID}, tt.arguments)
				if got.Name != w.URL || !reflect.DeepEqual(got.Identity, identity) {
					t.Errorf("got %q with identity %v, want %q with %v", got.Name, got.Identity, w.URL, identity)
				}
				hasSettings := got.Values != nil
				if hasSettings != tt.withSettings {
					t.Errorf("the settings are %v", got.Values)
				}
				if hasSettings {
					imported := p.NewResource(webhookType)
					wantText(t, imported.ImportListed(t.Context(), got).String())
					wantState(t, imported, got.Values)
				}
			}
		})
	}
}

// TestListResource_limit: a CLI stops at its limit. If there are more webhooks, a warning says so.
func TestListResource_limit(t *testing.T) {
	t.Parallel()
	const title = "Webhook List Cut Short"
	for name, tt := range map[string]struct {
		webhooks int
		limit    int
		found    int
		requests []request
		warns    []string
	}{
		"fewer than the limit": {
			webhooks: 2,
			limit:    3,
			found:    2,
			requests: []request{getList},
		},
		"as many as the limit": {
			webhooks: 100,
			limit:    100,
			found:    100,
			requests: []request{getList},
		},
		"one more than the limit": {
			webhooks: 101,
			limit:    100,
			found:    100,
			requests: []request{getList, getList},
			warns:    []string{title, "more webhooks than the 100 listed here"},
		},
		"more than two pages": {
			webhooks: 230,
			limit:    101,
			found:    101,
			requests: []request{getList, getList},
			warns:    []string{title, "more webhooks than the 101 listed here"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, _ := startList(t, tt.webhooks)
			p := acctest.Configured(t, e.server, nil)
			found, diags := p.List(t.Context(), webhookType, inStore, tt.limit, false)
			wantErrors(t, diags)
			wantWarnings(t, diags, tt.warns...)
			if count := strings.Count(diags.Warnings(), title); count > 1 {
				t.Errorf("it says %d times that the list is cut", count)
			}
			if len(found) != tt.found {
				t.Errorf("there are %d results, want %d", len(found), tt.found)
			}
			e.wantRequests(t, tt.requests...)
		})
	}
}

// TestListResource_slow: a query has no time limit of its own: a slow service only takes longer.
func TestListResource_slow(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := startInBubble(t, acctest.Values{"request_timeout": "10m"})
		for range 200 {
			e.AddWebhook(fakeservice.Webhook{})
		}
		e.Set(func(b *fakeservice.Behavior) {
			b.WebhookList = true
			b.Latency = 9 * time.Minute
		})
		found, diags := e.List(t.Context(), webhookType, inStore, 300, false)
		wantText(t, diags.String())
		if len(found) != 201 {
			t.Errorf("there are %d results", len(found))
		}
	})
}

// TestListResource_displayName: a result is called by its URL, on one line, or by its id.
func TestListResource_displayName(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		url  any
		want string
	}{
		"no URL": {
			want: "44444444-4444-4444-8444-000000000000",
		},
		"a URL with control characters": {
			url:  "https://hooks.example.com/\x1b[31m\u202ered\r\n",
			want: "https://hooks.example.com/ [31m red",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, _ := startList(t, 1)
			e.rewrite(map[string]any{"url": tt.url})
			found, _ := acctest.Configured(t, e.server, nil).List(t.Context(), webhookType, inStore, 100, false)
			if len(found) != 1 || found[0].Name != tt.want {
				t.Errorf("got %v, want one with the name %q", found, tt.want)
			}
		})
	}
}
