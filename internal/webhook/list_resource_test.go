// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// query returns the webhooks that the list resource finds, which are as many as wanted.
func query(t *testing.T, p *acctest.Protocol, arguments acctest.Values, include bool, want int) []acctest.Listed {
	t.Helper()
	found, diags := p.List(t.Context(), listed, storeConfig(arguments), 100, include)
	if len(diags) > 0 || len(found) != want {
		t.Fatalf("%d results, and %s", len(found), diags)
	}
	return found
}

func TestListResource_results(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		arguments acctest.Values
		include   bool
	}{
		"ids":                       {},
		"settings":                  {include: true},
		"through the merchant":      {arguments: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}},
		"settings through merchant": {arguments: acctest.Values{"merchant_id": strings.ToUpper(fakeservice.DefaultMerchantID)}, include: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, all := startList(t, 3)
			p := acctest.Configured(t, e.server, nil)
			found := query(t, p, tc.arguments, tc.include, len(all))
			for i, w := range all {
				identity := acctest.Values{"store_id": w.StoreID, "webhook_id": w.ID}
				maps.Copy(identity, tc.arguments)
				if found[i].Name != w.URL || !reflect.DeepEqual(found[i].Identity, identity) {
					t.Errorf("got %q with identity %v, want %q with %v", found[i].Name, found[i].Identity, w.URL, identity)
				}
				if (found[i].Values != nil) != tc.include {
					t.Errorf("the settings are %v", found[i].Values)
				}
				if !tc.include {
					continue
				}
				imported := p.NewResource(listed)
				if diags := imported.ImportListed(t.Context(), found[i]); len(diags) > 0 {
					t.Fatal(diags)
				}
				if !reflect.DeepEqual(imported.State(), found[i].Values) {
					t.Errorf("listed %v\nimported %v", found[i].Values, imported.State())
				}
			}
		})
	}
}

func TestListResource_limit(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		webhooks, limit int
		want, requests  int
		warns           bool
	}{
		"fewer":                   {webhooks: 3, limit: 100, want: 3, requests: 1},
		"as many as the limit":    {webhooks: 100, limit: 100, want: 100, requests: 1},
		"one more than the limit": {webhooks: 101, limit: 100, want: 100, requests: 2, warns: true},
		"more on the second page": {webhooks: 103, limit: 101, want: 101, requests: 2, warns: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, _ := startList(t, tc.webhooks)
			found, diags := acctest.Configured(t, e.server, nil).List(t.Context(), listed, storeConfig(nil), tc.limit, false)
			if diags.Errors() != "" || len(found) != tc.want {
				t.Errorf("%d results, and %s", len(found), diags)
			}
			said := diags.Warnings()
			if warned := strings.Contains(said, "Webhook List Cut Short") && strings.Contains(said, fmt.Sprintf("more webhooks than the %d listed here", tc.limit)); warned != tc.warns {
				t.Errorf("said %q; a warning is wanted: %t", said, tc.warns)
			}
			if got := len(e.Requests()); got != tc.requests {
				t.Errorf("%d requests, want %d", got, tc.requests)
			}
		})
	}
}

func TestListResource_displayName(t *testing.T) {
	t.Parallel()
	e, all := startList(t, 1)
	for _, tc := range []struct {
		url  any
		want string
	}{
		{nil, all[0].ID}, {"", all[0].ID}, {"https://hooks.example.com/\x1b[31m\u202ered\r\n", "https://hooks.example.com/[31mred"},
	} {
		e.Set(func(b *fakeservice.Behavior) { b.Rewrite = func(w map[string]any) { w["url"] = tc.url } })
		if found := query(t, acctest.Configured(t, e.server, nil), nil, false, 1); found[0].Name != tc.want {
			t.Errorf("got the name %q, want %q", found[0].Name, tc.want)
		}
	}
}
