// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package webhook is the managed resource paymentservice_webhook. The API's
// description shows how a webhook is updated and nothing else, so the resource adopts
// one that exists, or creates one if it is told to.
package webhook

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

var (
	_ resource.ResourceWithConfigure      = (*webhookResource)(nil)
	_ resource.ResourceWithIdentity       = (*webhookResource)(nil)
	_ resource.ResourceWithImportState    = (*webhookResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*webhookResource)(nil)
	_ resource.ResourceWithValidateConfig = (*webhookResource)(nil)
)

type webhookResource struct {
	data *providerdata.Data
}

// NewResource returns the resource paymentservice_webhook.
func NewResource() resource.Resource { return &webhookResource{} }

func (r *webhookResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_webhook"
}

func (r *webhookResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = resourceSchema()
}

func (r *webhookResource) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	r.data, _ = req.ProviderData.(*providerdata.Data) // nil before the provider is configured
}

// refreshMode returns how webhooks are read: not at all while a provider argument is unknown.
func (r *webhookResource) refreshMode() string {
	if r.data.Client == nil {
		return providerdata.RefreshOff
	}
	return r.data.WebhookRefresh
}

// privateRecord is what the resource keeps of a webhook in its private state.
type privateRecord struct {
	Readable     bool `json:"readable,omitempty"`      // a GET for the webhook was answered once
	MerchantPath bool `json:"merchant_path,omitempty"` // the webhook is addressed through its merchant
}

const recordKey = "webhook" // in the private state

// privateState is where a CLI keeps a record.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// loadRecord returns the record in p, and whether there is one. There is none in the read of an
// import, nor in the delete of a tainted webhook that is replaced.
func loadRecord(ctx context.Context, p privateState, diags *diag.Diagnostics) (record privateRecord, found bool) {
	value, more := p.GetKey(ctx, recordKey)
	diags.Append(more...)
	_ = json.Unmarshal(value, &record) // only save writes it
	return record, value != nil
}

// save puts the record into p.
func (record privateRecord) save(ctx context.Context, p privateState, diags *diag.Diagnostics) {
	value, _ := json.Marshal(record) // nothing in it can fail
	diags.Append(p.SetKey(ctx, recordKey, value)...)
}

// ImportState takes a webhook by "STORE_ID/WEBHOOK_ID", by "MERCHANT_ID/STORE_ID/WEBHOOK_ID" or
// by identity. The read that follows brings the settings.
func (r *webhookResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	var id identity
	diags := &resp.Diagnostics
	isByIdentity := req.ID == "" && req.Identity != nil && !req.Identity.Raw.IsFullyNull() // terraform import ADDRESS "" has neither
	if isByIdentity {
		diags.Append(req.Identity.Get(ctx, &id)...)
		if err := id.validate(); err != nil {
			diagnostics.AddError(diags, "Invalid Import ID", "The identity "+err.Error()+"; expected the UUIDs `store_id` and `webhook_id`, and optionally `merchant_id`.")
		}
	} else if err := id.parse(req.ID); err != nil {
		diagnostics.AddError(diags, "Invalid Import ID", "The import ID "+err.Error()+"; expected `STORE_ID/WEBHOOK_ID` or `MERCHANT_ID/STORE_ID/WEBHOOK_ID`.")
	}
	if diags.HasError() {
		return
	}
	imported := emptyModel()
	imported.ID, imported.StoreID, imported.WebhookID, imported.MerchantID = id.WebhookID, id.StoreID, id.WebhookID, id.MerchantID
	adoption := providerdata.Claim{Action: providerdata.Adopts, ID: strings.ToLower(id.WebhookID.ValueString())}
	reportConflict(r.data.Run.ClaimInPlan(adoption), id.ref(), diags)
	diags.Append(resp.Identity.Set(ctx, id)...)
	diags.Append(resp.State.Set(ctx, imported)...)
}

// parse sets the ids to those of an import id.
func (id *identity) parse(text string) error {
	parts := strings.Split(text, "/")
	if len(parts) == 3 {
		id.MerchantID, parts = types.StringValue(parts[0]), parts[1:]
	}
	if len(parts) != 2 {
		return errors.New("is wrong: it must have two or three parts")
	}
	id.StoreID, id.WebhookID = types.StringValue(parts[0]), types.StringValue(parts[1])
	return id.validate()
}

// validate returns an error unless the ids are UUIDs. Only the merchant's may be null.
func (id identity) validate() error {
	for _, part := range []struct {
		name  string
		value types.String
	}{{"merchant", id.MerchantID}, {"store", id.StoreID}, {"webhook", id.WebhookID}} {
		isOmitted := part.name == "merchant" && part.value.IsNull()
		if err := validators.ApplyCheck(validators.CheckUUID, part.value.ValueString()); err != nil && !isOmitted {
			return fmt.Errorf("is wrong: its %s id %w", part.name, err)
		}
	}
	return nil
}
