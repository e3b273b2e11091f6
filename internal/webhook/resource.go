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
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	_ resource.ResourceWithConfigure      = (*webhookResource)(nil)
	_ resource.ResourceWithIdentity       = (*webhookResource)(nil)
	_ resource.ResourceWithImportState    = (*webhookResource)(nil)
	_ resource.ResourceWithMoveState      = (*webhookResource)(nil)
	_ resource.ResourceWithModifyPlan     = (*webhookResource)(nil)
	_ resource.ResourceWithValidateConfig = (*webhookResource)(nil)
)

type webhookResource struct {
	data *providerdata.Data
}

// NewResource returns the resource paymentservice_webhook.
func NewResource() resource.Resource { return &webhookResource{} }

const typeName = "paymentservice_webhook"

func (r *webhookResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = typeName
}

func (r *webhookResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = resourceSchema()
}

func (r *webhookResource) Configure(_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse) {
	r.data = providerdata.Configure(req.ProviderData, &resp.Diagnostics)
}

// mode returns how webhooks are read; "" while a provider argument is unknown, so
// that there is no client.
func (r *webhookResource) mode() string {
	if r.data == nil || r.data.Client == nil {
		return ""
	}
	return r.data.WebhookRefresh
}

// run returns what this run has learned and begun: nothing before the provider is
// configured.
func (r *webhookResource) run() *providerdata.Run {
	if r.data == nil {
		return &providerdata.Run{}
	}
	return &r.data.Run
}

// record is what the resource keeps of a webhook in its private state.
type record struct {
	// Readable is set once a GET for the webhook was answered.
	Readable bool `json:"readable,omitempty"`
	// MerchantPath is set if the webhook is addressed through its merchant.
	MerchantPath bool `json:"merchant_path,omitempty"`
	// Imported is set until the first read after an import, or the first that may list the
	// webhook, if none may read it.
	Imported bool `json:"imported,omitempty"`
	// Doubt is when an update failed that the service may have applied, and TokenInDoubt
	// says that it changed the token.
	Doubt        time.Time `json:"doubt,omitzero"`
	TokenInDoubt bool      `json:"token_in_doubt,omitempty"`
	// DeletionInDoubt is set from a deletion that failed and may have been carried out
	// until an answer shows the webhook.
	DeletionInDoubt bool `json:"deletion_in_doubt,omitempty"`
}

// afterRead returns the record for the plan that follows a read. A doubt ends with
// time. What was in doubt of the token is kept for one run longer, so that this
// plan can tell if the token was removed.
func (k record) afterRead(now time.Time) record {
	k.TokenInDoubt = k.TokenInDoubt && !k.Doubt.IsZero()
	if now.Sub(k.Doubt) >= uncertainFor {
		k.Doubt = time.Time{}
	}
	return k
}

// withDoubt returns the record after an update that failed and may have acted, and that
// may have sent a new token.
func (k record) withDoubt(sentToken bool) record {
	k.Doubt, k.TokenInDoubt = time.Now(), k.TokenInDoubt || sentToken
	return k
}

// recordKey is the record's key in the private state.
const recordKey = "webhook"

// privateState is where a CLI keeps a record.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// loadRecord returns the record in p, an empty one if there is none.
func loadRecord(ctx context.Context, p privateState, diags *diag.Diagnostics) record {
	value, more := p.GetKey(ctx, recordKey)
	diags.Append(more...)
	var kept record
	_ = json.Unmarshal(value, &kept) // only save writes it
	return kept
}

// save puts the record into p.
func (k record) save(ctx context.Context, p privateState, diags *diag.Diagnostics) {
	value, _ := json.Marshal(k) // nothing in it can fail
	diags.Append(p.SetKey(ctx, recordKey, value)...)
}

