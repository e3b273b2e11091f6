// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	nothingCreated = "No transaction token was created."
	mayExist       = "A transaction token may exist"
)

// A request is repeated only if the service cannot have acted, and the
// message says whether a token may exist.
func TestOpen_failures(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		fault    fakeservice.Fault
		requests int
		want     string // empty: a token is created in the end
	}{
		"400":            {fakeservice.Fault{Status: 400}, 1, nothingCreated},
		"401":            {fakeservice.Fault{Status: 401}, 1, nothingCreated},
		"403":            {fakeservice.Fault{Status: 403}, 1, nothingCreated},
		"409":            {fakeservice.Fault{Status: 409}, 1, nothingCreated},
		"429 twice":      {fakeservice.Fault{Status: 429, Times: 2}, 3, ""},
		"429 for ever":   {fakeservice.Fault{Status: 429}, 9, nothingCreated},
		"307":            {fakeservice.Redirect(307, "/elsewhere"), 1, mayExist},
		"500":            {fakeservice.Fault{Status: 500}, 1, mayExist},
		"503":            {fakeservice.Fault{Status: 503}, 1, mayExist},
		"200":            {fakeservice.Fault{Status: 200, AfterHandling: true}, 1, mayExist},
		"201, no JSON":   {fakeservice.Fault{Status: 201, Body: []byte("<p>ok")}, 1, mayExist},
		"201, no body":   {fakeservice.Fault{Status: 201, Body: []byte{}}, 1, mayExist},
		"201, no id":     {fakeservice.Fault{Status: 201, Body: []byte(`{"id":null}`)}, 1, mayExist},
		"201, blank id":  {fakeservice.Fault{Status: 201, Body: []byte(`{"id":" "}`)}, 1, mayExist},
		"201, id a list": {fakeservice.Fault{Status: 201, Body: []byte(`{"id":["a"]}`)}, 1, mayExist},
		"201, a list":    {fakeservice.Fault{Status: 201, Body: []byte(`[]`)}, 1, mayExist},
		"reset":          {fakeservice.Fault{Break: fakeservice.BreakReset, AfterHandling: true}, 1, mayExist},
		"cut":            {fakeservice.Fault{Break: fakeservice.BreakCut, CutAt: 40}, 1, mayExist},
		"closed":         {fakeservice.Fault{Break: fakeservice.BreakClose}, 1, mayExist},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, data := start(t)
			service.Inject(tc.fault)
			resp := open(t, data, with("konbini", object{"create": true}))
			if got := len(service.Requests()); got != tc.requests {
				t.Errorf("%d requests, want %d", got, tc.requests)
			}
			if tc.want == "" {
				if resp.Diagnostics.HasError() || len(service.Tokens()) != 1 {
					t.Errorf("got %v and %d tokens, want one token", resp.Diagnostics, len(service.Tokens()))
				}
				return
			}
			expectFailure(t, resp.Diagnostics, tc.want)
			if detail := resp.Diagnostics[0].Detail(); tc.want == mayExist && strings.Contains(detail, "Try again") {
				t.Errorf("advises to try again though a token may exist: %s", detail)
			}
		})
	}
}

// The path of a documented field is shown, even if a customer's value is the same
// word; the value is not.
func TestOpen_fieldPaths(t *testing.T) {
	t.Parallel()

	service, data := start(t)
	service.Inject(fakeservice.Fault{Status: 400, Body: []byte(`{"code":"BAD","errors":[` +
		`{"field":"data.card_number","reason":"<card_number> is wrong"},{"field":"data.taro-77","reason":"x"}]}`)})
	resp := open(t, data, with("paidy", object{"create": true, "paidy": object{"a": "data", "c": "card_number", "d": "taro-77"}}))
	detail := resp.Diagnostics[0].Detail()
	for text, shown := range map[string]bool{"data.card_number: <card_number> is wrong": true, "taro-77": false} {
		if strings.Contains(detail, text) != shown {
			t.Errorf("the message says %q: %t, want %t:\n%s", text, !shown, shown, detail)
		}
	}
}

