// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/base64"
	"maps"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const otherMerchant = "99999999-9999-4999-8999-99999999abcd"

func segment(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// jwt returns a token whose payload is any text.
func jwt(payload string) string { return segment(`{"alg":"none"}`) + "." + segment(payload) + ".c2ln" }

// If a guard, or the token that it checks, is not known yet, only calls fail. What
// is known is checked at once.
func TestGuards_unknown(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		config acctest.Values
		names  string // what the error of a call names
		says   string // what configuring says
	}{
		"guard":                            {config: acctest.Values{"allowed_modes": acctest.Unknown}, names: "`allowed_modes`"},
		"a value of a guard":               {config: acctest.Values{"allowed_merchant_ids": []any{otherMerchant, acctest.Unknown}}, names: "`allowed_merchant_ids`"},
		"token":                            {config: acctest.Values{"allowed_modes": []string{"live"}, "app_token": acctest.Unknown}, names: "`app_token`"},
		"guard and token":                  {config: acctest.Values{"allowed_modes": acctest.Unknown, "app_token": acctest.Unknown}, names: "`app_token` and `allowed_modes`"},
		"one guard, and the other refuses": {config: acctest.Values{"allowed_modes": []string{"live"}, "allowed_merchant_ids": acctest.Unknown}, says: `the claim ` + "`mode`" + ` of the application token is "test"`},
		"one value, and another is wrong":  {config: acctest.Values{"allowed_merchant_ids": []any{"acme", acctest.Unknown}}, says: "must be a UUID"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			webhook := service.AddWebhook(fakeservice.Webhook{})
			config := acctest.Values{"base_url": server.URL, "secret": fakeservice.DefaultSecret, "app_token": fakeservice.DefaultAppToken}
			maps.Copy(config, tc.config)
			p := acctest.NewProtocol(t, environment(map[string]string{"PAYMENTSERVICE_APP_TOKEN": fakeservice.DefaultAppToken}))
			diags := p.Configure(t.Context(), config)
			if !strings.Contains(diags.Errors(), tc.says) || (tc.says == "") != (len(diags) == 0) {
				t.Fatalf("configuring said %q, want %q", diags, tc.says)
			}
			if tc.names != "" {
				if diags := adopt(t, p, webhook); !strings.Contains(diags.Errors(), tc.names+" is not known before the apply") {
					t.Errorf("a call said %s", diags)
				}
			}
			if n := len(service.Requests()); n > 0 {
				t.Errorf("%d requests were sent", n)
			}
		})
	}
}

// With the wrong credentials, no plan, apply or destroy sends anything.
func TestAccGuards_nothingIsSent(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ guard, says string }{
		"another merchant": {`allowed_merchant_ids = ["` + otherMerchant + `"]`, `the claim ` + "`merchant_id`" + ` of the application token is "` + fakeservice.DefaultMerchantID + `"`},
		"another mode":     {`allowed_modes = ["live"]`, `the claim ` + "`mode`" + ` of the application token is "test"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			webhook := service.AddWebhook(fakeservice.Webhook{})
			config := func(guard string) string {
				return acctest.Provider(server, guard) + `
resource "paymentservice_webhook" "test" {
  store_id   = "` + webhook.StoreID + `"
  webhook_id = "` + webhook.ID + `"
}

data "paymentservice_charges" "all" {}
`
			}
			right := `allowed_merchant_ids = ["` + strings.ToUpper(fakeservice.DefaultMerchantID) + `"]` + "\n  " + `allowed_modes = ["test"]`
			cli := acctest.NewCLI(t, server, "1.0")
			refused := func(arguments ...string) {
				service.ResetRequests()
				if said, ok := cli.Try(arguments...); ok || !strings.Contains(said, tc.says) {
					t.Errorf("%s says %s", arguments[0], said)
				}
				if n := len(service.Requests()); n > 0 {
					t.Errorf("%s sent %d requests", arguments[0], n)
				}
			}
			cli.Write("main.tf", config(tc.guard))
			refused("plan")
			refused("apply", "-auto-approve")
			cli.Write("main.tf", config(right))
			cli.Run("apply", "-auto-approve")
			cli.Run("plan", "-detailed-exitcode") // fails if anything is left to do
			cli.Write("main.tf", config(tc.guard))
			refused("apply", "-auto-approve")
			refused("destroy", "-auto-approve")
		})
	}
}
