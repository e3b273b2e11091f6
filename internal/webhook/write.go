// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// updateAndVerify updates the webhook of a change. The answer must have what was asked for.
func (r *webhookResource) updateAndVerify(
	ctx context.Context, change *webhookChange, patch paymentapi.WebhookPatch,
) (*paymentapi.Webhook, error) {
	answer, err := r.data.Client.UpdateWebhook(ctx, change.ref(), patch)
	return answer, change.verify(patch, answer, err)
}

// saveAndProbe saves a webhook that is as planned. If reads are made by GET, it tries one,
// so that a later run notices if the webhook is gone, even if that run only plans.
func (r *webhookResource) saveAndProbe(
	ctx context.Context, state model, record privateRecord, resp *resource.CreateResponse,
) {
	if r.refreshMode() == providerdata.RefreshGet {
		ref := state.ref(record.MerchantPath)
		answer, err := r.data.Client.PreviewWebhook(ctx, ref)
		err = verifyAnswer(ref, paymentapi.WebhookPatch{}, answer, err)
		record.Readable = err == nil
	}
	saveNew(ctx, state, record, resp)
}

// saveNew puts a webhook that comes to a state, and its record, into the response.
func saveNew(ctx context.Context, state model, record privateRecord, resp *resource.CreateResponse) {
	record.save(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity(record.MerchantPath))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// verifyAnswer returns the error of a call, or a mismatch if the answer differs from the request.
func verifyAnswer(
	ref paymentapi.WebhookRef, patch paymentapi.WebhookPatch, answer *paymentapi.Webhook, err error,
) error {
	if err != nil {
		return err
	}
	lines := differences(ref, patch, answer)
	if len(lines) > 0 {
		return mismatch(strings.Join(lines, "\n"))
	}
	return nil
}

// mismatch is the error of an answer with other values than were requested.
type mismatch string

func (m mismatch) Error() string {
	return "The payment service answered the request, but with other values than requested:\n" + string(m)
}

// differences says in which ids an answer differs from those that were requested, and which
// settings of a patch it does not have. What either of them lacks does not differ.
func differences(ref paymentapi.WebhookRef, patch paymentapi.WebhookPatch, answer *paymentapi.Webhook) []string {
	lines := differentIDs(ref, answer)
	isEqual := func(a, b bool) bool { return a == b }
	if areDifferent(patch.Active, answer.Active, isEqual) {
		configured := strconv.FormatBool(*patch.Active)
		lines = append(lines, differenceLine("active", configured, strconv.FormatBool(*answer.Active)))
	}

	if areDifferent(patch.URL, answer.URL, validators.SameURL) {
		configured := origin(*patch.URL)
		current := origin(*answer.URL)
		if configured == current {
			current = "the same host, but another path or query"
		}

		lines = append(lines, differenceLine("url", configured, current))
	}

	if areDifferent(patch.Triggers, answer.Triggers, sameTriggers) {
		configured := shown(fmt.Sprint(*patch.Triggers))
		lines = append(lines, differenceLine("triggers", configured, shown(fmt.Sprint(*answer.Triggers))))
	}

	return lines
}

// areDifferent reports whether a setting is sent and answered, and the two are not the same.
func areDifferent[T any](sent, answered *T, areSame func(a, b T) bool) bool {
	return sent != nil && answered != nil && !areSame(*sent, *answered)
}

// differentIDs says in which ids an answer differs from those that were requested.
func differentIDs(ref paymentapi.WebhookRef, answer *paymentapi.Webhook) []string {
	var lines []string
	for _, id := range []struct {
		field, requested string
		answered         *string
	}{
		{"id", ref.WebhookID, answer.ID},
		{"store_id", ref.StoreID, answer.StoreID},
		{"merchant_id", ref.MerchantID, answer.MerchantID},
	} {
		isRequested := id.requested != ""
		if isRequested && areDifferent(&id.requested, id.answered, sameID) {
			lines = append(lines, differenceLine(id.field, id.requested, shownID(*id.answered)))
		}
	}

	return lines
}

// differenceLine is one line of a message.
func differenceLine(field, configured, current string) string {
	return fmt.Sprintf("- `%s`: configured %s, at the service %s", field, configured, current)
}
