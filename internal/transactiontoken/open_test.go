// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/golden"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestOpen_create: create decides whether a token is created.
func TestOpen_create(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		create   any
		openTofu bool
		requests int
		id       any // nil if it is null
		warns    bool
	}{
		"true":            {create: true, requests: 1, id: "of the token"},
		"not set":         {create: nil, requests: 1, id: "of the token", warns: true},
		"false":           {create: false, id: acctest.Unknown},
		"false, OpenTofu": {create: false, openTofu: true, warns: true},
		"true, OpenTofu":  {create: true, openTofu: true, requests: 1, id: "of the token"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, p := start(t, provider.WithOpenTofu(tc.openTofu))
			results, diags := p.Open(t.Context(), tokenType, with("online", values{"create": tc.create}))
			if diags.Errors() != "" || (diags.Warnings() != "") != tc.warns {
				t.Error(diags)
			}
			if got := len(service.Requests()); got != tc.requests {
				t.Fatalf("%d requests, want %d", got, tc.requests)
			}
			if tc.requests > 0 {
				tc.id = service.Tokens()[0].ID
			}
			if results["id"] != tc.id {
				t.Errorf("id is %v, want %v", results["id"], tc.id)
			}
		})
	}
}

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
	opened, err := p.Server.OpenEphemeralResource(t.Context(), &tfprotov6.OpenEphemeralResourceRequest{
		TypeName: tokenType, Config: p.EphemeralConfig(tokenType, with("online", nil)),
		ClientCapabilities: &tfprotov6.OpenEphemeralResourceClientCapabilities{DeferralAllowed: true},
	})
	if err != nil || len(opened.Diagnostics) > 0 || opened.Deferred == nil || opened.Result == nil {
		t.Errorf("%v, %v; want a deferral", opened, err)
	}
}

// TestOpen_checks: if the provider is configured, Open reports errors and validation
// does not, even if no token is created: only for errors of Open, a CLI says which
// resource they are about.
func TestOpen_checks(t *testing.T) {
	t.Parallel()

	service, p := start(t)
	for _, create := range []bool{false, true} {
		config := with("online", values{"create": create, "type": "recurring"})
		checked, err := p.Server.ValidateEphemeralResourceConfig(t.Context(), &tfprotov6.ValidateEphemeralResourceConfigRequest{
			TypeName: tokenType, Config: p.EphemeralConfig(tokenType, config),
		})
		if err != nil || len(checked.Diagnostics) > 0 {
			t.Errorf("%v, %v", err, checked)
		}
		if _, diags := p.Open(t.Context(), tokenType, config); !strings.Contains(diags.Errors(), "`online` is allowed only if") || len(service.Requests()) > 0 {
			t.Errorf("create = %t: %d requests, and it says %s", create, len(service.Requests()), diags)
		}
	}
}

const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"

func answer(status int, body string) fakeservice.Fault {
	return fakeservice.Fault{Status: status, Body: []byte(body), Times: 1}
}

// merchantToken is an application token with the claim merchant_id alone.
const merchantToken = "eyJhbGciOiJIUzI1NiJ9.eyJtZXJjaGFudF9pZCI6IjIyMjIyMjIyLTIyMjItNDIyMi04MjIyLTIyMjIyMjIyMjIyMiJ9.c2lnbmF0dXJl"

var recurring = values{"type": "recurring"}

