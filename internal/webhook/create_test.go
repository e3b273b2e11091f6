// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	longPath = "/merchants/" + fakeservice.DefaultMerchantID
	oneURL   = `{"url":"` + urlB + `","triggers":["a"]}`
)

// newWebhook is a fake service without webhooks, and a resource that creates one.
type newWebhook struct {
	env
	*acctest.Resource
	t        *testing.T
	protocol *acctest.Protocol
	config   acctest.Values
}

func creating(t *testing.T, provider, more acctest.Values) newWebhook {
	t.Helper()
	service, server := acctest.Start(t)
	all := acctest.Values{"max_retries": 1}
	maps.Copy(all, provider)
	config := acctest.Values{"store_id": fakeservice.DefaultStoreID, "delete_on_destroy": true, "url": urlB, "triggers": []string{"a"}}
	maps.Copy(config, more)
	p := acctest.Configured(t, server, all)
	r := p.NewResource("paymentservice_webhook")
	r.WriteOnly = false
	return newWebhook{env{Service: service, server: server}, r, t, p, config}
}

// with returns the configuration with more arguments; nil takes one out.
func (n newWebhook) with(more acctest.Values) acctest.Values {
	all := maps.Clone(n.config)
	maps.Copy(all, more)
	return all
}

func (n newWebhook) wantCalls(want string) {
	n.t.Helper()
	if got := n.calls(); got != want {
		n.t.Errorf("the calls are\n%s, want\n%s", got, want)
	}
}

// only returns the one webhook that the service has.
func (n newWebhook) only() fakeservice.Webhook {
	n.t.Helper()
	all := n.Webhooks()
	if len(all) != 1 {
		n.t.Fatalf("the service has %d webhooks", len(all))
	}
	return all[0]
}

// Exactly one of the two arguments is configured, as far as is known; an id that turns
// out null in the apply is checked before anything is sent.
func TestWebhook_adoptedOrCreated(t *testing.T) {
	t.Parallel()
	unknown := acctest.Unknown
	for name, tc := range map[string]struct {
		id, deletes, url, triggers any
		says                       string
	}{
		"adopted":             {id: otherID},
		"created":             {deletes: false, url: urlA, triggers: []string{"a"}},
		"both":                {id: otherID, deletes: false, url: urlA, triggers: []string{"a"}, says: "cannot both be set"},
		"neither":             {says: "Either `webhook_id` or `delete_on_destroy` must be set"},
		"no URL":              {deletes: true, triggers: []string{"a"}, says: "requires both `url` and `triggers`"},
		"no triggers":         {deletes: true, url: urlA, says: "requires both `url` and `triggers`"},
		"settings unknown":    {deletes: true, url: unknown, triggers: unknown},
		"id unknown":          {id: unknown},
		"id unknown, deletes": {id: unknown, deletes: true},
		"id, deletes unknown": {id: otherID, deletes: unknown},
		"deletes unknown":     {deletes: unknown, url: urlA, triggers: []string{"a"}},
		"both unknown":        {id: unknown, deletes: unknown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, acctest.Values{"webhook_refresh": "off"}, nil)
			config := n.with(acctest.Values{"webhook_id": tc.id, "delete_on_destroy": tc.deletes, "url": tc.url, "triggers": tc.triggers})
			_, diags := n.Plan(t.Context(), config)
			for _, said := range []string{n.Validate(t.Context(), config).Errors(), diags.Errors()} {
				if (said == "") != (tc.says == "") || !strings.Contains(said, tc.says) {
					t.Errorf("said %s, want %q", said, tc.says)
				}
			}
		})
	}
	for name, tc := range map[string]struct {
		id, deletes any
		says, calls string
	}{
		"null, and deletes":    {deletes: true, calls: "GET /webhooks; POST /webhooks " + oneURL},
		"null, and nothing":    {says: "Either `webhook_id` or `delete_on_destroy` must be set"},
		"a value, and deletes": {id: otherID, deletes: true, says: "cannot both be set"},
	} {
		t.Run("in the apply: "+name, func(t *testing.T) {
			t.Parallel()
			n := creating(t, acctest.Values{"webhook_refresh": "off"}, nil)
			plan, _ := n.Plan(t.Context(), n.with(acctest.Values{"webhook_id": unknown, "delete_on_destroy": tc.deletes}))
			diags := n.ApplyKnown(t.Context(), plan, n.with(acctest.Values{"webhook_id": tc.id, "delete_on_destroy": tc.deletes}))
			if said := diags.Errors(); (said == "") != (tc.says == "") || !strings.Contains(said, tc.says) {
				t.Errorf("said %s", diags)
			}
			n.wantCalls(tc.calls)
		})
	}
}
