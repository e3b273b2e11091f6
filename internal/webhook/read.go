// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Read refreshes the state in the way that the provider's webhook_refresh says.
func (r *webhookResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	diags := &resp.Diagnostics
	diags.Append(req.State.Get(ctx, &state)...)
	known, _ := loadRecord(ctx, req.Private, diags)
	if diags.HasError() {
		return
	}
	if resp.Identity.Raw.IsFullyNull() { // also a CLI without identities wants one back
		diags.Append(resp.Identity.Set(ctx, state.identity(known.MerchantPath))...)
	}
	ref := state.ref(known.MerchantPath)
	answer, err := r.ask(ctx, ref)
	verdict := judge(reading{r.mode(), known.Readable, state.hasOnlyIDs()}, err)
	if verdict == gone && !r.serviceAnswers(ctx) {
		verdict = notProven
	}
	r.report(verdict, state, err, diags)
	switch verdict {
	case gone:
		resp.State.RemoveResource(ctx)
	case refreshed:
		if r.mode() == providerdata.RefreshGet && !known.Readable {
			known.Readable = true
			known.save(ctx, resp.Private, diags)
		}
		diags.Append(resp.State.Set(ctx, refresh(r.mode(), state, answer))...)
	default: // the state stays as it is
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

// reading is how a webhook is read.
type reading struct {
	mode     string
	readable bool // a GET for it was answered once
	imported bool // nothing but its ids is in the state
}

// verdict is what an answer means for the state.
type verdict int

const (
	refreshed      verdict = iota
	gone                   // if the service proves to be the right one
	notProven              // that it is gone
	stands                 // the state does, as nothing was asked
	unseen                 // the state stands, and changes cannot be seen
	onlyIDs                // an import brings no settings
	importNotFound         // an import must not bring what does not exist
	unreadable             // an error
)

// judge returns what the answer to a read means, by its error.
func judge(how reading, err error) verdict {
	mustAnswer := how.readable || how.mode == providerdata.RefreshPatch
	switch isOff := how.mode == providerdata.RefreshOff; {
	case isOff && how.imported:
		return onlyIDs
	case isOff:
		return stands
	case err == nil:
		return refreshed
	case isOwnNotFound(err) && how.imported:
		return importNotFound
	case isOwnNotFound(err) && mustAnswer:
		return gone
	case !isNotOffered(err) || mustAnswer:
		return unreadable
	case how.imported:
		return onlyIDs
	}
	return unseen
}

// report says what a verdict means for the user.
func (r *webhookResource) report(v verdict, state model, err error, diags *diag.Diagnostics) {
	ref := state.name()
	switch v {
	case refreshed, stands:
	case gone:
		webhookGone.warn(diags, ref)
	case notProven:
		diagnostics.AddCallError(diags, notRead, err, "The service did not answer `GET /charges` either, so this does not show that the webhook is gone. Check that the provider's `base_url` is the address of the API, including its path. "+stateUnchanged)
	case unseen:
		notReadable.warn(diags, ref)
	case onlyIDs:
		importedUnread.warn(diags, ref)
	case importNotFound:
		importMissing.fail(diags, ref, err.Error())
	case unreadable:
		switch {
		case errors.As(err, new(mismatch)):
			diagnostics.AddCallError(diags, "Unexpected Webhook Answer", err, checkValues, stateUnchanged)
		case hasStatus(err, http.StatusNotFound) && !isOwnNotFound(err):
			diagnostics.AddCallError(diags, notRead, err, notOwnFormat, stateUnchanged)
		default:
			diagnostics.AddCallError(diags, notRead, err, stateUnchanged)
		}
	}
}

// serviceAnswers reports whether the service answers a request that every service has, and
// that is of no store. It is asked once for a run.
func (r *webhookResource) serviceAnswers(ctx context.Context) bool {
	answers, err := providerdata.Memoize(ctx, r.data, "charges", func() (bool, error) {
		err := r.data.Client.ProbeCharges(ctx)
		failed := asAPIError(err)
		switch {
		case err == nil:
			return true, nil
		case failed.StatusCode == 0 || failed.Fault == paymentapi.FaultThrottled || failed.Fault == paymentapi.FaultUnavailable:
			return false, err
		}
		return failed.Fault != paymentapi.FaultNotFound, nil
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
