// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/compare"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	accURL      = "https://hooks.example.com/orders"
	accOtherURL = "https://hooks.example.com/refunds"
	accAddress  = "paymentservice_webhook.test"

	// The route of an update, as acctest.ExpectWrites shows it.
	accPatch = "PATCH /stores/{storeId}/webhooks/{webhookId} "
)

// accAdopted is the configuration of a webhook that is adopted, with more arguments.
func accAdopted(name string, webhook fakeservice.Webhook, arguments ...string) string {
	return fmt.Sprintf(`
resource "paymentservice_webhook" %q {
  store_id   = %q
  webhook_id = %q
  %s
}
`, name, webhook.StoreID, webhook.ID, strings.Join(arguments, "\n  "))
}

// accPlans checks that the plan has this action for a resource, and more.
func accPlans(address string, action plancheck.ResourceActionType, more ...plancheck.PlanCheck) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: append(more, plancheck.ExpectResourceAction(address, action))}
}

// accPlansNothing checks that the plan is empty.
func accPlansNothing() resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}
}

// accKept checks at the end that an adopted webhook still exists.
func accKept(service *fakeservice.Service, webhook fakeservice.Webhook) resource.TestCheckFunc {
	return func(*terraform.State) error {
		if _, ok := service.Webhook(webhook.ID); !ok {
			return fmt.Errorf("the adopted webhook %s was deleted", webhook.ID)
		}
		return nil
	}
}

// A webhook that the service stopped is resumed.
func TestAccWebhook_resumesStopped(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{Active: false})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{{
			Config: fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  store_id   = %q
  webhook_id = %q
  active     = true
}
`, webhook.StoreID, webhook.ID),
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				plancheck.ExpectResourceAction("paymentservice_webhook.test", plancheck.ResourceActionCreate),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectKnownValue("paymentservice_webhook.test", tfjsonpath.New("active"), knownvalue.Bool(true)),
			},
			PostApplyFunc: acctest.ExpectWrites(t, service, `PATCH /stores/{storeId}/webhooks/{webhookId} {"active":true}`),
		}},
	})
	acctest.ExpectWrites(t, service)() // the destroy sends nothing
}

// The whole life of an adopted webhook: it is adopted, left alone while nothing changes, resumed
// when the service stopped it, updated, and kept when its resource is destroyed.
func TestAccWebhook_adopted(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{Active: true})
	settings := []string{`url = "` + accURL + `"`, `triggers = ["charge_finished"]`, `active = true`}
	sameID := statecheck.CompareValue(compare.ValuesSame())
	laterUpdate := statecheck.CompareValue(compare.ValuesDiffer())

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             accKept(service, webhook),
		Steps: []resource.TestStep{
			{
				Config: accAdopted("test", webhook, settings...),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionCreate,
					plancheck.ExpectKnownValue(accAddress, tfjsonpath.New("url"), knownvalue.StringExact(accURL)),
					plancheck.ExpectUnknownValue(accAddress, tfjsonpath.New("updated_on"))),
				ConfigStateChecks: []statecheck.StateCheck{
					sameID.AddStateValue(accAddress, tfjsonpath.New("id")),
					laterUpdate.AddStateValue(accAddress, tfjsonpath.New("updated_on")),
					statecheck.ExpectKnownValue(accAddress, tfjsonpath.New("id"), knownvalue.StringExact(webhook.ID)),
					statecheck.ExpectKnownValue(accAddress, tfjsonpath.New("merchant_id"), knownvalue.StringExact(webhook.MerchantID)),
					statecheck.ExpectKnownValue(accAddress, tfjsonpath.New("triggers"), knownvalue.SetExact([]knownvalue.Check{knownvalue.StringExact("charge_finished")})),
				},
				PostApplyFunc: acctest.ExpectWrites(t, service, accPatch+`{"active":true,"triggers":["charge_finished"],"url":"`+accURL+`"}`),
			},
			{ // nothing changes
				Config:           accAdopted("test", webhook, settings...),
				ConfigPlanChecks: accPlansNothing(),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
			{ // the service stops the webhook
				PreConfig: func() { service.ChangeWebhook(webhook.ID, func(w *fakeservice.Webhook) { w.Active = false }) },
				Config:    accAdopted("test", webhook, settings...),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionUpdate,
					plancheck.ExpectUnknownValue(accAddress, tfjsonpath.New("updated_on"))),
				ConfigStateChecks: []statecheck.StateCheck{
					sameID.AddStateValue(accAddress, tfjsonpath.New("id")),
					laterUpdate.AddStateValue(accAddress, tfjsonpath.New("updated_on")),
				},
				PostApplyFunc: acctest.ExpectWrites(t, service, accPatch+`{"active":true,"triggers":["charge_finished"],"url":"`+accURL+`"}`),
			},
			{ // settings that leave the configuration keep their values
				Config:           accAdopted("test", webhook),
				ConfigPlanChecks: accPlansNothing(),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(accAddress, tfjsonpath.New("url"), knownvalue.StringExact(accURL)),
				},
				PostApplyFunc: acctest.ExpectWrites(t, service),
			},
		},
	})
	acctest.ExpectWrites(t, service)() // the destroy sends nothing
}

// A failed update changes nothing in the state, and the next apply makes it.
func TestAccWebhook_failedUpdate(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{URL: accURL, Active: true})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{Config: accAdopted("test", webhook, `url = "`+accURL+`"`)},
			{
				PreConfig: func() {
					service.Inject(fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusInternalServerError})
				},
				Config:      accAdopted("test", webhook, `url = "`+accOtherURL+`"`),
				ExpectError: acctest.ErrorContains("Unable to Update Webhook", "status 500"),
			},
			{
				PreConfig:        func() { service.ClearFaults(); service.ResetRequests() },
				Config:           accAdopted("test", webhook, `url = "`+accOtherURL+`"`),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionUpdate),
				PostApplyFunc:    acctest.ExpectWrites(t, service, accPatch+`{"url":"`+accOtherURL+`"}`),
			},
		},
	})
}

// An update of one setting leaves the others known, so that nothing that depends on them changes.
func TestAccWebhook_othersStayKnown(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{URL: accURL, Active: true})
	dependant := `
resource "terraform_data" "dependant" {
  triggers_replace = [paymentservice_webhook.test.url, paymentservice_webhook.test.triggers]
}
`
	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.4", "1.6")}, // terraform_data
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{Config: accAdopted("test", webhook, `active = true`) + dependant},
			{
				Config: accAdopted("test", webhook, `active = false`) + dependant,
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionUpdate,
					plancheck.ExpectKnownValue(accAddress, tfjsonpath.New("url"), knownvalue.StringExact(accURL)),
					plancheck.ExpectResourceAction("terraform_data.dependant", plancheck.ResourceActionNoop)),
			},
		},
	})
}

// A store id that is unknown in a plan replaces nothing: here it depends on a resource that changes.
func TestAccWebhook_unknownStore(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{})
	version := func(n int) string {
		return fmt.Sprintf(`
resource "terraform_data" "version" {
  input = %d
}
data "paymentservice_caller_identity" "me" {
  depends_on = [terraform_data.version]
}
resource "paymentservice_webhook" "test" {
  store_id   = data.paymentservice_caller_identity.me.store_id
  webhook_id = %q
}
`, n, webhook.ID)
	}
	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.4", "1.6")}, // terraform_data
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{Config: version(1), PostApplyFunc: service.ResetRequests},
			{
				Config:           version(2),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionNoop),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
		},
	})
}
