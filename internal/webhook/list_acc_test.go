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

// accListing returns a service that lists n webhooks, the newest first.
func accListing(t *testing.T, n int) (*fakeservice.Service, *fakeservice.Server, []fakeservice.Webhook) {
	t.Helper()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	for range n {
		service.AddWebhook(fakeservice.Webhook{Active: true})
	}
	return service, server, service.Webhooks()
}

// A query finds every webhook of the store, with the identity that an import needs.
func TestAccWebhookList(t *testing.T) {
	t.Parallel()
	service, server, webhooks := accListing(t, 3)
	query := func(arguments string) string {
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
	const address = "paymentservice_webhook.shop"
	checks := []querycheck.QueryResultCheck{querycheck.ExpectLength(address, len(webhooks))}
	for _, webhook := range webhooks {
		identity := map[string]knownvalue.Check{
			"merchant_id": knownvalue.Null(),
			"store_id":    knownvalue.StringExact(webhook.StoreID),
			"webhook_id":  knownvalue.StringExact(webhook.ID),
		}
		found := queryfilter.ByResourceIdentity(identity)
		checks = append(checks,
			querycheck.ExpectIdentity(address, identity),
			querycheck.ExpectResourceDisplayName(address, found, knownvalue.StringExact(webhook.URL)),
			querycheck.ExpectResourceKnownValues(address, found, []querycheck.KnownValueCheck{
				{Path: tfjsonpath.New("url"), KnownValue: knownvalue.StringExact(webhook.URL)},
				{Path: tfjsonpath.New("active"), KnownValue: knownvalue.Bool(true)},
			}))
	}

	accTest(t, server, resource.TestCase{
		TerraformVersionChecks: accHasActions,
		Steps: []resource.TestStep{
			{Config: `provider "paymentservice" {}`}, // a first step with a query would know no provider
			{Query: true, Config: query("include_resource = true"), QueryResultChecks: checks},
			{Query: true, Config: query("limit = 2"), QueryResultChecks: []querycheck.QueryResultCheck{querycheck.ExpectLength(address, 2)}},
			{
				PreConfig:   func() { service.Set(func(b *fakeservice.Behavior) { b.WebhookList = false }) },
				Query:       true,
				Config:      query(""),
				ExpectError: acctest.ErrorContains("Unable to List Webhooks"),
			},
		},
	})
	acctest.ExpectWrites(t, service)()
}

// The data source has every webhook of the store.
func TestAccWebhooks(t *testing.T) {
	t.Parallel()
	service, server, webhooks := accListing(t, 12)
	const address = "data.paymentservice_webhooks.all"
	configuration := fmt.Sprintf(`
data "paymentservice_webhooks" "all" {
  store_id = %q
}
`, fakeservice.DefaultStoreID)
	var want []knownvalue.Check
	for _, webhook := range webhooks {
		want = append(want, knownvalue.ObjectPartial(map[string]knownvalue.Check{
			"id":       knownvalue.StringExact(webhook.ID),
			"store_id": knownvalue.StringExact(webhook.StoreID),
			"url":      knownvalue.StringExact(webhook.URL),
		}))
	}

	accTest(t, server, resource.TestCase{
		Steps: []resource.TestStep{
			{ // the service does not list webhooks
				PreConfig:   func() { service.Set(func(b *fakeservice.Behavior) { b.WebhookList = false }) },
				Config:      configuration,
				ExpectError: acctest.ErrorContains("Unable to List Webhooks", "404"),
			},
			{
				PreConfig: func() { service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true }) },
				Config:    configuration,
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(address, tfjsonpath.New("webhooks"), knownvalue.ListExact(want)),
				},
				PostApplyFunc: acctest.ExpectWrites(t, service),
			},
		},
	})
}
