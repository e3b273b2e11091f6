// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"net/http"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	anotherStore    = "33333333-3333-4333-8333-333333333339"
	anotherMerchant = "22222222-2222-4222-8222-222222222229"
)

// as returns the resource for a provider that is configured with an account's credentials.
func (e env) as(t *testing.T, a fakeservice.Account, mode string, r *acctest.Resource) *acctest.Resource {
	t.Helper()
	return e.protocolAs(t, a, mode).Adopt(r)
}

// protocolAs returns a provider that is configured with an account's credentials.
func (e env) protocolAs(t *testing.T, a fakeservice.Account, mode string) *acctest.Protocol {
	t.Helper()
	arguments := acctest.Values{
		"app_token":       a.AppToken,
		"max_retries":     1,
		"secret":          a.Secret,
		"webhook_refresh": mode,
	}
	return acctest.Configured(t, e.server, arguments, e.options...)
}

// TestForeignCredentials: with somebody else's credentials, at a service that says 404 of what is
// not the caller's, a live webhook never counts as gone, neither in a refresh nor in a destroy.
func TestForeignCredentials(t *testing.T) {
	t.Parallel()
	accounts := map[string]fakeservice.Account{
		"another merchant's": {
			MerchantID: anotherMerchant,
		},
		"another merchant's, with its store": {
			MerchantID: anotherMerchant,
			StoreID:    anotherStore,
		},
		"another store's": {
			MerchantID: fakeservice.DefaultMerchantID,
			StoreID:    anotherStore,
		},
		"another store's, without its merchant": {
			StoreID: anotherStore,
		},
	}
	for name, account := range accounts {
		for _, mode := range []string{"get", "list", "patch", "off"} {
			t.Run(name+", "+mode, func(t *testing.T) {
				t.Parallel()
				e := start(t, acctest.Values{"webhook_refresh": mode})
				e.Set(func(b *fakeservice.Behavior) {
					b.WebhookList = true
					b.Scope = fakeservice.ScopeNotFound
				})
				r := e.resource()
				mustApply(t, r, creating(nil))
				wantText(t, r.Refresh(t.Context()).Errors()) // so that it is known to be listed
				id := e.only(t, urlB)

				foreign := e.as(t, e.AddAccount(account), mode, r)
				said := foreign.Refresh(t.Context()).Errors()
				if mode == "off" {
					wantText(t, said)
				} else {
					wantText(t, said, "Unable to Read Webhook", "`app_token`", "The state is unchanged")
				}
				plan, _ := foreign.Plan(t.Context(), nil)
				said = foreign.ApplyPlan(t.Context(), plan).Errors()
				wantText(t, said,
					"Unable to Delete Webhook",
					"`app_token`",
					"`terraform state rm`",
					"`delete_on_destroy = false`")
				if foreign.State() == nil {
					t.Error("the state has lost a webhook that lives on")
				}

				own := e.in(t, mode, foreign)
				mustApply(t, own, nil)
				_, exists := e.Webhook(id)
				if exists {
					t.Error("with the right credentials, the webhook was not deleted")
				}
			})
		}
	}
}

// TestDelete_unknownCall: a service that has no DELETE, and says so in its own error format, has
// not deleted anything.
func TestDelete_unknownCall(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		mode   string
		lists  bool
		noRead bool // GET for a webhook is not answered either
		says   string
	}{
		"readable": {
			mode: "get",
			says: "still finds it",
		},
		"never readable": {
			mode:   "get",
			noRead: true,
			says:   "The list of the store's webhooks did not help",
		},
		"never readable, and listed": {
			mode:   "get",
			lists:  true,
			noRead: true,
			says:   "The list of the store's webhooks still has it",
		},
		"listed": {
			mode:  "list",
			lists: true,
			says:  "The list of the store's webhooks still has it",
		},
		"read by PATCH": {
			mode: "patch",
			says: "still finds it",
		},
		"not read": {
			mode: "off",
			says: "The list of the store's webhooks did not help",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": tt.mode})
			e.Set(func(b *fakeservice.Behavior) {
				b.WebhookDelete = false
				b.WebhookList = tt.lists
				b.WebhookGet = !tt.noRead
			})
			e.AddWebhook(fakeservice.Webhook{StoreID: anotherStore})
			r := e.resource()
			mustApply(t, r, creating(nil))
			said := mustFail(t, r, nil)
			wantText(t, said, "Unable to Delete Webhook", "a service that has no such call answers alike", tt.says)
			if r.State() == nil {
				t.Error("the state has lost a webhook that lives on")
			}
			replaced := mustFail(t, r, creating(acctest.Values{"store_id": anotherStore}))
			wantText(t, replaced, "Unable to Delete Webhook")
			if len(e.Webhooks()) != 3 {
				t.Errorf("the service has %d webhooks, want this one and two others", len(e.Webhooks()))
			}
		})
	}
}