// MoveState takes over the state of this very resource from a provider of another
// address, such as that of the other CLI's registry, with all that belongs to it.
func (r *webhookResource) MoveState(context.Context) []resource.StateMover {
	source := resourceSchema()
	return []resource.StateMover{{SourceSchema: &source, StateMover: func(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
		if req.SourceTypeName != typeName || req.SourceState == nil {
			return
		}
		var state model
		resp.Diagnostics.Append(req.SourceState.Get(ctx, &state)...)
		kept := loadRecord(ctx, req.SourcePrivate, &resp.Diagnostics)
		kept.save(ctx, resp.TargetPrivate, &resp.Diagnostics)
		resp.Diagnostics.Append(resp.TargetIdentity.Set(ctx, state.identity(kept.MerchantPath))...)
		resp.Diagnostics.Append(resp.TargetState.Set(ctx, state)...)
	}}}
}

// ImportState takes a webhook by "STORE_ID/WEBHOOK_ID", by
// "MERCHANT_ID/STORE_ID/WEBHOOK_ID" or by identity. The read that follows
// brings the settings.
func (r *webhookResource) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	id, err := parseImportID(req.ID)
	expected := "The import ID %s; expected `STORE_ID/WEBHOOK_ID` or `MERCHANT_ID/STORE_ID/WEBHOOK_ID`."
	if req.ID == "" && req.Identity != nil && !req.Identity.Raw.IsFullyNull() { // terraform import ADDRESS "" has neither
		expected = "The identity %s; expected the UUIDs `store_id` and `webhook_id`, and optionally `merchant_id`."
		resp.Diagnostics.Append(req.Identity.Get(ctx, &id)...)
		err = id.check()
	}
	if err != nil {
		diagnostics.AddError(&resp.Diagnostics, "Invalid Import ID", fmt.Sprintf(expected, err))
	}
	if resp.Diagnostics.HasError() {
		return
	}
	imported := emptyModel()
	imported.StoreID, imported.WebhookID, imported.MerchantID = id.StoreID, id.WebhookID, id.MerchantID
	imported.ID = id.WebhookID
	if !r.run().Planned.Adopt(imported.webhook()) {
		deletedInPlan.fail(&resp.Diagnostics, id.ref())
	}
	record{Imported: true, MerchantPath: !id.MerchantID.IsNull()}.save(ctx, resp.Private, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Identity.Set(ctx, id)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, imported)...)
}

// parseImportID splits an import id into the ids that it names.
func parseImportID(text string) (identity, error) {
	var id identity
	parts := strings.Split(text, "/")
	if len(parts) == 3 {
		id.MerchantID, parts = types.StringValue(parts[0]), parts[1:]
	}
	if len(parts) != 2 {
		return id, errors.New("must have two or three parts")
	}
	id.StoreID, id.WebhookID = types.StringValue(parts[0]), types.StringValue(parts[1])
	return id, id.check()
}

// check returns an error unless the ids are UUIDs. Only the merchant's may be null.
func (id identity) check() error {
	wrong := func(value types.String) bool { return !paymentapi.IsUUID(value.ValueString()) }
	switch {
	case !id.MerchantID.IsNull() && wrong(id.MerchantID):
		return errors.New("contains a merchant id that is not a UUID")
	case wrong(id.StoreID):
		return errors.New("contains a store id that is not a UUID")
	case wrong(id.WebhookID):
		return errors.New("contains a webhook id that is not a UUID")
	}
	return nil
}

// GenerateConfig mends the configuration that the framework generated for an
// imported webhook, which is a copy of the state: it removes what the resource
// would refuse. The webhook keeps what is removed. It leaves other types alone.
func GenerateConfig(ctx context.Context, of string, config *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, error) {
	if of != typeName {
		return config, nil
	}
	described := resourceSchema()
	typ := described.Type().TerraformType(ctx)
	raw, err := config.Unmarshal(typ)
	if err != nil {
		return nil, err
	}
	var generated model
	settable := tfsdk.State{Raw: raw, Schema: described} // unlike a tfsdk.Config
	if settable.Get(ctx, &generated).HasError() || settable.Set(ctx, generated.configurable()).HasError() {
		return config, nil
	}
	valid, err := tfprotov6.NewDynamicValue(typ, settable.Raw)
	return &valid, err
}
