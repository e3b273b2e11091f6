// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"reflect"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	webhookGone = notice{webhookNotFound, "These credentials see the store of {webhook}, " +
		"and the service no longer has the webhook, so it is removed from the state. " +
		"If the webhook may still exist, check that the provider's `secret`, " +
		"`app_token` and `base_url` are those of the account that it belongs to, before you apply.\n\n" +
		"The next apply creates it again if it was created with this resource. " +
		"If it was adopted, remove the resource, or set another `webhook_id`.\n\n" +
		"If the webhook exists, and the service has only stopped answering the request that reads it, " +
		"set `webhook_refresh` in the provider to \"patch\" or \"off\"."}
	notReadable = notice{"Webhook Not Readable", "The service does not answer a GET for {webhook}, " +
		"so changes made outside of Terraform cannot be seen.\n\n" +
		"To read webhooks with an update that changes nothing, set `webhook_refresh = \"patch\"` in the provider. " +
		"To do without, set \"off\"."}
	notListable = notice{"Webhook Not Readable", "The service does not list the webhooks of the store of " +
		"{webhook}, so changes made outside of Terraform cannot be seen.\n\n" +
		"To read each webhook by itself, set `webhook_refresh` in the provider to \"get\", or to \"patch\", " +
		"which uses an update that changes nothing. To do without, set \"off\"."}
	mayNotBeGone = notice{notRead, "The service does not have {webhook} for these credentials, " +
		"but that does not show that the webhook is gone."}
)

// refreshByCall refreshes a webhook with a call of its own: a GET, or an update that changes nothing.
//
// What an error says of a webhook. (If it is being imported, an own 404 or 410 is an error.)
//
//	                             callExists    !callExists
//	its own 404                  gone*         not readable
//	its own 410                  gone*         error
//	405, 501, a gateway's 404    error         not readable
//
// * An error unless these credentials would see the webhook.
func (r *webhookResource) refreshByCall(ctx context.Context, old stored, resp *resource.ReadResponse) {
	diags := &resp.Diagnostics
	mode := r.refreshMode()
	answer, err := r.readWebhook(ctx, mode, old.ref())
	callExists := mode == providerdata.RefreshPatch || old.record.Readable

	switch result := outcomeOf(err); {
	case result == done:
		old.record.Readable = old.record.Readable || mode == providerdata.RefreshGet
		saveRefreshed(ctx, old, refreshed(mode, old.state, answer), resp)
	case result.isMissing() && old.isImported():
		importMissing.fail(diags, old.ref(), err.Error())
	case result.isMissing() && callExists:
		r.dropIfGone(ctx, old, err, resp)
	case result.mayLackCall() && !callExists:
		reportUnread(old, notReadable, diags)
	default:
		addReadError(diags, old, err)
	}
}

// refreshFromList refreshes a webhook from the list of its store, which is read once for all of its
// webhooks. A webhook that the list lacks is asked for by GET.
func (r *webhookResource) refreshFromList(ctx context.Context, old stored, resp *resource.ReadResponse) {
	diags := &resp.Diagnostics
	list := r.refreshStore(ctx, old.ref())
	switch result := outcomeOf(list.err); {
	case result == done:
	case result.mayLackCall() && !old.record.Listed:
		reportUnread(old, notListable, diags)
		return
	default:
		addStoreError(diags, old, list)
		return
	}

	listed := findByID(list.all, old.ref().WebhookID)
	if listed == nil {
		r.refreshUnlisted(ctx, old, resp)
		return
	}

	err := verifyAnswer(old.ref(), paymentapi.WebhookPatch{}, listed, nil)
	if err != nil {
		addReadError(diags, old, err)
		return
	}

	old.record.Listed = true
	saveRefreshed(ctx, old, old.state.withAnswer(listed), resp)
}

// refreshUnlisted refreshes a webhook that the list of its store lacks. It is gone if the list had
// it once, and no GET finds it.
func (r *webhookResource) refreshUnlisted(ctx context.Context, old stored, resp *resource.ReadResponse) {
	diags := &resp.Diagnostics
	answer, err := r.readWebhook(ctx, providerdata.RefreshGet, old.ref())
	result := outcomeOf(err)
	isNotFound := result.isMissing() || result.mayLackCall()

	switch {
	case result == done:
		old.record.Readable = true
		saveRefreshed(ctx, old, old.state.withAnswer(answer), resp)
	case result.isMissing() && old.isImported():
		importMissing.fail(diags, old.ref(), err.Error())
	case isNotFound && old.isImported():
		importedUnread.warn(diags, old.ref())
	case isNotFound && old.record.Listed:
		r.dropIfGone(ctx, old, err, resp)
	default:
		addReadError(diags, old, err)
	}
}

