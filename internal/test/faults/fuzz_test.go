// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
)

// answering is a service that gives every request the same answer.
type answering struct {
	status int
	body   []byte
}

// RoundTrip implements http.RoundTripper.
func (a *answering) RoundTrip(r *http.Request) (*http.Response, error) {
	status := a.status
	if status == http.StatusOK && r.Method == http.MethodPost {
		status = http.StatusCreated
	}
	return &http.Response{
		StatusCode: status,
		Header:     http.Header{},
		Body:       io.NopCloser(bytes.NewReader(a.body)),
		Request:    r,
	}, nil
}

const (
	aWebhook = `{"id":"` + webhookID + `","platform_id":"p","merchant_id":"m","store_id":"s",` +
		`"triggers":["a"],"url":"https://hooks.example.com/a","active":true,` +
		`"created_on":"2025-06-01T00:00:00Z","updated_on":"2025-06-01T00:00:00Z","auth_token":"t"}`
	aCharge = `{"id":"i","store_id":"s","transaction_token_id":"t","transaction_token_type":"one_time",` +
		`"subscription_id":null,"merchant_transaction_id":"m",` +
		`"requested_amount":1,"requested_currency":"JPY","requested_amount_formatted":1,` +
		`"charged_amount":1,"charged_currency":"JPY","charged_amount_formatted":1,` +
		`"fee_amount":1,"fee_currency":"JPY","fee_amount_formatted":1,` +
		`"only_direct_currency":false,"capture_at":"c","descriptor":"d","descriptor_phone_number":"p",` +
		`"status":"successful","error":{},"metadata":{},"mode":"test","created_on":"2025-06-01T00:00:00Z",` +
		`"redirect":{},"merchant_name":"m","store_name":"s"}`
	aToken = `{"id":"99999999-9999-4999-8999-999999999999","store_id":"s","email":"e",` +
		`"payment_type":"bank_transfer","active":true,"mode":"test","type":"one_time",` +
		`"usage_limit":null,"confirmed":null,"metadata":{},` +
		`"created_on":"c","updated_on":"u","last_used_on":"l",` +
		`"data":{"card":{},"billing":{},"cvv_authorize":{},"cvv_authorize_check":{}}}`

	someWebhooks = `{"has_more":false,"items":[` + aWebhook + `]}`
	someCharges  = `{"has_more":false,"total_hits":1,"items":[` + aCharge + `]}`
)

// readers are what reads answers, each with one in which all fields have a value. Their order is that of
// the numbers in the fuzzer's corpus.
var readers = []struct {
	operation string
	answer    string
	adopts    bool // a webhook, whose plan is empty then
}{
	{
		operation: "import",
		answer:    aWebhook,
	},
	{
		operation: "adopt with a token",
		answer:    aWebhook,
		adopts:    true,
	},
	{
		operation: "webhooks",
		answer:    someWebhooks,
	},
	{
		operation: "query of webhooks",
		answer:    someWebhooks,
	},
	{
		operation: "charges",
		answer:    someCharges,
	},
	{
		operation: "charge summary",
		answer:    someCharges,
	},
	{
		operation: "token at a convenience store",
		answer:    aToken,
	},
}

// odd are values that a field may hold instead of the documented one.
var odd = []string{
	`1e-9223372036854775808`,
	`null`,
	`""`,
	`"` + strings.Repeat("x", 1<<14) + `"`,
	`"\u0000\u001b[31m\r\n\u202e"`,
	`"\ud800"`,
	`true`,
	`1.5`,
	`18446744073709551616`,
	`1e999999999`,
	`[1,"x",null,true,{}]`,
	`{"id":5,"x":[null]}`,
}

// oddBodies are whole answers.
var oddBodies = []string{
	``,
	`{}`,
	`[]`,
	"\nnull\n",
	`{"items":[],"has_more":true}`,
	`{"items":[{"id":"a"}],"has_more":true}`,
	`{"code":"X","errors":[{"field":"f","reason":"r"}]}`,
	"\xEF\xBB\xBF{\"id\":\"\\ud800\",\"url\":\"http://[::1\",\"triggers\":[\"\\u0000\"]}",
}

// field finds a field whose value is a text, a number, a word or an empty object.
var field = regexp.MustCompile(`("[a-z_]+":)("[^"]*"|[a-z0-9]+|\{\}|\["a"\])`)

// FuzzAnswers gives what reads answers any answer, such as any value in each field:
// nothing panics, no call goes on for ever, no message shows a secret, and a webhook that
// was adopted has an empty plan.
func FuzzAnswers(f *testing.F) {
	for which, reader := range readers {
		for _, at := range field.FindAllStringSubmatchIndex(reader.answer, -1) {
			for _, value := range odd {
				f.Add(which, http.StatusOK, []byte(reader.answer[:at[4]]+value+reader.answer[at[5]:]))
			}
		}
		for _, body := range oddBodies {
			f.Add(which, http.StatusOK, []byte(body))
			f.Add(which, http.StatusBadRequest, []byte(body))
		}
	}

	service := &answering{}
	p := acctest.NewProtocol(f, provider.WithTransport(service))
	config := acctest.Values{
		"base_url":                "http://localhost",
		"secret":                  "fuzz-secret-value",
		"app_token":               "fuzz-app-token-value",
		"max_retries":             0,
		"max_concurrent_requests": 2,
	}
	if diags := p.Configure(f.Context(), config); len(diags) > 0 {
		f.Fatal(diags)
	}
	never := []string{
		"Provider Failed Unexpectedly",
		"fuzz-secret-value",
		"fuzz-app-token-value",
		secrets["webhook token"],
		"%!", // a verb of fmt without its value
	}
	f.Fuzz(func(t *testing.T, which, status int, body []byte) {
		if status < 200 || status > 599 || which < 0 || which >= len(readers) {
			t.Skip("no final status, or no reader")
		}
		service.status = status
		service.body = body
		reader := readers[which]
		diags := operations[reader.operation].do(t.Context(), p, secrets)
		said := diags.String()
		for _, text := range never {
			if strings.Contains(said, text) && !bytes.Contains(body, []byte("%!")) {
				t.Errorf("said %q", said)
			}
		}

		if reader.adopts && diags.Errors() == "" {
			webhook := p.NewResource(webhook.name)
			config := secrets.fill(withToken)
			diags := webhook.Apply(t.Context(), config)
			plan, more := webhook.Plan(t.Context(), config)
			if more.Errors() != "" || !plan.Empty {
				t.Errorf("the plan after an apply that says %s is %v, and says %s", diags, plan.Values, more)
			}
		}
	})
}
