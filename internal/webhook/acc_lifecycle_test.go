// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
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
				value("deactivate_on_destroy", knownvalue.Bool(false)),
			},
		},
		resource.TestStep{ // only what changes is sent
			Config:           e.config(`url = "https://hooks.example.com/b"`, `triggers = []`, `active = true`),
			ConfigPlanChecks: acctest.ThenEmptyPlan(plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)),
			Check:            e.expectBodies(t, `{"triggers":[]}`),
		},
		resource.TestStep{ // taken out of the configuration, settings stay as they are
			Config:           e.config(),
			ConfigPlanChecks: emptyPlan,
			Check:            e.expectBodies(t),
		},
		resource.TestStep{ // not worth a call
			Config: e.config(`deactivate_on_destroy = true`),
			ConfigPlanChecks: acctest.ThenEmptyPlan(
				plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate),
				plancheck.ExpectKnownValue(address, tfjsonpath.New("updated_on"), knownvalue.NotNull()),
			),
			Check: e.expectBodies(t),
		},
	)
	if w := e.now(t); w.Active {
		t.Error("the webhook is still active after it was destroyed with deactivate_on_destroy")
	}
	e.expectLast(t, `{"active":false}`)
}

// expectLast checks the body of the last update, such as that of a destroy.
func (e env) expectLast(t *testing.T, want string) {
	t.Helper()
	updates := e.Requests(fakeservice.ByMethod("PATCH"))
	if len(updates) == 0 {
		t.Fatal("the service got no update")
	}
	if got := string(updates[len(updates)-1].Body); got != want {
		t.Errorf("the last update was %s, want %s", got, want)
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
			Check: e.expectBodies(t, `{"active":true}`),
		},
	)
	if !e.now(t).Active {
		t.Error("the webhook was not resumed, or destroying the resource stopped it")
	}
}

func TestAccWebhook_nothingConfigured(t *testing.T) {
	t.Parallel()
	e := start(t)
	run(t, resource.TestStep{
		Config: e.config(), ConfigPlanChecks: acctest.ThenEmptyPlan(), Check: e.expectBodies(t, `{}`),
		ConfigStateChecks: []statecheck.StateCheck{
			value("url", knownvalue.StringExact(e.webhook.URL)),
			value("active", knownvalue.Bool(true)),
			value("triggers", knownvalue.SetExact([]knownvalue.Check{knownvalue.StringExact("charge_finished")})),
		},
	})
}

// A setting that is not configured may change with the update of another one.
func TestAccWebhook_serviceChangesTheRest(t *testing.T) {
	t.Parallel()
	e := start(t)
	run(t,
		resource.TestStep{Config: e.config(`active = false`)},
		resource.TestStep{
			PreConfig: func() {
				e.Set(func(b *fakeservice.Behavior) {
					b.WebhookMutator = func(w map[string]any) { w["triggers"] = []string{"token_created"} }
				})
			},
			Config:           e.config(`active = true`),
			ConfigPlanChecks: acctest.ThenEmptyPlan(),
			ConfigStateChecks: []statecheck.StateCheck{
				value("triggers", knownvalue.SetExact([]knownvalue.Check{knownvalue.StringExact("token_created")})),
			},
		},
	)
}

func TestAccWebhook_otherSpelling(t *testing.T) {
	t.Parallel()
	e := start(t)
	e.Set(func(b *fakeservice.Behavior) {
		b.WebhookMutator = func(w map[string]any) {
			w["url"] = "https://hooks.example.com/"
			if triggers, ok := w["triggers"].([]string); ok && len(triggers) == 2 {
				w["triggers"] = []string{triggers[1], triggers[0], triggers[1]}
			}
		}
	})
	run(t,
		resource.TestStep{
			Config:           e.config(`url = "HTTPS://Hooks.Example.com:443"`, `triggers = ["charge_finished", "refund_finished"]`),
			ConfigPlanChecks: acctest.ThenEmptyPlan(),
			ConfigStateChecks: []statecheck.StateCheck{
				value("url", knownvalue.StringExact("HTTPS://Hooks.Example.com:443")),
			},
		},
		resource.TestStep{ // another spelling in the configuration is a change of the user's, made once
			Config:           e.config(`url = "https://hooks.example.com"`, `triggers = ["charge_finished", "refund_finished"]`),
			ConfigPlanChecks: acctest.ThenEmptyPlan(plancheck.ExpectResourceAction(address, plancheck.ResourceActionUpdate)),
			ConfigStateChecks: []statecheck.StateCheck{
				value("url", knownvalue.StringExact("https://hooks.example.com")),
			},
		},
	)
}

func TestAccWebhook_throughMerchant(t *testing.T) {
	t.Parallel()
	e := start(t)
	merchant := `merchant_id = "` + e.webhook.MerchantID + `"`
	paths := func(t *testing.T, wantLong bool) {
		t.Helper()
		for _, r := range e.Requests() {
			if got := r.Route == r.Method+" /merchants/{merchantId}/stores/{storeId}/webhooks/{webhookId}"; got != wantLong {
				t.Errorf("%s went through the merchant: %t, want %t", r.Path, got, wantLong)
			}
		}
		e.ResetRequests()
	}
	run(t,
		resource.TestStep{Config: e.config(merchant, `active = true`), ConfigPlanChecks: acctest.ThenEmptyPlan()},
		resource.TestStep{
			PreConfig:        func() { paths(t, true) },
			Config:           e.config(merchant, `active = false`, `deactivate_on_destroy = true`),
			ConfigPlanChecks: acctest.ThenEmptyPlan(),
		},
	)
	paths(t, true)
}

func TestAccWebhook_replacement(t *testing.T) {
	t.Parallel()
	e := start(t)
	other := e.AddWebhook(fakeservice.Webhook{URL: "https://hooks.example.com/other"})
	config := e.config(`active = true`)
	e.webhook, other = other, e.webhook
	run(t,
		resource.TestStep{Config: config, ConfigPlanChecks: acctest.ThenEmptyPlan()},
		resource.TestStep{
			Config:           e.config(`active = true`),
			ConfigPlanChecks: acctest.ThenEmptyPlan(plancheck.ExpectResourceAction(address, plancheck.ResourceActionReplace)),
		},
	)
	if w, _ := e.Webhook(other.ID); !w.Active {
		t.Error("the webhook that was replaced was stopped")
	}
	if !slices.Equal(e.now(t).Triggers, e.webhook.Triggers) {
		t.Error("the webhook that was adopted has other triggers than before")
	}
}
