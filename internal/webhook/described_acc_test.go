// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// These stories happen at a service that answers what the API's description shows, and nothing
// else: a webhook can be updated, but not read, listed, created or deleted.

// testAccWebhookConfig_described is the configuration of a webhook that is adopted, in a mode of
// webhook_refresh, with more arguments.
func testAccWebhookConfig_described(mode string, webhook fakeservice.Webhook, arguments ...string) string {
	return fmt.Sprintf(`
provider "paymentservice" {
  webhook_refresh = %q
}
`, mode) + testAccWebhookConfig_adopted("test", webhook, arguments...)
}

// testAccDescribedModes runs a story with each webhook_refresh that needs no list, which the
// description does not show.
func testAccDescribedModes(t *testing.T, story func(t *testing.T, mode string)) {
	t.Helper()
	for _, mode := range []string{"get", "patch", "off"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			story(t, mode)
		})
	}
}

// testAccExpectUpdates returns a PostApplyFunc that compares the updates since the last call that
// were to change a setting, with sorted names, and expects no other writes. With webhook_refresh
// "patch", updates without a setting read the webhook.
func testAccExpectUpdates(t *testing.T, service *fakeservice.Service, want ...string) func() {
	t.Helper()
	return func() {
		t.Helper()
		var got []string
		for _, r := range service.Requests() {
			body, err := json.Marshal(r.JSON())
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case r.Method == http.MethodPatch && string(body) != "{}":
				got = append(got, string(body))
			case r.Method != http.MethodPatch && r.Method != http.MethodGet:
				t.Errorf("sent %s %s", r.Route, body)
			}
		}
		service.ResetRequests()
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("the updates are %q, want %q", got, want)
		}
	}
}

// A webhook is adopted, changed, given a token, and left to the service at the end.
func TestAccWebhook_described(t *testing.T) {
	t.Parallel()
	testAccDescribedModes(t, func(t *testing.T, mode string) {
		service, server := acctest.StartDescribed(t)
		webhook := service.AddWebhook(fakeservice.Webhook{Active: false})
		config := func(arguments ...string) string {
			return testAccWebhookConfig_described(mode, webhook, arguments...)
		}

		testAccRun(t, server, resource.TestCase{
			Steps: []resource.TestStep{
				{ // adopt
					Config:           config(`active = true`),
					ConfigPlanChecks: testAccPlans(testAccAddress, plancheck.ResourceActionCreate),
					ConfigStateChecks: []statecheck.StateCheck{
						testAccHas("active", knownvalue.Bool(true)),
						testAccHas("url", knownvalue.StringExact(webhook.URL)),
						testAccHas("merchant_id", knownvalue.StringExact(webhook.MerchantID)),
					},
					PostApplyFunc: testAccExpectUpdates(t, service, `{"active":true}`),
				},
				{ // change
					Config:           config(`active = true`, `triggers = ["refund_finished"]`),
					ConfigPlanChecks: testAccPlans(testAccAddress, plancheck.ResourceActionUpdate),
					PostApplyFunc: testAccExpectUpdates(t, service,
						`{"active":true,"triggers":["refund_finished"]}`),
				},
				{ // token
					Config: config(`active = true`, `triggers = ["refund_finished"]`, `auth_token = "Bearer one"`),
					PostApplyFunc: testAccExpectUpdates(t, service,
						`{"active":true,"auth_token":"Bearer one","triggers":["refund_finished"]}`),
				},
			},
		})
		testAccExpectUpdates(t, service)() // the destroy sends nothing
		left, exists := service.Webhook(webhook.ID)
		if !exists || !left.Active || left.AuthToken != "Bearer one" {
			t.Errorf("the service has %+v, %t", left, exists)
		}
	})
}

// A webhook that the service stopped is resumed if a refresh sees that: the description shows only
// an update that answers with the webhook.
func TestAccWebhook_describedDrift(t *testing.T) {
	t.Parallel()
	testAccDescribedModes(t, func(t *testing.T, mode string) {
		service, server := acctest.StartDescribed(t)
		webhook := service.AddWebhook(fakeservice.Webhook{Active: true})
		config := testAccWebhookConfig_described(mode, webhook, `active = true`)
		plans := testAccPlansNothing()
		if mode == "patch" {
			plans = testAccPlans(testAccAddress, plancheck.ResourceActionUpdate,
				testAccExpectDrift("active", knownvalue.Bool(true), knownvalue.Bool(false)))
		}

		testAccRun(t, server, resource.TestCase{
			Steps: []resource.TestStep{
				{Config: config},
				{
					PreConfig: func() {
						service.ChangeWebhook(webhook.ID, func(w *fakeservice.Webhook) { w.Active = false })
					},
					Config:           config,
					ConfigPlanChecks: plans,
				},
			},
		})
		left, _ := service.Webhook(webhook.ID)
		if left.Active != (mode == "patch") {
			t.Errorf("the webhook is active: %t", left.Active)
		}
	})
}

