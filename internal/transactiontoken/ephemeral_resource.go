// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Package transactiontoken is the ephemeral resource that creates a transaction token.
package transactiontoken

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"

	"github.com/payment-service/terraform-provider-paymentservice/internal/paymentapi"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

var (
	_ ephemeral.EphemeralResourceWithConfigure      = (*tokenResource)(nil)
	_ ephemeral.EphemeralResourceWithValidateConfig = (*tokenResource)(nil)
)

type tokenResource struct {
	providerdata.EphemeralResourceBase
}

// NewEphemeralResource returns the ephemeral resource paymentservice_transaction_token.
func NewEphemeralResource() ephemeral.EphemeralResource {
	return &tokenResource{}
}

func (r *tokenResource) Metadata(
	_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_transaction_token"
}

func (r *tokenResource) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = tokenSchema()
}

// ValidateConfig checks what is known of the configuration. A CLI validates once more
// just before it opens the resource, and what it prints then does not name the resource:
// as soon as the provider is configured, this is left to Open.
func (r *tokenResource) ValidateConfig(
	_ context.Context, req ephemeral.ValidateConfigRequest, resp *ephemeral.ValidateConfigResponse,
) {
	if r.Data != nil {
		return
	}

	c := tokenConfig{req.Config.Raw}
	report(&resp.Diagnostics, c, check(c))
}

// Open checks all arguments again, and creates the token unless create is false.
func (r *tokenResource) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	c := tokenConfig{req.Config.Raw}
	found := check(c)
	createsNone := c.isFalse("create")
	if createsNone {
		isWarning := func(f finding) bool { return f.warning }
		found = slices.DeleteFunc(found, isWarning) // they come in the apply
	}

	report(&resp.Diagnostics, c, found)
	if resp.Diagnostics.HasError() {
		return
	}
	if createsNone {
		resp.Result.Raw = c.withResults(nil)
		return
	}

	token := r.create(ctx, c, &resp.Diagnostics)
	if token != nil {
		resp.Result.Raw = c.withResults(token)
	}
}

// create returns the token that it creates; nil if there is none.
func (r *tokenResource) create(
	ctx context.Context, c tokenConfig, diags *diag.Diagnostics,
) *paymentapi.TransactionToken {
	if !providerdata.RequireClient(r.Data, "creating a transaction token", diags, onlyInApply) {
		return nil
	}
	if c.at("create").IsNull() {
		warnAlwaysCreates(diags)
	}

	request := c.request()
	token, err := r.Data.Client.CreateTransactionToken(ctx, request)
	if err != nil {
		addTokenError(diags, err, request)
		return nil
	}
	return token
}
