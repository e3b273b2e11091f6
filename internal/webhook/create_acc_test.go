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
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A webhook is created once, updated in place, replaced if it is tainted, and deleted at
// the end.
func TestAccWebhook_created(t *testing.T) {
	t.Parallel()
	service, server := acctest.Start(t)
	service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })

	accTest(t, server, resource.TestCase{
		CheckDestroy: accLeft(service),
		Steps: []resource.TestStep{
			{
				Config: accCreated("test", accURL, true),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionCreate,
					plancheck.ExpectUnknownValue(accAddress, tfjsonpath.New("webhook_id"))),
				ConfigStateChecks: []statecheck.StateCheck{accHas("active", knownvalue.Bool(true))},
				PostApplyFunc:     acctest.ExpectWrites(t, service, accPost),
			},
			{
				Config:           accCreated("test", accURL, true, `active = false`),
				ConfigPlanChecks: accPlans(accAddress, plancheck.ResourceActionUpdate),
				PostApplyFunc:    acctest.ExpectWrites(t, service, accPatch+`{"active":false,"triggers":["charge_finished"],"url":"`+accURL+`"}`),
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
