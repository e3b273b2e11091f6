// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Create adopts the webhook with one update of what is declared, or creates it. If
// reads are made by GET, it tries one, so that a later run notices if the webhook is
// gone, even if that run only plans.
func (r *webhookResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	c := change{state: emptyModel()}
	resp.Diagnostics.Append(req.Config.Get(ctx, &c.config)...)
	resp.Diagnostics.Append(req.Plan.Get(ctx, &c.plan)...)
	if !resp.Diagnostics.HasError() {
		checkLife(c.config, true, &resp.Diagnostics) // an id that was unknown may be null
		c.checkTokenValue(&resp.Diagnostics)
	}
	if resp.Diagnostics.HasError() || !providerdata.RequireClient(r.data, "adopting or creating a webhook", &resp.Diagnostics) {
		return
	}
	c.throughMerchant = !c.config.MerchantID.IsNull()
	if c.config.WebhookID.IsNull() {
		r.create(ctx, &c, resp)
		return
	}
	if r.begins(adopts, c.ref()) == deletes {
		addDeleted(&resp.Diagnostics, c.ref())
		return
	}
	answer, _ := r.write(ctx, &c, &resp.Diagnostics)
	if answer == nil {
		return
	}
	seen, _ := r.glance(ctx, c.ref())
	created, kept := c.result(answer), record{MerchantPath: c.throughMerchant, Readable: seen != nil}
	kept.save(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, created.identity(c.throughMerchant))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, created)...)
}

// What a run may do with a webhook that leaves one resource and comes to another. A CLI
// does both at the same time, so only the first is done.
const (
	adopts  = "adopts"
	deletes = "deletes"
)

// begins notes what is begun with a webhook, and returns what the run has begun first.
func (r *webhookResource) begins(what string, ref paymentapi.WebhookRef) any {
	first, _ := r.data.Begun.LoadOrStore(strings.ToLower(ref.WebhookID), what)
	return first
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
	if resp.Diagnostics.HasError() {
		return
	}
	updated := c.plan.withoutUnknowns(c.state)
	if c.sends() {
		if !providerdata.RequireClient(r.data, "updating a webhook", &resp.Diagnostics) {
			return
		}
		answer, acted := r.write(ctx, &c, &resp.Diagnostics)
		if answer == nil {
			if acted {
				known.Doubt, known.TokenInDoubt = time.Now(), known.TokenInDoubt || c.renewsToken()
				known.save(ctx, resp.Private, &resp.Diagnostics)
				resp.Diagnostics.Append(resp.State.Set(ctx, c.inDoubt())...)
			}
			return
		}
		known.Doubt, known.TokenInDoubt, known.DeletionInDoubt = time.Time{}, false, false
		known.save(ctx, resp.Private, &resp.Diagnostics)
		updated = c.result(answer)
	}
	if resp.Identity.Raw.IsFullyNull() { // recorded by a CLI without identities
		resp.Diagnostics.Append(resp.Identity.Set(ctx, updated.identity(c.throughMerchant))...)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, updated)...)
}

// write sends what c declares. It returns nil after an error, which it reports;
// acted says whether the service may have taken it over all the same.
func (r *webhookResource) write(ctx context.Context, c *change, diags *diag.Diagnostics) (answer *paymentapi.Webhook, acted bool) {
	patch := c.patch()
	answer, err := r.data.Client.UpdateWebhook(ctx, c.ref(), patch)
	if err != nil {
		addWriteError(diags, c, err)
		return nil, paymentapi.MayHaveActed(err)
	}
	answer = withoutToken(answer, c.config.AuthToken, c.config.AuthTokenWO, c.state.AuthToken)
	ref := c.ref()
	if sameText(c.config.MerchantID, c.plan.MerchantID) { // also if it is not addressed through the merchant
		ref.MerchantID = c.config.MerchantID.ValueString()
	}
	if differing := mismatch(ref, patch, answer); len(differing) > 0 {
		addMismatch(diags, ref, differing, c.kept(true))
		return nil, true
	}
	return answer, true
}

