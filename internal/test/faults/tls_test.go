// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package faults_test

import (
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// TestUntrusted: nothing is sent to a service whose certificate nobody vouches
// for, and the user learns what to look at.
func TestUntrusted(t *testing.T) {
	t.Parallel()

	for doing, target := range targets {
		if target.prepare != nil {
			continue // what must have worked before can't have met this service
		}
		t.Run(doing, func(t *testing.T) {
			t.Parallel()
			var arrived atomic.Int32
			service := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { arrived.Add(1) }))
			service.Config.ErrorLog = log.New(io.Discard, "", 0)
			service.StartTLS()
			defer service.Close()
			p := acctest.NewProtocol(t)
			config := acctest.Values{"base_url": service.URL, "secret": fakeservice.DefaultSecret, "app_token": fakeservice.DefaultAppToken}
			if diags := p.Configure(t.Context(), config); len(diags) > 0 {
				t.Fatal(diags)
			}
			w := &world{protocol: p, webhook: p.NewResource("paymentservice_webhook")}
			said := target.run(t.Context(), w).Errors()
			for _, want := range []string{target.title, "is not trusted", "unknown certificate authority", "SSL_CERT_FILE"} {
				if !strings.Contains(said, want) {
					t.Errorf("said %q, want %q in it", said, want)
				}
			}
			if doing == "token" && !strings.Contains(said, "No transaction token was created") {
				t.Errorf("said %q, which leaves open whether there is a token", said)
			}
			expectHarmless(t, said)
			if n := arrived.Load(); n > 0 {
				t.Errorf("%d requests arrived", n)
			}
		})
	}
}
