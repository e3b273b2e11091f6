// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	webhookID   = "44444444-4444-4444-8444-444444444444"
	otherID     = "55555555-5555-4555-8555-555555555555"
	webhooksURL = "/stores/" + fakeservice.DefaultStoreID + "/webhooks"
	webhookURL  = webhooksURL + "/" + webhookID
)

// numbered returns an id that begins with a number.
func numbered(n int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", n) }

type object = map[string]any

type header = map[string][]string

// answered is the answer to a request.
type answered struct {
	status int
	text   string
}

// object returns the body, nil if it is no JSON object.
func (a answered) object() (body object) {
	_ = json.Unmarshal([]byte(a.text), &body)
	return body
}

// refusal is the body of a refusal, with Behavior.ErrorFormat.
type refusal struct {
	Status string
	Code   string
	Errors []struct{ Field, Reason string }
}

// send sends a request, such as "GET /charges", as the default account.
func send(t *testing.T, s *fakeservice.Service, request, body string) answered {
	t.Helper()
	return sendWith(t, s, request, body, nil)
}

// sendWith is send with other headers.
func sendWith(t *testing.T, s *fakeservice.Service, request, body string, headers header) answered {
	t.Helper()
	method, target, _ := strings.Cut(request, " ")
	r := httptest.NewRequestWithContext(t.Context(), method, target, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+fakeservice.DefaultSecret+"."+fakeservice.DefaultAppToken)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for name, values := range headers {
		r.Header[name] = values
	}

	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	text, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return answered{w.Code, string(text)}
}

// as returns the header that sends a request as an account.
func as(a fakeservice.Account) header {
	return header{"Authorization": {"Bearer " + a.Secret + "." + a.AppToken}}
}

// inJSON returns a value as JSON.
func inJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
