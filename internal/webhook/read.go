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

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
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
	now := time.Now()
	kept := known.afterRead(now)
	answer, err := r.ask(ctx, ref)
	if answer != nil {
		answer = withoutToken(answer, state.AuthToken)
	}
	switch r.judge(ctx, state, known, answer, err, now, &resp.Diagnostics) {
	case readFailed, readRefused:
		return
	case readGone:
		resp.State.RemoveResource(ctx)
		return
	default: // the state has an answer, or stands
	}
	listed := false
	if known.Imported && (err != nil || lacksSettings(answer)) {
		// What a query found and generated is imported without a change, even if the
		// webhook itself is not readable.
		list, _ := r.listOnce(ctx, ref)
		if w := list.find(ref.WebhookID); w != nil {
			state, listed = state.withAnswer(w), true
		}
	}
	switch {
	case answer != nil:
		kept.Readable = known.Readable || r.mode() == providerdata.RefreshGet
		kept.DeletionInDoubt = false
		fresh := state.withAnswer(answer)
		if compareTimes(state.UpdatedOn.ValueString(), fresh.UpdatedOn.ValueString()) < 0 {
			kept.Doubt = time.Time{}
		}
		if kept.Doubt.IsZero() {
			state = r.refreshed(state, fresh, now)
		}
	case known.Imported && !listed:
		addImportedUnread(&resp.Diagnostics, ref, r.mode())
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

// refreshed returns the state after a read: fresh, which has what the service
// answered. The answer of a replica that lags behind changes nothing. If webhooks are
// read by an update, which moves updated_on, an answer with nothing else new changes
// nothing either.
func (r *webhookResource) refreshed(state, fresh model, now time.Time) model {
	if isStale(state.UpdatedOn.ValueString(), fresh.UpdatedOn.ValueString(), now) {
		return state
	}
	unmoved := fresh
	unmoved.UpdatedOn = state.UpdatedOn
	if r.mode() == providerdata.RefreshPatch && !state.UpdatedOn.IsNull() && reflect.DeepEqual(unmoved, state) {
		return state
	}
	return fresh
}

// lacksSettings reports whether an answer has less than what a query puts into the
// configuration that it generates.
func lacksSettings(w *paymentapi.Webhook) bool {
	if w == nil {
		return false
	}
	m := emptyModel().withAnswer(w)
	return w.MerchantID == nil || slices.ContainsFunc(settings, func(setting field) bool { return setting.get(&m).IsNull() })
}

// listOnce lists the webhooks of a store once, for all webhooks that a run imports
// or finds missing.
func (r *webhookResource) listOnce(ctx context.Context, ref paymentapi.WebhookRef) (listing, error) {
	q := paymentapi.WebhookQuery{MerchantID: strings.ToLower(ref.MerchantID), StoreID: strings.ToLower(ref.StoreID)}
	return providerdata.Once(ctx, r.data, q, func() (listing, error) { return readList(ctx, r.data.Client, q, 0) })
}

// verdict is what comes of an attempt to read a webhook.
type verdict int

const (
	readFailed  verdict = iota // nothing was learned, and the next attempt may fare better
	readRefused                // nothing will be learned in this mode
	readMissing                // the webhook may be gone
	readGone                   // the service no longer has the webhook
	readWebhook                // the answer is the webhook

	// In the following, nothing was learned, and the state stands.

	readNothing   // there may be no such call
	readNoWebhook // what answers is no webhook, however often it is asked
	readListed    // the webhook was not found, but the service lists it
	readTooNew    // it was not found, but a replica may not have it yet
)

// verdicts say what follows if a read fails in these ways. A GET that was never
// answered may fail only because the service does not have that call. Any other
// way may pass.
var verdicts = map[paymentapi.Fault]struct{ call, perhapsNoCall verdict }{
	paymentapi.FaultMissing:      {readMissing, readNothing},
	paymentapi.FaultNotOffered:   {readRefused, readNothing},
	paymentapi.FaultAnswer:       {readRefused, readNoWebhook},
	paymentapi.FaultTooLarge:     {readRefused, readNoWebhook},
	paymentapi.FaultInconsistent: {readRefused, readNoWebhook},
	paymentapi.FaultItem:         {readRefused, readNoWebhook},
	paymentapi.FaultRedirect:     {readRefused, readNoWebhook},
	paymentapi.FaultRefused:      {readRefused, readNoWebhook},
	paymentapi.FaultUnauthorized: {readRefused, readRefused},
	paymentapi.FaultForbidden:    {readRefused, readRefused},
}

// judge decides what the answer to a read of the webhook in state, or its error,
// means, and reports it.
func (r *webhookResource) judge(ctx context.Context, state model, known record, answer *paymentapi.Webhook, err error, now time.Time, diags *diag.Diagnostics) verdict {
	mode, ref := r.mode(), state.identity(known.MerchantPath).ref()
	if err == nil {
		if answer == nil {
			return readNothing
		}
		if differing := mismatch(ref, noChange, answer); len(differing) > 0 {
			addMismatch(diags, ref, differing, stateUnchanged, adviceForMode[mode])
			return readRefused
		}
		return readWebhook
	}
	meaning := verdicts[paymentapi.FaultOf(err)]
	read := meaning.call
	if mode == providerdata.RefreshGet && !known.Readable {
		read = meaning.perhapsNoCall
	}
	switch read {
	case readFailed:
		diagnostics.AddCallError(diags, notRead, err, stateUnchanged)
	case readRefused:
		diagnostics.AddCallError(diags, notRead, err, adviceForMode[mode], stateUnchanged)
	case readMissing:
		switch unproven := r.proveGone(ctx, ref, err); {
		case errors.Is(unproven, errListed):
			read = readListed
		case unproven != nil:
			read = readFailed
			addNotProven(diags, notRead, err, unproven)
		case isRecent(state.CreatedOn.ValueString(), now):
			read = readTooNew
		default:
			read = readGone
			addGone(diags, ref, mode == providerdata.RefreshGet)
		}
	default: // a warning at most
	}
	if warning, ok := unread[read]; ok {
		addUnread(diags, ref, warning, err)
	}
	return read
}

// sentence is an error that a message shows as it is.
type sentence string

// Error implements error.
func (s sentence) Error() string { return string(s) }

// Reasons for which a webhook that was not found need not be gone.
const (
	errForeign = sentence(notServiceAnswer)
	errListed  = sentence(stillListed)
)

// proveGone returns nil if a webhook that was not found, with the error err, is gone, and
// otherwise why that stays open: errForeign, errListed, or the error of the call that
// should have shown it. A page of a proxy or a wrong path in base_url is a 404 as well,
// and so is what a gateway says that does not route a call. So the answer must be the
// service's own, and the service must show the store without the webhook.
func (r *webhookResource) proveGone(ctx context.Context, ref paymentapi.WebhookRef, err error) error {
	if !failed(err).JSON {
		return errForeign
	}
	list, unlisted := r.listOnce(ctx, ref)
	if isNotListed(unlisted) {
		return r.proveByCharges(ctx, ref, err)
	}
	return list.proves(ref, unlisted)
}

// proveDeleted is proveGone after a deletion. A service may have the store's charges and
// not this call. So if its list cannot be read, an attempt before must have been in
// doubt, in this run or an earlier one, or a GET for a webhook that was readable must prove
// it, as it does for a read.
func (r *webhookResource) proveDeleted(ctx context.Context, ref paymentapi.WebhookRef, known record, err error) error {
	if !failed(err).JSON {
		return errForeign
	}
	list, unlisted := readList(ctx, r.data.Client, ref.Store(), 0)
	switch {
	case unlisted == nil:
		return list.proves(ref, nil)
	case (known.DeletionInDoubt || paymentapi.MayHaveActed(err)) && failed(err).Coded:
		return nil
	case known.Readable && isNotListed(unlisted):
		if _, err = r.data.Client.GetWebhook(ctx, ref); paymentapi.FaultOf(err) == paymentapi.FaultMissing {
			return r.proveByCharges(ctx, ref, err)
		}
	}
	return unlisted
}

// proves is proveGone for a list of the store, or the error of reading it.
func (l listing) proves(ref paymentapi.WebhookRef, unlisted error) error {
	if l.find(ref.WebhookID) != nil {
		return errListed
	}
	return unlisted
}

// proveByCharges is proveGone for a service that does not list webhooks: a 404 in the
// form of the service's errors, and charges of the store, which prove at least that
// the store and the credentials are right.
func (r *webhookResource) proveByCharges(ctx context.Context, ref paymentapi.WebhookRef, err error) error {
	if !failed(err).Coded {
		return errForeign
	}
	_, err = providerdata.Once(ctx, r.data, "charges of store "+strings.ToLower(ref.StoreID), func() (struct{}, error) {
		return struct{}{}, r.data.Client.FindStore(ctx, ref.StoreID)
	})
	return err
}

// failed returns the error of a call, and an empty one for any other error.
func failed(err error) *paymentapi.Error {
	if known, ok := errors.AsType[*paymentapi.Error](err); ok {
		return known
	}
	return &paymentapi.Error{}
}
