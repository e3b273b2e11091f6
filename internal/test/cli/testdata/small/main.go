// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command small is a provider with the framework and one resource that calls nothing, to measure
// what any provider costs.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
)

func main() {
	served := func() provider.Provider { return smallProvider{} }
	address := "registry.terraform.io/hashicorp/small"
	if err := providerserver.Serve(context.Background(), served, providerserver.ServeOpts{Address: address}); err != nil {
		log.Fatal(err)
	}
}

type smallProvider struct{}

func (smallProvider) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "small"
}

func (smallProvider) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}

func (smallProvider) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}

func (smallProvider) DataSources(context.Context) []func() datasource.DataSource { return nil }

func (smallProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		func() resource.Resource { return idResource{} },
	}
}

type idResource struct{}

func (idResource) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "small_id"
}

func (idResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema.Attributes = map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Computed:      true,
			PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
	}
}

func (idResource) Create(ctx context.Context, _ resource.CreateRequest, resp *resource.CreateResponse) {
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), "one")...)
}

func (idResource) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (idResource) Update(context.Context, resource.UpdateRequest, *resource.UpdateResponse) {}

func (idResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
