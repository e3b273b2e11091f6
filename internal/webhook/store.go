// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// ResourceData is what a configured provider hands to the managed resource. All webhooks of the provider share
// it until the CLI configures the provider again: usually that is a plan or an apply, and with a test of a
// module many of both.
//
//	                   from                   until
//	planned intents    ModifyPlan             the next plan, or an apply, begins
//	applied intents    Create, Delete         a plan begins
//	seen, deleted      Read, Delete           the end
//	all memos          who asks the service   a plan begins after an apply
type ResourceData struct {
	*providerdata.Data

	intents intents

	beginning sync.Mutex
	lists     memo[[]paymentapi.Webhook] // of the stores that could be listed
	refreshes memo[*listResult]          // what came of listing a store for a refresh
	previews  memo[*listResult]          // what came of listing a store for a plan
	charges   memo[chargesAnswer]        // whether charges could be listed
}

// NewResourceData returns the data of a provider that was configured just now.
func NewResourceData(data *providerdata.Data) *ResourceData {
	return &ResourceData{
		Data: data,
		intents: intents{
			seen:    map[string]bool{},
			deleted: map[string]bool{},
		},
	}
}

// beginPlan is called by all that only a plan does: a read, a destruction or a replacement. If there was an
// apply before, all that was asked by then is forgotten.
func (d *ResourceData) beginPlan() {
	d.beginning.Lock()
	defer d.beginning.Unlock()
	if d.intents.beginPlan() {
		d.lists.clear()
		d.refreshes.clear()
		d.previews.clear()
		d.charges.clear()
	}
}

// What is asked of a store is asked once: its list of webhooks, and whether these credentials see the store
// at all. Three functions return the list. They share what was read, but each remembers only its own failures:
//
//	               for                             may take                     remembers a failure
//	listStore      creations and replacements      as long as any call          no
//	refreshStore   reads                           as long as any call          yes
//	previewStore   plans that could do without     five seconds, one attempt    yes

// listStore returns the webhooks of a store that were not deleted since.
func (r *webhookResource) listStore(ctx context.Context, ref paymentapi.WebhookRef) ([]paymentapi.Webhook, error) {
	readList := func(ctx context.Context) ([]paymentapi.Webhook, error) {
		return r.data.Client.ListWebhooks(ctx, storeOf(ref), 0)
	}
	listed, err := r.data.lists.get(ctx, keyOf(ref), readList)
	return r.data.intents.withoutDeleted(listed), err
}

// listResult is what came of listing a store. A memo remembers no error, so that this one is in the value.
type listResult struct {
	all  []paymentapi.Webhook
	err  error
	told sync.Once // the error, by the first of the store's webhooks; the others refer to it
}

// refreshStore is listStore for a refresh. A failure is remembered, so that the webhooks of one store do
// not ask in vain one after the other; but not that of a call that was interrupted.
func (r *webhookResource) refreshStore(ctx context.Context, ref paymentapi.WebhookRef) *listResult {
	readList := func(ctx context.Context) (*listResult, error) {
		all, err := r.listStore(ctx, ref)
		return &listResult{all: all, err: err}, ctx.Err()
	}
	result, _ := r.data.refreshes.get(ctx, keyOf(ref), readList)
	return result
}

// previewStore is listStore for a plan that would be possible without.
func (r *webhookResource) previewStore(ctx context.Context, ref paymentapi.WebhookRef) ([]paymentapi.Webhook, error) {
	readList := func(ctx context.Context) (*listResult, error) {
		all, isKnown := r.data.lists.known(keyOf(ref))
		if isKnown {
			return &listResult{all: all}, nil
		}

		all, err := r.data.Client.PreviewWebhooks(ctx, storeOf(ref))
		if err == nil {
			r.data.lists.put(keyOf(ref), all)
		}

		return &listResult{all: all, err: err}, ctx.Err()
	}
	result, _ := r.data.previews.get(ctx, keyOf(ref), readList)
	return r.data.intents.withoutDeleted(result.all), result.err
}

// storeOf returns what names the store of a webhook, in one spelling.
func storeOf(ref paymentapi.WebhookRef) paymentapi.WebhookRef {
	return paymentapi.WebhookRef{
		MerchantID: strings.ToLower(ref.MerchantID),
		StoreID:    strings.ToLower(ref.StoreID),
	}
}

func keyOf(ref paymentapi.WebhookRef) string {
	return fmt.Sprint(storeOf(ref))
}

