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

// Create adopts the webhook with one update of what is declared, or creates it.
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
		r.create(ctx, c, resp)
		return
	}
	if _, ok := r.data.Run.Webhooks.Begin(providerdata.FateAdopting, c.plan.webhook()); !ok {
		addDeleted(&resp.Diagnostics, c.ref())
		return
	}
	if answer, _ := r.write(ctx, &c, &resp.Diagnostics); answer != nil {
		r.settle(ctx, resp, c.result(answer), record{MerchantPath: c.throughMerchant})
	}
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
	seen, _ := r.glance(ctx, state.identity(kept.MerchantPath).ref())
	kept.Readable = seen != nil
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
		known.Doubt, known.TokenInDoubt, known.DeletionInDoubt, known.Imported = time.Time{}, false, false, false
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
		addMismatch(diags, ref, differing, c.remains(true))
		return nil, true
	}
	return answer, true
}

// create creates the webhook: it looks for one that exists, sends one POST, saves what
// the service has named, before anything else is sent, and finishes what a POST cannot
// set. If this run has just left that very webhook, create takes it over again.
func (r *webhookResource) create(ctx context.Context, c change, resp *resource.CreateResponse) {
	diags := &resp.Diagnostics
	posted := c.patch()
	posted.Active = nil // services create live webhooks, and take no such setting
	if !c.plan.DeleteOnDestroy.ValueBool() {
		left := r.data.Run.Webhooks.Claim(c.plan.StoreID.ValueString(), func(w *paymentapi.Webhook) bool { return isSought(w, posted) })
		if left != nil {
			r.takeOver(ctx, c, left, resp)
			return
		}
	}
	before, isNew := r.look(ctx, &c, posted, diags)
	if !isNew {
		return
	}
	answer, err := r.data.Client.CreateWebhook(ctx, c.ref().Store(), posted)
	switch {
	case answer == nil:
		r.reportNotCreated(ctx, &c, posted, err, diags)
		return
	case before.find(*answer.ID) != nil:
		addExists(diags, "The service answered with a webhook that existed before, and may have changed it.", answer, takeItOver, nothingSaved)
		return
	}
	made, answer := c.made(answer)
	kept := record{MerchantPath: c.throughMerchant}
	save(ctx, resp, made.state, kept)
	var differing []difference
	if err == nil {
		differing = mismatch(made.ref(), posted, answer)
	}
	if err == nil && len(differing) == 0 && made.sends() {
		answer, differing, err = r.finish(ctx, &made)
		if err != nil && paymentapi.MayHaveActed(err) || len(differing) > 0 {
			kept.Doubt = time.Now()
			save(ctx, resp, made.inDoubt(), kept)
		}
	}
	switch {
	case err != nil:
		diagnostics.AddCallError(diags, "Unable to Finish Webhook", err, made.unfinished())
	case len(differing) > 0:
		addMismatch(diags, made.ref(), differing, made.unfinished())
	default:
		r.settle(ctx, resp, made.result(answer), kept)
	}
}

// isSought reports whether a webhook has the URL and the triggers of one to create.
func isSought(w *paymentapi.Webhook, posted paymentapi.WebhookPatch) bool {
	return hasURL(w, posted) && len(settingDifferences(posted, w)) == 0
}

func hasURL(w *paymentapi.Webhook, posted paymentapi.WebhookPatch) bool {
	return w.URL != nil && sameURL(*w.URL, *posted.URL)
}

// takeOver adopts a webhook that this run has left. If that fails, the state has it as
// it was, so that the next run can take it over.
func (r *webhookResource) takeOver(ctx context.Context, c change, left *paymentapi.Webhook, resp *resource.CreateResponse) {
	c.plan.WebhookID = types.StringPointerValue(left.ID)
	kept, before := record{MerchantPath: c.throughMerchant}, emptyModel()
	before.StoreID, before.WebhookID, before.DeleteOnDestroy = c.plan.StoreID, c.plan.WebhookID, c.plan.DeleteOnDestroy
	before = before.withAnswer(left)
	save(ctx, resp, before, kept)
	answer, acted := r.write(ctx, &c, &resp.Diagnostics)
	switch c.state = before; {
	case answer != nil:
		addTakenOver(&resp.Diagnostics, c.ref())
		r.settle(ctx, resp, c.result(answer), kept)
	case acted:
		kept.Doubt, kept.TokenInDoubt = time.Now(), c.renewsToken()
		save(ctx, resp, c.inDoubt(), kept)
	}
}

