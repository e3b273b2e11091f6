// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	adoptionChanges = notice{"Adopting Changes a Webhook", "Applying this plan overwrites current settings of {webhook}:"}
	adoptionMayFail = notice{"Adoption May Fail", "The provider could not read {webhook}, which this plan adopts."}
)

// previewAdoption reads the webhook that a plan adopts, says what that overwrites, or why it may fail, and
// returns the error of the read. It reads nothing, and returns nil, if the webhook is to be created, if an id is
// not known yet, and if webhook_refresh is "patch" or "off": a plan changes nothing.
func (r *webhookResource) previewAdoption(ctx context.Context, change *webhookChange, diags *diag.Diagnostics) error {
	mode := r.refreshMode()
	isRead := mode == providerdata.RefreshGet || mode == providerdata.RefreshList
	if !change.isAdoption() || !isRead || !change.config.identity(true).isKnown() {
		return nil
	}

	answer, err := r.previewWebhook(ctx, change.ref())
	err = change.verify(paymentapi.WebhookPatch{}, answer, err)
	switch outcomeOf(err) {
	case done:
		warnOfOverwriting(change, answer, diags)
	case misplaced, notOffered, throttled:
		// The service has no such call, or no time for it now: nothing is known.
	default:
		adoptionMayFail.warn(diags, change.ref(), diagnostics.Explain(err))
	}

	return err
}

// previewWebhook reads a webhook that is to be adopted, with little patience.
func (r *webhookResource) previewWebhook(ctx context.Context, ref paymentapi.WebhookRef) (*paymentapi.Webhook, error) {
	if r.refreshMode() == providerdata.RefreshList {
		all, _ := r.previewStore(ctx, ref)
		if listed := findByID(all, ref.WebhookID); listed != nil {
			return listed, nil
		}
	}
	return r.data.Client.PreviewWebhook(ctx, ref)
}

// warnOfOverwriting says which settings of a webhook an adoption changes. The warning has a line for each
// of them, and no path, so that no CLI folds it.
func warnOfOverwriting(change *webhookChange, answer *paymentapi.Webhook, diags *diag.Diagnostics) {
	settings := differences(paymentapi.WebhookRef{}, change.patch(), answer)
	if len(settings) == 0 {
		return
	}
	text := adoptionChanges.about(change.ref(), strings.Join(settings, "\n"))
	diagnostics.AddWarning(diags, adoptionChanges.title, text)
}

// adopt takes a webhook over with one update of what is declared. If that fails, it saves nothing.
func (r *webhookResource) adopt(ctx context.Context, change *webhookChange, resp *resource.CreateResponse) {
	answer, err := r.updateAndVerify(ctx, change, change.patch())
	if err != nil {
		const ifMissing = "Correct `webhook_id`, `store_id` or the provider's `base_url`, " +
			"or set `delete_on_destroy` instead of `webhook_id` to create a webhook. " + importOld
		addUpdateError(&resp.Diagnostics, notUpdated, change.ref(), err, ifMissing, nothingSaved)
		return
	}
	r.saveAndProbe(ctx, change.stateAfterWrite(answer), change.record, resp)
}
