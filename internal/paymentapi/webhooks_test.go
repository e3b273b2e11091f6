// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
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
			if created := client.CreateWebhook(ctx, ref, settings); (created.Err == nil) != succeeds {
				t.Errorf("the error is %v", created.Err)
			}
			if took := time.Since(started); took != 3*time.Second || len(service.Requests()) != 1 {
				t.Errorf("it took %s and %d requests", took, len(service.Requests()))
			}
		})
	}
}

// TestCreateWebhook: what the service says that it has created is known, whatever else is wrong with its answer.
func TestCreateWebhook(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status   int
		body     string
		id       string
		answered bool
		fault    paymentapi.Fault
	}{
		"a webhook": {
			status:   201,
			body:     `{"id":"` + webhookID + `","active":true}`,
			id:       webhookID,
			answered: true,
		},
		"an id alone": {
			status:   200,
			body:     `{"id":"` + webhookID + `"}`,
			id:       webhookID,
			answered: true,
		},
		"an answer that is cut": {
			status: 201,
			body:   `{"id":"` + webhookID + `","active":`,
			id:     webhookID,
			fault:  paymentapi.FaultConnectionLost,
		},
		"another status of success": {
			status: 202,
			body:   `{"id":"` + webhookID + `"}`,
			id:     webhookID,
			fault:  paymentapi.FaultUnexpectedAnswer,
		},
		"an id that is no UUID": {
			status: 201,
			body:   `{"id":"5"}`,
			fault:  paymentapi.FaultUnexpectedAnswer,
		},
		"an id in a failure": {
			status: 500,
			body:   `{"id":"` + webhookID + `"}`,
			fault:  paymentapi.FaultUnavailable,
		},
		"an id in a refusal": {
			status: 409,
			body:   `{"id":"` + webhookID + `"}`,
			fault:  paymentapi.FaultRefused,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := options()
			var seen []*http.Request
			o.Transport = answering(tt.status, tt.body, &seen)
			created := newClient(t, o).CreateWebhook(t.Context(), paymentapi.WebhookRef{StoreID: "s"}, paymentapi.WebhookPatch{})

			if created.ID != tt.id || (created.Webhook != nil) != tt.answered {
				t.Errorf("got %+v, want the id %q, and what was answered: %t", created, tt.id, tt.answered)
			}
			if paymentapi.FaultOf(created.Err) != tt.fault || (created.Err == nil) != tt.answered {
				t.Errorf("error %v, want %q", created.Err, tt.fault)
			}
		})
	}
}

// TestPreviewWebhooks: the five seconds are for all pages together, and the error says at which page they were over.
func TestPreviewWebhooks(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		delay time.Duration // of each of three pages
		took  time.Duration
		page  int // at which it fails; 0 for a success
	}{
		"in time":       {delay: time.Second, took: 3 * time.Second},
		"a late second": {delay: 3 * time.Second, took: 5 * time.Second, page: 2},
		"a late third":  {delay: 2 * time.Second, took: 5 * time.Second, page: 3},
	} {
		inBubble(t, name, func(t *testing.T) {
			client, service := piped(t, nil)
			service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
			for range 2*paymentapi.MaxPageSize + 1 {
				service.AddWebhook(fakeservice.Webhook{})
			}
			service.Inject(fakeservice.Fault{Delay: tt.delay})
			started := time.Now()
			all, err := client.PreviewWebhooks(t.Context(), ref)

			if took := time.Since(started).Truncate(100 * time.Millisecond); took != tt.took {
				t.Errorf("it took %s, want %s", took, tt.took)
			}
			if paymentapi.FailedPage(err) != tt.page || (err == nil) != (tt.page == 0) {
				t.Errorf("error %v, want one at page %d", err, tt.page)
			}
			if err == nil {
				if len(all) != 2*paymentapi.MaxPageSize+2 {
					t.Errorf("it has %d webhooks", len(all))
				}
				return
			}
			if !paymentapi.Is(err, paymentapi.FaultInterrupted) || !strings.Contains(err.Error(), "not read within 5s") {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

// TestIs: an error of a page is matched like that of a call, and no other error is.
func TestIs(t *testing.T) {
	t.Parallel()
	call := &paymentapi.Error{Fault: paymentapi.FaultNotFound}
	for name, tt := range map[string]struct {
		err  error
		is   bool
		page int
	}{
		"a call":        {err: call, is: true},
		"a page":        {err: fmt.Errorf("reading: %w", &paymentapi.PageError{Page: 2, Err: call}), is: true, page: 2},
		"another fault": {err: &paymentapi.Error{Fault: paymentapi.FaultRefused}},
		"another error": {err: io.EOF},
		"no error":      {},
	} {
		is := paymentapi.Is(tt.err, paymentapi.FaultNone, paymentapi.FaultUnsupported, paymentapi.FaultNotFound)
		if page := paymentapi.FailedPage(tt.err); is != tt.is || page != tt.page {
			t.Errorf("%s: %t, page %d", name, is, page)
		}
	}
}
