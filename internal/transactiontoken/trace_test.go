// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-log/tflogtest"
	"github.com/hashicorp/terraform-plugin-log/tfsdklogtest"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// protocol is the provider as a CLI sees it, and all that it logs.
type protocol struct {
	tfprotov6.ProviderServer
	log bytes.Buffer
}

func (p *protocol) context(t *testing.T) context.Context {
	t.Helper()
	return tflogtest.RootLogger(tfsdklogtest.RootLogger(t.Context(), &p.log), &p.log)
}

func newProtocol(t *testing.T, server *fakeservice.Server) *protocol {
	t.Helper()
	inner, err := acctest.Server()
	if err != nil {
		t.Fatal(err)
	}
	p := &protocol{ProviderServer: inner}
	schemas, err := p.GetProviderSchema(p.context(t), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	config := dynamicValue(t, schemas.Provider.ValueType(), object{
		"base_url": server.URL, "secret": fakeservice.DefaultSecret, "app_token": fakeservice.DefaultAppToken,
	})
	resp, err := p.ConfigureProvider(p.context(t), &tfprotov6.ConfigureProviderRequest{Config: config, ClientCapabilities: &tfprotov6.ConfigureProviderClientCapabilities{}})
	if err != nil || len(resp.Diagnostics) > 0 {
		t.Fatal(err, resp)
	}
	return p
}

func dynamicValue(t *testing.T, typ tftypes.Type, config object) *tfprotov6.DynamicValue {
	t.Helper()
	value, err := tfprotov6.NewDynamicValue(typ, wire(t, typ, config))
	if err != nil {
		t.Fatal(err)
	}
	return &value
}

func (p *protocol) openToken(t *testing.T, config object) []*tfprotov6.Diagnostic {
	t.Helper()
	value := dynamicValue(t, tokenSchema(t).Type().TerraformType(t.Context()), config)
	validated, err := p.ValidateEphemeralResourceConfig(p.context(t), &tfprotov6.ValidateEphemeralResourceConfigRequest{
		TypeName: "paymentservice_transaction_token", Config: value,
	})
	if err != nil {
		t.Fatal(err)
	}
	opened, err := p.OpenEphemeralResource(p.context(t), &tfprotov6.OpenEphemeralResourceRequest{
		TypeName: "paymentservice_transaction_token", Config: value, ClientCapabilities: &tfprotov6.OpenEphemeralResourceClientCapabilities{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return append(validated.Diagnostics, opened.Diagnostics...)
}

// Whatever becomes of a token, nothing that a card is made of is logged at any
// level or said in a message.
func TestTransactionToken_leavesNoTrace(t *testing.T) {
	t.Parallel()

	const paidyToken = "tok_918273"
	echo := fmt.Appendf(nil, `{"code":"X","errors":[{"field":"data","reason":"%s %s %s"}]}`, cardNumber, cvv, cardholder)
	for name, tc := range map[string]struct {
		config object
		fault  *fakeservice.Fault
		fails  bool
	}{
		"created":        {config: with("card", nil)},
		"paidy, created": {config: with("paidy", nil)},
		"wrong":          {config: with("card", object{"card/exp_month": cardNumber, "card/country": cardholder, "card/exp_year": cvv}), fails: true},
		"refused":        {config: with("card", nil), fault: &fakeservice.Fault{Status: 400, Body: echo}, fails: true},
		"paidy, refused": {config: with("paidy", nil), fault: &fakeservice.Fault{Status: 400, Body: []byte(`{"code":"` + paidyToken + `"}`)}, fails: true},
		"failed":         {config: with("card", nil), fault: &fakeservice.Fault{Status: 500, Body: echo}, fails: true},
		"not JSON":       {config: with("card", nil), fault: &fakeservice.Fault{Status: 201, Body: []byte(cardNumber + cardholder)}, fails: true},
		"cut":            {config: with("card", nil), fault: &fakeservice.Fault{Break: fakeservice.BreakCut, CutAt: 100}, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, server := acctest.Start(t)
			p := newProtocol(t, server)
			if tc.fault != nil {
				service.Inject(*tc.fault)
			}
			tc.config["create"] = true
			diags := p.openToken(t, tc.config)
			if (len(diags) > 0) != tc.fails {
				t.Errorf("got %v", diags)
			}
			if p.log.Len() == 0 {
				t.Fatal("nothing was logged, so that nothing is proved")
			}
			said := p.log.String()
			for _, d := range diags {
				said += d.Summary + d.Detail
				if d.Attribute != nil && len(d.Attribute.Steps()) > 0 {
					t.Errorf("%q leads to a source line", d.Detail)
				}
			}
			for _, secret := range []string{cardNumber, cvv, cardholder, paidyToken} {
				// Alone: a time may hold the same digits.
				if regexp.MustCompile(`\b` + secret + `\b`).MatchString(said) {
					t.Errorf("%q was logged or said", secret)
				}
			}
		})
	}
}
