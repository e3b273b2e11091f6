// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"crypto/tls"
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// A service behind a gateway with mutual TLS of a private authority is reached with the
// certificates of the block. Without them, the error names the arguments.
func TestConfigure_certificates(t *testing.T) {
	t.Parallel()
	authority, pair, config := acctest.MutualTLS()
	service := fakeservice.New()
	webhook := service.AddWebhook(fakeservice.Webhook{})
	server := acctest.ServeTLS(t, service, config)
	for name, tt := range map[string]struct {
		config acctest.Values
		says   string
	}{
		"all": {
			config: acctest.Values{
				"ca_certificate":     authority.PEM(),
				"client_certificate": pair.Certificate,
				"client_key":         pair.Key,
			},
		},
		"no authority": {
			config: acctest.Values{
				"client_certificate": pair.Certificate,
				"client_key":         pair.Key,
			},
			says: "set the provider's `ca_certificate`",
		},
		"no certificate": {
			config: acctest.Values{"ca_certificate": authority.PEM()},
			says:   "set the provider's `client_certificate` and `client_key`",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.config["max_retries"] = 0
			diags := adopt(t, acctest.Configured(t, server, tt.config), webhook)
			said := diags.Errors()
			if !strings.Contains(said, tt.says) || (said == "") != (tt.says == "") {
				t.Errorf("it says %s, want %q", diags, tt.says)
			}
		})
	}
}

// If a proxy opens no connection to the service, the message names the proxy and its
// variable, and advises nothing about the service.
func TestProxy(t *testing.T) { //nolint:paralleltest // sets the environment
	answering := func(status int) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "who is "+r.Header.Get("Proxy-Authorization"), status)
		}))
		t.Cleanup(server.Close)
		return server.Listener.Addr().String()
	}
	hangUp := httptest.NewUnstartedServer(nil)
	hangUp.Config.ConnState = func(conn net.Conn, _ http.ConnState) { _ = conn.Close() }
	hangUp.Start()
	t.Cleanup(hangUp.Close)
	untrusted := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(untrusted.Close)

	const (
		refuses  = " opened no connection to the payment service at api.example.com ("
		checkURL = "Check the URL in the environment variable "
	)
	for name, tt := range map[string]struct { //nolint:paralleltest // see above
		variable string
		scheme   string
		userInfo string // with an @ after it
		host     string // which the message shows
		says     string
		advice   string
		// isPermanent says that another attempt would not help.
		isPermanent bool
	}{
		"requires a password": {
			variable:    "HTTPS_PROXY",
			scheme:      "http://",
			userInfo:    "user:" + leak + "@",
			host:        answering(http.StatusProxyAuthRequired),
			says:        refuses + "it answered CONNECT with status 407 (Proxy Authentication Required))",
			advice:      "user name and the password",
			isPermanent: true,
		},
		"forbids the host": {
			variable:    "HTTPS_PROXY",
			scheme:      "http://",
			userInfo:    "user:" + leak + "@",
			host:        answering(http.StatusForbidden),
			says:        refuses + "it answered CONNECT with status 403 (Forbidden))",
			advice:      "ask the operator of the proxy",
			isPermanent: true,
		},
		"is down": {
			variable: "HTTPS_PROXY",
			scheme:   "http://",
			userInfo: "user:" + leak + "@",
			host:     "127.0.0.1:1",
			says:     refuses + "connection refused)",
			advice:   "the host and the port of the proxy",
		},
		"is down, small letters": {
			variable: "https_proxy",
			scheme:   "http://",
			host:     "127.0.0.1:1",
			says:     refuses + "connection refused)",
			advice:   checkURL + "https_proxy",
		},
		"SOCKS is down": {
			variable: "HTTPS_PROXY",
			scheme:   "socks5://",
			host:     "127.0.0.1:1",
			says:     refuses + "connection refused)",
			advice:   "the host and the port of the proxy",
		},
		"is no SOCKS": {
			variable: "HTTPS_PROXY",
			scheme:   "socks5://",
			host:     hangUp.Listener.Addr().String(),
			says:     strings.TrimSuffix(refuses, " ("), // with a cause, or without
			advice:   "the host and the port of the proxy",
		},
		"has no such host": {
			variable: "HTTPS_PROXY",
			scheme:   "http://",
			host:     "proxy..invalid",
			says:     refuses + "DNS lookup of its host failed)",
			advice:   checkURL + "HTTPS_PROXY",
		},
		"is not trusted": {
			variable:    "HTTPS_PROXY",
			scheme:      "https://",
			host:        untrusted.Listener.Addr().String(),
			says:        refuses + "its certificate is not trusted: it is signed by an unknown certificate authority)",
			advice:      "`ca_certificate`",
			isPermanent: true,
		},
		"speaks no TLS": {
			variable:    "HTTPS_PROXY",
			scheme:      "https://",
			userInfo:    "user:" + leak + "@",
			host:        answering(http.StatusOK),
			says:        refuses + "it does not speak TLS)",
			advice:      checkURL + "HTTPS_PROXY",
			isPermanent: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			said := readThroughProxy(t, tt.variable, tt.scheme+tt.userInfo+tt.host)
			says := "the proxy in " + tt.variable + " (" + tt.host + ")" + tt.says
			if !strings.Contains(said, says) || !strings.Contains(said, tt.advice) {
				t.Errorf("it says:\n%s\nwant %q and %q", said, says, tt.advice)
			}
			if isRetried := strings.Contains(said, "after 2 attempts"); isRetried == tt.isPermanent {
				t.Errorf("that it is retried is %t:\n%s", isRetried, said)
			}
		})
	}
	t.Run("has # in its password", func(t *testing.T) { // what looks like a host is a part of the password
		said := readThroughProxy(t, "HTTPS_PROXY", "http://user:8#"+leak+"@proxy")
		for _, says := range []string{"the proxy in HTTPS_PROXY opened no connection", checkURL} {
			if !strings.Contains(said, says) {
				t.Errorf("it says %s, want %q", said, says)
			}
		}
	})
}

