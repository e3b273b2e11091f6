// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"encoding/json"
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

// Whatever the service answers, a token that is decoded has an id and valid data.
func FuzzDecodeToken(f *testing.F) {
	f.Add(`{"id":"a","active":true,"metadata":{"a":1},"data":{"card":null}}`)
	f.Add(`{"id":"a","active":"yes","metadata":[],"usage_limit":{},"data":"x"}`)
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
