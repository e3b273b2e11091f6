// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// The requests that create and delete a webhook, as acctest.ExpectWrites shows them.
const (
	accPost   = `POST /stores/{storeId}/webhooks {"triggers":["charge_finished"],"url":"` + accURL + `"}`
	accDelete = `DELETE /stores/{storeId}/webhooks/{webhookId}`
)

// accCreated is the configuration of a webhook that is created, with more arguments.
func accCreated(name, url string, deleteOnDestroy bool, arguments ...string) string {
	return fmt.Sprintf(`
resource "paymentservice_webhook" %q {
  store_id          = %q
  delete_on_destroy = %t
  url               = %q
  triggers          = ["charge_finished"]
  %s
}
`, name, fakeservice.DefaultStoreID, deleteOnDestroy, url, strings.Join(arguments, "\n  "))
}

// accNoneLeft checks at the end that no webhook exists.
func accNoneLeft(service *fakeservice.Service) resource.TestCheckFunc {
	return func(*terraform.State) error {
		if n := len(service.Webhooks()); n > 0 {
			return fmt.Errorf("%d webhooks are left", n)
		}
		return nil
	}
}

// A webhook is created once, updated in place, replaced if it is tainted, and deleted at
// the end.
func TestAccWebhook_created(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             accNoneLeft(service),
		Steps: []resource.TestStep{
			{
				Config: accCreated("test", accURL, true),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionCreate,
					plancheck.ExpectUnknownValue(accAddress, tfjsonpath.New("webhook_id"))),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(accAddress, tfjsonpath.New("active"), knownvalue.Bool(true)),
					statecheck.ExpectKnownValue(accAddress, tfjsonpath.New("store_id"), knownvalue.StringExact(fakeservice.DefaultStoreID)),
				},
				PostApplyFunc: acctest.ExpectWrites(t, service, accPost),
			},
			{
				Config: accCreated("test", accURL, true, `active = false`),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionUpdate,
					plancheck.ExpectKnownValue(accAddress, tfjsonpath.New("delete_on_destroy"), knownvalue.Bool(true))),
				PostApplyFunc: acctest.ExpectWrites(t, service, accPatch+`{"active":false,"triggers":["charge_finished"],"url":"`+accURL+`"}`),
			},
			{
				Taint:            []string{accAddress},
				Config:           accCreated("test", accURL, true),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionDestroyBeforeCreate),
				PostApplyFunc:    acctest.ExpectWrites(t, service, accDelete, accPost),
			},
		},
	})
	acctest.ExpectWrites(t, service, accDelete)()
}

// With `delete_on_destroy = false`, a webhook is created, and stays when its resource is destroyed.
func TestAccWebhook_createdAndKept(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy: func(*terraform.State) error {
			if n := len(service.Webhooks()); n != 1 {
				return fmt.Errorf("%d webhooks are left, want 1", n)
			}
			return nil
		},
		Steps: []resource.TestStep{{
			Config:        accCreated("test", accURL, false),
			PostApplyFunc: acctest.ExpectWrites(t, service, accPost),
		}},
	})
	acctest.ExpectWrites(t, service)() // the destroy sends nothing
}

// A creation of which a part failed leaves a tainted resource, and the next apply replaces it.
func TestAccWebhook_createdInPart(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             accNoneLeft(service),
		Steps: []resource.TestStep{
			{
				PreConfig: func() {
					service.Inject(fakeservice.Fault{Method: http.MethodPatch, Status: http.StatusBadRequest, Times: 1})
				},
				Config:      accCreated("test", accURL, true, `active = false`),
				ExpectError: acctest.ErrorContains("Unable to Finish Webhook", "terraform untaint"),
			},
			{
				PreConfig:        acctest.ExpectWrites(t, service, accPost, accPatch+`{"active":false}`),
				Config:           accCreated("test", accURL, true, `active = false`),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionDestroyBeforeCreate),
				PostApplyFunc:    acctest.ExpectWrites(t, service, accDelete, accPost, accPatch+`{"active":false}`),
			},
		},
	})
}

