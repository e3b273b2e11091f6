// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// What is wrong in a configuration fails the plan, and nothing is sent. A CI system passes a
// secret that does not exist as an empty text, and a variable that is not set is null.
func TestAccWebhook_invalid(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := fakeservice.Webhook{ID: accID, StoreID: fakeservice.DefaultStoreID}
	invalid := func(arguments string, says ...string) resource.TestStep {
		return resource.TestStep{
			Config: accAdopted("test", webhook, arguments), PlanOnly: true, ExpectError: acctest.ErrorContains(says...),
		}
	}
	nullID := `
resource "paymentservice_webhook" "test" {
  store_id   = "` + fakeservice.DefaultStoreID + `"
  webhook_id = var.id
  url        = "` + accURL + `"
  triggers   = ["charge_finished"]
}
` + accVariable("id", "string")
	accTest(t, server, resource.TestCase{
		TerraformVersionChecks: accHasWriteOnly,
		Steps: []resource.TestStep{
			{Config: nullID, ExpectError: acctest.ErrorContains("Either `webhook_id` or `delete_on_destroy` must be set")},
			invalid(`delete_on_destroy = true`, "`webhook_id` and `delete_on_destroy` cannot both be set"),
			invalid(`url = "http://localhost/hook"`, "Invalid Webhook URL", "`url` must be reachable from the internet"),
			invalid(`triggers = [" "]`, "Invalid Webhook Trigger", "must not be null, empty or blank"),
			invalid(`auth_token = ""`, "`auth_token` must not be empty or blank"),
			invalid("auth_token_wo = \"\"\n  auth_token_wo_version = 1", "`auth_token_wo` must not be empty or blank"),
			invalid(`auth_token_wo = "a"`, "`auth_token_wo` requires `auth_token_wo_version`"),
			invalid("auth_token = <<EOT\na\nb\nEOT", "Invalid Webhook Token", "`auth_token`"),
			invalid("auth_token = \"a\"\n  auth_token_wo = \"b\"\n  auth_token_wo_version = 1", "`auth_token` and `auth_token_wo` cannot both be set"),
			invalid(`merchant_id = "acme"`, "`merchant_id` must be a UUID"),
		},
	})
	acctest.ExpectNoRequests(t, service)
}
