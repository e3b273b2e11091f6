// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// ModifyPlan makes the plan say what an apply will do: which values the service
// may change with the update, and what will stay as it is.
func (r *webhookResource) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	c := change{state: emptyModel()}
	if !req.State.Raw.IsNull() {
		resp.Diagnostics.Append(req.State.Get(ctx, &c.state)...)
	}
	if req.Plan.Raw.IsNull() {
		r.planDestroy(c.state, &resp.Diagnostics)
		return
	}
	resp.Diagnostics.Append(req.Config.Get(ctx, &c.config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &c.plan)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if !c.isNew() && !c.config.DeleteOnDestroy.IsNull() && sameText(c.config.WebhookID, c.state.WebhookID) {
		c.config.WebhookID = types.StringNull() // a CLI that ignores changes of it plans with that of the state
	}
	if checkLife(c.config, c.isNew(), &resp.Diagnostics); resp.Diagnostics.HasError() {
		return
	}
	if c.isNew() {
		r.adviseAdoption(ctx, c, &resp.Diagnostics)
	} else if replaced := c.settleIDs(); len(replaced) > 0 {
		if c.state.DeleteOnDestroy.ValueBool() && c.plan.WebhookID.IsUnknown() {
			addUnknownID(&resp.Diagnostics, c.state)
			return
		}
		// A replacement is also a destroy, which never comes here as one, and no CLI shows
		// what the plan without the state says.
		resp.RequiresReplace = append(resp.RequiresReplace, replaced...)
		addDestroyed(&resp.Diagnostics, c.state)
		r.adviseAdoption(ctx, c, &resp.Diagnostics)
	} else {
		c.plan = c.planned()
		if c.dropsToken(loadRecord(ctx, req.Private, &resp.Diagnostics).TokenInDoubt) {
			tokenStays.warn(&resp.Diagnostics, c.ref())
		}
	}
	if c.renews(authToken) && r.run().WriteOnly.Load() {
		tokenKept.warn(&resp.Diagnostics, c.ref())
	}
	c.plan.ID = c.plan.WebhookID
	resp.Diagnostics.Append(resp.Plan.Set(ctx, c.plan)...)
}

// planDestroy says what destroying a webhook does to it.
func (r *webhookResource) planDestroy(state model, diags *diag.Diagnostics) {
	if diags.HasError() {
		return
	}
	r.run().Webhooks.Forget(state.webhook())
	if state.DeleteOnDestroy.ValueBool() {
		if _, ok := r.run().Planned.Delete(state.webhook()); !ok {
			deletedInPlan.fail(diags, state.name())
		}
	}
	addDestroyed(diags, state)
}

// adviseAdoption says what adopting a webhook overwrites, or that it may be
// refused, if that can be read at once. A failure here does not fail the plan.
func (r *webhookResource) adviseAdoption(ctx context.Context, c change, diags *diag.Diagnostics) {
	if !providerdata.IsSet(c.plan.StoreID) || !providerdata.IsSet(c.config.WebhookID) || c.config.MerchantID.IsUnknown() {
		return
	}
	c.throughMerchant = !c.config.MerchantID.IsNull()
	answer, err := r.glance(ctx, c.ref())
	switch {
	case failureOf(err) == refused:
		adoptionRefused.warn(diags, c.ref(), diagnostics.Explain(err))
	case answer != nil && (answer.ID == nil || sameID(*answer.ID, c.ref().WebhookID)):
		if differing := mismatch(c.ref(), c.patch(), answer); len(differing) > 0 {
			addAdoptionChanges(diags, c.ref(), differing)
		}
	}
}

// glance reads a webhook if reads are made by GET; otherwise it returns nil. The answer may
// be about another webhook.
func (r *webhookResource) glance(ctx context.Context, ref paymentapi.WebhookRef) (*paymentapi.Webhook, error) {
	if r.mode() != providerdata.RefreshGet {
		return nil, nil
	}
	return r.data.Client.GlanceAtWebhook(ctx, ref)
}

// change is a webhook on its way from a state to a plan. A webhook that is being
// adopted has an empty state.
type change struct {
	config, plan, state model
	// throughMerchant says that the webhook is addressed through its merchant.
	throughMerchant bool
}

// isNew reports whether there is no state yet: the webhook is being adopted or created.
func (c *change) isNew() bool { return c.state.WebhookID.IsNull() }

// ref names the webhook to the client.
func (c *change) ref() paymentapi.WebhookRef { return c.plan.identity(c.throughMerchant).ref() }

