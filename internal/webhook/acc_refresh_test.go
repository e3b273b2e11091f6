// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"net/http"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func TestAccWebhook_serviceWithoutGet(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"404": http.StatusNotFound, "405": http.StatusMethodNotAllowed, "501": http.StatusNotImplemented} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.Set(func(b *fakeservice.Behavior) { b.WebhookGet, b.WebhookGetStatus = false, status })
			run(t,
				resource.TestStep{Config: e.config(`active = true`), ConfigPlanChecks: acctest.ThenEmptyPlan()},
				resource.TestStep{ // the state stands, whatever happens at the service
					PreConfig: e.stop, Config: e.config(`active = true`), ConfigPlanChecks: emptyPlan,
				},
				resource.TestStep{
					Config:           e.config(`active = false`),
					ConfigPlanChecks: acctest.ThenEmptyPlan(plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)),
				},
			)
		})
	}
}

func TestAccWebhook_refreshByPatch(t *testing.T) {
	t.Parallel()
	e := start(t)
	config := e.configWith(`webhook_refresh = "patch"`, `active = true`)
	run(t,
		resource.TestStep{Config: config, ConfigPlanChecks: acctest.ThenEmptyPlan()},
		resource.TestStep{ // updated_on moves with each reading, and that is no change
			PreConfig: e.ResetRequests,
			Config:    config, ConfigPlanChecks: emptyPlan,
		},
		resource.TestStep{
			PreConfig: e.stop,
			Config:    config,
			ConfigPlanChecks: acctest.ThenEmptyPlan(
				plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)),
		},
		resource.TestStep{
			PreConfig:          func() { e.DeleteWebhook(e.webhook.ID) },
			RefreshState:       true,
			ExpectNonEmptyPlan: true,
		},
	)
	for _, r := range e.Requests() {
		if r.Method != http.MethodPatch && r.Route != "GET "+chargesOfStore { // which confirms that it is gone
			t.Errorf("the service got %s, want updates only", r.Route)
		}
	}
}

func TestAccWebhook_refreshOff(t *testing.T) {
	t.Parallel()
	e := start(t)
	config := e.configWith(`webhook_refresh = "off"`, `active = true`)
	run(t,
		resource.TestStep{Config: config, ConfigPlanChecks: acctest.ThenEmptyPlan(), Check: e.expectMethods(t, http.MethodPatch)},
		resource.TestStep{PreConfig: e.stop, Config: config, ConfigPlanChecks: emptyPlan, Check: e.expectMethods(t)},
	)
}

func TestAccWebhook_goneAtService(t *testing.T) {
	t.Parallel()
	e := start(t)
	config := e.config(`active = true`)
	run(t,
		resource.TestStep{Config: config, ConfigPlanChecks: acctest.ThenEmptyPlan()},
		resource.TestStep{Config: config}, // remembers that the webhook is readable
		resource.TestStep{
			PreConfig:   func() { e.DeleteWebhook(e.webhook.ID) },
			Config:      config,
			ExpectError: acctest.Message("Webhook Not Found"),
		},
	)
}

func TestAccWebhook_notFound(t *testing.T) {
	t.Parallel()
	e := start(t)
	e.DeleteWebhook(e.webhook.ID)
	run(t,
		resource.TestStep{Config: e.config(`active = true`), ExpectError: acctest.Message("The service has no webhook " + e.webhook.ID + " of store " + e.webhook.StoreID)},
		resource.TestStep{ // nothing was saved, so applying again works
			PreConfig:        func() { e.AddWebhook(e.webhook) },
			Config:           e.config(`active = true`),
			ConfigPlanChecks: acctest.ThenEmptyPlan(plancheck.ExpectResourceAction(address, plancheck.ResourceActionCreate)),
		},
	)
}

// A fault that passes is waited out, and one that doesn't fails the refresh:
// neither takes the webhook out of the state.
func TestAccWebhook_faultsWhileReading(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		fault fakeservice.Fault
		says  string
	}{
		"429":   {fakeservice.Fault{Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"7"}}}, "status 429"},
		"503":   {fakeservice.Fault{Status: http.StatusServiceUnavailable}, "status 503"},
		"reset": {fakeservice.Fault{Break: fakeservice.BreakReset}, "the connection ended too early"},
		"cut":   {fakeservice.Fault{Break: fakeservice.BreakCut, CutAt: 20}, "the connection ended too early"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			config := e.config(`active = true`)
			passing, lasting := tc.fault, tc.fault
			passing.Method, passing.Times = http.MethodGet, 3
			lasting.Method = http.MethodGet
			run(t,
				resource.TestStep{Config: config, ConfigPlanChecks: acctest.ThenEmptyPlan()},
				resource.TestStep{PreConfig: func() { e.Inject(passing) }, Config: config, ConfigPlanChecks: emptyPlan},
				resource.TestStep{PreConfig: func() { e.Inject(lasting) }, Config: config, ExpectError: acctest.Message(tc.says)},
				resource.TestStep{PreConfig: e.ClearFaults, Config: config, ConfigPlanChecks: emptyPlan},
			)
		})
	}
}

