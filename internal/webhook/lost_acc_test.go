// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// Changes that would lose a created webhook fail in the plan. Nothing is sent, and once the
// configuration is corrected, nothing is planned.
func TestAccWebhook_neverLost(t *testing.T) {
	t.Parallel()
	const unknownStore = "55555555-5555-4555-8555-555555555555"
	for name, tc := range map[string]struct {
		after string // the configuration, which may use var.id
		says  []string
	}{
		"renamed without a moved block": {
			after: accCreated("renamed", accURL, true),
			says:  []string{"moved"},
		},
		"adopted under another name": {
			after: fmt.Sprintf(`
resource "paymentservice_webhook" "renamed" {
  store_id   = %q
  webhook_id = var.id
}
`, fakeservice.DefaultStoreID),
			says: []string{"moved"},
		},
		"replaced in a store that does not exist": {
			after: fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  store_id          = %q
  delete_on_destroy = true
  url               = %q
  triggers          = ["charge_finished"]
}
`, unknownStore, accURL),
			says: []string{unknownStore},
		},
		"replaced without its token": {
			after: fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  store_id              = %q
  delete_on_destroy     = true
  url                   = %q
  triggers              = ["charge_finished"]
  auth_token_wo         = null
  auth_token_wo_version = 1
}
`, accOtherStore, accURL),
			says: []string{"`auth_token_wo`"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			service.AddWebhook(fakeservice.Webhook{StoreID: accOtherStore})
			variables := config.Variables{"id": config.StringVariable("")}
			const variable = "\nvariable \"id\" {\n  type = string\n}\n"

			resource.Test(t, resource.TestCase{
				PreCheck:                 func() { acctest.PreCheck(t) },
				ProtoV6ProviderFactories: acctest.ProviderFactories(server),
				Steps: []resource.TestStep{
					{
						Config:          accCreated("test", accURL, true) + variable,
						ConfigVariables: variables,
						PostApplyFunc: func() {
							for _, webhook := range service.Webhooks() {
								if webhook.URL == accURL {
									variables["id"] = config.StringVariable(webhook.ID)
								}
							}
							service.ResetRequests()
						},
					},
					{Config: tc.after + variable, ConfigVariables: variables, ExpectError: acctest.ErrorContains(tc.says...)},
					{
						Config:           accCreated("test", accURL, true) + variable,
						ConfigVariables:  variables,
						ConfigPlanChecks: accPlansNothing(),
						PostApplyFunc:    acctest.ExpectWrites(t, service),
					},
				},
			})
		})
	}
}

// accOtherStore is a second store of the same merchant.
const accOtherStore = "66666666-6666-4666-8666-666666666666"

// A short token whose characters occur in the id of the new webhook does not lose it.
func TestAccWebhook_createdWithShortToken(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             accNoneLeft(service),
		Steps: []resource.TestStep{{
			Config: accCreated("test", accURL, true, `auth_token = "4"`), // each random UUID has a 4
			PostApplyFunc: acctest.ExpectWrites(t, service,
				`POST /stores/{storeId}/webhooks {"auth_token":"4","triggers":["charge_finished"],"url":"`+accURL+`"}`),
		}},
	})
}