// opened are configurations and answers of which Open says something.
var opened = map[string]struct {
	of      string
	change  values
	fault   fakeservice.Fault
	options []provider.Option
	token   string // the application token; that of a merchant if empty
}{
	"create not set":       {of: "online", change: values{"create": nil}},
	"create false in tofu": {of: "online", change: values{"create": false}, options: []provider.Option{provider.WithOpenTofu(true)}},
	"wrong":                {of: "konbini", change: values{"ip_address": "::1", "konbini/customer_name": "", "usage_limit": "monthly"}},
	"refused":              {of: "bank_transfer", fault: answer(400, `{"status":"error","code":"VALIDATION_ERROR","errors":[{"field":"data.brand","reason":"INVALID_BRAND"}]}`)},
	"card refused":         {of: "card", change: recurring, fault: answer(403, `{}`)},
	"card, 400":            {of: "card", change: recurring, fault: answer(400, `{}`)},
	"card, 400, field":     {of: "card", fault: answer(400, `{"errors":[{"field":"data.exp_year","reason":"EXPIRED"}]}`)},
	"card, 401":            {of: "card", change: recurring, fault: answer(401, `{}`)},
	"card, 403, store's":   {of: "card", change: values{"type": "recurring", "usage_limit": "monthly"}, fault: answer(403, `{}`), token: fakeservice.DefaultAppToken},
	"card, 403, no JWT":    {of: "card", fault: answer(403, `{}`), token: "not-a-jwt"},
	"card, 404":            {of: "card", change: recurring, fault: answer(404, `{}`)},
	"card, 413":            {of: "card", change: recurring, fault: answer(413, `{}`)},
	"card, 408":            {of: "card", change: recurring, fault: answer(408, `{}`)},
	"cards disabled":       {of: "card", fault: answer(401, `{"code":"DIRECT_CARD_TOKEN_CREATION_DISABLED"}`)},
	"server error":         {of: "online", fault: answer(500, `{}`)},
	"server error, id":     {of: "online", fault: answer(500, `{"id":"`+id+`"}`)},
	"redirect":             {of: "online", fault: fakeservice.Redirect(307, "/elsewhere")},
	"accepted, id":         {of: "online", fault: answer(202, `{"id":"`+id+`"}`)},
	"no token":             {of: "online", fault: answer(201, `[]`)},
	"no UUID":              {of: "online", fault: answer(201, `{"id":"not-a-uuid"}`)},
	"an error as success":  {of: "online", fault: answer(201, `{"id":"`+id+`","status":"error","code":"DUPLICATE"}`)},
	"cut off after the id": {of: "online", fault: fakeservice.Fault{Status: 201, Body: []byte(`{"id":"` + id + `","type":"one_time"}`), Break: fakeservice.BreakCut, CutAt: 60}},
	"connection closed":    {of: "online", fault: fakeservice.Fault{Break: fakeservice.BreakClose}},
}

// answered are what a service answers to requests for a recurring token by bank
// transfer with a limit, apart from the id, with changes of the request.
var answered = map[string]struct {
	change values
	answer string
}{
	"as requested":        {nil, `"type":"recurring","usage_limit":"monthly","payment_type":"bank_transfer","active":true,"mode":"test","store_id":"` + fakeservice.DefaultStoreID + `"`},
	"absent":              {nil, `"further":1`},
	"null":                {nil, `"type":null,"payment_type":null,"active":null,"mode":null,"store_id":null`},
	"in capital letters":  {nil, `"type":"RECURRING","usage_limit":"MONTHLY","payment_type":"Bank_Transfer","mode":"TEST","store_id":"` + strings.ToUpper(fakeservice.DefaultStoreID) + `"`},
	"limit":               {values{"usage_limit": "daily"}, `"usage_limit":"annually"`},
	"limit a new word":    {nil, `"usage_limit":"fortnightly"`},
	"limit no word":       {nil, `"usage_limit":{"count":1}`},
	"limit a number":      {values{"usage_limit": "7"}, `"usage_limit":7`},
	"limit null":          {nil, `"usage_limit":null`},
	"limit not requested": {values{"usage_limit": nil}, `"usage_limit":"daily"`},
	"limit of no effect":  {values{"type": "one_time"}, `"usage_limit":null`},
	"mode":                {nil, `"mode":"live"`},
	"store":               {nil, `"store_id":"` + id + `"`},
	"everything":          {nil, `"type":"one_time","usage_limit":"weekly","payment_type":"card","active":false,"mode":"live_test","store_id":"main"`},
	"an e-mail address":   {nil, `"type":"customer@example.com"`},
	"known words":         {values{"email": "live_test.card@example.com"}, `"mode":"live_test","payment_type":"card"`},
	"a known word":        {values{"email": "live@example.com"}, `"mode":"live"`},
	"a part of it":        {nil, `"type":"customer"`},
	"a secret and more":   {values{"email": "a@b"}, `"type":"xa@bx","mode":"test"`},
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
			text.WriteString("Nothing is said.\n\n")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(opened)) {
		tc := opened[name]
		token := cmp.Or(tc.token, merchantToken)
		service, server := acctest.Start(t, fakeservice.WithCredentials(fakeservice.DefaultSecret, token))
		if tc.fault.Status != 0 || tc.fault.Break != 0 {
			service.Inject(tc.fault)
		}
		_, diags := acctest.Configured(t, server, values{"app_token": token}, tc.options...).Open(t.Context(), tokenType, with(tc.of, tc.change))
		show(name, diags)
	}
	for _, name := range slices.Sorted(maps.Keys(answered)) {
		tc := answered[name]
		service, server := acctest.Start(t)
		service.Inject(answer(201, `{"id":"`+id+`",`+tc.answer+`}`))
		config := with("bank_transfer", values{"usage_limit": "monthly"})
		maps.Copy(config, tc.change)
		results, diags := acctest.Configured(t, server, values{"allowed_modes": []string{"test"}}).Open(t.Context(), tokenType, config)
		if limit := config["usage_limit"]; results["id"] != id || limit != nil && results["usage_limit"] != limit || results["type"] != config["type"] {
			t.Errorf("%s: the results are %v, want the configured values", name, results)
		}
		show("answered, "+name, diags)
	}
	golden.Compare(t, "messages.golden", text.String())
	for _, secret := range []string{cardNumber, cvv, cardholder} {
		if strings.Contains(text.String(), secret) {
			t.Errorf("a message shows %q", secret)
		}
	}
}

