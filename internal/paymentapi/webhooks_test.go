// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package paymentapi_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest/bubble"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

// An attempt to create a webhook runs to its end although the run is interrupted, and the
// wait for the next attempt does not.
func TestCreateWebhook_runsToItsEnd(t *testing.T) {
	t.Parallel()
	var settings paymentapi.WebhookPatch
	settings.URL = new("https://new.example.com/")
	settings.Triggers = &[]string{"a"}
	type row struct {
		status   int // 0 for that of the service
		succeeds bool
	}
	bubble.Each(t, map[string]row{
		"created": {succeeds: true},
		"429":     {status: http.StatusTooManyRequests},
	}, func(t *testing.T, tt row) {
		client, service := piped(t, nil)
		service.Inject(fakeservice.Fault{Delay: 3 * time.Second, Status: tt.status})
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		started := time.Now()
		created := client.CreateWebhook(ctx, ref, settings)

		if (created.Err == nil) != tt.succeeds {
			t.Errorf("the error is %v", created.Err)
		}
		if took := time.Since(started); took != 3*time.Second || len(service.Requests()) != 1 {
			t.Errorf("it took %s and %d requests", took, len(service.Requests()))
		}
	})
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
			client := newClient(t, o)
			created := client.CreateWebhook(t.Context(), paymentapi.WebhookRef{StoreID: "s"}, paymentapi.WebhookPatch{})

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
	const webhooks = 2*paymentapi.MaxPageSize + 1 // three pages
	type row struct {
		delay time.Duration // of each page
		took  time.Duration
		page  int // at which it fails; 0 for a success
	}
	bubble.Each(t, map[string]row{
		"in time":       {delay: time.Second, took: 3 * time.Second},
		"a late second": {delay: 3 * time.Second, took: 5 * time.Second, page: 2},
		"a late third":  {delay: 2 * time.Second, took: 5 * time.Second, page: 3},
	}, func(t *testing.T, tt row) {
		client, service := piped(t, nil)
		service.Set(func(b *fakeservice.Behavior) { b.WebhookList = true })
		for range webhooks - 1 { // besides the one that is there
			service.AddWebhook(fakeservice.Webhook{})
		}
		service.Inject(fakeservice.Fault{Delay: tt.delay})
		started := time.Now()
		all, err := client.PreviewWebhooks(t.Context(), ref)

		took := time.Since(started).Truncate(100 * time.Millisecond) // without the intervals between starts
		if took != tt.took || paymentapi.FailedPage(err) != tt.page {
			t.Errorf("error %v after %s, want one at page %d after %s", err, took, tt.page, tt.took)
		}
		if tt.page == 0 {
			if err != nil || len(all) != webhooks {
				t.Errorf("error %v, and %d webhooks", err, len(all))
			}
			return
		}
		if !paymentapi.Is(err, paymentapi.FaultInterrupted) || !says(err, "not read within 5s") {
			t.Errorf("the error is %v", err)
		}
	})
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
