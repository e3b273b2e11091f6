// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"net/http"
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

// The action resumes a webhook after each change of another resource, and only then.
func TestAccResumeWebhook(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{Active: false})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   accHasActions,
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             accLeft(service, webhook.URL),
		Steps: []resource.TestStep{
			{Config: accTriggered(webhook, 1), PostApplyFunc: acctest.ExpectWrites(t, service, accPatch+`{"active":true}`)},
			{Config: accTriggered(webhook, 1), ConfigPlanChecks: accPlansNothing(), PostApplyFunc: acctest.ExpectWrites(t, service)},
			{Config: accTriggered(webhook, 2), PostApplyFunc: acctest.ExpectWrites(t, service, accPatch+`{"active":true}`)},
		},
	})
}

// An apply fails if its action cannot resume the webhook.
func TestAccResumeWebhook_fails(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{Active: false})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   accHasActions,
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{
				Config:      accTriggered(fakeservice.Webhook{ID: accID, StoreID: webhook.StoreID}, 1),
				ExpectError: acctest.ErrorContains("no webhook "+accID, "nothing to resume"),
			},
			{
				PreConfig: func() {
					service.Inject(fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusInternalServerError})
				},
				Config:      accTriggered(webhook, 2),
				ExpectError: acctest.ErrorContains("Unable to Resume Webhook", "status 500"),
			},
			{
				PreConfig:     func() { service.ClearFaults(); service.ResetRequests() },
				Config:        accTriggered(webhook, 3),
				PostApplyFunc: acctest.ExpectWrites(t, service, accPatch+`{"active":true}`),
			},
		},
	})
}