// declares reports whether a write sends an argument: it is configured, and planned as
// it is configured. What ignore_changes names is planned as in the state, while an
// apply gets the configuration as it is written.
func (c *change) declares(a argument) bool {
	config := a.get(&c.config)
	return !config.IsNull() && config.Equal(a.get(&c.plan))
}

// renews reports whether an argument is declared and another than in the state.
func (c *change) renews(a argument) bool {
	return c.declares(a) && !a.get(&c.plan).Equal(a.get(&c.state))
}

// renewsToken reports whether a write sends the token, in one form or the other.
func (c *change) renewsToken() bool { return c.renews(authToken) || c.renews(authTokenWOVersion) }

// patch is what a write sends: all settings that are declared, as far as their
// values are known, and the token if it is new.
func (c *change) patch() paymentapi.WebhookPatch {
	var declared paymentapi.Webhook
	for _, setting := range settings {
		if c.declares(setting.argument) {
			setting.toAnswer(&c.plan, &declared)
		}
	}
	p := paymentapi.WebhookPatch{WebhookSettings: declared.WebhookSettings}
	switch {
	case c.renews(authTokenWOVersion):
		p.AuthToken = c.config.AuthTokenWO.ValueStringPointer()
	case c.renews(authToken):
		p.AuthToken = c.plan.AuthToken.ValueStringPointer()
	}
	return p
}

// changed returns what the change gives another value, as far as is known. Only that is
// worth a call, and only that is in doubt if it fails. One form of the token may take
// the place of the other.
func (c *change) changed() []argument {
	var changed []argument
	for _, setting := range settings {
		if c.renews(setting.argument) {
			changed = append(changed, setting.argument)
		}
	}
	for _, token := range []argument{authToken, authTokenWOVersion} {
		if c.renewsToken() && (c.renews(token) || !token.get(&c.state).IsNull()) {
			changed = append(changed, token)
		}
	}
	return changed
}

// sends reports whether an update sends anything.
func (c *change) sends() bool { return len(c.changed()) > 0 }

// planned returns the plan of an update, of which the framework has made unknown
// whatever is not configured. If nothing will be sent, all of that stays as in the
// state. Else the settings and updated_on may change, and only the facts stay; a
// fact that is null in the state comes from the answer.
func (c *change) planned() model {
	if !c.sends() {
		m := c.plan.withoutUnknowns(c.state)
		if c.config.MerchantID.IsUnknown() && m.MerchantID.IsNull() { // the apply will know it
			m.MerchantID = types.StringUnknown()
		}
		return m
	}
	m := c.plan
	for _, fact := range facts {
		if fact.get(&m).IsUnknown() && !fact.get(&c.state).IsNull() {
			fact.copy(&m, &c.state)
		}
	}
	return m
}

// result returns the new state: the plan, and from the answer what the plan left
// open.
func (c *change) result(answer *paymentapi.Webhook) model {
	return c.plan.withoutUnknowns(c.state.withAnswer(answer))
}

// stateInDoubt returns the state after an update that failed and may have acted: what
// it changed is null. It has nothing of the configuration, since a write-only
// token would come to the state with it.
func (c *change) stateInDoubt() model {
	m, empty := c.state, emptyModel()
	for _, changed := range c.changed() {
		changed.copy(&m, &empty)
	}
	return m
}

// settleIDs gives the plan the ids of the state as far as they name the same webhook, and
// returns the arguments that name another one. UUIDs that differ in the case of their
// letters are one.
func (c *change) settleIDs() (replaced path.Paths) {
	settle := func(name string, planned *types.String, state types.String, becomesKnown bool) {
		if sameText(*planned, state) {
			*planned = state
		} else if !becomesKnown {
			replaced = append(replaced, path.Root(name))
		}
	}
	id := c.config.WebhookID
	isNull := id.IsNull() || id.IsUnknown() && providerdata.IsSet(c.config.DeleteOnDestroy) // that can only turn out to be null
	if isNull {
		c.plan.WebhookID = c.state.WebhookID
	}
	settle("store_id", &c.plan.StoreID, c.state.StoreID, false)
	settle("webhook_id", &c.plan.WebhookID, c.state.WebhookID, false)
	settle("merchant_id", &c.plan.MerchantID, c.state.MerchantID, c.plan.MerchantID.IsUnknown() || c.state.MerchantID.IsNull())
	return replaced
}

// dropsToken reports whether a token was configured and no longer is. After an
// update in doubt, the state does not show that there was one.
func (c *change) dropsToken(tokenInDoubt bool) bool {
	return (tokenInDoubt || !c.state.AuthToken.IsNull() || !c.state.AuthTokenWOVersion.IsNull()) && c.plan.AuthToken.IsNull() && c.plan.AuthTokenWOVersion.IsNull()
}