// readWebhook reads a webhook by GET, or by an update that changes nothing.
func (r *webhookResource) readWebhook(
	ctx context.Context, mode string, ref paymentapi.WebhookRef,
) (*paymentapi.Webhook, error) {
	var answer *paymentapi.Webhook
	var err error
	if mode == providerdata.RefreshPatch {
		answer, err = r.data.Client.UpdateWebhook(ctx, ref, paymentapi.WebhookPatch{})
	} else {
		answer, err = r.data.Client.GetWebhook(ctx, ref)
	}
	return answer, verifyAnswer(ref, paymentapi.WebhookPatch{}, answer, err)
}

// refreshed returns the state after an answer. If webhooks are read by an update, which moves
// updated_on, that alone is no news.
func refreshed(mode string, state model, answer *paymentapi.Webhook) model {
	fresh := state.withAnswer(answer)
	unmoved := fresh
	unmoved.UpdatedOn = state.UpdatedOn
	if mode == providerdata.RefreshPatch && reflect.DeepEqual(unmoved, state) {
		return state
	}
	return fresh
}

// saveRefreshed puts the state of a webhook that was read, and its record, into the response, which has those
// from before.
func saveRefreshed(ctx context.Context, old stored, state model, resp *resource.ReadResponse) {
	diags := &resp.Diagnostics
	old.record.save(ctx, resp.Private, diags)

	// The framework needs a fifth of the time of a read to set a state.
	isNews := !reflect.DeepEqual(state, old.state)
	if isNews {
		diags.Append(resp.State.Set(ctx, state)...)
	}
}

// dropIfGone removes a webhook from the state that the service does not have, as err says, if these
// credentials would see it.
func (r *webhookResource) dropIfGone(ctx context.Context, old stored, err error, resp *resource.ReadResponse) {
	diags := &resp.Diagnostics
	doubt := r.doubtSight(ctx, old.state)
	if doubt != "" {
		const ways = removeFromState + " " + stateUnchanged
		mayNotBeGone.fail(diags, old.ref(), err.Error(), doubt, checkAccount, ways)
		return
	}

	webhookGone.warn(diags, old.ref())
	resp.State.RemoveResource(ctx)
}

// reportUnread says that a webhook cannot be read, which an import says in its own way.
func reportUnread(old stored, unread notice, diags *diag.Diagnostics) {
	if old.isImported() {
		unread = importedUnread
	}
	unread.warn(diags, old.ref())
}

// addReadError reports that a read does not tell what has become of a webhook.
func addReadError(diags *diag.Diagnostics, old stored, err error) {
	advice := ""
	wasRead := old.record.Readable || old.record.Listed
	switch result := outcomeOf(err); {
	case result.isMissing() && wasRead:
		advice = "This does not show that the webhook is gone. " + checkAccount + " " + removeFromState
	case result.isMissing():
		advice = "This does not show that the webhook is gone: it was never read before. " + checkAccount + " " + removeFromState
	case !wasRead && result != throttled && result != refused:
		advice = "This webhook was never read before. If the service has no such call, " +
			"set `webhook_refresh` in the provider to \"patch\" or \"off\"."
	}
	addFailure(diags, notRead, err, advice, stateUnchanged)
}

// addStoreError reports that the list of a store could not be read. The first of its webhooks has
// the details: CLIs fold no errors.
func addStoreError(diags *diag.Diagnostics, old stored, list *listResult) {
	isFirst := false
	list.told.Do(func() { isFirst = true })
	if !isFirst {
		diagnostics.AddError(diags, notRead, "The list of the webhooks of store "+old.ref().StoreID+" could not be read. Another error of this run says why.")
		return
	}

	advice := ""
	if outcomeOf(list.err).mayLackCall() {
		advice = "The list once had this webhook. " + checkAccount +
			" If the service lists no webhooks any more, set `webhook_refresh` in the provider to \"get\", " +
			"\"patch\" or \"off\"."
	}

	diagnostics.AddCallError(diags, notRead, list.err, advice, "This concerns all webhooks of store "+old.ref().StoreID+". "+stateUnchanged)
}
