// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The action resumes a webhook after each change of another resource, and only then. An apply
// fails if its action cannot resume the webhook.
func TestAccResumeWebhookAction_basic(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{Active: false})
	missing := fakeservice.Webhook{ID: testAccID, StoreID: webhook.StoreID}

	testAccRun(t, server, resource.TestCase{
		TerraformVersionChecks: testAccHasActions,
		CheckDestroy:           testAccCheckLeft(service, webhook.URL),
		Steps: []resource.TestStep{
			{
				Config:      testAccResumeWebhookActionConfig_triggered(missing, 0),
				ExpectError: acctest.ErrorContains("no webhook "+testAccID, "nothing to resume"),
			},
			{
				PreConfig:     service.ResetRequests,
				Config:        testAccResumeWebhookActionConfig_triggered(webhook, 1),
				PostApplyFunc: acctest.ExpectWrites(t, service, testAccPatch+`{"active":true}`),
			},
			{
				Config:           testAccResumeWebhookActionConfig_triggered(webhook, 1),
				ConfigPlanChecks: testAccPlansNothing(),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
			{
				Config:        testAccResumeWebhookActionConfig_triggered(webhook, 2),
				PostApplyFunc: acctest.ExpectWrites(t, service, testAccPatch+`{"active":true}`),
			},
		},
	})
}

// testAccResumeWebhookActionConfig_triggered has an action that a resource triggers with each new version.
func testAccResumeWebhookActionConfig_triggered(webhook fakeservice.Webhook, version int) string {
	return fmt.Sprintf(`
action "paymentservice_resume_webhook" "test" {
  config {
    store_id   = %q
    webhook_id = %q
  }
}

resource "terraform_data" "receiver" {
  input = %d
  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.paymentservice_resume_webhook.test]
    }
  }
}
`, webhook.StoreID, webhook.ID, version)
}
