// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Create adopts the webhook with one update of what is declared, or creates it.
func (r *webhookResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	c := change{state: emptyModel()}
	resp.Diagnostics.Append(req.Config.Get(ctx, &c.config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &c.plan)...)
	checkLife(c.config, true, &resp.Diagnostics) // an id that was unknown may be null
	c.checkTokenValue(&resp.Diagnostics)
	if resp.Diagnostics.HasError() || !providerdata.RequireClient(r.data, "adopting or creating a webhook", &resp.Diagnostics) {
		return
	}
	c.throughMerchant = !c.config.MerchantID.IsNull()
	if c.config.WebhookID.IsNull() {
		r.create(ctx, c, resp)
		return
	}
	if !r.run().Webhooks.Adopt(c.plan.webhook()) {
		deletedInRun.fail(&resp.Diagnostics, c.ref(), c.remains(false))
		return
	}
	done := r.write(ctx, &c)
	if !done.ok() {
		addNotWritten(&resp.Diagnostics, &c, done)
		return
	}
	r.settle(ctx, resp, c.result(done.answer), record{MerchantPath: c.throughMerchant})
}

// save puts a webhook that comes to a state, and its record, into the response.
func save(ctx context.Context, resp *resource.CreateResponse, state model, kept record) {
	kept.save(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity(kept.MerchantPath))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// settle saves a webhook that is as planned. If reads are made by GET, it tries one, so
// that a later run notices if the webhook is gone, even if that run only plans.
func (r *webhookResource) settle(ctx context.Context, resp *resource.CreateResponse, state model, kept record) {
	ref := state.identity(kept.MerchantPath).ref()
	seen, _ := r.glance(ctx, ref)
	kept.Readable = seen != nil && len(mismatch(ref, noChange, seen)) == 0
	save(ctx, resp, state, kept)
}

// Update sends what is declared if any of it differs from the state, and nothing
// else.
func (r *webhookResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var c change
	resp.Diagnostics.Append(req.Config.Get(ctx, &c.config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &c.plan)...)
	resp.Diagnostics.Append(req.State.Get(ctx, &c.state)...)
	known := loadRecord(ctx, req.Private, &resp.Diagnostics)
	c.throughMerchant = known.MerchantPath
	c.checkTokenValue(&resp.Diagnostics)
	sends := c.sends()
	if resp.Diagnostics.HasError() || sends && !providerdata.RequireClient(r.data, "updating a webhook", &resp.Diagnostics) {
		return
	}
	if !r.run().Webhooks.Adopt(c.state.webhook()) {
		deletedInRun.fail(&resp.Diagnostics, c.ref(), c.remains(false))
		return
	}
	updated := c.plan.withoutUnknowns(c.state)
	if sends {
		done := r.write(ctx, &c)
		if !done.ok() {
			addNotWritten(&resp.Diagnostics, &c, done)
			if done.inDoubt() {
				known.withDoubt(c.renewsToken()).save(ctx, resp.Private, &resp.Diagnostics)
				resp.Diagnostics.Append(resp.State.Set(ctx, c.stateInDoubt())...)
			}
			return
		}
		record{Readable: known.Readable, MerchantPath: known.MerchantPath}.save(ctx, resp.Private, &resp.Diagnostics)
		updated = c.result(done.answer)
	}
	if resp.Identity.Raw.IsFullyNull() { // recorded by a CLI without identities
		resp.Diagnostics.Append(resp.Identity.Set(ctx, updated.identity(c.throughMerchant))...)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, updated)...)
}

// outcome is what has come of a request that writes a webhook.
type outcome struct {
	answer    *paymentapi.Webhook
	differing []difference // what the answer shows otherwise than asked for
	err       error
}

func (o outcome) ok() bool { return o.err == nil && len(o.differing) == 0 }

// inDoubt reports whether the service may have done some of what it has not confirmed.
func (o outcome) inDoubt() bool { return !o.ok() && (o.err == nil || paymentapi.MayHaveActed(o.err)) }

// outcome returns what has come of a request, from its answer without what repeats the
// token, and its error.
func (c *change) outcome(ref paymentapi.WebhookRef, asked paymentapi.WebhookPatch, answer *paymentapi.Webhook, err error) outcome {
	if answer == nil {
		return outcome{err: err}
	}
	clean := withoutToken(answer, c.config.AuthToken, c.config.AuthTokenWO, c.state.AuthToken)
	return outcome{clean, mismatch(ref, asked, clean), err}
}

// write sends what c declares.
func (r *webhookResource) write(ctx context.Context, c *change) outcome {
	patch, expected := c.patch(), c.ref()
	answer, err := r.data.Client.UpdateWebhook(ctx, expected, patch)
	if sameText(c.config.MerchantID, c.plan.MerchantID) { // also if it is not addressed through the merchant
		expected.MerchantID = c.config.MerchantID.ValueString()
	}
	return c.outcome(expected, patch, answer, err)
}

