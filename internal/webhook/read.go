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
	"github.com/hashicorp/terraform-plugin-framework/types"

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
	ref := state.identity(known.MerchantPath).ref()
	answer, err := r.ask(ctx, ref, state.AuthToken)
	if answer != nil {
		if differing := mismatch(ref, noChange, answer); len(differing) > 0 {
			addMismatch(diags, ref, differing, stateUnchanged, inMode[r.mode()].refused)
			return
		}
	}
	if err != nil && r.judge(ctx, state, known, err, diags) {
		resp.State.RemoveResource(ctx)
		return
	}
	kept := known.afterRead(time.Now())
	if known.Imported && !diags.HasError() {
		var listed *paymentapi.Webhook
		if listed, kept.Imported = r.complete(ctx, ref, answer, err, diags); listed != nil {
			state = state.withAnswer(listed)
		}
	}
	if diags.HasError() {
		return
	}
	if answer != nil {
		state, kept = refreshed(r.mode(), state, kept, answer, time.Now())
	}
	if kept != known {
		kept.save(ctx, resp.Private, diags)
	}
	diags.Append(resp.State.Set(ctx, state)...)
}

// ask reads the webhook, and leaves out what repeats its token. It returns nil, nil if
// webhooks are not to be read.
func (r *webhookResource) ask(ctx context.Context, ref paymentapi.WebhookRef, token types.String) (answer *paymentapi.Webhook, err error) {
	switch r.mode() {
	case providerdata.RefreshGet:
		answer, err = r.data.Client.GetWebhook(ctx, ref)
	case providerdata.RefreshPatch:
		answer, err = r.data.Client.UpdateWebhook(ctx, ref, noChange)
	}
	if answer == nil {
		return nil, err
	}
	return withoutToken(answer, token), nil
}

// refreshed returns the state and the record after an answer, by webhook_refresh. The
// state stands while an update is in doubt, and if the answer is that of a replica that
// lags behind. If webhooks are read by an update, which moves updated_on, it also stands
// if nothing else is new.
func refreshed(mode string, state model, kept record, answer *paymentapi.Webhook, now time.Time) (model, record) {
	had, fresh := state.UpdatedOn.ValueString(), state.withAnswer(answer)
	got := fresh.UpdatedOn.ValueString()
	kept.Readable = kept.Readable || mode == providerdata.RefreshGet
	kept.DeletionInDoubt = false
	if compareTimes(had, got) < 0 {
		kept.Doubt = time.Time{}
	}
	unmoved := fresh
	unmoved.UpdatedOn = state.UpdatedOn
	onlyMoved := mode == providerdata.RefreshPatch && !state.UpdatedOn.IsNull() && reflect.DeepEqual(unmoved, state)
	if !kept.Doubt.IsZero() || isStale(had, got, now) || onlyMoved {
		return state, kept
	}
	return fresh, kept
}

// complete returns an imported webhook as the list has it, if its read has not brought all
// settings: what a query found and generated is imported without a change, even if the
// webhook itself is not readable. If the list is refused, a later read may see it, and the
// import is pending.
func (r *webhookResource) complete(ctx context.Context, ref paymentapi.WebhookRef, answer *paymentapi.Webhook, err error, diags *diag.Diagnostics) (listed *paymentapi.Webhook, pending bool) {
	var (
		list     listing
		unlisted error
	)
	if err != nil || lacksSettings(answer) {
		list, unlisted = r.listOnce(ctx, ref)
	}
	listed = list.find(ref.WebhookID)
	switch {
	case listed != nil || answer != nil:
	case failureOf(unlisted) == refused:
		importedUnread.warn(diags, ref, "The service does not answer a GET for this webhook, and refused to list it. The first refresh that may read the list brings the settings:", diagnostics.Explain(unlisted))
		return nil, true
	case unlisted != nil && !isNotListed(unlisted):
		diagnostics.AddCallError(diags, notRead, unlisted, "The service does not answer a GET for this webhook, so the settings of an imported one come from the list of the store's webhooks. Nothing was saved. You can safely import or plan again.")
	case unlisted == nil && failureOf(err) == missing && failed(err).JSON:
		neverWas.fail(diags, ref, err.Error())
	default:
		importedUnread.warn(diags, ref, inMode[r.mode()].unread)
	}
	return listed, false
}

// lacksSettings reports whether an answer has less than what a query puts into the
// configuration that it generates.
func lacksSettings(w *paymentapi.Webhook) bool {
	if w == nil {
		return false
	}
	m := emptyModel().withAnswer(w)
	return w.MerchantID == nil || slices.ContainsFunc(settings, func(f field) bool { return f.get(&m).IsNull() })
}

// listOnce lists the webhooks of a store once, for all webhooks that a run imports
// or finds missing.
func (r *webhookResource) listOnce(ctx context.Context, ref paymentapi.WebhookRef) (listing, error) {
	q := paymentapi.WebhookQuery{MerchantID: strings.ToLower(ref.MerchantID), StoreID: strings.ToLower(ref.StoreID)}
	return providerdata.Once(ctx, r.data, q, func() (listing, error) { return readList(ctx, r.data.Client, q, 0) })
}

// failure is what the error of a call shows, whatever the call was for.
type failure int

const (
	passing failure = iota // nothing of the webhook: of every fault that the table leaves out
	missing                // there is no such webhook, or no such call
	noCall                 // there is no such call
	useless                // what answers is of no use, however often it is asked
	refused                // the credentials may not call it
)

