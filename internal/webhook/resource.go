// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package webhook is the managed resource paymentservice_webhook. The API can
// update a webhook and documents nothing else, so the resource adopts one that
// exists.
package webhook

import (
	"context"
	"encoding/json"

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

type webhookResource struct {
	data *providerdata.Data
}

// NewResource returns the resource paymentservice_webhook.
func NewResource() resource.Resource { return &webhookResource{} }

func (r *webhookResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_webhook"
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
}

// recordKey is the record's key in the private state. Earlier builds kept each
// field under a key of its own.
const recordKey = "webhook"

// privateState is where a CLI keeps a record.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// loadRecord returns the record in p, an empty one if there is none.
func loadRecord(ctx context.Context, p privateState, diags *diag.Diagnostics) record {
	get := func(key string) []byte {
		value, more := p.GetKey(ctx, key)
		diags.Append(more...)
		return value
	}
	var kept record
	if value := get(recordKey); value != nil {
		if json.Unmarshal(value, &kept) != nil {
			return record{}
		}
		return kept
	}
	for key, field := range map[string]*bool{"readable": &kept.Readable, "merchant_path": &kept.MerchantPath, "imported": &kept.Imported} {
		*field = string(get(key)) == "true"
	}
	return kept
}

// save puts the record into p.
func (k record) save(ctx context.Context, p privateState, diags *diag.Diagnostics) {
	value, _ := json.Marshal(k) // nothing in it can fail
	diags.Append(p.SetKey(ctx, recordKey, value)...)
}
