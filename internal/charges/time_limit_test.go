// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/provider"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// inBubble configures a provider in fake time, for a service with so many charges.
func inBubble(t *testing.T, charges int, arguments acctest.Values) (*fakeservice.Service, *acctest.Protocol) {
	t.Helper()
	service := fakeservice.New()
	service.SeedCharges(charges, fakeservice.SeedOptions{})
	pipe := fakeservice.Pipe(service)
	transport := pipe.Transport()
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		if err := pipe.Close(); err != nil {
			t.Error(err)
		}
	})
	return service, acctest.Configured(t, pipe.Server, arguments, provider.WithTransport(transport), provider.WithClock(nil))
}

// A read that the service's rate makes longer than its time limit says so, and
// how far it came.
func TestRead_timeoutByRate(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		charges  int // up to 900 are read by one cursor
		behavior func(*fakeservice.Behavior)
		fault    *fakeservice.Fault
		provider acctest.Values
		says     []string
		not      []string
	}{
		"a slow bucket": {
			charges:  5000,
			behavior: func(b *fakeservice.Behavior) { b.Rate = &fakeservice.Rate{Burst: 5, PerMinute: 30} },
			says:     []string{" charges). No part", "requests of this provider", "status 429", "`max_requests_per_minute`"},
		},
		"asked to wait for longer": {
			charges: 900,
			fault:   &fakeservice.Fault{Nth: 3, Times: 100, Status: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"50"}}},
			says:    []string{"at page 3, after reading 2 pages (200 charges)", "refused 1 request of this provider", "status 429", "The service asked the provider to wait for 50 seconds, and less than that was left", "Set a longer time in `timeouts.read`, or read fewer"},
			not:     []string{"1 times", "waited"},
		},
		"asked to wait for an hour": {
			charges: 900,
			fault:   &fakeservice.Fault{Times: 100, Status: http.StatusServiceUnavailable, Header: http.Header{"Retry-After": {"3600"}}},
			says:    []string{"status 503", "The service asked the provider to wait for 1 hour", "Try again after the time that the service asked for"},
			not:     []string{"max_retries", "Set a longer time"},
		},
		"every attempt too slow": {
			charges:  900,
			provider: acctest.Values{"request_timeout": "5s"},
			fault:    &fakeservice.Fault{Nth: 2, Times: 100, Break: fakeservice.BreakHang},
			says:     []string{"at page 2", "GET /charges failed after 4 attempts: the answer took longer than the request timeout of 5s. The results of the 4 attempts were timeout (3 times), then interrupted.", "raise the provider's `request_timeout`, which is 5s"},
			not:      []string{"Set a longer time"},
		},
		"no answer": {
			charges: 900,
			fault:   &fakeservice.Fault{Nth: 2, Times: 100, Break: fakeservice.BreakHang},
			says:    []string{"at page 2, after reading 1 page (100 charges)"},
			not:     []string{"429", "max_requests_per_minute", "The run was stopped"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service, p := inBubble(t, tt.charges, tt.provider)
				if tt.behavior != nil {
					service.Set(tt.behavior)
				}
				if tt.fault != nil {
					service.Inject(*tt.fault)
				}
				config := acctest.Values{"timeouts": acctest.Values{"read": "20s"}, "cursor_direction": "desc"}
				result, diags := p.Read(t.Context(), typeName, config)
				if result["charges"] != nil {
					t.Error("a partial list")
				}
				for _, text := range append(tt.says, "Unable to Read Charges", "`timeouts.read` (20s; the default is 20 minutes)") {
					if !strings.Contains(diags.Errors(), text) {
						t.Errorf("%q is not in: %s", text, diags)
					}
				}
				for _, text := range tt.not {
					if strings.Contains(diags.Errors(), text) {
						t.Errorf("%q is in: %s", text, diags)
					}
				}
			})
		})
	}
}

// A run that is interrupted is not said to have taken too long.
func TestRead_interrupted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service, p := inBubble(t, 500, nil)
		service.Inject(fakeservice.Fault{Nth: 2, Times: 100, Break: fakeservice.BreakHang})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(5*time.Second, cancel)
		_, diags := p.Read(ctx, typeName, acctest.Values{})
		if !strings.Contains(diags.Errors(), "interrupted after") || strings.Contains(diags.Errors(), "timeouts") {
			t.Errorf("diagnostics: %s", diags)
		}
	})
}

// A service that asks for an hour is told of with that figure.
func TestRead_askedToWaitAnHour(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusTooManyRequests, http.StatusServiceUnavailable} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				service, p := inBubble(t, 300, nil)
				service.Inject(fakeservice.Fault{Status: status, Header: http.Header{"Retry-After": {"3600"}}})
				_, diags := p.Read(t.Context(), typeName, acctest.Values{})
				if text := diags.Errors(); !strings.Contains(text, "wait for 1 hour.") || !strings.Contains(text, "Try again after") || strings.Contains(text, "max_retries") {
					t.Errorf("diagnostics: %s", diags)
				}
			})
		})
	}
}

// If every request is refused, one cursor would be refused too: the list ends.
func TestRead_refusedForEver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		service, p := inBubble(t, 2500, nil)
		service.Inject(fakeservice.Fault{Nth: 9, Times: 1000, Status: http.StatusTooManyRequests})
		started := time.Now()
		_, diags := p.Read(t.Context(), typeName, acctest.Values{})
		if took := time.Since(started); took > 75*time.Second {
			t.Errorf("it took %s", took)
		}
		if strings.Contains(diags.Errors(), "page 1 ") || !strings.Contains(diags.Errors(), "429") {
			t.Errorf("diagnostics: %s", diags)
		}
	})
}
