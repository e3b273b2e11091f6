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

// A webhook is adopted: one update sends what is configured. When its resource is destroyed, the webhook stays.
func TestAccWebhook_basic(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{URL: testAccURL})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             testAccCheckLeft(service, testAccURL),
		Steps: []resource.TestStep{{
			Config: testAccWebhookConfig_basic(webhook),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction("paymentservice_webhook.test", plancheck.ResourceActionCreate),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				testAccHas("id", knownvalue.StringExact(webhook.ID)),
				testAccHas("merchant_id", knownvalue.StringExact(webhook.MerchantID)),
				testAccHas("active", knownvalue.Bool(true)),
				testAccHas("url", knownvalue.StringExact(testAccURL)),
			},
			PostApplyFunc: acctest.ExpectWrites(t, service,
				`PATCH /stores/{storeId}/webhooks/{webhookId} {"active":true}`),
		}},
	})
	acctest.ExpectWrites(t, service)() // the destroy sends nothing
}

func testAccWebhookConfig_basic(webhook fakeservice.Webhook) string {
	return fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  store_id   = %q
  webhook_id = %q
  active     = true
}
`, webhook.StoreID, webhook.ID)
}

// An update sends all that is configured. Settings that leave the configuration keep their values.
func TestAccWebhook_update(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{URL: "https://hooks.example.com/before", Active: true})
	first := testAccWebhookConfig_adopted("test", webhook,
		`url      = "`+testAccURL+`"`,
		`triggers = ["charge_finished"]`,
		`active   = true`)
	second := testAccWebhookConfig_adopted("test", webhook,
		`url      = "`+testAccURL+`"`,
		`triggers = ["charge_finished", "refund_finished"]`,
		`active   = true`)
	sent := func(triggers string) string {
		return testAccPatch + `{"active":true,"triggers":` + triggers + `,"url":"` + testAccURL + `"}`
	}
	chargeFinished := knownvalue.StringExact("charge_finished")
	refundFinished := knownvalue.StringExact("refund_finished")

	testAccRun(t, server, resource.TestCase{
		CheckDestroy: testAccCheckLeft(service, testAccURL),
		Steps: []resource.TestStep{
			{
				Config:           first,
				ConfigPlanChecks: testAccPlans(testAccAddress, plancheck.ResourceActionCreate),
				ConfigStateChecks: []statecheck.StateCheck{
					testAccHas("triggers", knownvalue.SetExact([]knownvalue.Check{chargeFinished})),
				},
				PostApplyFunc: acctest.ExpectWrites(t, service, sent(`["charge_finished"]`)),
			},
			{
				Config:           second,
				ConfigPlanChecks: testAccPlans(testAccAddress, plancheck.ResourceActionUpdate),
				ConfigStateChecks: []statecheck.StateCheck{
					testAccHas("triggers", knownvalue.SetExact([]knownvalue.Check{chargeFinished, refundFinished})),
				},
				PostApplyFunc: acctest.ExpectWrites(t, service, sent(`["charge_finished","refund_finished"]`)),
			},
			{
				Config:            testAccWebhookConfig_adopted("test", webhook),
				ConfigPlanChecks:  testAccPlansNothing(),
				ConfigStateChecks: []statecheck.StateCheck{testAccHas("url", knownvalue.StringExact(testAccURL))},
				PostApplyFunc:     acctest.ExpectWrites(t, service),
			},
		},
	})
}

// A webhook that the service has stopped since the last apply is resumed, and the plan says that it was stopped.
func TestAccWebhook_resumesStopped(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{Active: true})

	testAccRun(t, server, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config:        testAccWebhookConfig_basic(webhook),
				PostApplyFunc: service.ResetRequests,
			},
			{
				PreConfig: func() {
					service.ChangeWebhook(webhook.ID, func(w *fakeservice.Webhook) { w.Active = false })
				},
				Config: testAccWebhookConfig_basic(webhook),
				ConfigPlanChecks: testAccPlans(testAccAddress, plancheck.ResourceActionUpdate,
					testAccExpectDrift("active", knownvalue.Bool(true), knownvalue.Bool(false)),
					plancheck.ExpectUnknownValue(testAccAddress, tfjsonpath.New("updated_on"))),
				ConfigStateChecks: []statecheck.StateCheck{testAccHas("active", knownvalue.Bool(true))},
				PostApplyFunc:     acctest.ExpectWrites(t, service, testAccPatch+`{"active":true}`),
			},
		},
	})
}

// A webhook is created once, updated in place, replaced if it is tainted, and deleted with its resource.
func TestAccWebhook_create(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	running := testAccWebhookConfig_created("test", testAccURL, testAccDeletes)
	stopped := testAccWebhookConfig_created("test", testAccURL, testAccDeletes, "active = false")
	const sentStopped = testAccPatch + `{"active":false,"triggers":["charge_finished"],"url":"` + testAccURL + `"}`

	testAccRun(t, server, resource.TestCase{
		CheckDestroy: testAccCheckLeft(service),
		Steps: []resource.TestStep{
			{
				Config: running,
				ConfigPlanChecks: testAccPlans(testAccAddress, plancheck.ResourceActionCreate,
					plancheck.ExpectUnknownValue(testAccAddress, tfjsonpath.New("webhook_id"))),
				ConfigStateChecks: []statecheck.StateCheck{testAccHas("active", knownvalue.Bool(true))},
				PostApplyFunc:     acctest.ExpectWrites(t, service, testAccPost),
			},
			{
				Config:           stopped,
				ConfigPlanChecks: testAccPlans(testAccAddress, plancheck.ResourceActionUpdate),
				PostApplyFunc:    acctest.ExpectWrites(t, service, sentStopped),
			},
			{
				Taint:            []string{testAccAddress},
				Config:           running,
				ConfigPlanChecks: testAccPlans(testAccAddress, plancheck.ResourceActionDestroyBeforeCreate),
				PostApplyFunc:    acctest.ExpectWrites(t, service, testAccDelete, testAccPost),
			},
		},
	})
	acctest.ExpectWrites(t, service, testAccDelete)()
}

// A webhook that somebody else deletes is created again. One that was adopted is missed.
func TestAccWebhook_disappears(t *testing.T) {
	t.Parallel()
	adopted := fakeservice.Webhook{ID: testAccID, StoreID: fakeservice.DefaultStoreID}
	for name, tt := range map[string]struct {
		config string
		again  resource.TestStep
		writes []string // of the second apply, and of the destroy
	}{
		"created": {
			config: testAccWebhookConfig_created("test", testAccURL, testAccDeletes),
			again: resource.TestStep{
				ConfigPlanChecks: testAccPlans(testAccAddress, plancheck.ResourceActionCreate),
			},
			writes: []string{testAccPost, testAccDelete},
		},
		"adopted": {
			config: testAccWebhookConfig_adopted("test", adopted),
			again: resource.TestStep{
				ExpectError: acctest.ErrorContains("Webhook Not Found", "set `delete_on_destroy` instead"),
			},
			writes: []string{testAccPatch + `{}`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.AddWebhook(adopted)
			again := tt.again
			again.Config = tt.config
			again.PreConfig = func() {
				for _, webhook := range service.Webhooks() {
					service.DeleteWebhook(webhook.ID)
				}
			}

			testAccRun(t, server, resource.TestCase{
				CheckDestroy: testAccCheckLeft(service),
				Steps: []resource.TestStep{
					{
						Config:        tt.config,
						PostApplyFunc: service.ResetRequests,
					},
					again,
				},
			})
			acctest.ExpectWrites(t, service, tt.writes...)()
		})
	}
}

// A store id that is unknown in a plan replaces nothing: here it depends on a resource that changes.
func TestAccWebhook_unknownStore(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{})

	testAccRun(t, server, resource.TestCase{
		TerraformVersionChecks: testAccHasTerraformData,
		Steps: []resource.TestStep{
			{
				Config:        testAccWebhookConfig_unknownStore(webhook, 1),
				PostApplyFunc: service.ResetRequests,
			},
			{
				Config:           testAccWebhookConfig_unknownStore(webhook, 2),
				ConfigPlanChecks: testAccPlans(testAccAddress, plancheck.ResourceActionNoop),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
		},
	})
}

// testAccWebhookConfig_unknownStore has a store id that is unknown in the plan of each new version.
func testAccWebhookConfig_unknownStore(webhook fakeservice.Webhook, version int) string {
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
`, version, webhook.ID)
}
