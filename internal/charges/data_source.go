// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package charges holds the data source paymentservice_charges, its ephemeral
// twin, and the data source paymentservice_charge_summary.
package charges

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"

	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	_ datasource.DataSourceWithConfigure      = (*dataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*dataSource)(nil)
)

// dataSource is one of the data sources, which differ in their schemas and models.
type dataSource struct {
	providerdata.DataSourceBase

	typeSuffix string // the end of its type's name
	schema     func() schema.Schema
	newModel   func() chargesModel
}

// NewDataSource returns the data source paymentservice_charges.
func NewDataSource() datasource.DataSource {
	return &dataSource{
		typeSuffix: "_charges",
		schema:     listSchema,
		newModel:   func() chargesModel { return &listModel{} },
	}
}

// NewSummaryDataSource returns the data source paymentservice_charge_summary.
func NewSummaryDataSource() datasource.DataSource {
	return &dataSource{
		typeSuffix: "_charge_summary",
		schema:     summarySchema,
		newModel:   func() chargesModel { return &summaryModel{} },
	}
}

func (d *dataSource) Metadata(
	_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + d.typeSuffix
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = d.schema()
}

func (d *dataSource) ValidateConfig(
	ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse,
) {
	validate(ctx, req.Config, d.newModel(), &resp.Diagnostics)
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	m := d.newModel()
	if read(ctx, req.Config, d.Data, "read", m, &resp.Diagnostics) {
		resp.Diagnostics.Append(resp.State.Set(ctx, m)...)
	}
}

var (
	_ ephemeral.EphemeralResourceWithConfigure      = (*ephemeralResource)(nil)
	_ ephemeral.EphemeralResourceWithValidateConfig = (*ephemeralResource)(nil)
)

type ephemeralResource struct {
	providerdata.EphemeralResourceBase
}

// NewEphemeralResource returns the ephemeral resource paymentservice_charges.
func NewEphemeralResource() ephemeral.EphemeralResource {
	return &ephemeralResource{}
}

func (e *ephemeralResource) Metadata(
	_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_charges"
}

func (e *ephemeralResource) Schema(
	_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse,
) {
	resp.Schema = ephemeralSchema()
}

func (e *ephemeralResource) ValidateConfig(
	ctx context.Context, req ephemeral.ValidateConfigRequest, resp *ephemeral.ValidateConfigResponse,
) {
	validate(ctx, req.Config, &listModel{}, &resp.Diagnostics)
}

func (e *ephemeralResource) Open(
	ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse,
) {
	m := &listModel{}
	if read(ctx, req.Config, e.Data, "open", m, &resp.Diagnostics) {
		resp.Diagnostics.Append(resp.Result.Set(ctx, m)...)
	}
}
