// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const address = "paymentservice_webhook.test"

var emptyPlan = acctest.EmptyPlan()

func (e env) config(arguments ...string) string {
	return acctest.Provider(e.server) + fmt.Sprintf(`
resource "paymentservice_webhook" "test" {
  store_id   = %q
  webhook_id = %q
  %s
}
`, e.webhook.StoreID, e.webhook.ID, strings.Join(arguments, "\n  "))
}

// expectBodies checks the bodies of all updates since the last call.
func (e env) expectBodies(t *testing.T, want ...string) resource.TestCheckFunc {
	t.Helper()
	return func(*terraform.State) error {
		var got []string
		for _, r := range e.Requests(fakeservice.ByMethod("PATCH")) {
			got = append(got, string(r.Body))
		}
		e.ResetRequests()
		if !slices.Equal(got, want) {
			return fmt.Errorf("the service got the updates %q, want %q", got, want)
		}
		return nil
	}
}

// run runs the steps of a test that is parallel already.
func run(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	resource.Test(t, resource.TestCase{ProtoV6ProviderFactories: acctest.Factories(), Steps: steps})
}

func runFrom(t *testing.T, check tfversion.TerraformVersionCheck, steps ...resource.TestStep) {
	t.Helper()
	resource.Test(t, resource.TestCase{
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{check},
		ProtoV6ProviderFactories: acctest.Factories(), Steps: steps,
	})
}

func TestAccResumeAction_trigger(t *testing.T) {
	t.Parallel()
	if acctest.OpenTofu() {
		t.Skip("OpenTofu has no actions")
	}
	e := start(t)
	e.stop()
	runFrom(t, tfversion.SkipBelow(tfversion.Version1_14_0), resource.TestStep{
		Config: acctest.Provider(e.server) + `
action "paymentservice_resume_webhook" "test" {
  config {
    store_id   = "` + e.webhook.StoreID + `"
    webhook_id = "` + e.webhook.ID + `"
  }
}

resource "terraform_data" "receiver" {
  input = "v2"

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.paymentservice_resume_webhook.test]
    }
  }
}
`,
		ConfigPlanChecks: acctest.ThenEmptyPlan(),
		Check: func(*terraform.State) error {
			e.expectResumed(t, "PATCH /stores/{storeId}/webhooks/{webhookId}")
			return nil
		},
	})
}
