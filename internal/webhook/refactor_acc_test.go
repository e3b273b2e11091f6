// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// accMoved is a block that renames a webhook's resource.
func accMoved(from, to string) string {
	return fmt.Sprintf(`
moved {
  from = paymentservice_webhook.%s
  to   = paymentservice_webhook.%s
}
`, from, to)
}

// An adopted webhook goes on unchanged if its resource is renamed, with or without a moved block.
func TestAccWebhook_renamed(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		block  string
		action plancheck.ResourceActionType
		writes []string
	}{
		"with a moved block": {accMoved("test", "renamed"), plancheck.ResourceActionNoop, nil},
		"by an import block": {`
import {
  to = paymentservice_webhook.renamed
  id = "` + fakeservice.DefaultStoreID + `/` + accID + `"
}
`, plancheck.ResourceActionNoop, nil},
		"without any block": {"", plancheck.ResourceActionCreate, []string{accPatch + `{"url":"` + accURL + `"}`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			webhook := service.AddWebhook(fakeservice.Webhook{ID: accID})

			accTest(t, server, resource.TestCase{
				TerraformVersionChecks: accHasImportBlocks,
				CheckDestroy:           accLeft(service, accURL),
				Steps: []resource.TestStep{
					{Config: accAdopted("test", webhook, `url = "`+accURL+`"`), PostApplyFunc: service.ResetRequests},
					{
						Config:           accAdopted("renamed", webhook, `url = "`+accURL+`"`) + tc.block,
						ConfigPlanChecks: accPlans("paymentservice_webhook.renamed", tc.action),
						PostApplyFunc:    acctest.ExpectWrites(t, service, tc.writes...),
					},
				},
			})
		})
	}
}

// A created webhook goes on unchanged if its resource is renamed with a moved block, and stays if
// its resource is removed from the state.
func TestAccWebhook_createdAndRenamed(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)

	accTest(t, server, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.7", "1.10")}, // removed blocks
		Steps: []resource.TestStep{
			{Config: accCreated("test", accURL, true), PostApplyFunc: service.ResetRequests},
			{
				Config:           accCreated("renamed", accURL, true) + accMoved("test", "renamed"),
				ConfigPlanChecks: accPlans("paymentservice_webhook.renamed", plancheck.ResourceActionNoop),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
			{
				Config: `
removed {
  from = paymentservice_webhook.renamed
  lifecycle {
    destroy = false
  }
}
`,
				PostApplyFunc: acctest.ExpectWrites(t, service),
			},
		},
	})
}

// Another resource replaces the webhook's: an adopted webhook is adopted again, a created one is
// deleted and created again. Two webhooks never come of it.
func TestAccWebhook_replaced(t *testing.T) {
	t.Parallel()
	webhook := fakeservice.Webhook{ID: accID, StoreID: fakeservice.DefaultStoreID, URL: accOtherURL}
	const (
		version = `
resource "terraform_data" "version" {
  input = %d
}
`
		createFirst = `lifecycle {
    replace_triggered_by  = [terraform_data.version]
    create_before_destroy = true
  }`
		destroyFirst = `lifecycle {
    replace_triggered_by = [terraform_data.version]
  }`
	)
	for name, tc := range map[string]struct {
		block  string
		action plancheck.ResourceActionType
		writes []string
		fails  string // with this word in its message
		left   []string
	}{
		"adopted":               {accAdopted("test", webhook, destroyFirst), plancheck.ResourceActionDestroyBeforeCreate, []string{accPatch + `{}`}, "", []string{accOtherURL}},
		"adopted, create first": {accAdopted("test", webhook, createFirst), plancheck.ResourceActionCreateBeforeDestroy, []string{accPatch + `{}`}, "", []string{accOtherURL}},
		"created":               {accCreated("test", accURL, true, destroyFirst), plancheck.ResourceActionDestroyBeforeCreate, []string{accDelete, accPost}, "", []string{accOtherURL}},
		"created, create first": {accCreated("test", accURL, true, createFirst), "", nil, "`create_before_destroy`", []string{accOtherURL}},
		"created, kept":         {accCreated("test", accURL, false, destroyFirst), "", nil, "terraform import", []string{accURL, accOtherURL}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.AddWebhook(webhook)
			service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			replacement := resource.TestStep{Config: tc.block + fmt.Sprintf(version, 2)}
			if tc.fails != "" {
				replacement.ExpectError = acctest.ErrorContains("already has a webhook", tc.fails)
			} else {
				replacement.ConfigPlanChecks = accPlans(accAddress, tc.action)
				replacement.PostApplyFunc = acctest.ExpectWrites(t, service, tc.writes...)
			}

			accTest(t, server, resource.TestCase{
				TerraformVersionChecks: accHasTerraformData,
				CheckDestroy:           accLeft(service, tc.left...),
				Steps: []resource.TestStep{
					{Config: tc.block + fmt.Sprintf(version, 1), PostApplyFunc: service.ResetRequests},
					replacement,
				},
			})
		})
	}
}

// Changes that would lose a created webhook fail in the plan. Nothing is sent, and once the
// configuration is corrected, nothing is planned.
func TestAccWebhook_neverLost(t *testing.T) {
	t.Parallel()
	const otherStore, unknownStore = "66666666-6666-4666-8666-666666666666", "55555555-5555-4555-8555-555555555555"
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	service.AddWebhook(fakeservice.Webhook{StoreID: otherStore})
	fails := func(configuration string, says ...string) resource.TestStep {
		return resource.TestStep{Config: configuration, ExpectError: acctest.ErrorContains(says...)}
	}

	accTest(t, server, resource.TestCase{
		TerraformVersionChecks: accHasWriteOnly,
		Steps: []resource.TestStep{
			{Config: accCreated("test", accURL, true), PostApplyFunc: service.ResetRequests},
			fails(accCreated("renamed", accURL, true), "Webhook Created and Deleted", "use a `moved` block"),
			fails(accCreatedIn(unknownStore, "test", accURL, true), "Replacement Would Only Delete", unknownStore),
			fails(accCreatedIn(otherStore, "test", accURL, true, `auth_token_wo_version = 1`), "Missing Webhook Token", "`auth_token_wo` is null"),
			{
				Config:           accCreated("test", accURL, true),
				ConfigPlanChecks: accPlansNothing(),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
		},
	})
}
