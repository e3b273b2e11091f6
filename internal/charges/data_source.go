// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package charges holds the data source paymentservice_charges, its ephemeral
// twin, and the data source paymentservice_charge_summary.
package charges

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	_ datasource.DataSourceWithConfigure      = (*dataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*dataSource)(nil)
)

const typeSuffix = "_charges"

type dataSource struct {
	data *providerdata.Data
}

// NewDataSource returns the data source paymentservice_charges. It must be
// served through splice.Wrap.
func NewDataSource() datasource.DataSource { return &dataSource{} }

func (d *dataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + typeSuffix
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dataSourceSchema()
}

func (d *dataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = providerdata.Configure(req.ProviderData, &resp.Diagnostics)
}

func (d *dataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var m dataSourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if !resp.Diagnostics.HasError() {
		m.validate(&resp.Diagnostics)
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m dataSourceModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	timeout, diags := m.Timeouts.Read(ctx, defaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if !providerdata.RequireClient(d.data, readingCharges, &resp.Diagnostics) {
		return
	}
	m.read(ctx, d.data, listRequest{timeout: timeout, limit: "timeouts.read"}, &resp.Diagnostics)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
	}
}

const readingCharges = "reading charges"
