// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// change is a webhook on its way from a state to a plan. A webhook that is being
// adopted has an empty state.
type change struct {
	config, plan, state model
	// unconfirmed names the settings that the state may be wrong about.
	unconfirmed unconfirmed
	// asConfigured names the settings that the state spells as they were
	// configured.
	asConfigured []string
	// throughMerchant says that the webhook is addressed through its merchant.
	throughMerchant bool
	// factsAreRead says that refreshes bring the facts (created_on and the
	// like), so that a plan can promise that they stay as in the state.
	factsAreRead bool
}

// ref names the webhook to the client. Ids are as in the state, if there is one.
func (c *change) ref() paymentapi.WebhookRef {
	if c.adopts() {
		return c.plan.ref(c.throughMerchant)
	}
	return c.state.ref(c.throughMerchant)
}

// adopts reports whether the webhook is being adopted.
func (c *change) adopts() bool { return c.state.WebhookID.IsNull() }

// kept says what is in the state after a failure.
func (c *change) kept() string {
	if c.adopts() {
		return "Nothing was saved in the state"
	}
	return stateAsBefore
}

const stateAsBefore = "The state is unchanged"

// doubt says what the service may have taken over in spite of a failure; empty
// if that is nothing.
func (c *change) doubt() string {
	if len(c.unconfirmed) == 0 {
		return ""
	}
	return "The service may already have applied the new " + diagnostics.QuoteList(c.unconfirmed) +
		". If these settings are configured, the next apply sends them again, unless a read shows that the service already has them."
}

// confirmed is the part of the state that is certain.
func (c *change) confirmed() model { return c.state.forget(c.unconfirmed, c.config) }

// patch is what makes the state into the plan, but for a write-only token.
func (c *change) patch() paymentapi.WebhookPatch { return c.configured(c.plan.patch(c.confirmed())) }

// configured is the part of a patch that the configuration asks for. Of what
// lifecycle's ignore_changes names, a plan has the state's values and no
// configuration of its own, but an apply has the configuration as written. So a
// value that is planned and not configured is ignored.
func (c *change) configured(p paymentapi.WebhookPatch) paymentapi.WebhookPatch {
	if !c.config.Active.Equal(c.plan.Active) {
		p.Active = nil
	}
	if !providerdata.IsSet(c.config.URL) || !providerdata.IsSet(c.plan.URL) || !sameURL(c.config.URL.ValueString(), c.plan.URL.ValueString()) {
		p.URL = nil
	}
	if !providerdata.IsSet(c.config.Triggers) || !providerdata.IsSet(c.plan.Triggers) || !sameTriggers(triggerList(c.config.Triggers), triggerList(c.plan.Triggers)) {
		p.Triggers = nil
	}
	if !c.config.AuthToken.Equal(c.plan.AuthToken) {
		p.AuthToken = nil
	}
	return p
}

// ignored names the settings that ignore_changes keeps out of an apply that
// sends something. What is just not configured is unknown then.
func (c *change) ignored() []string {
	if !c.plan.UpdatedOn.IsUnknown() {
		return nil
	}
	planned := c.plan.patch(emptyModel())
	configured := settingsOf(c.configured(planned))
	ignored := slices.DeleteFunc(settingsOf(planned), func(setting string) bool { return slices.Contains(configured, setting) })
	if !c.config.AuthTokenWOVersion.Equal(c.plan.AuthTokenWOVersion) {
		ignored = append(ignored, settingAuthToken)
	}
	return ignored
}

// sendsWriteOnlyToken reports whether the change sends auth_token_wo.
func (c *change) sendsWriteOnlyToken() bool {
	return !c.plan.AuthTokenWOVersion.IsNull() && c.plan.AuthTokenWOVersion.Equal(c.config.AuthTokenWOVersion) && !c.plan.AuthTokenWOVersion.Equal(c.confirmed().AuthTokenWOVersion)
}

// sends reports whether the change sends anything, as far as is known.
func (c *change) sends() bool {
	configuredUnknown := c.config.Active.IsUnknown() || c.config.URL.IsUnknown() || c.config.AuthToken.IsUnknown() || hasUnknown(c.config.Triggers)
	return configuredUnknown || !c.patch().IsEmpty() || c.sendsWriteOnlyToken()
}

