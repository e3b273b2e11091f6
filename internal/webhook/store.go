// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// What is asked of a store is asked once in a run: its list of webhooks, and whether these
// credentials see the store at all.
//
//	who asks for the list      its patience                 a failure is remembered
//	listStore (a creation)     as any call                  by nobody; also asked by the plan of a replacement
//	refreshStore (a read)      as any call                  by reads, until an apply has begun and ended
//	previewStore (a plan)      five seconds, one attempt    by such plans, as long
//
// A list that was read is remembered for all of them.

// listStore returns the webhooks of a store that this run has not deleted.
func (r *webhookResource) listStore(ctx context.Context, ref paymentapi.WebhookRef) ([]paymentapi.Webhook, error) {
	readList := func(ctx context.Context) ([]paymentapi.Webhook, error) {
		return r.data.Client.ListWebhooks(ctx, storeOf(ref), 0)
	}
	all, err := r.data.run.lists.get(ctx, keyOf(ref), readList)
	return r.data.run.withoutDeleted(all), err
}

// listResult is what came of listing a store. Unlike a list alone, it is remembered if it is a failure, too.
type listResult struct {
	all  []paymentapi.Webhook
	err  error
	told sync.Once // the error, by the first of the store's webhooks; the others refer to it
}

// refreshStore is listStore for a refresh. A failure is remembered, so that the webhooks of one store do
// not ask in vain one after the other.
func (r *webhookResource) refreshStore(ctx context.Context, ref paymentapi.WebhookRef) *listResult {
	readList := func(ctx context.Context) (*listResult, error) {
		all, err := r.listStore(ctx, ref)
		return &listResult{all: all, err: err}, ctx.Err()
	}
	result, err := r.data.run.refreshes.get(ctx, keyOf(ref), readList)
	if err != nil {
		return &listResult{err: result.err}
	}
	return result
}

// previewStore is listStore for a plan that would be possible without: it takes five seconds at
// most, and a failure is remembered for such plans alone.
func (r *webhookResource) previewStore(ctx context.Context, ref paymentapi.WebhookRef) ([]paymentapi.Webhook, error) {
	readList := func(ctx context.Context) (*listResult, error) {
		all, isKnown := r.data.run.lists.known(keyOf(ref))
		if isKnown {
			return &listResult{all: all}, nil
		}

		all, err := r.data.Client.PreviewWebhooks(ctx, storeOf(ref))
		if err == nil {
			r.data.run.lists.put(keyOf(ref), all)
		}

		return &listResult{all: all, err: err}, ctx.Err()
	}
	result, _ := r.data.run.previews.get(ctx, keyOf(ref), readList)
	return r.data.run.withoutDeleted(result.all), result.err
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

// doubt says why the credentials may not see the webhook; empty if it is certain that they would.
//
// They see it if the store answers with its charges. If the store itself is gone, they see that
// if the service answers them, and the token is one of this merchant, and of no other store.
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

// askCharges returns the error of listing charges, of all stores if the id is empty. A conclusive
// answer is remembered.
func (r *webhookResource) askCharges(ctx context.Context, storeID string) error {
	query := paymentapi.ChargeQuery{
		StoreID:  storeID,
		PageSize: paymentapi.MinPageSize,
	}
	listCharges := func(ctx context.Context) (error, error) {
		_, err := r.data.Client.ListCharges(ctx, query)
		if !paymentapi.FaultOf(err).Conclusive() {
			return nil, err
		}

		return err, nil
	}
	answered, err := r.data.run.charges.get(ctx, storeID, listCharges)
	if err != nil {
		return err
	}

	return answered
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