// readThroughProxy returns what is said of a read for which a proxy opens no connection. It must not
// advise anything about the service, nor show a part of the proxy's URL that is secret.
func readThroughProxy(t *testing.T, variable, url string) string {
	t.Helper()
	for _, name := range []string{"HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"} {
		t.Setenv(name, "")
	}
	t.Setenv(variable, url)
	p := configured(t, acctest.Values{"max_retries": 1})
	_, diags := p.Read(t.Context(), "paymentservice_charges", nil)
	if len(diags) != 1 {
		t.Fatalf("it says %s, want one message", diags)
	}
	said := diags[0].Detail
	for _, never := range []string{"base_url", leak} {
		if strings.Contains(said, never) {
			t.Errorf("%q is in: %s", never, said)
		}
	}
	return said
}

// A proxy is not used for every host.
func TestProxy_notUsed(t *testing.T) { //nolint:paralleltest // sets the environment
	for name, tt := range map[string]struct { //nolint:paralleltest // see above
		env     map[string]string
		baseURL string
		says    string
	}{
		"for a loopback host": {
			env:     map[string]string{"HTTP_PROXY": "http://127.0.0.1:1"},
			baseURL: "http://LOCALHOST:1",
			says:    "could not connect to the payment service at LOCALHOST:1 (connection refused)",
		},
		"for a host in NO_PROXY": {
			env:     map[string]string{"HTTPS_PROXY": "http://127.0.0.1:1", "NO_PROXY": "0.0.0.0"},
			baseURL: "https://0.0.0.0:1",
			says:    "could not connect to the payment service at 0.0.0.0:1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			for variable, text := range tt.env {
				t.Setenv(variable, text)
			}
			p := configured(t, acctest.Values{"base_url": tt.baseURL, "max_retries": 0})
			_, diags := p.Read(t.Context(), "paymentservice_charges", nil)
			said := diags.Errors()
			if !strings.Contains(said, tt.says) || strings.Contains(said, "proxy in") {
				t.Errorf("it says %s, want %q", said, tt.says)
			}
		})
	}
}

