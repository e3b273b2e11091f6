// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func header(name string, values ...string) func(*http.Request) {
	return func(r *http.Request) {
		r.Header[name] = values
	}
}

const cardOnly = `"card_number":"4111111111111234","exp_month":"01","exp_year":"2030"`

// tokenBody is a request for a card token. data goes into its data, more beside it.
func tokenBody(data, more string) string {
	return `{"payment_type":"card","type":"one_time","email":"a@example.com","data":{` + data + `}` + more + `}`
}

func TestRefusesWhatTheDescriptionDoesNotAllow(t *testing.T) {
	t.Parallel()
	hook := webhookPath(webhookID)
	tests := map[string]struct {
		method string
		path   string
		body   string
		change func(*http.Request)
		status int
		field  string
	}{
		"no authorization":        {path: "/charges", change: header("Authorization"), status: 401},
		"two authorizations":      {path: "/charges", change: header("Authorization", "a", "b"), status: 401},
		"another scheme":          {path: "/charges", change: header("Authorization", "Basic c2FuZGJveA=="), status: 401},
		"wrong secret":            {path: "/charges", change: header("Authorization", "Bearer x."+fakeservice.DefaultAppToken), status: 401},
		"unknown path":            {path: "/webhooks", status: 404},
		"trailing slash":          {path: "/charges/", status: 404},
		"doubled slash":           {path: "//charges", status: 404},
		"unknown webhook":         {method: http.MethodPatch, path: webhookPath(fakeservice.DefaultPlatformID), body: `{}`, status: 404},
		"webhook, other store":    {method: http.MethodPatch, path: "/stores/" + otherID + "/webhooks/" + webhookID, body: `{}`, status: 404},
		"webhook, other merchant": {method: http.MethodPatch, path: "/merchants/" + otherID + hook, body: `{}`, status: 404},
		"wrong method":            {method: http.MethodPost, path: "/charges", body: `{}`, status: 405},
		"read of tokens":          {path: "/tokens", status: 405},
		"put instead of patch":    {method: http.MethodPut, path: hook, body: `{}`, status: 405},
		"store id is no UUID":     {path: "/stores/1/charges", status: 400, field: "storeId"},
		"webhook id in braces":    {method: http.MethodPatch, path: webhookPath("%7B" + webhookID + "%7D"), body: `{}`, status: 400, field: "webhookId"},
		"limit below 10":          {path: "/charges?limit=9", status: 400, field: "limit"},
		"limit above 100":         {path: "/charges?limit=101", status: 400, field: "limit"},
		"limit in words":          {path: "/charges?limit=ten", status: 400, field: "limit"},
		"limit with a fraction":   {path: "/charges?limit=10.0", status: 400, field: "limit"},
		"limit empty":             {path: "/charges?limit=", status: 400, field: "limit"},
		"limit twice":             {path: "/charges?limit=10&limit=10", status: 400, field: "limit"},
		"unknown parameter":       {path: "/charges?page=2", status: 400, field: "page"},
		"e-mail without a switch": {path: "/charges?email=a@example.com", status: 400, field: "email"},
		"query not well formed":   {path: "/charges?limit=%zz", status: 400, field: "query"},
		"unknown direction":       {path: "/charges?cursor_direction=up", status: 400, field: "cursor_direction"},
		"cursor is no UUID":       {path: "/charges?cursor=1", status: 400, field: "cursor"},
		"cursor is unknown":       {path: "/charges?cursor=" + otherID, status: 400, field: "cursor"},
		"card without its name":   {path: "/charges?last_four=0042&exp_month=1&exp_year=2030", status: 400, field: "name"},
		"last_four alone":         {path: "/charges?last_four=0042", status: 400, field: "exp_year"},
		"last_four of three":      {path: "/charges?last_four=042&name=a&exp_month=1&exp_year=2030", status: 400, field: "last_four"},
		"month 13":                {path: "/charges?last_four=0042&name=a&exp_month=13&exp_year=2030", status: 400, field: "exp_month"},
		"year of two digits":      {path: "/charges?last_four=0042&name=a&exp_month=1&exp_year=30", status: 400, field: "exp_year"},
		"time without a zone":     {path: "/charges?from=2025-01-01T00:00:00", status: 400, field: "from"},
		"plus not escaped":        {path: "/charges?to=2025-01-01T00:00:00+09:00", status: 400, field: "to"},
		"phone with hyphens":      {path: "/charges?phone=03-1234", status: 400, field: "phone"},
		"currency in lower case":  {path: "/charges?currency=jpy", status: 400, field: "currency"},
		"unknown mode":            {path: "/charges?mode=prod", status: 400, field: "mode"},
		"token id is no UUID":     {path: "/charges?transaction_token_id=x", status: 400, field: "transaction_token_id"},
		"query on a webhook":      {method: http.MethodPatch, path: hook + "?limit=10", body: `{}`, status: 400, field: "limit"},
		"body on a list":          {path: "/charges", body: `{}`, status: 400, field: "body"},
		"type without a body":     {path: "/charges", change: header("Content-Type", "application/json"), status: 400, field: "Content-Type"},
		"idempotency key":         {method: http.MethodPost, path: "/tokens", body: `{}`, change: header("Idempotency-Key", "1"), status: 400, field: "Idempotency-Key"},
		"no content type":         {method: http.MethodPatch, path: hook, body: `{}`, change: header("Content-Type"), status: 415, field: "Content-Type"},
		"wrong content type":      {method: http.MethodPatch, path: hook, body: `{}`, change: header("Content-Type", "text/plain"), status: 415, field: "Content-Type"},
		"wrong charset":           {method: http.MethodPatch, path: hook, body: `{}`, change: header("Content-Type", "application/json; charset=latin1"), status: 415, field: "Content-Type"},
		"no body":                 {method: http.MethodPatch, path: hook, change: header("Content-Type", "application/json"), status: 400, field: "body"},
		"body is no JSON":         {method: http.MethodPatch, path: hook, body: `{`, status: 400, field: "body"},
		"body is no object":       {method: http.MethodPatch, path: hook, body: `[]`, status: 400, field: "body"},
		"two bodies":              {method: http.MethodPatch, path: hook, body: `{}{}`, status: 400, field: "body"},
		"a key twice":             {method: http.MethodPatch, path: hook, body: `{"active":true,"active":false}`, status: 400, field: "body"},
		"body is not UTF-8":       {method: http.MethodPatch, path: hook, body: "{\"url\":\"\xff\"}", status: 400, field: "body"},
		"body too large":          {method: http.MethodPatch, path: hook, body: `{"url":"` + strings.Repeat("a", 2<<20) + `"}`, status: 413},
		"unknown field":           {method: http.MethodPatch, path: hook, body: `{"name":"x"}`, status: 400, field: "name"},
		"active as text":          {method: http.MethodPatch, path: hook, body: `{"active":"true"}`, status: 400, field: "active"},
		"active null":             {method: http.MethodPatch, path: hook, body: `{"active":null}`, status: 400, field: "active"},
		"one trigger, no list":    {method: http.MethodPatch, path: hook, body: `{"triggers":"charge_finished"}`, status: 400, field: "triggers"},
		"a local URL":             {method: http.MethodPatch, path: hook, body: `{"url":"http://localhost:80/x"}`, status: 400, field: "url"},
		"a loopback address":      {method: http.MethodPatch, path: hook, body: `{"url":"https://127.0.0.1/x"}`, status: 400, field: "url"},
		"a relative URL":          {method: http.MethodPatch, path: hook, body: `{"url":"/x"}`, status: 400, field: "url"},
		"another scheme of a URL": {method: http.MethodPatch, path: hook, body: `{"url":"ftp://example.com/x"}`, status: 400, field: "url"},
		"an empty trigger":        {method: http.MethodPatch, path: hook, body: `{"triggers":[""]}`, status: 400, field: "triggers"},
		"token without members":   {method: http.MethodPost, path: "/tokens", body: `{}`, status: 400, field: "data"},
		"token without an e-mail": {method: http.MethodPost, path: "/tokens", body: `{"payment_type":"bank_transfer","type":"one_time","data":{"brand":"aozora_bank"}}`, status: 400, field: "email"},
		"token, recurring online": {method: http.MethodPost, path: "/tokens", body: `{"payment_type":"online","type":"recurring","data":{"brand":"pay_pay_online","call_method":"http_post"}}`, status: 400, field: "type"},
		"token, bad payment_type": {method: http.MethodPost, path: "/tokens", body: `{"payment_type":"cheque","type":"one_time","email":"a@example.com","data":{}}`, status: 400, field: "payment_type"},
		"token, unknown field":    {method: http.MethodPost, path: "/tokens", body: tokenBody(cardOnly, `,"amount":1`), status: 400, field: "amount"},
		"token, unknown data":     {method: http.MethodPost, path: "/tokens", body: tokenBody(cardOnly+`,"brand":"visa"`, ""), status: 400, field: "data.brand"},
		"token, a null":           {method: http.MethodPost, path: "/tokens", body: tokenBody(cardOnly+`,"cvv":null`, ""), status: 400, field: "data.cvv"},
		"token, year as a number": {method: http.MethodPost, path: "/tokens", body: tokenBody(`"card_number":"4111111111111234","exp_month":"1","exp_year":2030`, ""), status: 400, field: "data.exp_year"},
		"token, three_ds.enabled": {method: http.MethodPost, path: "/tokens", body: tokenBody(cardOnly+`,"three_ds":{"enabled":"true"}`, ""), status: 400, field: "data.three_ds.enabled"},
		"token, bad customer id":  {method: http.MethodPost, path: "/tokens", body: tokenBody(cardOnly, `,"metadata":{"service-customer-id":"7"}`), status: 400, field: "metadata.service-customer-id"},
		"creation, active":        {method: http.MethodPost, path: webhooksPath, body: `{"url":"https://a.example.com","triggers":["a"],"active":true}`, status: 400, field: "active"},
		"creation, no URL":        {method: http.MethodPost, path: webhooksPath, body: `{"triggers":["a"]}`, status: 400, field: "url"},
		"creation, no trigger":    {method: http.MethodPost, path: webhooksPath, body: `{"url":"https://a.example.com","triggers":[]}`, status: 400, field: "triggers"},
		"creation, a local URL":   {method: http.MethodPost, path: webhooksPath, body: `{"url":"https://localhost","triggers":["a"]}`, status: 400, field: "url"},
		"deletion, a body":        {method: http.MethodDelete, path: hook, body: `{}`, status: 400, field: "body"},
		"deletion, other store":   {method: http.MethodDelete, path: "/stores/" + otherID + "/webhooks/" + webhookID, status: 404},
		"auth_token, line break":  {method: http.MethodPatch, path: hook, body: `{"auth_token":"a\nb"}`, status: 400, field: "auth_token"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := fakeservice.New()
			s.AddWebhook(fakeservice.Webhook{ID: webhookID})
			before, _ := s.Webhook(webhookID)
			c := serve(t, s)
			method := test.method
			if method == "" {
				method = http.MethodGet
			}
			got := c.send(t, method, test.path, test.body, test.change)
			if got.status != test.status {
				t.Fatalf("status %d, want %d: %s (%v)", got.status, test.status, got.raw, got.err)
			}
			if got.object(t)["status"] != "error" {
				t.Errorf("the refusal does not have the status \"error\": %s", got.raw)
			}
			if _, named := got.reasons(t)[test.field]; test.field != "" && !named {
				t.Errorf("the refusal does not name %q: %s", test.field, got.raw)
			}
			if after, _ := s.Webhook(webhookID); !after.UpdatedOn.Equal(before.UpdatedOn) {
				t.Error("a refused request changed the webhook")
			}
		})
	}
}

func TestCursorOfAnotherListIsUnknown(t *testing.T) {
	t.Parallel()
	s := fakeservice.New()
	made := s.AddCharges(fakeservice.Charge{StoreID: otherID, RequestedCurrency: "USD"})
	c := serve(t, s)
	for _, path := range []string{
		"/stores/" + fakeservice.DefaultStoreID + "/charges?cursor=",
		"/charges?currency=JPY&cursor=",
		"/charges?to=2001-01-01&cursor=",
	} {
		if got := c.get(t, path+made[0].ID); got.status != http.StatusBadRequest {
			t.Errorf("%s: status %d", path, got.status)
		}
	}
	if got := c.get(t, "/charges?cursor="+strings.ToUpper(made[0].ID)); got.status != http.StatusOK {
		t.Errorf("a cursor in capitals: status %d", got.status)
	}
}
