// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package acctest has a fake payment service (Start) and three ways to test the provider with
// it: stories for terraform-plugin-testing (ProviderFactories, PreCheck, ExpectWrites), the plugin
// protocol without a CLI (NewProtocol, NewResource), and a real CLI (NewCLI). Only tests import it.
package acctest

import (
	"crypto/tls"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// Start serves a fake payment service until the test ends. It accepts these bearer tokens or the
// default one, and answers more than the API's description shows, as many real services do (see
// [fakeservice.Extended]).
func Start(t testing.TB, bearers ...string) (*fakeservice.Service, *fakeservice.Server) {
	t.Helper()
	service := fakeservice.NewExtended(bearers...)
	return service, Serve(t, service)
}

// StartDescribed is Start for a service that answers what the API's description shows, and nothing
// else: it neither reads nor lists, creates or deletes webhooks, and its refusals have no body.
func StartDescribed(t testing.TB, bearers ...string) (*fakeservice.Service, *fakeservice.Server) {
	t.Helper()
	service := fakeservice.New(bearers...)
	return service, Serve(t, service)
}

// Serve serves a fake service until the end of the test.
func Serve(t testing.TB, service *fakeservice.Service) *fakeservice.Server {
	t.Helper()
	return ServeTLS(t, service, nil)
}

// MutualTLS returns an authority, a certificate for clients, and the configuration of a
// server that requires one.
func MutualTLS() (*fakeservice.Authority, fakeservice.Pair, *tls.Config) {
	authority := fakeservice.NewAuthority(nil)
	return authority, authority.Issue(), authority.TLS(authority.Issue(), tls.RequireAndVerifyClientCert)
}

// ServeTLS is Serve over TLS, unless config is nil.
func ServeTLS(t testing.TB, service *fakeservice.Service, config *tls.Config) *fakeservice.Server {
	t.Helper()
	server, err := fakeservice.Start(service, "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	return server
}

// Pipe serves a fake service in memory until the end of a test in a bubble. The options
// lead a provider to it.
func Pipe(t testing.TB, service *fakeservice.Service) (*fakeservice.Server, []provider.Option) {
	t.Helper()
	pipe := fakeservice.Pipe(service)
	transport := pipe.Transport()
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		pipe.Close()
	})
	return pipe, []provider.Option{provider.WithTransport(transport)}
}
