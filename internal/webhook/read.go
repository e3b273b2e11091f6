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

// Read refreshes the state in the way that the provider's webhook_refresh says.
func (r *webhookResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	diags := &resp.Diagnostics
	diags.Append(req.State.Get(ctx, &state)...)
	private, _ := loadRecord(ctx, req.Private, diags)
	if diags.HasError() {
		return
	}
	if resp.Identity.Raw.IsFullyNull() { // also a CLI without identities wants one back
		diags.Append(resp.Identity.Set(ctx, state.identity(private.MerchantPath))...)
	}
	ref, isImport := state.ref(private.MerchantPath), state.hasOnlyIDs()
	mustAnswer := private.Readable || r.mode() == providerdata.RefreshPatch
	answer, err := r.ask(ctx, ref)
	switch {
	case r.mode() == providerdata.RefreshOff && !isImport: // the state stands
	case r.mode() == providerdata.RefreshOff:
		importedUnread.warn(diags, ref)
	case err == nil:
		if r.mode() == providerdata.RefreshGet && !private.Readable {
			private.Readable = true
			private.save(ctx, resp.Private, diags)
		}
		diags.Append(resp.State.Set(ctx, refresh(r.mode(), state, answer))...)
	case isOwnNotFound(err) && isImport:
		importMissing.fail(diags, ref, err.Error())
	case isOwnNotFound(err) && mustAnswer && r.serviceAnswers(ctx):
		webhookGone.warn(diags, ref)
		resp.State.RemoveResource(ctx)
	case mustAnswer || !isNotOffered(err):
		addReadError(diags, err)
	case isImport:
		importedUnread.warn(diags, ref)
	default:
		notReadable.warn(diags, ref)
	}
}

// ask reads the webhook. It returns nil, nil if webhooks are not to be read.
func (r *webhookResource) ask(ctx context.Context, ref paymentapi.WebhookRef) (answer *paymentapi.Webhook, err error) {
	switch r.mode() {
	case providerdata.RefreshGet:
		answer, err = r.data.Client.GetWebhook(ctx, ref)
	case providerdata.RefreshPatch:
		answer, err = r.data.Client.UpdateWebhook(ctx, ref, noChange)
	default:
		return nil, nil
	}
	return answer, check(ref, noChange, answer, err)
}

// refresh returns the state after an answer. If webhooks are read by an update, which moves
// updated_on, that alone is no news.
func refresh(mode string, state model, answer *paymentapi.Webhook) model {
	fresh := state.withAnswer(answer)
	unmoved := fresh
	unmoved.UpdatedOn = state.UpdatedOn
	if mode == providerdata.RefreshPatch && !state.UpdatedOn.IsNull() && reflect.DeepEqual(unmoved, state) {
		return state
	}
	return fresh
}

// serviceAnswers reports whether the service answers a request that every service has, and
// that is of no store. It is asked once for a run.
func (r *webhookResource) serviceAnswers(ctx context.Context) bool {
	answers, err := providerdata.Memoize(ctx, r.data, "charges", func() (bool, error) {
		_, err := r.data.Client.ListCharges(ctx, paymentapi.ChargeQuery{PageSize: paymentapi.MinPageSize})
		switch paymentapi.FaultOf(err) {
		case paymentapi.FaultNone, paymentapi.FaultRefused, paymentapi.FaultUnauthorized, paymentapi.FaultForbidden:
			return true, nil
		case paymentapi.FaultNotFound:
			return false, nil
		default:
			return false, err // it shows nothing, and may pass
		}
	})
	return answers && err == nil
}

// asAPIError returns the error of a call, and an empty one for any other error.
func asAPIError(err error) *paymentapi.Error {
	if known, ok := errors.AsType[*paymentapi.Error](err); ok {
		return known
	}
	return &paymentapi.Error{}
}

// hasStatus reports whether a call failed with one of these statuses.
func hasStatus(err error, statuses ...int) bool {
	return err != nil && slices.Contains(statuses, asAPIError(err).StatusCode)
}

// isOwnNotFound reports whether the service says in the format of its own errors that it
// does not have what was asked for. A page of a proxy or a wrong path is a 404 as well.
func isOwnNotFound(err error) bool {
	return hasStatus(err, http.StatusNotFound, http.StatusGone) && asAPIError(err).OwnFormat
}

// isNotOffered reports whether the service need not have a call. What is gone was there.
func isNotOffered(err error) bool {
	return hasStatus(err, http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented)
}
