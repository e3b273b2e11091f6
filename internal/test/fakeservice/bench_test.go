// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package fakeservice_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

func BenchmarkSeed100k(b *testing.B) {
	for b.Loop() {
		fakeservice.New().SeedCharges(100_000, fakeservice.SeedOptions{Skew: fakeservice.Skew9005})
	}
}

func BenchmarkPageOf100k(b *testing.B) {
	s := fakeservice.New()
	s.SeedCharges(100_000, fakeservice.SeedOptions{})
	middle := s.Charges("")[50_000].ID
	for name, query := range map[string]string{"plain": "", "filtered": "&currency=USD&mode=live"} {
		b.Run(name, func(b *testing.B) {
			if query != "" {
				for _, c := range s.Charges("")[40_000:] {
					if c.RequestedCurrency == "USD" && c.Mode == "live" {
						middle = c.ID
						break
					}
				}
			}
			for b.Loop() {
				req := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/charges?limit=100&cursor="+middle+query, nil)
				req.Header.Set("Authorization", "Bearer "+fakeservice.DefaultSecret+"."+fakeservice.DefaultAppToken)
				w := httptest.NewRecorder()
				s.ServeHTTP(w, req)
				if w.Code != http.StatusOK {
					b.Fatal(w.Body)
				}
			}
		})
	}
}

func BenchmarkListOf100kOverSockets(b *testing.B) {
	s := fakeservice.New()
	s.SeedCharges(100_000, fakeservice.SeedOptions{})
	srv, err := fakeservice.Start(s)
	if err != nil {
		b.Fatal(err)
	}
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	defer func() {
		transport.CloseIdleConnections()
		_ = srv.Close()
	}()
	charges := s.Charges("")
	b.ReportMetric(100, "charges/op")
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i += 100 {
			url := srv.URL + "/charges?limit=100&cursor=" + charges[i%len(charges)].ID
			req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, url, nil)
			if err != nil {
				b.Error(err)
				return
			}
			req.Header.Set("Authorization", "Bearer "+fakeservice.DefaultSecret+"."+fakeservice.DefaultAppToken)
			resp, err := transport.RoundTrip(req)
			if err != nil {
				b.Error(err)
				return
			}
			if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
				b.Error(resp.StatusCode, err)
			}
			_ = resp.Body.Close()
		}
	})
}
