// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package transactiontoken is the ephemeral resource that creates a transaction
// token.
package transactiontoken

import (
	"context"

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
