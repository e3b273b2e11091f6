// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// model is a webhook in a configuration, a plan or a state.
type model struct {
	Active              types.Bool   `tfsdk:"active"`
	AuthToken           types.String `tfsdk:"auth_token"`
	AuthTokenWO         types.String `tfsdk:"auth_token_wo"`
	AuthTokenWOVersion  types.Number `tfsdk:"auth_token_wo_version"`
	CreatedOn           types.String `tfsdk:"created_on"`
	DeactivateOnDestroy types.Bool   `tfsdk:"deactivate_on_destroy"`
	ID                  types.String `tfsdk:"id"`
	MerchantID          types.String `tfsdk:"merchant_id"`
	PlatformID          types.String `tfsdk:"platform_id"`
	StoreID             types.String `tfsdk:"store_id"`
	Triggers            types.Set    `tfsdk:"triggers"`
	UpdatedOn           types.String `tfsdk:"updated_on"`
	URL                 types.String `tfsdk:"url"`
	WebhookID           types.String `tfsdk:"webhook_id"`
}

// identity is what names a webhook to the CLI.
type identity struct {
	MerchantID types.String `tfsdk:"merchant_id"`
	StoreID    types.String `tfsdk:"store_id"`
	WebhookID  types.String `tfsdk:"webhook_id"`
}

// ref names the webhook to the client, through its merchant or not.
func (m model) ref(throughMerchant bool) paymentapi.WebhookRef {
	ref := paymentapi.WebhookRef{StoreID: m.StoreID.ValueString(), WebhookID: m.WebhookID.ValueString()}
	if throughMerchant {
		ref.MerchantID = m.MerchantID.ValueString()
	}
	return ref
}

// patch returns what makes state into the settings that m, a plan, has.
// Unconfigured settings are unknown in m or as in state, and left alone.
func (m model) patch(state model) paymentapi.WebhookPatch {
	var p paymentapi.WebhookPatch
	if providerdata.IsSet(m.Active) && !m.Active.Equal(state.Active) {
		p.Active = m.Active.ValueBoolPointer()
	}
	if providerdata.IsSet(m.URL) && !m.URL.Equal(state.URL) {
		p.URL = m.URL.ValueStringPointer()
	}
	if providerdata.IsSet(m.Triggers) && !hasUnknown(m.Triggers) && !m.Triggers.Equal(state.Triggers) {
		list := triggerList(m.Triggers)
		p.Triggers = &list
	}
	if providerdata.IsSet(m.AuthToken) && !m.AuthToken.Equal(state.AuthToken) {
		p.AuthToken = m.AuthToken.ValueStringPointer()
	}
	return p
}

// sameText reports whether two ids are one, however they are spelled, or both
// null, or both unknown.
func sameText(a, b types.String) bool {
	return a.Equal(b) || providerdata.IsSet(a) && providerdata.IsSet(b) && sameID(a.ValueString(), b.ValueString())
}

// hasUnknown reports whether a set or one of its elements is unknown.
func hasUnknown(set types.Set) bool {
	return set.IsUnknown() || slices.ContainsFunc(set.Elements(), attr.Value.IsUnknown)
}

// triggerList returns the elements of a known set, sorted; never nil, so that
// an empty one is sent as [].
func triggerList(set types.Set) []string {
	list := []string{}
	for _, element := range set.Elements() {
		if s, ok := element.(types.String); ok {
			list = append(list, s.ValueString())
		}
	}
	slices.Sort(list)
	return list
}

func triggerSet(list []string) types.Set {
	list = slices.Compact(slices.Sorted(slices.Values(list)))
	elements := make([]attr.Value, len(list))
	for i, trigger := range list {
		elements[i] = types.StringValue(trigger)
	}
	return types.SetValueMust(types.StringType, elements)
}

// withAnswer returns m with what the service answered. A field that the answer
// lacks stays as in m, and so does a spelling of the same URL or triggers.
func (m model) withAnswer(w *paymentapi.Webhook) model {
	if w.Active != nil {
		m.Active = types.BoolPointerValue(w.Active)
	}
	if w.URL != nil && (!providerdata.IsSet(m.URL) || !sameURL(m.URL.ValueString(), *w.URL)) {
		m.URL = types.StringPointerValue(w.URL)
	}
	if w.Triggers != nil && (!providerdata.IsSet(m.Triggers) || !sameTriggers(triggerList(m.Triggers), *w.Triggers)) {
		m.Triggers = triggerSet(*w.Triggers)
	}
	if w.MerchantID != nil && (!providerdata.IsSet(m.MerchantID) || !sameID(m.MerchantID.ValueString(), *w.MerchantID)) {
		m.MerchantID = types.StringPointerValue(w.MerchantID)
	}
	for _, fact := range []struct {
		field  *types.String
		answer *string
	}{{&m.PlatformID, w.PlatformID}, {&m.CreatedOn, w.CreatedOn}, {&m.UpdatedOn, w.UpdatedOn}} {
		if fact.answer != nil {
			*fact.field = types.StringPointerValue(fact.answer)
		}
	}
	m.ID = m.WebhookID
	return m
}

// keepSpelling returns the plan m with the state's spelling of the same URL and
// triggers, so that they don't show as a change. If the state's spelling is that
// of the configuration, another one is a correction, which is sent.
func (m model) keepSpelling(state model, asConfigured []string) model {
	if !slices.Contains(asConfigured, settingURL) && providerdata.IsSet(m.URL) && providerdata.IsSet(state.URL) && sameURL(m.URL.ValueString(), state.URL.ValueString()) {
		m.URL = state.URL
	}
	if !slices.Contains(asConfigured, settingTriggers) && providerdata.IsSet(m.Triggers) && !hasUnknown(m.Triggers) && providerdata.IsSet(state.Triggers) && sameTriggers(triggerList(m.Triggers), triggerList(state.Triggers)) {
		m.Triggers = state.Triggers
	}
	return m
}

// withoutUnknowns returns m with each value that is still unknown taken from
// state.
func (m model) withoutUnknowns(state model) model {
	for _, text := range []struct{ value, old *types.String }{
		{&m.URL, &state.URL}, {&m.MerchantID, &state.MerchantID}, {&m.PlatformID, &state.PlatformID},
		{&m.CreatedOn, &state.CreatedOn}, {&m.UpdatedOn, &state.UpdatedOn}, {&m.ID, &state.ID},
	} {
		if text.value.IsUnknown() {
			*text.value = *text.old
		}
	}
	if m.Active.IsUnknown() {
		m.Active = state.Active
	}
	if m.Triggers.IsUnknown() {
		m.Triggers = state.Triggers
	}
	return m
}

// emptyModel is a state of which nothing is known.
func emptyModel() model { return model{Triggers: types.SetNull(types.StringType)} }

// equal reports whether two states have the same settings and facts.
func (m model) equal(other model) bool {
	return m.Active.Equal(other.Active) && m.URL.Equal(other.URL) && m.Triggers.Equal(other.Triggers) &&
		m.MerchantID.Equal(other.MerchantID) && m.PlatformID.Equal(other.PlatformID) &&
		m.CreatedOn.Equal(other.CreatedOn) && m.UpdatedOn.Equal(other.UpdatedOn)
}
