// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// overHTTP2 serves handler over HTTP/2 and returns a client that trusts it; dial,
// if set, makes its connections.
func overHTTP2(t *testing.T, handler http.HandlerFunc, o Options, dial func(ctx context.Context, network, address string) (net.Conn, error)) *Client {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	return clientOf(t, server, o, dial)
}

// clientOf returns a client that trusts the server.
func clientOf(t *testing.T, server *httptest.Server, o Options, dial func(ctx context.Context, network, address string) (net.Conn, error)) *Client {
	t.Helper()
	o.BaseURL, o.Secret, o.AppToken = server.URL, "s", "t"
	client, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.CloseIdleConnections)
	trusted := x509.NewCertPool()
	trusted.AddCert(server.Certificate())
	for _, transport := range []http.RoundTripper{client.transports.pooled, client.transports.once} {
		if own, ok := transport.(*http.Transport); ok {
			own.TLSClientConfig.RootCAs = trusted
			if dial != nil {
				own.DialContext = dial
			}
		}
	}
	return client
}

func TestClient_speaksHTTP2(t *testing.T) {
	t.Parallel()

	var mu sync.Mutex
	connections := map[string][]string{} // the methods of each
	client := overHTTP2(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		connections[r.RemoteAddr] = append(connections[r.RemoteAddr], r.Proto+" "+r.Method)
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusCreated)
		}
		_, _ = io.WriteString(w, `{"id":"x"}`)
	}, Options{}, nil)
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
		if methods[0] == "HTTP/1.1 POST" && len(methods) > 1 || methods[0] == "HTTP/2.0 GET" && len(methods) != 6 || methods[0] != "HTTP/1.1 POST" && methods[0] != "HTTP/2.0 GET" {
			t.Errorf("the connections were %v", connections)
		}
	}
}

// TestClient_clientCertificate: a service that wants a client certificate is
// told as that, whenever in the connection it says so.
func TestClient_clientCertificate(t *testing.T) {
	t.Parallel()

	for name, version := range map[string]uint16{"TLS 1.2": tls.VersionTLS12, "TLS 1.3": tls.VersionTLS13} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s arrived", r.Method) }))
			server.Config.ErrorLog = log.New(io.Discard, "", 0)
			server.EnableHTTP2 = true
			server.TLS = &tls.Config{MinVersion: tls.VersionTLS12, MaxVersion: version, ClientAuth: tls.RequireAnyClientCert}
			server.StartTLS()
			t.Cleanup(server.Close)
			client := clientOf(t, server, Options{MaxRetries: 2}, nil)
			_, got := client.GetWebhook(t.Context(), WebhookRef{StoreID: "s", WebhookID: "x"})
			_, posted := client.CreateTransactionToken(t.Context(), TokenRequest{})
			for _, err := range []error{got, posted} {
				var transport *TransportError
				if !errors.As(err, &transport) || !strings.Contains(err.Error(), "a client certificate") {
					t.Errorf("error %v, want one about a client certificate", err)
				}
				if name == "TLS 1.2" && (transport.Attempts != 1 || MayHaveActed(err)) {
					t.Errorf("%d attempts, and MayHaveActed is %t", transport.Attempts, MayHaveActed(err))
				}
			}
		})
	}
}

// mutable is a connection on which nothing more arrives once it is muted.
type mutable struct {
	net.Conn

	muted  *atomic.Bool
	closed chan struct{}
}

func (c *mutable) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.muted.Load() {
		<-c.closed
		return 0, net.ErrClosed
	}
	return n, err
}

func (c *mutable) Close() error {
	close(c.closed)
	return c.Conn.Close()
}

// TestClient_leavesADeadConnection: a connection that died without a word costs
// one attempt, not all of them.
func TestClient_leavesADeadConnection(t *testing.T) {
	t.Parallel()

	var (
		dialed atomic.Int32
		muted  atomic.Bool
	)
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, address)
		if err != nil || dialed.Add(1) > 1 {
			return conn, err
		}
		return &mutable{Conn: conn, muted: &muted, closed: make(chan struct{})}, nil
	}
	o := Options{RequestTimeout: 3 * time.Second, MaxRetries: 1, Jitter: func() float64 { return 0 }}
	client := overHTTP2(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"id":"x"}`) }, o, dial)
	for range 2 {
		if _, err := client.GetWebhook(t.Context(), WebhookRef{StoreID: "s", WebhookID: "x"}); err != nil {
			t.Error(err)
		}
		muted.Store(true)
	}
	if got := dialed.Load(); got != 2 {
		t.Errorf("%d connections were made, want 2", got)
	}
}
