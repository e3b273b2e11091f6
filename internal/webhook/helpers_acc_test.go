// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"strings"
	"testing"

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
	accID       = "44444444-4444-4444-8444-444444444444" // of a webhook that a configuration has to know in advance

	// The writes of a webhook, as acctest.ExpectWrites shows them.
	accPatch  = "PATCH /stores/{storeId}/webhooks/{webhookId} "
	accPost   = `POST /stores/{storeId}/webhooks {"triggers":["charge_finished"],"url":"` + accURL + `"}`
	accDelete = "DELETE /stores/{storeId}/webhooks/{webhookId}"
)

// What tests need of a CLI.
var (
	accHasTerraformData = []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.4", "1.6")}
	accHasImportBlocks  = []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.5", "1.6")}
	accHasWriteOnly     = []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.11", "1.11")}
	accHasActions       = []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.14", "")} // and queries
)

// accTest tells a story with the provider in the process of the test.
func accTest(t *testing.T, server *fakeservice.Server, story resource.TestCase) {
	t.Helper()
	story.PreCheck = func() { acctest.PreCheck(t) }
	story.ProtoV6ProviderFactories = acctest.ProviderFactories(server)
	resource.Test(t, story)
}

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

// accCreated is the configuration of a webhook that is created, with more arguments.
func accCreated(name, url string, deleteOnDestroy bool, arguments ...string) string {
	return accCreatedIn(fakeservice.DefaultStoreID, name, url, deleteOnDestroy, arguments...)
}

// accCreatedIn is accCreated for a store.
func accCreatedIn(store, name, url string, deleteOnDestroy bool, arguments ...string) string {
	return fmt.Sprintf(`
resource "paymentservice_webhook" %q {
  store_id          = %q
  delete_on_destroy = %t
  url               = %q
  triggers          = ["charge_finished"]
  %s
}
`, name, store, deleteOnDestroy, url, strings.Join(arguments, "\n  "))
}

// accVariable declares a variable that is null unless it is set.
func accVariable(name, typ string) string {
	return fmt.Sprintf("\nvariable %q {\n  type    = %s\n  default = null\n}\n", name, typ)
}

// accPlans checks that the plan has this action for a resource, and more.
func accPlans(address string, action plancheck.ResourceActionType, more ...plancheck.PlanCheck) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: append(more, plancheck.ExpectResourceAction(address, action))}
}

// accPlansNothing checks that the plan is empty.
func accPlansNothing() resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()}}
}

// accHas checks an attribute of the state.
func accHas(attribute string, value knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(accAddress, tfjsonpath.New(attribute), value)
}

// accLeft checks at the end that the service has exactly the webhooks with these URLs, the newest first.
func accLeft(service *fakeservice.Service, urls ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		var left []string
		for _, webhook := range service.Webhooks() {
			left = append(left, webhook.URL)
		}
		if got, want := fmt.Sprint(left), fmt.Sprint(urls); got != want {
			return fmt.Errorf("the webhooks that are left are %s, want %s", got, want)
		}
		return nil
	}
}
