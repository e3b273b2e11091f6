// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A webhook is created once, updated in place, replaced if it is tainted, and deleted at
// the end.
func TestAccWebhook_created(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             accLeft(service),
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

// A second webhook with the same URL and triggers is not created, neither beside one that exists
// nor twice in one apply.
func TestAccWebhook_neverTwo(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	existing := service.AddWebhook(fakeservice.Webhook{URL: accOtherURL})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             accLeft(service, accOtherURL),
		Steps: []resource.TestStep{
			{
				Config:      accCreated("test", accOtherURL, true),
				ExpectError: acctest.ErrorContains("Unable to Create Webhook", "already has a webhook", existing.ID),
			},
			{
				PreConfig:   acctest.ExpectWrites(t, service),
				Config:      accCreated("test", accURL, true) + accCreated("twin", accURL, true, `depends_on = [paymentservice_webhook.test]`),
				ExpectError: acctest.ErrorContains("Unable to Create Webhook", "Two resources of this apply"),
			},
			{
				PreConfig:        acctest.ExpectWrites(t, service, accPost),
				Config:           accCreated("test", accURL, true),
				ConfigPlanChecks: accPlansNothing(),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
		},
	})
}

// Changing `delete_on_destroy`, or from it to `webhook_id`, sends nothing and replaces nothing. The
// state decides what a destroy does.
func TestAccWebhook_changesLifecycle(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	id := config.Variables{"id": config.StringVariable("")} // known once the webhook exists
	adopted := `
resource "paymentservice_webhook" "test" {
  store_id   = "` + fakeservice.DefaultStoreID + `"
  webhook_id = var.id
}
`
	changed := func(configuration string) resource.TestStep {
		return resource.TestStep{
			Config:           configuration + accVariable("id", "string"),
			ConfigVariables:  id,
			ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionUpdate),
			PostApplyFunc:    acctest.ExpectWrites(t, service),
		}
	}
	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             accLeft(service, accURL),
		Steps: []resource.TestStep{
			{
				Config: accCreated("test", accURL, true),
				PostApplyFunc: func() {
					id["id"] = config.StringVariable(service.Webhooks()[0].ID)
					service.ResetRequests()
				},
			},
			changed(accCreated("test", accURL, false)),
			changed(adopted),
		},
	})
	acctest.ExpectWrites(t, service)() // the destroy sends nothing
}

// A webhook that somebody deleted leaves the state, and is created again.
func TestAccWebhook_gone(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	kept := accCreated("test", accURL, false)

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             accLeft(service, accURL),
		Steps: []resource.TestStep{
			{Config: kept, PostApplyFunc: acctest.ExpectWrites(t, service, accPost)},
			{
				PreConfig:        func() { service.DeleteWebhook(service.Webhooks()[0].ID) },
				Config:           kept,
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionCreate),
				PostApplyFunc:    acctest.ExpectWrites(t, service, accPost),
			},
		},
	})
	acctest.ExpectWrites(t, service)() // the destroy sends nothing
}
