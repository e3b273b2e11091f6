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
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// startTLS starts a server with TLS, which stops with the test.
func startTLS(t *testing.T, handler http.Handler, config *tls.Config) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog, server.TLS, server.EnableHTTP2 = log.New(io.Discard, "", 0), config, true
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

// failing are options of a client whose connections fail with err.
func failing(err error) func(*testing.T) paymentapi.Options {
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
	const unreachable, unusable, lost = paymentapi.FaultUnreachable, paymentapi.FaultConnectionUnusable, paymentapi.FaultConnectionLost
	for name, tc := range map[string]struct {
		options func(*testing.T) paymentapi.Options
		fault   paymentapi.Fault
		says    string
	}{
		"refused":        {failing(&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}), unreachable, "connection refused"},
		"no such host":   {failing(&net.DNSError{Name: "api.example.com", IsNotFound: true}), unreachable, "DNS lookup of its host failed"},
		"renegotiation":  {failing(&net.OpError{Op: "local error", Err: errors.New("tls: no renegotiation")}), unusable, "TLS: no renegotiation"},
		"late refusal":   {failing(&net.OpError{Op: "remote error", Err: errors.New("tls: expired certificate")}), unusable, "TLS: expired certificate"},
		"something else": {failing(errors.New("secret detail")), unreachable, "could not connect to the payment service at localhost."},
		"no TLS there":   {closing("https", "HTTP/1.1 400 Bad Request\r\n\r\n"), unusable, "does not speak TLS"},
		"closed at once": {closing("http", ""), lost, ""},
		"endless header": {closing("http", "HTTP/1.1 200 OK\r\n"+strings.Repeat("X-Filler: x\r\n", 40_000)), lost, ""},
		"old TLS":        {failing(&net.OpError{Op: "remote error", Err: errors.New("tls: protocol version not supported")}), unreachable, "protocol version"},
	} {
		for method, call := range calls {
			t.Run(method+" "+name, func(t *testing.T) {
				t.Parallel()
				o := tc.options(t)
				o.MaxAttempts = 2 // the wait takes time
				tries := 0
				o.OnAttempt = func(_ context.Context, a paymentapi.Attempt) { // what is logged
					if tries++; a.Fault == "" || strings.Contains(a.Template, webhookID) {
						t.Errorf("attempt %d is %+v", tries, a)
					}
				}
				err := call(t.Context(), newClient(t, o))
				acted, attempts := tc.fault == lost, 2
				if tc.fault == unusable || acted && method == http.MethodPost {
					attempts = 1
				}
				if fault := paymentapi.FaultOf(err); fault.Conclusive() {
					t.Errorf("fault %d is conclusive", fault)
				}
				if paymentapi.FaultOf(err) != tc.fault || !says(err, tc.says) && tc.says != "" || acted == says(err, "could not connect") || paymentapi.MayHaveActed(err) != acted {
					t.Errorf("error %v, want fault %d and %q", err, tc.fault, tc.says)
				}
				if tries != attempts {
					t.Errorf("%d attempts, want %d", tries, attempts)
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
			return nil, context.Cause(r.Context()) // as Go's own does
		})
		started := time.Now()
		err := calls[http.MethodPost](t.Context(), newClient(t, o))
		if took := time.Since(started); took != 10*time.Second || paymentapi.FaultOf(err) != paymentapi.FaultUnreachable || paymentapi.MayHaveActed(err) || !strings.Contains(err.Error(), "(it took too long)") {
			t.Errorf("after %s: error %v", took, err)
		}
	})
}

func TestClient_opensNoMoreConnectionsThanRequests(t *testing.T) {
	t.Parallel()
	const limit = 5
	service := fakeservice.NewExtended()
	service.AddWebhook(fakeservice.Webhook{ID: webhookID})
	service.Set(func(b *fakeservice.Behavior) { b.Latency = 5 * time.Millisecond })
	server, err := fakeservice.Start(service, "127.0.0.1:0", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	o := options()
	o.BaseURL, o.MaxConcurrentRequests = server.URL, limit
	client := newClient(t, o)
	all(t, client, 60)
	if got := server.Connections(); got > limit || got < 2 {
		t.Errorf("%d connections, want several and at most %d", got, limit)
	}
}

// TestClient_speaksHTTP1: no request uses HTTP/2 even if the service offers it, because
// Go would send some of them again by itself. A POST has a connection of its own, so
// that it is sent only once, whatever happens.
func TestClient_speaksHTTP1(t *testing.T) {
	t.Parallel()
	var seen sync.Map // the connections that each method used
	server := startTLS(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.Store(r.Proto+" "+r.Method+" "+r.RemoteAddr, true)
		if r.Method == http.MethodPost {
			panic(http.ErrAbortHandler) // the connection ends
		}
		_, _ = io.WriteString(w, `{"id":"x"}`)
	}), nil)
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	o := options()
	o.BaseURL, o.CACertificate = server.URL, string(authority)
	client := newClient(t, o)
	for range 3 {
		for method, call := range calls {
			if err := call(t.Context(), client); (err != nil) != (method == http.MethodPost) || err != nil && !paymentapi.MayHaveActed(err) {
				t.Errorf("%s: %v", method, err)
			}
		}
	}
	used := map[string]int{}
	for connection := range seen.Range {
		used[connection.(string)[:len("HTTP/1.1 POS")]]++ //nolint:forcetypeassert // only texts are stored
	}
	if want := map[string]int{"HTTP/1.1 GET": 1, "HTTP/1.1 PAT": 1, "HTTP/1.1 POS": 3}; !maps.Equal(used, want) {
		t.Errorf("connections by method: %v, want %v", used, want)
	}
}
