// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestAccWebhook_import(t *testing.T) {
	t.Parallel()
	e := start(t)
	short := e.webhook.StoreID + "/" + e.webhook.ID
	run(t,
		resource.TestStep{Config: e.config(`active = true`)},
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateId: short, ImportStateVerify: true},
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateId: e.webhook.MerchantID + "/" + short, ImportStateVerify: true},
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateId: "x", ExpectError: acctest.Message("The import ID has 1 part; expected `STORE_ID/WEBHOOK_ID` or `MERCHANT_ID/STORE_ID/WEBHOOK_ID`.")},
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateId: "x/" + e.webhook.ID, ExpectError: acctest.Message("The import ID contains a store id that is not a UUID")},
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateId: short + "/", ExpectError: acctest.Message("The import ID contains a webhook id that is not a UUID")},
	)
}

func TestAccWebhook_importBlock(t *testing.T) {
	t.Parallel()
	e := start(t)
	runFrom(t, tfversion.SkipBelow(tfversion.Version1_5_0), resource.TestStep{
		Config: e.config(`active = true`) + `
import {
  to = paymentservice_webhook.test
  id = "` + e.webhook.StoreID + "/" + e.webhook.ID + `"
}`,
		ConfigPlanChecks: acctest.ThenEmptyPlan(plancheck.ExpectResourceAction(address, plancheck.ResourceActionNoop)),
		Check:            e.expectBodies(t),
		ConfigStateChecks: []statecheck.StateCheck{
			value("url", knownvalue.StringExact(e.webhook.URL)),
			value("merchant_id", knownvalue.StringExact(e.webhook.MerchantID)),
		},
	})
}

func TestAccWebhook_importByIdentity(t *testing.T) {
	t.Parallel()
	e := start(t)
	merchant := `merchant_id = "` + e.webhook.MerchantID + `"`
	runFrom(t, tfversion.SkipBelow(tfversion.Version1_12_0),
		resource.TestStep{
			Config: e.config(`active = true`, merchant) + `
import {
  to = paymentservice_webhook.test
  identity = {
    store_id   = "` + e.webhook.StoreID + `"
    webhook_id = "` + e.webhook.ID + `"
    ` + merchant + `
  }
}`,
			ConfigPlanChecks: acctest.ThenEmptyPlan(plancheck.ExpectResourceAction(address, plancheck.ResourceActionNoop)),
			ConfigStateChecks: []statecheck.StateCheck{
				statecheck.ExpectIdentity(address, map[string]knownvalue.Check{
					"merchant_id": knownvalue.StringExact(e.webhook.MerchantID),
					"store_id":    knownvalue.StringExact(e.webhook.StoreID),
					"webhook_id":  knownvalue.StringExact(e.webhook.ID),
				}),
			},
		},
		resource.TestStep{Config: e.config(`active = true`, merchant), ConfigPlanChecks: emptyPlan},
		resource.TestStep{ResourceName: address, ImportState: true, ImportStateKind: resource.ImportBlockWithResourceIdentity},
	)
}

// A merchant_id that becomes known or configured later does not change the identity.
func TestAccWebhook_identityNeverChanges(t *testing.T) {
	t.Parallel()
	e := start(t)
	identity := statecheck.ExpectIdentity(address, map[string]knownvalue.Check{
		"merchant_id": knownvalue.Null(),
		"store_id":    knownvalue.StringExact(e.webhook.StoreID),
		"webhook_id":  knownvalue.StringExact(e.webhook.ID),
	})
	runFrom(t, tfversion.SkipBelow(tfversion.Version1_12_0),
		resource.TestStep{
			PreConfig:         func() { e.Set(func(b *fakeservice.Behavior) { b.Rewrite = fakeservice.Without("merchant_id") }) },
			Config:            e.config(`active = true`),
			ConfigStateChecks: []statecheck.StateCheck{identity, value("merchant_id", knownvalue.Null())},
		},
		resource.TestStep{
			PreConfig:         func() { e.Set(func(b *fakeservice.Behavior) { b.Rewrite = nil }) },
			Config:            e.config(`active = true`),
			ConfigStateChecks: []statecheck.StateCheck{identity, value("merchant_id", knownvalue.StringExact(e.webhook.MerchantID))},
		},
		resource.TestStep{
			Config:            e.config(`active = false`, `merchant_id = "`+e.webhook.MerchantID+`"`),
			ConfigPlanChecks:  acctest.ThenEmptyPlan(plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)),
			ConfigStateChecks: []statecheck.StateCheck{identity},
		},
	)
}

// A state of the other CLI, whose registry has another address, is taken over with a
// moved block.
func TestAccWebhook_movedFromAnotherAddress(t *testing.T) {
	t.Parallel()
	e := start(t)
	cli := acctest.NewCLI(t, e.server, "1.8.0")
	const other = "registry.example.com/payment-service/paymentservice"
	override := regexp.MustCompile(`"[^"]+" = ("[^"]+")`)
	cli.Write("cli.tfrc", override.ReplaceAllString(cli.File("cli.tfrc"), "$0\n    \""+other+"\" = $1"))
	cli.Write("main.tf", e.block("old", `active = true`))
	apply(cli)
	address := regexp.MustCompile(`provider\[\\"[^"]+\\"\]`)
	cli.Write("terraform.tfstate", address.ReplaceAllString(cli.File("terraform.tfstate"), `provider[\"`+other+`\"]`))
	cli.Write("main.tf", e.block("new", `active = true`)+"moved {\n  from = paymentservice_webhook.old\n  to   = paymentservice_webhook.new\n}\n")
	e.ResetRequests()
	wantText(t, apply(cli), "0 added, 0 changed, 0 destroyed")
	e.wantSent(t, "")
	wantEmptyPlan(t, cli)
}
