// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Create adopts a webhook, or creates one. Only here the two part: update, read and delete
// do not know which it was.
func (r *webhookResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	c := change{state: emptyModel()}
	diags := &resp.Diagnostics
	diags.Append(req.Config.Get(ctx, &c.config)...)
	diags.Append(req.Plan.Get(ctx, &c.plan)...)
	if diags.HasError() {
		return
	}
	checkConfig(c.config, diags)
	c.checkTokenValue(diags)
	if diags.HasError() || !providerdata.RequireClient(r.data, "adopting or creating a webhook", diags) {
		return
	}
	c.throughMerchant = !c.config.MerchantID.IsNull()
	if c.config.WebhookID.IsNull() {
		r.create(ctx, c, resp)
	} else {
		r.adopt(ctx, c, resp)
	}
}

// adopt takes a webhook over with one update of what is declared. If that fails, nothing is
// saved.
func (r *webhookResource) adopt(ctx context.Context, c change, resp *resource.CreateResponse) {
	if !r.addClaim(c.claim(false), c.ref(), &resp.Diagnostics) {
		return
	}
	answer, err := r.write(ctx, &c, c.patch())
	if err != nil {
		addWriteError(&resp.Diagnostics, notUpdated, c.ref(), err, "Correct `webhook_id` and `store_id`, or set `delete_on_destroy` instead of `webhook_id` to create a webhook.", nothingSaved)
		return
	}
	r.saveAndProbe(ctx, resp, c.result(answer), record{MerchantPath: c.throughMerchant})
}

// create creates a webhook with one POST, and records it at once, whatever follows. It
// creates none if the store has one with the URL and the triggers, or if another resource
// of this apply creates it.
func (r *webhookResource) create(ctx context.Context, c change, resp *resource.CreateResponse) {
	diags := &resp.Diagnostics
	claim := c.claim(false)
	if !r.addClaim(claim, c.ref(), diags) {
		return
	}
	posted := c.patch()
	posted.Active = nil // services create live webhooks, and take no such setting
	before, err := r.listStore(ctx, c.ref())
	existing := slices.IndexFunc(before, func(w paymentapi.Webhook) bool { return matchesPlan(&w, posted) })
	switch {
	case existing >= 0:
		addExists(diags, &c, "The store already has a webhook with this URL and these triggers.", *before[existing].ID, noneCreated)
	case err != nil && !isNotListed(err):
		addDuplicateCheckFailed(diags, err)
	}
	if diags.HasError() {
		r.data.Run.Claims.Remove(claim)
		return
	}
	answer, err := r.data.Client.CreateWebhook(ctx, c.ref().Store(), posted)
	if answer == nil {
		if !paymentapi.MayHaveActed(err) || isNotOffered(err) {
			r.data.Run.Claims.Remove(claim)
		}
		r.reportNotCreated(ctx, &c, posted, err, diags)
		return
	}
	recorded := claim
	recorded.ID = strings.ToLower(*answer.ID)
	if _, isOld := r.data.Run.Claims.Add(recorded, claim); isOld || slices.ContainsFunc(before, func(w paymentapi.Webhook) bool { return sameID(*w.ID, *answer.ID) }) {
		addExists(diags, &c, "The service answered with a webhook that existed before, and may have changed it.", *answer.ID, nothingSaved)
		return
	}
	created := c.afterPost(answer)
	private := record{MerchantPath: c.throughMerchant}
	save(ctx, resp, created.state, private)
	if err = check(created.expected(), posted, answer, err); err == nil && created.sends() { // what a creation cannot set
		answer, err = r.write(ctx, &created, paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Active: created.patch().Active}})
	}
	if err != nil {
		addWriteError(diags, "Unable to Finish Webhook", created.ref(), err, "", "The service has the webhook, and the state has it too, but the CLI marks the resource as tainted, so that the next apply would replace it. To keep the webhook and finish it, run `terraform untaint` with the address of the resource, and apply again.")
		return
	}
	r.saveAndProbe(ctx, resp, created.result(answer), private)
}

// afterPost returns what is left to do for a webhook that was created. Its state is what was
// planned, as far as the service has not answered otherwise: a new webhook is active.
func (c *change) afterPost(answer *paymentapi.Webhook) change {
	created := *c
	created.plan.WebhookID = types.StringPointerValue(answer.ID)
	created.state = created.plan
	created.state.Active = types.BoolValue(true)
	created.state = created.state.withAnswer(answer).withoutUnknowns(emptyModel())
	return created
}

