// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// What is wrong in a configuration fails the plan, and nothing is sent.
func TestAccWebhook_invalid(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := fakeservice.Webhook{ID: accID, StoreID: fakeservice.DefaultStoreID}
	invalid := func(arguments string, says ...string) resource.TestStep {
		return resource.TestStep{
			Config: accAdopted("test", webhook, arguments), PlanOnly: true, ExpectError: acctest.ErrorContains(says...),
		}
	}
	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.11", "1.11")}, // write-only arguments
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			invalid(`delete_on_destroy = true`, "`webhook_id`", "`delete_on_destroy`"),
			invalid(`url = "http://localhost/hook"`, "Invalid Webhook URL", "`url`"),
			invalid(`triggers = [" "]`, "triggers"),
			invalid(`auth_token_wo = "a"`, "`auth_token_wo_version`"),
			invalid("auth_token = <<EOT\na\nb\nEOT", "`auth_token`"),
			invalid("auth_token = \"a\"\n  auth_token_wo = \"b\"\n  auth_token_wo_version = 1", "`auth_token`", "`auth_token_wo`"),
			invalid(`merchant_id = "acme"`, "UUID"),
		},
	})
	acctest.ExpectNoRequests(t, service)
}

// Neither an id nor a way to create one: a variable that is not set creates nothing.
func TestAccWebhook_nullID(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: `
variable "webhook_id" {
  type    = string
  default = null
}
resource "paymentservice_webhook" "test" {
  store_id   = "` + fakeservice.DefaultStoreID + `"
  webhook_id = var.webhook_id
  url        = "` + accURL + `"
  triggers   = ["charge_finished"]
}
`,
			ExpectError: acctest.ErrorContains("`webhook_id`", "`delete_on_destroy`"),
		}},
	})
	acctest.ExpectNoRequests(t, service)
}