// create creates the webhook with one POST. If this run has just left that very webhook, it
// takes that over again. It creates none if the store has one with the URL and the triggers:
// after a creation in doubt, the new webhook could be a second one. What this run deletes is
// not there, however long a list still has it.
func (r *webhookResource) create(ctx context.Context, c change, resp *resource.CreateResponse) {
	diags := &resp.Diagnostics
	posted := c.patch()
	posted.Active = nil // services create live webhooks, and take no such setting
	if r.takeOver(ctx, c, posted, resp) {
		return
	}
	before, err := r.listOnce(ctx, c.ref()) // empty if the service lists no webhooks
	if err != nil && !isNotListed(err) {
		addNotLookedUp(diags, err)
		return
	}
	var beside []paymentapi.WebhookRef // left by this run, with the same URL and other triggers
	for _, w := range r.remaining(ctx, &c, posted, before) {
		existing := paymentapi.WebhookRef{StoreID: c.ref().StoreID, WebhookID: *w.ID}
		switch isLeft := r.run().Webhooks.HasLeft(&w); {
		case isSought(&w, posted) && isLeft:
			leftBefore.fail(diags, existing)
			return
		case isSought(&w, posted):
			addExists(diags, "The store already has a webhook with this URL and these triggers.", &w, inTheWay, noneCreated)
			return
		case isLeft:
			beside = append(beside, existing)
		}
	}
	answer, err := r.data.Client.CreateWebhook(ctx, c.ref().Store(), posted)
	switch {
	case answer == nil:
		r.reportNotCreated(ctx, &c, posted, err, diags)
	case before.find(*answer.ID) != nil:
		addExists(diags, "The service answered with a webhook that existed before, and may have changed it.", answer, takeItOver, nothingSaved)
	default:
		for _, left := range beside {
			leftBeside.warn(diags, left)
		}
		rest := c.afterPost(answer)
		r.finish(ctx, rest, rest.outcome(rest.ref(), posted, answer, err), resp)
	}
}

// finish saves a webhook that was created, before anything else is sent, and then sends
// the rest of the change: active, which a POST leaves out.
func (r *webhookResource) finish(ctx context.Context, rest change, created outcome, resp *resource.CreateResponse) {
	save(ctx, resp, rest.state, record{MerchantPath: rest.throughMerchant})
	switch {
	case !created.ok():
		addUnfinished(&resp.Diagnostics, &rest, notFinished, created)
	case rest.sends():
		patch := rest.patch()
		onlyActive := paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Active: patch.Active}}
		answer, err := r.data.Client.FinishWebhook(ctx, rest.ref(), onlyActive)
		r.conclude(ctx, &rest, notFinished, rest.outcome(rest.ref(), patch, answer, err), resp)
	default:
		r.conclude(ctx, &rest, notFinished, created, resp)
	}
}

// conclude saves a webhook that was already in a state after its last write: as planned, or
// as it was, without what is in doubt.
func (r *webhookResource) conclude(ctx context.Context, c *change, title string, done outcome, resp *resource.CreateResponse) {
	kept := record{MerchantPath: c.throughMerchant}
	switch {
	case done.ok():
		r.settle(ctx, resp, c.result(done.answer), kept)
		return
	case done.inDoubt():
		save(ctx, resp, c.stateInDoubt(), kept.withDoubt(c.renewsToken()))
	default:
		save(ctx, resp, c.state, kept)
	}
	addUnfinished(&resp.Diagnostics, c, title, done)
}

// isSought reports whether a webhook has the URL and the triggers of one to create.
func isSought(w *paymentapi.Webhook, posted paymentapi.WebhookPatch) bool {
	return hasURL(w, posted) && len(mismatch(paymentapi.WebhookRef{}, posted, w)) == 0
}

func hasURL(w *paymentapi.Webhook, posted paymentapi.WebhookPatch) bool {
	return w.URL != nil && sameURL(*w.URL, *posted.URL)
}

// takeOver adopts the webhook that c would create if this run has left it, and reports
// whether that settles the matter: a webhook that proves to be gone is to be created. If
// an adoption fails, the state has the webhook as it was, so that the next run can take it
// over.
func (r *webhookResource) takeOver(ctx context.Context, c change, posted paymentapi.WebhookPatch, resp *resource.CreateResponse) bool {
	if c.plan.DeleteOnDestroy.ValueBool() {
		return false
	}
	left := r.run().Webhooks.AdoptLeft(c.plan.StoreID.ValueString(), func(w *paymentapi.Webhook) bool { return isSought(w, posted) })
	if left == nil {
		return false
	}
	c.plan.WebhookID = types.StringPointerValue(left.ID)
	c.state.StoreID, c.state.WebhookID, c.state.DeleteOnDestroy = c.plan.StoreID, c.plan.WebhookID, c.plan.DeleteOnDestroy
	c.state = c.state.withAnswer(left)
	done := r.write(ctx, &c)
	if failureOf(done.err) == missing {
		unproven := r.proveGone(ctx, c.state, c.throughMerchant, done.err)
		if unproven == nil {
			return false
		}
		addNotProven(&resp.Diagnostics, notUpdated, done.err, unproven, ifGone)
		save(ctx, resp, c.state, record{MerchantPath: c.throughMerchant})
		return true
	}
	if done.ok() {
		takenOver.warn(&resp.Diagnostics, c.ref())
	}
	r.conclude(ctx, &c, notUpdated, done, resp)
	return true
}

