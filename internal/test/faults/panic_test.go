// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// minefield is a transport that panics on the requests that mined chooses.
type minefield struct {
	http.RoundTripper

	mined func(*http.Request) bool
}

// RoundTrip implements http.RoundTripper.
func (m *minefield) RoundTrip(r *http.Request) (*http.Response, error) {
	if m.mined != nil && m.mined(r) {
		panic("topsecret " + r.Header.Get("Authorization"))
	}
	return m.RoundTripper.RoundTrip(r)
}

// mine makes the provider send its requests through a minefield.
func (w *world) mine(t *testing.T, arguments acctest.Values) *minefield {
	t.Helper()
	field := &minefield{RoundTripper: w.transport}
	config := acctest.Values{"base_url": "http://localhost", "secret": fakeservice.DefaultSecret, "app_token": fakeservice.DefaultAppToken, "max_concurrent_requests": 2}
	for name, value := range arguments {
		config[name] = value
	}
	w.protocol = acctest.NewProtocol(t, provider.WithTransport(field), provider.WithClock(nil))
	if diags := w.protocol.Configure(t.Context(), config); len(diags) > 0 {
		t.Fatal(diags)
	}
	w.webhook = w.protocol.NewResource("paymentservice_webhook")
	return field
}

// TestPanics: a panic in the provider's own code fails one call. It changes
// neither the state nor later calls.
func TestPanics(t *testing.T) {
	t.Parallel()

	for doing, target := range targets {
		t.Run(doing, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				field := w.mine(t, target.arguments)
				if target.prepare != nil {
					target.prepare(t, w)
				}
				field.mined = func(*http.Request) bool { return true }
				for range 5 { // more often than the limit of concurrent requests
					diags := target.run(t.Context(), w)
					expectPanicTold(t, diags.Errors())
					w.expectUntouched(t, doing)
				}
				field.mined = nil
				if diags := target.run(t.Context(), w); diags.Errors() != "" {
					t.Errorf("after the panics: %s", diags)
				}
			})
		})
	}
}

func expectPanicTold(t *testing.T, said string) {
	t.Helper()
	if !strings.Contains(said, "Provider Failed Unexpectedly") || !strings.Contains(said, "  - ") || strings.Contains(said, "topsecret") {
		t.Errorf("said %q", said)
	}
	expectHarmless(t, said)
}

// TestPanics_inAPart: the same, if several goroutines read the parts of a list.
func TestPanics_inAPart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := longList(t)
		field := w.mine(t, acctest.Values{"max_concurrent_requests": 4})
		field.mined = func(r *http.Request) bool { return r.URL.Query().Has("to") }
		_, diags := w.protocol.Read(t.Context(), "paymentservice_charges", acctest.Values{"page_size": 20})
		expectPanicTold(t, diags.Errors())
		field.mined = nil
		if _, diags := w.protocol.Read(t.Context(), "paymentservice_charges", acctest.Values{"page_size": 20}); len(diags) > 0 {
			t.Errorf("after the panics: %s", diags)
		}
	})
}