func TestAccWebhook_refusedReading(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"401": http.StatusUnauthorized, "403": http.StatusForbidden} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			run(t,
				resource.TestStep{Config: e.config()},
				resource.TestStep{
					PreConfig:   func() { e.Inject(fakeservice.Fault{Method: http.MethodGet, Status: status}) },
					Config:      e.config(),
					ExpectError: acctest.Message(`webhook_refresh = "off"`),
				},
				resource.TestStep{Config: e.configWith(`webhook_refresh = "off"`), ConfigPlanChecks: emptyPlan},
			)
		})
	}
}

func TestAccWebhook_missingFieldsKeepState(t *testing.T) {
	t.Parallel()
	e := start(t)
	created := e.webhook.CreatedOn.Format("2006-01-02T15:04:05.000000Z")
	run(t,
		resource.TestStep{Config: e.config(`active = true`)},
		resource.TestStep{
			PreConfig: func() {
				e.Set(func(b *fakeservice.Behavior) {
					b.OmitWebhookFields = []string{"platform_id", "created_on", "updated_on", "triggers"}
					b.WebhookMutator = func(w map[string]any) { w["store_id"], w["merchant_id"] = nil, nil }
				})
			},
			Config: e.config(`active = true`), ConfigPlanChecks: emptyPlan,
			ConfigStateChecks: []statecheck.StateCheck{
				value("platform_id", knownvalue.StringExact(e.webhook.PlatformID)),
				value("created_on", knownvalue.StringExact(created)),
				value("merchant_id", knownvalue.StringExact(e.webhook.MerchantID)),
				value("triggers", knownvalue.SetSizeExact(1)),
			},
		},
		resource.TestStep{ // nothing of them is needed for an update either
			Config:           e.config(`active = false`),
			ConfigPlanChecks: acctest.ThenEmptyPlan(),
		},
	)
}

func TestAccWebhook_wrongAnswer(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		field string
		value any
	}{
		"id":       {"id", fakeservice.DefaultPlatformID},
		"store_id": {"store_id", fakeservice.DefaultPlatformID},
		"active":   {"active", false},
		"url":      {"url", "https://hooks.example.com/elsewhere"},
		"triggers": {"triggers", []string{"refund_finished"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t)
			e.Set(func(b *fakeservice.Behavior) {
				b.WebhookMutator = func(w map[string]any) { w[tc.field] = tc.value }
			})
			config := e.config(`active = true`, `url = "https://hooks.example.com/a"`, `triggers = ["charge_finished"]`)
			run(t,
				resource.TestStep{Config: config, ExpectError: acctest.Message("with an unexpected `" + tc.field + "`")},
				resource.TestStep{ // nothing was saved
					PreConfig:        func() { e.Set(func(b *fakeservice.Behavior) { b.WebhookMutator = nil }) },
					Config:           config,
					ConfigPlanChecks: acctest.ThenEmptyPlan(plancheck.ExpectResourceAction(address, plancheck.ResourceActionCreate)),
				},
			)
		})
	}
}

// With the token known only in the apply, a plan can neither read nor check,
// and the state stands.
func TestAccWebhook_providerKnownInApply(t *testing.T) {
	t.Parallel()
	e := start(t)
	config := func(active string, input string) string {
		return `
resource "terraform_data" "credential" {
  input = "` + input + `"
}
provider "paymentservice" {
  base_url  = "` + e.server.URL + `"
  secret    = "` + fakeservice.DefaultSecret + `"
  app_token = terraform_data.credential.output
}
resource "paymentservice_webhook" "test" {
  store_id   = "` + e.webhook.StoreID + `"
  webhook_id = "` + e.webhook.ID + `"
  active     = ` + active + `
}
`
	}
	runFrom(t, tfversion.SkipBelow(tfversion.Version1_4_0), // terraform_data
		resource.TestStep{Config: config("true", fakeservice.DefaultAppToken), ConfigPlanChecks: acctest.ThenEmptyPlan()},
		resource.TestStep{
			Config:           config("false", fakeservice.DefaultAppToken),
			ConfigPlanChecks: acctest.ThenEmptyPlan(plancheck.ExpectKnownValue(address, tfjsonpath.New("active"), knownvalue.Bool(false))),
		},
	)
}
