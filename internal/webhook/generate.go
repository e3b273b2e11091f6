// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/payment-service/terraform-provider-paymentservice/internal/protocol"
)

// WrapGeneration returns a factory of servers like those of inner, except that
// the configuration that they generate for an imported webhook is valid. The
// framework copies the state, and has no way to change that.
func WrapGeneration(inner func() tfprotov6.ProviderServer) func() tfprotov6.ProviderServer {
	return protocol.Wrap(inner, func(s protocol.Server) tfprotov6.ProviderServer { return generator{s} })
}

type generator struct{ protocol.Server }

// GetProviderSchema says that the server generates configuration. Otherwise, the
// CLI does, and also an older one does.
func (g generator) GetProviderSchema(ctx context.Context, req *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	resp, err := g.Server.GetProviderSchema(ctx, req)
	if err == nil && resp.ServerCapabilities != nil {
		resp.ServerCapabilities.GenerateResourceConfig = true
	}
	return resp, err
}

// GenerateResourceConfig leaves out what the resource would refuse. The webhook
// keeps it then.
func (g generator) GenerateResourceConfig(ctx context.Context, req *tfprotov6.GenerateResourceConfigRequest) (*tfprotov6.GenerateResourceConfigResponse, error) {
	resp, err := g.Server.GenerateResourceConfig(ctx, req)
	if err != nil || resp.Config == nil || req.TypeName != "paymentservice_webhook" {
		return resp, err
	}
	var described resource.SchemaResponse
	NewResource().Schema(ctx, resource.SchemaRequest{}, &described)
	typ := described.Schema.Type().TerraformType(ctx)
	raw, err := resp.Config.Unmarshal(typ)
	if err != nil {
		return nil, err
	}
	var (
		generated model
		config    = tfsdk.State{Raw: raw, Schema: described.Schema} // unlike a tfsdk.Config, it can be set
	)
	if config.Get(ctx, &generated).HasError() || config.Set(ctx, generated.configurable()).HasError() {
		return resp, nil
	}
	valid, err := tfprotov6.NewDynamicValue(typ, config.Raw)
	resp.Config = &valid
	return resp, err
}
