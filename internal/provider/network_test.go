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
	"regexp"
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
	for name, tc := range map[string]struct {
		authority        any
		certificate, key any
		want             string
	}{
		"all":            {authority.PEM(), pair.Certificate, pair.Key, ""},
		"no authority":   {nil, pair.Certificate, pair.Key, "set the provider's `ca_certificate`"},
		"no certificate": {authority.PEM(), nil, nil, "set the provider's `client_certificate` and `client_key`"},
	} {
		diags := adopt(t, acctest.Configured(t, server, acctest.Values{
			"max_retries": 0, "ca_certificate": tc.authority, "client_certificate": tc.certificate, "client_key": tc.key,
		}), webhook)
		if said := diags.Errors(); !strings.Contains(said, tc.want) || (said == "") != (tc.want == "") {
			t.Errorf("%s: it says %s, want %q", name, diags, tc.want)
		}
	}
}

// If a proxy opens no connection to the service, the message names the proxy and its
// variable, and advises nothing about the service.
func TestProxy(t *testing.T) { //nolint:paralleltest // sets the environment
	status := func(status int) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "who is "+r.Header.Get("Proxy-Authorization"), status)
		}))
		t.Cleanup(server.Close)
		return strings.Replace(server.URL, "http://", "http://user:"+leak+"@", 1)
	}
	hangUp := httptest.NewUnstartedServer(nil)
	hangUp.Config.ConnState = func(conn net.Conn, _ http.ConnState) { _ = conn.Close() }
	hangUp.Start()
	t.Cleanup(hangUp.Close)
	untrusted := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(untrusted.Close)
	permanent := regexp.MustCompile("status 40[37]|not trusted|speak TLS") // another attempt would not help
	const refuses = "the proxy in HTTPS_PROXY opened no connection to the payment service at api.example.com ("
	for name, tc := range map[string]struct{ variable, url, says, advice string }{ //nolint:paralleltest // see above
		"requires a password":    {"HTTPS_PROXY", status(http.StatusProxyAuthRequired), refuses + "it answered CONNECT with status 407 (Proxy Authentication Required))", "user name and the password"},
		"forbids the host":       {"HTTPS_PROXY", status(http.StatusForbidden), refuses + "it answered CONNECT with status 403 (Forbidden))", "ask the operator of the proxy"},
		"is down":                {"HTTPS_PROXY", "http://user:" + leak + "@127.0.0.1:1", refuses + "connection refused)", "the host and the port of the proxy"},
		"is down, small letters": {"https_proxy", "http://127.0.0.1:1", strings.Replace(refuses, "HTTPS_PROXY", "https_proxy", 1) + "connection refused)", "environment variable https_proxy"},
		"SOCKS is down":          {"HTTPS_PROXY", "socks5://127.0.0.1:1", refuses + "connection refused)", "the host and the port of the proxy"},
		"is no SOCKS":            {"HTTPS_PROXY", "socks5://" + hangUp.Listener.Addr().String(), strings.TrimSuffix(refuses, " ("), "the host and the port of the proxy"},
		"has # in its password":  {"HTTPS_PROXY", "http://user:8#l3akY@proxy", strings.TrimSuffix(refuses, " ("), "Check the URL"},
		"has no such host":       {"HTTPS_PROXY", "http://proxy..invalid", refuses + "DNS lookup of its host failed)", "Check the URL"},
		"is not trusted":         {"HTTPS_PROXY", untrusted.URL, refuses + "its certificate is not trusted: it is signed by an unknown certificate authority)", "`ca_certificate`"},
		"speaks no TLS":          {"HTTPS_PROXY", strings.Replace(status(200), "http", "https", 1), refuses + "it does not speak TLS)", "Check the URL"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, variable := range []string{"HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"} {
				t.Setenv(variable, "")
			}
			t.Setenv(tc.variable, tc.url)
			p := configured(t, acctest.Values{"max_retries": 1})
			_, diags := p.Read(t.Context(), "paymentservice_charges", nil)
			if len(diags) != 1 {
				t.Fatalf("got %s", diags)
			}
			host, said := " ("+tc.url[strings.LastIndexAny(tc.url, "@/")+1:]+")", diags[0].Detail
			if strings.Contains(tc.url, "#") { // what looks like a host is a part of the password
				host = ""
			}
			says := strings.Replace(tc.says, "_PROXY ", "_PROXY"+host+" ", 1)
			says = strings.Replace(says, "_proxy ", "_proxy"+host+" ", 1)
			if once := permanent.MatchString(said); once == strings.Contains(said, "after 2 attempts") {
				t.Errorf("that the provider tried once is %t:\n%s", once, said)
			}
			if !strings.Contains(said, says) || !strings.Contains(said, tc.advice) || strings.Contains(said, "base_url") || strings.Contains(said, leak) {
				t.Errorf("it says:\n%s\nwant %q and %q", said, says, tc.advice)
			}
		})
	}
	t.Run("never for a loopback host", func(t *testing.T) {
		t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
		_, diags := configured(t, acctest.Values{"base_url": "http://LOCALHOST:1", "max_retries": 0}).Read(t.Context(), "paymentservice_charges", nil)
		if said := diags.Errors(); !strings.Contains(said, "could not connect to the payment service at LOCALHOST:1 (connection refused)") {
			t.Errorf("it says: %s", said)
		}
	})
	t.Run("not for this host", func(t *testing.T) {
		t.Setenv("HTTPS_PROXY", "http://127.0.0.1:1")
		t.Setenv("NO_PROXY", "0.0.0.0")
		p := configured(t, acctest.Values{"base_url": "https://0.0.0.0:1", "max_retries": 0})
		_, diags := p.Read(t.Context(), "paymentservice_charges", nil)
		if said := diags.Errors(); !strings.Contains(said, "could not connect to the payment service at 0.0.0.0:1") || strings.Contains(said, "proxy in") {
			t.Errorf("it says: %s", said)
		}
	})
}

