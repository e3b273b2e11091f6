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
	m.MerchantID = textAfter(m.MerchantID, w.MerchantID)
	m.PlatformID = textAfter(m.PlatformID, w.PlatformID)
	m.CreatedOn = textAfter(m.CreatedOn, w.CreatedOn)
	m.UpdatedOn = textAfter(m.UpdatedOn, w.UpdatedOn)
	return m
}

// textAfter returns what a state has of a text after an answer. Another letter case is no news.
func textAfter(had types.String, got *string) types.String {
	if got == nil || providerdata.IsSet(had) && strings.EqualFold(had.ValueString(), *got) {
		return had
	}
	return types.StringValue(*got)
}

// fillUnknowns returns m with each value that is unknown taken from other.
func (m model) fillUnknowns(other model) model {
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

// sameID reports whether two UUIDs are one, however they are spelled.
func sameID(a, b string) bool { return strings.EqualFold(a, b) }

// sameTriggers reports whether two lists hold the same events, in any order, case and number.
func sameTriggers(a, b []string) bool {
	return slices.Equal(canonicalTriggers(a), canonicalTriggers(b))
}

func canonicalTriggers(list []string) []string {
	folded := make([]string, len(list))
	for i, trigger := range list {
		folded[i] = strings.ToLower(trigger)
	}
	slices.Sort(folded)
	return slices.Compact(folded)
}

// findDuplicate returns the webhook of a list that has the URL and the triggers of a patch, nil if
// none has. One whose triggers are not known counts, too.
func findDuplicate(all []paymentapi.Webhook, p paymentapi.WebhookPatch) *paymentapi.Webhook {
	for i, w := range all {
		if hasURL(&w, p) && p.Triggers != nil && (w.Triggers == nil || sameTriggers(*w.Triggers, *p.Triggers)) {
			return &all[i]
		}
	}
	return nil
}

func hasURL(w *paymentapi.Webhook, p paymentapi.WebhookPatch) bool {
	return w.URL != nil && p.URL != nil && validators.SameURL(*w.URL, *p.URL)
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

// change is a webhook on its way from a state to a plan. For an argument in ignore_changes, a CLI passes
//
//	                          in config      in plan
//	to plan over a state      the state's    the state's
//	to update                 the written    the state's
//	without a state           the written    the written
type change struct {
	config, plan, state model
	record              privateRecord
}

// newChange returns the change of a webhook that no state has yet: it is adopted or created.
func newChange(config, plan model) *change {
	return &change{config: config, plan: plan, state: emptyModel(), record: privateRecord{MerchantPath: !config.MerchantID.IsNull()}}
}

// ref names the webhook of the plan to the client, with the URL of the state: until it is updated, the service
// does not have the planned one.
func (c *change) ref() paymentapi.WebhookRef {
	ref := c.plan.ref(c.record.MerchantPath)
	ref.KnownURL = c.state.URL.ValueString()
	return ref
}

// stateRef names the webhook of the state, which may be replaced.
func (c *change) stateRef() paymentapi.WebhookRef { return c.state.ref(c.record.MerchantPath) }

// verify returns the error of a call, or a mismatch if the answer differs from the patch or from an id of the plan.
func (c *change) verify(patch paymentapi.WebhookPatch, answer *paymentapi.Webhook, err error) error {
	return verifyAnswer(c.plan.ref(true), patch, answer, err) // with the merchant, even if the requests do not name it
}

// dropIgnoredWebhookID takes the webhook_id out of the configuration of a plan if it comes from the
// state, because of ignore_changes, and not from the user, who has written delete_on_destroy.
func (c *change) dropIgnoredWebhookID() {
	if providerdata.IsSet(c.config.DeleteOnDestroy) && sameID(c.config.WebhookID.ValueString(), c.state.WebhookID.ValueString()) {
		c.config.WebhookID = types.StringNull()
	}
}

// replaces reports whether the configuration names another webhook than the state.
func (c *change) replaces() bool {
	return isOtherID(c.config.StoreID, c.state.StoreID) || isOtherID(c.config.WebhookID, c.state.WebhookID) || isOtherID(c.config.MerchantID, c.state.MerchantID)
}

// keepIDs plans ids as they are in the state if they differ only in their letter case, or as
// long as they are unknown. If one turns out to be another id, the next plan replaces the webhook.
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

// isSent reports whether a write sends an argument: it is configured, known, and not ignored (see change).
func isSent(config, plan attr.Value) bool { return providerdata.IsSet(config) && config.Equal(plan) }

// differsFromState reports whether an argument is configured, and planned unlike in the state.
func differsFromState(config, plan, state attr.Value) bool {
	return !config.IsNull() && !plan.Equal(state)
}

// sendsWriteOnlyToken reports whether a write sends auth_token_wo: its version is new.
func (c *change) sendsWriteOnlyToken() bool {
	return differsFromState(c.config.AuthTokenWOVersion, c.plan.AuthTokenWOVersion, c.state.AuthTokenWOVersion)
}

// needsUpdate reports whether a change of a webhook that exists sends anything.
func (c *change) needsUpdate() bool {
	return differsFromState(c.config.Active, c.plan.Active, c.state.Active) ||
		differsFromState(c.config.URL, c.plan.URL, c.state.URL) ||
		differsFromState(c.config.Triggers, c.plan.Triggers, c.state.Triggers) ||
		differsFromState(c.config.AuthToken, c.plan.AuthToken, c.state.AuthToken) || c.sendsWriteOnlyToken()
}

// patch is what a write sends: the declared settings, and a new token.
func (c *change) patch() paymentapi.WebhookPatch {
	var p paymentapi.WebhookPatch
	if isSent(c.config.Active, c.plan.Active) {
		p.Active = c.plan.Active.ValueBoolPointer()
	}
	if isSent(c.config.URL, c.plan.URL) {
		p.URL = c.plan.URL.ValueStringPointer()
	}
	if isSent(c.config.Triggers, c.plan.Triggers) {
		p.Triggers = encodeTriggers(c.plan.Triggers)
	}
	switch {
	case c.sendsWriteOnlyToken():
		p.AuthToken = c.config.AuthTokenWO.ValueStringPointer()
	case differsFromState(c.config.AuthToken, c.plan.AuthToken, c.state.AuthToken):
		p.AuthToken = c.plan.AuthToken.ValueStringPointer()
	}
	return p
}

// stateAfterPost returns the state of a webhook that was just created: the answer wins over the
// plan. A new webhook is active unless the answer says otherwise.
func (c *change) stateAfterPost(answer *paymentapi.Webhook) model {
	created := c.plan
	created.Active = types.BoolValue(true)
	return created.withAnswer(answer).fillUnknowns(emptyModel())
}

// stateAfterWrite returns the state of a webhook that took on what was declared: the plan wins
// over the answer, which brings what the plan left open.
func (c *change) stateAfterWrite(answer *paymentapi.Webhook) model {
	return c.plan.fillUnknowns(c.state.withAnswer(answer))
}

// claim returns the claim on a webhook that is adopted or created; one not known yet conflicts with none.
func (c *change) claim() providerdata.Claim {
	if c.config.WebhookID.IsNull() {
		return providerdata.Claim{Action: providerdata.Creates, Fingerprint: fingerprint(c.plan)}
	}
	declared, _ := json.Marshal(c.patch()) //nolint:gosec // it stays in memory, and nothing in it can fail
	return providerdata.Claim{Action: providerdata.Adopts, ID: strings.ToLower(c.config.WebhookID.ValueString()), Declared: string(declared)}
}

// deletionClaim returns the claim on a webhook that is deleted.
func (m model) deletionClaim() providerdata.Claim {
	return providerdata.Claim{Action: providerdata.Deletes, ID: strings.ToLower(m.WebhookID.ValueString()), Fingerprint: fingerprint(m)}
}

// fingerprint returns the store, URL and triggers in one spelling; empty if one is not known.
func fingerprint(m model) string {
	triggers := encodeTriggers(m.Triggers)
	if !providerdata.IsSet(m.StoreID) || !providerdata.IsSet(m.URL) || triggers == nil {
		return ""
	}
	return strings.Join(append([]string{strings.ToLower(m.StoreID.ValueString()), validators.CanonicalURL(m.URL.ValueString())}, canonicalTriggers(*triggers)...), "\n")
}
