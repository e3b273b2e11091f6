// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var _ datasource.DataSourceWithConfigure = (*webhooksDataSource)(nil)

// defaultListTimeout limits how long reading a whole list may take.
const defaultListTimeout = 20 * time.Minute

const whenListing = "listing webhooks"

type webhooksDataSource struct {
	data *providerdata.Data
}

// NewDataSource returns the data source paymentservice_webhooks.
func NewDataSource() datasource.DataSource { return &webhooksDataSource{} }

func (d *webhooksDataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_webhooks"
}

func (d *webhooksDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dataSourceSchema()
}

func (d *webhooksDataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.data = providerdata.Configure(req.ProviderData, &resp.Diagnostics)
}

// Read lists the webhooks of a store through all pages.
func (d *webhooksDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var m listModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	timeout, diags := m.Timeouts.Read(ctx, defaultListTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() || !providerdata.RequireClient(d.data, whenListing, &resp.Diagnostics) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	read, err := readList(ctx, d.data.Client, m.query(), 0)
	if err != nil {
		addListError(&resp.Diagnostics, m.query(), err)
		return
	}
	m.Webhooks = make([]answerModel, len(read.webhooks))
	for i := range read.webhooks {
		m.Webhooks[i] = m.listed(&read.webhooks[i]).answerModel
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &m)...)
}
