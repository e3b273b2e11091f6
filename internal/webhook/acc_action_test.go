// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

func TestAccResumeAction_trigger(t *testing.T) {
	t.Parallel()
	if acctest.OpenTofu() {
		t.Skip("OpenTofu has no actions")
	}
	e := start(t)
	e.stop()
	runFrom(t, tfversion.SkipBelow(tfversion.Version1_14_0), resource.TestStep{
		Config: acctest.Provider(e.server) + `
action "paymentservice_resume_webhook" "test" {
  config {
    store_id   = "` + e.webhook.StoreID + `"
    webhook_id = "` + e.webhook.ID + `"
  }
}

resource "terraform_data" "receiver" {
  input = "v2"

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.paymentservice_resume_webhook.test]
    }
  }
}
`,
		ConfigPlanChecks: acctest.ThenEmptyPlan(),
		Check: func(*terraform.State) error {
			e.expectResumed(t, "PATCH /stores/{storeId}/webhooks/{webhookId}")
			return nil
		},
	})
}