var failures = map[paymentapi.Fault]failure{
	paymentapi.FaultNone:         useless, // the provider has refused what it was answered
	paymentapi.FaultNotFound:     missing,
	paymentapi.FaultNotOffered:   noCall,
	paymentapi.FaultAnswer:       useless,
	paymentapi.FaultTooLarge:     useless,
	paymentapi.FaultInconsistent: useless,
	paymentapi.FaultItem:         useless,
	paymentapi.FaultRedirect:     useless,
	paymentapi.FaultRefused:      useless,
	paymentapi.FaultUnauthorized: refused,
	paymentapi.FaultForbidden:    refused,
}

func failureOf(err error) failure { return failures[paymentapi.FaultOf(err)] }

// mayBeNoCall reports whether the service may not have the call.
func (f failure) mayBeNoCall() bool { return f == missing || f == noCall }

// judge reports what the error of a read shows, and whether the service no longer has the
// webhook.
func (r *webhookResource) judge(ctx context.Context, state model, known record, err error, diags *diag.Diagnostics) (isGone bool) {
	mode, why := r.mode(), failureOf(err)
	perhapsNoCall := mode == providerdata.RefreshGet && !known.Readable // none was ever answered
	switch {
	case why == passing:
		diagnostics.AddCallError(diags, notRead, err, stateUnchanged)
	case perhapsNoCall && why.mayBeNoCall(): // the state stands
	case perhapsNoCall && why == useless:
		notReadable.warn(diags, state.name(), err.Error())
	case why == missing:
		return r.judgeMissing(ctx, state, known, err, diags)
	default:
		diagnostics.AddCallError(diags, notRead, err, inMode[mode].refused, stateUnchanged)
	}
	return false
}

// judgeMissing is judge for a webhook that was not found. It seeks a proof that it is gone.
func (r *webhookResource) judgeMissing(ctx context.Context, state model, known record, err error, diags *diag.Diagnostics) (isGone bool) {
	ref := state.name()
	switch unproven := r.proveGone(ctx, state, known.MerchantPath, err); {
	case unproven == nil && known.Imported:
		neverWas.fail(diags, ref, err.Error())
	case unproven == nil:
		gone.warn(diags, ref, inMode[r.mode()].goneUnless)
		return true
	case errors.Is(unproven, errListed):
		listedNotFound.warn(diags, ref, err.Error())
	case errors.Is(unproven, errTooNew):
		notVisibleYet.warn(diags, ref, err.Error())
	case known.Imported:
		addNotProven(diags, notRead, err, unproven, checkIDs, "Nothing was imported.")
	default:
		addNotProven(diags, notRead, err, unproven, ifGone, stateUnchanged)
	}
	return false
}

// sentence is an error that a message shows as it is.
type sentence string

// Error implements error.
func (s sentence) Error() string { return string(s) }

// Reasons for which a webhook that was not found need not be gone.
const (
	errForeign = sentence("The answer did not have the service's own format. It may come from a proxy or from another service, so it says nothing about the webhook.")
	errListed  = sentence("The service still lists the webhook.")
	errTooNew  = sentence("The webhook was created less than ten minutes ago, so it may not be visible yet.")
)

// proveGone returns nil if a webhook that was not found, with the error err, is gone, and
// otherwise why that stays open: one of the reasons above, or the error of the call that
// should have shown it. A page of a proxy or a wrong path in base_url is a 404 as well,
// and so is what a gateway says that does not route a call. So the answer must be the
// service's own, and the service must show the store without the webhook.
func (r *webhookResource) proveGone(ctx context.Context, state model, throughMerchant bool, err error) error {
	if !failed(err).JSON {
		return errForeign
	}
	ref := state.identity(throughMerchant).ref()
	list, unlisted := r.listOnce(ctx, ref)
	unproven := unlisted
	switch {
	case isNotListed(unlisted):
		unproven = r.proveByCharges(ctx, ref, err)
	case list.find(ref.WebhookID) != nil:
		unproven = errListed
	}
	if unproven == nil && isRecent(state.CreatedOn.ValueString(), time.Now()) {
		return errTooNew
	}
	return unproven
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
	wasInDoubt := known.DeletionInDoubt || paymentapi.MayHaveActed(err)
	switch {
	case list.find(ref.WebhookID) != nil:
		return errListed
	case unlisted == nil: // the list decides
		return nil
	case wasInDoubt && failed(err).OwnFormat: // the attempt before has deleted it
		return nil
	case known.Readable && isNotListed(unlisted): // a GET decides, as in a read
		if _, unread := r.data.Client.GetWebhook(ctx, ref); failureOf(unread) == missing {
			return r.proveByCharges(ctx, ref, unread)
		}
	}
	return unlisted
}

// proveByCharges is proveGone for a service that does not list webhooks: a 404 in the
// form of the service's errors, and charges of the store, which prove at least that
// the store and the credentials are right.
func (r *webhookResource) proveByCharges(ctx context.Context, ref paymentapi.WebhookRef, err error) error {
	if !failed(err).OwnFormat {
		return errForeign
	}
	_, unseen := providerdata.Once(ctx, r.data, "charges of store "+strings.ToLower(ref.StoreID), func() (struct{}, error) {
		return struct{}{}, r.data.Client.ProbeCharges(ctx, ref.StoreID)
	})
	return unseen
}

// failed returns the error of a call, and an empty one for any other error.
func failed(err error) *paymentapi.Error {
	if known, ok := errors.AsType[*paymentapi.Error](err); ok {
		return known
	}
	return &paymentapi.Error{}
}