// Nothing is created at a service that creates no webhooks, and the error says what to look at.
func TestAccWebhook_notCreated(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.Inject(fakeservice.Fault{Method: http.MethodPost, Status: http.StatusMethodNotAllowed})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{
				Config:      accCreated("test", accURL, true),
				ExpectError: acctest.ErrorContains("Unable to Create Webhook", "405"),
			},
			{ // nothing is in the state
				PreConfig:        func() { service.ClearFaults(); service.ResetRequests() },
				Config:           accCreated("test", accURL, true),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionCreate),
				PostApplyFunc:    acctest.ExpectWrites(t, service, accPost),
			},
		},
	})
}

// A second webhook with the same URL and triggers is not created, neither beside one that exists
// nor twice in one apply.
func TestAccWebhook_neverTwo(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
	existing := service.AddWebhook(fakeservice.Webhook{URL: accOtherURL})

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             accKept(service, existing),
		Steps: []resource.TestStep{
			{
				Config:      accCreated("test", accOtherURL, true),
				ExpectError: acctest.ErrorContains("Unable to Create Webhook", existing.ID),
			},
			{
				PreConfig:   acctest.ExpectWrites(t, service),
				Config:      accCreated("test", accURL, true) + accCreated("twin", accURL, true, `depends_on = [paymentservice_webhook.test]`),
				ExpectError: acctest.ErrorContains("Unable to Create Webhook"),
			},
			{
				PreConfig:     acctest.ExpectWrites(t, service, accPost),
				Config:        accCreated("test", accURL, true),
				PostApplyFunc: acctest.ExpectWrites(t, service),
			},
		},
	})
}

// Changing `delete_on_destroy`, or from it to `webhook_id`, sends nothing and replaces nothing. The
// state decides what a destroy does.
func TestAccWebhook_changesLifecycle(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	id := config.Variables{"id": config.StringVariable("")} // known once the webhook exists
	const variable = "\nvariable \"id\" {\n  type = string\n}\n"
	adopted := fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  store_id   = %q
  webhook_id = var.id
}
`, fakeservice.DefaultStoreID)

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		Steps: []resource.TestStep{
			{
				Config:          accCreated("test", accURL, true) + variable,
				ConfigVariables: id,
				PostApplyFunc: func() {
					id["id"] = config.StringVariable(service.Webhooks()[0].ID)
					service.ResetRequests()
				},
			},
			{
				Config:           accCreated("test", accURL, false) + variable,
				ConfigVariables:  id,
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionUpdate),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
			{
				Config:           adopted + variable,
				ConfigVariables:  id,
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionUpdate),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectKnownValue(accAddress, tfjsonpath.New("delete_on_destroy"), knownvalue.Null()),
					statecheck.ExpectKnownValue(accAddress, tfjsonpath.New("url"), knownvalue.StringExact(accURL)),
				},
				PostApplyFunc: acctest.ExpectWrites(t, service),
			},
		},
	})
	acctest.ExpectWrites(t, service)() // the destroy sends nothing
}

// A webhook that somebody deleted leaves the state, and is created again.
func TestAccWebhook_gone(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)

	resource.Test(t, resource.TestCase{
		PreCheck:                 func() { acctest.PreCheck(t) },
		ProtoV6ProviderFactories: acctest.ProviderFactories(server),
		CheckDestroy:             accNoneLeft(service),
		Steps: []resource.TestStep{
			{Config: accCreated("test", accURL, true), PostApplyFunc: service.ResetRequests},
			{
				PreConfig:        func() { service.DeleteWebhook(service.Webhooks()[0].ID) },
				Config:           accCreated("test", accURL, true),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionCreate),
				PostApplyFunc:    acctest.ExpectWrites(t, service, accPost),
			},
		},
	})
}
