// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A webhook is imported by its ids, with or without the merchant's, by a command or a block, and
// the configuration that is generated changes nothing.
func TestAccWebhook_import(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{URL: testAccURL})
	id := webhook.StoreID + "/" + webhook.ID

	testAccRun(t, server, resource.TestCase{
		TerraformVersionChecks: testAccHasImportBlocks,
		CheckDestroy:           testAccCheckLeft(service, testAccURL),
		Steps: []resource.TestStep{
			{
				Config:        testAccWebhookConfig_adopted("test", webhook),
				PostApplyFunc: service.ResetRequests,
			},
			{
				ResourceName:      testAccAddress,
				ImportState:       true,
				ImportStateId:     id,
				ImportStateVerify: true,
			},
			{
				ResourceName:      testAccAddress,
				ImportState:       true,
				ImportStateId:     webhook.MerchantID + "/" + id,
				ImportStateVerify: true,
			},
			{
				ResourceName:    testAccAddress,
				ImportState:     true,
				ImportStateKind: resource.ImportBlockWithID,
				ImportStateId:   id,
			},
			{
				ResourceName:    testAccAddress,
				ImportState:     true,
				ImportStateKind: resource.ImportBlockWithID,
				ImportStateId:   id,
				GenerateConfig:  true,
			},
			{ // the ids are the other way round
				ResourceName:  testAccAddress,
				ImportState:   true,
				ImportStateId: webhook.ID + "/" + webhook.StoreID,
				ExpectError:   acctest.ErrorContains("Webhook Not Found", "in the right order"),
			},
		},
	})
	acctest.ExpectWrites(t, service)()
}

// The identity of a webhook consists of the ids in the path of its requests. An import by the
// identity changes nothing.
func TestAccWebhook_identity(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		arguments  []string
		merchantID knownvalue.Check // in the identity
	}{
		"by its store": {
			merchantID: knownvalue.Null(),
		},
		"through its merchant": {
			arguments:  []string{`merchant_id = "` + fakeservice.DefaultMerchantID + `"`},
			merchantID: knownvalue.StringExact(fakeservice.DefaultMerchantID),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			webhook := service.AddWebhook(fakeservice.Webhook{URL: testAccURL})
			config := testAccWebhookConfig_adopted("test", webhook, tt.arguments...)
			importsNoUUID := `
import {
  to       = paymentservice_webhook.test
  identity = { store_id = "` + webhook.StoreID + `", webhook_id = "acme" }
}
`
			testAccRun(t, server, resource.TestCase{
				TerraformVersionChecks: testAccHasIdentity,
				Steps: []resource.TestStep{
					{
						Config: config + importsNoUUID,
						ExpectError: acctest.ErrorContains("Invalid Import ID",
							"The identity is wrong: its webhook id must be a UUID"),
					},
					{
						Config: config,
						ConfigStateChecks: []statecheck.StateCheck{
							statecheck.ExpectIdentity(testAccAddress, map[string]knownvalue.Check{
								"merchant_id": tt.merchantID,
								"store_id":    knownvalue.StringExact(webhook.StoreID),
								"webhook_id":  knownvalue.StringExact(webhook.ID),
							}),
						},
						PostApplyFunc: service.ResetRequests,
					},
					{
						ResourceName:    testAccAddress,
						ImportState:     true,
						ImportStateKind: resource.ImportBlockWithResourceIdentity,
					},
					{
						ResourceName:    testAccAddress,
						ImportState:     true,
						ImportStateKind: resource.ImportBlockWithResourceIdentity,
						GenerateConfig:  true,
					},
				},
			})
			acctest.ExpectWrites(t, service)()
		})
	}
}
