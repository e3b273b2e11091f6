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
	checkConfig(c.config, true, diags)
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
	claim, _ := c.claim(false)
	if !r.addClaim(claim, c.ref(), &resp.Diagnostics) {
		return
	}
	done := r.write(ctx, &c, c.patch())
	if !done.ok() {
		addNotAdopted(&resp.Diagnostics, &c, done)
		return
	}
	r.saveAndProbe(ctx, resp, c.result(done.answer), record{MerchantPath: c.throughMerchant})
}

// create creates a webhook with one POST, and records it at once, whatever follows. It
// creates none if the store has one with the URL and the triggers, or if another resource
// of this apply creates it.
func (r *webhookResource) create(ctx context.Context, c change, resp *resource.CreateResponse) {
	diags := &resp.Diagnostics
	claim, _ := c.claim(false)
	if !r.addClaim(claim, c.ref(), diags) {
		return
	}
	posted := c.patch()
	posted.Active = nil // services create live webhooks, and take no such setting
	before, err := r.listStore(ctx, c.ref())
	existing := slices.IndexFunc(before.webhooks, func(w paymentapi.Webhook) bool { return matchesPlan(&w, posted) })
	if err != nil || existing >= 0 {
		r.claims().Remove(claim)
		if err != nil {
			addDuplicateCheckFailed(diags, err)
		} else {
			addExists(diags, &c, *before.webhooks[existing].ID)
		}
		return
	}
	answer, err := r.data.Client.CreateWebhook(ctx, c.ref().Store(), posted)
	if answer == nil {
		if !paymentapi.MayHaveActed(err) {
			r.claims().Remove(claim)
		}
		r.reportNotCreated(ctx, &c, posted, err, diags)
		return
	}
	recorded := claim
	recorded.ID = strings.ToLower(*answer.ID)
	if _, isOld := r.claims().Add(recorded, claim); isOld || before.find(*answer.ID) != nil {
		addExistedBefore(diags, &c, *answer.ID)
		return
	}
	created := c.afterPost(answer)
	kept := record{MerchantPath: c.throughMerchant}
	save(ctx, resp, created.state, kept)
	done := outcome{answer, differences(created.ref(), posted, answer), err}
	if done.ok() && created.sends() {
		done = r.applyRemaining(ctx, &created)
	}
	if !done.ok() {
		addUnfinished(diags, &created, done)
		return
	}
	r.saveAndProbe(ctx, resp, created.result(done.answer), kept)
}

// afterPost returns what is left to do for a webhook that was created. Its state is what was
// planned, as far as the service has not answered otherwise: a new webhook is active.
func (c *change) afterPost(answer *paymentapi.Webhook) change {
	created := *c
	created.plan.WebhookID = types.StringPointerValue(answer.ID)
	created.plan.ID = created.plan.WebhookID
	created.state = created.plan
	created.state.Active = types.BoolValue(true)
	created.state = created.state.withAnswer(answer).withoutUnknowns(emptyModel())
	return created
}

// applyRemaining sends what a creation cannot set.
func (r *webhookResource) applyRemaining(ctx context.Context, created *change) outcome {
	return r.write(ctx, created, paymentapi.WebhookPatch{WebhookSettings: paymentapi.WebhookSettings{Active: created.patch().Active}})
}

// save puts a webhook that comes to a state, and its record, into the response.
func save(ctx context.Context, resp *resource.CreateResponse, state model, kept record) {
	kept.save(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, state.identity(kept.MerchantPath))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, state)...)
}

// saveAndProbe saves a webhook that is as planned. If reads are made by GET, it tries one,
// so that a later run notices if the webhook is gone, even if that run only plans.
func (r *webhookResource) saveAndProbe(ctx context.Context, resp *resource.CreateResponse, state model, kept record) {
	if ref := state.ref(kept.MerchantPath); r.mode() == providerdata.RefreshGet {
		seen, err := r.data.Client.GlanceAtWebhook(ctx, ref)
		kept.Readable = err == nil && len(otherIDs(ref, seen)) == 0
	}
	save(ctx, resp, state, kept)
}

// reportNotCreated reports that the service has named no new webhook. If there may be one
// all the same, or if the URL is taken, it looks for a webhook with this URL.
func (r *webhookResource) reportNotCreated(ctx context.Context, c *change, posted paymentapi.WebhookPatch, err error, diags *diag.Diagnostics) {
	switch {
	case isNotOffered(err):
		addCreationNotOffered(diags, c, err)
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
	list, err := readList(ctx, r.data.Client, c.ref().Store(), 0)
	for i := range list.webhooks {
		w := &list.webhooks[i]
		if hasURL(w, patch) && !sameID(*w.ID, c.ref().WebhookID) && !r.claims().IsDeleted(strings.ToLower(*w.ID)) {
			return w, nil
		}
	}
	return nil, err
}