// TestPlan_foreignStore: a plan says if the application token is one of another store or merchant than
// the webhook that it takes on. That fails nothing: some deployments let a token reach many stores.
func TestPlan_foreignStore(t *testing.T) {
	t.Parallel()
	const title = "Application Token of Another Store or Merchant"
	for name, tt := range map[string]struct {
		account fakeservice.Account
		before  acctest.Values // a state; none unless given
		config  acctest.Values
		warns   []string
	}{
		"adopted with the store's own token": {
			account: fakeservice.Account{StoreID: storeID, MerchantID: fakeservice.DefaultMerchantID},
			config:  adopting(nil),
		},
		"adopted with a token that has no claims": {
			config: adopting(nil),
		},
		"adopted with another store's token": {
			account: fakeservice.Account{StoreID: anotherStore},
			config:  adopting(nil),
			warns:   []string{title, storeID, anotherStore, "`app_token`"},
		},
		"created with another store's token": {
			account: fakeservice.Account{StoreID: anotherStore},
			config:  creating(nil),
			warns:   []string{title, storeID, anotherStore, "`app_token`"},
		},
		"adopted under another merchant": {
			account: fakeservice.Account{MerchantID: anotherMerchant},
			config:  adopting(acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}),
			warns:   []string{title, fakeservice.DefaultMerchantID, anotherMerchant},
		},
		"in another spelling": {
			account: fakeservice.Account{StoreID: "ABCDEF33-3333-4333-8333-333333333333"},
			config:  creating(acctest.Values{"store_id": "abcdef33-3333-4333-8333-333333333333"}),
		},
		"a store that is not known yet": {
			account: fakeservice.Account{StoreID: anotherStore},
			config:  creating(acctest.Values{"store_id": acctest.Unknown}),
		},
		"replaced by one of another store": {
			account: fakeservice.Account{StoreID: storeID},
			before:  adopting(nil),
			config:  adopting(acctest.Values{"store_id": anotherStore, "webhook_id": otherID}),
			warns:   []string{title, storeID, anotherStore, "Webhook Not Deleted"},
		},
		"one that is there already": {
			account: fakeservice.Account{StoreID: anotherStore},
			before:  adopting(nil),
			config:  adopting(acctest.Values{"active": false}),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, acctest.Values{"webhook_refresh": "off"})
			r := e.resource()
			if tt.before != nil {
				mustApply(t, r, tt.before)
			}
			r = e.as(t, e.AddAccount(tt.account), "off", r)
			_, diags := r.Plan(t.Context(), tt.config)
			wantText(t, diags.Errors())
			wantText(t, diags.Warnings(), tt.warns...)
		})
	}
}

// TestImport_foreignStore: an import says so, too.
func TestImport_foreignStore(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	account := e.AddAccount(fakeservice.Account{StoreID: anotherStore})
	r := e.as(t, account, "get", e.resource())
	diags := r.Import(t.Context(), storeID+"/"+hookID)
	wantText(t, diags.Errors())
	wantText(t, diags.Warnings(), "Application Token of Another Store or Merchant", storeID, anotherStore)
}

// TestRead_neverReadable: an error for a webhook that was never readable names webhook_refresh.
func TestRead_neverReadable(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]fakeservice.Fault{
		"always refused": {
			Status: http.StatusBadRequest,
		},
		"something else": {
			Status: http.StatusOK,
			Body:   []byte(`{"status":"ok"}`),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			fault.Method = http.MethodGet
			fault.Path = "/stores/{storeId}/webhooks/{webhookId}"
			e.Inject(fault)
			r := e.resource()
			mustApply(t, r, adopting(nil))
			wantText(t, r.Refresh(t.Context()).Errors(), "never read before", "`webhook_refresh`", `"patch"`, `"off"`)

			e.ClearFaults()
			wantText(t, r.Refresh(t.Context()).Errors())
			e.Inject(fault)
			said := r.Refresh(t.Context()).Errors()
			wantText(t, said, "Unable to Read Webhook")
			wantNotText(t, said, "never read before")
		})
	}
}