// save puts a webhook that comes to a state, and its record, into the response.
func save(ctx context.Context, resp *resource.CreateResponse, state model, private record) {
	private.save(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity(private.MerchantPath))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// saveAndProbe saves a webhook that is as planned. If reads are made by GET, it tries one,
// so that a later run notices if the webhook is gone, even if that run only plans.
func (r *webhookResource) saveAndProbe(ctx context.Context, resp *resource.CreateResponse, state model, private record) {
	if ref := state.ref(private.MerchantPath); r.mode() == providerdata.RefreshGet {
		seen, err := r.data.Client.GlanceAtWebhook(ctx, ref)
		private.Readable = check(ref, noChange, seen, err) == nil
	}
	save(ctx, resp, state, private)
}

// reportNotCreated reports that the service has named no new webhook. If there may be one
// all the same, or if the URL is taken, it looks for a webhook with this URL.
func (r *webhookResource) reportNotCreated(ctx context.Context, c *change, posted paymentapi.WebhookPatch, err error, diags *diag.Diagnostics) {
	switch {
	case isNotOffered(err):
		diagnostics.AddError(diags, notCreated, diagnostics.Paragraphs(err.Error(), notOffered, noneCreated))
	case paymentapi.MayHaveActed(err) || hasStatus(err, http.StatusConflict):
		taken, unlisted := r.findURL(ctx, c, posted)
		addNotCreated(diags, c, posted, err, taken, unlisted)
	default:
		diagnostics.AddCallError(diags, notCreated, err, noneCreated)
	}
}

// findURL reads the list of the store afresh, and returns another webhook with the URL of a
// patch, nil if there is none. The error says why the list could not be read.
func (r *webhookResource) findURL(ctx context.Context, c *change, patch paymentapi.WebhookPatch) (*paymentapi.Webhook, error) {
	all, err := readList(ctx, r.data.Client, c.ref().Store(), 0)
	found := slices.IndexFunc(all, func(w paymentapi.Webhook) bool { return hasURL(&w, patch) && !sameID(*w.ID, c.ref().WebhookID) })
	if found < 0 {
		return nil, err
	}
	return &all[found], nil
}

// Update sends what is declared if any of it differs from the state, and nothing
// else.
func (r *webhookResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	var c change
	diags := &resp.Diagnostics
	diags.Append(req.Config.Get(ctx, &c.config)...)
	diags.Append(req.Plan.Get(ctx, &c.plan)...)
	diags.Append(req.State.Get(ctx, &c.state)...)
	private, _ := loadRecord(ctx, req.Private, diags)
	c.throughMerchant = private.MerchantPath
	if diags.HasError() {
		return
	}
	checkTriggers(c.config.Triggers, diags)
	checkTokens(c.config, diags)
	c.checkTokenValue(diags)
	if diags.HasError() || c.sends() && !providerdata.RequireClient(r.data, "updating a webhook", diags) {
		return
	}
	claim := providerdata.Claim{ID: strings.ToLower(c.state.WebhookID.ValueString())}
	if !r.addClaim(claim, c.ref(), diags) {
		return
	}
	updated := c.plan.withoutUnknowns(c.state)
	if c.sends() {
		answer, err := r.write(ctx, &c, c.patch())
		if err != nil {
			r.reportNotUpdated(ctx, &c, err, diags)
			return
		}
		updated = c.result(answer)
	}
	if resp.Identity.Raw.IsFullyNull() { // recorded by a CLI without identities
		diags.Append(resp.Identity.Set(ctx, updated.identity(c.throughMerchant))...)
	}
	diags.Append(resp.State.Set(ctx, updated)...)
}

// reportNotUpdated reports an update that failed. If its URL is taken, it looks for the
// webhook that has it.
func (r *webhookResource) reportNotUpdated(ctx context.Context, c *change, err error, diags *diag.Diagnostics) {
	if hasStatus(err, http.StatusConflict) {
		if taken, _ := r.findURL(ctx, c, c.patch()); taken != nil {
			addURLTaken(diags, err, *taken.ID)
			return
		}
	}
	addWriteError(diags, notUpdated, c.ref(), err, "If it is gone, remove the resource from the state with `terraform state rm`. The next apply then creates another webhook, or adopts that of `webhook_id`.", stateUnchanged)
}

// write updates the webhook of a change. The answer must have what was asked for.
func (r *webhookResource) write(ctx context.Context, c *change, patch paymentapi.WebhookPatch) (*paymentapi.Webhook, error) {
	answer, err := r.data.Client.UpdateWebhook(ctx, c.ref(), patch)
	return answer, check(c.expected(), patch, answer, err)
}

// expected returns the ids that an answer must have: the configured merchant also if the
// webhook is not addressed through it.
func (c *change) expected() paymentapi.WebhookRef {
	ref := c.ref()
	if declares(c.config.MerchantID, c.plan.MerchantID) {
		ref.MerchantID = c.plan.MerchantID.ValueString()
	}
	return ref
}

// Delete deletes the webhook if the state says so. Otherwise it sends nothing, and the
// webhook stays, as the plan has said.
func (r *webhookResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	diags := &resp.Diagnostics
	diags.Append(req.State.Get(ctx, &state)...)
	if diags.HasError() || !state.DeleteOnDestroy.ValueBool() || !providerdata.RequireClient(r.data, "deleting a webhook", diags) {
		return
	}
	claim := state.deletion(false)
	if !r.addClaim(claim, state.ref(false), diags) {
		return
	}
	ref, private, err := r.sendDelete(ctx, req, state, resp)
	switch {
	case err == nil:
	case !isOwnNotFound(err):
		addNotDeleted(diags, err)
	case private.Readable && r.mode() == providerdata.RefreshGet:
		if _, unread := r.data.Client.GetWebhook(ctx, ref); unread == nil {
			stillThere.fail(diags, ref, err.Error())
		}
	}
	if !diags.HasError() {
		r.data.Run.Claims.Add(providerdata.Claim{Action: providerdata.Deleted, ID: claim.ID}, claim)
	}
}

// sendDelete deletes a webhook, and returns the ids that have addressed it. No CLI hands
// over the record of a tainted webhook, which says what path it has: then, the merchant's
// path follows the short one.
func (r *webhookResource) sendDelete(ctx context.Context, req resource.DeleteRequest, state model, resp *resource.DeleteResponse) (paymentapi.WebhookRef, record, error) {
	private, found := loadRecord(ctx, req.Private, &resp.Diagnostics)
	ref, long := state.ref(private.MerchantPath), state.ref(true)
	err := r.data.Client.DeleteWebhook(ctx, ref)
	if found || ref == long || !hasStatus(err, http.StatusNotFound, http.StatusMethodNotAllowed) {
		return ref, private, err
	}
	second := r.data.Client.DeleteWebhook(ctx, long)
	if isNotOffered(second) && !isOwnNotFound(second) { // the service does not have the other path
		return ref, private, err
	}
	return long, private, second
}
