// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// An attempt to create a webhook runs to its end although the run is interrupted, and the
// wait for the next attempt does not.
func TestWebhook_runsToItsEnd(t *testing.T) {
	t.Parallel()

	settings := paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{URL: new("https://new.example.com/"), Triggers: &[]string{"a"}}}
	for status, succeeds := range map[int]bool{0: true, http.StatusTooManyRequests: false} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, nil)
				service.Inject(fakeservice.Fault{Delay: 3 * time.Second, Status: status})
				ctx, stop := context.WithTimeout(t.Context(), time.Second)
				defer stop()
				started := time.Now()
				if _, err := client.CreateWebhook(ctx, ref.Store(), settings); (err == nil) != succeeds {
					t.Errorf("the error is %v", err)
				}
				if took := time.Since(started); took != 3*time.Second || len(service.Requests()) != 1 {
					t.Errorf("it took %s and %d requests", took, len(service.Requests()))
				}
			})
		})
	}
}

// What is good to know and not needed takes one attempt, and five seconds at most.
func TestGlanceAtWebhook(t *testing.T) {
	t.Parallel()

	for name, tc := range map[string]struct {
		fault  fakeservice.Fault
		failed bool
		took   time.Duration
	}{
		"late":     {fakeservice.Fault{Delay: 4 * time.Second}, false, 4 * time.Second},
		"too late": {fakeservice.Fault{Delay: 6 * time.Second}, true, 5 * time.Second},
		"503":      {fakeservice.Fault{Status: 503}, true, 0},
		"429":      {fakeservice.Fault{Status: 429}, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				client, service := piped(t, func(o *paymentapi.Options) { o.RequestTimeout = time.Minute })
				service.Inject(tc.fault)
				started := time.Now()
				if _, err := client.GlanceAtWebhook(t.Context(), ref); (err != nil) != tc.failed {
					t.Errorf("the error is %v", err)
				}
				if took := time.Since(started); took != tc.took || len(service.Requests()) != 1 {
					t.Errorf("it took %s and %d requests", took, len(service.Requests()))
				}
			})
		})
	}
}
