// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
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

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   accHasImportBlocks,
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             accLeft(service, accURL),
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

// A webhook that was imported through its merchant is updated through its merchant, too: this
// service has no other path.
func TestAccWebhook_importedThroughMerchant(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{URL: accURL})
	service.Inject(fakeservice.Fault{
		Match:  func(r fakeservice.Request) bool { return !strings.HasPrefix(r.Path, "/merchants/") },
		Status: http.StatusNotFound,
	})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{
				Config:       accAdopted("test", webhook),
				ResourceName: accAddress, ImportState: true, ImportStatePersist: true,
				ImportStateId: webhook.MerchantID + "/" + webhook.StoreID + "/" + webhook.ID,
			},
			{
				Config:           accAdopted("test", webhook, `url = "`+accOtherURL+`"`),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionUpdate),
				PostApplyFunc:    acctest.ExpectWrites(t, service, `PATCH /merchants/{merchantId}/stores/{storeId}/webhooks/{webhookId} {"url":"`+accOtherURL+`"}`),
			},
		},
	})
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

			resource.Test(t, resource.TestCase{
				PreCheck:                 func() { acctest.PreCheck(t) },
				TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.12", "1.12")}, // identities
				ProtoV6ProviderFactories: acctest.ProviderFactories(server),
				Steps: []resource.TestStep{
					{
						Config: accAdopted("test", webhook, tc.arguments),
						ConfigStateChecks: []statecheck.StateCheck{
							statecheck.ExpectIdentity(accAddress, map[string]knownvalue.Check{
								"merchant_id": tc.merchantID,
								"store_id":    knownvalue.StringExact(webhook.StoreID),
								"webhook_id":  knownvalue.StringExact(webhook.ID),
							}),
							statecheck.ExpectIdentityValueMatchesState(accAddress, tfjsonpath.New("webhook_id")),
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