// look reports whether the store has no webhook yet with the URL and the triggers: after
// a creation in doubt, the new webhook could be a second one. What this run deletes is
// none, however long a list still has it. It returns the list in which it has looked, an
// empty one if the service lists no webhooks.
func (r *webhookResource) look(ctx context.Context, c *change, posted paymentapi.WebhookPatch, diags *diag.Diagnostics) (listing, bool) {
	list, err := r.listOnce(ctx, c.ref())
	if err != nil && !isNotListed(err) {
		addNotLookedUp(diags, err)
		return list, false
	}
	for _, w := range append(r.data.Run.Webhooks.Leaving(c.plan.StoreID.ValueString()), list.webhooks...) {
		if hasURL(&w, posted) && !r.data.Run.Webhooks.IsDeleted(ctx, *w.ID) && isSought(&w, posted) {
			addExists(diags, "The store already has a webhook with this URL and these triggers.", &w, ifRenamed, takeItOver, ifReplaced, nothingSent)
			return list, false
		}
	}
	return list, true
}

// made returns the change from the webhook that a POST has made to the plan, and the
// answer without what repeats the token.
func (c change) made(answer *paymentapi.Webhook) (change, *paymentapi.Webhook) {
	c.plan.WebhookID = types.StringValue(strings.ToLower(*answer.ID))
	answer = withoutToken(answer, c.config.AuthToken, c.config.AuthTokenWO)
	c.state = c.result(answer).withAnswer(answer)
	if answer.Active == nil {
		c.state.Active = types.BoolValue(true)
	}
	return c, answer
}

// finish sends the setting that the service has not taken with the POST.
func (r *webhookResource) finish(ctx context.Context, made *change) (*paymentapi.Webhook, []difference, error) {
	patch := made.patch()
	second := paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Active: patch.Active}}
	answer, err := r.data.Client.FinishWebhook(ctx, made.ref(), second)
	if err != nil {
		return nil, nil, err
	}
	answer = withoutToken(answer, made.config.AuthToken, made.config.AuthTokenWO)
	return answer, mismatch(made.ref(), patch, answer), nil
}

// reportNotCreated reports that the service has named no new webhook. If there may be
// one all the same, or the URL is taken, it looks for a webhook with this URL.
func (r *webhookResource) reportNotCreated(ctx context.Context, c *change, posted paymentapi.WebhookPatch, err error, diags *diag.Diagnostics) {
	switch doubt := paymentapi.MayHaveActed(err); {
	case isMaybeNoCall(err):
		addNotOffered(diags, err, c.throughMerchant)
	case doubt || failed(err).StatusCode == http.StatusConflict:
		list, unlisted := readList(ctx, r.data.Client, c.ref().Store(), 0)
		taken := list.first(func(w *paymentapi.Webhook) bool {
			return hasURL(w, posted) && !r.data.Run.Webhooks.IsDeleted(ctx, *w.ID)
		})
		addNotCreated(diags, err, doubt, taken, unlisted)
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
	known := loadRecord(ctx, req.Private, diags)
	switch isDeleted := state.DeleteOnDestroy; {
	case diags.HasError() || isDeleted.IsNull():
		return
	case !isDeleted.ValueBool() && r.data != nil:
		r.data.Run.Webhooks.Begin(providerdata.FateLeft, state.webhook())
		return
	case !providerdata.RequireClient(r.data, "deleting a webhook", diags):
		return
	}
	ref, fate := state.identity(known.MerchantPath).ref(), providerdata.FateUndeleted
	end, ok := r.data.Run.Webhooks.Begin(providerdata.FateDeleting, state.webhook())
	if !ok {
		addKept(diags, ref)
		return
	}
	defer func() { end(fate) }()
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
	switch {
	case !diags.HasError():
		fate = providerdata.FateDeleted
	case kept != nil && paymentapi.MayHaveActed(err):
		known.DeletionInDoubt = true
		known.save(ctx, resp.Private, diags)
	}
}
