// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package webhook is the managed resource paymentservice_webhook. The API's
// description shows how a webhook is updated and nothing else, so the resource adopts
// one that exists, or creates one if it is told to.
package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	_ resource.ResourceWithConfigure      = (*webhookResource)(nil)
	_ resource.ResourceWithIdentity       = (*webhookResource)(nil)
	_ resource.ResourceWithImportState    = (*webhookResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*webhookResource)(nil)
	_ resource.ResourceWithValidateConfig = (*webhookResource)(nil)
)

// webhookResource is what the framework calls. It finds out what happens to a webhook; the files named
// for that (adopt.go, create.go, update.go, replace.go, destroy.go, refresh.go, import.go) do it.
type webhookResource struct {
	data *ResourceData // nil before the provider is configured
}

// What a CLI calls for a resource, in a plan and in an apply, which is often another process:
//
//	            in the plan                           in the apply
//	kept        Read, ModifyPlan
//	updated     Read, ModifyPlan                      ModifyPlan, Update
//	new         ModifyPlan(s,r)                       ModifyPlan(s,r), Create(r)
//	destroyed   Read, ModifyPlan(p)                   Delete
//	replaced    Read, ModifyPlan, ModifyPlan(s)       Delete, ModifyPlan(s,r), Create(r)
//	tainted     Read, ModifyPlan(s,r)                 Delete(r), ModifyPlan(s,r), Create(r)
//
//	(s) without a state
//	(p) without a plan
//	(r) without the private record of the webhook, so the owner of its intents is not known
//
// With create_before_destroy, Delete is the last one. With -refresh=false, there is no Read. With -replace or
// replace_triggered_by, the first ModifyPlan of what is replaced looks like one of what is kept. A tainted webhook
// that is only destroyed is as any other.

// NewResource returns the resource paymentservice_webhook.
func NewResource() resource.Resource {
	return &webhookResource{}
}

func (r *webhookResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_webhook"
}

func (r *webhookResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = resourceSchema()
}

func (r *webhookResource) Configure(
	_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse,
) {
	r.data = providerdata.Take[ResourceData](req.ProviderData, &resp.Diagnostics)
}

// refreshMode returns how webhooks are read: not at all while a provider argument is unknown.
func (r *webhookResource) refreshMode() string {
	if r.data.Client == nil {
		return providerdata.RefreshOff
	}
	return r.data.WebhookRefresh
}

// ModifyPlan refuses what an apply could not do, and says what it will do to webhooks.
func (r *webhookResource) ModifyPlan(
	ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	diags := &resp.Diagnostics
	change := &webhookChange{}
	isNew := req.State.Raw.IsNull()
	if !isNew {
		diags.Append(req.State.Get(ctx, &change.state)...)
		r.data.intents.noteSeen(change.state.WebhookID.ValueString())
	}

	record, _ := loadRecord(ctx, req.Private, diags)
	if req.Plan.Raw.IsNull() {
		r.planDestruction(change.state, record, diags)
		return
	}

	if !isNew && record.Owner == "" { // the state is one of an earlier version, and was not read
		record.Owner = newOwner()
		record.save(ctx, resp.Private, diags)
	}

	diags.Append(req.Config.Get(ctx, &change.config)...)
	diags.Append(req.Plan.Get(ctx, &change.plan)...)
	if diags.HasError() {
		return
	}

	if isNew {
		change = newChange(change.config, change.plan, record.Owner)
		r.planNew(ctx, change, diags)
	} else {
		change.record = record
		change.dropIgnoredWebhookID()
		change.keepIDs()
		if change.replaces() {
			r.planReplacement(ctx, change, diags)
		} else {
			r.planUpdate(change, diags)
		}
	}

	change.plan.ID = change.plan.WebhookID
	diags.Append(resp.Plan.Set(ctx, change.plan)...)
}

