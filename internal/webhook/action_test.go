// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/test/acctest"
	"github.com/payment-service/terraform-provider-paymentservice/internal/test/fakeservice"
)

const resumeAction = "paymentservice_resume_webhook"

// If a run is interrupted while the request is in flight, the plugin server sends no
// events any more. So the call itself must fail, or the run would end as a success.
func TestResumeAction_interrupted(t *testing.T) {
	t.Parallel()
	e := start(t)
	arrived := make(chan struct{})
	e.Inject(fakeservice.Fault{Times: 1, Break: fakeservice.BreakHang, Match: func(fakeservice.Request) bool { close(arrived); return true }})
	p := acctest.Configured(t, e.server, nil)
	go func() {
		<-arrived
		_, _ = p.Server.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{})
	}()
	diags := p.Invoke(t.Context(), resumeAction, acctest.Values{"store_id": e.webhook.StoreID, "webhook_id": e.webhook.ID})
	for _, want := range []string{"Protocol Error", "Unable to Resume Webhook", "interrupted", "It is unclear whether the webhook was resumed."} {
		wantText(t, diags.Errors(), want)
	}
}