// What keeps a service behind a proxy from TLS with the provider is not the proxy's.
func TestProxy_service(t *testing.T) { //nolint:paralleltest // sets the environment
	const couldNotConnect = "could not connect to "
	for name, tt := range map[string]struct { //nolint:paralleltest // see above
		closes bool // the service closes the connection without a word
		socks  bool // the proxy speaks SOCKS
		aborts bool // the service is trusted, and ends the connection after the request
		fails  string
		says   string
	}{
		"is not trusted": {
			fails: couldNotConnect,
			says:  "signed by an unknown certificate authority",
		},
		"is not trusted, SOCKS": {
			socks: true,
			fails: couldNotConnect,
			says:  "signed by an unknown certificate authority",
		},
		"closes the connection": {
			closes: true,
			fails:  couldNotConnect,
			says:   "Check the provider's `base_url`",
		},
		"closes the connection, SOCKS": {
			closes: true,
			socks:  true,
			fails:  couldNotConnect,
			says:   "Check the provider's `base_url`",
		},
		"aborts": {
			aborts: true,
			says:   "ended too early",
		},
	} {
		t.Run(name, func(t *testing.T) {
			service := startAborting(t, tt.closes)
			address := service.Listener.Addr().String()
			proxy := httptest.NewServer(tunnel(address))
			defer proxy.Close()
			t.Setenv("HTTPS_PROXY", proxy.URL)
			t.Setenv("NO_PROXY", "")
			if tt.socks {
				t.Setenv("HTTPS_PROXY", startSOCKS(t, address))
			}
			config := acctest.Values{"max_retries": 0}
			if tt.aborts {
				certificate := &pem.Block{Type: "CERTIFICATE", Bytes: service.Certificate().Raw}
				config["ca_certificate"] = string(pem.EncodeToMemory(certificate))
			}

			_, diags := configured(t, config).Read(t.Context(), "paymentservice_charges", nil)
			said := diags.Errors()
			says := tt.fails + "the payment service at api.example.com through the proxy in HTTPS_PROXY"
			if !strings.Contains(said, says) || !strings.Contains(said, tt.says) {
				t.Errorf("it says %s, want %q and %q", said, says, tt.says)
			}
			if tt.fails == "" && strings.Contains(said, couldNotConnect) {
				t.Errorf("it says %s", said)
			}
		})
	}
}

// startAborting starts a service with TLS that ends each connection after the request, or already closes
// it when the client greets.
func startAborting(t *testing.T, closes bool) *httptest.Server {
	t.Helper()
	abort := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	service := httptest.NewUnstartedServer(http.HandlerFunc(abort))
	service.TLS = &tls.Config{MinVersion: tls.VersionTLS13}
	service.Config.ErrorLog = log.New(io.Discard, "", 0)
	if closes {
		service.TLS.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
			return nil, hello.Conn.Close()
		}
	}
	service.StartTLS()
	t.Cleanup(service.Close)
	return service
}

// tunnel is a proxy that leads to one address, whatever it is asked for.
func tunnel(address string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		client, _, err := http.NewResponseController(w).Hijack() // before the client sends anything more
		if err != nil {
			return
		}
		defer client.Close()
		_, _ = io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")
		relay(client, address)
	}
}

// startSOCKS starts such a proxy that speaks SOCKS 5, and returns its URL.
func startSOCKS(t *testing.T, address string) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var served sync.WaitGroup
	served.Go(func() {
		for client, err := listener.Accept(); err == nil; client, err = listener.Accept() {
			request := make([]byte, 1<<10)
			_, _ = client.Read(request) // the ways to log in
			_, _ = client.Write([]byte{5, 0})
			_, _ = client.Read(request) // the address
			_, _ = client.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
			relay(client, address)
			_ = client.Close()
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		served.Wait()
	})
	return "socks5://" + listener.Addr().String()
}

// relay connects a client with an address until that closes the connection.
func relay(client net.Conn, address string) {
	server, err := new(net.Dialer).Dial("tcp", address)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(server, client)
		_ = server.Close()
	}()
	_, _ = io.Copy(client, server)
}
