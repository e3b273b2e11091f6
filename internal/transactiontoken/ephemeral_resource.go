// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package transactiontoken is the ephemeral resource that creates a transaction
// token.
package transactiontoken

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"

	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	_ ephemeral.EphemeralResource                   = (*tokenResource)(nil)
	_ ephemeral.EphemeralResourceWithConfigure      = (*tokenResource)(nil)
	_ ephemeral.EphemeralResourceWithValidateConfig = (*tokenResource)(nil)
)

type tokenResource struct {
	data *providerdata.Data
}

// NewEphemeralResource returns the ephemeral resource
// paymentservice_transaction_token.
func NewEphemeralResource() ephemeral.EphemeralResource { return &tokenResource{} }

func (r *tokenResource) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_transaction_token"
}

func (r *tokenResource) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = tokenSchema()
}

func (r *tokenResource) Configure(_ context.Context, req ephemeral.ConfigureRequest, resp *ephemeral.ConfigureResponse) {
	r.data = providerdata.Configure(req.ProviderData, &resp.Diagnostics)
}

func (r *tokenResource) ValidateConfig(ctx context.Context, req ephemeral.ValidateConfigRequest, resp *ephemeral.ValidateConfigResponse) {
	var m model
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if resp.Diagnostics.HasError() {
		return
	}
	a := m.arguments()
	report(&resp.Diagnostics, a, check(a))
}

// Open creates the token, unless create is false.
func (r *tokenResource) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var m model
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if resp.Diagnostics.HasError() {
		return
	}
	switch {
	case !m.Create.IsNull() && !m.Create.ValueBool():
		r.skip(&m, &resp.Diagnostics)
	case r.mustDefer(req):
		m.setUnknown()
		resp.Deferred = &ephemeral.Deferred{Reason: ephemeral.DeferredReasonProviderConfigUnknown}
	default:
		r.create(ctx, &m, &resp.Diagnostics)
	}
	if !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.Result.Set(ctx, &m)...)
	}
}

// skip leaves the results unknown, or null where OpenTofu, which refuses
// unknown ones, runs the provider.
func (r *tokenResource) skip(m *model, diags *diag.Diagnostics) {
	if r.data != nil && r.data.OpenTofu {
		warnOpenTofuPlan(diags)
		return
	}
	m.setUnknown()
}

func (r *tokenResource) mustDefer(req ephemeral.OpenRequest) bool {
	return r.data != nil && r.data.Client == nil && req.ClientCapabilities.DeferralAllowed
}

func (r *tokenResource) create(ctx context.Context, m *model, diags *diag.Diagnostics) {
	a := m.arguments()
	report(diags, a, brokenOnly(check(a)))
	if diags.HasError() || !providerdata.RequireClient(r.data, "creating a transaction token", diags) {
		return
	}
	if m.Create.IsNull() {
		warnAlwaysCreates(diags)
	}
	token, err := r.data.Client.CreateTransactionToken(ctx, m.request())
	if err != nil {
		addTokenError(diags, err, m.kind())
		return
	}
	m.setResults(token)
}
