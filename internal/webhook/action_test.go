// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

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
