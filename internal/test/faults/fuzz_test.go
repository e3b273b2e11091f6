// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
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
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(a.body)), Request: r}, nil
}

// FuzzAnswers gives the whole provider any answer: nothing panics, no call goes on
// for ever, and a webhook that was adopted has an empty plan.
func FuzzAnswers(f *testing.F) {
	const id = "99999999-9999-4999-8999-999999999999"
	for _, body := range []string{
		``, `{}`, `[]`, `null`, `{"id":"` + webhookID + `","active":true,"triggers":["a"],"url":"https://hooks.example.com/a"}`,
		`{"id":"` + id + `","store_id":null,"triggers":[null,1]}`, `{"items":[{"id":"` + id + `","requested_amount":1e3,"metadata":{"a":1,"b":null}}],"has_more":false,"total_hits":1}`,
		`{"items":[{"id":"a"}],"has_more":true}`, `{"items":[],"has_more":true}`, `{"id":"` + id + `","data":{"card":{"exp_month":"7"},"billing":[]},"confirmed":{"a":1}}`,
		`{"code":"X","errors":[{"field":"f","reason":"r"}]}`, `{"items":[{"id":"a","requested_amount":1e999999999,"created_on":5,"error":{}}],"has_more":false}`,
		"\xEF\xBB\xBF{\"id\":\"\\ud800\",\"url\":\"http://[::1\",\"triggers\":[\"\\u0000\"]}",
	} {
		f.Add(http.StatusOK, []byte(body))
		f.Add(http.StatusBadRequest, []byte(body))
	}
	service := &answering{}
	p := acctest.NewProtocol(f, provider.WithTransport(service))
	config := acctest.Values{"base_url": "http://localhost", "secret": "fuzz-secret-value", "app_token": "fuzz-app-token-value", "max_retries": 0, "max_concurrent_requests": 2}
	if diags := p.Configure(f.Context(), config); len(diags) > 0 {
		f.Fatal(diags)
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		if status < 200 || status > 599 {
			t.Skip("no final status")
		}
		service.status, service.body = status, body
		said := act(t.Context(), t, p)
		for _, never := range []string{"Provider Failed Unexpectedly", "fuzz-secret-value", "fuzz-app-token-value", "hook-token", "%!"} {
			if strings.Contains(said, never) && !bytes.Contains(body, []byte("%!")) {
				t.Errorf("said %q", said)
			}
		}
	})
}

// act runs everything that reads an answer, and returns all messages.
func act(ctx context.Context, t *testing.T, p *acctest.Protocol) string {
	t.Helper()
	webhook := p.NewResource("paymentservice_webhook")
	diags := webhook.Apply(ctx, webhookConfig(acctest.Values{"auth_token": hookToken}))
	if diags.Errors() == "" {
		if plan, more := webhook.Plan(ctx, webhookConfig(acctest.Values{"auth_token": hookToken})); more.Errors() != "" || !plan.Empty {
			t.Errorf("the plan after an apply is %v, and said %s", plan.Values, more)
		}
	}
	diags = append(diags, webhook.Import(ctx, importID)...)
	_, more := p.Read(ctx, "paymentservice_charges", acctest.Values{})
	diags = append(diags, more...)
	_, more = p.Open(ctx, "paymentservice_transaction_token", tokenConfig())
	return append(diags, more...).String()
}
