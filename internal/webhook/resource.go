// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package webhook is the managed resource paymentservice_webhook. The API's
// description shows how a webhook is updated and nothing else, so the resource adopts
// one that exists, or creates one if it is told to.
package webhook

import (
	"context"
	"encoding/json"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

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

// record is what the resource keeps of a webhook in its private state.
type record struct {
	// Readable is set once a GET for the webhook was answered.
	Readable bool `json:"readable,omitempty"`
	// MerchantPath is set if the webhook is addressed through its merchant.
	MerchantPath bool `json:"merchant_path,omitempty"`
	// Imported is set until the first read after an import.
	Imported bool `json:"imported,omitempty"`
	// Doubt is when an update failed that the service may have applied, and TokenInDoubt
	// says that it changed the token.
	Doubt        time.Time `json:"doubt,omitzero"`
	TokenInDoubt bool      `json:"token_in_doubt,omitempty"`
}

// afterRead returns the record for the plan that follows a read. A doubt ends with
// time. What was in doubt of the token is kept for one run longer, so that this
// plan can tell if the token was removed.
func (k record) afterRead(now time.Time) record {
	k.Imported = false
	k.TokenInDoubt = k.TokenInDoubt && !k.Doubt.IsZero()
	if now.Sub(k.Doubt) >= uncertainFor {
		k.Doubt = time.Time{}
	}
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
