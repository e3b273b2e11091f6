// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"errors"
	"strings"

	dstimeouts "github.com/hashicorp/terraform-plugin-framework-timeouts/datasource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// listing is a store's webhooks, in the service's order, each once.
type listing struct {
	webhooks []paymentapi.Webhook
	// more reports whether the service has further webhooks beyond the limit.
	more bool
}

// maxListSize limits the texts of a list in bytes. It is many times what the
// webhooks of a store take, and keeps a list without end out of memory.
const maxListSize = 16 << 20

// first returns the first webhook of the list that is the one sought, nil if there is
// none.
func (l *listing) first(isSought func(*paymentapi.Webhook) bool) *paymentapi.Webhook {
	for i := range l.webhooks {
		if isSought(&l.webhooks[i]) {
			return &l.webhooks[i]
		}
	}
	return nil
}

// find returns the webhook with this id, nil if the list has none.
func (l *listing) find(id string) *paymentapi.Webhook {
	return l.first(func(w *paymentapi.Webhook) bool { return sameID(*w.ID, id) })
}

// readList reads the webhooks of a store through all pages, or up to limit if it
// is above 0.
func readList(ctx context.Context, client *paymentapi.Client, q paymentapi.WebhookQuery, limit int) (*listing, error) {
	read := &listing{}
	size := 0
	for page, err := range client.ListWebhooks(ctx, q) {
		if err != nil {
			return nil, err
		}
		for i := range page.Items {
			w := &page.Items[i]
			ref := paymentapi.WebhookRef{MerchantID: q.MerchantID, StoreID: q.StoreID, WebhookID: *w.ID}
			if differing := mismatch(ref, noChange, w); len(differing) > 0 {
				return nil, listMismatch(q, w, differing)
			}
			read.webhooks = append(read.webhooks, *w)
			size += textSize(w)
		}
		if size > maxListSize {
			return nil, listTooLong(q, len(read.webhooks))
		}
		if limit > 0 && len(read.webhooks) >= limit {
			read.more = page.HasMore || len(read.webhooks) > limit
			read.webhooks = read.webhooks[:limit]
			break
		}
	}
	return read, nil
}

// isNotListed reports whether an error of a list may mean that the service lists no
// webhooks.
func isNotListed(err error) bool {
	var page *paymentapi.PageError
	return errors.As(err, &page) && page.Page == 1 && isMaybeNoCall(err)
}

// isMaybeNoCall reports whether an error may mean that the service does not have the
// call.
func isMaybeNoCall(err error) bool {
	return verdicts[paymentapi.FaultOf(err)].perhapsNoCall == readNothing
}

// unusableList is a list that came and cannot be used, and says why.
type unusableList string

func (e unusableList) Error() string { return string(e) }

// textSize returns how many bytes the texts of a webhook take.
func textSize(w *paymentapi.Webhook) int {
	size := 0
	for _, text := range []*string{w.ID, w.PlatformID, w.MerchantID, w.StoreID, w.URL, w.CreatedOn, w.UpdatedOn} {
		if text != nil {
			size += len(*text)
		}
	}
	if w.Triggers != nil {
		size += len(strings.Join(*w.Triggers, ""))
	}
	return size
}

// scope says whose webhooks are listed.
type scope struct {
	MerchantID types.String `tfsdk:"merchant_id"`
	StoreID    types.String `tfsdk:"store_id"`
}

func (s scope) query() paymentapi.WebhookQuery {
	return paymentapi.WebhookQuery{MerchantID: s.MerchantID.ValueString(), StoreID: s.StoreID.ValueString()}
}

// listModel is the data source in a configuration and a state.
type listModel struct {
	scope

	Timeouts dstimeouts.Value `tfsdk:"timeouts"`
	Webhooks []answerModel    `tfsdk:"webhooks"`
}

// listed returns w as the managed resource has it right after its import, with
// its ids in lower case: they become keys of for_each. The store and the merchant
// that were asked for hold for a webhook that names none.
func (s scope) listed(w *paymentapi.Webhook) model {
	m := emptyModel()
	m.StoreID, m.MerchantID = s.StoreID, s.MerchantID
	m.WebhookID = types.StringPointerValue(w.ID)
	m = m.withAnswer(w)
	for _, id := range []*types.String{&m.ID, &m.WebhookID, &m.StoreID, &m.MerchantID, &m.PlatformID} {
		if !id.IsNull() {
			*id = types.StringValue(strings.ToLower(id.ValueString()))
		}
	}
	return m
}

// configurable returns m without the settings that the resource would refuse in
// a configuration, so that a configuration made from it is valid.
func (m model) configurable() model {
	if validators.CheckWebhookURL(m.URL.ValueString()) != nil {
		m.URL = types.StringNull()
	}
	if validators.CheckUUID(m.MerchantID.ValueString()) != nil {
		m.MerchantID = types.StringNull()
	}
	for _, trigger := range triggerList(m.Triggers) {
		if strings.TrimSpace(trigger) == "" {
			m.Triggers = emptyModel().Triggers
		}
	}
	return m
}
