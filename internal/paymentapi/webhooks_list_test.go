// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

func TestListWebhooks_sends(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		query  paymentapi.WebhookQuery
		target string
	}{
		"a store":    {paymentapi.WebhookQuery{StoreID: "s"}, "/stores/s/webhooks?limit=100"},
		"a merchant": {paymentapi.WebhookQuery{MerchantID: "m", StoreID: "s"}, "/merchants/m/stores/s/webhooks?limit=100"},
		"escaped":    {paymentapi.WebhookQuery{StoreID: "a/b"}, "/stores/a%2Fb/webhooks?limit=100"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var seen []*http.Request
			o := options()
			o.Transport = answering(http.StatusOK, nil, `{"items":[],"has_more":false}`, &seen)
			for _, err := range newClient(t, o).ListWebhooks(t.Context(), tc.query) {
				if err != nil {
					t.Fatal(err)
				}
			}
			if len(seen) != 1 || seen[0].Method != http.MethodGet || seen[0].URL.RequestURI() != tc.target {
				t.Errorf("sent %v, want GET %s", seen, tc.target)
			}
		})
	}
}

// Only the pages that the caller takes are requested. A list ends with its first error.
func TestListWebhooks_ends(t *testing.T) {
	t.Parallel()
	const a, b = "aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa", "bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"
	const page = `{"items":[{"id":"` + a + `","auth_token":"x"},{"id":"` + b + `"}],"has_more":true}`
	var seen []*http.Request
	o := options()
	o.Transport = answering(http.StatusOK, nil, page, &seen)
	client := newClient(t, o)
	for _, err := range client.ListWebhooks(t.Context(), paymentapi.WebhookQuery{StoreID: "s"}) {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if len(seen) != 1 {
		t.Errorf("%d requests for one page", len(seen))
	}
	var (
		ids  []string
		last error
	)
	for page, err := range client.ListWebhooks(t.Context(), paymentapi.WebhookQuery{StoreID: "s"}) {
		if last = err; err != nil {
			continue
		}
		for _, w := range page.Items {
			ids = append(ids, *w.ID)
		}
	}
	var at *paymentapi.PageError
	if !slices.Equal(ids, []string{a, b}) || !errors.As(last, &at) || at.Page != 2 || !strings.Contains(last.Error(), "the list would never end") {
		t.Errorf("got %q, and the error %v", ids, last)
	}
}
