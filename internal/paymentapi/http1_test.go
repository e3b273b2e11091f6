// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
)

// TestClient_speaksHTTP1: no request uses HTTP/2 even if the service offers it, because
// Go would send some of them again by itself. A POST has a connection of its own, so
// that it is sent only once, whatever happens.
func TestClient_speaksHTTP1(t *testing.T) {
	t.Parallel()

	var mu sync.Mutex
	connections := map[string][]string{} // the methods of each
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		connections[r.RemoteAddr] = append(connections[r.RemoteAddr], r.Proto+" "+r.Method)
		if r.Method == http.MethodPost {
			panic(http.ErrAbortHandler) // the connection ends
		}
		_, _ = io.WriteString(w, `{"id":"x"}`)
	}))
	server.Config.ErrorLog = quiet
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	client := newClient(t, paymentapi.Options{BaseURL: server.URL, Secret: "s", AppToken: "t", MaxAttempts: 3, CACertificate: string(authority)})
	ref := paymentapi.WebhookRef{StoreID: "s", WebhookID: "x"}
	for range 3 {
		if _, err := client.GetWebhook(t.Context(), ref); err != nil {
			t.Error(err)
		}
		if _, err := client.UpdateWebhook(t.Context(), ref, paymentapi.WebhookPatch{}); err != nil {
			t.Error(err)
		}
		if _, err := client.CreateTransactionToken(t.Context(), paymentapi.TokenRequest{}); !paymentapi.MayHaveActed(err) {
			t.Errorf("error %v, want one after which a token may exist", err)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	var got []string
	for _, methods := range connections {
		got = append(got, strings.Join(methods, ", "))
	}
	slices.Sort(got)
	const post, pooled = "HTTP/1.1 POST", "HTTP/1.1 GET, HTTP/1.1 PATCH"
	if want := []string{strings.Join([]string{pooled, pooled, pooled}, ", "), post, post, post}; !slices.Equal(got, want) {
		t.Errorf("the connections were %q, want %q", got, want)
	}
}