// The id of a token that may exist is named if the answer that was not the
// expected one has it.
func TestOpen_namesTheToken(t *testing.T) {
	t.Parallel()

	const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	for name, tc := range map[string]struct {
		fault fakeservice.Fault
		named bool
		says  string
	}{
		"200":           {fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + id + `"}`)}, true, "`base_url`"},
		"202":           {fakeservice.Fault{Status: 202, Body: []byte("\xEF\xBB\xBF" + `{"id":"` + id + `","data":{}}`)}, true, "`base_url`"},
		"an echo":       {fakeservice.Fault{Status: 201, Body: []byte(`{"id":"` + id + `","x":"` + fakeservice.DefaultSecret + `"}`)}, true, "Tell the operator"},
		"no UUID":       {fakeservice.Fault{Status: 200, Body: []byte(`{"id":"tok_1"}`)}, false, ""},
		"a number":      {fakeservice.Fault{Status: 200, Body: []byte(`{"id":5}`)}, false, ""},
		"a secret":      {fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + customer + `"}`)}, false, ""},
		"500":           {fakeservice.Fault{Status: 500, Body: []byte(`{"id":"` + id + `"}`)}, true, ""},
		"a refusal":     {fakeservice.Fault{Status: 400, Body: []byte(`{"id":"` + id + `"}`)}, false, nothingCreated},
		"204, no body":  {fakeservice.Fault{Status: 204, Body: []byte{}}, false, "The answer had no body."},
		"200, an array": {fakeservice.Fault{Status: 200, Body: []byte(`[{"id":"` + id + `"}]`)}, false, "The answer was JSON, but not an object."},
		"200, a string": {fakeservice.Fault{Status: 200, Body: []byte(`"` + id + `"`)}, false, "The answer was JSON, but not an object."},
		"200, 2 MiB":    {fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + strings.Repeat("a", 2<<20) + `"}`)}, false, "The answer was larger than 64 KiB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, data := start(t)
			service.Inject(tc.fault)
			config := with("konbini", object{"create": true, "konbini/customer_name": customer})
			diags := open(t, data, config).Diagnostics
			expectFailure(t, diags, tc.says)
			said := diags[0].Detail()
			if strings.Contains(said, "the answer names the token `"+id+"`") != tc.named || strings.Contains(said, customer) {
				t.Errorf("said %q; the id is named: want %t", said, tc.named)
			}
			if tc.named && strings.Contains(said, "not known") || name == "an echo" && strings.Contains(said, "`base_url`") {
				t.Errorf("said %q", said)
			}
		})
	}
}

// customer is a secret that looks like an id.
const customer = "22ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"

// The hints for refused tokens come only with statuses that can be about them.
func TestOpen_hints(t *testing.T) {
	t.Parallel()

	for status, want := range map[int]bool{
		400: true, 401: true, 402: true, 403: true, 409: true, 422: true,
		404: false, 405: false, 407: false, 408: false, 413: false, 415: false, 426: false, 429: false, 499: false,
	} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			service, data := start(t)
			service.Inject(fakeservice.Fault{Status: status, Body: []byte(`{}`)})
			said := open(t, data, with("card", object{"create": true, "type": "recurring"})).Diagnostics[0].Detail()
			for _, hint := range []string{"PCI DSS", "`usage_limit`"} {
				if strings.Contains(said, hint) != want {
					t.Errorf("said %q; %q in it: want %t", said, hint, want)
				}
			}
		})
	}
}

func expectFailure(t *testing.T, diags diag.Diagnostics, want string) {
	t.Helper()
	if len(diags) != 1 || diags[0].Summary() != "Unable to Create Transaction Token" || !strings.Contains(diags[0].Detail(), want) {
		t.Fatalf("got %v, want one error with %q", diags, want)
	}
	if d, ok := diags[0].(diag.DiagnosticWithPath); !ok || !d.Path().Equal(path.Empty()) {
		t.Error("the error leads to a source line, which may hold a secret")
	}
}

