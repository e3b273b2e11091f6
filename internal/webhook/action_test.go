// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"context"
	"strings"
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
	for name, tc := range map[string]struct {
		config acctest.Values
		fault  fakeservice.Fault
		calls  string
		says   []string
	}{
		"resumed":              {calls: "PATCH {active:true}"},
		"through the merchant": {config: acctest.Values{"merchant_id": fakeservice.DefaultMerchantID}, calls: "PATCH long {active:true}"},
		"no such webhook":      {fault: notFound, calls: "PATCH {active:true}", says: []string{"Webhook Not Found", "nothing to resume"}},
		"a 404 of an ingress":  {fault: fakeservice.Fault{Status: 404, Body: []byte("<html>")}, calls: "PATCH {active:true}", says: []string{"own format"}},
		"a doubt":              {fault: fakeservice.Fault{Status: 500}, calls: "PATCH {active:true}; PATCH {active:true}", says: []string{"Unable to Resume Webhook", "You can safely try again"}},
		"it stays stopped":     {fault: fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + hookID + `","active":false}`)}, calls: "PATCH {active:true}", says: []string{"Unexpected Webhook Answer", "configured true, at the service false"}},
		"no word of it":        {fault: fakeservice.Fault{Status: 200, Body: []byte(`{"id":"` + hookID + `"}`)}, calls: "PATCH {active:true}", says: []string{"at the service no value"}},
		"an id with a blank":   {config: acctest.Values{"webhook_id": hookID + " "}, says: []string{"must not have white space"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := start(t, nil)
			if len(tc.says) > 0 {
				e.Inject(tc.fault)
			}
			said := e.Invoke(t.Context(), resumeAction, adopting(tc.config))
			e.wantCalls(t, tc.calls)
			wantText(t, said.String(), tc.says...)
		})
	}
}

// TestResume_progress: an action that waits says so, and its retries end with an interrupt.
func TestResume_progress(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e := startInBubble(t, acctest.Values{"max_retries": 20})
		e.Inject(fakeservice.Fault{Status: 503})
		server, _ := e.Server.(tfprotov6.ActionServer)
		ctx, interrupt := context.WithCancel(t.Context())
		time.AfterFunc(12*time.Second, interrupt)
		started := time.Now()
		stream, err := server.InvokeAction(ctx, &tfprotov6.InvokeActionRequest{ActionType: resumeAction, Config: acctest.Encode(e.Schemas.ActionSchemas[resumeAction].Schema, adopting(nil))})
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		for event := range stream.Events {
			switch event := event.Type.(type) {
			case tfprotov6.ProgressInvokeActionEventType:
				said = append(said, event.Message)
			case tfprotov6.CompletedInvokeActionEventType:
				wantText(t, acctest.Diagnostics(event.Diagnostics).Errors(), "Unable to Resume Webhook")
			}
		}
		if took := time.Since(started); took != 12*time.Second || len(said) != 2 || !strings.Contains(said[1], "Still resuming webhook "+hookID) || !strings.Contains(said[1], "after 10s") {
			t.Errorf("after %s, it has said %q", took, said)
		}
	})
}
