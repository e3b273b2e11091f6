// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Read refreshes the state in the way that the provider's webhook_refresh says. A webhook
// without a record is being imported.
func (r *webhookResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	diags := &resp.Diagnostics
	diags.Append(req.State.Get(ctx, &state)...)
	private, hasRecord := loadRecord(ctx, req.Private, diags)
	if diags.HasError() {
		return
	}
	if !hasRecord {
		private.MerchantPath = !state.MerchantID.IsNull() // it was part of the import id
		private.save(ctx, resp.Private, diags)
	}
	if resp.Identity.Raw.IsFullyNull() { // also a CLI without identities wants one back
		diags.Append(resp.Identity.Set(ctx, state.identity(private.MerchantPath))...)
	}
	ref, mode := state.ref(private.MerchantPath), r.mode()
	if mode == providerdata.RefreshOff {
		if !hasRecord {
			importedUnread.warn(diags, ref)
		}
		return
	}
	answer, err := r.read(ctx, mode, ref)
	if err == nil {
		private.Readable = private.Readable || mode == providerdata.RefreshGet
		private.save(ctx, resp.Private, diags)
		diags.Append(resp.State.Set(ctx, refreshed(mode, state, answer))...)
		return
	}
	mayLackCall := mode == providerdata.RefreshGet && !private.Readable
	if !hasRecord {
		switch {
		case isOwnNotFound(err):
			importMissing.fail(diags, ref, err.Error())
		case mayLackCall && isUnsupported(err):
			importedUnread.warn(diags, ref)
		default:
			addReadError(diags, err)
		}
		return
	}
	switch {
	case mayLackCall && isUnsupported(err):
		notReadable.warn(diags, ref)
	case !mayLackCall && isOwnNotFound(err) && r.serviceAnswers(ctx):
		webhookGone.warn(diags, ref)
		resp.State.RemoveResource(ctx)
	default:
		addReadError(diags, err)
	}
}

// read reads a webhook by GET, or by an update that changes nothing.
func (r *webhookResource) read(ctx context.Context, mode string, ref paymentapi.WebhookRef) (answer *paymentapi.Webhook, err error) {
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

// serviceAnswers reports whether the service answers a request that every service has, and
// that is of no store. It is asked once for a run.
func (r *webhookResource) serviceAnswers(ctx context.Context) bool {
	answers, err := providerdata.Memoize(ctx, r.data, "charges", func() (bool, error) {
		_, err := r.data.Client.ListCharges(ctx, paymentapi.ChargeQuery{PageSize: paymentapi.MinPageSize})
		fault := paymentapi.FaultOf(err)
		if fault.Conclusive() {
			err = nil
		}
		return fault != paymentapi.FaultNotFound, err
	})
	return answers && err == nil
}

// hasStatus reports whether a call failed with one of these statuses.
func hasStatus(err error, statuses ...int) bool {
	failed, ok := errors.AsType[*paymentapi.Error](err)
	return ok && slices.Contains(statuses, failed.StatusCode)
}

// isOwnNotFound reports whether the service says in the format of its own errors that it
// does not have what was asked for. A page of a proxy or a wrong path is a 404 as well.
func isOwnNotFound(err error) bool {
	failed, ok := errors.AsType[*paymentapi.Error](err)
	return ok && failed.Fault == paymentapi.FaultNotFound && failed.OwnFormat
}

// isUnsupported reports whether the service may lack a call. 410 is excluded: it means that the
// webhook existed.
func isUnsupported(err error) bool {
	return hasStatus(err, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented)
}
