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

// Create adopts a webhook, or creates one. Update, read and delete do not know which it was.
func (r *webhookResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	r.data.Run.NoteWrite()
	var config, plan model
	diags := &resp.Diagnostics
	diags.Append(req.Config.Get(ctx, &config)...)
	diags.Append(req.Plan.Get(ctx, &plan)...)
	if diags.HasError() {
		return
	}
	c := newChange(config, plan)
	checkLifecycle(config, diags) // a CLI had it checked, but nothing must ever be created for a null id
	c.checkTokenValue(diags, " If this apply replaces a webhook, the old one may be deleted already: apply again with the token.")
	if diags.HasError() || !providerdata.RequireClient(r.data, "adopting or creating a webhook", diags) {
		return
	}
	claim := c.claim()
	if reportConflict(r.data.Run.ClaimInApply(claim), c.ref(), diags) {
		return
	}
	if claim.Action == providerdata.Adopts {
		r.adopt(ctx, c, resp)
	} else if mayExist := r.create(ctx, c, claim, resp); !mayExist {
		r.data.Run.WithdrawCreation(claim) // it is in nobody's way
	}
}

// adopt takes a webhook over with one update of what is declared. If that fails, it saves nothing.
func (r *webhookResource) adopt(ctx context.Context, c *change, resp *resource.CreateResponse) {
	answer, err := r.updateAndVerify(ctx, c, c.patch())
	if err != nil {
		addUpdateError(&resp.Diagnostics, notUpdated, c.ref(), err, "Correct `webhook_id`, `store_id` or the provider's `base_url`, or set `delete_on_destroy` instead of `webhook_id` to create a webhook. "+importOld, nothingSaved)
		return
	}
	r.saveAndProbe(ctx, resp, c.stateAfterWrite(answer), c.record)
}

// create creates a webhook with one POST, unless the store has one with its URL and triggers, and
// records it at once. It reports whether there may be a new webhook.
func (r *webhookResource) create(ctx context.Context, c *change, claim providerdata.Claim, resp *resource.CreateResponse) (mayExist bool) {
	diags := &resp.Diagnostics
	toPost := c.patch()
	toPost.Active = nil // services create live webhooks, and take no such setting
	before, err := r.listStoreOnce(ctx, c.ref())
	if err != nil && !mayListBeUnsupported(err) {
		diagnostics.AddCallError(diags, notCreated, err, "Before the provider creates a webhook, it looks for one with the same URL and triggers, so that there are never two. "+noneCreated+" "+applyAgain)
		return false
	}
	if duplicate := findDuplicate(before, toPost); duplicate != nil {
		addExists(diags, c, "The store already has a webhook with this URL and these triggers.", *duplicate.ID, noneCreated)
		return false
	}
	answer, err := r.data.Client.CreateWebhook(ctx, c.ref(), toPost)
	if answer == nil { // one with an id counts even beside an error: that webhook exists
		r.reportNotCreated(ctx, c, toPost, err, diags)
		return paymentapi.MayHaveActed(err) && !mayBeUnsupported(err)
	}
	id := strings.ToLower(*answer.ID)
	isListed := slices.ContainsFunc(before, func(w paymentapi.Webhook) bool { return sameID(*w.ID, id) })
	if isListed || !r.data.Run.RecordCreation(claim, id) {
		addExists(diags, c, "The service answered with a webhook that existed before, and may have changed it.", id, nothingSaved)
		return false
	}
	r.finishCreation(ctx, c, toPost, answer, err, resp)
	return true
}

