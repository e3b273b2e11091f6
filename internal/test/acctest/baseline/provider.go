// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package baseline

import (
	"context"

	dstimeouts "github.com/hashicorp/terraform-plugin-framework-timeouts/datasource/timeouts"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// NewProvider returns the provider with the usual data source in place of its own.
func NewProvider(inner provider.Provider) provider.Provider { return reflecting{inner} }

type reflecting struct{ provider.Provider }

func (reflecting) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource {
		own, ok := charges.NewDataSource().(datasource.DataSourceWithConfigure)
		if !ok {
			return charges.NewDataSource()
		}
		return &dataSource{DataSourceWithConfigure: own}
	}}
}

// dataSource is the data source as it is usually written: one cursor, one
// struct per charge, and the framework's reflection for the rest.
type dataSource struct {
	datasource.DataSourceWithConfigure
	client *paymentapi.Client
}

type model struct {
	AmountFrom         types.Number     `tfsdk:"amount_from"`
	AmountTo           types.Number     `tfsdk:"amount_to"`
	Card               types.Object     `tfsdk:"card"`
	Charges            []row            `tfsdk:"charges"`
	Currency           types.String     `tfsdk:"currency"`
	Cursor             types.String     `tfsdk:"cursor"`
	CursorDirection    types.String     `tfsdk:"cursor_direction"`
	ExtraFilters       types.Map        `tfsdk:"extra_filters"`
	Fields             types.Set        `tfsdk:"fields"`
	From               types.String     `tfsdk:"from"`
	MaxResults         types.Number     `tfsdk:"max_results"`
	Metadata           types.String     `tfsdk:"metadata"`
	Mode               types.String     `tfsdk:"mode"`
	PageSize           types.Number     `tfsdk:"page_size"`
	Phone              types.String     `tfsdk:"phone"`
	StoreID            types.String     `tfsdk:"store_id"`
	Timeouts           dstimeouts.Value `tfsdk:"timeouts"`
	To                 types.String     `tfsdk:"to"`
	TotalHits          types.Int64      `tfsdk:"total_hits"`
	TransactionTokenID types.String     `tfsdk:"transaction_token_id"`
}

func (d *dataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	if data := providerdata.Configure(req.ProviderData, &resp.Diagnostics); data != nil {
		d.client = data.Client
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m model
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if resp.Diagnostics.HasError() {
		return
	}
	query := paymentapi.ChargeQuery{StoreID: m.StoreID.ValueString(), PageSize: paymentapi.MaxPageSize}
	m.Charges = []row{}
	for more := true; more; {
		page, err := d.client.ListCharges(ctx, query)
		if err != nil {
			resp.Diagnostics.AddError("Unable to Read Charges", err.Error())
			return
		}
		if page.TotalHits != nil && m.TotalHits.IsNull() {
			m.TotalHits = types.Int64PointerValue(page.TotalHits)
		}
		for i := range page.Items {
			var r row
			if err := r.fill(&page.Items[i]); err != nil {
				resp.Diagnostics.AddError("Unable to Read Charges", err.Error())
				return
			}
			m.Charges = append(m.Charges, r)
			query.Cursor = r.ID
		}
		more = page.HasMore
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}
