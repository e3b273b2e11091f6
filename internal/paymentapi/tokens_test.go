// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"encoding/json"
	"errors"
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

func TestCreateTransactionToken_noToken(t *testing.T) {
	t.Parallel()

	for name, body := range map[string]string{
		"null": "null", "a list": "[]", "a string": `"id"`, "no id": "{}", "null id": `{"id":null}`, "empty id": `{"id":""}`, "id a number": `{"id":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, client := tokenClient(t)
			service.Inject(fakeservice.Fault{Status: 201, Body: []byte(body)})
			_, err := client.CreateTransactionToken(t.Context(), TokenRequest{PaymentType: "online", Type: "one_time"})
			var response *ResponseError
			if !errors.As(err, &response) || !MayHaveActed(err) {
				t.Errorf("got %v, want a ResponseError after which a token may exist", err)
			}
			if n := len(service.Requests()); n != 1 {
				t.Errorf("%d requests, want 1", n)
			}
		})
	}
}

// A request that can't be written leaves no doubt that there is no token.
func TestCreateTransactionToken_unsent(t *testing.T) {
	t.Parallel()

	service, client := tokenClient(t)
	_, err := client.CreateTransactionToken(t.Context(), TokenRequest{PaymentType: "paidy", Data: map[string]any{"n": json.Number("+Inf")}})
	if FaultOf(err) != FaultUnsent || MayHaveActed(err) || strings.Contains(err.Error(), "Inf") || len(service.Requests()) > 0 {
		t.Errorf("error %v after %d requests, want one that says that nothing was sent", err, len(service.Requests()))
	}
}

// Whatever the service answers, a token with an id is kept.
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
