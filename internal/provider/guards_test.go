// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"encoding/base64"
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const otherMerchant = "99999999-9999-4999-8999-99999999abcd"

func segment(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// jwt returns a token whose payload is any text.
func jwt(payload string) string { return segment(`{"alg":"none"}`) + "." + segment(payload) + ".c2ln" }

func TestGuards(t *testing.T) {
	t.Parallel()
	const unexpected = "Unexpected Application Token"
	merchant := acctest.Values{"allowed_merchant_ids": []string{otherMerchant, "88888888-8888-4888-8888-888888888888"}}
	mode := acctest.Values{"allowed_modes": []string{"test"}}
	for name, tc := range map[string]struct {
		token  string
		guards acctest.Values
		// says is what the error says; nothing if the token is accepted.
		says []string
	}{
		"no guard, no JWT":           {token: "t0ken"},
		"merchant":                   {token: jwt(`{"merchant_id":"` + otherMerchant + `"}`), guards: merchant},
		"merchant in capitals":       {token: jwt(`{"merchant_id":"` + strings.ToUpper(otherMerchant) + `"}`), guards: merchant},
		"mode":                       {token: jwt(`{"mode":"test"}`), guards: mode},
		"several modes":              {token: jwt(`{"mode":"live_test"}`), guards: acctest.Values{"allowed_modes": []string{"test", "live_test"}}},
		"both":                       {token: jwt(`{"mode":"test","merchant_id":"` + otherMerchant + `"}`), guards: both(merchant, mode)},
		"padding":                    {token: segment(`{}`) + "." + base64.URLEncoding.EncodeToString([]byte(`{"mode":"test" }`)) + ".", guards: mode},
		"another merchant":           {jwt(`{"merchant_id":"` + fakeservice.DefaultMerchantID + `"}`), merchant, []string{unexpected, "`allowed_merchant_ids`", "`merchant_id`", `"` + fakeservice.DefaultMerchantID + `"`, "No request was sent"}},
		"live":                       {jwt(`{"mode":"live"}`), mode, []string{unexpected, "`allowed_modes`", "`mode`", `"live"`, "No request was sent"}},
		"modes have a case":          {jwt(`{"mode":"TEST"}`), mode, []string{unexpected, `"TEST"`}},
		"no merchant":                {jwt(`{"mode":"test"}`), merchant, []string{unexpected, "no claim `merchant_id`", "cannot be checked is refused"}},
		"no mode":                    {jwt(`{"merchant_id":"` + otherMerchant + `"}`), mode, []string{unexpected, "no claim `mode`", "A merchant's token does not always have a mode"}},
		"another spelling":           {jwt(`{"Mode":"test"}`), mode, []string{unexpected, "no claim `mode`"}},
		"mode null":                  {jwt(`{"mode":null}`), mode, []string{unexpected, "no claim `mode`"}},
		"mode empty":                 {jwt(`{"mode":""}`), mode, []string{unexpected, "no claim `mode`"}},
		"mode a number":              {jwt(`{"mode":1}`), mode, []string{unexpected, "the claim `mode` of the application token is a number, not a string"}},
		"modes":                      {jwt(`{"mode":["test"]}`), mode, []string{unexpected, "the claim `mode` of the application token is an array, not a string"}},
		"a merchant as an object":    {jwt(`{"merchant_id":{"id":"` + otherMerchant + `"}}`), merchant, []string{unexpected, "the claim `merchant_id` of the application token is an object, not a string"}},
		"two modes":                  {jwt(`{"mode":"live","mode":"test"}`), mode, []string{unexpected, "the claim `mode` of the application token is present 2 times, so it cannot be compared"}},
		"the same mode twice":        {jwt(`{"mode":"test","mode":"test"}`), mode, []string{unexpected, "present 2 times"}},
		"two modes, one escaped":     {jwt(`{"mo\u0064e":"live","mode":"test"}`), mode, []string{unexpected, "present 2 times"}},
		"two modes in two cases":     {jwt(`{"mode":"test","MODE":"live"}`), mode, []string{unexpected, "present 2 times"}},
		"a mode and none":            {jwt(`{"mode":null,"mode":"test"}`), mode, []string{unexpected, "present 2 times"}},
		"two merchants":              {jwt(`{"merchant_id":"` + fakeservice.DefaultMerchantID + `","merchant_id":"` + otherMerchant + `"}`), merchant, []string{unexpected, "the claim `merchant_id` of the application token is present 2 times"}},
		"two of another claim":       {token: jwt(`{"sub":"a","sub":"b","mode":"test"}`), guards: mode},
		"a claim inside another":     {token: jwt(`{"data":{"mode":"live"},"mode":"test"}`), guards: mode},
		"not a JWT":                  {"t0ken", mode, []string{unexpected, "is not a JWT", "three parts", "`mode`"}},
		"five parts":                 {jwt(`{"mode":"test"}`) + ".a.b", mode, []string{unexpected, "is not a JWT", "three parts"}},
		"header no JSON":             {"aaaa." + segment(`{"mode":"test"}`) + ".", mode, []string{unexpected, "is not a JWT", "its first part"}},
		"payload no base64":          {segment("{}") + ".!!!.", mode, []string{unexpected, "is not a JWT", "its second part"}},
		"payload no object":          {jwt(`["test"]`), mode, []string{unexpected, "is not a JWT", "its second part"}},
		"payload null":               {jwt(`null`), mode, []string{unexpected, "is not a JWT", "its second part"}},
		"one of two":                 {jwt(`{"mode":"live","merchant_id":"` + otherMerchant + `"}`), both(merchant, mode), []string{"`allowed_modes`", `"live"`}},
		"neither":                    {jwt(`{"mode":"live"}`), both(merchant, mode), []string{"`allowed_modes`", "`allowed_merchant_ids`"}},
		"a long claim":               {jwt(`{"mode":"` + strings.Repeat("l3akY", 1000) + `"}`), mode, []string{unexpected, "a text of 5000 bytes"}},
		"a claim with escapes":       {jwt(`{"mode":"\u001b[31mred\n"}`), mode, []string{unexpected, `"\x1b[31mred\n"`}},
		"a claim that is the secret": {jwt(`{"mode":"l3akY-secret"}`), mode, []string{unexpected, "a part of the credentials"}},
		"a claim with the secret":    {jwt(`{"mode":"x l3akY-secret"}`), mode, []string{unexpected, "a part of the credentials"}},
		"a mode in the secret":       {jwt(`{"mode":"secret"}`), mode, []string{unexpected, `"secret"`}},
		"a claim in the secret":      {jwt(`{"mode":"akY-secret"}`), mode, []string{unexpected, "a part of the credentials"}},
		"no merchants allowed":       {jwt(`{}`), acctest.Values{"allowed_merchant_ids": []string{}}, []string{"Invalid Provider Configuration", "`allowed_merchant_ids`", "at least one value"}},
		"no modes allowed":           {jwt(`{}`), acctest.Values{"allowed_modes": []string{}}, []string{"Invalid Provider Configuration", "`allowed_modes`", "at least one value"}},
		"a merchant without a UUID":  {jwt(`{}`), acctest.Values{"allowed_merchant_ids": []string{otherMerchant, "acme"}}, []string{"Invalid Provider Configuration", "`allowed_merchant_ids`", "must be a UUID"}},
		"a blank mode":               {jwt(`{}`), acctest.Values{"allowed_modes": []string{" "}}, []string{"Invalid Provider Configuration", "`allowed_modes`", "must not be empty or blank"}},
		"a null mode":                {jwt(`{}`), acctest.Values{"allowed_modes": []any{"test", nil}}, []string{"Invalid Provider Configuration", "`allowed_modes`", "null"}},
	} {
		for _, from := range []string{"argument", "environment"} {
			t.Run(name+"/"+from, func(t *testing.T) {
				t.Parallel()
				service, server := acctest.Start(t, fakeservice.WithCredentials("l3akY-secret", tc.token))
				webhook := service.AddWebhook(fakeservice.Webhook{})
				config, env := acctest.Values{"base_url": server.URL, "secret": "l3akY-secret"}, map[string]string{}
				maps.Copy(config, tc.guards)
				if from == "argument" {
					config["app_token"] = tc.token
				} else {
					env["PAYMENTSERVICE_APP_TOKEN"] = tc.token
				}
				p := acctest.NewProtocol(t, environment(env))
				diags := p.Configure(t.Context(), config)
				for _, want := range tc.says {
					if !strings.Contains(diags.Errors(), want) {
						t.Errorf("the error does not say %q:\n%s", want, diags)
					}
				}
				for _, secret := range []string{"l3akY", tc.token, "c2ln"} {
					if strings.Contains(diags.String(), secret) {
						t.Errorf("the message shows %q:\n%s", secret, diags)
					}
				}
				if len(tc.says) == 0 {
					if diags = append(diags, adopt(t, p, webhook)...); len(diags) > 0 {
						t.Error(diags)
					}
				} else if n := len(service.Requests()); n > 0 {
					t.Errorf("%d requests were sent", n)
				}
			})
		}
	}
}

func both(a, b acctest.Values) acctest.Values {
	all := maps.Clone(a)
	maps.Copy(all, b)
	return all
}

// A guard, or what it guards, that is not known yet stops whatever needs a call,
// and nothing else; what is known is judged at once.
func TestGuards_unknown(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		config acctest.Values
		names  string // what the error of a call names
		says   string // what configuring says
	}{
		"guard":                            {config: acctest.Values{"allowed_modes": acctest.Unknown}, names: "`allowed_modes`"},
		"one of its values":                {config: acctest.Values{"allowed_merchant_ids": []any{otherMerchant, acctest.Unknown}}, names: "`allowed_merchant_ids`"},
		"token":                            {config: acctest.Values{"allowed_modes": []string{"live"}, "app_token": acctest.Unknown}, names: "`app_token`"},
		"both":                             {config: acctest.Values{"allowed_modes": acctest.Unknown, "app_token": acctest.Unknown}, names: "`app_token` and `allowed_modes`"},
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

// The wrong credentials send nothing: in no plan, no apply and no destroy.
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
			nothingSent := func() {
				if n := len(service.Requests()); n > 0 {
					t.Errorf("%d requests were sent", n)
				}
			}
			right := `allowed_merchant_ids = ["` + strings.ToUpper(fakeservice.DefaultMerchantID) + `"]` + "\n  " + `allowed_modes = ["test"]`
			resource.Test(t, resource.TestCase{
				ProtoV6ProviderFactories: acctest.Factories(),
				Steps: []resource.TestStep{
					{Config: config(tc.guard), PlanOnly: true, ExpectError: acctest.Message(tc.says)},
					{Config: config(tc.guard), ExpectError: acctest.Message(tc.says)},
					{PreConfig: nothingSent, Config: config(right), ConfigPlanChecks: acctest.ThenEmptyPlan()},
					{PreConfig: service.ResetRequests, Config: config(tc.guard), ExpectError: acctest.Message(tc.says)},
					{Config: config(tc.guard), Destroy: true, ExpectError: acctest.Message(tc.says)},
					{PreConfig: nothingSent, Config: config(right)},
				},
			})
		})
	}
}
