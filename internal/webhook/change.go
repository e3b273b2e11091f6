// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"encoding/json"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// webhookChange is a webhook on its way from a state to a plan. An argument in ignore_changes has
//
//	                               in config               in plan
//	ModifyPlan with a state        the state's value       the state's value
//	Update                         the configured value    the state's value
//	ModifyPlan without, Create     the configured value    the configured value
type webhookChange struct {
	config, plan, state model
	record              privateRecord
}

// newChange returns the change of a webhook that no state has yet: it is adopted or created. The owner of its
// intents is empty if it is not known.
func newChange(config, plan model, owner string) *webhookChange {
	return &webhookChange{
		config: config,
		plan:   plan,
		state:  emptyModel(),
		record: privateRecord{
			Owner:        owner,
			MerchantPath: !config.MerchantID.IsNull(),
		},
	}
}

// ref names the webhook of the plan to the client. Its KnownURL, which messages must not show, is the one that the
// service has until the update: that of the state.
func (c *webhookChange) ref() paymentapi.WebhookRef {
	ref := c.plan.ref(c.record.MerchantPath)
	ref.KnownURL = c.state.URL.ValueString()
	return ref
}

// stateRef names the webhook of the state, which may be replaced.
func (c *webhookChange) stateRef() paymentapi.WebhookRef {
	return c.state.ref(c.record.MerchantPath)
}

// isAdoption reports whether a webhook that no state has is adopted, and not created.
func (c *webhookChange) isAdoption() bool {
	return !c.config.WebhookID.IsNull()
}

// verify returns the error of a call, or a mismatch if the answer differs from the patch or from an
// id of the plan: of the merchant, too, even if the requests do not name it.
func (c *webhookChange) verify(patch paymentapi.WebhookPatch, answer *paymentapi.Webhook, err error) error {
	return verifyAnswer(c.plan.ref(true), patch, answer, err)
}

// dropIgnoredWebhookID takes the webhook_id out of the configuration of a plan if it comes from ignore_changes, as
// for a webhook that was created with
//
//	delete_on_destroy = true
//	lifecycle { ignore_changes = [webhook_id] }
//
// Nobody can write both arguments (checkLifecycle), so if there are both, and webhook_id is that of the state, the
// CLI has put it there.
func (c *webhookChange) dropIgnoredWebhookID() {
	configured := c.config.WebhookID.ValueString()
	current := c.state.WebhookID.ValueString()
	isOfState := sameID(configured, current)
	if isOfState && providerdata.IsSet(c.config.DeleteOnDestroy) {
		c.config.WebhookID = types.StringNull()
	}
}

// replaces reports whether the configuration names another webhook than the state, as idModifiers tell
// the CLI.
func (c *webhookChange) replaces() bool {
	return c.moves() || isOtherID(c.config.WebhookID, c.state.WebhookID)
}

// moves reports whether the configuration names another store or merchant than the state.
func (c *webhookChange) moves() bool {
	return isOtherID(c.config.StoreID, c.state.StoreID) || isOtherID(c.config.MerchantID, c.state.MerchantID)
}

// keepIDs plans ids as they are in the state if they differ only in their letter case, or as
// long as they are unknown. If one turns out to be another id, the next plan replaces the webhook.
func (c *webhookChange) keepIDs() {
	for _, id := range []struct {
		plan          *types.String
		config, state types.String
	}{
		{&c.plan.StoreID, c.config.StoreID, c.state.StoreID},
		{&c.plan.WebhookID, c.config.WebhookID, c.state.WebhookID},
		{&c.plan.MerchantID, c.config.MerchantID, c.state.MerchantID},
	} {
		isSame := !id.state.IsNull() && !isOtherID(id.config, id.state)
		if isSame {
			*id.plan = id.state
		}
	}
}

// isSent reports whether a write sends an argument: it is configured and known. One in ignore_changes is not sent by
// an update, where the configuration differs from the plan. (A plan over a state cannot tell that it is ignored.)
func isSent(config, plan attr.Value) bool {
	return providerdata.IsSet(config) && config.Equal(plan)
}

// differsFromState reports whether an argument is configured, and planned unlike in the state.
func differsFromState(config, plan, state attr.Value) bool {
	return !config.IsNull() && !plan.Equal(state)
}

// needsUpdate reports whether a change of a webhook that exists sends anything.
func (c *webhookChange) needsUpdate() bool {
	for _, argument := range []struct{ config, plan, state attr.Value }{
		{c.config.Active, c.plan.Active, c.state.Active},
		{c.config.URL, c.plan.URL, c.state.URL},
		{c.config.Triggers, c.plan.Triggers, c.state.Triggers},
		{c.config.AuthToken, c.plan.AuthToken, c.state.AuthToken},
	} {
		if differsFromState(argument.config, argument.plan, argument.state) {
			return true
		}
	}

	return c.sendsWriteOnlyToken()
}