// A webhook that is gone never leaves the state: without a format of its errors, a service cannot
// say so. In get and off, it is not missed until an apply changes it.
func TestAccWebhook_describedDisappears(t *testing.T) {
	t.Parallel()
	testAccDescribedModes(t, func(t *testing.T, mode string) {
		service, server := acctest.StartDescribed(t)
		webhook := service.AddWebhook(fakeservice.Webhook{Active: true})
		config := testAccWebhookConfig_described(mode, webhook, `active = true`)
		changed := testAccWebhookConfig_described(mode, webhook, `active = false`)

		steps := []resource.TestStep{{
			Config: config,
		}}
		if mode == "patch" {
			steps = append(steps, resource.TestStep{
				PreConfig:   func() { service.DeleteWebhook(webhook.ID) },
				Config:      config,
				ExpectError: acctest.ErrorContains("Unable to Read Webhook", "status 404"),
			})
		} else {
			steps = append(steps, resource.TestStep{
				PreConfig:        func() { service.DeleteWebhook(webhook.ID) },
				Config:           config,
				ConfigPlanChecks: testAccPlansNothing(),
			}, resource.TestStep{
				Config:      changed,
				ExpectError: acctest.ErrorContains("Webhook Not Found", "status 404", "The state is unchanged"),
			})
		}
		steps = append(steps, resource.TestStep{ // it was gone for a while only
			PreConfig: func() { service.AddWebhook(webhook) },
			Config:    changed,
			ConfigStateChecks: []statecheck.StateCheck{
				testAccHas("active", knownvalue.Bool(false)),
			},
		})

		testAccRun(t, server, resource.TestCase{
			Steps: steps,
		})
	})
}

// An import brings the settings if the mode reads by an update, and otherwise only the ids, so that
// the next plan cannot tell what would change.
func TestAccWebhook_describedImport(t *testing.T) {
	t.Parallel()
	testAccDescribedModes(t, func(t *testing.T, mode string) {
		service, server := acctest.StartDescribed(t)
		webhook := service.AddWebhook(fakeservice.Webhook{Active: true})
		var url knownvalue.Check = knownvalue.Null()
		if mode == "patch" {
			url = knownvalue.StringExact(webhook.URL)
		}

		testAccRun(t, server, resource.TestCase{
			Steps: []resource.TestStep{{
				Config:             testAccWebhookConfig_described(mode, webhook),
				ResourceName:       testAccAddress,
				ImportState:        true,
				ImportStateId:      webhook.StoreID + "/" + webhook.ID,
				ImportStatePersist: true,
			}, {
				Config: testAccWebhookConfig_described(mode, webhook),
				ConfigStateChecks: []statecheck.StateCheck{
					testAccHas("url", url),
				},
				PostApplyFunc: testAccExpectUpdates(t, service),
			}},
		})
	})
}

// What the description does not show is refused, and the message says what to do instead.
func TestAccWebhook_describedRefusals(t *testing.T) {
	t.Parallel()
	service, server := acctest.StartDescribed(t)
	const created = `
resource "paymentservice_webhook" "test" {
  store_id          = "` + fakeservice.DefaultStoreID + `"
  delete_on_destroy = true
  url               = "https://hooks.example.com/orders"
  triggers          = ["charge_finished"]
}
`
	const listed = `
data "paymentservice_webhooks" "test" {
  store_id = "` + fakeservice.DefaultStoreID + `"
}
`

	testAccRun(t, server, resource.TestCase{
		Steps: []resource.TestStep{{
			Config: created,
			ExpectError: acctest.ErrorContains("Unable to Create Webhook", "No webhook was created",
				"creates no webhooks by its API", "set `webhook_id`"),
		}, {
			Config:      listed,
			ExpectError: acctest.ErrorContains("Unable to List Webhooks", "may not list webhooks", "`terraform import"),
		}},
	})
	if left := service.Webhooks(); len(left) > 0 {
		t.Errorf("the service has %v", left)
	}
}
