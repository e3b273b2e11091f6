// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider_test

import (
	"io"
	"log"
	"maps"
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
// certificates of the block or of the environment. Where the pair is wrong, an error names
// both arguments, and nothing is sent.
func TestConfigure_certificates(t *testing.T) {
	t.Parallel()
	authority, err := fakeservice.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	var pair, other fakeservice.Pair
	for _, p := range []*fakeservice.Pair{&pair, &other} {
		if *p, err = authority.Issue(); err != nil {
			t.Fatal(err)
		}
	}
	config, err := authority.TLS(true)
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		config acctest.Values
		env    map[string]string
		want   string // part of the error; empty for an adoption
	}{
		"arguments": {config: acctest.Values{"ca_certificate": authority.PEM(), "client_certificate": pair.Certificate, "client_key": pair.Key}},
		"environment": {env: map[string]string{
			"PAYMENTSERVICE_CA_CERTIFICATE": authority.PEM(), "PAYMENTSERVICE_CLIENT_CERTIFICATE": pair.Certificate, "PAYMENTSERVICE_CLIENT_KEY": pair.Key,
		}},
		"byte order marks": {config: acctest.Values{
			"ca_certificate": "\ufeff" + authority.PEM(), "client_certificate": "\ufeff" + pair.Certificate + "\ufeff" + authority.PEM(), "client_key": "\ufeff" + pair.Key,
		}},
		"the key from the environment": {
			config: acctest.Values{"ca_certificate": authority.PEM(), "client_certificate": pair.Certificate, "client_key": ""},
			env:    map[string]string{"PAYMENTSERVICE_CLIENT_KEY": pair.Key},
		},
		"an argument wins": {
			config: acctest.Values{"ca_certificate": authority.PEM(), "client_certificate": pair.Certificate, "client_key": pair.Key},
			env:    map[string]string{"PAYMENTSERVICE_CA_CERTIFICATE": "wrong", "PAYMENTSERVICE_CLIENT_CERTIFICATE": "wrong", "PAYMENTSERVICE_CLIENT_KEY": "wrong"},
		},
		"not a pair":    {config: acctest.Values{"client_certificate": pair.Certificate, "client_key": other.Key}, want: "`client_certificate` and `client_key` (environment variables PAYMENTSERVICE_CLIENT_CERTIFICATE and PAYMENTSERVICE_CLIENT_KEY) do not belong together"},
		"half a pair":   {config: acctest.Values{"client_certificate": pair.Certificate}, env: map[string]string{"PAYMENTSERVICE_CLIENT_KEY": other.Key}, want: "do not belong together"},
		"no key":        {config: acctest.Values{"client_certificate": pair.Certificate}, want: "require each other, and `client_key` is not set"},
		"an empty key":  {config: acctest.Values{"client_certificate": pair.Certificate, "client_key": ""}, want: "require each other, and `client_key` is not set"},
		"only the key":  {env: map[string]string{"PAYMENTSERVICE_CLIENT_KEY": pair.Key}, want: "require each other, and `client_certificate` is not set"},
		"no PEM":        {env: map[string]string{"PAYMENTSERVICE_CA_CERTIFICATE": "ca.pem"}, want: "PAYMENTSERVICE_CA_CERTIFICATE (provider argument `ca_certificate`) is invalid"},
		"none":          {want: "`ca_certificate`"},
		"no client's":   {config: acctest.Values{"ca_certificate": authority.PEM()}, want: "`client_certificate` and `client_key`"},
		"unknown key":   {config: acctest.Values{"client_certificate": pair.Certificate, "client_key": acctest.Unknown}, env: map[string]string{"PAYMENTSERVICE_CLIENT_KEY": other.Key}, want: "`client_key` is not known before the apply"},
		"unknown":       {config: acctest.Values{"client_certificate": acctest.Unknown, "client_key": pair.Key}, want: "`client_certificate` is not known before the apply"},
		"unknown CA":    {config: acctest.Values{"ca_certificate": acctest.Unknown}, want: "`ca_certificate` is not known before the apply"},
		"known and bad": {config: acctest.Values{"client_certificate": acctest.Unknown, "client_key": pair.Certificate}, want: "`client_key` is invalid: it contains no private key"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := fakeservice.New()
			webhook := service.AddWebhook(fakeservice.Webhook{})
			server, err := fakeservice.StartTLS(service, "127.0.0.1:0", config.Clone())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = server.Close() })
			values := acctest.Values{"base_url": server.URL, "secret": fakeservice.DefaultSecret, "app_token": fakeservice.DefaultAppToken}
			maps.Copy(values, tc.config)
			p := acctest.NewProtocol(t, environment(tc.env))
			diags := p.Configure(t.Context(), values)
			if len(diags) == 0 {
				diags = adopt(t, p, webhook)
			}
			if said := diags.Errors(); !strings.Contains(said, tc.want) || (said == "") != (tc.want == "") {
				t.Errorf("got %s, want %q", diags, tc.want)
			}
			if sent := len(service.Requests()); (sent > 0) != (tc.want == "") {
				t.Errorf("%d requests arrived", sent)
			}
			for _, d := range diags {
				for line := range strings.Lines(pair.Key + other.Key + pair.Certificate) {
					if line = strings.TrimSpace(line); !strings.HasPrefix(line, "-----") && strings.Contains(d.Summary+d.Detail, line) {
						t.Errorf("the message shows a line of a certificate or a key: %s", diags)
					}
				}
				if d.Attribute == nil || strings.Contains(d.Summary, "Configuration") && len(d.Attribute.Steps()) > 0 {
					t.Errorf("the path %v makes a CLI print a line of the block", d.Attribute)
				}
			}
		})
	}
}

