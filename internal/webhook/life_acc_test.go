// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A webhook that the service stopped is resumed.
func TestAccWebhook_resumesStopped(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{Active: false})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  store_id   = %q
  webhook_id = %q
  active     = true
}
`, webhook.StoreID, webhook.ID),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction("paymentservice_webhook.test", plancheck.ResourceActionCreate),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("paymentservice_webhook.test", tfjsonpath.New("active"), knownvalue.Bool(true)),
			},
			PostApplyFunc: acctest.ExpectWrites(t, service, `PATCH /stores/{storeId}/webhooks/{webhookId} {"active":true}`),
		}},
	})
	acctest.ExpectWrites(t, service)() // the destroy sends nothing
}

// The whole life of an adopted webhook: it is adopted, left alone while nothing changes, resumed
// when the service stopped it, and kept when its resource is destroyed.
func TestAccWebhook_adopted(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{URL: "https://hooks.example.com/before", Active: true})
	declared := accAdopted("test", webhook, `url = "`+accURL+`"`, `triggers = ["charge_finished"]`, `active = true`)
	const sent = accPatch + `{"active":true,"triggers":["charge_finished"],"url":"` + accURL + `"}`

	accTest(t, server, resource.TestCase{
		CheckDestroy: accLeft(service, accURL),
		Steps: []resource.TestStep{
			{
				Config:           declared,
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionCreate),
				ConfigStateChecks: []statecheck.StateCheck{
					accHas("id", knownvalue.StringExact(webhook.ID)),
					accHas("merchant_id", knownvalue.StringExact(webhook.MerchantID)),
					accHas("triggers", knownvalue.SetExact([]knownvalue.Check{knownvalue.StringExact("charge_finished")})),
				},
				PostApplyFunc: acctest.ExpectWrites(t, service, sent),
			},
			{ // the service stops the webhook
				PreConfig: func() { service.ChangeWebhook(webhook.ID, func(w *fakeservice.Webhook) { w.Active = false }) },
				Config:    declared,
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionUpdate,
					plancheck.ExpectUnknownValue(accAddress, tfjsonpath.New("updated_on"))),
				PostApplyFunc: acctest.ExpectWrites(t, service, sent),
			},
			{ // settings that leave the configuration keep their values
				Config:            accAdopted("test", webhook),
				ConfigPlanChecks:  accPlansNothing(),
				ConfigStateChecks: []statecheck.StateCheck{accHas("url", knownvalue.StringExact(accURL))},
				PostApplyFunc:     acctest.ExpectWrites(t, service),
			},
		},
	})
	acctest.ExpectWrites(t, service)() // the destroy sends nothing
}

// A webhook is created once, updated in place, replaced if it is tainted, and deleted at
// the end.
func TestAccWebhook_created(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })

	accTest(t, server, resource.TestCase{
		CheckDestroy: accLeft(service),
		Steps: []resource.TestStep{
			{
				Config: accCreated("test", accURL, true),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionCreate,
					plancheck.ExpectUnknownValue(accAddress, tfjsonpath.New("webhook_id"))),
				ConfigStateChecks: []statecheck.StateCheck{accHas("active", knownvalue.Bool(true))},
				PostApplyFunc:     acctest.ExpectWrites(t, service, accPost),
			},
			{
				Config:           accCreated("test", accURL, true, `active = false`),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionUpdate),
				PostApplyFunc:    acctest.ExpectWrites(t, service, accPatch+`{"active":false,"triggers":["charge_finished"],"url":"`+accURL+`"}`),
			},
			{
				Taint:            []string{accAddress},
				Config:           accCreated("test", accURL, true),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionDestroyBeforeCreate),
				PostApplyFunc:    acctest.ExpectWrites(t, service, accDelete, accPost),
			},
		},
	})
	acctest.ExpectWrites(t, service, accDelete)()
}

// A store id that is unknown in a plan replaces nothing: here it depends on a resource that changes.
func TestAccWebhook_unknownStore(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{})
	version := func(n int) string {
		return fmt.Sprintf(`
resource "terraform_data" "version" {
  input = %d
}
data "paymentservice_caller_identity" "me" {
  depends_on = [terraform_data.version]
}
resource "paymentservice_webhook" "test" {
  store_id   = data.paymentservice_caller_identity.me.store_id
  webhook_id = %q
}
`, n, webhook.ID)
	}
	accTest(t, server, resource.TestCase{
		TerraformVersionChecks: accHasTerraformData,
		Steps: []resource.TestStep{
			{Config: version(1), PostApplyFunc: service.ResetRequests},
			{
				Config:           version(2),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionNoop),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
		},
	})
}
