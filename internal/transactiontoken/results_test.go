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
)

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
	if len(want) < 35 || diags.Errors() != "" {
		t.Fatalf("%d results; said %s", len(want), diags)
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

// TestOpen_tolerates: no detail of an answer may hide a token. Each row has what a
// service answers besides the id, and a result of that.
func TestOpen_tolerates(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct{ answer, result, want string }{
		"country code as a string": {`"data":{"billing":{"phone_number":{"country_code":"81"}}}`, "data/billing/phone_number/country_code", "81"},
		"year as a fraction":       {`"data":{"card":{"exp_year":2031.0}}`, "data/card/exp_year", "2031"},
		"year as a word":           {`"data":{"card":{"exp_year":"soon"}}`, "data/card/exp_year", "<nil>"},
		"year out of range":        {`"data":{"card":{"exp_year":1e400}}`, "data/card/exp_year", "<nil>"},
		"card type as a number":    {`"data":{"card":{"card_type":7}}`, "data/card/card_type", "7"},
		"card type as a bool":      {`"data":{"card":{"card_type":true}}`, "data/card/card_type", "true"},
		"category null":            {`"data":{"card":{"category":null}}`, "data/card/category", "<nil>"},
		"category as an object":    {`"data":{"card":{"category":{"a":1}}}`, "data/card/category", "<nil>"},
		"no billing":               {`"data":{"card":{}}`, "data/billing", "<nil>"},
		"billing a string":         {`"data":{"billing":"none"}`, "data/billing", "<nil>"},
		"enabled a word":           {`"data":{"cvv_authorize":{"enabled":"yes"}}`, "data/cvv_authorize/enabled", "<nil>"},
		"no data":                  {`"mode":"test"`, "data", "<nil>"},
		"no data, as JSON":         {`"data":null`, "data_json", "<nil>"},
		"data of any shape":        {`"data":{"paidy_token":"t"}`, "data_json", `{"paidy_token":"t"}`},
		"data a list":              {`"data":[1]`, "data", "<nil>"},
		"data a list, as JSON":     {`"data":[1]`, "data_json", "[1]"},
		"data with a wrong byte":   {`"data":"` + "\xff" + `"`, "data_json", "\"\uFFFD\""},
		"confirmed a bool":         {`"confirmed":true`, "confirmed", "true"},
		"limit an object":          {`"usage_limit":{"count":3}`, "usage_limit", `{"count":3}`},
		"active a word":            {`"active":"yes"`, "active", "<nil>"},
		"metadata with a number":   {`"metadata":{"a":1}`, "metadata", "map[a:1]"},
		"metadata a list":          {`"metadata":[1]`, "metadata", "<nil>"},
		"no metadata":              {`"mode":"test"`, "metadata", "<nil>"},
		"another e-mail":           {`"email":"other@example.com"`, "email", "customer@example.com"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, p := start(t)
			service.Inject(answer(201, `{"id":"`+id+`",`+tc.answer+`}`))
			results, diags := p.Open(t.Context(), tokenType, with("card", nil))
			if got := shown(at(results, tc.result)); len(diags) > 0 || got != tc.want {
				t.Errorf("%s is %s, want %s; said %s", tc.result, got, tc.want, diags)
			}
		})
	}
}

// full are configurations that set every argument, the sensitive ones to words that
// nothing else has.
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
func eachArgument(p *acctest.Protocol, of string, do func(path string, a *tfprotov6.SchemaAttribute)) {
	var walk func(string, *tfprotov6.SchemaBlock)
	walk = func(path string, block *tfprotov6.SchemaBlock) {
		for _, a := range block.Attributes {
			if (a.Optional || a.Required) && a.Name != "create" {
				do(path+a.Name, a)
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

// TestOpen_sendsEveryArgument: each is sent under its own name, and the result has it
// as it was set.
func TestOpen_sendsEveryArgument(t *testing.T) {
	t.Parallel()

	set := map[string]bool{}
	service, p := start(t)
	service.Inject(answer(201, `{"id":"`+id+`","usage_limit":"daily","email":"x@y","metadata":{}}`))
	for of, config := range full {
		sent := 0
		results, diags := p.Open(t.Context(), tokenType, config)
		if results["id"] != id {
			t.Errorf("%s: %s", of, diags)
			continue
		}
		requests := service.Requests()
		body := values(requests[len(requests)-1].JSON())
		eachArgument(p, of, func(path string, _ *tfprotov6.SchemaAttribute) {
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
			if value != nil {
				sent++
			}
			set[path] = set[path] || value != nil
		})
		if body["payment_type"] != of || sent == 0 {
			t.Errorf("%s: sent %v", of, body)
		}
	}
	for path, ok := range set {
		if !ok {
			t.Errorf("no configuration sets %s", path)
		}
	}
}

// TestOpen_showsNoSensitiveArgument: if a service repeats a sensitive argument in a
// reason for its refusal, no message has it.
func TestOpen_showsNoSensitiveArgument(t *testing.T) {
	t.Parallel()

	tried := 0
	service, p := start(t)
	said := func(config values, repeated string) string {
		service.Inject(answer(400, fmt.Sprintf(`{"errors":[{"field":"data","reason":"the value %s is wrong"}]}`, repeated)))
		_, diags := p.Open(t.Context(), tokenType, config)
		return diags.Errors()
	}
	for of, config := range full {
		if text := said(config, "Hollyhock"); !strings.Contains(text, "the value Hollyhock is wrong") {
			t.Errorf("%s: a reason is not shown: %s", of, text)
		}
		eachArgument(p, of, func(path string, a *tfprotov6.SchemaAttribute) {
			value, _ := at(config, path).(string)
			if path == "paidy" && of == path {
				value = "Quillfeather"
			}
			if !a.Sensitive || value == "" {
				return
			}
			tried++
			if text := said(config, value); strings.Contains(text, value) {
				t.Errorf("%s: a message shows %s: %s", of, path, text)
			}
		})
	}
	if tried < 15 {
		t.Errorf("tried %d", tried)
	}
}
