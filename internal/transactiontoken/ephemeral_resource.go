// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package transactiontoken is the ephemeral resource that creates a transaction
// token.
package transactiontoken

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

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

// ValidateConfig checks what is known of the configuration, unless the provider
// is configured: a CLI validates again just before it opens the resource, and
// what it prints then does not name the resource. Open checks, too.
func (r *tokenResource) ValidateConfig(ctx context.Context, req ephemeral.ValidateConfigRequest, resp *ephemeral.ValidateConfigResponse) {
	var m model
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	if r.data == nil && !resp.Diagnostics.HasError() {
		arguments := m.arguments()
		report(ctx, &resp.Diagnostics, arguments, check(arguments))
	}
}

// Open checks all arguments, and creates the token unless create is false.
func (r *tokenResource) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var m model
	resp.Diagnostics.Append(req.Config.Get(ctx, &m)...)
	creates := m.Create.IsNull() || m.Create.ValueBool()
	if !resp.Diagnostics.HasError() {
		arguments := m.arguments()
		found := check(arguments)
		if !creates {
			found = slices.DeleteFunc(found, func(f finding) bool { return f.warning }) // they come in the apply
		}
		report(ctx, &resp.Diagnostics, arguments, found)
	}
	if resp.Diagnostics.HasError() {
		return
	}
	deferred := r.data != nil && r.data.Client == nil && req.ClientCapabilities.DeferralAllowed
	switch {
	case !creates && r.data != nil && r.data.OpenTofu: // it refuses unknown results
		warnOpenTofuPlan(&resp.Diagnostics)
		resp.Result.Raw = req.Config.Raw
	case !creates:
		resp.Result.Raw = withUnknownResults(req.Config.Raw)
	case deferred:
		resp.Result.Raw = withUnknownResults(req.Config.Raw)
		resp.Deferred = &ephemeral.Deferred{Reason: ephemeral.DeferredReasonProviderConfigUnknown}
	case r.create(ctx, &m, &resp.Diagnostics):
		resp.Diagnostics.Append(resp.Result.Set(ctx, &m)...)
	}
}

// withUnknownResults returns a configuration with every result unknown that it does
// not set: no token was created.
func withUnknownResults(config tftypes.Value) tftypes.Value {
	attributes := tokenSchema().Attributes
	config, _ = tftypes.Transform(config, func(at *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		name, _ := at.LastStep().(tftypes.AttributeName)
		if result := attributes[string(name)]; len(at.Steps()) == 1 && result != nil && result.IsComputed() && value.IsNull() {
			return tftypes.NewValue(value.Type(), tftypes.UnknownValue), nil
		}
		return value, nil
	})
	return config
}

// create creates the token, and reports whether there is one.
func (r *tokenResource) create(ctx context.Context, m *model, diags *diag.Diagnostics) bool {
	if !providerdata.RequireClient(r.data, "creating a transaction token", diags, onlyInApply) {
		return false
	}
	if m.Create.IsNull() {
		warnAlwaysCreates(diags)
	}
	request := m.request()
	token, err := r.data.Client.CreateTransactionToken(ctx, request)
	if err != nil {
		addTokenError(diags, err, m, r.data.Caller.Err == nil && r.data.Caller.StoreID == nil)
		return false
	}
	warnContradictions(diags, contradictions(r.data, request, token))
	m.setResults(token)
	return true
}
