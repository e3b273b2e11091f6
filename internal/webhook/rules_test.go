// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// TestValidate: what a configuration must not say, and what it should not.
func TestValidate(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		config acctest.Values
		fails  []string
		warns  []string
	}{
		// The life cycle.
		"an adoption": {
			config: adopting(nil),
		},
		"a creation": {
			config: creating(nil),
		},
		"neither an id nor a life cycle": {
			config: acctest.Values{"store_id": storeID},
			fails:  []string{"Either `webhook_id` or `delete_on_destroy` must be set"},
		},
		"both": {
			config: adopting(acctest.Values{"delete_on_destroy": false}),
			fails:  []string{"`webhook_id` and `delete_on_destroy` cannot both be set"},
		},
		"a module passes both on": {
			config: adopting(acctest.Values{"webhook_id": acctest.Unknown, "delete_on_destroy": acctest.Unknown}),
		},
		"a creation without a URL": {
			config: creating(acctest.Values{"url": nil}),
			fails:  []string{"requires both `url` and `triggers`"},
		},
		"a creation without triggers": {
			config: creating(acctest.Values{"triggers": nil}),
			fails:  []string{"requires both `url` and `triggers`"},
		},
		"a module passes the id on, and there is no URL": {
			config: adopting(acctest.Values{"webhook_id": acctest.Unknown}),
		},

		// Single arguments.
		"a store that is empty": {
			config: adopting(acctest.Values{"store_id": ""}),
			fails:  []string{"`store_id` must not be empty or blank (a CI secret"},
		},
		"an id that is empty": {
			config: adopting(acctest.Values{"webhook_id": ""}),
			fails:  []string{"`webhook_id` must not be empty or blank; to leave it unset, omit it"},
		},
		"a merchant that is no UUID": {
			config: adopting(acctest.Values{"merchant_id": "acme"}),
			fails:  []string{"`merchant_id` must be a UUID"},
		},
		"an id with a blank": {
			config: adopting(acctest.Values{"webhook_id": hookID + " "}),
			fails:  []string{"`webhook_id` must not have white space"},
		},
		"a local URL": {
			config: adopting(acctest.Values{"url": "http://localhost/hook"}),
			fails:  []string{"Invalid Webhook URL", "`url` must be reachable from the internet"},
		},
		"no triggers": {
			config: adopting(acctest.Values{"triggers": []string{}}),
			fails:  []string{"triggers", "at least 1"},
		},
		"a null trigger": {
			config: adopting(acctest.Values{"triggers": []any{nil}}),
			fails:  []string{"null value"},
		},
		"a blank trigger": {
			config: adopting(acctest.Values{"triggers": []string{" "}}),
			fails:  []string{"Invalid Webhook Trigger", "must not be null, empty or blank"},
		},
		"a trigger with a blank": {
			config: adopting(acctest.Values{"triggers": []string{"charge_finished", " refund_finished"}}),
			fails:  []string{"must not have white space"},
			warns:  []string{"looks like a misspelling of `refund_finished`"},
		},

		// Triggers that may be misspelled.
		"a letter is missing": {
			config: adopting(acctest.Values{"triggers": []string{"charge_finshed"}}),
			warns:  []string{"looks like a misspelling of `charge_finished`"},
		},
		"two letters that change places": {
			config: adopting(acctest.Values{"triggers": []string{"refund_finsihed"}}),
			warns:  []string{"looks like a misspelling of `refund_finished`"},
		},
		"a trigger in capitals": {
			config: adopting(acctest.Values{"triggers": []string{"CHARGE_FINISHED"}}),
			warns:  []string{"looks like a misspelling of `charge_finished`"},
		},
		"two triggers, and one is misspelled": {
			config: adopting(acctest.Values{"triggers": []string{"?", "refund_finish"}}),
			warns:  []string{"looks like a misspelling of `refund_finished`"},
		},
		"three letters": {
			config: adopting(acctest.Values{"triggers": []string{"charges_finish"}}),
		},
		"a trigger of this service": {
			config: adopting(acctest.Values{"triggers": []string{"token_created", "?"}}),
		},

		// The token.
		"an empty token": {
			config: adopting(acctest.Values{"auth_token": ""}),
			fails:  []string{"`auth_token` must not be empty or blank"},
			warns:  []string{"Webhook Token Kept in State"},
		},
		"a blank token that is not kept": {
			config: adopting(acctest.Values{"auth_token_wo": " ", "auth_token_wo_version": 1}),
			fails:  []string{"`auth_token_wo` must not be empty or blank"},
		},
		"a token with a blank after it": {
			config: adopting(acctest.Values{"auth_token": "Bearer " + secretText + " "}),
			fails:  []string{"`auth_token` must not have white space at its beginning or end"},
			warns:  []string{"Webhook Token Kept in State"},
		},
		"a blank before a token that is not kept": {
			config: adopting(acctest.Values{"auth_token_wo": " Bearer " + secretText, "auth_token_wo_version": 1}),
			fails:  []string{"`auth_token_wo` must not have white space at its beginning or end"},
		},
		"a token with a line break": {
			config: adopting(acctest.Values{"auth_token_wo": secretText + "\n", "auth_token_wo_version": 1}),
			fails:  []string{"Invalid Webhook Token", "`auth_token_wo`"},
		},
		"a token without its version": {
			config: adopting(acctest.Values{"auth_token_wo": secretText}),
			fails:  []string{"`auth_token_wo` requires `auth_token_wo_version`"},
		},
		"a version whose token comes later": {
			config: adopting(acctest.Values{"auth_token_wo_version": 1}),
		},
		"a token in the state": {
			config: adopting(acctest.Values{"auth_token": secretText}),
			warns:  []string{"Webhook Token Kept in State", "use `auth_token_wo`"},
		},
		"both tokens": {
			config: adopting(acctest.Values{
				"auth_token":            secretText,
				"auth_token_wo":         secretText,
				"auth_token_wo_version": 1,
			}),
			fails: []string{"`auth_token` and `auth_token_wo` cannot both be set"},
			warns: []string{"Webhook Token Kept in State"},
		},
		"a module passes all tokens on": {
			config: adopting(acctest.Values{
				"auth_token":            acctest.Unknown,
				"auth_token_wo":         acctest.Unknown,
				"auth_token_wo_version": acctest.Unknown,
			}),
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			diags := start(t, nil).resource().Validate(t.Context(), tt.config)
			wantErrors(t, diags, tt.fails...)
			wantWarnings(t, diags, tt.warns...)
			wantNoToken(t, diags.String())
		})
	}
}

// TestValidate_olderCLI: a CLI without write-only arguments is not told to use one.
func TestValidate_olderCLI(t *testing.T) {
	t.Parallel()
	e := start(t, nil)
	config := adopting(acctest.Values{"auth_token": secretText})
	checked, err := e.Server.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{
		TypeName: webhookType,
		Config:   acctest.Encode(t, e.Schemas.ResourceSchemas[webhookType], config),
	})
	if err != nil {
		t.Fatal(err)
	}
	wantText(t, acctest.Diagnostics(checked.Diagnostics).String())
}
