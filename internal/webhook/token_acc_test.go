// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-testing/config"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A token in the configuration is sent, and sensitive in plan and state. If it leaves the
// configuration, nothing is sent.
func TestAccWebhook_authToken(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{})
	token := tfjsonpath.New("auth_token")

	testAccRun(t, server, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config: testAccWebhookConfig_adopted("test", webhook, `auth_token = "Bearer kept"`),
				ConfigPlanChecks: testAccPlans(testAccAddress, plancheck.ResourceActionCreate,
					plancheck.ExpectSensitiveValue(testAccAddress, token)),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectSensitiveValue(testAccAddress, token),
					statecheck.ExpectKnownValue(testAccAddress, token, knownvalue.StringExact("Bearer kept")),
				},
				PostApplyFunc: acctest.ExpectWrites(t, service, testAccPatch+`{"auth_token":"Bearer kept"}`),
			},
			{
				Config:           testAccWebhookConfig_adopted("test", webhook),
				ConfigPlanChecks: testAccPlans(testAccAddress, plancheck.ResourceActionUpdate),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
		},
	})
}

// A write-only token reaches the service with each new version, and no plan or state contains it.
func TestAccWebhook_authTokenWO(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{})
	sent := func(token string) string { return testAccPatch + `{"auth_token":"` + token + `"}` }
	const (
		first  = "Bearer " + secretText + "-1"
		second = "Bearer " + secretText + "-2"
	)

	testAccRun(t, server, resource.TestCase{
		TerraformVersionChecks: testAccHasWriteOnly,
		Steps: []resource.TestStep{
			{
				Config:            testAccWebhookConfig_authTokenWO(webhook, 1),
				ConfigVariables:   config.Variables{"token": config.StringVariable(first)},
				ConfigPlanChecks:  testAccPlansNoSecret(),
				ConfigStateChecks: testAccHasNoSecret(1),
				PostApplyFunc:     acctest.ExpectWrites(t, service, sent(first)),
			},
			{ // another token alone is not sent
				Config:            testAccWebhookConfig_authTokenWO(webhook, 1),
				ConfigVariables:   config.Variables{"token": config.StringVariable(second)},
				ConfigPlanChecks:  testAccPlansNoSecret(),
				ConfigStateChecks: testAccHasNoSecret(1),
				PostApplyFunc:     acctest.ExpectWrites(t, service),
			},
			{
				Config:            testAccWebhookConfig_authTokenWO(webhook, 2),
				ConfigVariables:   config.Variables{"token": config.StringVariable(second)},
				ConfigPlanChecks:  testAccPlansNoSecret(),
				ConfigStateChecks: testAccHasNoSecret(2),
				PostApplyFunc:     acctest.ExpectWrites(t, service, sent(second)),
			},
		},
	})
}

func testAccWebhookConfig_authTokenWO(webhook fakeservice.Webhook, version int) string {
	return fmt.Sprintf(`
variable "token" {
  type      = string
  ephemeral = true
  sensitive = true
}

resource "paymentservice_webhook" "test" {
  store_id              = %q
  webhook_id            = %q
  auth_token_wo         = var.token
  auth_token_wo_version = %d
}
`, webhook.StoreID, webhook.ID, version)
}

// testAccPlansNoSecret checks that the plan does not have the token.
func testAccPlansNoSecret() resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
		acctest.PlanCheckFunc(func(plan *tfjson.Plan) error { return testAccFindSecret(plan) }),
		plancheck.ExpectKnownValue(testAccAddress, tfjsonpath.New("auth_token_wo"), knownvalue.Null()),
	}}
}

// testAccHasNoSecret checks that the state has this version of the token, and not the token.
func testAccHasNoSecret(version int64) []statecheck.StateCheck {
	return []statecheck.StateCheck{
		acctest.StateCheckFunc(func(state *tfjson.State) error { return testAccFindSecret(state) }),
		testAccHas("auth_token_wo", knownvalue.Null()),
		testAccHas("auth_token_wo_version", knownvalue.Int64Exact(version)),
	}
}

// testAccFindSecret returns an error if a plan or a state has the token of these tests.
func testAccFindSecret(planOrState any) error {
	text, err := json.Marshal(planOrState)
	if strings.Contains(string(text), secretText) {
		return errors.New("it contains the token")
	}
	return err
}
