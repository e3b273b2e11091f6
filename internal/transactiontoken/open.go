// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package transactiontoken

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"

	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// Open checks all arguments, and creates the token unless create is false.
func (r *tokenResource) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var m model
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if !resp.Diagnostics.HasError() {
		report(&resp.Diagnostics, check(m.arguments()))
	}
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

// skip leaves the results unknown, or null if OpenTofu, which refuses unknown
// ones, runs the provider.
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
	if !providerdata.RequireClient(r.data, "creating a transaction token", diags) {
		return
	}
	if m.Create.IsNull() {
		warnAlwaysCreates(diags)
	}
	request := m.request()
	token, err := r.data.Client.CreateTransactionToken(ctx, request)
	if err != nil {
		addTokenError(diags, err, m.kind(r.data.NoStore))
		return
	}
	warnContradictions(diags, contradictions(request, token))
	m.setResults(token)
}