// remaining returns the webhooks of the store that have the URL of the one to create, by a
// list and by what this run leaves and deletes.
func (r *webhookResource) remaining(ctx context.Context, c *change, posted paymentapi.WebhookPatch, list listing) []paymentapi.Webhook {
	return r.run().Webhooks.Remaining(ctx, c.plan.StoreID.ValueString(), list.webhooks, func(w *paymentapi.Webhook) bool { return hasURL(w, posted) })
}

// afterPost returns the change from a webhook that a POST has created to the plan. Its
// state has what the service has answered, and otherwise what is planned.
func (c change) afterPost(answer *paymentapi.Webhook) change {
	clean := withoutToken(answer, c.config.AuthToken, c.config.AuthTokenWO)
	c.plan.WebhookID = types.StringValue(strings.ToLower(*answer.ID))
	c.state = c.result(clean).withAnswer(clean)
	if clean.Active == nil {
		c.state.Active = types.BoolValue(true)
	}
	return c
}

// reportNotCreated reports that the service has named no new webhook. If there may be
// one all the same, or the URL is taken, it looks for a webhook with this URL.
func (r *webhookResource) reportNotCreated(ctx context.Context, c *change, posted paymentapi.WebhookPatch, err error, diags *diag.Diagnostics) {
	switch {
	case failureOf(err).mayBeNoCall():
		addNotOffered(diags, err, c.throughMerchant)
	case paymentapi.MayHaveActed(err) || failed(err).StatusCode == http.StatusConflict:
		list, unlisted := readList(ctx, r.data.Client, c.ref().Store(), 0)
		var taken *paymentapi.Webhook
		if all := r.remaining(ctx, c, posted, list); len(all) > 0 {
			taken = &all[0]
		}
		addNotCreated(diags, err, taken, taken != nil && r.run().Webhooks.HasLeft(taken), unlisted)
	default:
		diagnostics.AddCallError(diags, notCreated, err, noneCreated)
	}
}

// Delete deletes the webhook if the state says so. Otherwise it sends nothing, and the
// webhook stays, as the plan has said.
func (r *webhookResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	diags := &resp.Diagnostics
	diags.Append(req.State.Get(ctx, &state)...)
	switch isDeleted := state.DeleteOnDestroy; {
	case diags.HasError() || isDeleted.IsNull():
		return
	case !isDeleted.ValueBool():
		r.run().Webhooks.Leave(state.webhook())
		return
	case !providerdata.RequireClient(r.data, "deleting a webhook", diags):
		return
	}
	end, ok := r.run().Webhooks.Delete(state.webhook())
	if !ok {
		keptByAnother.warn(diags, state.name())
		return
	}
	defer func() { end(!diags.HasError()) }()
	known := loadRecord(ctx, req.Private, diags)
	recorded, _ := req.Private.GetKey(ctx, recordKey)
	hasRecord := recorded != nil
	ref, err := r.sendDelete(ctx, state, known, hasRecord)
	if err == nil {
		return
	}
	if failureOf(err) != missing {
		addNotDeleted(diags, err)
	} else if unproven := r.proveDeleted(ctx, ref, known, err); unproven != nil {
		addNotProven(diags, notDeleted, err, unproven, ifGone, stateUnchanged)
	}
	if diags.HasError() && hasRecord && paymentapi.MayHaveActed(err) {
		known.DeletionInDoubt = true
		known.save(ctx, resp.Private, diags)
	}
}

// sendDelete deletes a webhook, and returns the ids that have addressed it. No CLI hands
// over the record of a tainted webhook, which says what path it has: then, the merchant's
// path follows the short one.
func (r *webhookResource) sendDelete(ctx context.Context, state model, known record, hasRecord bool) (paymentapi.WebhookRef, error) {
	ref, long := state.identity(known.MerchantPath).ref(), state.identity(true).ref()
	err := r.data.Client.DeleteWebhook(ctx, ref)
	if !hasRecord && ref != long && failureOf(err).mayBeNoCall() {
		if second := r.data.Client.DeleteWebhook(ctx, long); paymentapi.MayHaveActed(second) || !failureOf(second).mayBeNoCall() {
			return long, second
		}
	}
	return ref, err
}
