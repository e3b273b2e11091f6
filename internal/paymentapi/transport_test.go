// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// quiet keeps refused handshakes out of the output of tests.
var quiet = log.New(io.Discard, "", 0)

// startTLS starts a server with TLS, which stops with the test.
func startTLS(t *testing.T, handler http.Handler, config *tls.Config) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog, server.TLS, server.EnableHTTP2 = quiet, config, true
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

// unreachable are options of a client whose connections fail with err.
func unreachable(err error) func(*testing.T) paymentapi.Options {
	return func(*testing.T) paymentapi.Options {
		o := options()
		o.Transport = &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, err }}
		return o
	}
}

// closing are options of a client of a service that answers with a greeting, and
// closes the connection.
func closing(scheme, greeting string) func(*testing.T) paymentapi.Options {
	return func(t *testing.T) paymentapi.Options {
		t.Helper()
		listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		var served sync.WaitGroup
		served.Go(func() {
			for {
				conn, err := listener.Accept()
				if err != nil {
					return
				}
				_, _ = conn.Read(make([]byte, 1<<10))
				_, _ = conn.Write([]byte(greeting))
				_ = conn.Close()
			}
		})
		t.Cleanup(func() {
			_ = listener.Close()
			served.Wait()
		})
		o := options()
		o.BaseURL = scheme + "://" + listener.Addr().String()
		return o
	}
}

// TestConnections tests faults of connections. With most, no request is ever sent.
func TestConnections(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		options  func(*testing.T) paymentapi.Options
		attempts int
		fault    paymentapi.Fault
		text     string
	}{
		"refused":        {unreachable(&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}), 2, paymentapi.FaultUnreachable, "connection refused"},
		"no such host":   {unreachable(&net.DNSError{Name: "api.example.com", IsNotFound: true}), 2, paymentapi.FaultUnreachable, "DNS lookup of its host failed"},
		"renegotiation":  {unreachable(&net.OpError{Op: "local error", Err: errors.New("tls: no renegotiation")}), 1, paymentapi.FaultUnusable, "TLS: no renegotiation"},
		"something else": {unreachable(errors.New("secret detail")), 2, paymentapi.FaultUnreachable, "could not connect"},
		"no TLS there":   {closing("https", "HTTP/1.1 400 Bad Request\r\n\r\n"), 1, paymentapi.FaultUnusable, "does not speak TLS"},
		"closed at once": {closing("http", ""), 2, paymentapi.FaultConnectionLost, ""},
		"endless header": {closing("http", "HTTP/1.1 200 OK\r\n"+strings.Repeat("X-Filler: x\r\n", 40_000)), 2, paymentapi.FaultConnectionLost, ""},
		"old TLS":        {unreachable(&net.OpError{Op: "remote error", Err: errors.New("tls: protocol version not supported")}), 2, paymentapi.FaultUnreachable, "protocol version"},
	} {
		for method, call := range calls {
			t.Run(method+" "+name, func(t *testing.T) {
				t.Parallel()
				o := tc.options(t)
				o.MaxAttempts = 2 // these waits take time
				tries := 0
				o.OnAttempt = func(_ context.Context, a paymentapi.Attempt) { // what is logged
					if tries++; a.Fault == "" || strings.Contains(a.Template, webhookID) {
						t.Errorf("attempt %d is %+v", tries, a)
					}
				}
				err := call(t.Context(), newClient(t, o))
				attempts := tc.attempts
				if method == http.MethodPost && tc.fault == paymentapi.FaultConnectionLost {
					attempts = 1 // it may have arrived
				}
				var transport *paymentapi.Error
				if !errors.As(err, &transport) || transport.Fault != tc.fault || !strings.Contains(err.Error(), tc.text) {
					t.Fatalf("error %v, want fault %d and %q", err, tc.fault, tc.text)
				}
				_, host, _ := strings.Cut(o.BaseURL, "://")
				host, _, _ = strings.Cut(host, "/")
				unconnected := tc.fault == paymentapi.FaultUnreachable || tc.fault == paymentapi.FaultUnusable
				if named := strings.Contains(err.Error(), "could not connect to the payment service at "+host); named != unconnected {
					t.Errorf("error %v, whether it names %s: %t", err, host, named)
				}
				if tries != attempts || transport.Attempts() != attempts {
					t.Errorf("%d attempts, and the error tells of %d, want %d", tries, transport.Attempts(), attempts)
				}
				if acted := tc.fault == paymentapi.FaultConnectionLost; paymentapi.MayHaveActed(err) != acted {
					t.Errorf("MayHaveActed(%v) = %t, want %t", err, !acted, acted)
				}
				if strings.Contains(err.Error(), "secret detail") {
					t.Errorf("error %v repeats a text that came from elsewhere", err)
				}
			})
		}
	}
}

// TestClient_connectTimeout: a connection that is not made within ten seconds has failed,
// however long a request may take.
func TestClient_connectTimeout(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := options()
		o.MaxAttempts = 1
		o.Transport = roundTrip(func(r *http.Request) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		started := time.Now()
		err := calls[http.MethodPost](t.Context(), newClient(t, o))
		if took := time.Since(started); took != 10*time.Second || paymentapi.FaultOf(err) != paymentapi.FaultUnreachable || paymentapi.MayHaveActed(err) || !strings.Contains(err.Error(), "(it took longer than 10s)") {
			t.Errorf("after %s: error %v", took, err)
		}
	})
}

func TestClient_opensNoMoreConnectionsThanRequests(t *testing.T) {
	t.Parallel()

	const limit = 5
	service := fakeservice.New()
	service.AddWebhook(fakeservice.Webhook{ID: webhookID})
	rate := &fakeservice.Rate{AtOnce: limit}
	service.Set(func(b *fakeservice.Behavior) { b.Latency, b.Rate = 5*time.Millisecond, rate })
	server, err := fakeservice.Start(service, "127.0.0.1:0", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	o := options()
	o.BaseURL, o.MaxConcurrentRequests = server.URL, limit
	client := newClient(t, o)
	all(t, client, 60)
	if _, refused := rate.Counts(); refused > 0 {
		t.Errorf("%d requests were sent while %d were in flight", refused, limit)
	}
	if got := server.Connections(); got > limit || got < 2 {
		t.Errorf("%d connections, want several and at most %d", got, limit)
	}
}

// TestClient_speaksHTTP1: no request uses HTTP/2 even if the service offers it, because
// Go would send some of them again by itself. A POST has a connection of its own, so
// that it is sent only once, whatever happens.
func TestClient_speaksHTTP1(t *testing.T) {
	t.Parallel()

	var mu sync.Mutex
	connections := map[string][]string{} // the methods of each
	server := startTLS(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		connections[r.RemoteAddr] = append(connections[r.RemoteAddr], r.Proto+" "+r.Method)
		if r.Method == http.MethodPost {
			panic(http.ErrAbortHandler) // the connection ends
		}
		_, _ = io.WriteString(w, `{"id":"x"}`)
	}), nil)
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