func TestOpen_unreachable(t *testing.T) {
	t.Parallel()

	data := dataFor(t, "http://127.0.0.1:1", nil)
	expectFailure(t, open(t, data, with("online", object{"create": true})).Diagnostics, nothingCreated)
}

func TestOpen_usageLimitWanted(t *testing.T) {
	t.Parallel()

	service, data := start(t)
	service.Set(func(b *fakeservice.Behavior) { b.RequireUsageLimit = true })
	config := with("bank_transfer", object{"create": true})
	expectFailure(t, open(t, data, config).Diagnostics, "without a usage limit, set `usage_limit`")
	config["usage_limit"] = "monthly"
	if diags := open(t, data, config).Diagnostics; diags.HasError() {
		t.Error(diags)
	}
}

func TestOpen_cardsNotEnabled(t *testing.T) {
	t.Parallel()

	service, data := start(t)
	service.Set(func(b *fakeservice.Behavior) { b.CardsEnabled = false })
	expectFailure(t, open(t, data, with("card", object{"create": true})).Diagnostics, "comply with PCI DSS")
}

// However a service echoes what it was sent, no message shows it.
func TestOpen_echo(t *testing.T) {
	t.Parallel()

	const paidyToken = "tok_918273"
	secrets := map[string][]string{
		"card":  {cardNumber, cvv, cardholder, "customer@example.com"},
		"paidy": {paidyToken, cardNumber, "customer@example.com"},
	}
	spaced := strings.Join([]string{cardNumber[:4], cardNumber[4:8], cardNumber[8:12], cardNumber[12:]}, " ")
	said := fmt.Sprintf("number %s (%s, %s) cvv %s of %s, 12/2031, %s, customer@example.com",
		cardNumber, spaced, strings.ReplaceAll(spaced, " ", "-"), cvv, cardholder, paidyToken)
	quoted, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	inner, err := json.Marshal(string(quoted))
	if err != nil {
		t.Fatal(err)
	}

	for name, tc := range map[string]struct{ contentType, body string }{
		"reason":         {"application/json", `{"code":"X","errors":[{"field":"data","reason":` + string(quoted) + `}]}`},
		"field":          {"application/json", `{"code":"X","errors":[{"field":` + string(quoted) + `,"reason":"wrong"}]}`},
		"code":           {"application/json", `{"code":` + string(quoted) + `}`},
		"object":         {"application/json", `{"errors":{"card":` + string(quoted) + `}}`},
		"JSON in JSON":   {"application/json", `{"errors":[{"field":"data","reason":` + string(inner) + `}]}`},
		"percent":        {"application/json", `{"errors":["` + url.QueryEscape(said) + `"]}`},
		"text":           {"text/plain", said},
		"HTML":           {"text/html", "<pre>" + html.EscapeString(said) + "</pre>"},
		"content type":   {cardholder + "/" + cardNumber, said},
		"shouted":        {"application/json", `{"code":` + strings.ToUpper(string(quoted)) + `}`},
		"unicode escape": {"application/json", `{"errors":["\u0034` + cardNumber[1:] + ` \u0039\u0031\u0037"]}`},
	} {
		for of, hidden := range secrets {
			t.Run(name+", "+of, func(t *testing.T) {
				t.Parallel()
				service, data := start(t)
				service.Inject(fakeservice.Fault{Status: 400, Header: http.Header{"Content-Type": {tc.contentType}}, Body: []byte(tc.body)})
				config := with(of, object{"create": true})
				diags := open(t, data, config).Diagnostics
				expectFailure(t, diags, nothingCreated)
				for _, secret := range hidden {
					if strings.Contains(strings.ToLower(diags[0].Detail()), strings.ToLower(secret)) {
						t.Errorf("the message shows %q: %s", secret, diags[0].Detail())
					}
				}
			})
		}
	}
}
