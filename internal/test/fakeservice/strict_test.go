// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"encoding/json"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const (
	webhookID = "44444444-4444-4444-8444-444444444444"
	otherID   = "55555555-5555-4555-8555-555555555555"
	webhooks  = "/stores/" + fakeservice.DefaultStoreID + "/webhooks"
	hook      = webhooks + "/" + webhookID
	update    = "PATCH " + hook
	creation  = "POST " + webhooks
	token     = "POST /tokens"
	card      = `"card_number":"4111111111111234","exp_month":"01","exp_year":"2030"`
)

// tokenBody is the body of a request for a card token. data goes into its data.
func tokenBody(data string) string {
	return `{"payment_type":"card","type":"one_time","email":"a@example.com","data":{` + data + `}}`
}

// online is the body of a request for a token of an online payment.
func online(brand, method, more string) string {
	return `{"payment_type":"online","type":"one_time","data":{"brand":"` + brand + `","call_method":"` + method + `"` + more + `}}`
}

type header = map[string][]string

// send sends a request, such as "GET /charges", that is correct except for what the
// headers change, and returns the status and the body of the answer.
func send(t *testing.T, s *fakeservice.Service, request, body string, headers header) (status int, text string) {
	t.Helper()
	method, path, _ := strings.Cut(request, " ")
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+fakeservice.DefaultSecret+"."+fakeservice.DefaultAppToken)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for name, values := range headers {
		r.Header[name] = values
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	raw, _ := io.ReadAll(w.Result().Body)
	return w.Code, string(raw)
}

// What no correct request contains is refused, with the field's name, and changes nothing.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		request, body string
		status        int
		field         string
		headers       header
	}{
		"unknown path":         {"GET /webhooks", "", 404, "", nil},
		"unknown webhook":      {"PATCH " + webhooks + "/" + otherID, `{}`, 404, "", nil},
		"charges of no store":  {"GET /stores/" + otherID + "/charges", "", 404, "", nil},
		"wrong method":         {"POST /charges", `{}`, 404, "", nil},
		"webhook id in braces": {"PATCH " + webhooks + "/%7B" + webhookID + "%7D", `{}`, 400, "webhookId", nil},

		"limit below 10":        {"GET /charges?limit=9", "", 400, "limit", nil},
		"unknown parameter":     {"GET /charges?page=2", "", 400, "page", nil},
		"repeated parameter":    {"GET /charges?mode=live&mode=test", "", 400, "mode", nil},
		"cursor is unknown":     {"GET /charges?cursor=" + otherID, "", 400, "cursor", nil},
		"card without its name": {"GET /charges?last_four=0042&exp_month=1&exp_year=2030", "", 400, "name", nil},
		"plus not escaped":      {"GET /charges?to=2025-01-01T00:00:00+09:00", "", 400, "to", nil},

		"body on a list":         {"GET /charges", `{}`, 400, "body", nil},
		"body is no JSON":        {update, `{`, 400, "body", nil},
		"unknown field":          {update, `{"name":"x"}`, 400, "name", nil},
		"active as text":         {update, `{"active":"true"}`, 400, "active", nil},
		"one trigger, no list":   {update, `{"triggers":"charge_finished"}`, 400, "triggers", nil},
		"a local URL":            {update, `{"url":"http://localhost:80/x"}`, 400, "url", nil},
		"the URL of another":     {update, `{"url":"https://taken.example.com"}`, 409, "", nil},
		"auth_token, line break": {update, `{"auth_token":"a\nb"}`, 400, "auth_token", nil},
		"creation, no trigger":   {creation, `{"url":"https://a.example.com","triggers":[]}`, 400, "triggers", nil},

		"token without an e-mail": {token, `{"payment_type":"bank_transfer","type":"one_time","data":{"brand":"aozora_bank"}}`, 400, "email", nil},
		"token, recurring online": {token, `{"payment_type":"online","type":"recurring","data":{"brand":"pay_pay_online","call_method":"http_post"}}`, 400, "type", nil},
		"token, no call method":   {token, online("pay_pay_online", "sdk", ""), 400, "data.call_method", nil},
		"token, one-time 3DS":     {token, tokenBody(card + `,"three_ds":{"enabled":true},"phone_number":{"country_code":"81","local_number":"1"}`), 400, "data.three_ds.enabled", nil},
		"token, a null":           {token, tokenBody(card + `,"cvv":null`), 400, "data.cvv", nil},

		"no authorization":    {"GET /charges", "", 401, "", header{"Authorization": nil}},
		"wrong secret":        {"GET /charges", "", 401, "", header{"Authorization": {"Bearer x." + fakeservice.DefaultAppToken}}},
		"type without a body": {"GET /charges", "", 400, "Content-Type", header{"Content-Type": {"application/json"}}},
		"idempotency key":     {token, tokenBody(card), 400, "Idempotency-Key", header{"Idempotency-Key": {"1"}}},
		"no content type":     {update, `{}`, 415, "Content-Type", header{"Content-Type": nil}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.NewExtended()
			s.Set(func(b *fakeservice.Behavior) { b.UniqueURLs = true })
			s.AddCharges(fakeservice.Charge{ID: webhookID})
			before := s.AddWebhook(fakeservice.Webhook{ID: webhookID})
			s.AddWebhook(fakeservice.Webhook{URL: "https://taken.example.com"})
			got, text := send(t, s, tc.request, tc.body, tc.headers)
			if got != tc.status {
				t.Fatalf("status %d, want %d: %s", got, tc.status, text)
			}
			var refusal struct {
				Status string                   `json:"status"`
				Errors []struct{ Field string } `json:"errors"`
			}
			if err := json.Unmarshal([]byte(text), &refusal); err != nil || refusal.Status != "error" {
				t.Errorf("the refusal is %s", text)
			}
			if tc.field != "" && !strings.Contains(text, `"field":"`+tc.field+`"`) {
				t.Errorf("the refusal does not name %q: %s", tc.field, text)
			}
			if after, _ := s.Webhook(webhookID); !after.UpdatedOn.Equal(before.UpdatedOn) || len(s.Webhooks()) != 2 || len(s.Tokens()) > 0 {
				t.Error("a refused request changed something")
			}
		})
	}
}
