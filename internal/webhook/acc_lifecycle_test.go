// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

func value(attribute string, check knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(attribute), check)
}

func TestAccWebhook_lifecycle(t *testing.T) {
	t.Parallel()
	e := start(t)
	run(t,
		resource.TestStep{
			Config:           e.config(`url = "https://hooks.example.com/b"`, `triggers = ["refund_finished", "charge_finished"]`, `active = true`),
			ConfigPlanChecks: acctest.ThenEmptyPlan(),
			Check:            e.expectBodies(t, `{"active":true,"url":"https://hooks.example.com/b","triggers":["charge_finished","refund_finished"]}`),
			ConfigStateChecks: []statecheck.StateCheck{
				value("id", knownvalue.StringExact(e.webhook.ID)),
				value("platform_id", knownvalue.StringExact(e.webhook.PlatformID)),
				value("merchant_id", knownvalue.StringExact(e.webhook.MerchantID)),
				value("created_on", knownvalue.NotNull()),
				value("updated_on", knownvalue.NotNull()),
				value("auth_token", knownvalue.Null()),
			},
		},
		resource.TestStep{ // all that is declared is sent
			Config:           e.config(`url = "https://hooks.example.com/b"`, `triggers = []`, `active = true`),
			ConfigPlanChecks: acctest.ThenEmptyPlan(plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)),
			Check:            e.expectBodies(t, `{"active":true,"url":"https://hooks.example.com/b","triggers":[]}`),
		},
		resource.TestStep{ // settings that are no longer configured keep their values
			Config:           e.config(),
			ConfigPlanChecks: emptyPlan,
			Check:            e.expectBodies(t),
		},
	)
	if w := e.now(t); !w.Active {
		t.Error("destroying the resource stopped the webhook")
	}
}

func TestAccWebhook_resumesStopped(t *testing.T) {
	t.Parallel()
	e := start(t)
	config := e.config(`url = "https://hooks.example.com/a"`, `triggers = ["charge_finished"]`, `active = true`)
	run(t,
		resource.TestStep{Config: config, ConfigPlanChecks: acctest.ThenEmptyPlan()},
		resource.TestStep{
			PreConfig: func() { e.stop(); e.ResetRequests() },
			Config:    config,
			ConfigPlanChecks: acctest.ThenEmptyPlan(
				plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate),
				plancheck.ExpectKnownValue(address, tfjsonpath.New("active"), knownvalue.Bool(true)),
				plancheck.ExpectKnownValue(address, tfjsonpath.New("created_on"), knownvalue.NotNull()),
				plancheck.ExpectUnknownValue(address, tfjsonpath.New("updated_on")),
			),
			Check: e.expectBodies(t, `{"active":true,"url":"https://hooks.example.com/a","triggers":["charge_finished"]}`),
		},
	)
	if !e.now(t).Active {
		t.Error("the webhook was not resumed, or destroying the resource stopped it")
	}
}
