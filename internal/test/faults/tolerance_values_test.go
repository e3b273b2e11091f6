// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// tokenOf configures a token of a payment type, with other arguments.
func tokenOf(paymentType string, group, more acctest.Values) acctest.Values {
	config := acctest.Values{"type": "one_time", "email": "taro@example.com", "create": true, paymentType: group}
	maps.Copy(config, more)
	return config
}

func cardOf(more acctest.Values) acctest.Values {
	card := acctest.Values{"card_number": "4111111111111111", "exp_month": "12", "exp_year": "2031"}
	maps.Copy(card, more)
	return card
}

var bank = acctest.Values{"brand": "aozora_bank"}

// at returns the value with a dotted name, nil if there is none.
func at(values map[string]any, name string) any {
	first, rest, inner := strings.Cut(name, ".")
	if !inner {
		return values[first]
	}
	members, _ := values[first].(map[string]any)
	return at(members, rest)
}

// What services are seen to answer about a token reaches the results.
func TestTolerance_tokens(t *testing.T) {
	t.Parallel()

	phone := acctest.Values{"country_code": "81", "local_number": "9012345678"}
	for name, tc := range map[string]struct {
		set    func(*fakeservice.Behavior)
		config acctest.Values
		result string // its name
		want   string
	}{
		"another token type": {
			func(b *fakeservice.Behavior) { b.TokenTypes = append(b.TokenTypes, "subscription") },
			tokenOf("bank_transfer", bank, acctest.Values{"type": "subscription"}), "payment_type", "bank_transfer",
		},
		"another mode": {
			func(b *fakeservice.Behavior) { b.TokenMode = "live_test" },
			tokenOf("bank_transfer", bank, nil), "mode", "live_test",
		},
		"usage limits of words": {
			func(b *fakeservice.Behavior) { b.UsageLimits = []string{"daily", "weekly", "monthly", "annually"} },
			tokenOf("bank_transfer", bank, acctest.Values{"type": "recurring", "usage_limit": "annually"}), "usage_limit", "annually",
		},
		"a country code as text": {
			func(b *fakeservice.Behavior) { b.CountryCodeAsString = true },
			tokenOf("card", cardOf(acctest.Values{"phone_number": phone}), nil), "data.billing.phone_number.country_code", "81",
		},
		"a year of two digits": {
			func(b *fakeservice.Behavior) { b.YearsAsText = true },
			tokenOf("card", cardOf(acctest.Values{"exp_year": "31"}), nil), "data.card.exp_year", "31",
		},
		"a year of two digits in the request only": {
			func(*fakeservice.Behavior) {}, tokenOf("card", cardOf(acctest.Values{"exp_year": "31"}), nil), "data.card.exp_year", "2031",
		},
		"paidy with a telephone number as text": {
			func(*fakeservice.Behavior) {},
			tokenOf("paidy", acctest.Values{"paidy_token": "t", "phone_number": "+819012345678"}, nil),
			"data_json", `{"paidy_token":"t","phone_number":"+819012345678"}`,
		},
		"paidy with a telephone number in parts": {
			func(*fakeservice.Behavior) {},
			tokenOf("paidy", acctest.Values{"phone_number": acctest.Values{"country_code": "81"}, "shipping_address": acctest.Values{"zip": "1600022"}}, nil),
			"data_json", `{"phone_number":{"country_code":"81"},"shipping_address":{"zip":"1600022"}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				w.Set(tc.set)
				results, diags := w.protocol.Open(t.Context(), "paymentservice_transaction_token", tc.config)
				if len(diags) > 0 {
					t.Fatal(diags)
				}
				if got := fmt.Sprint(at(results, tc.result)); got != tc.want {
					t.Errorf("%s is %q, want %q", tc.result, got, tc.want)
				}
			})
		})
	}
}

// What services are seen to refuse with is told, in whatever shape they tell it.
func TestTolerance_refusals(t *testing.T) {
	t.Parallel()

	unlimited := tokenOf("bank_transfer", bank, acctest.Values{"type": "recurring"})
	shape := func(shape fakeservice.ErrorShape) func(*fakeservice.Behavior) {
		return func(b *fakeservice.Behavior) { b.RequireUsageLimit, b.ErrorShape = true, shape }
	}
	for name, tc := range map[string]struct {
		set    func(*fakeservice.Behavior)
		config acctest.Values
		want   []string
	}{
		"a list of pairs": {shape(fakeservice.ErrorPairs), unlimited, []string{"VALIDATION_ERROR", "usage_limit: REQUIRED_VALUE"}},
		"an object":       {shape(fakeservice.ErrorObject), unlimited, []string{"VALIDATION_ERROR", "usage_limit: REQUIRED_VALUE"}},
		"strings":         {shape(fakeservice.ErrorStrings), unlimited, []string{"VALIDATION_ERROR", "usage_limit: REQUIRED_VALUE"}},
		"no list":         {shape(fakeservice.ErrorMissing), unlimited, []string{"VALIDATION_ERROR", "status 400"}},
		"nothing":         {shape(fakeservice.ErrorEmpty), unlimited, []string{"status 400", "without a usage limit, set `usage_limit`"}},
		"an unknown limit": {
			func(b *fakeservice.Behavior) { b.UsageLimits = []string{"daily"} },
			tokenOf("bank_transfer", bank, acctest.Values{"type": "recurring", "usage_limit": "hourly"}), []string{"usage_limit: INVALID_VALUE"},
		},
		"an unknown type": {
			func(*fakeservice.Behavior) {}, tokenOf("bank_transfer", bank, acctest.Values{"type": "subscription"}), []string{"type: INVALID_VALUE"},
		},
		"a 401 with a code of its own": {
			func(b *fakeservice.Behavior) { b.CardsEnabled = false },
			tokenOf("card", cardOf(nil), nil), []string{"DIRECT_CARD_TOKEN_CREATION_DISABLED", "PCI DSS"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				w.Set(tc.set)
				_, diags := w.protocol.Open(t.Context(), "paymentservice_transaction_token", tc.config)
				for _, want := range append(tc.want, "No transaction token was created.") {
					if !strings.Contains(diags.Errors(), want) {
						t.Errorf("said %q, want it to contain %q", diags, want)
					}
				}
			})
		})
	}
}

// What services are seen to answer about charges reaches the results.
func TestTolerance_charges(t *testing.T) {
	t.Parallel()

	charged := fakeservice.Charge{RequestedAmount: 1050, RequestedCurrency: "USD"}
	pending := fakeservice.Charge{RequestedAmount: 1000, Status: "pending"}
	for name, tc := range map[string]struct {
		set    func(*fakeservice.Behavior)
		charge fakeservice.Charge
		result string
		want   string
	}{
		"amounts as text":          {func(b *fakeservice.Behavior) { b.AmountsAsText = true }, charged, "requested_amount_formatted", "10.5"},
		"an empty error":           {func(b *fakeservice.Behavior) { b.EmptyErrorObject = true }, charged, "error", "{}"},
		"a number with a fraction": {func(b *fakeservice.Behavior) { b.NumberStyle = fakeservice.NumberFraction }, charged, "charged_amount", "1050"},
		"a number with an exponent": {
			func(b *fakeservice.Behavior) { b.NumberStyle = fakeservice.NumberExponent }, pending, "requested_amount", "1000",
		},
		"nothing charged yet":     {func(*fakeservice.Behavior) {}, pending, "charged_amount", "<nil>"},
		"another status":          {func(*fakeservice.Behavior) {}, pending, "status", "pending"},
		"another mode":            {func(*fakeservice.Behavior) {}, fakeservice.Charge{Mode: "live_test"}, "mode", "live_test"},
		"a filter by e-mail":      {byEmail, fakeservice.Charge{Email: "taro@example.com", Descriptor: new("of Taro")}, "descriptor", "of Taro"},
		"days for times of a day": {func(b *fakeservice.Behavior) { b.DateFilterWholeDays = true }, pending, "status", "pending"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				w.Set(tc.set)
				tc.charge.StoreID = webhookID // a store of its own
				w.AddCharges(tc.charge)
				config := acctest.Values{"store_id": webhookID}
				if name == "a filter by e-mail" {
					w.AddCharges(fakeservice.Charge{StoreID: webhookID, Email: "hanako@example.com"})
					config["extra_filters"] = acctest.Values{"email": "taro@example.com"}
				}
				results, diags := w.protocol.Read(t.Context(), "paymentservice_charges", config)
				if len(diags) > 0 {
					t.Fatal(diags)
				}
				list, _ := results["charges"].([]any)
				if len(list) != 1 {
					t.Fatalf("%d charges, want 1", len(list))
				}
				charge, _ := list[0].(map[string]any)
				if got := fmt.Sprint(charge[tc.result]); got != tc.want {
					t.Errorf("%s is %q, want %q", tc.result, got, tc.want)
				}
			})
		})
	}
}

func byEmail(b *fakeservice.Behavior) {
	b.ExtraFilters = map[string]fakeservice.ChargeFilter{"email": fakeservice.MatchEmail}
}

// Webhooks have more triggers than the two that are documented.
func TestTolerance_triggers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, nil)
		triggers := []any{
			"token_created", "token_updated", "charge_updated", "charge_finished", "refund_finished", "cancel_finished",
			"subscription_payment", "subscription_failure", "bank_transfer_status_updated",
		}
		w.adopt(t, acctest.Values{"triggers": triggers})
		if got, _ := w.Webhook(webhookID); len(got.Triggers) != len(triggers) {
			t.Errorf("the service has %q", got.Triggers)
		}
		if plan, diags := w.webhook.Plan(t.Context(), webhookConfig(acctest.Values{"triggers": triggers})); len(diags) > 0 || !plan.Empty {
			t.Errorf("the next plan is not empty: %v", diags)
		}
	})
}

// A URL that another webhook of the store has is refused by some services.
func TestTolerance_duplicateURL(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, nil)
		w.Set(func(b *fakeservice.Behavior) { b.DuplicateURLConflict = true })
		other := w.AddWebhook(fakeservice.Webhook{})
		diags := w.webhook.Apply(t.Context(), webhookConfig(acctest.Values{"url": other.URL}))
		for _, want := range []string{"Unable to Update Webhook", "status 409", "url: DUPLICATE_URL"} {
			if !strings.Contains(diags.Errors(), want) {
				t.Errorf("said %q, want it to contain %q", diags, want)
			}
		}
		if w.webhook.State() != nil {
			t.Error("a refused adoption is in the state")
		}
	})
}
