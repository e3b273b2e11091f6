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
func TestAccWebhook_token(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{})
	token := tfjsonpath.New("auth_token")

	accTest(t, server, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config: accAdopted("test", webhook, `auth_token = "Bearer kept"`),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionCreate,
					plancheck.ExpectSensitiveValue(accAddress, token)),
				ConfigStateChecks: []statecheck.StateCheck{
					statecheck.ExpectSensitiveValue(accAddress, token),
					statecheck.ExpectKnownValue(accAddress, token, knownvalue.StringExact("Bearer kept")),
				},
				PostApplyFunc: acctest.ExpectWrites(t, service, accPatch+`{"auth_token":"Bearer kept"}`),
			},
			{
				Config:           accAdopted("test", webhook),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionUpdate),
				PostApplyFunc:    acctest.ExpectWrites(t, service),
			},
		},
	})
}

// A write-only token reaches the service with each new version, and no plan or state contains it.
func TestAccWebhook_writeOnlyToken(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	webhook := service.AddWebhook(fakeservice.Webhook{})
	const secret = "n0t-t0-be-seen"
	contains := func(planOrState any) error {
		text, err := json.Marshal(planOrState)
		if strings.Contains(string(text), secret) {
			return errors.New("it contains the token")
		}
		return err
	}
	rotated := func(token string, version int) resource.TestStep {
		return resource.TestStep{
			Config: accAdopted("test", webhook, `auth_token_wo = var.token`, fmt.Sprintf(`auth_token_wo_version = %d`, version)) + `
variable "token" {
  type      = string
  ephemeral = true
  sensitive = true
}
`,
			ConfigVariables: config.Variables{"token": config.StringVariable(token)},
			ConfigPlanChecks: resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{
				acctest.PlanCheckFunc(func(plan *tfjson.Plan) error { return contains(plan) }),
				plancheck.ExpectKnownValue(accAddress, tfjsonpath.New("auth_token_wo"), knownvalue.Null()),
			}},
			ConfigStateChecks: []statecheck.StateCheck{
				acctest.StateCheckFunc(func(state *tfjson.State) error { return contains(state) }),
				statecheck.ExpectKnownValue(accAddress, tfjsonpath.New("auth_token_wo"), knownvalue.Null()),
				statecheck.ExpectKnownValue(accAddress, tfjsonpath.New("auth_token_wo_version"), knownvalue.Int64Exact(int64(version))),
			},
		}
	}
	first, same, second := rotated("Bearer "+secret+"-1", 1), rotated("Bearer "+secret+"-2", 1), rotated("Bearer "+secret+"-2", 2)
	first.PostApplyFunc = acctest.ExpectWrites(t, service, accPatch+`{"auth_token":"Bearer `+secret+`-1"}`)
	same.PostApplyFunc = acctest.ExpectWrites(t, service) // another token alone is not sent
	second.PostApplyFunc = acctest.ExpectWrites(t, service, accPatch+`{"auth_token":"Bearer `+secret+`-2"}`)

	accTest(t, server, resource.TestCase{
		TerraformVersionChecks: accHasWriteOnly,
		Steps:                  []resource.TestStep{first, same, second},
	})
}
