// Copyright (c) the terraform-provider-paymentservice authors
// SPDX-License-Identifier: MPL-2.0

package webhook

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// GenerateConfig takes out of the configuration that the framework generated for an
// imported webhook, which is a copy of the state, what the resource would refuse. The
// webhook keeps it then. Other types it leaves alone.
func GenerateConfig(ctx context.Context, typeName string, config *tfprotov6.DynamicValue) (*tfprotov6.DynamicValue, error) {
	if typeName != "paymentservice_webhook" {
		return config, nil
	}
	var described resource.SchemaResponse
	NewResource().Schema(ctx, resource.SchemaRequest{}, &described)
	typ := described.Schema.Type().TerraformType(ctx)
	raw, err := config.Unmarshal(typ)
	if err != nil {
		return nil, err
	}
	var (
		generated model
		settable  = tfsdk.State{Raw: raw, Schema: described.Schema} // unlike a tfsdk.Config
	)
	if settable.Get(ctx, &generated).HasError() || settable.Set(ctx, generated.configurable()).HasError() {
		return config, nil
	}
	valid, err := tfprotov6.NewDynamicValue(typ, settable.Raw)
	return &valid, err
}
