// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
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
			webhook := service.AddWebhook(fakeservice.Webhook{ID: accID, Active: true})

			resource.Test(t, resource.TestCase{
				PreCheck:                 func() { acctest.PreCheck(t) },
				TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.5", "1.6")}, // import blocks
				ProtoV6ProviderFactories: acctest.ProviderFactories(server),
				CheckDestroy:             accKept(service, webhook),
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

// accID is the id of a webhook that a configuration has to know in advance.
const accID = "44444444-4444-4444-8444-444444444444"

// A created webhook goes on unchanged if its resource is renamed with a moved block, and stays if
// its resource is removed from the state.
func TestAccWebhook_createdAndRenamed(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.7", "1.10")}, // removed blocks
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
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
	webhook := fakeservice.Webhook{ID: accID, StoreID: fakeservice.DefaultStoreID, Active: true}
	const lifecycle = `
  lifecycle {
    replace_triggered_by  = [terraform_data.version]
    create_before_destroy = %t
  }
`
	beforeDestroy, afterDestroy := fmt.Sprintf(lifecycle, true), fmt.Sprintf(lifecycle, false)
	for name, tc := range map[string]struct {
		block  string
		action plancheck.ResourceActionType
		writes []string
		says   []string // of an error
		left   int
	}{
		"adopted":               {accAdopted("test", webhook, afterDestroy), plancheck.ResourceActionDestroyBeforeCreate, []string{accPatch + `{}`}, nil, 1},
		"adopted, create first": {accAdopted("test", webhook, beforeDestroy), plancheck.ResourceActionCreateBeforeDestroy, []string{accPatch + `{}`}, nil, 1},
		"created":               {accCreated("test", accURL, true, afterDestroy), plancheck.ResourceActionDestroyBeforeCreate, []string{accDelete, accPost}, nil, 1},
		"created, create first": {
			accCreated("test", accURL, true, beforeDestroy), plancheck.ResourceActionCreateBeforeDestroy, nil, []string{"already has a webhook", "`create_before_destroy`"}, 1,
		},
		"created, kept": {
			accCreated("test", accURL, false, afterDestroy), plancheck.ResourceActionDestroyBeforeCreate, nil, []string{"already has a webhook", "terraform import"}, 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.AddWebhook(webhook)
			service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			version := func(n int) string {
				return fmt.Sprintf("\nresource \"terraform_data\" \"version\" {\n  input = %d\n}\n", n)
			}

			replacement := resource.TestStep{Config: tc.block + version(2)}
			if tc.says != nil {
				replacement.ExpectError = acctest.ErrorContains(tc.says...)
			} else {
				replacement.ConfigPlanChecks = accPlans(accAddress, tc.action)
				replacement.PostApplyFunc = acctest.ExpectWrites(t, service, tc.writes...)
			}

			resource.Test(t, resource.TestCase{
				PreCheck:                 func() { acctest.PreCheck(t) },
				TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.4", "1.6")}, // terraform_data
				ProtoV6ProviderFactories: acctest.ProviderFactories(server),
				CheckDestroy: func(*terraform.State) error {
					left := service.Webhooks() // the newest first
					if len(left) != tc.left || left[len(left)-1].ID != webhook.ID {
						return fmt.Errorf("the webhooks that are left are %v", left)
					}
					return nil
				},
				Steps: []resource.TestStep{
					{Config: tc.block + version(1), PostApplyFunc: service.ResetRequests},
					replacement,
				},
			})
		})
	}
}
