// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package provider

import (
	"context"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/payment-service/terraform-provider-paymentservice/internal/diagnostics"
	"github.com/payment-service/terraform-provider-paymentservice/internal/providerdata"
)

// callerIdentity is the data source paymentservice_caller_identity, which says whose
// credentials the provider uses.
type callerIdentity struct {
	providerdata.DataSourceBase
}

// callerIdentityModel has null for what the token does not say.
type callerIdentityModel struct {
	MerchantID *string `tfsdk:"merchant_id"`
	Mode       *string `tfsdk:"mode"`
	StoreID    *string `tfsdk:"store_id"`
}

var _ datasource.DataSourceWithConfigure = (*callerIdentity)(nil)

func newCallerIdentity() datasource.DataSource {
	return &callerIdentity{}
}

func (d *callerIdentity) Metadata(
	_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse,
) {
	resp.TypeName = req.ProviderTypeName + "_caller_identity"
}

func (d *callerIdentity) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Says which merchant, store and mode the provider's application token is for. " +
			"The provider decodes the token, which is a JWT, but does not verify it; the service does. " +
			"No request is sent.",
		Attributes: map[string]schema.Attribute{
			"merchant_id": schema.StringAttribute{
				MarkdownDescription: "The merchant's id (UUID), in lower case; null if the token does not name one.",
				Computed:            true,
			},
			"mode": schema.StringAttribute{
				MarkdownDescription: "The mode, such as `test`; null if the token does not name one. " +
					"A merchant's token does not always name a mode.",
				Computed: true,
			},
			"store_id": schema.StringAttribute{
				MarkdownDescription: "The store's id (UUID), in lower case; null if the token does not name one, " +
					"such as a merchant's token.",
				Computed: true,
			},
		},
	}
}

func (d *callerIdentity) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	// No other argument is needed, so there may be no client.
	if slices.Contains(d.Data.Unknown, "app_token") {
		providerdata.AddNotKnownYet(d.Data, "reading the caller identity", &resp.Diagnostics)
		return
	}

	err := d.Data.ClaimsError
	if err != nil {
		diagnostics.AddError(&resp.Diagnostics, "Unable to Read Caller Identity", fmt.Sprintf(
			"The application token is not a JWT, so it does not say whose it is: %s.\n\n"+
				"Check the provider's `app_token` (environment variable PAYMENTSERVICE_APP_TOKEN), "+
				"and that it is not swapped with `secret`. "+
				"If the service accepts this token nevertheless, remove this data source, "+
				"and write the ids yourself.", err))
		return
	}

	resp.Diagnostics.Append(resp.State.Set(ctx, callerIdentityModel{
		MerchantID: nullIfEmpty(d.Data.Claims.MerchantID),
		Mode:       nullIfEmpty(d.Data.Claims.Mode),
		StoreID:    nullIfEmpty(d.Data.Claims.StoreID),
	})...)
}

func nullIfEmpty(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