// create creates the webhook with one POST. Once the service has named it, it is in
// the response, before anything else is sent: whatever fails then, the state has it.
func (r *webhookResource) create(ctx context.Context, c *change, resp *resource.CreateResponse) {
	diags := &resp.Diagnostics
	wanted := c.patch()
	posted := wanted
	posted.Active = nil // services create live webhooks, and take no such setting
	before, ok := r.mayCreate(ctx, c, posted, diags)
	if !ok {
		return
	}
	answer, err := r.data.Client.CreateWebhook(ctx, c.ref().Store(), posted)
	switch {
	case answer == nil:
		r.reportNotCreated(ctx, c, posted, err, diags)
		return
	case before.find(*answer.ID) != nil:
		addExists(diags, "The service answered with a webhook that existed before, and may have changed it.", answer, nothingSaved)
		return
	}
	c.plan.WebhookID = types.StringValue(strings.ToLower(*answer.ID))
	answer = withoutToken(answer, c.config.AuthToken, c.config.AuthTokenWO)
	if answer.Active == nil {
		answer.Active = new(true)
	}
	c.state = c.result(answer).withAnswer(answer)
	kept := record{MerchantPath: c.throughMerchant}
	keep := func(state model) {
		kept.save(ctx, resp.Private, diags)
		diags.Append(resp.State.Set(ctx, state)...)
	}
	keep(c.state)
	diags.Append(resp.Identity.Set(ctx, c.state.identity(c.throughMerchant))...)

	differing := mismatch(c.ref(), posted, answer)
	if err == nil && len(differing) == 0 && c.sends() {
		second := paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Active: wanted.Active}}
		if answer, err = r.data.Client.FinishWebhook(ctx, c.ref(), second); err == nil {
			answer = withoutToken(answer, c.config.AuthToken, c.config.AuthTokenWO)
			differing = mismatch(c.ref(), wanted, answer)
		}
		if err != nil && paymentapi.MayHaveActed(err) || len(differing) > 0 {
			kept.Doubt = time.Now()
			keep(c.inDoubt())
		}
	}
	switch {
	case err != nil:
		diagnostics.AddCallError(diags, "Unable to Finish Webhook", err, c.unfinished())
	case len(differing) > 0:
		addMismatch(diags, c.ref(), differing, c.unfinished())
	default:
		seen, _ := r.glance(ctx, c.ref())
		kept.Readable = seen != nil
		keep(c.result(answer))
	}
}

// mayCreate reports whether the store has no webhook yet with the URL and the
// triggers: after a creation in doubt, the new webhook could be a second one. It
// returns the list in which it has looked, an empty one if the service lists no webhooks.
func (r *webhookResource) mayCreate(ctx context.Context, c *change, posted paymentapi.WebhookPatch, diags *diag.Diagnostics) (listing, bool) {
	same := func(w *paymentapi.Webhook) bool { return hasURL(w, posted) && len(settingDifferences(posted, w)) == 0 }
	list, err := r.listOnce(ctx, c.ref())
	if list.first(same) != nil { // it may have been deleted since, in the same run
		list, err = readList(ctx, r.data.Client, c.ref().Store(), 0)
	}
	switch {
	case isNotListed(err):
	case err != nil:
		addNotLookedUp(diags, err)
	case list.first(same) != nil:
		addExists(diags, "The store already has a webhook with this URL and these triggers. It may come from an earlier apply that failed.", list.first(same), nothingSent)
	}
	return list, !diags.HasError()
}

func hasURL(w *paymentapi.Webhook, posted paymentapi.WebhookPatch) bool {
	return w.URL != nil && sameURL(*w.URL, *posted.URL)
}

// reportNotCreated reports that the service has named no new webhook. If there may be
// one all the same, or the URL is taken, it looks for a webhook with this URL.
func (r *webhookResource) reportNotCreated(ctx context.Context, c *change, posted paymentapi.WebhookPatch, err error, diags *diag.Diagnostics) {
	switch doubt := paymentapi.MayHaveActed(err); {
	case isMaybeNoCall(err):
		addNotOffered(diags, err, c.throughMerchant)
	case doubt || failed(err).StatusCode == http.StatusConflict:
		list, unlisted := readList(ctx, r.data.Client, c.ref().Store(), 0)
		addNotCreated(diags, err, doubt, list, unlisted, posted)
	default:
		diagnostics.AddCallError(diags, notCreated, err, "No webhook was created.")
	}
}

// Delete deletes the webhook if the state says so. Otherwise it sends nothing, and the
// webhook stays, as the plan has said.
func (r *webhookResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	var state model
	diags := &resp.Diagnostics
	diags.Append(req.State.Get(ctx, &state)...)
	known := loadRecord(ctx, req.Private, diags)
	if diags.HasError() || !state.DeleteOnDestroy.ValueBool() || !providerdata.RequireClient(r.data, "deleting a webhook", diags) {
		return
	}
	ref := state.identity(known.MerchantPath).ref()
	if r.begins(deletes, ref) == adopts {
		addKept(diags, ref)
		return
	}
	err := r.data.Client.DeleteWebhook(ctx, ref)
	// No CLI hands over the record of a tainted webhook, which says what path it has.
	kept, _ := req.Private.GetKey(ctx, recordKey)
	if long := state.identity(true).ref(); kept == nil && ref != long && isMaybeNoCall(err) {
		if second := r.data.Client.DeleteWebhook(ctx, long); !isMaybeNoCall(second) {
			ref, err = long, second
		}
	}
	switch {
	case err == nil:
	case verdicts[paymentapi.FaultOf(err)].call != readMissing:
		addNotDeleted(diags, err)
	default:
		if unproven := r.proveDeleted(ctx, ref, known, err); unproven != nil {
			addNotProven(diags, notDeleted, err, unproven)
		}
	}
	if kept != nil && diags.HasError() && paymentapi.MayHaveActed(err) {
		known.DeletionInDoubt = true
		known.save(ctx, resp.Private, diags)
	}
}
