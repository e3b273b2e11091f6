// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func tokenClient(t *testing.T) (*fakeservice.Service, *Client) {
	t.Helper()
	service := fakeservice.New()
	server, err := fakeservice.Start(service)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	client, err := New(Options{BaseURL: server.URL, Secret: fakeservice.DefaultSecret, AppToken: fakeservice.DefaultAppToken})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.CloseIdleConnections)
	return service, client
}

func TestCreateTransactionToken(t *testing.T) {
	t.Parallel()

	service, client := tokenClient(t)
	email := "customer@example.com"
	token, err := client.CreateTransactionToken(t.Context(), TokenRequest{
		PaymentType: "bank_transfer", Type: "one_time", Email: &email, Data: map[string]any{"brand": "aozora_bank"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if stored := service.Tokens(); len(stored) != 1 || stored[0].ID != token.ID || *token.Email != email || *token.PaymentType != "bank_transfer" {
		t.Errorf("got %+v, the service has %+v", token, stored)
	}
	const want = `{"payment_type":"bank_transfer","type":"one_time","email":"customer@example.com","data":{"brand":"aozora_bank"}}`
	if got := string(service.Requests()[0].Body); got != want {
		t.Errorf("sent %s, want %s", got, want)
	}
}

// Only the object of a token is one. After anything else with the status 201, a token
// may exist.
func TestCreateTransactionToken_answers(t *testing.T) {
	t.Parallel()

	const id = "11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d"
	for body, isToken := range map[string]bool{
		`{"id":"` + strings.ToUpper(id) + `"}`:                                    true,
		`{"id":"` + id + `","payment_type":"online","status":"ready","code":"A"}`: true,
		`{"id":"` + id + `","payment_type":"online","errors":[{"field":"data"}]}`: true,
		`{"id":"` + id + `","errors":[],"code":null,"status":"ok"}`:               true,
		`{"id":"` + id + `","errors":{ },"code":""}`:                              true,
		`{"id":"` + id + `","active":"yes","email":{},"metadata":[],"data":"x"}`:  true,
		`{"id":"` + id + `","errors":[{"field":"data"}]}`:                         false,
		`{"id":"` + id + `","code":"DUPLICATE"}`:                                  false,
		`{"id":"` + id + `","code":0}`:                                            false,
		`{"id":"` + id + `","payment_type":"online","status":"ERROR"}`:            false,
		`{"id":"` + id + `","status":"error","code":"DUPLICATE"}`:                 false,
		`{"id":"` + id + `\n"}`:                                                   false,
		`{"id":"{` + id + `}"}`:                                                   false,
		`{"id":"../../charges"}`:                                                  false,
		`{"id":1}`:                                                                false,
		`{"id":null}`:                                                             false,
		`{"id":" "}`:                                                              false,
		`{"id":["` + id + `"]}`:                                                   false,
		`[{"id":"` + id + `"}]`:                                                   false,
		`"` + id + `"`:                                                            false,
		`null`:                                                                    false,
		`{}`:                                                                      false,
		`<p>ok`:                                                                   false,
		``:                                                                        false,
	} {
		t.Run(body, func(t *testing.T) {
			t.Parallel()
			service, client := tokenClient(t)
			service.Inject(fakeservice.Fault{Status: 201, Body: []byte(body)})
			token, err := client.CreateTransactionToken(t.Context(), TokenRequest{PaymentType: "online", Type: "one_time"})
			if (err == nil) != isToken || isToken && !strings.EqualFold(token.ID, id) || !isToken && !MayHaveActed(err) {
				t.Errorf("got %v, %v", token, err)
			}
			if n := len(service.Requests()); n != 1 {
				t.Errorf("sent %d requests", n)
			}
		})
	}
}

// Whatever the service answers, a token that is decoded has an id and valid data.
func FuzzDecodeToken(f *testing.F) {
	f.Add(`{"id":"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d","active":true,"metadata":{"a":1},"data":{"card":null}}`)
	f.Add(`{"id":"11ee05ae-6ca3-5a5c-8f52-0b1f2f0b6f5d","active":"yes","metadata":[],"usage_limit":{},"data":"x"}`)
	f.Add(`{"id":1}`)
	f.Fuzz(func(t *testing.T, raw string) {
		var id struct{ ID any }
		token := decodeToken([]byte(raw))
		if token == nil || !json.Valid([]byte(raw)) {
			return
		}
		if json.Unmarshal([]byte(raw), &id) != nil || token.ID == "" {
			t.Errorf("%q gave a token with the id %q", raw, token.ID)
		}
		if token.Data != nil && !json.Valid(token.Data) {
			t.Errorf("%q gave the data %q", raw, token.Data)
		}
	})
}
