// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"strings"
	"unicode"

	dstimeouts "github.com/hashicorp/terraform-plugin-framework-timeouts/datasource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

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
	MerchantID types.String     `tfsdk:"merchant_id"`
	StoreID    types.String     `tfsdk:"store_id"`
	Timeouts   dstimeouts.Value `tfsdk:"timeouts"`
	Webhooks   []listedModel    `tfsdk:"webhooks"`
}

// listedModel is one webhook of the data source.
type listedModel struct {
	Active     types.Bool   `tfsdk:"active"`
	CreatedOn  types.String `tfsdk:"created_on"`
	ID         types.String `tfsdk:"id"`
	MerchantID types.String `tfsdk:"merchant_id"`
	PlatformID types.String `tfsdk:"platform_id"`
	StoreID    types.String `tfsdk:"store_id"`
	Triggers   types.Set    `tfsdk:"triggers"`
	UpdatedOn  types.String `tfsdk:"updated_on"`
	URL        types.String `tfsdk:"url"`
}

// listed returns w as the managed resource has it right after its import. The
// store and the merchant that were asked for hold for a webhook that names none.
func (s scope) listed(w *paymentapi.Webhook) model {
	m := emptyModel()
	m.StoreID, m.MerchantID = s.StoreID, s.MerchantID
	m.WebhookID = types.StringPointerValue(w.ID)
	m.DeactivateOnDestroy = types.BoolValue(false)
	return m.withAnswer(w)
}

// row returns m as an element of the data source's list.
func (m model) row() listedModel {
	return listedModel{
		Active: m.Active, CreatedOn: m.CreatedOn, ID: m.ID, MerchantID: m.MerchantID, PlatformID: m.PlatformID,
		StoreID: m.StoreID, Triggers: m.Triggers, UpdatedOn: m.UpdatedOn, URL: m.URL,
	}
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

// displayName is what a list shows of a webhook: its URL, or else its id.
func (m model) displayName() string {
	name := m.URL.ValueString()
	if name == "" {
		name = m.WebhookID.ValueString()
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, name)
}
