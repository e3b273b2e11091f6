// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Read refreshes the state in the way that the provider's webhook_refresh says.
func (r *webhookResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	var state model
	resp.Diagnostics.Append(req.State.Get(ctx, &state)...)
	known := loadRecord(ctx, req.Private, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	if resp.Identity.Raw.IsFullyNull() { // also a CLI without identities wants one back
		resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity(known.MerchantPath))...)
	}
	ref := state.identity(known.MerchantPath).ref()
	kept := known
	kept.Imported = false
	answer, err := r.ask(ctx, ref)
	if answer != nil {
		answer = withoutToken(answer, state.AuthToken)
	}
	switch r.judge(ctx, ref, answer, err, known.Readable, &resp.Diagnostics) {
	case readFailed:
		return
	case readGone:
		resp.State.RemoveResource(ctx)
		return
	case readNothing:
		if known.Imported {
			state = r.imported(ctx, state, ref, err, &resp.Diagnostics)
		}
	case readWebhook:
		kept.Readable = known.Readable || r.mode() == providerdata.RefreshGet
		state = r.refreshed(state, answer)
	}
	if kept != known {
		kept.save(ctx, resp.Private, &resp.Diagnostics)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// ask reads the webhook. It returns nil, nil if webhooks are not to be read.
func (r *webhookResource) ask(ctx context.Context, ref paymentapi.WebhookRef) (*paymentapi.Webhook, error) {
	switch r.mode() {
	case providerdata.RefreshGet:
		return r.data.Client.GetWebhook(ctx, ref)
	case providerdata.RefreshPatch:
		return r.data.Client.UpdateWebhook(ctx, ref, noChange)
	}
	return nil, nil
}

// refreshed returns the state with what the service answered. The answer of a
// replica that lags behind changes nothing. If webhooks are read by an update,
// which moves updated_on, an answer with nothing else new changes nothing
// either. A setting in doubt stays null until the webhook is known to be newer
// than it was before the doubt: until then, an answer may show the setting as
// it was before an update that is still on its way.
func (r *webhookResource) refreshed(state model, answer *paymentapi.Webhook) model {
	fresh := state.withAnswer(answer)
	before, after := state.UpdatedOn.ValueString(), fresh.UpdatedOn.ValueString()
	if isStale(before, after, time.Now()) {
		return state
	}
	if order, ok := compareTimes(before, after); ok && order >= 0 {
		fresh = fresh.withNulls(state)
	}
	unmoved := fresh
	unmoved.UpdatedOn = state.UpdatedOn
	if r.mode() == providerdata.RefreshPatch && !state.UpdatedOn.IsNull() && reflect.DeepEqual(unmoved, state) {
		return state
	}
	return fresh
}

// imported returns the state of an import if no answer for the webhook itself
// brought its settings. If the service does not answer a GET for it, they come
// from the list, so that what a query found and generated is imported without a
// change.
func (r *webhookResource) imported(ctx context.Context, state model, ref paymentapi.WebhookRef, err error, diags *diag.Diagnostics) model {
	var store *listing
	if err != nil {
		store = r.listOnce(ctx, paymentapi.WebhookQuery{MerchantID: ref.MerchantID, StoreID: ref.StoreID})
	}
	if store != nil {
		if i := slices.IndexFunc(store.webhooks, func(w paymentapi.Webhook) bool { return sameID(*w.ID, ref.WebhookID) }); i >= 0 {
			return state.withAnswer(&store.webhooks[i])
		}
	}
	addImportedUnread(diags, ref, r.mode(), store != nil, err)
	return state
}

// listOnce lists the webhooks of a store once, however many of them are
// imported. It takes a few seconds at most, and returns nil if the service does
// not list them.
func (r *webhookResource) listOnce(ctx context.Context, q paymentapi.WebhookQuery) *listing {
	read, _ := providerdata.Once(ctx, r.data, q, func() (*listing, error) {
		limited, cancel := context.WithTimeout(ctx, paymentapi.GlanceTimeout)
		defer cancel()
		var unsaid diag.Diagnostics
		return readList(limited, r.data.Client, q, 0, &unsaid), nil
	})
	return read
}

// verdict is what came of an attempt to read a webhook.
type verdict int

const (
	readWebhook verdict = iota // the answer is the webhook
	readNothing                // nothing was learned, and the state stands
	readGone                   // the service no longer has the webhook
	readFailed                 // an error was reported
)

// judge decides what the answer to a read, or its error, means, and reports it.
// Readable says that a GET for this webhook was answered before. Otherwise, a
// GET that fails for good may only mean that this service does not have the
// call.
func (r *webhookResource) judge(ctx context.Context, ref paymentapi.WebhookRef, answer *paymentapi.Webhook, err error, readable bool, diags *diag.Diagnostics) verdict {
	if err == nil && answer == nil {
		return readNothing
	}
	mode := r.mode()
	if err == nil {
		if differing := mismatch(ref, noChange, answer); len(differing) > 0 {
			addMismatch(diags, ref, differing, stateUnchanged, adviceForMode[mode])
			return readFailed
		}
		return readWebhook
	}
	maybeNoCall := mode == providerdata.RefreshGet && !readable
	switch kind := kindOf(err); {
	case maybeNoCall && (kind == errorMissing || kind == errorNoCall):
		return readNothing
	case maybeNoCall && kind == errorForGood:
		addNotReadable(diags, ref, err)
		return readNothing
	case kind == errorMissing:
		return r.proveGone(ctx, ref, err, diags)
	case kind == errorPassing:
		addReadError(diags, ref, err, "")
	default:
		addReadError(diags, ref, err, adviceForMode[mode])
	}
	return readFailed
}

// proveGone finds out whether a webhook that was not found is gone. A page of a
// proxy or a wrong path in base_url is a 404 as well, so the answer must be the
// service's own. The service must also list the charges of the store: with the
// credentials of another merchant, it finds neither the webhook nor the store.
func (r *webhookResource) proveGone(ctx context.Context, ref paymentapi.WebhookRef, err error, diags *diag.Diagnostics) verdict {
	if !isServiceAnswer(err) {
		addReadError(diags, ref, err, notServiceAnswer, ifGone)
		return readFailed
	}
	_, second := providerdata.Once(ctx, r.data, storeKey(strings.ToLower(ref.StoreID)), func() (struct{}, error) {
		return struct{}{}, r.data.Client.FindStore(ctx, ref.StoreID)
	})
	if second != nil {
		addNotProven(diags, ref, err, second)
		return readFailed
	}
	addGone(diags, ref, r.mode() == providerdata.RefreshGet)
	return readGone
}

// storeKey is the question whether the service answers for a store.
type storeKey string

// errorKind is what an error of a call says about the webhook.
type errorKind int

const (
	errorPassing errorKind = iota // nothing: the next attempt may fare better
	errorMissing                  // it may not exist
	errorNoCall                   // the service may not have the call
	errorRefused                  // the credentials may not do this
	errorForGood                  // what answers is no webhook, however often it is asked
)

var kindOfFault = map[paymentapi.Fault]errorKind{
	paymentapi.FaultMissing:    errorMissing,
	paymentapi.FaultNotOffered: errorNoCall, paymentapi.FaultNotImplemented: errorNoCall,
	paymentapi.FaultUnauthorized: errorRefused, paymentapi.FaultForbidden: errorRefused,
	paymentapi.FaultAnswer: errorForGood, paymentapi.FaultSecret: errorForGood, paymentapi.FaultEncoding: errorForGood,
	paymentapi.FaultTooLarge: errorForGood, paymentapi.FaultInconsistent: errorForGood, paymentapi.FaultItem: errorForGood,
	paymentapi.FaultStatus: errorForGood, paymentapi.FaultRedirect: errorForGood,
	paymentapi.FaultRefused: errorForGood, paymentapi.FaultForm: errorForGood,
}

func kindOf(err error) errorKind { return kindOfFault[paymentapi.FaultOf(err)] }

// isServiceAnswer reports whether an error is an answer in the service's own
// form, and not that of a proxy.
func isServiceAnswer(err error) bool {
	failed, ok := errors.AsType[*paymentapi.Error](err)
	return ok && failed.JSON
}