// settings are what a write sends of the declared settings.
func (c *webhookChange) settings() paymentapi.WebhookSettings {
	var sent paymentapi.WebhookSettings
	if isSent(c.config.Active, c.plan.Active) {
		sent.Active = c.plan.Active.ValueBoolPointer()
	}

	if isSent(c.config.URL, c.plan.URL) {
		sent.URL = c.plan.URL.ValueStringPointer()
	}

	if isSent(c.config.Triggers, c.plan.Triggers) {
		sent.Triggers = encodeTriggers(c.plan.Triggers)
	}

	return sent
}

// patch is what a write sends: the declared settings, and a new token.
func (c *webhookChange) patch() paymentapi.WebhookPatch {
	patch := paymentapi.WebhookPatch{WebhookSettings: c.settings()}
	switch {
	case c.sendsWriteOnlyToken():
		patch.AuthToken = c.config.AuthTokenWO.ValueStringPointer()
	case differsFromState(c.config.AuthToken, c.plan.AuthToken, c.state.AuthToken):
		patch.AuthToken = c.plan.AuthToken.ValueStringPointer()
	}
	return patch
}

// stateAfterPost returns the state of a webhook that was just created: the answer wins over the
// plan. A new webhook is active unless the answer says otherwise.
func (c *webhookChange) stateAfterPost(answer *paymentapi.Webhook) model {
	created := c.plan
	created.WebhookID = types.StringPointerValue(answer.ID)
	created.ID = created.WebhookID
	created.Active = types.BoolValue(true)
	return created.withAnswer(answer).fillUnknowns(emptyModel())
}

// afterCreation returns the change of a webhook that was just created to what was planned.
func (c *webhookChange) afterCreation(created model) *webhookChange {
	next := *c
	next.state = created
	next.plan.WebhookID = created.WebhookID
	next.plan.ID = created.ID
	return &next
}

// stateAfterWrite returns the state of a webhook that took on what was declared: the plan wins
// over the answer, which brings what the plan left open.
func (c *webhookChange) stateAfterWrite(answer *paymentapi.Webhook) model {
	return c.plan.fillUnknowns(c.state.withAnswer(answer))
}

// newIntent returns the intent of a resource that adopts or creates a webhook.
func (c *webhookChange) newIntent() intent {
	if !c.isAdoption() {
		return intent{
			kind:  creates,
			owner: c.record.Owner,
			place: c.plan.place(),
		}
	}

	return intent{
		kind:     adopts,
		owner:    c.record.Owner,
		id:       strings.ToLower(c.config.WebhookID.ValueString()),
		declared: c.declared(),
	}
}

// keepIntent returns the intent of a resource that keeps the webhook of its state. The place is that of the state,
// where the webhook is until it is updated. The declared settings are those of the plan.
func (c *webhookChange) keepIntent() intent {
	kept := c.state.intent(keeps, c.record.Owner)
	kept.declared = c.declared()
	return kept
}

// declared returns what the configuration declares, in one text, which stays in memory. A token counts even if
// it is not sent again. In a plan over a state, ignored arguments count with the state's values.
func (c *webhookChange) declared() string {
	declared := paymentapi.WebhookPatch{WebhookSettings: c.settings()}
	for _, token := range []types.String{c.config.AuthToken, c.config.AuthTokenWO} {
		if providerdata.IsSet(token) {
			declared.AuthToken = token.ValueStringPointer()
		}
	}
	text, _ := json.Marshal(declared) //nolint:gosec // nothing in it can fail
	return string(text)
}

// intent returns what a resource does with the webhook of its state.
func (m model) intent(what intentKind, owner string) intent {
	return intent{
		kind:      what,
		owner:     owner,
		id:        strings.ToLower(m.WebhookID.ValueString()),
		place:     m.place(),
		mayDelete: m.DeleteOnDestroy.ValueBool(),
	}
}

// place returns the store, URL and triggers in one spelling; empty if one is not known.
func (m model) place() string {
	triggers := encodeTriggers(m.Triggers)
	if !providerdata.IsSet(m.StoreID) || !providerdata.IsSet(m.URL) || triggers == nil {
		return ""
	}
	parts := []string{
		strings.ToLower(m.StoreID.ValueString()),
		validators.CanonicalURL(m.URL.ValueString()),
	}
	parts = append(parts, canonicalTriggers(*triggers)...)
	return strings.Join(parts, "\n")
}