// What keeps a service behind a proxy from TLS with the provider is not the proxy's.
func TestProxy_service(t *testing.T) { //nolint:paralleltest // sets the environment
	for name, tc := range map[string]struct { //nolint:paralleltest // see above
		closes bool // the service closes the connection without a word
		socks  bool // the proxy speaks SOCKS
		aborts bool // the service is trusted, and ends the connection after the request
		says   string
	}{
		"is not trusted":        {says: "signed by an unknown certificate authority"},
		"closes the connection": {closes: true, says: "Check the provider's `base_url`"},
		"is not trusted, SOCKS": {socks: true, says: "signed by an unknown certificate authority"},
		"aborts":                {aborts: true, says: "ended too early"},
		"closes, SOCKS":         {closes: true, socks: true, says: "Check the provider's `base_url`"},
	} {
		t.Run(name, func(t *testing.T) {
			service := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
			service.TLS, service.Config.ErrorLog = &tls.Config{MinVersion: tls.VersionTLS13}, log.New(io.Discard, "", 0)
			if tc.closes {
				service.TLS.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
					return nil, hello.Conn.Close()
				}
			}
			service.StartTLS()
			defer service.Close()
			proxy := httptest.NewServer(tunnel(service.Listener.Addr().String()))
			defer proxy.Close()
			t.Setenv("HTTPS_PROXY", proxy.URL)
			t.Setenv("NO_PROXY", "")
			if tc.socks {
				t.Setenv("HTTPS_PROXY", startSOCKS(t, service.Listener.Addr().String()))
			}
			config := acctest.Values{"max_retries": 0}
			if tc.aborts {
				config["ca_certificate"] = string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: service.Certificate().Raw}))
			}
			_, diags := configured(t, config).Read(t.Context(), "paymentservice_charges", nil)
			if said := diags.Errors(); !strings.Contains(said, "the payment service at api.example.com through the proxy in HTTPS_PROXY") || !strings.Contains(said, tc.says) || strings.Contains(said, "could not connect") == tc.aborts {
				t.Errorf("it says: %s", said)
			}
		})
	}
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
	t.Cleanup(func() { _ = listener.Close(); served.Wait() })
	return "socks5://" + listener.Addr().String()
}

// relay connects a client with an address until that closes the connection.
func relay(client net.Conn, address string) {
	server, err := new(net.Dialer).Dial("tcp", address)
	if err != nil {
		return
	}
	defer server.Close()
	go func() { _, _ = io.Copy(server, client); _ = server.Close() }()
	_, _ = io.Copy(client, server)
}