// sight is what is known of whether the provider's credentials would see a webhook.
type sight struct {
	claims     providerdata.Claims // of the application token
	merchantID string              // of the webhook, as far as the state knows it
	storeID    string
	// storeErr is the error of listing the charges of its store, nil if that succeeded, and
	// chargesErr that of listing all charges, which is asked for only if the store is missing.
	storeErr, chargesErr error
}

// doubt says why the credentials may not see the webhook; empty if it is certain that they would. It is certain
//
//   - if the store answers with its charges, and the token is one of this merchant, or does not say of which, or
//   - if the store itself is missing, the service answers with all charges, and the token is one of this
//     merchant, and of no other store.
func (s sight) doubt() string {
	storeOutcome := outcomeOf(s.storeErr)
	isMerchant := sameID(s.claims.MerchantID, s.merchantID)
	switch {
	case s.claims.MerchantID != "" && !isMerchant:
		owner := "of a merchant that is not known"
		if s.merchantID != "" {
			owner = "of merchant " + s.merchantID
		}

		return fmt.Sprintf("The application token in `app_token` is one of merchant %s, and the webhook is %s.", s.claims.MerchantID, owner)
	case storeOutcome == done:
		return ""
	case !storeOutcome.isMissing():
		return "These credentials could not list the charges of the webhook's store: " + s.storeErr.Error()
	case s.claims.MerchantID == "":
		return "These credentials do not see the webhook's store, " +
			"and the application token in `app_token` does not say which merchant it is for."
	case areDifferentIDs(s.claims.StoreID, s.storeID):
		return fmt.Sprintf("The application token in `app_token` is one of store %s, "+
			"and the webhook is of store %s.", s.claims.StoreID, s.storeID)
	case s.chargesErr != nil:
		return "These credentials could not list charges: " + s.chargesErr.Error()
	}

	return ""
}

// doubtSight says why these credentials may not see a webhook that the service does not have; empty if they would.
func (r *webhookResource) doubtSight(ctx context.Context, state model) string {
	found := sight{
		claims:     r.data.Claims,
		merchantID: state.MerchantID.ValueString(),
		storeID:    strings.ToLower(state.StoreID.ValueString()),
	}
	found.storeErr = r.askCharges(ctx, found.storeID)
	if outcomeOf(found.storeErr).isMissing() {
		found.chargesErr = r.askCharges(ctx, "")
	}
	return found.doubt()
}

// chargesAnswer is a conclusive answer to the question for charges. A memo remembers no error, so that it is
// in the value: nil if charges were listed.
type chargesAnswer struct {
	err error
}

// askCharges returns the error of listing charges, of all stores if the id is empty. A conclusive
// answer is remembered.
func (r *webhookResource) askCharges(ctx context.Context, storeID string) error {
	query := paymentapi.ChargeQuery{
		StoreID:  storeID,
		PageSize: paymentapi.MinPageSize,
	}
	listCharges := func(ctx context.Context) (chargesAnswer, error) {
		_, err := r.data.Client.ListCharges(ctx, query)
		if paymentapi.FaultOf(err).Conclusive() {
			return chargesAnswer{err: err}, nil
		}
		return chargesAnswer{}, err
	}
	answer, err := r.data.charges.get(ctx, storeID, listCharges)
	return cmp.Or(answer.err, err)
}

var foreignAccount = notice{"Application Token of Another Store or Merchant", "{foreign}\n" +
	"If that is not meant, check the provider configuration that this resource uses (`provider`, " +
	"or `providers` of a module), and its `app_token`."}

// warnOfForeignStore warns if the application token is one of another store or merchant than a new webhook.
func (r *webhookResource) warnOfForeignStore(id identity, diags *diag.Diagnostics) {
	foreign := foreignStore(r.data.Claims, id)
	if foreign != "" {
		message := foreignAccount
		message.text = strings.ReplaceAll(message.text, "{foreign}", foreign)
		message.warn(diags, id.ref())
	}
}

// foreignStore says of which other store or merchant the application token is than a webhook; empty if of none.
func foreignStore(claims providerdata.Claims, id identity) string {
	storeID := id.StoreID.ValueString()
	merchantID := id.MerchantID.ValueString()
	switch {
	case areDifferentIDs(claims.StoreID, storeID):
		return fmt.Sprintf("The application token in `app_token` is one of store %s, and not of store %s.", claims.StoreID, storeID)
	case areDifferentIDs(claims.MerchantID, merchantID):
		return fmt.Sprintf("The application token in `app_token` is one of merchant %s, and not of merchant %s.", claims.MerchantID, merchantID)
	}
	return ""
}
