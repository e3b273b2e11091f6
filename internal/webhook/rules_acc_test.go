// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// What is wrong in a configuration fails the plan, and nothing is sent: the id comes from a variable that is
// not set, or the token from a secret that a CI system does not have. (The rules are in TestValidate.)
func TestAccWebhook_invalid(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)

	testAccRun(t, server, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config:      testAccWebhookConfig_variables("null", `"Bearer a"`),
				ExpectError: acctest.ErrorContains("Either `webhook_id` or `delete_on_destroy` must be set"),
			},
			{
				Config:      testAccWebhookConfig_variables(`"`+testAccID+`"`, `""`),
				ExpectError: acctest.ErrorContains("Invalid Webhook Token", "`auth_token` must not be empty or blank"),
			},
		},
	})
	acctest.ExpectNoRequests(t, service)
}

// testAccWebhookConfig_variables takes an id and a token from variables with these defaults.
func testAccWebhookConfig_variables(id, token string) string {
	return `
variable "id" {
  type    = string
  default = ` + id + `
}

variable "token" {
  type    = string
  default = ` + token + `
}

resource "paymentservice_webhook" "test" {
  store_id   = "` + fakeservice.DefaultStoreID + `"
  webhook_id = var.id
  url        = "` + testAccURL + `"
  triggers   = ["charge_finished"]
  auth_token = var.token
}
`
}
