// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

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
		checkLife(c.config, &resp.Diagnostics) // an id that was unknown may be null
	}
	if resp.Diagnostics.HasError() || !providerdata.RequireClient(r.data, "adopting or creating a webhook", &resp.Diagnostics) {
		return
	}
	c.throughMerchant = !c.config.MerchantID.IsNull()
	if c.config.WebhookID.IsNull() {
		r.create(ctx, &c, resp)
		return
	}
	answer, _ := r.write(ctx, &c, &resp.Diagnostics)
	if answer == nil {
		return
	}
	created, kept := c.result(answer), record{MerchantPath: c.throughMerchant, Readable: r.glance(ctx, c.ref())}
	kept.save(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, created.identity(c.throughMerchant))...)
	resp.Diagnostics.Append(resp.State.Set(ctx, created)...)
}

// glance reports whether a GET for the webhook is answered.
func (r *webhookResource) glance(ctx context.Context, ref paymentapi.WebhookRef) bool {
	if r.mode() != providerdata.RefreshGet {
		return false
	}
	read, err := r.data.Client.GlanceAtWebhook(ctx, ref)
	return err == nil && len(mismatch(ref, noChange, read)) == 0
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
				known.Doubt, known.TokenInDoubt = time.Now(), known.TokenInDoubt || c.changesToken()
				known.save(ctx, resp.Private, &resp.Diagnostics)
				resp.Diagnostics.Append(resp.State.Set(ctx, c.inDoubt())...)
			}
			return
		}
		known.Doubt, known.TokenInDoubt = time.Time{}, false
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
	if c.sendsWriteOnlyToken() && c.config.AuthTokenWO.IsNull() {
		addVersionWithoutToken(diags, c.ref())
		return nil, false
	}
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
