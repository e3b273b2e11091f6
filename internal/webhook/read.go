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
	diags := &resp.Diagnostics
	diags.Append(req.State.Get(ctx, &state)...)
	known := loadRecord(ctx, req.Private, diags)
	if diags.HasError() {
		return
	}
	if resp.Identity.Raw.IsFullyNull() { // also a CLI without identities wants one back
		diags.Append(resp.Identity.Set(ctx, state.identity(known.MerchantPath))...)
	}
	ref, now := state.identity(known.MerchantPath).ref(), time.Now()
	answer, err := r.ask(ctx, ref)
	if answer != nil {
		answer = withoutToken(answer, state.AuthToken)
		if differing := mismatch(ref, noChange, answer); len(differing) > 0 {
			addMismatch(diags, ref, differing, stateUnchanged, adviceForMode[r.mode()])
			return
		}
	}
	if err != nil {
		found, unproven := r.judge(ctx, state, known, err, now)
		r.report(diags, ref, found, err, unproven)
		if found == readGone {
			resp.State.RemoveResource(ctx)
		}
		if found == readGone || diags.HasError() {
			return
		}
	}
	kept := known.afterRead(now)
	if known.Imported {
		kept.Imported = !r.complete(ctx, ref, &state, answer, err, diags)
		if diags.HasError() {
			return
		}
	}
	if answer != nil {
		kept.Readable = known.Readable || r.mode() == providerdata.RefreshGet
		kept.DeletionInDoubt = false
		fresh := state.withAnswer(answer)
		if compareTimes(state.UpdatedOn.ValueString(), fresh.UpdatedOn.ValueString()) < 0 {
			kept.Doubt = time.Time{}
		}
		if kept.Doubt.IsZero() {
			state = r.refreshed(state, fresh, now)
		}
	}
	if kept != known {
		kept.save(ctx, resp.Private, diags)
	}
	diags.Append(resp.State.Set(ctx, state)...)
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

// complete gives the state of an import the settings that its read has not brought: what
// a query found and generated is imported without a change, even if the webhook itself is
// not readable. It reports whether the import is complete; if the list is refused, a later
// read may see it.
func (r *webhookResource) complete(ctx context.Context, ref paymentapi.WebhookRef, state *model, answer *paymentapi.Webhook, err error, diags *diag.Diagnostics) bool {
	var (
		list     listing
		unlisted error
	)
	if err != nil || lacksSettings(answer) {
		list, unlisted = r.listOnce(ctx, ref)
	}
	switch w := list.find(ref.WebhookID); {
	case w != nil:
		*state = state.withAnswer(w)
	case answer != nil:
	case isRefused(unlisted):
		addImportedUnread(diags, ref, refusedList(unlisted))
		return false
	case unlisted != nil && !isNotListed(unlisted):
		diagnostics.AddCallError(diags, notRead, unlisted, importNeedsList)
	case unlisted == nil && paymentapi.FaultOf(err) == paymentapi.FaultMissing && failed(err).JSON:
		addNeverWas(diags, ref, err)
	default:
		addImportedUnread(diags, ref, unreadIn[r.mode()])
	}
	return true
}

// lacksSettings reports whether an answer has less than what a query puts into the
// configuration that it generates.
func lacksSettings(w *paymentapi.Webhook) bool {
	if w == nil {
		return false
	}
	m := emptyModel().withAnswer(w)
	return w.MerchantID == nil || slices.ContainsFunc(settings, func(s setting) bool { return s.get(&m).IsNull() })
}

// listOnce lists the webhooks of a store once, for all webhooks that a run imports
// or finds missing.
func (r *webhookResource) listOnce(ctx context.Context, ref paymentapi.WebhookRef) (listing, error) {
	q := paymentapi.WebhookQuery{MerchantID: strings.ToLower(ref.MerchantID), StoreID: strings.ToLower(ref.StoreID)}
	return providerdata.Once(ctx, r.data, q, func() (listing, error) { return readList(ctx, r.data.Client, q, 0) })
}

// verdict is what an attempt to read a webhook has shown, if it has not brought it.
type verdict int

const (
	readFailed   verdict = iota // nothing was learned, and the next attempt may fare better
	readRefused                 // nothing will be learned in this mode
	readMissing                 // the webhook may be gone, which needs a proof
	readUnproven                // it may be gone, and there is no proof
	readGone                    // the service no longer has the webhook
	readNeverWas                // the service does not have the webhook that is imported

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

// decide returns what a read has shown that failed with this fault, by webhook_refresh and
// by what is known of the webhook. If that was not found, the proof counts: readMissing as
// long as there is none.
func decide(mode string, known record, fault paymentapi.Fault, proof verdict) verdict {
	found := verdicts[fault].call
	if mode == providerdata.RefreshGet && !known.Readable {
		found = verdicts[fault].perhapsNoCall
	}
	if found == readMissing {
		found = proof
	}
	if found == readGone && known.Imported {
		return readNeverWas
	}
	return found
}

// judge decides what the error of a read has shown, and asks for a proof if that takes
// one. If there is none, it also returns why.
func (r *webhookResource) judge(ctx context.Context, state model, known record, err error, now time.Time) (verdict, error) {
	mode, fault, proof := r.mode(), paymentapi.FaultOf(err), readUnproven
	if found := decide(mode, known, fault, readMissing); found != readMissing {
		return found, nil
	}
	unproven := r.proveGone(ctx, state.identity(known.MerchantPath).ref(), err)
	switch {
	case errors.Is(unproven, errListed):
		proof = readListed
	case unproven == nil && isRecent(state.CreatedOn.ValueString(), now):
		proof = readTooNew
	case unproven == nil:
		proof = readGone
	}
	return decide(mode, known, fault, proof), unproven
}

// report reports what the error of a read has shown.
func (r *webhookResource) report(diags *diag.Diagnostics, ref paymentapi.WebhookRef, found verdict, err, unproven error) {
	mode := r.mode()
	switch found {
	case readFailed:
		diagnostics.AddCallError(diags, notRead, err, stateUnchanged)
	case readRefused:
		diagnostics.AddCallError(diags, notRead, err, adviceForMode[mode], stateUnchanged)
	case readUnproven:
		addNotProven(diags, notRead, err, unproven)
	case readNeverWas:
		addNeverWas(diags, ref, err)
	case readGone:
		addGone(diags, ref, mode == providerdata.RefreshGet)
	default: // a warning at most
		if warning, ok := unread[found]; ok {
			addUnread(diags, ref, warning, err)
		}
	}
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
		return struct{}{}, r.data.Client.ProbeCharges(ctx, ref.StoreID)
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
