// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package webhook is the managed resource paymentservice_webhook. The API can
// update a webhook and documents nothing else, so the resource adopts one that
// exists.
package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
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

// client returns the API client, nil while a provider argument is unknown.
func (r *webhookResource) client() *paymentapi.Client {
	if r.data == nil {
		return nil
	}
	return r.data.Client
}

// readsByGet reports whether webhooks are read by GET.
func (r *webhookResource) readsByGet() bool {
	return r.client() != nil && r.data.WebhookRefresh == providerdata.RefreshGet
}
