// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestRefusals: what no correct request contains is refused, with the field's name, and changes
// nothing.
func TestRefusals(t *testing.T) {
	t.Parallel()
	const (
		update   = "PATCH " + webhookURL
		creation = "POST " + webhooksURL
		token    = "POST /tokens"
		charges  = "GET /charges"
		valid    = `{"payment_type":"bank_transfer","type":"one_time","email":"a@example.com",` +
			`"data":{"brand":"aozora_bank"}}`
	)
	type row struct {
		request string
		body    string
		headers header
		status  int // 400 if not set
		field   string
	}
	for name, tc := range map[string]row{
		"unknown path":        {request: "GET /webhooks", status: http.StatusNotFound},
		"unknown method":      {request: "PUT /charges", status: http.StatusNotFound},
		"charges of no store": {request: "GET /stores/" + otherID + "/charges", status: http.StatusNotFound},
		"unknown webhook": {
			request: "PATCH " + webhooksURL + "/" + otherID,
			body:    `{}`,
			status:  http.StatusNotFound,
		},
		"webhook of another store": {
			request: "PATCH /stores/" + otherStore + "/webhooks/" + webhookID,
			body:    `{}`,
			status:  http.StatusNotFound,
		},
		"webhook of another merchant": {
			request: "PATCH /merchants/" + otherID + webhookURL,
			body:    `{}`,
			status:  http.StatusNotFound,
		},
		"id in braces": {
			request: "PATCH " + webhooksURL + "/%7B" + webhookID + "%7D",
			body:    `{}`,
			field:   "webhookId",
		},

		"limit below 10":         {request: charges + "?limit=9", field: "limit"},
		"limit above 100":        {request: charges + "?limit=101", field: "limit"},
		"limit with a fraction":  {request: charges + "?limit=10.5", field: "limit"},
		"unknown direction":      {request: charges + "?cursor_direction=newest", field: "cursor_direction"},
		"unknown cursor":         {request: charges + "?cursor=" + otherID, field: "cursor"},
		"cursor that is no id":   {request: charges + "?cursor=2", field: "cursor"},
		"limit of webhooks":      {request: "GET " + webhooksURL + "?limit=9", field: "limit"},
		"unknown parameter":      {request: charges + "?page=2", field: "page"},
		"repeated parameter":     {request: charges + "?mode=live&mode=test", field: "mode"},
		"unknown mode":           {request: charges + "?mode=production", field: "mode"},
		"unknown currency":       {request: charges + "?currency=ABC", field: "currency"},
		"card without its name":  {request: charges + "?last_four=0042&exp_month=1&exp_year=2030", field: "name"},
		"plus that is a blank":   {request: charges + "?to=2025-01-01T00:00:00+09:00", field: "to"},
		"parameter of an update": {request: update + "?active=true", body: `{}`, field: "active"},

		"body on a list":           {request: charges, body: `{}`, field: "body"},
		"body that is no JSON":     {request: update, body: `{`, field: "body"},
		"name twice in a body":     {request: update, body: `{"active":true,"active":true}`, field: "body"},
		"unknown setting":          {request: update, body: `{"name":"x"}`, field: "name"},
		"active as text":           {request: update, body: `{"active":"true"}`, field: "active"},
		"active that is null":      {request: update, body: `{"active":null}`, field: "active"},
		"triggers as text":         {request: update, body: `{"triggers":"charge_finished"}`, field: "triggers"},
		"blank trigger":            {request: update, body: `{"triggers":[" "]}`, field: "triggers"},
		"URL of this machine":      {request: update, body: `{"url":"http://localhost:80/x"}`, field: "url"},
		"URL of a loopback":        {request: update, body: `{"url":"http://127.0.0.2/x"}`, field: "url"},
		"URL of a private network": {request: update, body: `{"url":"http://192.168.1.1/x"}`, field: "url"},
		"URL in IPv6":              {request: update, body: `{"url":"http://[fd00::1]/x"}`, field: "url"},
		"URL without a domain":     {request: update, body: `{"url":"https://hooks/x"}`, field: "url"},
		"URL of a local domain":    {request: update, body: `{"url":"https://hooks.local/x"}`, field: "url"},
		"URL of another scheme":    {request: update, body: `{"url":"ftp://hooks.example.com"}`, field: "url"},
		"auth_token, two lines":    {request: update, body: `{"auth_token":"a\nb"}`, field: "auth_token"},
		"URL of another webhook": {
			request: update,
			body:    `{"url":"https://taken.example.com"}`,
			status:  http.StatusConflict,
		},
		"creation without triggers": {
			request: creation,
			body:    `{"url":"https://a.example.com"}`,
			field:   "triggers",
		},
		"creation with no trigger": {
			request: creation,
			body:    `{"url":"https://a.example.com","triggers":[]}`,
			field:   "triggers",
		},

		"no authorization": {
			request: charges,
			headers: header{"Authorization": nil},
			status:  http.StatusUnauthorized,
		},
		"wrong secret": {
			request: charges,
			headers: header{"Authorization": {"Bearer x." + fakeservice.DefaultAppToken}},
			status:  http.StatusUnauthorized,
		},
		"type without a body": {
			request: charges,
			headers: header{"Content-Type": {"application/json"}},
			field:   "Content-Type",
		},
		"body without a type": {
			request: update,
			body:    `{}`,
			headers: header{"Content-Type": nil},
			status:  http.StatusUnsupportedMediaType,
			field:   "Content-Type",
		},
		"idempotency key": {
			request: token,
			body:    valid,
			headers: header{"Idempotency-Key": {"1"}},
			field:   "Idempotency-Key",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := extended()
			before, _ := s.Webhook(webhookID)

			got := sendWith(t, s, tc.request, tc.body, tc.headers)
			if tc.status == 0 {
				tc.status = http.StatusBadRequest
			}
			wantRefusal(t, got, tc.status, tc.field)
			after, _ := s.Webhook(webhookID)
			if !after.UpdatedOn.Equal(before.UpdatedOn) || len(s.Webhooks()) != 3 || len(s.Tokens()) > 0 {
				t.Error("a refused request changed something")
			}
		})
	}
}

const otherStore = "33333333-3333-4333-8333-333333333339"

// extended returns a service that answers more than the description shows, with a few objects.
func extended() *fakeservice.Service {
	s := fakeservice.NewExtended()
	s.Set(func(b *fakeservice.Behavior) {
		b.WebhookList = true
		b.UniqueURLs = true
	})
	s.AddCharges(fakeservice.Charge{ID: webhookID})
	s.AddWebhook(fakeservice.Webhook{ID: webhookID})
	s.AddWebhook(fakeservice.Webhook{URL: "https://taken.example.com"})
	s.AddWebhook(fakeservice.Webhook{StoreID: otherStore})
	return s
}

// wantRefusal checks the status of a refusal and, unless it is empty, the field that it names.
func wantRefusal(t *testing.T, got answered, status int, field string) {
	t.Helper()
	if got.status != status {
		t.Errorf("status %d, want %d: %s", got.status, status, got.text)
	}
	var said refusal
	if err := json.Unmarshal([]byte(got.text), &said); err != nil || said.Status != "error" || said.Code == "" {
		t.Errorf("the refusal is %q", got.text)
	}
	if field == "" {
		return
	}
	for _, problem := range said.Errors {
		if problem.Field == field {
			return
		}
	}
	t.Errorf("the refusal does not name %s: %s", field, got.text)
}
