// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
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
	testAccURL      = "https://hooks.example.com/orders"
	testAccOtherURL = "https://hooks.example.com/refunds"
	testAccAddress  = "paymentservice_webhook.test"
	testAccID       = "44444444-4444-4444-8444-444444444444" // of a webhook that a configuration has to know in advance

	// What becomes of a webhook that was created when its resource is destroyed.
	testAccDeletes = "delete_on_destroy = true"
	testAccLeaves  = "delete_on_destroy = false"

	// The writes of a webhook, as acctest.ExpectWrites shows them.
	testAccPatch  = "PATCH /stores/{storeId}/webhooks/{webhookId} "
	testAccPost   = `POST /stores/{storeId}/webhooks {"triggers":["charge_finished"],"url":"` + testAccURL + `"}`
	testAccDelete = "DELETE /stores/{storeId}/webhooks/{webhookId}"
)

// What stories need of a CLI.
var (
	testAccHasTerraformData = []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.4", "1.6")}
	testAccHasImportBlocks  = []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.5", "1.6")}
	testAccHasRemovedBlocks = []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.7", "1.10")}
	testAccHasWriteOnly     = []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.11", "1.11")}
	testAccHasIdentity      = []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.12", "1.12")}
	testAccHasActions       = []tfversion.TerraformVersionCheck{acctest.SkipBelow("1.14", "")} // and queries
)

// testAccRun tells a story with the provider in the process of the test.
func testAccRun(t *testing.T, server *fakeservice.Server, story resource.TestCase) {
	t.Helper()
	story.PreCheck = func() { acctest.PreCheck(t) }
	story.ProtoV6ProviderFactories = acctest.ProviderFactories(server)
	resource.Test(t, story)
}

// testAccWebhookConfig_adopted is the configuration of a webhook that is adopted, with more arguments.
func testAccWebhookConfig_adopted(name string, webhook fakeservice.Webhook, arguments ...string) string {
	return fmt.Sprintf(`
resource "paymentservice_webhook" %q {
  store_id   = %q
  webhook_id = %q
  %s
}
`, name, webhook.StoreID, webhook.ID, strings.Join(arguments, "\n  "))
}

// testAccWebhookConfig_created is the configuration of a webhook that is created, with more arguments, of which
// one is delete_on_destroy.
func testAccWebhookConfig_created(name, url string, arguments ...string) string {
	return fmt.Sprintf(`
resource "paymentservice_webhook" %q {
  store_id = %q
  url      = %q
  triggers = ["charge_finished"]
  %s
}
`, name, fakeservice.DefaultStoreID, url, strings.Join(arguments, "\n  "))
}

// testAccMoved is a block that renames a webhook's resource.
func testAccMoved(from, to string) string {
	return fmt.Sprintf(`
moved {
  from = paymentservice_webhook.%s
  to   = paymentservice_webhook.%s
}
`, from, to)
}

// testAccPlans checks that the plan has this action for a resource, and more.
func testAccPlans(
	address string, action plancheck.ResourceActionType, more ...plancheck.PlanCheck,
) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{
		PreApply: append(more, plancheck.ExpectResourceAction(address, action)),
	}
}

// testAccPlansNothing checks that the plan is empty.
func testAccPlansNothing() resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{
		PreApply: []plancheck.PlanCheck{plancheck.ExpectEmptyPlan()},
	}
}

// testAccExpectDrift checks that the plan reports a change outside of Terraform: what an attribute had in
// the state, and what the refresh has found. It belongs into the PreApply checks of the step whose PreConfig
// calls service.ChangeWebhook.
func testAccExpectDrift(attribute string, before, after knownvalue.Check) plancheck.PlanCheck {
	return acctest.PlanCheckFunc(func(plan *tfjson.Plan) error {
		isOurs := func(c *tfjson.ResourceChange) bool { return c.Address == testAccAddress }
		i := slices.IndexFunc(plan.ResourceDrift, isOurs)
		if i < 0 {
			return fmt.Errorf("the plan has no drift of %s", testAccAddress)
		}
		drift := plan.ResourceDrift[i].Change
		return errors.Join(
			testAccCheckDrift("before", drift.Before, attribute, before),
			testAccCheckDrift("after", drift.After, attribute, after),
		)
	})
}

// testAccCheckDrift checks an attribute of one side of a drift.
func testAccCheckDrift(side string, settings any, attribute string, want knownvalue.Check) error {
	got, err := tfjsonpath.Traverse(settings, tfjsonpath.New(attribute))
	if err == nil {
		err = want.CheckValue(got)
	}
	if err != nil {
		return fmt.Errorf("%s %s the drift: %w", attribute, side, err)
	}
	return nil
}

// testAccHas checks an attribute of the state.
func testAccHas(attribute string, value knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(testAccAddress, tfjsonpath.New(attribute), value)
}

// testAccCheckLeft checks at the end that the service has exactly the webhooks with these URLs, the newest first.
func testAccCheckLeft(service *fakeservice.Service, urls ...string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		var left []string
		for _, webhook := range service.Webhooks() {
			left = append(left, webhook.URL)
		}
		if fmt.Sprint(left) != fmt.Sprint(urls) {
			return fmt.Errorf("the webhooks that are left are %s, want %s", left, urls)
		}
		return nil
	}
}
