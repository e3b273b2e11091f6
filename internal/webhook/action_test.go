// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const resumeAction = "paymentservice_resume_webhook"

// TestResume: the action fails unless the service answers that the webhook is active.
func TestResume(t *testing.T) {
	t.Parallel()
	resumeWebhook := request{Method: "PATCH", Path: webhookPath, Body: acctest.Values{"active": true}}
	for name, tt := range map[string]struct {
		config   acctest.Values
		fault    *fakeservice.Fault
		requests []request
		says     []string
	}{
		"resumed": {
			requests: []request{resumeWebhook},
		},
		"through the merchant": {
			config: acctest.Values{"merchant_id": merchantID},
			requests: []request{
				{Method: "PATCH", Path: merchantWebhookPath, Body: acctest.Values{"active": true}},
			},
		},
		"no such webhook": {
			fault:    &notFound,
			requests: []request{resumeWebhook},
			says:     []string{"Webhook Not Found", "nothing to resume"},
		},
		"a 404 of an ingress": {
			fault:    &fakeservice.Fault{Status: http.StatusNotFound, Body: htmlPage},
			requests: []request{resumeWebhook},
			says:     []string{"own format"},
		},
		"an unclear result": {
			fault:    &fakeservice.Fault{Status: http.StatusInternalServerError},
			requests: []request{resumeWebhook, resumeWebhook},
			says:     []string{"Unable to Resume Webhook", "You can safely try again"},
		},
		"it stays stopped": {
			fault: &fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": hookID, "active": false}),
			},
			requests: []request{resumeWebhook},
			says:     []string{"Unexpected Webhook Answer", "configured true, at the service false"},
		},
		"no word of it": {
			fault: &fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": hookID}),
			},
			requests: []request{resumeWebhook},
			says:     []string{"at the service no value"},
		},
		"an id that is none, and may be a secret": {
			fault: &fakeservice.Fault{
				Status: http.StatusOK,
				Body:   webhookJSON(acctest.Values{"id": secretText, "active": true}),
			},
			requests: []request{resumeWebhook},
			says:     []string{"`id`: configured " + hookID + ", at the service a value that is not a UUID"},
		},
		"an id with a blank": {
			config: acctest.Values{"webhook_id": hookID + " "},
			says:   []string{"must not have white space"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			e.inject(tt.fault)
			diags := e.Invoke(t.Context(), resumeAction, adopting(tt.config))
			e.wantRequests(t, tt.requests...)
			wantErrors(t, diags, tt.says...)
			wantWarnings(t, diags)
			wantNoToken(t, diags.String())
		})
	}
}

// TestResume_progress: an action that waits says so, and its retries end with an interrupt.
func TestResume_progress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := startInBubble(t, acctest.Values{"max_retries": 20})
		e.Inject(fakeservice.Fault{Status: http.StatusServiceUnavailable})
		server, _ := e.Server.(tfprotov6.ActionServer)
		ctx, interrupt := context.WithCancel(t.Context())
		time.AfterFunc(12*time.Second, interrupt)
		started := time.Now()
		stream, err := server.InvokeAction(ctx, &tfprotov6.InvokeActionRequest{
			ActionType: resumeAction,
			Config:     acctest.Encode(t, e.Schemas.ActionSchemas[resumeAction].Schema, adopting(nil)),
		})
		if err != nil {
			t.Fatal(err)
		}

		var progress []string
		for event := range stream.Events {
			switch event := event.Type.(type) {
			case tfprotov6.ProgressInvokeActionEventType:
				progress = append(progress, event.Message)
			case tfprotov6.CompletedInvokeActionEventType:
				wantErrors(t, event.Diagnostics, "Unable to Resume Webhook")
			}
		}
		if took := time.Since(started); took != 12*time.Second {
			t.Errorf("it took %s", took)
		}
		if len(progress) != 2 {
			t.Fatalf("it has said %q", progress)
		}
		wantText(t, progress[1], "Still resuming webhook "+hookID, "after 10s")
	})
}
