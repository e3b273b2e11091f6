// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A configuration gets the store of its credentials without naming it, and nothing is sent.
func TestAccCallerIdentityDataSource_basic(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	result := func(name, want string) statecheck.StateCheck {
		return statecheck.ExpectKnownValue("data.paymentservice_caller_identity.me", tfjsonpath.New(name),
			knownvalue.StringExact(want))
	}

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: `data "paymentservice_caller_identity" "me" {}`,
			ConfigStateChecks: []statecheck.StateCheck{
				result("merchant_id", fakeservice.DefaultMerchantID),
				result("store_id", fakeservice.DefaultStoreID),
				result("mode", "test"),
			},
		}},
	})
	acctest.ExpectNoRequests(t, service)
}

// With the credentials of another merchant or mode, no plan, apply or destroy sends anything.
func TestAccProvider_guards(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{})
	right := testAccProviderConfig_guarded(webhook,
		`allowed_merchant_ids = ["`+strings.ToUpper(fakeservice.DefaultMerchantID)+`"]`)
	otherMode := testAccProviderConfig_guarded(webhook, `allowed_modes = ["live"]`)
	refusesMerchant := acctest.ErrorContains("the claim `merchant_id` with the value", fakeservice.DefaultMerchantID)
	refusesMode := acctest.ErrorContains("the claim `mode` with the value", "test")
	expectNoRequests := func() { acctest.ExpectNoRequests(t, service) }

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{
				Config:      testAccProviderConfig_guarded(webhook, `allowed_merchant_ids = ["`+otherMerchant+`"]`),
				ExpectError: refusesMerchant,
			},
			{
				PreConfig:     expectNoRequests,
				Config:        right,
				PostApplyFunc: service.ResetRequests,
			},
			{
				Config:      otherMode,
				ExpectError: refusesMode,
			},
			{
				Config:      otherMode,
				Destroy:     true,
				ExpectError: refusesMode,
			},
			{
				PreConfig: expectNoRequests,
				Config:    right,
				ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
					plancheck.ExpectEmptyPlan(),
				}},
			},
		},
	})
}

// testAccProviderConfig_guarded is the configuration of a provider with a guard, and of what reads and
// writes with it.
func testAccProviderConfig_guarded(webhook fakeservice.Webhook, guard string) string {
	return fmt.Sprintf(`
provider "paymentservice" {
  %s
}
resource "paymentservice_webhook" "test" {
  store_id   = %q
  webhook_id = %q
}
data "paymentservice_charges" "all" {}
`, guard, webhook.StoreID, webhook.ID)
}

// An argument that is unknown in a plan is not replaced by the environment's: what needs no
// request is planned, and what needs one says which argument is unknown.
func TestAccProvider_unknownInPlan(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{})
	configuration := fmt.Sprintf(`
resource "terraform_data" "url" {
  input = %q
}
provider "paymentservice" {
  base_url = terraform_data.url.output
}
resource "paymentservice_webhook" "test" {
  store_id   = %q
  webhook_id = %q
}
`, server.URL, webhook.StoreID, webhook.ID)

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.4", "1.6")}, // terraform_data
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{
				Config:      configuration + `data "paymentservice_charges" "all" {}`,
				ExpectError: acctest.ErrorContains("`base_url`", "not known"),
			},
			{
				PreConfig:     func() { acctest.ExpectNoRequests(t, service) },
				Config:        configuration,
				PostApplyFunc: acctest.ExpectWrites(t, service, `PATCH /stores/{storeId}/webhooks/{webhookId} {}`),
			},
		},
	})
}
