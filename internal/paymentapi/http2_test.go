// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// TestClient_speaksHTTP2 uses the client's own connections, with one more
// authority to trust.
func TestClient_speaksHTTP2(t *testing.T) {
	t.Parallel()

	var mu sync.Mutex
	connections := map[string][]string{} // the methods of each
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		connections[r.RemoteAddr] = append(connections[r.RemoteAddr], r.Proto+" "+r.Method)
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusCreated)
		}
		_, _ = io.WriteString(w, `{"id":"x"}`)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	client, err := New(Options{BaseURL: server.URL, Secret: "s", AppToken: "t"})
	if err != nil {
		t.Fatal(err)
	}
	defer client.CloseIdleConnections()
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	for _, transport := range []http.RoundTripper{client.transports.pooled, client.transports.fresh} {
		if own, ok := transport.(*http.Transport); ok {
			own.TLSClientConfig = cmp.Or(own.TLSClientConfig, &tls.Config{MinVersion: tls.VersionTLS12})
			own.TLSClientConfig.RootCAs = trusted
		}
	}
	for range 3 {
		if _, err := client.GetWebhook(t.Context(), WebhookRef{StoreID: "s", WebhookID: "x"}); err != nil {
			t.Error(err)
		}
		if _, err := client.UpdateWebhook(t.Context(), WebhookRef{StoreID: "s", WebhookID: "x"}, WebhookPatch{}); err != nil {
			t.Error(err)
		}
		if _, err := client.CreateTransactionToken(t.Context(), TokenRequest{}); err != nil {
			t.Error(err)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(connections) != 4 {
		t.Errorf("the connections were %v, want one for reading and changing, and one for each POST", connections)
	}
	for _, methods := range connections {
		if methods[0] == "HTTP/2.0 POST" && len(methods) > 1 || methods[0] == "HTTP/2.0 GET" && len(methods) != 6 || methods[0][:6] != "HTTP/2" {
			t.Errorf("the connections were %v", connections)
		}
	}
}
