// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"net/http"
	"testing"
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
		inBubble(t, http.StatusText(status), func(t *testing.T) {
			client, service := piped(t, nil)
			service.Inject(fakeservice.Fault{Delay: 3 * time.Second, Status: status})
			ctx, stop := context.WithTimeout(t.Context(), time.Second)
			defer stop()
			started := time.Now()
			if _, err := client.CreateWebhook(ctx, ref, settings); (err == nil) != succeeds {
				t.Errorf("the error is %v", err)
			}
			if took := time.Since(started); took != 3*time.Second || len(service.Requests()) != 1 {
				t.Errorf("it took %s and %d requests", took, len(service.Requests()))
			}
		})
	}
}