// planNew plans the adoption or creation of a webhook. If it replaces another one, its owner is known.
func (r *webhookResource) planNew(ctx context.Context, change *webhookChange, diags *diag.Diagnostics) {
	found := r.data.intents.plan(change.newIntent())
	reportConflict(found, change.ref(), diags)

	deletedID := r.data.intents.deletedBy(change.record.Owner)
	deletesOld := deletedID != ""
	reportToken(change, deletesOld, diags)
	reportAdoptionOfDeleted(change, deletedID, diags)

	r.warnOfForeignStore(change.config.identity(true), diags)
	if change.isAdoption() {
		_ = r.previewAdoption(ctx, change, diags) // a warning, which does not fail the plan
	} else {
		r.previewCreation(ctx, change, diags)
	}
}

// Create adopts a webhook, or creates one. Update, read and delete do not know which it was.
func (r *webhookResource) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	r.data.intents.beginApply()
	diags := &resp.Diagnostics
	var config, plan model
	diags.Append(req.Config.Get(ctx, &config)...)
	diags.Append(req.Plan.Get(ctx, &plan)...)
	if diags.HasError() {
		return
	}

	change := newChange(config, plan, newOwner())
	checkLifecycle(config, diags) // a CLI had it checked, but nothing must ever be created for a null id
	change.checkToken(diags)
	if diags.HasError() || !providerdata.RequireClient(r.data.Data, "adopting or creating a webhook", diags) {
		return
	}

	wanted := change.newIntent()
	found := r.data.intents.apply(wanted)
	if reportConflict(found, change.ref(), diags) {
		return
	}

	if change.isAdoption() {
		r.adopt(ctx, change, resp)
	} else {
		r.create(ctx, change, wanted, resp)
	}
}

// Read refreshes the state in the way that the provider's webhook_refresh says.
func (r *webhookResource) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	r.data.beginPlan()
	diags := &resp.Diagnostics
	var old stored
	diags.Append(req.State.Get(ctx, &old.state)...)
	old.record, old.hasRecord = loadRecord(ctx, req.Private, diags)
	if diags.HasError() {
		return
	}

	r.data.intents.noteSeen(old.state.WebhookID.ValueString())
	if old.isImported() {
		old.record.MerchantPath = !old.state.MerchantID.IsNull() // it was part of the import id
	}

	if old.record.Owner == "" {
		old.record.Owner = newOwner()
		old.record.save(ctx, resp.Private, diags)
	}

	if resp.Identity.Raw.IsFullyNull() { // the framework fails a read that leaves a resource without one
		diags.Append(resp.Identity.Set(ctx, old.state.identity(old.record.MerchantPath))...)
	}

	switch r.refreshMode() {
	case providerdata.RefreshOff:
		if old.isImported() {
			importedUnread.warn(diags, old.ref())
		}
	case providerdata.RefreshList:
		r.refreshFromList(ctx, old, resp)
	default:
		r.refreshByCall(ctx, old, resp)
	}
}

// Update changes the webhook of the state.
func (r *webhookResource) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	r.data.intents.beginApply()
	diags := &resp.Diagnostics
	change := &webhookChange{}
	diags.Append(req.Config.Get(ctx, &change.config)...)
	diags.Append(req.Plan.Get(ctx, &change.plan)...)
	diags.Append(req.State.Get(ctx, &change.state)...)
	change.record, _ = loadRecord(ctx, req.Private, diags)
	change.checkToken(diags)
	if diags.HasError() {
		return
	}

	if change.needsUpdate() && !providerdata.RequireClient(r.data.Data, "updating a webhook", diags) {
		return
	}

	r.update(ctx, change, resp)
}

// Delete deletes the webhook if the state says so. Otherwise it sends nothing.
func (r *webhookResource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	r.data.intents.beginApply()
	diags := &resp.Diagnostics
	var old stored
	diags.Append(req.State.Get(ctx, &old.state)...)
	old.record, old.hasRecord = loadRecord(ctx, req.Private, diags)
	if diags.HasError() || !old.state.DeleteOnDestroy.ValueBool() {
		return
	}

	if providerdata.RequireClient(r.data.Data, "deleting a webhook", diags) {
		r.destroy(ctx, old, diags)
	}
}

// ImportState takes a webhook by "STORE_ID/WEBHOOK_ID", by "MERCHANT_ID/STORE_ID/WEBHOOK_ID" or
// by identity.
func (r *webhookResource) ImportState(
	ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse,
) {
	id := readImportID(ctx, req, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	r.importWebhook(ctx, id, resp)
}
