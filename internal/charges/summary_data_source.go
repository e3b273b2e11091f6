// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/fetch"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/rows"
	"github.com/payment-service/terraform-provider-paymentservice/internal/charges/totals"
	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol/splice"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	_ datasource.DataSourceWithConfigure      = (*summaryDataSource)(nil)
	_ datasource.DataSourceWithValidateConfig = (*summaryDataSource)(nil)
)

type summaryDataSource struct {
	data *providerdata.Data
}

// NewSummaryDataSource returns the data source paymentservice_charge_summary.
// It must be served through splice.Wrap.
func NewSummaryDataSource() datasource.DataSource { return &summaryDataSource{} }

func (d *summaryDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_charge_summary"
}

func (d *summaryDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = summarySchema()
}

func (d *summaryDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = providerdata.Configure(req.ProviderData, &resp.Diagnostics)
}

func (d *summaryDataSource) ValidateConfig(ctx context.Context, req datasource.ValidateConfigRequest, resp *datasource.ValidateConfigResponse) {
	var m summaryModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if !resp.Diagnostics.HasError() {
		m.validate(&resp.Diagnostics)
	}
}

func (d *summaryDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m summaryModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	timeout, diags := m.Timeouts.Read(ctx, defaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if !providerdata.RequireClient(d.data, readingCharges, &resp.Diagnostics) {
		return
	}
	m.read(ctx, d.data, timeout, &resp.Diagnostics)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
	}
}

// read reads the charges that m asks for and puts what they come to into m. It
// hands the groups to the splice: the framework would take longer over
// thousands of them than reading the charges does.
func (m *summaryModel) read(ctx context.Context, data *providerdata.Data, timeout time.Duration, diags *diag.Diagnostics) {
	zone, err := m.zone()
	if err != nil {
		diagnostics.AddCallError(diags, chargesNotRead, err)
		return
	}
	groupBy := names(m.GroupBy)
	request := listRequest{query: m.query(), timeout: timeout, limit: "timeouts.read"}
	request.query.Fields = totals.Fields(groupBy)
	var added *totals.Totals // from all parts of an attempt
	result := readCharges(ctx, data.Client, request, func() fetch.Keep {
		added = totals.New(groupBy, zone)
		return func(charges []paymentapi.Charge) ([]byte, error) { return nil, added.Add(charges) }
	}, diags)
	if result == nil {
		return
	}
	if n := added.Undated(); n > 0 {
		addChargesUndated(diags, n)
	}
	if tooPrecise := added.TooPrecise(); len(tooPrecise) > 0 {
		addSumsTooPrecise(diags, tooPrecise)
	}
	m.fromTotals(added, result.TotalHits)
	groups := added.Groups()
	encoded, err := rows.EncodeGroups(added.Names(), groups)
	if err != nil {
		diagnostics.AddCallError(diags, chargesNotRead, err)
		return
	}
	splice.FromContext(ctx).Put(groupsAttribute, &splice.List{Len: len(groups), Chunks: [][]byte{encoded}})
}
