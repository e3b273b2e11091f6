// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// An adopted webhook goes on unchanged if its resource is renamed, with or without a moved block.
func TestAccWebhook_renamed(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		block  string // beside the renamed resource
		action plancheck.ResourceActionType
		writes []string
	}{
		"with a moved block": {
			block:  testAccMoved("test", "renamed"),
			action: plancheck.ResourceActionNoop,
		},
		"by an import block": {
			block: `
import {
  to = paymentservice_webhook.renamed
  id = "` + fakeservice.DefaultStoreID + `/` + testAccID + `"
}
`,
			action: plancheck.ResourceActionNoop,
		},
		"without any block": {
			action: plancheck.ResourceActionCreate,
			writes: []string{testAccPatch + `{"url":"` + testAccURL + `"}`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			webhook := service.AddWebhook(fakeservice.Webhook{ID: testAccID})
			const url = `url = "` + testAccURL + `"`

			testAccRun(t, server, resource.TestCase{
				TerraformVersionChecks: testAccHasImportBlocks,
				CheckDestroy:           testAccCheckLeft(service, testAccURL),
				Steps: []resource.TestStep{
					{
						Config:        testAccWebhookConfig_adopted("test", webhook, url),
						PostApplyFunc: service.ResetRequests,
					},
					{
						Config:           testAccWebhookConfig_adopted("renamed", webhook, url) + tt.block,
						ConfigPlanChecks: testAccPlans("paymentservice_webhook.renamed", tt.action),
						PostApplyFunc:    acctest.ExpectWrites(t, service, tt.writes...),
					},
				},
			})
		})
	}
}

// A created webhook goes on unchanged if its resource is renamed with a moved block, and stays if
// its resource is removed from the state.
func TestAccWebhook_movedAndRemoved(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	moved := testAccWebhookConfig_created("renamed", testAccURL, testAccDeletes) + testAccMoved("test", "renamed")
	const removed = `
removed {
  from = paymentservice_webhook.renamed
  lifecycle {
    destroy = false
  }
}
`
	testAccRun(t, server, resource.TestCase{
		TerraformVersionChecks: testAccHasRemovedBlocks,
		CheckDestroy:           testAccCheckLeft(service, testAccURL),
		Steps: []resource.TestStep{
			{
				Config:        testAccWebhookConfig_created("test", testAccURL, testAccDeletes),
				PostApplyFunc: service.ResetRequests,
			},
			{
				Config:           moved,
				ConfigPlanChecks: testAccPlans("paymentservice_webhook.renamed", plancheck.ResourceActionNoop),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
			{
				Config:        removed,
				PostApplyFunc: acctest.ExpectWrites(t, service),
			},
		},
	})
}

// Another resource replaces the webhook's: an adopted webhook is adopted again, a created one is
// deleted and created again. Two webhooks never come of it.
func TestAccWebhook_replaced(t *testing.T) {
	t.Parallel()
	webhook := fakeservice.Webhook{ID: testAccID, StoreID: fakeservice.DefaultStoreID, URL: testAccOtherURL}
	const (
		destroyFirst = `lifecycle {
    replace_triggered_by = [terraform_data.version]
  }`
		createFirst = `lifecycle {
    replace_triggered_by  = [terraform_data.version]
    create_before_destroy = true
  }`
	)
	for name, tt := range map[string]struct {
		config string
		action plancheck.ResourceActionType
		writes []string
		fails  []string // the replacement
		left   []string // at the service
	}{
		"adopted": {
			config: testAccWebhookConfig_adopted("test", webhook, destroyFirst),
			action: plancheck.ResourceActionDestroyBeforeCreate,
			writes: []string{testAccPatch + `{}`},
			left:   []string{testAccOtherURL},
		},
		"adopted, create first": {
			config: testAccWebhookConfig_adopted("test", webhook, createFirst),
			action: plancheck.ResourceActionCreateBeforeDestroy,
			writes: []string{testAccPatch + `{}`},
			left:   []string{testAccOtherURL},
		},
		"created": {
			config: testAccWebhookConfig_created("test", testAccURL, testAccDeletes, destroyFirst),
			action: plancheck.ResourceActionDestroyBeforeCreate,
			writes: []string{testAccDelete, testAccPost},
			left:   []string{testAccOtherURL},
		},
		"created, create first": {
			config: testAccWebhookConfig_created("test", testAccURL, testAccDeletes, createFirst),
			fails:  []string{"already has a webhook", "`create_before_destroy`"},
			left:   []string{testAccOtherURL},
		},
		"created, and left": {
			config: testAccWebhookConfig_created("test", testAccURL, testAccLeaves, destroyFirst),
			fails:  []string{"already has a webhook", "terraform import"},
			left:   []string{testAccURL, testAccOtherURL},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.AddWebhook(webhook)
			service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			replacement := resource.TestStep{Config: tt.config + testAccConfig_version(2)}
			if tt.fails != nil {
				replacement.ExpectError = acctest.ErrorContains(tt.fails...)
			} else {
				replacement.ConfigPlanChecks = testAccPlans(testAccAddress, tt.action)
				replacement.PostApplyFunc = acctest.ExpectWrites(t, service, tt.writes...)
			}

			testAccRun(t, server, resource.TestCase{
				TerraformVersionChecks: testAccHasTerraformData,
				CheckDestroy:           testAccCheckLeft(service, tt.left...),
				Steps: []resource.TestStep{
					{
						Config:        tt.config + testAccConfig_version(1),
						PostApplyFunc: service.ResetRequests,
					},
					replacement,
				},
			})
		})
	}
}

// testAccConfig_version is another resource, which changes with its version.
func testAccConfig_version(version int) string {
	return fmt.Sprintf(`
resource "terraform_data" "version" {
  input = %d
}
`, version)
}

// A replacement that would only delete a created webhook fails in the plan. Nothing is sent, and once the
// configuration is corrected, nothing is planned.
func TestAccWebhook_replacementRefused(t *testing.T) {
	t.Parallel()
	const unknownStore = "55555555-5555-4555-8555-555555555555"
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })

	testAccRun(t, server, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config:        testAccWebhookConfig_store(fakeservice.DefaultStoreID),
				PostApplyFunc: service.ResetRequests,
			},
			{
				Config:      testAccWebhookConfig_store(unknownStore),
				ExpectError: acctest.ErrorContains("Replacement Would Only Delete", unknownStore),
			},
			{
				Config:           testAccWebhookConfig_store(fakeservice.DefaultStoreID),
				ConfigPlanChecks: testAccPlansNothing(),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
		},
	})
}

// testAccWebhookConfig_store creates a webhook in a store.
func testAccWebhookConfig_store(storeID string) string {
	return fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  store_id          = %q
  delete_on_destroy = true
  url               = %q
  triggers          = ["charge_finished"]
}
`, storeID, testAccURL)
}
