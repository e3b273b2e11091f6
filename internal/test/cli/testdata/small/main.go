// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

// Command small is a provider with the framework and resources that call nothing, to measure what
// any provider costs. Its schema has the size of that of hashicorp/random: a CLI reads all of it.
package main

import (
	"context"
	"fmt"
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
	err := providerserver.Serve(context.Background(), served, providerserver.ServeOpts{Address: address})
	if err != nil {
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
	var all []func() resource.Resource
	for _, name := range []string{"id", "bytes", "integer", "password", "pet", "shuffle", "string", "uuid"} {
		all = append(all, func() resource.Resource { return idResource{name: name} })
	}
	return all
}

type idResource struct {
	name string
}

func (r idResource) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + r.name
}

func (idResource) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema.MarkdownDescription = "A resource that has an identifier, and arguments that nothing depends on."
	resp.Schema.Attributes = map[string]schema.Attribute{
		"id": schema.StringAttribute{
			Computed:            true,
			MarkdownDescription: "The identifier, which never changes.",
			PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
	}
	for i := range 10 {
		resp.Schema.Attributes[fmt.Sprintf("argument_%d", i)] = schema.Int64Attribute{
			Optional: true,
			MarkdownDescription: "The minimum of something, such as of the numeric characters in a result. " +
				"It is 0 unless it is set.",
		}
	}
}

func (idResource) Create(ctx context.Context, _ resource.CreateRequest, resp *resource.CreateResponse) {
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), "one")...)
}

func (idResource) Read(context.Context, resource.ReadRequest, *resource.ReadResponse) {}

func (idResource) Update(context.Context, resource.UpdateRequest, *resource.UpdateResponse) {}

func (idResource) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}
