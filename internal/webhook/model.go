// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// model is a webhook in a configuration, a plan or a state of the resource.
type model struct {
	answerModel

	AuthToken          types.String `tfsdk:"auth_token"`
	AuthTokenWO        types.String `tfsdk:"auth_token_wo"`
	AuthTokenWOVersion types.Number `tfsdk:"auth_token_wo_version"`
	DeleteOnDestroy    types.Bool   `tfsdk:"delete_on_destroy"`
	WebhookID          types.String `tfsdk:"webhook_id"`
}

// answerModel is what the service answers of a webhook (API description, section 2.3).
type answerModel struct {
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

// identity is the ids of a webhook in the CLI's identity of a resource, an import and the action.
type identity struct {
	MerchantID types.String `tfsdk:"merchant_id"`
	StoreID    types.String `tfsdk:"store_id"`
	WebhookID  types.String `tfsdk:"webhook_id"`
}

// emptyModel is a state of which nothing is known.
func emptyModel() model {
	return model{answerModel: answerModel{Triggers: types.SetNull(types.StringType)}}
}

// ref names the webhook to the client.
func (id identity) ref() paymentapi.WebhookRef {
	return paymentapi.WebhookRef{MerchantID: id.MerchantID.ValueString(), StoreID: id.StoreID.ValueString(), WebhookID: id.WebhookID.ValueString()}
}

// ref names the webhook to the client, with the URL that no message may show.
func (m model) ref(throughMerchant bool) paymentapi.WebhookRef {
	ref := m.identity(throughMerchant).ref()
	ref.KnownURL = m.URL.ValueString()
	return ref
}

// identity returns the ids that name the webhook. A CLI does not let them change, but a merchant
// may become known later: it is one of them only if the webhook is addressed through it.
func (m model) identity(throughMerchant bool) identity {
	id := identity{MerchantID: types.StringNull(), StoreID: m.StoreID, WebhookID: m.WebhookID}
	if throughMerchant {
		id.MerchantID = m.MerchantID
	}
	return id
}

// withAnswer returns the state m as a refresh makes it. A field that the answer
// lacks stays as in m, and so does a spelling of the same id, URL or triggers.
func (m model) withAnswer(w *paymentapi.Webhook) model {
	m.ID = m.WebhookID
	if w.Active != nil {
		m.Active = types.BoolValue(*w.Active)
	}
	if w.URL != nil && (!providerdata.IsSet(m.URL) || !validators.SameURL(m.URL.ValueString(), *w.URL)) {
		m.URL = types.StringValue(*w.URL)
	}
	if w.Triggers != nil {
		if had := encodeTriggers(m.Triggers); had == nil || !sameTriggers(*had, *w.Triggers) {
			m.Triggers = decodeTriggers(*w.Triggers)
		}
	}
	m.MerchantID = withText(m.MerchantID, w.MerchantID)
	m.PlatformID = withText(m.PlatformID, w.PlatformID)
	m.CreatedOn = withText(m.CreatedOn, w.CreatedOn)
	m.UpdatedOn = withText(m.UpdatedOn, w.UpdatedOn)
	return m
}

// created returns the state of a webhook that was planned as m and was just created: it is
// active unless the service answers otherwise.
func (m model) created(answer *paymentapi.Webhook) model {
	m.Active = types.BoolValue(true)
	return m.withAnswer(answer).withoutUnknowns(emptyModel())
}

// withText returns what a state has of a text after an answer. Another letter case is no news.
func withText(had types.String, got *string) types.String {
	if got == nil || providerdata.IsSet(had) && sameID(had.ValueString(), *got) {
		return had
	}
	return types.StringValue(*got)
}

// withoutUnknowns returns m with each value that is unknown taken from other.
func (m model) withoutUnknowns(other model) model {
	m.ID = m.WebhookID
	if m.Active.IsUnknown() {
		m.Active = other.Active
	}
	if m.Triggers.IsUnknown() {
		m.Triggers = other.Triggers
	}
	for _, text := range []struct{ to, from *types.String }{
		{&m.URL, &other.URL}, {&m.MerchantID, &other.MerchantID}, {&m.PlatformID, &other.PlatformID},
		{&m.CreatedOn, &other.CreatedOn}, {&m.UpdatedOn, &other.UpdatedOn},
	} {
		if text.to.IsUnknown() {
			*text.to = *text.from
		}
	}
	return m
}

// isOtherID reports whether an id is configured, known, and really another one than in a state.
func isOtherID(config, state types.String) bool {
	return providerdata.IsSet(config) && !state.IsNull() && !sameID(config.ValueString(), state.ValueString())
}

// encodeTriggers returns the elements, sorted: nil if they are null or one is unknown.
func encodeTriggers(set types.Set) *[]string {
	if !providerdata.IsSet(set) {
		return nil
	}
	list := []string{}
	for _, element := range set.Elements() {
		trigger, ok := element.(types.String)
		if !ok || !providerdata.IsSet(trigger) {
			return nil
		}
		list = append(list, trigger.ValueString())
	}
	slices.Sort(list)
	return &list
}

func decodeTriggers(list []string) types.Set {
	var elements []attr.Value
	for _, trigger := range slices.Compact(slices.Sorted(slices.Values(list))) {
		elements = append(elements, types.StringValue(trigger))
	}
	return types.SetValueMust(types.StringType, elements)
}

// change is a webhook on its way from a state to a plan.
type change struct {
	config, plan, state model
	private             record
}

// asNew returns the change as one of a webhook that no state has yet.
func (c change) asNew() *change {
	c.state, c.private = emptyModel(), record{MerchantPath: !c.config.MerchantID.IsNull()}
	if c.config.MerchantID.IsNull() {
		c.plan.MerchantID = types.StringUnknown() // and not that of a webhook which is replaced
	}
	return &c
}

// ref names the webhook to the client.
func (c *change) ref() paymentapi.WebhookRef {
	ref := c.plan.ref(c.private.MerchantPath)
	ref.KnownURL = c.state.URL.ValueString()
	return ref
}

// replaces reports whether the configuration names another webhook than the state.
func (c *change) replaces() bool {
	return isOtherID(c.config.StoreID, c.state.StoreID) || isOtherID(c.config.WebhookID, c.state.WebhookID) || isOtherID(c.config.MerchantID, c.state.MerchantID)
}

// keepIDs plans ids as they are in the state if they differ only in their letter case, or as
// long as they are unknown: what is unknown is not changed.
func (c *change) keepIDs() {
	for _, id := range []struct{ config, plan, state *types.String }{
		{&c.config.StoreID, &c.plan.StoreID, &c.state.StoreID}, {&c.config.WebhookID, &c.plan.WebhookID, &c.state.WebhookID},
		{&c.config.MerchantID, &c.plan.MerchantID, &c.state.MerchantID},
	} {
		if !id.state.IsNull() && !isOtherID(*id.config, *id.state) {
			*id.plan = *id.state
		}
	}
}

// declares reports whether a write sends an argument: it is configured, and planned as
// it is configured. What ignore_changes names is planned as in the state, while an
// apply gets the configuration as it is written.
func declares(config, plan attr.Value) bool { return !config.IsNull() && config.Equal(plan) }

// differsFromState reports whether an argument is configured, and planned unlike in the state.
func differsFromState(config, plan, state attr.Value) bool {
	return !config.IsNull() && !plan.Equal(state)
}

// renewsVersion reports whether a write sends the write-only token.
func (c *change) renewsVersion() bool {
	return differsFromState(c.config.AuthTokenWOVersion, c.plan.AuthTokenWOVersion, c.state.AuthTokenWOVersion)
}

// sends reports whether a change of a webhook that exists sends anything.
func (c *change) sends() bool {
	return differsFromState(c.config.Active, c.plan.Active, c.state.Active) ||
		differsFromState(c.config.URL, c.plan.URL, c.state.URL) ||
		differsFromState(c.config.Triggers, c.plan.Triggers, c.state.Triggers) ||
		differsFromState(c.config.AuthToken, c.plan.AuthToken, c.state.AuthToken) || c.renewsVersion()
}

// patch is what a write sends: the declared settings, as far as they are known, and a new token.
func (c *change) patch() paymentapi.WebhookPatch {
	var p paymentapi.WebhookPatch
	if declares(c.config.Active, c.plan.Active) && providerdata.IsSet(c.plan.Active) {
		p.Active = c.plan.Active.ValueBoolPointer()
	}
	if declares(c.config.URL, c.plan.URL) && providerdata.IsSet(c.plan.URL) {
		p.URL = c.plan.URL.ValueStringPointer()
	}
	if declares(c.config.Triggers, c.plan.Triggers) {
		p.Triggers = encodeTriggers(c.plan.Triggers)
	}
	switch {
	case c.renewsVersion():
		p.AuthToken = c.config.AuthTokenWO.ValueStringPointer()
	case differsFromState(c.config.AuthToken, c.plan.AuthToken, c.state.AuthToken):
		p.AuthToken = c.plan.AuthToken.ValueStringPointer()
	}
	return p
}

// result returns the new state: the plan, and from the answer what the plan left open.
func (c *change) result(answer *paymentapi.Webhook) model {
	return c.plan.withoutUnknowns(c.state.withAnswer(answer))
}

// claim returns the claim on a webhook that is adopted or created, in a plan or in its
// apply. As long as it is unknown which webhook that is, it conflicts with nothing.
func (c *change) claim(planned bool) providerdata.Claim {
	if c.config.WebhookID.IsNull() {
		return providerdata.Claim{Planned: planned, Action: providerdata.Creates, Fingerprint: fingerprint(c.plan)}
	}
	declared, _ := json.Marshal(c.patch()) //nolint:gosec // it stays in memory, and nothing in it can fail
	return providerdata.Claim{Planned: planned, ID: strings.ToLower(c.config.WebhookID.ValueString()), Declared: string(declared)}
}

// deletion returns the claim of a deletion.
func (m model) deletion(planned bool) providerdata.Claim {
	return providerdata.Claim{Planned: planned, Action: providerdata.Deletes, ID: strings.ToLower(m.WebhookID.ValueString()), Fingerprint: fingerprint(m)}
}
