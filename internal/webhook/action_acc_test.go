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

// accTriggered is the configuration of an action that a resource triggers with each new version.
func accTriggered(webhook fakeservice.Webhook, version int) string {
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

// The action resumes a webhook after each change of another resource, and only then. An apply
// fails if its action cannot resume the webhook.
func TestAccResumeWebhook(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{Active: false})

	accTest(t, server, resource.TestCase{
		TerraformVersionChecks: accHasActions,
		CheckDestroy:           accLeft(service, webhook.URL),
		Steps: []resource.TestStep{
			{
				Config:      accTriggered(fakeservice.Webhook{ID: accID, StoreID: webhook.StoreID}, 0),
				ExpectError: acctest.ErrorContains("no webhook "+accID, "nothing to resume"),
			},
			{PreConfig: service.ResetRequests, Config: accTriggered(webhook, 1), PostApplyFunc: acctest.ExpectWrites(t, service, accPatch+`{"active":true}`)},
			{Config: accTriggered(webhook, 1), ConfigPlanChecks: accPlansNothing(), PostApplyFunc: acctest.ExpectWrites(t, service)},
			{Config: accTriggered(webhook, 2), PostApplyFunc: acctest.ExpectWrites(t, service, accPatch+`{"active":true}`)},
		},
	})
}
