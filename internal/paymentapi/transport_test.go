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
	"sync/atomic"
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
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.TLS = config
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

// failing are options of a client whose connections fail with err.
func failing(err error) func(*testing.T) paymentapi.Options {
	return func(*testing.T) paymentapi.Options {
		o := options()
		o.Transport = &http.Transport{
			DialContext: func(context.Context, string, string) (net.Conn, error) { return nil, err },
		}
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
	type row struct {
		options func(*testing.T) paymentapi.Options
		want    paymentapi.Fault
		says    string
		isSent  bool // the request may have arrived
		isFinal bool // no other attempt follows
	}
	for name, tt := range map[string]row{
		"refused": {
			options: failing(&net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}),
			want:    paymentapi.FaultUnreachable,
			says:    "could not connect to the payment service at localhost (connection refused).",
		},
		"no such host": {
			options: failing(&net.DNSError{Name: "api.example.com", IsNotFound: true}),
			want:    paymentapi.FaultUnreachable,
			says:    "could not connect to the payment service at localhost (DNS lookup of its host failed).",
		},
		"renegotiation": {
			options: failing(&net.OpError{Op: "local error", Err: errors.New("tls: no renegotiation")}),
			want:    paymentapi.FaultConnectionUnusable,
			says:    "could not connect to the payment service at localhost (TLS: no renegotiation).",
			isFinal: true,
		},
		"late refusal of a certificate": {
			options: failing(&net.OpError{Op: "remote error", Err: errors.New("tls: expired certificate")}),
			want:    paymentapi.FaultConnectionUnusable,
			says:    "could not connect to the payment service at localhost (TLS: expired certificate).",
			isFinal: true,
		},
		"old TLS": {
			options: failing(&net.OpError{Op: "remote error", Err: errors.New("tls: protocol version not supported")}),
			want:    paymentapi.FaultUnreachable,
			says:    "could not connect to the payment service at localhost (TLS: protocol version not supported).",
		},
		"something that Go says": {
			options: failing(errors.New("secret detail")),
			want:    paymentapi.FaultUnreachable,
			says:    "could not connect to the payment service at localhost.",
		},
		"no TLS there": {
			options: closing("https", "HTTP/1.1 400 Bad Request\r\n\r\n"),
			want:    paymentapi.FaultConnectionUnusable,
			says:    "(it does not speak TLS).",
			isFinal: true,
		},
		"closed at once": {
			options: closing("http", ""),
			want:    paymentapi.FaultConnectionLost,
			says:    "ended too early, or the answer was not valid HTTP.",
			isSent:  true,
		},
		"endless header": {
			options: closing("http", "HTTP/1.1 200 OK\r\n"+strings.Repeat("X-Filler: x\r\n", 40_000)),
			want:    paymentapi.FaultConnectionLost,
			says:    "ended too early, or the answer was not valid HTTP",
			isSent:  true,
		},
	} {
		for method, call := range calls {
			t.Run(method+" "+name, func(t *testing.T) {
				t.Parallel()
				o := tt.options(t)
				o.MaxAttempts = 2 // the wait takes time
				var logged []paymentapi.Attempt
				o.OnAttempt = func(_ context.Context, attempt paymentapi.Attempt) { logged = append(logged, attempt) }
				err := call(t.Context(), newClient(t, o))

				if !paymentapi.Is(err, tt.want) || tt.want.Conclusive() || !says(err, tt.says) {
					t.Errorf("error %v, want %q and %q", err, tt.want, tt.says)
				}
				if paymentapi.MayHaveActed(err) != tt.isSent {
					t.Errorf("the service may have acted: %t, says %v", !tt.isSent, err)
				}
				want := 2
				if tt.isFinal || tt.isSent && method == http.MethodPost {
					want = 1
				}
				if len(logged) != want {
					t.Errorf("%d attempts, want %d", len(logged), want)
				}
				for _, attempt := range logged {
					if attempt.Fault == "" || strings.Contains(attempt.Template, webhookID) {
						t.Errorf("logged %+v", attempt)
					}
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

		if took := time.Since(started); took != 10*time.Second {
			t.Errorf("it took %s", took)
		}
		if !paymentapi.Is(err, paymentapi.FaultUnreachable) || !says(err, "(it took too long)") {
			t.Errorf("error %v", err)
		}
		if paymentapi.MayHaveActed(err) {
			t.Errorf("the service may have acted, says %v", err)
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
	o.BaseURL = server.URL
	o.MaxConcurrentRequests = limit
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
	var seen sync.Map      // the connections that each method used
	var breaks atomic.Bool // the connection of a POST, without an answer
	server := startTLS(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.Store(r.Proto+" "+r.Method+" "+r.RemoteAddr, true)
		if r.Method == http.MethodPost && breaks.Load() {
			panic(http.ErrAbortHandler)
		}
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusCreated)
		}
		_, _ = io.WriteString(w, `{"id":"`+someID+`"}`)
	}), nil)
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	o := options()
	o.BaseURL = server.URL
	o.CACertificate = string(authority)
	client := newClient(t, o)
	for _, isBroken := range []bool{false, false, true} {
		breaks.Store(isBroken)
		for method, call := range calls {
			err := call(t.Context(), client)
			if fails := method == http.MethodPost && isBroken; (err != nil) != fails {
				t.Errorf("%s: %v", method, err)
			}
			if err != nil && !paymentapi.MayHaveActed(err) {
				t.Errorf("%s: the service has not acted, says %v", method, err)
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
