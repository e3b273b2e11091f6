// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
	"github.com/payment-service/terraform-provider-paymentservice/internal/validators"
)

// scope says whose webhooks are listed.
type scope struct {
	MerchantID types.String `tfsdk:"merchant_id"`
	StoreID    types.String `tfsdk:"store_id"`
}

func (s scope) ref() paymentapi.WebhookRef {
	return paymentapi.WebhookRef{
		MerchantID: s.MerchantID.ValueString(),
		StoreID:    s.StoreID.ValueString(),
	}
}

// read lists the webhooks of the scope, unless there is an error already.
func (s scope) read(
	ctx context.Context, data *providerdata.Data, limit int, diags *diag.Diagnostics,
) []paymentapi.Webhook {
	if diags.HasError() || !providerdata.RequireClient(data, "listing webhooks", diags) {
		return nil
	}
	read, err := data.Client.ListWebhooks(ctx, s.ref(), limit)
	if err != nil {
		addListError(diags, s.ref(), err)
	}
	return read
}

// listModel is the data source in a configuration and a state.
type listModel struct {
	scope

	Timeouts types.Object  `tfsdk:"timeouts"`
	Webhooks []answerModel `tfsdk:"webhooks"`
}

// modelOf returns w as the managed resource has it after its import, with the scope's ids for those that w lacks.
func (s scope) modelOf(w *paymentapi.Webhook) model {
	m := emptyModel()
	m.StoreID = keepUnlessNewer(s.StoreID, w.StoreID)
	m.MerchantID = s.MerchantID
	m.WebhookID = types.StringPointerValue(w.ID)
	m.ID = m.WebhookID
	return m.withAnswer(w)
}

var _ datasource.DataSourceWithConfigure = (*webhooksDataSource)(nil)

type webhooksDataSource struct {
	providerdata.DataSourceBase
}

// NewDataSource returns the data source paymentservice_webhooks.
func NewDataSource() datasource.DataSource {
	return &webhooksDataSource{}
}

func (d *webhooksDataSource) Metadata(
	_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_webhooks"
}

func (d *webhooksDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dataSourceSchema()
}

// Read lists the webhooks of a store through all pages.
func (d *webhooksDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m listModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	ctx, cancel := context.WithTimeout(ctx, validators.Timeout(m.Timeouts, "read"))
	defer cancel()
	read := m.read(ctx, d.Data, 0, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}

	m.Webhooks = make([]answerModel, len(read))
	for i := range read {
		m.Webhooks[i] = m.modelOf(&read[i]).answerModel
	}

	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}

var _ list.ListResourceWithConfigure = (*webhookListResource)(nil)

// webhookListResource finds webhooks for terraform query, with the name of the managed resource.
type webhookListResource struct {
	providerdata.ListResourceBase
}

// NewListResource returns the list resource paymentservice_webhook.
func NewListResource() list.ListResource {
	return &webhookListResource{}
}

func (r *webhookListResource) Metadata(
	_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_webhook"
}

func (r *webhookListResource) ListResourceConfigSchema(
	_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse,
) {
	resp.Schema = listResourceSchema()
}

// List returns a store's webhooks up to the limit; none if the list cannot be read.
func (r *webhookListResource) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var config scope
	diags := req.Config.Get(ctx, &config)
	limit := int(min(req.Limit, math.MaxInt))
	read := config.read(ctx, r.Data, limit, &diags)
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}

	isCut := limit > 0 && len(read) > limit
	if isCut {
		read = read[:limit]
	}

	results := make([]list.ListResult, len(read))
	for i := range read {
		results[i] = config.resultOf(ctx, &read[i], req)
	}
	if isCut {
		last := &results[len(results)-1] // the CLI reads nothing after its limit
		diagnostics.AddWarning(&last.Diagnostics, "Webhook List Cut Short", fmt.Sprintf(
			"Store %s has more webhooks than the %d listed here. "+
				"To see the others, raise `limit` in the `list` block. Its default is 100.",
			config.StoreID.ValueString(), len(results)))
	}
	stream.Results = slices.Values(results)
}

// resultOf returns a webhook as the CLI lists it.
func (s scope) resultOf(ctx context.Context, w *paymentapi.Webhook, req list.ListRequest) list.ListResult {
	webhook := s.modelOf(w)
	name := cmp.Or(webhook.URL.ValueString(), webhook.WebhookID.ValueString())
	id := webhook.identity(!s.MerchantID.IsNull())

	result := req.NewListResult(ctx)
	result.DisplayName = shown(name)
	result.Diagnostics.Append(result.Identity.Set(ctx, id)...)
	if req.IncludeResource {
		result.Diagnostics.Append(result.Resource.Set(ctx, webhook)...)
	}
	return result
}
