// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package providerdata

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
)

// Each object embeds the base of its kind, which takes the provider configuration.

// ListResourceBase is the base of a list resource, which the framework configures as it configures a managed one.
// (The managed resource takes data of its own: see webhook.ResourceData.)
type ListResourceBase struct {
	Data *Data // nil before the provider is configured
}

// Configure takes the provider configuration.
func (b *ListResourceBase) Configure(
	_ context.Context, req resource.ConfigureRequest, resp *resource.ConfigureResponse,
) {
	b.Data = Take[Data](req.ProviderData, &resp.Diagnostics)
}

// DataSourceBase is the base of a data source.
type DataSourceBase struct {
	Data *Data // nil before the provider is configured
}

// Configure takes the provider configuration.
func (b *DataSourceBase) Configure(
	_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse,
) {
	b.Data = Take[Data](req.ProviderData, &resp.Diagnostics)
}

// EphemeralResourceBase is the base of an ephemeral resource.
type EphemeralResourceBase struct {
	Data *Data // nil before the provider is configured
}

// Configure takes the provider configuration.
func (b *EphemeralResourceBase) Configure(
	_ context.Context, req ephemeral.ConfigureRequest, resp *ephemeral.ConfigureResponse,
) {
	b.Data = Take[Data](req.ProviderData, &resp.Diagnostics)
}

// ActionBase is the base of an action.
type ActionBase struct {
	Data *Data // nil before the provider is configured
}

// Configure takes the provider configuration.
func (b *ActionBase) Configure(
	_ context.Context, req action.ConfigureRequest, resp *action.ConfigureResponse,
) {
	b.Data = Take[Data](req.ProviderData, &resp.Diagnostics)
}

// Take returns what the framework passes to an object, which is what the provider has handed over for
// its kind. It is nil before the provider is configured, such as during a validation. Anything
// else is a bug in this provider.
func Take[T any](passed any, diags *diag.Diagnostics) *T {
	if passed == nil {
		return nil
	}

	data, ok := passed.(*T)
	if !ok {
		diagnostics.AddError(diags, "Unable to Configure Provider", fmt.Sprintf(
			"The provider passed a %T to one of its objects, which expects a %T. "+
				"This is a bug in the provider: please report it.", passed, data))
	}
	return data
}
