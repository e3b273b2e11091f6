// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A webhook is imported by its ids, with or without the merchant's, by a command or a block, and
// the configuration that is generated changes nothing.
func TestAccWebhook_imported(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{URL: accURL})
	id := webhook.StoreID + "/" + webhook.ID

	accTest(t, server, resource.TestCase{
		TerraformVersionChecks: accHasImportBlocks,
		CheckDestroy:           accLeft(service, accURL),
		Steps: []resource.TestStep{
			{Config: accAdopted("test", webhook), PostApplyFunc: service.ResetRequests},
			{ResourceName: accAddress, ImportState: true, ImportStateId: id, ImportStateVerify: true},
			{ResourceName: accAddress, ImportState: true, ImportStateId: webhook.MerchantID + "/" + id, ImportStateVerify: true},
			{ResourceName: accAddress, ImportState: true, ImportStateKind: resource.ImportBlockWithID, ImportStateId: id},
			{ResourceName: accAddress, ImportState: true, ImportStateKind: resource.ImportBlockWithID, ImportStateId: id, GenerateConfig: true},
			{ // the ids are the other way round
				ResourceName: accAddress, ImportState: true, ImportStateId: webhook.ID + "/" + webhook.StoreID,
				ExpectError: acctest.ErrorContains("Webhook Not Found", "in the right order"),
			},
		},
	})
	acctest.ExpectWrites(t, service)()
}

// The identity of a webhook consists of the ids in the path of its requests. An import by the
// identity changes nothing.
func TestAccWebhook_identity(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		arguments  string
		merchantID knownvalue.Check
	}{
		"short path":           {"", knownvalue.Null()},
		"through the merchant": {`merchant_id = "` + fakeservice.DefaultMerchantID + `"`, knownvalue.StringExact(fakeservice.DefaultMerchantID)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			webhook := service.AddWebhook(fakeservice.Webhook{URL: accURL})

			accTest(t, server, resource.TestCase{
				TerraformVersionChecks: []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.12", "1.12")}, // identities
				Steps: []resource.TestStep{
					{
						Config: accAdopted("test", webhook, tc.arguments) + `
import {
  to       = paymentservice_webhook.test
  identity = { store_id = "` + webhook.StoreID + `", webhook_id = "acme" }
}
`,
						ExpectError: acctest.ErrorContains("Invalid Import ID", "The identity is wrong: its webhook id must be a UUID"),
					},
					{
						Config: accAdopted("test", webhook, tc.arguments),
						ConfigStateChecks: []statecheck.StateCheck{
							statecheck.ExpectIdentity(accAddress, map[string]knownvalue.Check{
								"merchant_id": tc.merchantID,
								"store_id":    knownvalue.StringExact(webhook.StoreID),
								"webhook_id":  knownvalue.StringExact(webhook.ID),
							}),
						},
						PostApplyFunc: service.ResetRequests,
					},
					{ResourceName: accAddress, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity},
					{ResourceName: accAddress, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity, GenerateConfig: true},
				},
			})
			acctest.ExpectWrites(t, service)()
		})
	}
}