// finishCreation records the webhook that the POST has created, checks the answer, and stops the webhook
// if that is planned. From here on, this is an update of that webhook. err is the error of the POST.
func (r *webhookResource) finishCreation(ctx context.Context, c *change, posted paymentapi.WebhookPatch, answer *paymentapi.Webhook, err error, resp *resource.CreateResponse) {
	c.plan.WebhookID = types.StringPointerValue(answer.ID)
	c.plan.ID = c.plan.WebhookID
	c.state = c.stateAfterPost(answer)
	saveCreated(ctx, resp, c.state, c.record)
	err = c.verify(posted, answer, err)
	if err == nil && differsFromState(c.config.Active, c.plan.Active, c.state.Active) {
		answer, err = r.updateAndVerify(ctx, c, paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Active: c.patch().Active}})
	}
	if err != nil {
		addFailure(&resp.Diagnostics, "Unable to Finish Webhook", err, "The service has created the webhook, and the state has it, but the CLI marks the resource as tainted, so that the next apply would replace it. To keep the webhook and finish it, run `terraform untaint` with the address of the resource, and apply again.")
		return
	}
	r.saveAndProbe(ctx, resp, c.stateAfterWrite(answer), c.record)
}

// saveCreated puts a webhook that comes to a state, and its record, into the response.
func saveCreated(ctx context.Context, resp *resource.CreateResponse, state model, record privateRecord) {
	record.save(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity(record.MerchantPath))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// saveAndProbe saves a webhook that is as planned. If reads are made by GET, it tries one,
// so that a later run notices if the webhook is gone, even if that run only plans.
func (r *webhookResource) saveAndProbe(ctx context.Context, resp *resource.CreateResponse, state model, record privateRecord) {
	if r.refreshMode() == providerdata.RefreshGet {
		ref := state.ref(record.MerchantPath)
		seen, err := r.data.Client.TryGetWebhook(ctx, ref)
		record.Readable = verifyAnswer(ref, paymentapi.WebhookPatch{}, seen, err) == nil
	}
	saveCreated(ctx, resp, state, record)
}

// reportNotCreated reports that the service has named no new webhook. If there may be one
// all the same, or if the URL is taken, it looks for a webhook with this URL.
func (r *webhookResource) reportNotCreated(ctx context.Context, c *change, toPost paymentapi.WebhookPatch, err error, diags *diag.Diagnostics) {
	switch {
	case mayBeUnsupported(err):
		diagnostics.AddError(diags, notCreated, diagnostics.Paragraphs(err.Error(), noneCreated,
			"This service creates no webhooks by its API, or `store_id` or the provider's `base_url` is wrong. To adopt a webhook that you have created in the service's console, set `webhook_id` instead of `delete_on_destroy`.", importOld))
	case paymentapi.MayHaveActed(err) || hasStatus(err, http.StatusConflict):
		taken, listErr := r.findByURL(ctx, c, toPost)
		addNotCreated(diags, c, err, taken, listErr)
	default:
		diagnostics.AddCallError(diags, notCreated, err, noneCreated)
	}
}

// findByURL reads the list of the store afresh, and returns another webhook with the URL of a
// patch, nil if there is none. The error says why the list could not be read.
func (r *webhookResource) findByURL(ctx context.Context, c *change, patch paymentapi.WebhookPatch) (*paymentapi.Webhook, error) {
	all, err := r.data.Client.ListWebhooks(ctx, c.ref(), 0)
	found := slices.IndexFunc(all, func(w paymentapi.Webhook) bool { return hasURL(&w, patch) && !sameID(*w.ID, c.ref().WebhookID) })
	if found < 0 {
		return nil, err
	}
	return &all[found], nil
}

// Update sends what is declared if any of it differs from the state, and nothing else.
func (r *webhookResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	r.data.Run.NoteWrite()
	c := &change{}
	diags := &resp.Diagnostics
	diags.Append(req.Config.Get(ctx, &c.config)...)
	diags.Append(req.Plan.Get(ctx, &c.plan)...)
	diags.Append(req.State.Get(ctx, &c.state)...)
	c.record, _ = loadRecord(ctx, req.Private, diags)
	c.checkTokenValue(diags, "")
	if diags.HasError() || c.needsUpdate() && !providerdata.RequireClient(r.data, "updating a webhook", diags) {
		return
	}
	updated := c.plan.fillUnknowns(c.state)
	if c.needsUpdate() {
		answer, err := r.updateAndVerify(ctx, c, c.patch())
		if err != nil {
			r.reportNotUpdated(ctx, c, err, diags)
			return
		}
		updated = c.stateAfterWrite(answer)
	}
	if resp.Identity.Raw.IsFullyNull() { // recorded by a CLI without identities
		diags.Append(resp.Identity.Set(ctx, updated.identity(c.record.MerchantPath))...)
	}
	diags.Append(resp.State.Set(ctx, updated)...)
}

// reportNotUpdated reports an update that failed. If its URL is taken, it looks for who has it.
func (r *webhookResource) reportNotUpdated(ctx context.Context, c *change, err error, diags *diag.Diagnostics) {
	if hasStatus(err, http.StatusConflict) {
		if taken, _ := r.findByURL(ctx, c, c.patch()); taken != nil {
			diagnostics.AddError(diags, notUpdated, diagnostics.Paragraphs(err.Error(), "The store has another webhook with this URL. Its id is "+*taken.ID+".",
				"If this apply gives that webhook another URL, or destroys it, apply again. If two webhooks swap their URLs, first give one of them a third URL, in an apply of its own.", stateUnchanged))
			return
		}
	}
	addUpdateError(diags, notUpdated, c.ref(), err, "If it is gone, remove the resource from the state with `terraform state rm`. The next apply then creates another webhook, or adopts that of `webhook_id`.", stateUnchanged)
}

// updateAndVerify updates the webhook of a change. The answer must have what was asked for.
func (r *webhookResource) updateAndVerify(ctx context.Context, c *change, patch paymentapi.WebhookPatch) (*paymentapi.Webhook, error) {
	answer, err := r.data.Client.UpdateWebhook(ctx, c.ref(), patch)
	return answer, c.verify(patch, answer, err)
}

// Delete deletes the webhook if the state says so. Otherwise it sends nothing.
func (r *webhookResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	r.data.Run.NoteWrite()
	var state model
	diags := &resp.Diagnostics
	diags.Append(req.State.Get(ctx, &state)...)
	record, hasRecord := loadRecord(ctx, req.Private, diags)
	if diags.HasError() || !state.DeleteOnDestroy.ValueBool() || !providerdata.RequireClient(r.data, "deleting a webhook", diags) {
		return
	}
	claim, ref := state.deletionClaim(), state.ref(record.MerchantPath)
	if reportConflict(r.data.Run.ClaimInApply(claim), ref, diags) {
		return
	}
	err := r.data.Client.DeleteWebhook(ctx, ref)
	if !hasRecord {
		err = r.deleteThroughMerchant(ctx, state, err)
	}
	switch {
	case err == nil:
		r.data.Run.Deleted.Store(claim.ID, nil)
	case !isOwnNotFound(err):
		addNotDeleted(diags, err)
	case record.Readable && r.refreshMode() == providerdata.RefreshGet: // it was gone before, unless a GET says otherwise
		if _, readErr := r.data.Client.GetWebhook(ctx, ref); readErr == nil {
			stillThere.fail(diags, ref, err.Error())
		}
	}
}

// deleteThroughMerchant tries the merchant's path if the short one failed with shortErr, and returns the
// error that counts. A tainted webhook that is replaced comes without its record, which knows the path.
func (r *webhookResource) deleteThroughMerchant(ctx context.Context, state model, shortErr error) error {
	if state.MerchantID.IsNull() || !hasStatus(shortErr, http.StatusNotFound, http.StatusMethodNotAllowed) {
		return shortErr
	}
	err := r.data.Client.DeleteWebhook(ctx, state.ref(true))
	if isUnsupported(err) { // the service has no such path
		return shortErr
	}
	return err
}