// TestOpen_results: every result is what the service answers. The golden file lists them.
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
	golden.Compare(t, "results.golden", strings.Join(slices.Sorted(maps.Keys(want)), "\n")+"\n")
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

// TestOpen_tolerates: answers.txt has answers, and the results of each.
func TestOpen_tolerates(t *testing.T) {
	t.Parallel()

	service, p := start(t)
	golden.Recorded(t, "answers.txt", func(line string) string {
		service.Inject(answer(201, `{"id":"`+id+`",`+line+`}`))
		config := with("card", nil)
		results, diags := p.Open(t.Context(), tokenType, config)
		if len(diags) > 0 || results["id"] != id {
			t.Errorf("%s: %s", line, diags)
		}
		for name := range config {
			delete(results, name)
		}
		delete(results, "id")
		text, err := json.Marshal(results)
		if err != nil {
			t.Fatal(err)
		}
		return "  " + string(text)
	})
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

// TestOpen_everyArgument: each is sent under its own name, and the result has it as it
// was set. If a service repeats a sensitive one in a reason for its refusal, no message
// shows it.
func TestOpen_everyArgument(t *testing.T) {
	t.Parallel()

	set := map[string]bool{}
	service, p := start(t)
	refusal := func(config values, repeated string) string {
		service.Inject(answer(400, fmt.Sprintf(`{"errors":[{"field":"data","reason":"the value %s is wrong"}]}`, repeated)))
		_, diags := p.Open(t.Context(), tokenType, config)
		return diags.Errors()
	}
	for of, config := range full {
		service.Inject(answer(201, `{"id":"`+id+`","usage_limit":"daily","email":"x@y","metadata":{}}`))
		results, diags := p.Open(t.Context(), tokenType, config)
		requests := service.Requests()
		body := values(requests[len(requests)-1].JSON())
		if results["id"] != id || body["payment_type"] != of {
			t.Fatalf("%s: sent %v; %s", of, body, diags)
		}
		if text := refusal(config, "Hollyhock"); !strings.Contains(text, "the value Hollyhock is wrong") {
			t.Errorf("%s: a reason is not shown: %s", of, text)
		}
		eachArgument(p, of, func(path string, a *tfprotov6.SchemaAttribute) {
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
			secret, isText := value.(string)
			if !isText {
				secret = "Quillfeather" // in paidy
			}
			if text := refusal(config, secret); a.Sensitive && value != nil && strings.Contains(text, secret) {
				t.Errorf("%s: a message shows %s: %s", of, path, text)
			}
		})
	}
	for path, ok := range set {
		if !ok {
			t.Errorf("no configuration sets %s", path)
		}
	}
}
