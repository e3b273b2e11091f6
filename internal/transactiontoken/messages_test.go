// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// found are configurations in which `validate` finds something. The golden file has
// every message.
var found = map[string]struct {
	of     string
	change values
}{
	"no payment method":  {"online", values{"online": nil}},
	"two methods":        {"online", values{"bank_transfer/brand": "aozora_bank"}},
	"three methods":      {"konbini", values{"bank_transfer/brand": "aozora_bank", "paidy": values{}}},
	"blank texts":        {"card", values{"type": "", "usage_limit": " ", "card/card_number": "\u3000"}},
	"blank user":         {"online", values{"online/user_identifier": ""}},
	"paidy no object":    {"paidy", values{"paidy": "tok_918273"}},
	"wrong everywhere":   {"bank_transfer", values{"email": "nobody", "ip_address": "::1", "metadata/service-customer-id": "c-1", "bank_transfer/brand": "other"}},
	"no e-mail":          {"konbini", values{"email": nil}},
	"empty card":         {"card", values{"card": values{}}},
	"wrong card":         {"card", values{"card/exp_month": "13", "card/exp_year": "031", "card/country": "jp", "card/phone_number": values{"country_code": "+81", "local_number": "090-1"}}},
	"wrong parts":        {"card", values{"card/cvv_authorize/currency": "jpy", "card/three_ds/redirect_endpoint": "/done"}},
	"3-D Secure":         {"card", values{"card/three_ds/enabled": true}},
	"empty konbini":      {"konbini", values{"konbini": values{}}},
	"wrong konbini":      {"konbini", values{"konbini/convenience_store": "kiosk", "konbini/phone_number/country_code": "82", "konbini/expiration_period": "P61D", "konbini/expiration_time_shift": "18:00:00"}},
	"period of a month":  {"konbini", values{"konbini/expiration_period": "P1M"}},
	"period in words":    {"konbini", values{"konbini/expiration_period": "30 days"}},
	"period too short":   {"konbini", values{"konbini/expiration_period": "PT1H", "konbini/expiration_time_shift": "18:00Z"}},
	"shift of no effect": {"konbini", values{"konbini/convenience_store": "sunkus", "konbini/expiration_time_shift": "18:00Z"}},
	"shift broken, too":  {"konbini", values{"konbini/convenience_store": "sunkus", "konbini/expiration_time_shift": "18:00"}},
	"limit of no effect": {"card", values{"usage_limit": "monthly"}},
	"empty online":       {"online", values{"online": values{}}},
	"wrong online":       {"online", values{"online/brand": "other", "online/call_method": "post", "online/os_type": "Android"}},
	"recurring online":   {"online", values{"type": "recurring"}},
	"another method":     {"online", values{"online/call_method": "app"}},
	"no such method":     {"online", values{"online/call_method": "post"}},
	"we_chat_online web": {"online", values{"online/brand": "we_chat_online", "online/call_method": "web"}},
	"alipay_plus_online": {"online", values{"online/brand": "alipay_plus_online", "online/call_method": "app"}},
}

// opened are configurations and answers of which Open says something.
var opened = map[string]struct {
	of      string
	change  values
	fault   fakeservice.Fault
	options []provider.Option
}{
	"create not set":       {of: "online", change: values{"create": nil}},
	"create false in tofu": {of: "online", change: values{"create": false}, options: []provider.Option{provider.WithOpenTofu(true)}},
	"wrong":                {of: "konbini", change: values{"ip_address": "::1", "konbini/customer_name": "", "usage_limit": "monthly"}},
	"contradictions":       {of: "bank_transfer", change: values{"usage_limit": "monthly"}, fault: answer(201, `{"id":"`+id+`","type":"one_time","usage_limit":null,"payment_type":"card","active":false}`)},
	"refused":              {of: "bank_transfer", fault: answer(400, `{"status":"error","code":"VALIDATION_ERROR","errors":[{"field":"data.brand","reason":"INVALID_BRAND"}]}`)},
	"card refused":         {of: "card", change: values{"type": "recurring"}, fault: answer(403, `{}`)},
	"cards disabled":       {of: "card", fault: answer(401, `{"code":"DIRECT_CARD_TOKEN_CREATION_DISABLED"}`)},
	"server error":         {of: "online", fault: answer(500, `{}`)},
	"server error, id":     {of: "online", fault: answer(500, `{"id":"`+id+`"}`)},
	"redirect":             {of: "online", fault: fakeservice.Redirect(307, "/elsewhere")},
	"accepted, id":         {of: "online", fault: answer(202, `{"id":"`+id+`"}`)},
	"no token":             {of: "online", fault: answer(201, `[]`)},
	"no UUID":              {of: "online", fault: answer(201, `{"id":"not-a-uuid"}`)},
	"an error as success":  {of: "online", fault: answer(201, `{"id":"`+id+`","status":"error","code":"DUPLICATE"}`)},
	"connection closed":    {of: "online", fault: fakeservice.Fault{Break: fakeservice.BreakClose}},
}

// TestMessages renders every message of the token as a CLI gets it: with the path
// to the argument whose source line is shown, if any.
func TestMessages(t *testing.T) {
	t.Parallel()

	var text strings.Builder
	show := func(name string, diags acctest.Diagnostics) {
		fmt.Fprintf(&text, "## %s\n\n", name)
		for _, d := range diags {
			fmt.Fprintf(&text, "%s: %s %v\n%s\n\n", strings.ToLower(d.Severity.String()), d.Summary, d.Attribute, d.Detail)
		}
		if len(diags) == 0 {
			t.Errorf("%s: no message", name)
		}
	}
	p := acctest.NewProtocol(t)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		checked, err := p.Server.ValidateEphemeralResourceConfig(t.Context(), &tfprotov6.ValidateEphemeralResourceConfigRequest{
			TypeName: tokenType, Config: p.EphemeralConfig(tokenType, with(found[name].of, found[name].change)),
		})
		if err != nil {
			t.Fatal(err)
		}
		show("validate, "+name, checked.Diagnostics)
	}
	for _, name := range slices.Sorted(maps.Keys(opened)) {
		tc := opened[name]
		service, server := acctest.Start(t, fakeservice.WithCredentials(fakeservice.DefaultSecret, merchantToken))
		if tc.fault.Status != 0 || tc.fault.Break != 0 {
			service.Inject(tc.fault)
		}
		_, diags := acctest.Configured(t, server, values{"app_token": merchantToken}, tc.options...).Open(t.Context(), tokenType, with(tc.of, tc.change))
		show("open, "+name, diags)
	}
	golden.Compare(t, "messages.golden", text.String())
	for _, secret := range []string{cardNumber, cvv, cardholder} {
		if strings.Contains(text.String(), secret) {
			t.Errorf("a message shows %q", secret)
		}
	}
}