// resends reports whether the change sends something only because it is
// unconfirmed.
func (c *change) resends() bool {
	trusting := *c
	trusting.unconfirmed = nil
	return c.sends() && !trusting.sends()
}

// replaces reports whether the plan is for another webhook than the state. A
// replacing plan never comes to the resource as the destroy that it also is.
func (c *change) replaces() bool {
	return !sameText(c.plan.StoreID, c.state.StoreID) || !sameText(c.plan.WebhookID, c.state.WebhookID) ||
		changesMerchant(c.config.MerchantID, c.state.MerchantID)
}

// changesMerchant reports whether a configured merchant_id is another than that
// in the state. One that becomes known, or is not known yet, is not.
func changesMerchant(config, state types.String) bool {
	return providerdata.IsSet(config) && providerdata.IsSet(state) && !sameID(config.ValueString(), state.ValueString())
}

// planned returns the plan of an update: if something will be sent, what the
// service may change with it is unknown, and all else is as in the state.
func (c *change) planned() model {
	m := c.plan.keepSpelling(c.state, c.asConfigured)
	spelled := *c
	spelled.plan = m
	if !spelled.sends() {
		m = m.withoutUnknowns(c.state)
		if c.config.MerchantID.IsUnknown() && m.MerchantID.IsNull() {
			m.MerchantID = types.StringUnknown()
		}
		return m
	}
	if c.config.Active.IsNull() {
		m.Active = types.BoolUnknown()
	}
	if c.config.URL.IsNull() {
		m.URL = types.StringUnknown()
	}
	if c.config.Triggers.IsNull() {
		m.Triggers = types.SetUnknown(types.StringType)
	}
	for _, fact := range []struct {
		planned *types.String
		state   types.String
		stays   bool
	}{
		{&m.CreatedOn, c.state.CreatedOn, c.factsAreRead},
		{&m.PlatformID, c.state.PlatformID, c.factsAreRead},
		{&m.MerchantID, c.state.MerchantID, c.factsAreRead || c.throughMerchant},
	} {
		if fact.planned.IsUnknown() && fact.stays && !fact.state.IsNull() {
			*fact.planned = fact.state
		}
	}
	m.ID = m.WebhookID
	m.UpdatedOn = types.StringUnknown()
	return m
}

// drift is what has to be sent too, since the answer to a patch shows that the
// service has another value of a configured setting that was not in it.
func (c *change) drift(sent paymentapi.WebhookPatch, answer *paymentapi.Webhook) paymentapi.WebhookPatch {
	wanted := c.configured(c.plan.patch(emptyModel()))
	differing := names(settingDifferences(wanted, answer))
	if sent.Active != nil || !slices.Contains(differing, settingActive) {
		wanted.Active = nil
	}
	if sent.URL != nil || !slices.Contains(differing, settingURL) {
		wanted.URL = nil
	}
	if sent.Triggers != nil || !slices.Contains(differing, settingTriggers) {
		wanted.Triggers = nil
	}
	wanted.AuthToken = nil // no answer shows it
	return wanted
}

// result returns the new state: the plan with what the service answered. What
// the plan promised stays as it is, for the next refresh to see.
func (c *change) result(answer *paymentapi.Webhook) model {
	m := c.plan.withAnswer(answer)
	if providerdata.IsSet(c.plan.Active) {
		m.Active = c.plan.Active
	}
	if providerdata.IsSet(c.plan.URL) {
		m.URL = c.plan.URL
	}
	if providerdata.IsSet(c.plan.Triggers) {
		m.Triggers = c.plan.Triggers
	}
	for _, fact := range []struct{ result, planned *types.String }{
		{&m.CreatedOn, &c.plan.CreatedOn}, {&m.PlatformID, &c.plan.PlatformID}, {&m.MerchantID, &c.plan.MerchantID},
	} {
		if providerdata.IsSet(*fact.planned) {
			*fact.result = *fact.planned
		}
	}
	return m
}
