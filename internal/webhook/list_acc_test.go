// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/querycheck"
	"github.com/hashicorp/terraform-plugin-testing/querycheck/queryfilter"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// testAccListing returns a service that lists n webhooks, the newest first.
func testAccListing(t *testing.T, n int) (*fakeservice.Service, *fakeservice.Server, []fakeservice.Webhook) {
	t.Helper()
	service, server := acctest.Start(t)
	testAccSetList(service, true)
	for range n {
		service.AddWebhook(fakeservice.Webhook{Active: true})
	}
	return service, server, service.Webhooks()
}

// testAccSetList lets the service list webhooks, or not.
func testAccSetList(service *fakeservice.Service, lists bool) {
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = lists })
}

// A query finds every webhook of the store, with the identity that an import needs.
func TestAccWebhookListResource_basic(t *testing.T) {
	t.Parallel()
	service, server, webhooks := testAccListing(t, 3)
	const address = "paymentservice_webhook.shop"
	all := []querycheck.QueryResultCheck{querycheck.ExpectLength(address, len(webhooks))}
	for _, webhook := range webhooks {
		identity := map[string]knownvalue.Check{
			"merchant_id": knownvalue.Null(),
			"store_id":    knownvalue.StringExact(webhook.StoreID),
			"webhook_id":  knownvalue.StringExact(webhook.ID),
		}
		found := queryfilter.ByResourceIdentity(identity)
		all = append(all,
			querycheck.ExpectIdentity(address, identity),
			querycheck.ExpectResourceDisplayName(address, found, knownvalue.StringExact(webhook.URL)),
			querycheck.ExpectResourceKnownValues(address, found, []querycheck.KnownValueCheck{
				{Path: tfjsonpath.New("url"), KnownValue: knownvalue.StringExact(webhook.URL)},
				{Path: tfjsonpath.New("active"), KnownValue: knownvalue.Bool(true)},
			}),
		)
	}

	testAccRun(t, server, resource.TestCase{
		TerraformVersionChecks: testAccHasActions,
		Steps: []resource.TestStep{
			{ // a first step with a query would know no provider
				Config: `provider "paymentservice" {}`,
			},
			{
				Query:             true,
				Config:            testAccWebhookListResourceConfig("include_resource = true"),
				QueryResultChecks: all,
			},
			{
				Query:             true,
				Config:            testAccWebhookListResourceConfig("limit = 2"),
				QueryResultChecks: []querycheck.QueryResultCheck{querycheck.ExpectLength(address, 2)},
			},
			{
				PreConfig:   func() { testAccSetList(service, false) },
				Query:       true,
				Config:      testAccWebhookListResourceConfig(""),
				ExpectError: acctest.ErrorContains("Unable to List Webhooks"),
			},
		},
	})
	acctest.ExpectWrites(t, service)()
}

func testAccWebhookListResourceConfig(arguments string) string {
	return fmt.Sprintf(`
list "paymentservice_webhook" "shop" {
  provider = paymentservice
  %s
  config {
    store_id = %q
  }
}
`, arguments, fakeservice.DefaultStoreID)
}

// The data source has every webhook of the store.
func TestAccWebhooksDataSource_basic(t *testing.T) {
	t.Parallel()
	service, server, webhooks := testAccListing(t, 12)
	const (
		address = "data.paymentservice_webhooks.all"
		config  = `
data "paymentservice_webhooks" "all" {
  store_id = "` + fakeservice.DefaultStoreID + `"
}
`
	)
	var all []knownvalue.Check
	for _, webhook := range webhooks {
		all = append(all, knownvalue.ObjectPartial(map[string]knownvalue.Check{
			"id":       knownvalue.StringExact(webhook.ID),
			"store_id": knownvalue.StringExact(webhook.StoreID),
			"url":      knownvalue.StringExact(webhook.URL),
		}))
	}

	testAccRun(t, server, resource.TestCase{
		Steps: []resource.TestStep{
			{
				PreConfig:   func() { testAccSetList(service, false) },
				Config:      config,
				ExpectError: acctest.ErrorContains("Unable to List Webhooks", "404"),
			},
			{
				PreConfig: func() { testAccSetList(service, true) },
				Config:    config,
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(address, tfjsonpath.New("webhooks"), knownvalue.ListExact(all)),
				},
				PostApplyFunc: acctest.ExpectWrites(t, service),
			},
		},
	})
}
