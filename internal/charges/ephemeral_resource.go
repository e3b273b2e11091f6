// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package charges

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/ephemeral"

	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	_ ephemeral.EphemeralResourceWithConfigure      = (*ephemeralResource)(nil)
	_ ephemeral.EphemeralResourceWithValidateConfig = (*ephemeralResource)(nil)
)

type ephemeralResource struct {
	data *providerdata.Data
}

// NewEphemeralResource returns the ephemeral resource paymentservice_charges.
// It must be served through splice.Wrap.
func NewEphemeralResource() ephemeral.EphemeralResource { return &ephemeralResource{} }

func (e *ephemeralResource) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + typeSuffix
}

func (e *ephemeralResource) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = ephemeralSchema()
}

func (e *ephemeralResource) Configure(_ context.Context, req ephemeral.ConfigureRequest, resp *ephemeral.ConfigureResponse) {
	e.data = providerdata.Configure(req.ProviderData, &resp.Diagnostics)
}

func (e *ephemeralResource) ValidateConfig(ctx context.Context, req ephemeral.ValidateConfigRequest, resp *ephemeral.ValidateConfigResponse) {
	var m ephemeralModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if !resp.Diagnostics.HasError() {
		m.validate(&resp.Diagnostics)
	}
}

func (e *ephemeralResource) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var m ephemeralModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	timeout, diags := m.Timeouts.Open(ctx, defaultTimeout)
	resp.Diagnostics.Append(diags...)
	if resp.Diagnostics.HasError() {
		return
	}
	if !providerdata.RequireClient(e.data, readingCharges, &resp.Diagnostics) {
		return
	}
	m.read(ctx, e.data, listRequest{timeout: timeout, limit: "timeouts.open"}, &resp.Diagnostics)
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.Result.Set(ctx, &m)...)
	}
}
