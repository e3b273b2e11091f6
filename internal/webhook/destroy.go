// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	willStay = notice{"Webhook Not Deleted", "Destroying this resource does not delete {webhook}.\n" +
		"To stop the webhook, apply `active = false` first."}
	willBeDeleted = notice{"Webhook Deleted", "Destroying this resource deletes {webhook}.\n" +
		"To keep the webhook, apply `delete_on_destroy = false` first."}
	mayStillExist = notice{notDeleted, "The service says that it does not have {webhook}, " +
		"but that does not show that the webhook is gone: " +
		"a service that has no such call answers alike."}
)

// planDestruction says what destroying a webhook does to it, and makes the intent.
func (r *webhookResource) planDestruction(state model, record privateRecord, diags *diag.Diagnostics) {
	r.data.beginPlan() // an earlier apply of this process does not count any more
	ref := state.ref(record.MerchantPath)
	wanted := state.intent(keeps, record.Owner).destruction()
	if wanted.kind == deletes {
		willBeDeleted.warn(diags, ref)
	} else {
		willStay.warn(diags, ref)
	}

	found := r.data.intents.plan(wanted)
	reportConflict(found, ref, diags)
}

// destroy deletes the webhook of a state.
func (r *webhookResource) destroy(ctx context.Context, old stored, diags *diag.Diagnostics) {
	found := r.data.intents.apply(old.state.intent(deletes, old.record.Owner))
	if reportConflict(found, old.ref(), diags) {
		return
	}

	err := r.data.Client.DeleteWebhook(ctx, old.ref())
	if !old.hasRecord {
		old, err = r.deleteThroughMerchant(ctx, old, err)
	}

	result := outcomeOf(err)
	switch {
	case result == done:
	case result.isMissing():
		doubt := r.doubtGone(ctx, old)
		if doubt != "" {
			mayStillExist.fail(diags, old.ref(), err.Error(), doubt, checkAccount, leaveWebhook+" "+stateUnchanged)
			return
		}
	default:
		addNotDeleted(diags, err)
		return
	}

	r.data.intents.noteDeleted(old.state.WebhookID.ValueString())
}

// deleteThroughMerchant tries the merchant's path if the short one failed with shortErr. It returns the webhook
// with the path whose answer counts, and the error of that path. A tainted webhook that is replaced comes without
// its record, which knows the path.
func (r *webhookResource) deleteThroughMerchant(ctx context.Context, old stored, shortErr error) (stored, error) {
	if !outcomeOf(shortErr).mayLackCall() || old.state.MerchantID.IsNull() {
		return old, shortErr
	}

	long := old
	long.record.MerchantPath = true
	err := r.data.Client.DeleteWebhook(ctx, long.ref())
	result := outcomeOf(err)
	if result == misplaced || result == notOffered { // the service has no such path
		return old, shortErr
	}
	return long, err
}

// doubtGone says why a webhook may still exist, although the service does not have it for a
// DELETE; empty if it is gone. What is asked depends on webhook_refresh, and is asked afresh:
//
//	"get", if a GET was answered once    GET
//	"patch"                              PATCH
//	"get" otherwise, "off"               the list
//	"list"                               the list, and GET, which may find what a list lacks
//
// and in each case whether these credentials would see the webhook.
func (r *webhookResource) doubtGone(ctx context.Context, old stored) string {
	mode := r.refreshMode()
	isReadByCall := mode == providerdata.RefreshGet && old.record.Readable || mode == providerdata.RefreshPatch
	if isReadByCall {
		_, err := r.readWebhook(ctx, mode, old.ref())
		if !outcomeOf(err).isMissing() {
			return describeRead("The request that reads the webhook", err)
		}

		return r.doubtSight(ctx, old.state)
	}

	all, err := r.data.Client.ListWebhooks(ctx, old.ref(), 0)
	switch {
	case err != nil:
		return describeRead("The list of the store's webhooks", err)
	case findByID(all, old.ref().WebhookID) != nil:
		return "The list of the store's webhooks still has it."
	}

	if mode == providerdata.RefreshList {
		_, err = r.readWebhook(ctx, mode, old.ref())
		if result := outcomeOf(err); !result.isMissing() && !result.mayLackCall() {
			return describeRead("The request that reads the webhook", err)
		}
	}

	return r.doubtSight(ctx, old.state)
}

// describeRead says what came of a read that did not show that the webhook is missing.
func describeRead(read string, err error) string {
	if err == nil {
		return read + " still finds it."
	}
	failed, ok := errors.AsType[*paymentapi.Error](err)
	if ok { // without the page of the list
		err = failed
	}
	return read + " did not help: " + err.Error()
}

// addNotDeleted reports why a webhook was not deleted.
func addNotDeleted(diags *diag.Diagnostics, err error) {
	advice := stateUnchanged + " You can safely apply or destroy again."
	switch result := outcomeOf(err); {
	case result == notOffered:
		advice = "This service deletes no webhooks by its API. " + leaveWebhook
	case paymentapi.Is(err, paymentapi.FaultNotFound): // not in the service's own format
		advice = stateUnchanged
	case paymentapi.MayHaveActed(err):
		advice = "It is unclear whether the service deleted the webhook. " + advice
	}
	diagnostics.AddCallError(diags, notDeleted, err, advice)
}