// If a proxy opens no connection to the service, the message begins with the proxy and its
// variable, and advises nothing about the service.
func TestProxy(t *testing.T) { //nolint:paralleltest // sets the environment
	status := func(status int) string {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "who is "+r.Header.Get("Proxy-Authorization"), status)
		}))
		t.Cleanup(server.Close)
		return strings.Replace(server.URL, "http://", "http://user:"+leak+"@", 1)
	}
	hangUp := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	t.Cleanup(hangUp.Close)
	tls := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(tls.Close)
	authority, err := fakeservice.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	config, err := authority.TLS(true)
	if err != nil {
		t.Fatal(err)
	}
	mutual := httptest.NewUnstartedServer(http.NotFoundHandler())
	mutual.TLS, mutual.Config.ErrorLog = config, log.New(io.Discard, "", 0)
	mutual.StartTLS()
	t.Cleanup(mutual.Close)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var greeted sync.WaitGroup
	greeted.Go(func() {
		for conn, err := listener.Accept(); err == nil; conn, err = listener.Accept() {
			_, _ = io.WriteString(conn, "SSH-2.0-OpenSSH_9.6\r\n")
			_ = conn.Close()
		}
	})
	t.Cleanup(func() { _ = listener.Close(); greeted.Wait() })
	permanent := regexp.MustCompile("status 40[37]|is not a URL|not trusted|speak TLS|requires a client") // another attempt would not help
	const unreachable, refuses = "The proxy in HTTPS_PROXY could not be reached (", "The proxy in HTTPS_PROXY opened no connection to the payment service at api.example.com"
	for name, tc := range map[string]struct{ variable, url, begins, advice string }{ //nolint:paralleltest // see above
		"requires a password":    {"HTTPS_PROXY", status(http.StatusProxyAuthRequired), refuses + " (it answered CONNECT with status 407 (Proxy Authentication Required))", "user name and the password"},
		"forbids the host":       {"HTTPS_PROXY", status(http.StatusForbidden), refuses + " (it answered CONNECT with status 403 (Forbidden))", "ask the operator of the proxy"},
		"finds no service":       {"HTTPS_PROXY", status(http.StatusBadGateway), refuses + " (it answered CONNECT with status 502 (Bad Gateway))", "ask the operator of the proxy"},
		"closes":                 {"HTTPS_PROXY", hangUp.URL, refuses, "ask the operator of the proxy"},
		"is down":                {"HTTPS_PROXY", "http://user:" + leak + "@127.0.0.1:1", unreachable + "connection refused)", "the host and the port of the proxy"},
		"is down, small letters": {"https_proxy", "http://127.0.0.1:1", "The proxy in https_proxy could not be reached (connection refused)", "environment variable https_proxy"},
		"SOCKS is down":          {"HTTPS_PROXY", "socks5://127.0.0.1:1", unreachable + "connection refused)", "the host and the port of the proxy"},
		"is no SOCKS":            {"HTTPS_PROXY", "socks5://" + listener.Addr().String(), refuses, "the host and the port of the proxy"},
		"has no URL":             {"HTTPS_PROXY", "http://user:l3akY@a proxy", unreachable + "it is not a URL such as http://proxy.example.com:3128; special characters in a user name or password must be percent-encoded)", "Check the URL"},
		"has # in its password":  {"HTTPS_PROXY", "http://user:8#l3akY@proxy", unreachable + "it is not a URL", "Check the URL"},
		"has / in its password":  {"HTTPS_PROXY", "user:8/l3akY@proxy:3128", unreachable + "it is not a URL", "Check the URL"},
		"has % in its password":  {"HTTPS_PROXY", "http://user:8%l3akY@proxy", unreachable + "it is not a URL", "Check the URL"},
		"has another scheme":     {"HTTPS_PROXY", "ftp://l3akY", unreachable + "it is not a URL", "Check the URL"},
		"has no such host":       {"HTTPS_PROXY", "http://l3akY..invalid", unreachable + "DNS lookup of its host failed)", "Check the URL"},
		"is not trusted":         {"HTTPS_PROXY", tls.URL, unreachable + "its certificate is not trusted: it is signed by an unknown certificate authority)", "`ca_certificate`"},
		"requires a certificate": {"HTTPS_PROXY", strings.Replace(mutual.URL, "127.0.0.1", "localhost", 1), unreachable + "it requires a client certificate)", "The proxy asks for a client certificate. If it requires one"},
		"speaks no TLS":          {"HTTPS_PROXY", strings.Replace(status(200), "http", "https", 1), unreachable + "it does not speak TLS; `http://` may be right)", "Check the URL"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, variable := range []string{"HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"} {
				t.Setenv(variable, "")
			}
			t.Setenv(tc.variable, tc.url)
			p := acctest.NewProtocol(t)
			if diags := p.Configure(t.Context(), acctest.Values{"base_url": "https://api.example.com", "secret": "s", "app_token": "a", "ca_certificate": authority.PEM()}); len(diags) > 0 {
				t.Fatal(diags)
			}
			_, diags := p.Read(t.Context(), "paymentservice_charges", nil)
			if len(diags) != 1 {
				t.Fatalf("got %s", diags)
			}
			said := diags[0].Detail
			if once := permanent.MatchString(said); once == strings.Contains(said, "no connection (5 times)") {
				t.Errorf("that the provider tried once is %t:\n%s", once, said)
			}
			if !strings.HasPrefix(said, tc.begins) || !strings.Contains(said, tc.advice) || strings.Contains(said, "base_url") || strings.Contains(said, leak) {
				t.Errorf("it says:\n%s\nwant %q and %q", said, tc.begins, tc.advice)
			}
		})
	}
	t.Run("not for this host", func(t *testing.T) {
		t.Setenv("HTTPS_PROXY", "http://127.0.0.1:1")
		t.Setenv("NO_PROXY", "0.0.0.0")
		p := acctest.NewProtocol(t)
		if diags := p.Configure(t.Context(), acctest.Values{"base_url": "https://0.0.0.0:1", "secret": "s", "app_token": "a", "max_retries": 0}); len(diags) > 0 {
			t.Fatal(diags)
		}
		_, diags := p.Read(t.Context(), "paymentservice_charges", nil)
		if said := diags.Errors(); !strings.Contains(said, "could not connect to the payment service at 0.0.0.0:1") || strings.Contains(said, "proxy in") {
			t.Errorf("it says: %s", said)
		}
	})
}
