// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestOpen_unknownResults: without a token, every result is unknown, and configured
// values are kept.
func TestOpen_unknownResults(t *testing.T) {
	t.Parallel()

	_, p := start(t)
	config := with("card", values{"create": false, "usage_limit": "monthly"})
	results, diags := p.Open(t.Context(), tokenType, config)
	for _, attribute := range p.Schemas.EphemeralResourceSchemas[tokenType].Block.Attributes {
		want := config[attribute.Name]
		if want == nil && attribute.Computed {
			want = acctest.Unknown
		}
		if got := results[attribute.Name]; got != want {
			t.Errorf("%s is %v, want %v", attribute.Name, got, want)
		}
	}
	if diags.Errors() != "" || at(results, "card/cvv") != cvv {
		t.Errorf("the card is %v; said %s", results["card"], diags)
	}
}

// TestOpen_afterInterrupt: a CLI goes on to open the tokens of a run that was interrupted.
// None of them is created.
func TestOpen_afterInterrupt(t *testing.T) {
	t.Parallel()

	service, p := start(t)
	if _, err := p.Server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{}); err != nil {
		t.Fatal(err)
	}
	_, diags := p.Open(t.Context(), tokenType, with("online", nil))
	if sent := len(service.Requests()); sent > 0 || !strings.Contains(diags.Errors(), "interrupted") {
		t.Errorf("%d requests were sent; said %s", sent, diags)
	}
}

// TestOpen_providerNotKnown: only what sends a request needs known credentials.
func TestOpen_providerNotKnown(t *testing.T) {
	t.Parallel()

	p := acctest.NewProtocol(t)
	if diags := p.Configure(t.Context(), values{"base_url": "https://api.example.com", "secret": acctest.Unknown, "app_token": "a"}); len(diags) > 0 {
		t.Fatal(diags)
	}
	if results, diags := p.Open(t.Context(), tokenType, with("online", values{"create": false})); len(diags) > 0 || results["id"] != acctest.Unknown {
		t.Errorf("although nothing is to be sent, it said %s", diags)
	}
	_, diags := p.Open(t.Context(), tokenType, with("online", nil))
	if said := diags.Errors(); !strings.Contains(said, "`secret`") || !strings.Contains(said, "`create = terraform.applying`") || !strings.Contains(said, "`create = timestamp() != \"\"`") {
		t.Errorf("said %s", diags)
	}
	service, known := start(t)
	for p, tokens := range map[*acctest.Protocol]int{p: 0, known: 1} {
		opened, err := p.Server.OpenEphemeralResource(t.Context(), &tfprotov6.OpenEphemeralResourceRequest{
			TypeName: tokenType, Config: p.EphemeralConfig(tokenType, with("online", values{"create": true})),
			ClientCapabilities: &tfprotov6.OpenEphemeralResourceClientCapabilities{DeferralAllowed: true},
		})
		if err != nil || len(opened.Diagnostics) > 0 || (opened.Deferred == nil) != (tokens == 1) || opened.Result == nil {
			t.Errorf("%v, %v; want %d tokens, or else a deferral", opened, err, tokens)
		}
	}
	if made := len(service.Tokens()); made != 1 {
		t.Errorf("%d tokens were made, not one", made)
	}
}

const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"

func answer(status int, body string) fakeservice.Fault {
	return fakeservice.Fault{Status: status, Body: []byte(body), Times: 1}
}

// TestOpen_results: every result is what the service answers.
func TestOpen_results(t *testing.T) {
	t.Parallel()

	service, p := start(t)
	want := map[string]any{}
	var fill func(string, []*tfprotov6.SchemaAttribute) map[string]any
	fill = func(path string, attributes []*tfprotov6.SchemaAttribute) map[string]any {
		object := map[string]any{}
		for i, a := range attributes {
			at := path + a.Name
			switch {
			case !a.Computed || a.Name == "data_json":
				continue
			case a.NestedType != nil:
				object[a.Name] = fill(at+"/", a.NestedType.Attributes)
				continue
			case a.Type.Is(tftypes.Bool):
				object[a.Name] = true
			case a.Type.Is(tftypes.Number):
				object[a.Name] = i + 1
			case a.Type.Is(tftypes.String):
				object[a.Name] = "the " + at
			default:
				object[a.Name] = map[string]any{"a": "the " + at}
			}
			want[at] = object[a.Name]
		}
		return object
	}
	body := fill("", p.Schemas.EphemeralResourceSchemas[tokenType].Block.Attributes)
	body["id"], want["id"] = id, id
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	service.Inject(answer(201, string(text)))
	results, diags := p.Open(t.Context(), tokenType, with("online", values{"type": "one_time"}))
	if diags.Errors() != "" {
		t.Fatal(diags)
	}
	if len(want) != 39 {
		t.Errorf("there are %d results", len(want))
	}
	for path, value := range want {
		if got := shown(at(results, path)); got != fmt.Sprint(value) {
			t.Errorf("%s is %s, want %v", path, got, value)
		}
	}
	data, err := json.Marshal(body["data"])
	if err != nil || results["data_json"] != string(data) {
		t.Errorf("data_json is %s", results["data_json"])
	}
}

