// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"cmp"
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

var _ list.ListResourceWithConfigure = (*webhookListResource)(nil)

// webhookListResource finds webhooks for terraform query. Its name and its
// provider's data are those of the managed resource.
type webhookListResource struct {
	webhookResource
}

// NewListResource returns the list resource paymentservice_webhook.
func NewListResource() list.ListResource { return &webhookListResource{} }

func (r *webhookListResource) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = listResourceSchema()
}

// List returns a store's webhooks up to the limit, none of them if the list
// cannot be read.
func (r *webhookListResource) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	results, diags := r.results(ctx, req)
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	stream.Results = slices.Values(results)
}

func (r *webhookListResource) results(ctx context.Context, req list.ListRequest) (results []list.ListResult, diags diag.Diagnostics) {
	var asked scope
	diags.Append(req.Config.Get(ctx, &asked)...)
	if diags.HasError() || !providerdata.RequireClient(r.data, whenListing, &diags) {
		return nil, diags
	}
	ctx, cancel := context.WithTimeout(ctx, defaultListTimeout)
	defer cancel()
	read, err := readList(ctx, r.data.Client, asked.query(), int(req.Limit))
	if err != nil {
		addListError(&diags, asked.query(), err)
		return nil, diags
	}
	unusable := 0
	for i := range read.webhooks {
		webhook := asked.listed(&read.webhooks[i])
		if validators.CheckUUID(webhook.WebhookID.ValueString()) != nil { // no import would take it
			unusable++
			continue
		}
		result := req.NewListResult(ctx)
		result.DisplayName = shown(cmp.Or(webhook.URL.ValueString(), webhook.WebhookID.ValueString()))
		diags.Append(result.Identity.Set(ctx, webhook.identity(!asked.MerchantID.IsNull()))...)
		if req.IncludeResource {
			diags.Append(result.Resource.Set(ctx, webhook.configurable())...)
		}
		results = append(results, result)
	}
	if len(results) == 0 {
		if unusable > 0 {
			diagnostics.AddError(&diags, webhooksNotListed, notImportable(asked.query(), unusable))
		}
		return nil, diags
	}
	last := &results[len(results)-1].Diagnostics // the CLI reads nothing after its limit
	if unusable > 0 {
		diagnostics.AddWarning(last, "Webhooks Left Out", notImportable(asked.query(), unusable))
	}
	if read.more {
		addListCutShort(last, asked.query(), len(read.webhooks))
	}
	return results, diags
}
