// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/action/schema"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var _ action.ActionWithConfigure = (*resumeAction)(nil)

type resumeAction struct {
	providerdata.ActionBase
}

// NewResumeAction returns the action paymentservice_resume_webhook.
func NewResumeAction() action.Action {
	return &resumeAction{}
}

func (a *resumeAction) Metadata(_ context.Context, req action.MetadataRequest, resp *action.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_resume_webhook"
}

func (a *resumeAction) Schema(_ context.Context, _ action.SchemaRequest, resp *action.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Resumes a webhook that the service stopped after failed notifications, " +
			"by setting its `active` to `true`. " +
			"The action needs no state: the webhook may be managed in this configuration, in another one, " +
			"or not at all. Resuming an active webhook changes nothing. Requires Terraform 1.14.",
		Attributes: map[string]schema.Attribute{
			"merchant_id": idArgument("The id (UUID) of the merchant. If set, the request uses the merchant's path.", false),
			"store_id":    idArgument("The id (UUID) of the webhook's store.", true),
			"webhook_id":  idArgument("The id (UUID) of the webhook to resume.", true),
		},
	}
}

// Invoke succeeds only if the service answers that the webhook is active.
func (a *resumeAction) Invoke(ctx context.Context, req action.InvokeRequest, resp *action.InvokeResponse) {
	var id identity
	resp.Diagnostics.Append(req.Config.Get(ctx, &id)...)
	if resp.Diagnostics.HasError() || !providerdata.RequireClient(a.Data, "resuming a webhook", &resp.Diagnostics) {
		return
	}

	ended := make(chan error, 1)
	go func() { ended <- a.resume(ctx, id.ref()) }()
	started := time.Now()
	progress := time.NewTicker(5 * time.Second)
	defer progress.Stop()
	for {
		select {
		case err := <-ended:
			if err != nil {
				addUpdateError(&resp.Diagnostics, "Unable to Resume Webhook", id.ref(), err, "There is nothing to resume.", "")
			}

			return
		case <-progress.C:
			resp.SendProgress(action.InvokeProgressEvent{Message: fmt.Sprintf(
				"Still resuming %s after %s: the service is slow or limits the rate of requests.", webhookName(id.ref()), time.Since(started).Round(time.Second))})
		}
	}
}

func (a *resumeAction) resume(ctx context.Context, ref paymentapi.WebhookRef) error {
	settings := paymentapi.WebhookSettings{Active: new(true)}
	patch := paymentapi.WebhookPatch{WebhookSettings: settings}
	answer, err := a.Data.Client.UpdateWebhook(ctx, ref, patch)
	err = verifyAnswer(ref, patch, answer, err)
	if err != nil {
		return err
	}

	// Nothing else shows that the webhook was resumed.
	if answer.Active == nil {
		return mismatch(differenceLine("active", "true", "no value"))
	}
	return nil
}