// shown writes a result for a comparison.
func shown(value any) string {
	if number, ok := value.(*big.Float); ok {
		return number.Text('f', -1)
	}
	return fmt.Sprint(value)
}

// TestOpen_tolerates: answers.txt has answers, and as their verdicts the results.
func TestOpen_tolerates(t *testing.T) {
	t.Parallel()

	service, p := start(t)
	golden.Situations(t, "answers.txt", func(t *testing.T, line string) (verdict, words string) {
		service.Inject(answer(201, `{"id":"`+id+`",`+line+`}`))
		config := with("card", nil)
		results, diags := p.Open(t.Context(), tokenType, config)
		if len(diags) > 0 || results["id"] != id {
			t.Error(diags)
		}
		for name := range config {
			delete(results, name)
		}
		delete(results, "id")
		text, err := json.Marshal(results)
		if err != nil {
			t.Fatal(err)
		}
		return string(text), ""
	})
}

// full are configurations that set every argument.
var full = map[string]values{
	"card": {"type": "recurring", "usage_limit": "monthly", "email": "quince@orchards.example", "ip_address": "8.8.8.8", "metadata": values{"a": "b"}, "card": values{
		"cardholder": "Quillfeather", "card_number": "Zanzibar", "exp_month": "11", "exp_year": "2037", "cvv": "Wisteria",
		"line1": "Marmalade", "line2": "Nightingale", "state": "Jacaranda", "city": "Xylophone", "country": "JP", "zip": "Kookaburra",
		"phone_number":  values{"country_code": "81", "local_number": "8877665544"},
		"cvv_authorize": values{"enabled": true, "currency": "JPY"},
		"three_ds":      values{"enabled": true, "redirect_endpoint": "https://shop.example.com/done"},
	}},
	"konbini": {"type": "one_time", "email": "quince@orchards.example", "konbini": values{
		"customer_name": "Quillfeather", "convenience_store": "lawson", "phone_number": values{"country_code": "81", "local_number": "8877665544"},
		"expiration_period": "P2D", "expiration_time_shift": "18:00Z",
	}},
	"online": {"type": "one_time", "online": values{
		"brand": "alipay_plus_online", "call_method": "app", "os_type": "ios", "user_identifier": "Quillfeather",
	}},
	"bank_transfer": {"type": "one_time", "email": "quince@orchards.example", "bank_transfer": values{"brand": "aozora_bank"}},
	"paidy":         {"type": "one_time", "email": "quince@orchards.example", "paidy": values{"a": []any{values{"b": "Quillfeather"}}}},
}

// eachArgument calls do with the path of every argument of a payment type.
func eachArgument(p *acctest.Protocol, of string, do func(path string)) {
	var walk func(string, *tfprotov6.SchemaBlock)
	walk = func(path string, block *tfprotov6.SchemaBlock) {
		for _, a := range block.Attributes {
			if (a.Optional || a.Required) && a.Name != "create" {
				do(path + a.Name)
			}
		}
		for _, inner := range block.BlockTypes {
			if path != "" || inner.TypeName == of {
				walk(path+inner.TypeName+"/", inner.Block)
			}
		}
	}
	walk("", p.Schemas.EphemeralResourceSchemas[tokenType].Block)
}

// TestOpen_everyArgument: each is sent under its own name, and the result has it as it
// was set. If a service repeats a sensitive one in a reason for its refusal, no message
// shows it.
func TestOpen_everyArgument(t *testing.T) {
	t.Parallel()

	set := map[string]bool{}
	service, p := start(t)
	for of, config := range full {
		service.Inject(answer(201, `{"id":"`+id+`","usage_limit":"daily","email":"x@y","metadata":{}}`))
		results, diags := p.Open(t.Context(), tokenType, config)
		requests := service.Requests()
		body := values(requests[len(requests)-1].JSON())
		if results["id"] != id || body["payment_type"] != of {
			t.Fatalf("%s: sent %v; %s", of, body, diags)
		}
		eachArgument(p, of, func(path string) {
			value, name := at(config, path), path
			if rest, ok := strings.CutPrefix(path+"/", of+"/"); ok {
				name = strings.TrimSuffix("data/"+rest, "/")
			}
			if got := shown(at(body, name)); got != fmt.Sprint(value) {
				t.Errorf("%s: sent %s as %s, want %v", of, path, got, value)
			}
			if got := at(results, path); value != nil && shown(got) != fmt.Sprint(value) {
				t.Errorf("%s: the result of %s is %v, want %v", of, path, got, value)
			}
			set[path] = set[path] || value != nil
		})
	}
	for path, ok := range set {
		if !ok {
			t.Errorf("no configuration sets %s", path)
		}
	}
}
